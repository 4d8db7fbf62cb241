"""What a host learns of a table: the board as players may know it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from joute.core.backends.library import find
from joute.core.columns import planes
from joute.core.game import Game
from joute.core.policy import PolicyText, declared
from joute.core.seat import Seat

from .wire import HostHello


def hello(seat: Seat, games: Path | None, **rest: Any) -> HostHello:
    """The first message to the host of a seat; `games` is the folder of a game that is not part of the engine."""
    game, table = seat.game, seat._table
    return HostHello(
        game=game.name,
        preset=game.preset,
        params=game.overrides,
        games=str(games.parent) if games else "",
        board=public(game, table.board),
        seats=table.seats,
        seat=seat.index,
        library=str(game.library_path or ""),
        **rest,
    )


def policy_library(game: Game, path: Path) -> str:
    """The library of a champion that is a policy, found by the text of its file, which is not run here; else empty."""
    if game.backend != "native" or path.suffix != ".py":
        return ""
    text = PolicyText(path, path.read_bytes())
    return str((find(game, policy=text) if declared(text.source) else None) or "")


def public(game: Game, board: Any) -> list[list[int]]:
    """The board without its secrets, which a game removes itself (`veil` in its board.py) if its boards have any."""
    veil = game.boards.veil
    return planes(veil(board) if veil else board, game.boards.kind)
