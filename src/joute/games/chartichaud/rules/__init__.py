"""The rules, in the order of the rules document. Kernel style: functions over integers and columns.

`vocabulary` and `answers` name the numbers, `state` holds the tables and the start (3.3, 4.1, 4.2), `actions` what a
player may order (4.3 to 4.7), `turns` fights and the end of a turn (4.8 to 4.10), `ending` the end of the match
(4.11), `sight` what a player may know (5), `guess` a truth that this may be, `queries` what it may ask (6.0), `chance`
random play, `unsound` what makes a loaded state impossible.
"""

from __future__ import annotations

from joute.core.rules import Action, Rules, Soundness
from joute.core.text import Text

from ..board import Board
from ..params import Params
from . import actions, answers, ending, turns
from .chance import sample
from .guess import determinise
from .sight import hide
from .state import Scratch, State, reindex, setup
from .unsound import UNSOUND, unsound
from .vocabulary import PHASES, REASONS

RULES = Rules(
    state=State,
    board=Board,
    params=Params,
    scratch=Scratch,
    phases=PHASES,
    ok=answers.OK,
    actions=(
        Action("move", Text("Move", "Déplacer"), actions.check_move, actions.move),
        Action("build", Text("Build", "Construire"), actions.check_build, actions.build),
        Action("farm", Text("Harvest", "Récolter"), actions.check_farm, actions.farm),
        Action("autofarm", Text("Harvest everywhere", "Récolter partout"), actions.check_autofarm, actions.autofarm),
    ),
    gate=actions.gate,
    setup=setup,
    reindex=reindex,
    asked=turns.asked,
    resolve=turns.resolve,
    score=ending.score,
    standing=ending.standing,
    forfeit=ending.forfeit,
    sample=sample,
    hide=hide,
    determinise=determinise,
    unsound=Soundness(unsound, UNSOUND),
    events=(turns.Fight,),
    reasons=REASONS,
    live=True,
    orders_refusal=answers.ALREADY_ACTED,
)
