"""The final table: ratings fitted to all results, tallies and ranks; it does not depend on the order of matches."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from typing import Any

import msgspec
from sqlalchemy import Connection

from joute.arena.ratings import SAMPLES, Rating, rated
from joute.arena.store.matches import counts
from joute.core.text import Text

from .model import Entrant, Tournament, entrants_of
from .results import FiledResult, results_of
from .schedule import situation_of
from .seeds import seed_of


class Line(msgspec.Struct, frozen=True):
    """One entrant in the table; `columns.FINAL` says what is shown of it, docs/tournaments.md what it means."""

    rank: int
    name: str
    rating: float
    low: float
    high: float
    best_rank: int
    worst_rank: int
    games: int
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
    commitment: str
    secret: str | None
    lines: tuple[Line, ...]
    duels: tuple[Duel, ...]


def final(connection: Connection, tournament: Tournament, samples: int = SAMPLES) -> Final:
    """The table of all results so far."""
    known = entrants_of(connection, tournament)
    results = results_of(connection, tournament)
    index = {entrant.id: entrant.index for entrant in known}
    tables = [[index[id_] for id_ in result.entrants] for result in results]
    ratings = rated(
        len(known),
        tables,
        [result.ranks for result in results],
        seed_of(tournament.commitment, "bootstrap", 0),
        samples,
    )
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
        commitment=tournament.commitment,
        secret=tournament.secret if tournament.revealed else None,
        lines=_lines(connection, tournament, known, ratings, results),
        duels=_duels(known, tables, results),
    )


def _lines(
    connection: Connection,
    tournament: Tournament,
    known: Sequence[Entrant],
    ratings: Sequence[Rating],
    results: Sequence[FiledResult],
) -> tuple[Line, ...]:
    verdicts: dict[int, Counter[str]] = {entrant.id: Counter() for entrant in known}
    for result in results:
        for id_, verdict in zip(result.entrants, result.verdicts, strict=True):
            verdicts[id_][verdict] += 1
    ranking = tournament.settings.format.ranking(situation_of(connection, tournament))
    keys = {
        entrant.index: (bool(entrant.aside), ranking[entrant.index].key, -ratings[entrant.index].points)
        for entrant in known
    }
    ordered = sorted(known, key=lambda entrant: (keys[entrant.index], entrant.index))
    line = sorted(keys.values())
    ranks = [1 + bisect_left(line, keys[entrant.index]) for entrant in ordered]
    return tuple(
        _line(entrant, rank, ratings[entrant.index], verdicts[entrant.id], ranking[entrant.index].note)
        for entrant, rank in zip(ordered, ranks, strict=True)
    )


def _line(entrant: Entrant, rank: int, rating: Rating, verdicts: Counter[str], note: Text | None) -> Line:
    return Line(
        rank=rank,
        name=entrant.name,
        rating=rating.points,
        low=rating.low,
        high=rating.high,
        best_rank=rating.best_rank,
        worst_rank=rating.worst_rank,
        games=entrant.games,
        wins=entrant.wins,
        draws=entrant.draws,
        losses=entrant.losses,
        points=entrant.points,
        verdicts=dict(sorted(verdicts.items())),
        champion=entrant.source,
        digest=entrant.digest,
        note=note,
        aside=entrant.aside,
    )


def _duels(
    known: Sequence[Entrant], tables: Sequence[Sequence[int]], results: Sequence[FiledResult]
) -> tuple[Duel, ...]:
    """Head to head: each two who met, once."""
    won: dict[tuple[int, int], list[int]] = {}
    for table, result in zip(tables, results, strict=True):
        for (one, rank), (other, against) in combinations(sorted(zip(table, result.ranks, strict=True)), 2):
            won.setdefault((one, other), [0, 0, 0])[(rank > against) + (rank >= against)] += 1
    names = [entrant.name for entrant in known]
    return tuple(Duel(names[one], names[other], *count) for (one, other), count in sorted(won.items()))
