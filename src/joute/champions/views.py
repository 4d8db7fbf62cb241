"""What a host is told of a table: the board as players may know it, and views as bytes."""

from __future__ import annotations

from array import array
from typing import Any

from joute.core.game import Game
from joute.core.world import AnyWorld


def public(game: Game, board: Any) -> list[list[int]]:
    """The board as players may know it; a game whose boards hold secrets says what that is (`veil` in its board.py)."""
    veil = getattr(game.boards, "veil", None)
    return [list(part) for part in (veil(board) if veil else board)]


def packed(world: AnyWorld) -> list[bytes]:
    """The buffers of a state as bytes."""
    return [array("q", buffer).tobytes() if isinstance(buffer, list) else buffer.tobytes() for buffer in world.state]
