"""What is common to all actions (rules, 6.3): who may act, in which phase, and the form of the arguments."""

from __future__ import annotations

from joute.core.params import INT32_MOST

from .state import World
from .terms import ASSIEGER, CONSTRUCTION, DEPLACEMENT, DEPLACER, OK, PERDANT, PHASE_INCORRECTE, SIEGE, TIRER, TIRS

INT32_LEAST = -(2**31)
MALFORMED = 2**31
"""6.3  What a malformed argument becomes: no number of 32 bits, and off any board."""


def gate(w: World, seat: int, action: int) -> int:
    """6.3  The caller lives, and the phase is that of the action."""
    if not w.state.players.vivant[seat]:
        return PERDANT
    return OK if w.state.head.phase == phase_of(action) else PHASE_INCORRECTE


def phase_of(action: int) -> int:
    """4.4 to 4.7  The phase an action belongs to."""
    if action == DEPLACER:
        return DEPLACEMENT
    if action == TIRER:
        return TIRS
    if action == ASSIEGER:
        return SIEGE
    return CONSTRUCTION


def is_number(argument: int) -> bool:
    """6.3  Whether an argument is an integer of 32 bits.

    The first malformed argument decides, before all other checks. A malformed position is off the board too, so it is
    looked at only where a number after it is malformed.
    """
    return INT32_LEAST <= argument <= INT32_MOST
