"""The rules, in the order of the rules document. Kernel style: functions over integers and flat buffers.

`state` holds the vocabulary and the tables (4.1 to 4.3), `actions` what a player may order (6.4), `fights` what happens
when a turn ends (4.6), `rounds` the order of play and the score (4.4, 4.7, 4.9), `chance` random play, `unsound` what
makes a loaded state impossible.
"""

from __future__ import annotations

from ..params import ORDERS_MOST
from .actions import apply, check
from .chance import sample
from .fights import FIGHT, LOOT, SUNK, TAKEN
from .rounds import INCOME_PAID, PUBLISHED, asked, resolve, score
from .state import (
    ACTIONS,
    LAYOUT,
    LIMITE_ATTEINTE,
    OK,
    PHASES,
    SCRATCH,
    Scratch,
    State,
    boats_on,
    cell_of,
    find_boat,
    inside,
    owner_of,
    reindex,
    setup,
)
from .unsound import UNSOUND, unsound

ORDERS_REFUSAL = LIMITE_ATTEINTE

__all__ = [
    "ACTIONS",
    "UNSOUND",
    "FIGHT",
    "INCOME_PAID",
    "LAYOUT",
    "LOOT",
    "OK",
    "ORDERS_MOST",
    "ORDERS_REFUSAL",
    "PHASES",
    "PUBLISHED",
    "SCRATCH",
    "SUNK",
    "Scratch",
    "State",
    "TAKEN",
    "apply",
    "asked",
    "boats_on",
    "cell_of",
    "check",
    "unsound",
    "find_boat",
    "inside",
    "owner_of",
    "reindex",
    "resolve",
    "sample",
    "score",
    "setup",
]
