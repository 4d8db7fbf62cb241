"""Ends that the rules do not know: a player resigns, or all agree on a draw."""

from __future__ import annotations

import msgspec

from joute.core.world import Result

RESIGNED, DRAWN = "resign", "draw"
"""The reasons of such an end."""


class Ending(msgspec.Struct, frozen=True):
    """How the players ended a match between two phases; what was ordered in the phase under way does not count."""

    resigned: int | None = None
    """The seat that gave the match up; none: all agreed on a draw."""


def ended(standing: Result, ending: Ending) -> Result:
    """The result of a match that its players ended: scores stand; who resigned is last, behind the others in the order
    of the game; a draw has no other loser."""
    loser, seats = ending.resigned, len(standing.scores)
    if loser is None:
        return Result(True, standing.scores, (1,) * seats, DRAWN)
    others = [rank for seat, rank in enumerate(standing.ranks) if seat != loser]
    ranks = tuple(
        seats if seat == loser else 1 + sum(other < rank for other in others)
        for seat, rank in enumerate(standing.ranks)
    )
    return Result(True, standing.scores, ranks, RESIGNED)
