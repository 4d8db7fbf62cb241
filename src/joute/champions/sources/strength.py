"""How strong the champions that come with a game are: the file of ratings in its folder of champions."""

from __future__ import annotations

from pathlib import Path

import msgspec

from joute.core.game import Game

FILE = "ratings.json"


class Strength(msgspec.Struct, frozen=True):
    """The rating of a bundled champion among the bundled ones, with its 95 % interval; their mean is 1500."""

    points: int
    low: int
    high: int


class Strengths(msgspec.Struct, frozen=True):
    """What a round robin of the bundled champions of a game has shown."""

    rules_version: int
    preset: str
    seats: int
    matches: int
    champions: dict[str, Strength]
    """By name, the strongest first."""


def ratings_file(game: Game) -> Path:
    return Path(str(game.module("params").__file__)).parent / "champions" / FILE


def strengths(game: Game) -> Strengths | None:
    """The ratings kept with a game; None where there are none, or where they are of other rules."""
    try:
        known = msgspec.json.decode(ratings_file(game).read_bytes(), type=Strengths)
    except (OSError, msgspec.MsgspecError):
        return None
    return known if known.rules_version == game.info.rules_version else None
