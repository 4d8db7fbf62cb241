"""Hosts started ahead: while the engine still loads the game, theirs load it too.

A host does nothing for a champion before it is greeted; one that is not called for is ended.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from msgspec.structs import replace

from joute.champions.sandbox.limits import Hosting, Level, Limits, NoSandbox

from .process import HostProcess, foreign_folder

_waiting: list[HostProcess] = []


def start(game: str, champions: Sequence[str], hosting: Hosting) -> None:
    """Start the hosts of champions that are files in Python; what goes wrong is told when they are found."""
    for name in champions:
        path = Path(name)
        if hosting.level != Level.NONE and path.suffix == ".py" and path.is_file():
            with suppress(NoSandbox, OSError, ValueError, LookupError):
                _waiting.append(HostProcess(hosting.level, path, hosting.limits, game, foreign_folder(game)))


def host(level: Level, champion: Path, limits: Limits, game: str) -> HostProcess:
    """A host for a champion: one that waits, or a new one."""
    asked = level, champion, limits, game, foreign_folder(game)
    found = next((process for process in _waiting if _timeless(*process.asked) == _timeless(*asked)), None)
    if found is None:
        return HostProcess(*asked)
    _waiting.remove(found)
    return found


def _timeless(level: Level, champion: Path | None, limits: Limits, *rest: object) -> tuple[object, ...]:
    """What a host is started for but the time for a callback, which is known when the game is."""
    return level, champion, replace(limits, time_ms=None), *rest


def dismiss() -> None:
    """End those that nobody has called for."""
    while _waiting:
        process = _waiting.pop()
        process.kill()
        process.forget()
