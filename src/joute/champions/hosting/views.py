"""What a host is told of a table: the board as players may know it, and what is new in views."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from joute.core.game import Game
from joute.core.seat import Seat

from .wire import Hello


def hello(seat: Seat, games: Path | None, **rest: Any) -> Hello:
    """All that a host is told of the match of a seat; `games` is the folder of a game that is not ours."""
    game, table = seat.game, seat._table
    return Hello(
        game=game.name,
        preset=game.preset,
        params=game.overrides,
        games=str(games.parent) if games else "",
        board=public(game, table.board),
        seats=table.seats,
        seat=seat.index,
        **rest,
    )


def public(game: Game, board: Any) -> list[list[int]]:
    """The board as players may know it; a game whose boards hold secrets says what that is (`veil` in its board.py)."""
    veil = getattr(game.boards, "veil", None)
    return [list(part) for part in (veil(board) if veil else board)]
