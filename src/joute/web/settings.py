"""The settings of a server: what its operator decides."""

from __future__ import annotations

import os
from pathlib import Path
from typing import NamedTuple

import msgspec

from joute.core.game import Game


class Served(NamedTuple):
    """A game as programs play it over HTTP: its board and seed, where they are the same in every match."""

    game: Game
    board: str | None = None
    seed: int | None = None


class Settings(msgspec.Struct, frozen=True):
    """How to run the server."""

    store: str
    """A folder, or the address of a database."""
    host: str = "127.0.0.1"
    port: int = 8000
    token: str | None = None
    """The access token that every request must carry; None: none is asked for."""
    organiser: str | None = None
    """The secret that lets its holder start and stop tournaments, requeue matches, set entrants aside; None: nobody."""
    champions: tuple[Path, ...] = ()
    """Folders that hold a folder for each game, and in it champions."""
    isolation: str = "sandbox"
    running: int = os.cpu_count() or 1
    """How many matches of champions are played at once."""
    waiting: int = 64
    """How many matches of champions may wait to be played."""
    tables: int = 64
    """How many matches with people or programs may be open at once."""
    match_s: float = 900.0
    """Seconds that a match of champions may last."""
    idle_s: float = 7200.0
    """Seconds after which a match is stopped whose people and programs send nothing."""
    contest: Path | None = None
    """The folder (or file) of the contest that is held here; its service is run beside the server."""
    served: Served | None = None
    """The game whose own protocol over HTTP is served at the root, too."""
    slack: float = 1.0
    """All rate limits are multiplied by this: for tests and benchmarks."""
