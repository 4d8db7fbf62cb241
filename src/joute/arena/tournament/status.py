"""The state of a tournament as anybody may see it: standings, queue, workers, failures, matches; no secret."""

from __future__ import annotations

import time
from bisect import bisect_left
from collections.abc import Sequence
from typing import Any

import msgspec
from sqlalchemy import select

from joute.arena.store import Store
from joute.arena.store.matches import MatchRow, by_id, counts, of_tournament, recent_filed
from joute.arena.store.matches import among as shown
from joute.arena.store.schema import Stage, State, matches, players
from joute.core.text import Text

from . import columns
from .columns import Column
from .model import Tournament, all_tournaments, entrant_named, entrants_of, find, live_file
from .results import tallies
from .viewer import ORGANISER, Viewer

ALIVE_S = 15.0
"""Seconds without a sign of life after which a runner counts as gone."""
QUEUE, RECENT, FAULTS = 50, 50, 50


class Standing(msgspec.Struct, frozen=True):
    """An entrant in the running order: by mu - 3 sigma, a skill that it almost certainly has."""

    rank: int
    name: str
    skill: float
    mu: float
    sigma: float
    games: int
    wins: int
    draws: int
    losses: int
    points: float
    aside: str
    """Why it plays no more; empty while it plays."""


class SeatStatus(msgspec.Struct, frozen=True):
    name: str
    score: int | None
    rank: int | None
    verdict: str | None
    told: str


class Meeting(msgspec.Struct, frozen=True):
    """A match of the tournament."""

    id: int
    state: str
    round: int
    seats: tuple[SeatStatus, ...]
    why: str
    reason: str
    ended: float | None
    replay: str | None
    live: bool
    """Whether it can be watched while it is played."""


class WorkerStatus(msgspec.Struct, frozen=True):
    name: str
    match: int | None


class FaultNotice(msgspec.Struct, frozen=True):
    """A champion that failed in a match."""

    match: int
    name: str
    verdict: str
    told: str


class Summary(msgspec.Struct, frozen=True):
    """A tournament in a list."""

    name: str
    game: str
    format: str
    format_title: Text
    stage: str
    running: bool
    entrants: int
    matches: dict[str, int]
    """How many matches are in each state."""
    began: float
    ended: float | None
    commitment: str
    """The hash of the secret that all seeds follow from."""
    secret: str | None
    """Null until it is revealed."""


class TournamentStatus(msgspec.Struct, frozen=True):
    """A tournament on one page."""

    summary: Summary
    standings: tuple[Standing, ...]
    running: tuple[Meeting, ...]
    queue: tuple[Meeting, ...]
    recent: tuple[Meeting, ...]
    failures: tuple[Meeting, ...]
    """Matches in which the engine failed and that wait for the organiser."""
    faults: tuple[FaultNotice, ...]
    workers: tuple[WorkerStatus, ...]
    columns: tuple[Column, ...]
    """The columns of its table on the page: of the final table once it is over, of the running order until then."""
    trouble: str = ""
    """Why the server, where it was to play it, had to stop."""


def summaries(store: Store, viewer: Viewer = ORGANISER) -> list[Summary]:
    """All tournaments of a store, the newest first."""
    with store.reading() as connection:
        known = [one for one in all_tournaments(connection) if one.name not in viewer.hidden]
        return [_summary(connection, tournament, viewer.rounds(tournament)) for tournament in known]


def board(store: Store, name: str, viewer: Viewer = ORGANISER) -> TournamentStatus:
    """One tournament; raises TournamentError."""
    with store.reading() as connection:
        tournament = find(connection, name)
        rounds = viewer.rounds(tournament)
        whole = rounds is None
        pulse = _pulse(tournament) if whole else {}

        def some(state: State, most: int) -> tuple[Meeting, ...]:
            found = of_tournament(connection, tournament.id, [state], most) if whole else []
            return tuple(_meeting(store, match, viewer) for match in found)

        return TournamentStatus(
            _summary(connection, tournament, rounds),
            tuple(standings(connection, tournament, rounds)),
            some(State.RUNNING, QUEUE),
            some(State.WAITING, QUEUE),
            tuple(_meeting(store, match, viewer) for match in recent_filed(connection, tournament.id, RECENT, rounds)),
            some(State.FAILED, QUEUE),
            _faults(connection, tournament, rounds, viewer),
            tuple(
                WorkerStatus(one["name"], one["match"] and viewer.numbers.public(int(one["match"])))
                for one in pulse.get("workers", [])
            ),
            columns.columns_on("page", columns.FINAL if whole and tournament.ended is not None else columns.RUNNING),
        )


