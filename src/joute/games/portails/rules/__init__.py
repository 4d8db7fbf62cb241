"""The rules, a module a chapter. Kernel style: functions over integers and flat buffers.

`state` the vocabulary (4.1), `geometry` (4.3), `links` with the fields between them, `actions` (4.5), `course` of the
game with field points and history (4.2, 4.4, 5), `random_play`. A portal is its number: by x, then by y.
"""

from .actions import apply, check
from .course import asked, reindex, resolve, setup
from .geometry import cross, inside, interfere
from .links import linked, next_common
from .random_play import sample
from .state import ACTIONS, LAYOUT, OK, ORDERS_MOST, ORDERS_REFUSAL, PHASES, SCRATCH, State, World, score
from .unsound import UNSOUND, unsound

__all__ = [
    "ACTIONS",
    "UNSOUND",
    "LAYOUT",
    "OK",
    "ORDERS_MOST",
    "ORDERS_REFUSAL",
    "PHASES",
    "SCRATCH",
    "World",
    "State",
    "apply",
    "asked",
    "check",
    "cross",
    "unsound",
    "inside",
    "interfere",
    "linked",
    "next_common",
    "reindex",
    "resolve",
    "sample",
    "score",
    "setup",
]
