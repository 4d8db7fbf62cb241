"""The rules, in the order of the rules document. Kernel style: functions over integers and columns.

`terms` holds phases, actions and answers, `state` the tables (4.1), `towers` and `wizards` their rows,
`construction`, `movement` and `combat` the phases (4.4 to 4.7), `orders` what is common to all actions (6.3), `rounds`
the course of a match (4.2, 4.3, 4.7 to 4.10), `queries` what champions may ask (6.2), `events` what viewers are told,
`random_play` random orders and `unsound` what makes a loaded state impossible.
"""

from __future__ import annotations

from joute.core.rules import Action, Rules, Soundness
from joute.core.text import Text

from ..board import Board
from ..params import Params
from . import combat, construction, movement, rounds, state, terms
from .events import Capture, Clash, Fight
from .orders import gate
from .random_play import sample
from .unsound import UNSOUND, unsound

RULES = Rules(
    state=state.State,
    board=Board,
    params=Params,
    scratch=state.Scratch,
    phases=terms.PHASES,
    ok=terms.OK,
    actions=(
        Action(
            "construire",
            Text("Build a tower (range)", "Construire une tourelle (portée)"),
            construction.check_construire,
            construction.construire,
        ),
        Action(
            "supprimer",
            Text("Delete this tower", "Supprimer cette tourelle"),
            construction.check_supprimer,
            construction.supprimer,
        ),
        Action("creer", Text("Create wizards", "Créer des sorciers"), construction.check_creer, construction.creer),
        Action("deplacer", Text("Move wizards", "Déplacer des sorciers"), movement.check_deplacer, movement.deplacer),
        Action("tirer", Text("Shoot", "Tirer"), combat.check_tirer, combat.tirer),
        Action("assieger", Text("Attack a tower", "Assiéger une tourelle"), combat.check_assieger, combat.assieger),
    ),
    events=(Fight, Capture, Clash),
    setup=rounds.setup,
    reindex=state.reindex,
    renew=state.renew,
    asked=rounds.asked,
    gate=gate,
    resolve=rounds.resolve,
    score=rounds.score,
    sample=sample,
    unsound=Soundness(unsound, UNSOUND),
)
