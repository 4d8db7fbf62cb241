"""What a viewer shows of a state."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from . import rules
from .board import HEIGHT, WIDTH

if TYPE_CHECKING:
    from joute.core.game import Game


def scene(game: Game, world: rules.Game) -> dict[str, Any]:
    """The board, its coins and holes, and the walkers that are seen."""
    s = world.state
    return {
        "height": int(world.board.head[HEIGHT]),
        "width": int(world.board.head[WIDTH]),
        "turn": int(s.head[rules.TURN_NO]),
        "coins": [int(coins) for coins in s.coins],
        "dug": [int(dug) for dug in s.ground[rules.DUG :: rules.GROUND_COLUMNS]],
        "walkers": [
            {"cell": int(rules.place(world, seat)), "score": int(rules.score(world, seat))}
            for seat in range(rules.seat_count(world))
        ],
    }


def drawing(scene: dict[str, Any]) -> str:
    """The board for a terminal: walkers, then holes, then coins."""
    marks = ["o" if dug else str(coins or ".") for coins, dug in zip(scene["coins"], scene["dug"], strict=True)]
    for seat, walker in enumerate(scene["walkers"]):
        if walker["cell"] >= 0:
            marks[walker["cell"]] = chr(ord("A") + seat % 26)
    width = scene["width"]
    return "\n".join("".join(marks[row : row + width]) for row in range(0, len(marks), width))
