"""Building libraries: once for each text of the rules, into the cache of the user."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from ..locks import lock as hold
from ..text import Text
from .library import ENDINGS, BuildError, Machine, cache_folder, digest, family, file_name, find, this_machine

if TYPE_CHECKING:
    from joute.core.game import Game
    from joute.core.policy import Policy

    from .plane_layout import PlanePlans

NO_FOLDER = "there is no folder for libraries: set XDG_CACHE_HOME to one that can be written to"
TOOLS = f"{sys.executable} -m pip install 'numba>=0.60'"
"""As the extra `build`, and the same for a clone as for a package."""

LINES_MOST = 4
"""How many lines are shown of the place of an error in a policy."""
UNUSED_DAYS = 30
"""How long a library of other sources stays in the cache after it was last read, where the file system notes that."""

Progress = Callable[[str], None]
"""Is called with each step of a build: `lowering`, then the machines."""


def require(
    game: Game,
    checked: bool = False,
    policy: Policy | None = None,
    machine: Machine | None = None,
    plans: PlanePlans | None = None,
) -> Path:
    """The library of a game, of a policy of it, or for batches of games side by side, built if it is not there; for
    this machine if none is given. Raises BuildError."""
    machine = machine or this_machine()
    if machine is None:
        raise BuildError(
            Text(
                f"libraries are made for {', '.join(Machine)}; this machine is another",
                f"les bibliothèques sont faites pour {', '.join(Machine)} ; cette machine en est une autre",
            )
        )
    found = find(game, machine, checked, policy, plans)
    if found is None:
        with alone(game):  # another process may be building it
            again = find(game, machine, checked, policy, plans)
            found = again or next(build(game, [machine], checked=checked, policy=policy, plans=plans))
    return found


@contextmanager
def alone(game: Game) -> Iterator[None]:
    """Have the libraries of a game built into the cache by one process at a time."""
    path = _cache() / f"{game.name}.lock"
    try:
        lock = open(path, "w")  # noqa: SIM115
    except OSError as error:
        raise BuildError(f"{path}: cannot be written: {error.strerror}; {NO_FOLDER}") from error
    with lock:
        hold(lock)
        yield


def _cache() -> Path:
    folder = cache_folder()
    if folder is None:
        raise BuildError(NO_FOLDER)
    return folder


def require_tools(machines: Sequence[Machine]) -> None:
    """Raise BuildError, which says what to install, unless libraries for these machines can be built here."""
    from . import targets

    if find_spec("numba") is None:
        raise BuildError(
            Text(
                f"libraries need numba to be built: {TOOLS}",
                f"il faut numba pour construire les bibliothèques : {TOOLS}",
            )
        )
    for machine in machines:
        if machine != Machine.CUDA:
            targets.linker(machine)


def preset_plans(game: Game, policy: Policy | None = None) -> list[PlanePlans]:
    """The widths of the values of a game, and of a policy, side by side, at the start of each preset; each once."""
    from joute.core.game import Game
    from joute.core.table import Table

    from .plane_layout import plane_plans

    tables = [Table(Game(game.package, preset)) for preset in game.parameters.presets]
    found = [plane_plans(table.game, table.game.dims(table.board, table.seats), policy) for table in tables]
    return list({plans.code: plans for plans in found}.values())


def build(
    game: Game,
    machines: Sequence[Machine],
    folder: Path | None = None,
    checked: bool = False,
    progress: Progress = lambda step: None,
    policy: Policy | None = None,
    plans: PlanePlans | None = None,
) -> Iterator[Path]:
    """Build the libraries of a game, of a policy of it, or for batches of games side by side, all from one lowering;
    raises BuildError. They go into a folder, or else into the cache."""
    require_tools(machines)
    from . import lowering, targets

    into = folder or _cache()
    _require_writable(into)
    if folder is None:
        _discard_unused(game, into, policy)
    progress("lowering")
    try:
        lowered = lowering.lowered(game, checked, policy, plans)
    except Exception as error:
        if policy is None:
            raise
        raise BuildError(_why(policy, error)) from error
    for machine in machines:
        progress(machine)
        path = into / file_name(game, machine, checked, policy, plans)
        _write(targets.made(lowered, machine), path)
        yield path


def _why(policy: Policy, error: Exception) -> Text:
    """What keeps a policy from being compiled: its author has to mend it, so without what numba adds."""
    file = policy.path.name
    lines = [line for line in str(error).splitlines() if line.strip() and not line.startswith(("Failed in", "During"))]
    places = [number for number, line in enumerate(lines) if file in line][:1]
    what = "\n".join(lines[:1] + [line for place in places for line in lines[place : place + LINES_MOST]])
    return Text(
        f"{file} cannot be compiled: it must keep to kernel style (CONTRIBUTING.md)\n{what}",
        f"{file} ne peut pas être compilé : il doit s'en tenir au style des noyaux (CONTRIBUTING.md)\n{what}",
    )


def copied(library: Path, folder: Path) -> Path:
    """A copy of a library in a folder; raises BuildError."""
    _require_writable(folder)
    _write(library.read_bytes(), folder / library.name)
    return folder / library.name


def _require_writable(folder: Path) -> None:
    """Say that a folder cannot be written to before a minute of work, not after."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        probe = part_name(folder / "probe", os.getpid())
        probe.touch()
        probe.unlink()
    except OSError as error:
        raise BuildError(
            Text(
                f"{folder}: no library can be written here: {error.strerror}",
                f"{folder} : aucune bibliothèque ne peut être écrite ici : {error.strerror}",
            )
        ) from error


def _discard_unused(game: Game, folder: Path, policy: Policy | None) -> None:
    """Remove libraries of the same name that were built from other sources, and were not used for long."""
    oldest = time.time() - UNUSED_DAYS * 86400
    name = family(game, policy)
    for path in {path for ending in ("so", *ENDINGS.values()) for path in folder.glob(f"{name}-*.{ending}")}:
        with suppress(OSError):
            about = path.stat()
            if digest(game, policy) not in path.name and max(about.st_atime, about.st_mtime) < oldest:
                path.unlink()


def _write(content: bytes, path: Path) -> None:
    """Write a file whole or not at all."""
    part = part_name(path, os.getpid())
    try:
        with open(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o644), "wb") as file:
            os.fchmod(file.fileno(), 0o644)  # whatever the umask: `find` refuses what others can write to
            file.write(content)
            file.flush()
            os.fsync(file.fileno())  # or a crash of the machine may leave the name without the content
        os.replace(part, path)
    except OSError as error:
        raise BuildError(
            Text(f"{path}: cannot be written: {error.strerror}", f"{path} : écriture impossible : {error.strerror}")
        ) from error
    finally:
        part.unlink(missing_ok=True)


def part_name(path: Path, process: int) -> Path:
    """The name under which a process writes a file before it is whole."""
    return path.with_name(f".{path.name}.{process}.part")


def discard_parts(folder: Path, process: int) -> None:
    """Remove what a process that was killed left half-written."""
    for part in folder.glob(f".*.{process}.part"):
        with suppress(OSError):
            part.unlink()
