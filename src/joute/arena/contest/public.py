"""What the public may see of the tournaments of a contest, and what it calls their matches."""

from __future__ import annotations

from joute.arena.tournament.viewer import Numbers, Viewer

from .config import LADDER
from .model import Contest


def viewer(contest: Contest, organiser: bool = False) -> Viewer:
    """Who looks at the tournaments of a contest. The ladder is shown by its table alone, which may be frozen."""
    return Viewer(organiser, numbers(contest), frozenset() if organiser else frozenset({LADDER}))


def numbers(contest: Contest) -> Numbers:
    """The public numbers of its matches."""
    return Numbers(contest.secret)
