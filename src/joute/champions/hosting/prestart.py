"""Prestarted hosts: they load the game while the engine still loads it too.

A host does nothing for a champion before it gets `HostHello`; `dismiss` ends those that no champion took.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from importlib.machinery import SOURCE_SUFFIXES
from pathlib import Path

from msgspec.structs import replace

from joute.champions.sandbox.limits import Hosting, Level, Limits, NoSandbox
from joute.core.game import Game

from . import forkserver
from .process import HostProcess, foreign_folder, preload_of

_waiting: list[HostProcess] = []


def start(game: str, champions: Sequence[str], hosting: Hosting) -> None:
    """Start hosts for champions that are files of this Python's; the regular start reports errors."""
    if hosting.level != Level.NONE:
        with suppress(OSError, ValueError, LookupError):
            forkserver.load(preload_of(game, foreign_folder(game)))
    for name in champions:
        path = Path(name)
        if hosting.level != Level.NONE and path.suffix in SOURCE_SUFFIXES and path.is_file():
            with suppress(NoSandbox, OSError, ValueError, LookupError):
                _waiting.append(HostProcess(hosting.level, path, hosting.limits, game, foreign_folder(game)))


def host(level: Level, champion: Path, limits: Limits, game: Game, more: tuple[Path, ...] = ()) -> HostProcess:
    """A host for a champion: a prestarted one that fits, or a new one, which shows the champion `more` paths."""
    wanted = level, champion, limits, game.name, foreign_folder(game.name)
    process = next((one for one in _waiting if _without_time(*one.started_for) == _without_time(*wanted)), None)
    if process is None or more:
        return HostProcess(*wanted, more, (game.preset, game.overrides))
    _waiting.remove(process)
    return process


def _without_time(level: Level, champion: Path | None, limits: Limits, *rest: object) -> tuple[object, ...]:
    """What a host was started for, without the time for a callback: that is known only once the game is loaded."""
    return level, champion, replace(limits, time_ms=None), *rest


def dismiss() -> None:
    """End the hosts that no champion took."""
    while _waiting:
        process = _waiting.pop()
        process.kill()
        process.close_memory()
