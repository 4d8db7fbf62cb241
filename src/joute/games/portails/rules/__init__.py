"""The rules, a module a chapter. Kernel style: functions over integers and columns.

`state` the vocabulary (4.1), `geometry` (4.3), `links` with the fields between them, `actions` (4.5), `course` of the
game with field points and history (4.2, 4.4, 5), `unsound` states (4.6), `queries` (6), `random_play`. A portal is its
number: by x, then by y.
"""

from __future__ import annotations

from joute.core.rules import Rules, Soundness

from ..board import Board
from ..params import Params
from .actions import ACTIONS, gate
from .course import Paid, asked, reindex, resolve, setup
from .random_play import sample
from .state import OK, ORDERS_MOST, PHASES, Scratch, State, score
from .unsound import UNSOUND, unsound

RULES = Rules(
    state=State,
    board=Board,
    params=Params,
    scratch=Scratch,
    phases=PHASES,
    ok=OK,
    actions=ACTIONS,
    events=(Paid,),
    setup=setup,
    reindex=reindex,
    asked=asked,
    gate=gate,
    resolve=resolve,
    score=score,
    sample=sample,
    unsound=Soundness(unsound, UNSOUND),
    orders_most=ORDERS_MOST,
)
