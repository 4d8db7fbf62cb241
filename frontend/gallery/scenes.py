"""Scenes of real matches for the gallery: plays a match of each game and writes pairs of neighbouring scenes as JSON.

python frontend/gallery/scenes.py frontend/gallery/scenes.json
"""

from __future__ import annotations

import contextlib
import json
import sys
from pathlib import Path
from typing import Any

import joute
from joute.champions.sources.find import bundled, find
from joute.core.game import Game
from joute.core.registry import game_names
from joute.core.table import Table
from joute.match.play import MatchSpec, play_match
from joute.match.positions import listen

PARTS = (0.05, 0.15, 0.4, 0.7, 0.97)
"""How far into the match the pairs are."""
AROUND = 12
"""How many neighbouring pairs to choose the liveliest from."""


class Enough(Exception):
    """As many phases as were asked for have been played."""


class Scenes:
    """Collects every scene of a match: as everybody sees it, and as seat 0 does."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.scenes: list[tuple[Any, Any]] = []

    def __call__(self, table: Table, line: Any) -> None:
        self.scenes.append((table.scene(), table.scene(0)))
        if len(self.scenes) == self.most:
            raise Enough
        listen(table)


def played(game: Game, seed: int, most: int = -1) -> list[tuple[Any, Any]]:
    """All scenes of a match between the game's own champions, or of its first so many phases."""
    own = [name for name, path in bundled(game).items() if path is not None]
    table = Table(game, seed=seed)
    names = ([*own, "random"] * table.seats)[: table.seats]
    listen(table)
    collected = Scenes(most)
    with contextlib.suppress(Enough):
        play_match(MatchSpec(table, [find(game, name, seed) for name in names]), collected)
    return collected.scenes


def pairs(scenes: list[tuple[Any, Any]]) -> list[dict[str, Any]]:
    return [_pair(scenes, int(part * len(scenes))) for part in PARTS]


def _pair(scenes: list[tuple[Any, Any]], start: int) -> dict[str, Any]:
    """The pair where most happens, of those from `start` on."""
    last = len(scenes) - 1
    index = max(range(min(start, last - 1), min(start + AROUND, last)), key=lambda at: _life(scenes[at + 1][0]))
    before, after = scenes[index], scenes[index + 1]
    return {"all": [before[0], after[0]], "seat": [before[1], after[1]]}


def _life(scene: dict[str, Any]) -> int:
    return len(json.dumps([scene.get("events"), scene.get("last")]))


def main() -> None:
    scenes = {name: pairs(played(joute.load_game(name), 3)) for name in game_names()}
    Path(sys.argv[1]).write_text(json.dumps(scenes))


if __name__ == "__main__":
    main()
