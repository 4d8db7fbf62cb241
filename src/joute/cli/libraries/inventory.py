"""Which libraries are there, and how to get those that are not."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from joute.core.backends.building import require_tools
from joute.core.backends.library import PACKAGED, BuildError, Machine, find, loaded, this_machine
from joute.core.registry import game_names, load_game


class Found(NamedTuple):
    """Where the library of a game for a machine lies: `packaged`, `cached`, or with a remedy `broken` or `missing`."""

    game: str
    machine: str
    where: str
    file: str = ""
    remedy: str = ""


def inventory() -> list[Found]:
    """The libraries of all games, for this machine and for WebAssembly."""
    machines = dict.fromkeys([machine for machine in (this_machine(), Machine.WASM32) if machine is not None])
    return [_found(name, machine) for name in game_names() for machine in machines]


def _found(name: str, machine: Machine) -> Found:
    path, build = find(load_game(name), machine), f"joute build {name}"
    if path is not None:
        broken = "" if machine == Machine.WASM32 else _broken(path)
        where = "broken" if broken else "packaged" if path.parent == PACKAGED else "cached"
        return Found(name, machine, where, str(path), f"{broken}; build it again: {build} --force" if broken else "")
    try:
        require_tools([machine])
    except BuildError as error:
        return Found(name, machine, "missing", remedy=f"{build}; but {error}")
    return Found(name, machine, "missing", remedy=build)


def _broken(path: Path) -> str:
    """Why a library of this machine cannot be loaded; empty if it can."""
    try:
        loaded(path)
    except OSError as error:
        return str(error)
    return ""
