"""The registry: games are found, not listed, and loading one imports only that one."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from contextlib import suppress
from importlib import import_module
from typing import Any

from .errors import ParamError, shown
from .game import Game
from .info import Info
from .text import Text

GAMES = "joute.games"
EXTRA = "JOUTE_GAMES"
"""An environment variable: more folders of games, separated as in PATH."""


def game_names() -> list[str]:
    """The names of all games, sorted."""
    return sorted({name for folder in _paths() for name in _packages(folder)})


def game_info(name: str) -> Info:
    """What a game says of itself, without loading its rules."""
    _require(name)
    info: Info = import_module(f"{GAMES}.{name}").INFO
    return info


def load_game(name: str, /, preset: str | None = None, **overrides: Any) -> Game:
    """A game with its parameters settled. Wrong name, preset or value: ValueError."""
    return settled_game(name, preset, overrides)


def settled_game(name: str, preset: str | None, params: Mapping[str, Any]) -> Game:
    """The same, with the parameters in a mapping: they may have any name."""
    _require(name)
    return Game(f"{GAMES}.{name}", preset, params)


def _require(name: str) -> None:
    if name.isidentifier() and f"{GAMES}.{name}" in sys.modules:
        return
    names = game_names()
    if name not in names:
        raise ParamError(
            Text(
                f"game {shown(name)} does not exist; there are {', '.join(names)}",
                f"le jeu {shown(name)} n'existe pas ; il y a {', '.join(names)}",
            )
        )


def _packages(folder: str) -> list[str]:
    """The packages in a folder; `pkgutil` finds the same, and takes long to load."""
    with suppress(OSError):
        return [name for name in os.listdir(folder) if name.isidentifier() and _is_package(f"{folder}/{name}")]
    return []


def _is_package(folder: str) -> bool:
    return os.path.isfile(f"{folder}/__init__.py")


def _paths() -> list[str]:
    """Where games live; extra folders join the package's own search path."""
    package = import_module(GAMES)
    for folder in filter(None, os.environ.get(EXTRA, "").split(os.pathsep)):
        if folder not in package.__path__:
            package.__path__.append(folder)
    return list(package.__path__)
