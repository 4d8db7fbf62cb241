"""A tournament as a picture: a bracket, the rounds of everybody, or everybody against everybody."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Container, Mapping, Sequence
from itertools import combinations
from typing import Literal, NamedTuple

import msgspec
from sqlalchemy import Connection, select

from joute.arena.store import Store
from joute.arena.store.matches import among, counts
from joute.arena.store.schema import LIVE, State, matches, players
from joute.core.text import Text

from .formats.contract import Tie, points_of
from .model import Entrant, Tournament, entrants_of, find, live_file
from .schedule import situation_of
from .standings import Duel
from .status import standings
from .viewer import ORGANISER, Numbers, Viewer

CROSS_MOST, ROUNDS_MOST, BRACKET_MOST = 32, 256, 1024
"""So many entrants have a picture of each kind: a larger one could not be read."""
MATCHES_MOST = 20_000
"""So many matches are counted for one."""


class BracketSide(msgspec.Struct, frozen=True):
    """Who meets somebody in a bracket; without a name: not known yet, or nobody (see `bye`)."""

    name: str | None
    points: float


class BracketTie(msgspec.Struct, frozen=True):
    """One place of a bracket."""

    sides: tuple[BracketSide, BracketSide]
    winner: int | None
    """Which side goes on; null while that is open."""
    bye: bool
    """Whether the first side goes on without a match."""
    why: Text | None
    """Why who goes on does, where it is not by points."""
    live: int | None
    """The number of a match between the two that can be watched now."""


class RoundCell(msgspec.Struct, frozen=True):
    """What an entrant did in a round."""

    against: tuple[str, ...]
    points: float | None
    """Null while a match of it is not over."""
    live: int | None


class RoundRow(msgspec.Struct, frozen=True):
    """An entrant, round by round; null: it sat out."""

    name: str
    cells: tuple[RoundCell | None, ...]
    note: Text | None
    """How the format ranks it, in words."""


class Chart(msgspec.Struct, frozen=True):
    """The picture of a tournament; what is of another kind is empty."""

    kind: Literal["cross", "rounds", "bracket"]
    names: tuple[str, ...]
    """Of `cross`: the entrants in the order of the standings."""
    bracket: tuple[tuple[BracketTie, ...], ...] = ()
    rounds: tuple[RoundRow, ...] = ()
    duels: tuple[Duel, ...] = ()


class _Played(NamedTuple):
    """A match that counts: who plays, by name, and the ranks, empty until it is over."""

    id: int
    round: int
    state: State
    table: tuple[str, ...]
    ranks: tuple[int, ...]

    def points(self, name: str, aside: Container[str]) -> float | None:
        """What an entrant got, None until it is over; who was not set aside wins a match that is not played."""
        if self.state == State.ASIDE:
            return float(name not in aside)
        return points_of(self.ranks)[self.table.index(name)] if self.ranks else None


def chart(store: Store, name: str, viewer: Viewer = ORGANISER) -> Chart:
    """The picture of a tournament; raises TournamentError."""
    with store.reading() as connection:
        tournament = find(connection, name)
        rounds = viewer.rounds(tournament)
        known = entrants_of(connection, tournament)
        kind = tournament.settings.format.chart
        most = {"cross": CROSS_MOST, "rounds": ROUNDS_MOST, "bracket": BRACKET_MOST}[kind]
        if len(known) > most or sum(counts(connection, tournament.id, rounds).values()) > MATCHES_MOST:
            return Chart(kind, ())
        played = _played(connection, tournament, known, rounds)
        situation = situation_of(connection, tournament, rounds=rounds)
        order = tuple(one.name for one in standings(connection, tournament, rounds))
    if kind == "bracket":
        ties = tournament.settings.format.ties(situation)
        return Chart(kind, (), bracket=_bracket(store, viewer.numbers, ties, [one.name for one in known], played))
    if kind == "rounds":
        ranking = tournament.settings.format.ranking(situation)
        notes = {one.name: ranking[one.index] for one in known}
        aside = {one.name for one in known if one.aside}
        names = sorted(order, key=lambda name: (name in aside, notes[name].key))
        return Chart(
            kind, (), rounds=_rounds(store, viewer.numbers, {name: notes[name].note for name in names}, aside, played)
        )
    return Chart(kind, order, duels=_duels(order, played))


def _played(
    connection: Connection, tournament: Tournament, known: Sequence[Entrant], rounds: int | None
) -> list[_Played]:
    """All matches that count, or those of the first rounds, in the order of the schedule."""
    names = {entrant.id: entrant.name for entrant in known}
    query = (
        select(matches.c.id, matches.c.round, matches.c.state, players.c.entrant_id, players.c.rank)
        .join(players, players.c.match_id == matches.c.id)
        .where(
            matches.c.tournament_id == tournament.id, matches.c.state.in_([str(state) for state in LIVE]), among(rounds)
        )
        .order_by(matches.c.id, players.c.seat)
    )
    found: dict[int, _Played] = {}
    for id_, number, state, entrant, rank in connection.execute(query):
        before = found.get(id_, _Played(id_, number, State(state), (), ()))
        ranks = (*before.ranks, rank) if state == State.DONE else ()
        found[id_] = before._replace(table=(*before.table, names[entrant]), ranks=ranks)
    return list(found.values())


def _live(store: Store, numbers: Numbers, played: Sequence[_Played]) -> int | None:
    """The first of some matches that can be watched while it is played."""
    shown = (one.id for one in played if one.state == State.RUNNING and live_file(store, one.id).is_file())
    return next(map(numbers.public, shown), None)


def _bracket(
    store: Store, numbers: Numbers, rounds: Sequence[Sequence[Tie]], names: Sequence[str], played: Sequence[_Played]
) -> tuple[tuple[BracketTie, ...], ...]:
    meetings: dict[tuple[int, frozenset[str | None]], list[_Played]] = defaultdict(list)
    for one in played:
        meetings[one.round, frozenset(one.table)].append(one)

    def side(index: int | None, points: float) -> BracketSide:
        return BracketSide(None if index is None else names[index], points)

    def tie(number: int, at: Tie) -> BracketTie:
        sides = side(at.one, at.points[0]), side(at.other, at.points[1])
        mine = meetings.get((number, frozenset(side.name for side in sides)), [])
        winner = None if at.winner is None else int(at.winner != at.one)
        return BracketTie(sides, winner, at.bye, at.why, _live(store, numbers, mine))

    return tuple(tuple(tie(number, at) for at in line) for number, line in enumerate(rounds))


def _rounds(
    store: Store, numbers: Numbers, notes: Mapping[str, Text | None], aside: Container[str], played: Sequence[_Played]
) -> tuple[RoundRow, ...]:
    mine: dict[tuple[str, int], list[_Played]] = defaultdict(list)
    for one in played:
        for name in one.table:
            mine[name, one.round].append(one)
    last = 1 + max((one.round for one in played), default=-1)

    def cell(name: str, number: int) -> RoundCell | None:
        own = mine.get((name, number))
        if not own:
            return None
        against = tuple(dict.fromkeys(other for one in own for other in one.table if other != name))
        points = [one.points(name, aside) for one in own]
        total = None if None in points else sum(point or 0 for point in points)
        return RoundCell(against, total, _live(store, numbers, own))

    return tuple(
        RoundRow(name, tuple(cell(name, number) for number in range(last)), note) for name, note in notes.items()
    )


def _duels(names: Sequence[str], played: Sequence[_Played]) -> tuple[Duel, ...]:
    """Head to head: each two who met, once."""
    place = {name: number for number, name in enumerate(names)}
    won: dict[tuple[str, str], list[int]] = {}
    for match in played:
        table = sorted(zip(match.table, match.ranks, strict=False), key=lambda seat: place[seat[0]])
        for (one, rank), (other, against) in combinations(table, 2):
            won.setdefault((one, other), [0, 0, 0])[(rank > against) + (rank >= against)] += 1
    return tuple(Duel(one, other, *count) for (one, other), count in won.items())
