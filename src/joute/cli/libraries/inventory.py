"""Which libraries are there, and how to get those that are not."""

from __future__ import annotations

from typing import NamedTuple

from joute.core.backends.building import require_tools
from joute.core.backends.library import PACKAGED, BuildError, Machine, find, this_machine
from joute.core.registry import game_names, load_game


class Found(NamedTuple):
    """Where the library of a game for a machine lies: `packaged`, `cached`, or `missing` with the remedy."""

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
    path = find(load_game(name), machine)
    if path is not None:
        return Found(name, machine, "packaged" if path.parent == PACKAGED else "cached", str(path))
    build = f"joute build {name}"
    try:
        require_tools([machine])
    except BuildError as error:
        return Found(name, machine, "missing", remedy=f"{build}; but {error}")
    return Found(name, machine, "missing", remedy=build)
