"""The rules, in the order of the rules document. Kernel style: functions over integers and columns.

`state` holds the vocabulary and the tables (4.1 to 4.3), `places` and `boats` what is done with them (4.1, 4.2),
`fights` what happens when a turn ends (4.6), `rounds` the order of play and the score (4.4, 4.7, 4.9), `queries` what a
champion may ask (6.3), `actions` what a player may order (6.4), `events` what viewers are told, `chance` random play,
`unsound` what makes a loaded state impossible.
"""

from __future__ import annotations

from joute.core.rules import Rules, Soundness

from ..board import Board
from ..params import ORDERS_MOST, Params
from .actions import ACTIONS, LIMITE_ATTEINTE, gate
from .boats import reindex
from .chance import sample
from .events import Earned, Fought, Looted, Published, Sunk, Taken
from .rounds import asked, resolve, score
from .state import OK, PHASES, Scratch, State, setup
from .unsound import UNSOUND, unsound

RULES = Rules(
    state=State,
    board=Board,
    params=Params,
    scratch=Scratch,
    phases=PHASES,
    ok=OK,
    actions=ACTIONS,
    events=(Fought, Taken, Sunk, Looted, Earned, Published),
    setup=setup,
    reindex=reindex,
    asked=asked,
    gate=gate,
    resolve=resolve,
    score=score,
    sample=sample,
    unsound=Soundness(unsound, UNSOUND),
    orders_most=ORDERS_MOST,
    orders_refusal=LIMITE_ATTEINTE,
)
