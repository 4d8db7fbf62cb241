"""The table of a contest: teams by the versions that play for them, and the champions of the house."""

from __future__ import annotations

from typing import Any

import msgspec
from sqlalchemy import Connection, func, select

from joute.arena.ratings import Running, in_points
from joute.arena.store.schema import accounts, entrants, members, ratings, teams, versions

from .model import Contest


class Row(msgspec.Struct, frozen=True):
    """A team, or a champion of the house, in the table."""

    name: str
    house: bool
    rating: Running
    games: int
    version: int | None = None
    team_id: int | None = None
    aside: str = ""
    group: str = ""

    @property
    def order(self) -> tuple[bool, float, str]:
        """Who is set aside comes last; the others by the strength that they have for sure."""
        return bool(self.aside), -in_points(self.rating)[1], self.name


def table(connection: Connection, contest: Contest, at: float | None = None) -> list[Row]:
    """The table as it stands, or as it stood at a moment. Once ranked play has closed, ratings are fitted to all
    results at once (Plackett-Luce), whatever the order in which they came."""
    closed = contest.allowed().open and not contest.allowed().ranked
    rows = _now(connection, closed) if at is None else _then(connection, at)
    return sorted([*rows, *_house(connection, contest)], key=lambda row: row.order)


def _now(connection: Connection, closed: bool) -> list[Row]:
    """As it stands: by running ratings, or by those that were fitted, as soon as they are."""
    live = entrants.c.mu, entrants.c.sigma
    fitted = func.coalesce(entrants.c.fit_mu, live[0]), func.coalesce(entrants.c.fit_sigma, live[1])
    mu, sigma = fitted if closed else live
    query = (
        select(teams, versions.c.number, mu.label("mu"), sigma.label("sigma"), entrants.c.games)
        .join(versions, versions.c.id == teams.c.active_id)
        .join(entrants, entrants.c.id == versions.c.entrant_id)
    )
    return [_row(found, found.games) for found in connection.execute(query)]


def _then(connection: Connection, at: float) -> list[Row]:
    """Each team by the version that played last before a moment, as it was rated then."""
    before = (
        select(
            ratings,
            func.row_number()
            .over(partition_by=ratings.c.entrant_id, order_by=(ratings.c.at.desc(), ratings.c.match_id.desc()))
            .label("back"),
            func.count().over(partition_by=ratings.c.entrant_id).label("games"),
        )
        .where(ratings.c.at <= at)
        .subquery()
    )
    query = (
        select(teams, versions.c.number, before.c.mu, before.c.sigma, before.c.games)
        .join(versions, versions.c.team_id == teams.c.id)
        .join(before, before.c.entrant_id == versions.c.entrant_id)
        .where(before.c.back == 1)
        .order_by(before.c.at, before.c.match_id)
    )
    last = {found.id: _row(found, found.games) for found in connection.execute(query)}
    return list(last.values())


def _row(found: Any, games: int) -> Row:
    rating = Running(found.mu, found.sigma)
    return Row(found.name, False, rating, games, found.number, found.id, found.aside, found.group)


def _house(connection: Connection, contest: Contest) -> list[Row]:
    """The fixed rungs: those whose strength is pinned stand still, so that they say nothing of what is hidden."""
    mine = entrants.c.tournament_id == contest.ladder.id, entrants.c.kind == "bundled", entrants.c.pinned == 1
    found = connection.execute(select(entrants).where(*mine))
    return [Row(row.name, True, Running(row.mu, row.sigma), 0) for row in found]


def real_names(connection: Connection) -> dict[int, list[str]]:
    """The real names of the members of each team, for contests that publish them."""
    query = (
        select(members.c.team_id, accounts.c.real_name, accounts.c.name)
        .join(accounts, accounts.c.id == members.c.account_id)
        .order_by(members.c.joined)
    )
    names: dict[int, list[str]] = {}
    for team, real, shown in connection.execute(query):
        names.setdefault(team, []).append(real or shown)
    return names
