"""What the operator decides."""

from __future__ import annotations

import os
from pathlib import Path

import msgspec


class Settings(msgspec.Struct, frozen=True):
    """How an arena is run."""

    store: str
    """A folder, or the address of a database."""
    host: str = "127.0.0.1"
    port: int = 8000
    token: str | None = None
    """What everybody must know who comes from elsewhere; None: nothing is asked."""
    organiser: str | None = None
    """What lets its holder requeue matches of tournaments and set entrants aside; None: nobody may."""
    champions: tuple[Path, ...] = ()
    """Folders with a folder for each game, and in it champions."""
    isolation: str = "sandbox"
    running: int = os.cpu_count() or 1
    """How many matches of champions are played at once."""
    waiting: int = 64
    tables: int = 64
    """How many matches with people in them there are at once."""
    match_s: float = 900.0
    """How long a match of champions may last."""
    idle_s: float = 7200.0
    """How long a match waits for people of whom nothing is heard."""
    upload_bytes: int = 16 << 20
    slack: float = 1.0
    """Rates are multiplied by this: for tests and benchmarks."""
