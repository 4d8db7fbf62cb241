"""What came of a team's versions: how strong they were when, what they played, and from which losses most is learnt."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import msgspec
from sqlalchemy import ColumnElement, Connection, and_, select

from joute.arena.ratings import Running
from joute.arena.store.matches import MatchRow, PlayerRow, by_id
from joute.arena.store.schema import State, entrants, matches, players, ratings, teams, versions

from . import challenges
from .model import Contest
from .teams import Team

HISTORY_MOST = 400
"""Points of a curve; more cannot be told apart."""
PAGE = 50
Only = Literal["all", "lost", "faults", "challenges"]
LOOKED_AT, LESSONS = 300, 5
"""How many lost matches are looked at, and how many of them are named."""
OK = "OK"


class Moment(msgspec.Struct, frozen=True):
    """How a version was rated after a match."""

    at: float
    version: int
    rating: Running


class Filters(msgspec.Struct, frozen=True):
    """Which matches of a team are asked for."""

    version: int | None = None
    against: str = ""
    only: Only = "all"


class Played(msgspec.Struct, frozen=True):
    """A match of a team: at which seats it sat, with which version."""

    match: MatchRow
    mine: frozenset[int]
    version: int

    @property
    def outcome(self) -> Literal["won", "drawn", "lost"]:
        first = {seat for seat, player in enumerate(self.match.players) if player.rank == 1}
        if not first & self.mine:
            return "lost"
        return "won" if first <= self.mine else "drawn"

    @property
    def others(self) -> list[PlayerRow]:
        return [player for seat, player in enumerate(self.match.players) if seat not in self.mine]


def numbers(connection: Connection, team: Team) -> dict[int, int]:
    """The numbers of a team's versions by their entrants in the ladder."""
    mine = versions.c.team_id == team.id, versions.c.entrant_id.is_not(None)
    found = connection.execute(select(versions.c.entrant_id, versions.c.number).where(*mine))
    return {int(entrant): int(number) for entrant, number in found}


def history(connection: Connection, team: Team) -> list[Moment]:
    """The ratings of a team's versions over time, thinned to what a curve can show."""
    own = numbers(connection, team)
    query = select(ratings).where(ratings.c.entrant_id.in_(own)).order_by(ratings.c.at, ratings.c.match_id)
    rows = connection.execute(query).all()
    step = max(1, -(-len(rows) // HISTORY_MOST))
    thinned = [row for n, row in enumerate(reversed(rows)) if n % step == 0]
    return [Moment(row.at, own[row.entrant_id], Running(row.mu, row.sigma)) for row in reversed(thinned)]


def played(
    connection: Connection, team: Team, filters: Filters, before: int | None = None, most: int = PAGE
) -> list[Played]:
    """Matches of a team that are over, newest first; `before` a number, for the next page."""
    own = numbers(connection, team)
    seats = and_(players.c.entrant_id.in_(_wanted(own, filters)), _condition(filters.only))
    query = (
        select(matches.c.id)
        .join(players, players.c.match_id == matches.c.id)
        .where(matches.c.state == str(State.DONE), seats)
        .distinct()
        .order_by(matches.c.id.desc())
        .limit(most)
    )
    if before is not None:
        query = query.where(matches.c.id < before)
    if filters.against:
        rivals = select(players.c.match_id).where(players.c.entrant_id.in_(_entrants_of(connection, filters.against)))
        query = query.where(matches.c.id.in_(rivals))
    ids = list(connection.execute(query).scalars())
    found = {match.id: match for match in by_id(connection, ids)}
    return [_played(found[id_], own) for id_ in ids]


def watchable(
    connection: Connection, contest: Contest, of: str = "", before: int | None = None, most: int = PAGE
) -> list[MatchRow]:
    """Ranked matches that everybody may watch now, newest first; `of` a team or a champion of the house."""
    until = contest.shown_until()
    if until is None:
        return []
    mine = matches.c.tournament_id == contest.ladder.id, matches.c.state == str(State.DONE), matches.c.ended <= until
    query = select(matches.c.id).where(*mine).order_by(matches.c.id.desc()).limit(most)
    if before is not None:
        query = query.where(matches.c.id < before)
    if of:
        seated = select(players.c.match_id).where(players.c.entrant_id.in_(_entrants_of(connection, of)))
        query = query.where(matches.c.id.in_(seated))
    return by_id(connection, list(connection.execute(query).scalars()))[::-1]


def _wanted(own: dict[int, int], filters: Filters) -> list[int]:
    return [entrant for entrant, number in own.items() if filters.version in (None, number)]


def _condition(only: Only) -> ColumnElement[bool]:
    if only == "lost":
        return players.c.rank > 1
    if only == "faults":
        return players.c.verdict != OK
    if only == "challenges":
        return matches.c.kind == challenges.KIND
    return players.c.seat >= 0


def _entrants_of(connection: Connection, name: str) -> list[int]:
    """The entrants of a team, or of the house, by name."""
    of_team = (
        select(versions.c.entrant_id)
        .join(teams, teams.c.id == versions.c.team_id)
        .where(teams.c.name == name, versions.c.entrant_id.is_not(None))
    )
    of_house = select(entrants.c.id).where(entrants.c.name == name, entrants.c.kind == "bundled")
    return [id_ for query in (of_team, of_house) for id_ in connection.execute(query).scalars()]


def _played(match: MatchRow, own: dict[int, int]) -> Played:
    mine = [seat for seat, player in enumerate(match.players) if player.entrant in own]
    version = next(own[player.entrant] for player in match.players if player.entrant in own)
    return Played(match, frozenset(mine), version)


def lessons(connection: Connection, team: Team) -> list[Played]:
    """Lost matches from which most is learnt: against the weakest who won, each of them once."""
    lost = [one for one in played(connection, team, Filters(only="lost"), most=LOOKED_AT) if one.outcome == "lost"]
    strength = strengths(connection, [rival.entrant for one in lost for rival in one.others if rival.entrant])

    def weakest(one: Played) -> tuple[float, int]:
        won = [strength[rival.entrant].mu for rival in one.others if rival.rank == 1 and rival.entrant in strength]
        return min(won, default=float("inf")), -one.match.id

    chosen: dict[tuple[str, ...], Played] = {}
    for one in sorted(lost, key=weakest):
        chosen.setdefault(tuple(rival.name for rival in one.others if rival.rank == 1), one)
    return list(chosen.values())[:LESSONS]


def strengths(connection: Connection, ids: Sequence[int]) -> dict[int, Running]:
    """How strong entrants are now."""
    query = select(entrants.c.id, entrants.c.mu, entrants.c.sigma).where(entrants.c.id.in_(set(ids)))
    return {id_: Running(mu, sigma) for id_, mu, sigma in connection.execute(query)}


def games(connection: Connection, team: Team) -> dict[int, tuple[int, Running]]:
    """How many rated matches each version has played, and its rating, by its number."""
    query = (
        select(versions.c.number, entrants.c.games, entrants.c.mu, entrants.c.sigma)
        .join(entrants, entrants.c.id == versions.c.entrant_id)
        .where(versions.c.team_id == team.id)
    )
    return {number: (int(count), Running(mu, sigma)) for number, count, mu, sigma in connection.execute(query)}
