"""The matches of tournaments that may be shown to everybody, and what is at stake in each."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import fmean
from typing import Any, NamedTuple

from sqlalchemy import Connection, Select, or_, select

from joute.arena.store import Store
from joute.arena.store.matches import MatchRow, by_id
from joute.arena.store.schema import LIVE, State, contests, matches, tournaments
from joute.core.text import Text

from .model import Tournament, all_tournaments, entrants_of, find, live_file
from .results import tallies

LATE_ROUNDS = (
    Text("final", "finale"),
    Text("semi-final", "demi-finale"),
    Text("quarter-final", "quart de finale"),
)
"""What the last rounds of a bracket are called, the last one first."""


class Aired(NamedTuple):
    """A match of a tournament before an audience."""

    match: MatchRow
    stake: Text
    skill: float
    """The mean running rating of who plays, mu - 3 sigma."""
    live: bool
    """Whether it can be watched while it is played."""


def on_air(store: Store, most: int) -> list[Aired]:
    """What is being played and can be watched, and the last results; the newest first."""
    with store.reading() as connection:
        query = _public().order_by(matches.c.id.desc()).limit(most)
        running = _aired(store, connection, query.where(matches.c.state == str(State.RUNNING)))
        done = _aired(store, connection, query.where(matches.c.state == str(State.DONE)))
    return [*(one for one in running if one.live), *done]


def of_rounds(store: Store, name: str, number: int | None, most: int) -> tuple[list[Aired], bool]:
    """The matches of a tournament, or of one of its rounds, from the first; and whether more may come."""
    with store.reading() as connection:
        tournament = find(connection, name)
        query = _public().where(matches.c.tournament_id == tournament.id).order_by(matches.c.id).limit(most)
        if number is not None:
            query = query.where(matches.c.round == number)
        return _aired(store, connection, query), tournament.ended is None


def numbered(store: Store, numbers: Sequence[int]) -> list[Aired]:
    """Some matches by number; those that are not there, or not for everybody, are left out."""
    with store.reading() as connection:
        return _aired(store, connection, _public().where(matches.c.id.in_(numbers)))


def is_public(connection: Connection, number: int) -> bool:
    """Whether everybody may see a match; one of no tournament has no rounds to wait for."""
    row = connection.execute(select(matches.c.tournament_id).where(matches.c.id == number)).one_or_none()
    alone = row is not None and row.tournament_id is None
    return alone or connection.execute(_public().where(matches.c.id == number)).one_or_none() is not None


def _public() -> Select[Any]:
    """The numbers of the matches that everybody may see: of rounds that are released. The ladder of a contest has
    rules of its own."""
    return (
        select(matches.c.id)
        .join(tournaments, tournaments.c.id == matches.c.tournament_id)
        .where(
            or_(tournaments.c.released.is_(None), matches.c.round < tournaments.c.released),
            matches.c.state.in_([str(state) for state in LIVE]),
            matches.c.tournament_id.not_in(select(contests.c.ladder_id)),
        )
    )


def _aired(store: Store, connection: Connection, query: Select[Any]) -> list[Aired]:
    order = list(connection.execute(query).scalars())
    rows = {match.id: match for match in by_id(connection, order)}
    wanted = {match.tournament for match in rows.values()}
    cups = {cup.id: cup for cup in all_tournaments(connection) if cup.id in wanted}
    skills = {id_: _skills(connection, cup) for id_, cup in cups.items()}
    aired = []
    for match in (rows[number] for number in order):
        cup = cups[match.tournament or 0]
        known = skills[cup.id]
        skill = fmean(known.get(player.entrant or 0, 0.0) for player in match.players)
        live = match.state == State.RUNNING and live_file(store, match.id).is_file()
        aired.append(Aired(match, stake_of(cup, len(known), match.round), skill, live))
    return aired


def _skills(connection: Connection, cup: Tournament) -> dict[int, float]:
    """mu - 3 sigma of each entrant, as it follows from what is released."""
    known = entrants_of(connection, cup) if cup.released is None else tallies(connection, cup, cup.released)
    return {entrant.id: entrant.mu - 3 * entrant.sigma for entrant in known}


def stake_of(tournament: Tournament, entrants: int, number: int) -> Text:
    """What is at stake in a round of a tournament: its name, and the round where it has any."""
    kind = tournament.settings.format.chart
    if kind == "cross":
        return Text(tournament.name, tournament.name)
    to_come = (entrants - 1).bit_length() - 1 - number
    if kind == "bracket" and 0 <= to_come < len(LATE_ROUNDS):
        what = LATE_ROUNDS[to_come]
    else:
        what = Text(f"round {number + 1}", f"tour {number + 1}" if kind == "bracket" else f"ronde {number + 1}")
    return Text(f"{tournament.name}, {what}", f"{tournament.name}, {what:fr}")
