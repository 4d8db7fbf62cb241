"""The rules, in the order of the rules document. Kernel style: functions over integers and flat buffers.

`state` holds the vocabulary and the tables (4.1, 4.2), `construction`, `movement` and `combat` the phases (4.4 to 4.7),
`orders` what is common to all actions (6.3), `rounds` the course of a match (4.3, 4.7 to 4.10), `random_play` random
orders and `unsound` what makes a loaded state impossible.
"""

from __future__ import annotations

from .construction import constructible
from .orders import apply, check
from .random_play import sample
from .rounds import asked, fountains_of, holder, resolve, score
from .state import (
    ACTIONS,
    LAYOUT,
    OK,
    PHASES,
    SCRATCH,
    Scratch,
    State,
    alive,
    in_group,
    is_wall,
    kind_of,
    occupant_of,
    on_board,
    reindex,
    renew,
    setup,
    tower_on,
)
from .unsound import UNSOUND, unsound

__all__ = [
    "ACTIONS",
    "UNSOUND",
    "LAYOUT",
    "OK",
    "PHASES",
    "SCRATCH",
    "Scratch",
    "State",
    "alive",
    "apply",
    "asked",
    "check",
    "constructible",
    "unsound",
    "fountains_of",
    "holder",
    "in_group",
    "is_wall",
    "kind_of",
    "occupant_of",
    "on_board",
    "reindex",
    "renew",
    "resolve",
    "sample",
    "score",
    "setup",
    "tower_on",
]
