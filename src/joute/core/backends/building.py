"""Building libraries: once for each text of the rules, into the cache of the user."""

from __future__ import annotations

import fcntl
import os
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from .library import BuildError, Machine, cache_folder, file_name, find, this_machine

if TYPE_CHECKING:
    from joute.core.game import Game

NO_FOLDER = "there is no folder for libraries: set XDG_CACHE_HOME to one that can be written to"
TOOLS = "pip install 'joute[build]'"


def require(game: Game, checked: bool = False) -> Path:
    """The library of a game for this machine, built if it is not there; raises BuildError."""
    machine = this_machine()
    if machine is None:
        raise BuildError(f"libraries are made for {', '.join(Machine)}; this machine is another")
    found = find(game, machine, checked)
    if found is None:
        with _alone(game):  # another process may be building it
            found = find(game, machine, checked) or build(game, [machine], checked=checked)[0]
    return found


@contextmanager
def _alone(game: Game) -> Iterator[None]:
    """Have the libraries of a game built by one process at a time."""
    folder = cache_folder()
    if folder is None:
        raise BuildError(NO_FOLDER)
    with open(folder / f"{game.name}.lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def build(
    game: Game,
    machines: Sequence[Machine],
    folder: Path | None = None,
    checked: bool = False,
    progress: Callable[[str], None] = lambda step: None,
) -> list[Path]:
    """Build the libraries of a game, all from one lowering, into a folder, or else the cache; raises BuildError."""
    if find_spec("numba") is None:
        raise BuildError(f"a library of {game.name} needs numba to be built: {TOOLS}")
    from . import lowering, targets

    for machine in machines:
        targets.linker(machine)
    into = folder or cache_folder()
    if into is None:
        raise BuildError(NO_FOLDER)
    into.mkdir(parents=True, exist_ok=True)
    progress("lowering")
    lowered = lowering.lowered(game, checked)
    paths = []
    for machine in machines:
        progress(machine)
        path = into / file_name(game, machine, checked)
        _write(targets.made(lowered, machine), path)
        paths.append(path)
    return paths


def _write(content: bytes, path: Path) -> None:
    """Write a file whole or not at all."""
    handle, name = tempfile.mkstemp(dir=path.parent)
    with open(handle, "wb") as file:
        file.write(content)
    os.chmod(name, 0o644)
    os.replace(name, path)
