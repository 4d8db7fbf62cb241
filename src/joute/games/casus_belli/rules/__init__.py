"""The rules, a module a chapter of the rules document. Kernel style: functions over integers and columns."""

from joute.core.rules import Action, Fog, Rules, Soundness
from joute.core.text import Text

from ..board import Board
from ..params import Params
from .calendar import resolve, score, setup
from .chance import sample
from .events import EVENTS
from .fog import recall, reveal
from .orders import asked, check_attack, check_walk, file_attack, file_walk, gate
from .state import Scratch, State, reindex
from .survey import Lookup, survey
from .unsound import UNSOUND, unsound
from .vocabulary import OK, PHASES

RULES = Rules(
    state=State,
    board=Board,
    params=Params,
    scratch=Scratch,
    phases=PHASES,
    ok=OK,
    actions=(
        Action("perso_deplace", Text("Walk", "Marcher"), check_walk, file_walk),
        Action("perso_attaque", Text("Attack", "Attaquer"), check_attack, file_attack),
    ),
    events=EVENTS,
    setup=setup,
    reindex=reindex,
    asked=asked,
    gate=gate,
    resolve=resolve,
    score=score,
    sample=sample,
    fog=Fog(lookup=Lookup, survey=survey, reveal=reveal, recall=recall, view_only=("glimpses",)),
    unsound=Soundness(unsound, UNSOUND),
)
