"""The rules, a module a chapter of the rules document. Kernel style: functions over integers and flat buffers."""

from .attack import attacks
from .calendar import resolve, score, setup
from .chance import sample
from .fog import recall, reveal
from .march import march
from .orders import apply, asked, check
from .state import ACTIONS, LAYOUT, OK, PHASES, SCRATCH, VIEW_ONLY, Scratch, State, World, reindex
from .survey import SURVEY, survey
from .unsound import UNSOUND, unsound
from .vision import in_field, list_field, list_square, team_sees

__all__ = [
    "ACTIONS",
    "UNSOUND",
    "LAYOUT",
    "OK",
    "PHASES",
    "SCRATCH",
    "World",
    "SURVEY",
    "VIEW_ONLY",
    "Scratch",
    "State",
    "apply",
    "asked",
    "attacks",
    "check",
    "unsound",
    "in_field",
    "list_field",
    "list_square",
    "march",
    "recall",
    "reindex",
    "resolve",
    "reveal",
    "sample",
    "score",
    "setup",
    "survey",
    "team_sees",
]
