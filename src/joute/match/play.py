"""Playing a match: the one way, for the command line, the web arena, tournaments, the demo and the benchmark."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from joute.core.table import Table

from .player import Player, released_on_error
from .referee import LoadFault, MatchResult, Referee, Watcher
from .replay import Origin, Recorder, Replay, Restart


class MatchSpec(NamedTuple):
    """A match to be played: a table between two phases, and a player for each seat, none of them started."""

    table: Table
    players: Sequence[Player]
    recorder: Recorder | None = None
    """Where each line of the replay goes as it is written; without one, to the result alone."""
    limits: Mapping[str, Any] = {}
    """What the players may use, for the record."""
    resumed: bool = False
    """Whether the table was taken from a match under way."""
    origin: Origin | None = None
    """Which position of which match that was, for the record."""
    load_fault: LoadFault | None = None
    """Without it, a player that cannot be loaded raises LoadError, and there is no match."""
    past: Replay | None = None
    """What was played before the match was interrupted, in the recorder already; the table is as it began."""
    restart: Restart | None = None
    """Why the match had to begin again, for the record."""
    on_going_on: Callable[[], None] | None = None
    """Called when the players know what was played, before the match goes on."""


def play_match(spec: MatchSpec, watcher: Watcher | None = None) -> MatchResult:
    """Start the players, play to the end and release them, once each; `watcher` sees the table after every phase."""
    with released_on_error(spec.players):
        referee = Referee(spec.table, spec.players, spec.recorder, spec.limits, spec.load_fault)
    if spec.past is None:
        return referee.play(watcher, spec.resumed, spec.origin, spec.restart)
    return referee.go_on(spec.past, watcher, spec.on_going_on)
