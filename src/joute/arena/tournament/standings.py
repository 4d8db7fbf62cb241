"""The final table: ratings fitted to all results, tallies and ranks; it does not depend on the order of matches."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from math import inf
from typing import Any

import msgspec
from sqlalchemy import Connection

from joute.arena.copies import Games
from joute.arena.ratings import Ranked, Rating, rated
from joute.arena.store.matches import counts
from joute.core.text import Text

from .formats.contract import points_of
from .model import Entrant, Tournament, entrants_of
from .results import FiledResult, results_of
from .schedule import boards_of, situation_of


class Line(msgspec.Struct, frozen=True):
    """One entrant in the table; `columns.FINAL` says what is shown of it, docs/en/tournaments.md what it means."""

    rank: int
    name: str
    rating: float | None
    """None, like all that follows from it, while no match of it counts."""
    low: float | None
    high: float | None
    best_rank: int | None
    worst_rank: int | None
    games: int
    distinct: int
    """How many of them are no copy of another."""
    wins: int
    draws: int
    losses: int
    points: float
    verdicts: dict[str, int]
    """How often it ended with each verdict."""
    champion: str
    digest: str
    note: Text | None = None
    """How the format ranks it, in words."""
    aside: str = ""


class Duel(msgspec.Struct, frozen=True):
    """Two entrants against each other: in how many matches the first came before, level with or after the other."""

    one: str
    other: str
    won: int
    drawn: int
    lost: int


class Final(msgspec.Struct, frozen=True):
    """A tournament with its final table."""

    name: str
    game: str
    preset: str
    params: dict[str, Any]
    seats: int
    format: Any
    stage: str
    began: float
    ended: float | None
    matches: dict[str, int]
    distinct: int
    """How many of the finished matches are no copy of another."""
    commitment: str
    secret: str | None
    lines: tuple[Line, ...]
    duels: tuple[Duel, ...]


def final(connection: Connection, tournament: Tournament) -> Final:
    """The table of all results so far."""
    known = entrants_of(connection, tournament)
    results = results_of(connection, tournament)
    distinct = list({result.game: result for result in reversed(results)}.values())  # the first of each
    settings = tournament.settings
    return Final(
        name=tournament.name,
        game=settings.game,
        preset=settings.preset,
        params=settings.params,
        seats=settings.seats,
        format=settings.format,
        stage=str(tournament.stage),
        began=tournament.began,
        ended=tournament.ended,
        matches={str(state): count for state, count in counts(connection, tournament.id).items()},
        distinct=len(distinct),
        commitment=tournament.commitment,
        secret=tournament.secret if tournament.revealed else None,
        lines=_lines(connection, tournament, known, results, distinct),
        duels=_duels(known, results),
    )


def _lines(
    connection: Connection,
    tournament: Tournament,
    known: Sequence[Entrant],
    results: Sequence[FiledResult],
    distinct: Sequence[FiledResult],
) -> tuple[Line, ...]:
    index = {entrant.id: entrant.index for entrant in known}
    counting = evidence(results, len(boards_of(tournament)))
    ratings = rated(
        len(known),
        [Ranked(tuple(index[id_] for id_ in result.entrants), tuple(result.ranks), result.leg) for result in counting],
    )
    ranking = tournament.settings.format.ranking(situation_of(connection, tournament))
    keys = {
        entrant.index: (bool(entrant.aside), ranking[entrant.index].key, _place(ratings[entrant.index]))
        for entrant in known
    }
    ordered = sorted(known, key=lambda entrant: (keys[entrant.index], entrant.index))
    line = sorted(keys.values())
    records = _records(known, results, distinct)
    return tuple(
        _line(
            entrant,
            1 + bisect_left(line, keys[entrant.index]),
            ratings[entrant.index],
            records[entrant.id],
            ranking[entrant.index].note,
        )
        for entrant in ordered
    )


def evidence(results: Sequence[FiledResult], boards: int) -> list[FiledResult]:
    """The results that count for ratings: leg by leg of the same entrants, as `copies` says.

    Legs take the boards in turn; where there are none, each has its own.
    """
    legs: dict[tuple[frozenset[int], int], list[FiledResult]] = {}
    for result in results:
        legs.setdefault((frozenset(result.entrants), result.leg), []).append(result)
    games: dict[frozenset[int], Games] = {}
    counting: list[FiledResult] = []
    for (who, leg), played in legs.items():
        courses = [f"{result.entrants} {result.course or result.filed}" for result in played]
        if games.setdefault(who, Games()).take(leg % boards if boards else leg, sorted(courses)):
            counting += played
    return counting


def _place(rating: Rating | None) -> float:
    """The better rated come first, those without a rating last."""
    return inf if rating is None else -rating.points


class Record(msgspec.Struct):
    """What an entrant has to show for its matches, apart from its tally."""

    verdicts: Counter[str]
    distinct: int = 0
    points: float = 0.0


def _records(
    known: Sequence[Entrant], results: Sequence[FiledResult], distinct: Sequence[FiledResult]
) -> dict[int, Record]:
    records = {entrant.id: Record(Counter()) for entrant in known}
    for result in results:
        for id_, verdict, points in zip(result.entrants, result.verdicts, points_of(result.ranks), strict=True):
            records[id_].verdicts[verdict] += 1
            records[id_].points += points
    for result in distinct:
        for id_ in result.entrants:
            records[id_].distinct += 1
    return records


def _line(entrant: Entrant, rank: int, rating: Rating | None, record: Record, note: Text | None) -> Line:
    return Line(
        rank=rank,
        name=entrant.name,
        rating=rating and rating.points,
        low=rating and rating.low,
        high=rating and rating.high,
        best_rank=rating and rating.best_rank,
        worst_rank=rating and rating.worst_rank,
        games=entrant.games,
        distinct=record.distinct,
        wins=entrant.wins,
        draws=entrant.draws,
        losses=entrant.losses,
        points=record.points,
        verdicts=dict(sorted(record.verdicts.items())),
        champion=entrant.source,
        digest=entrant.digest,
        note=note,
        aside=entrant.aside,
    )


def _duels(known: Sequence[Entrant], results: Sequence[FiledResult]) -> tuple[Duel, ...]:
    """Head to head: each two who met, once."""
    index = {entrant.id: entrant.index for entrant in known}
    won: dict[tuple[int, int], list[int]] = {}
    for result in results:
        table = sorted(zip((index[id_] for id_ in result.entrants), result.ranks, strict=True))
        for (one, rank), (other, against) in combinations(table, 2):
            won.setdefault((one, other), [0, 0, 0])[(rank > against) + (rank >= against)] += 1
    names = [entrant.name for entrant in known]
    return tuple(Duel(names[one], names[other], *count) for (one, other), count in sorted(won.items()))
