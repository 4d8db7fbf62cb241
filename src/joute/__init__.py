"""Joute: an arena for strategy games played by programs and by people."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .core.batch import Batch
    from .core.position import Position
    from .core.registry import game_names, load_game
    from .core.table import Table
    from .core.world import Result, Turn
    from .lookahead import give, position, seed
    from .replays import Replay

__version__ = "1.0.0"
__all__ = [
    "Batch",
    "Position",
    "Replay",
    "Result",
    "Table",
    "Turn",
    "__version__",
    "game_names",
    "give",
    "load_game",
    "position",
    "seed",
]

_HOMES = {
    "Batch": "core.batch",
    "Position": "core.position",
    "Replay": "replays",
    "Result": "core.world",
    "Table": "core.table",
    "Turn": "core.world",
    "game_names": "core.registry",
    "give": "lookahead",
    "load_game": "core.registry",
    "position": "lookahead",
    "seed": "lookahead",
}


def __getattr__(name: str) -> Any:
    """Load the public names on first use, so that `joute --help` need not."""
    if name == "env":
        return import_module("joute.env")
    if name not in _HOMES:
        raise AttributeError(f"module 'joute' has no attribute {name!r}")
    return getattr(import_module(f"joute.{_HOMES[name]}"), name)
