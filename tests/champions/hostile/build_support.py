"""What tests of hostile builds share."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from joute.champions.building import jail
from joute.champions.building.job import BuildLimits
from joute.champions.errors import ChampionError

ROOT = os.geteuid() == 0
KEPT = [jail.Isolation.BOX, *([jail.Isolation.USER] if ROOT else [])]
"""Where builds run: an ordinary user has them in a box or not at all."""
SMALL = BuildLimits(time_s=60.0, memory_mb=256, processes=32, written_mb=32, output_mb=8, output_files=50)
IDLE = '#include "api.hh"\nvoid jouer_placement() {}\nvoid jouer_marche() {}\n'
MARK = f"hostile-build-{os.getpid()}"
"""In the command of what a build starts."""
SECRET = "the-secret-is-out"

Build = Callable[..., Path]


def leftovers() -> set[str]:
    """What lies where a hostile build might leave something."""
    return {str(path) for place in ("/tmp", "/dev/shm", "/var/tmp") for path in Path(place).glob("*hostile*")}


def refused(build: Build, text: str, limits: BuildLimits = SMALL) -> str:
    with pytest.raises(ChampionError) as told:
        build(text, limits)
    return str(told.value)


def made(place: Path) -> list[str]:
    return sorted(path.relative_to(place).as_posix() for path in place.rglob("*") if path.is_file())