def meetings(
    store: Store,
    name: str,
    among: Sequence[str] = (),
    round_: int | None = None,
    before: int | None = None,
    most: int = 100,
    viewer: Viewer = ORGANISER,
) -> list[Meeting]:
    """Matches of a tournament, newest first, in which all of some entrants play; `before` a number, for the next page.

    What no longer counts, because it was played again or drawn again, is left out where a round is named.
    """
    with store.reading() as connection:
        tournament = find(connection, name)
        query = select(matches.c.id).where(matches.c.tournament_id == tournament.id, shown(viewer.rounds(tournament)))
        entrants = entrants_of(connection, tournament) if among else []
        for one in among:
            mine = select(players.c.match_id).where(players.c.entrant_id == entrant_named(entrants, one).id)
            query = query.where(matches.c.id.in_(mine))
        if round_ is not None:
            query = query.where(matches.c.round == round_, matches.c.state != str(State.REPLACED))
        if before is not None:
            query = query.where(matches.c.id < viewer.numbers.real(before))
        ids = list(connection.execute(query.order_by(matches.c.id.desc()).limit(most)).scalars())
        return [_meeting(store, match, viewer) for match in reversed(by_id(connection, ids))]


def standings(connection: Any, tournament: Tournament, rounds: int | None = None) -> list[Standing]:
    """The running order, of all or of the first rounds; who is set aside comes last."""
    known = entrants_of(connection, tournament) if rounds is None else tallies(connection, tournament, rounds)
    keys = {entrant.id: (bool(entrant.aside), -(entrant.mu - 3 * entrant.sigma)) for entrant in known}
    ordered, line = sorted(known, key=lambda entrant: (keys[entrant.id], entrant.index)), sorted(keys.values())
    return [
        Standing(
            1 + bisect_left(line, keys[entrant.id]),
            entrant.name,
            round(entrant.mu - 3 * entrant.sigma, 2),
            round(entrant.mu, 2),
            round(entrant.sigma, 2),
            entrant.games,
            entrant.wins,
            entrant.draws,
            entrant.losses,
            entrant.points,
            entrant.aside,
        )
        for entrant in ordered
    ]


def _summary(connection: Any, tournament: Tournament, rounds: int | None) -> Summary:
    whole = rounds is None
    return Summary(
        tournament.name,
        tournament.settings.game,
        tournament.settings.format.kind,
        tournament.settings.format.title,
        str(tournament.stage if whole else Stage.OPEN),
        whole and bool(_pulse(tournament).get("running")),
        len(entrants_of(connection, tournament)),
        {str(state): count for state, count in counts(connection, tournament.id, rounds).items()},
        tournament.began,
        tournament.ended if whole else None,
        tournament.commitment,
        tournament.secret if tournament.revealed else None,
    )


def _pulse(tournament: Tournament) -> dict[str, Any]:
    """The last sign of life of the runner; empty if that is too old."""
    if not tournament.pulse:
        return {}
    pulse = msgspec.json.decode(tournament.pulse, type=dict[str, Any])
    return pulse if pulse["running"] and time.time() - pulse["time"] < ALIVE_S else {}


def _meeting(store: Store, match: MatchRow, viewer: Viewer) -> Meeting:
    seats = tuple(
        SeatStatus(one.name, one.score, one.rank, one.verdict, viewer.told(one.told)) for one in match.players
    )
    live = match.state == State.RUNNING and live_file(store, match.id).is_file()
    number, state = viewer.numbers.public(match.id), str(match.state)
    return Meeting(number, state, match.round, seats, match.why, match.reason, match.ended, match.replay, live)


def _faults(connection: Any, tournament: Tournament, rounds: int | None, viewer: Viewer) -> tuple[FaultNotice, ...]:
    """The last failures of champions, in matches that were annulled for them too."""
    query = (
        select(matches.c.id, players.c.name, players.c.verdict, players.c.told)
        .join(players, players.c.match_id == matches.c.id)
        .where(
            matches.c.tournament_id == tournament.id,
            matches.c.state.in_([str(State.DONE), str(State.ASIDE)]),
            players.c.verdict != "OK",
            shown(rounds),
        )
        .order_by(matches.c.id.desc(), players.c.seat)
        .limit(FAULTS)
    )
    return tuple(
        FaultNotice(viewer.numbers.public(id_), name, verdict, viewer.told(told))
        for id_, name, verdict, told in connection.execute(query)
    )
