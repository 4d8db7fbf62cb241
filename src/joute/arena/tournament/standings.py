"""The final table: what was played, fitted, counted, put in order; the same whatever the order of matches."""

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

from .contest import Entrant, Tournament, contest_of, entrants_of
from .formats import Elimination, Swiss
from .results import Result, results_of
from .seeds import seed_of


class Line(msgspec.Struct, frozen=True):
    """One entrant in the table. All that may need a word is explained in docs/tournaments.md."""

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
    """What else decides the order: how far it came, its points in swiss."""
    aside: str = ""


class Duel(msgspec.Struct, frozen=True):
    """What two have done to each other, seen from the first: in how many matches it came before, level, after."""

    one: str
    other: str
    won: int
    drawn: int
    lost: int


class Final(msgspec.Struct, frozen=True):
    """A tournament, whole."""

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
    """The table as it stands now."""
    found = entrants_of(connection, tournament)
    results = results_of(connection, tournament)
    index = {entrant.id: entrant.place for entrant in found}
    tables = [[index[id_] for id_ in table] for table, _, _ in results]
    ratings = rated(
        len(found), tables, [ranks for _, ranks, _ in results], seed_of(tournament.commitment, "bootstrap", 0), samples
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
        lines=_lines(connection, tournament, found, ratings, results),
        duels=_duels(found, tables, results),
    )


def _lines(
    connection: Connection,
    tournament: Tournament,
    found: Sequence[Entrant],
    ratings: Sequence[Rating],
    results: Sequence[Result],
) -> tuple[Line, ...]:
    verdicts: dict[int, Counter[str]] = {entrant.id: Counter() for entrant in found}
    for table, _, said in results:
        for id_, verdict in zip(table, said, strict=True):
            verdicts[id_][verdict] += 1
    notes = _notes(connection, tournament)
    keys = {
        entrant.place: (bool(entrant.aside), notes[entrant.place][0], -ratings[entrant.place].points)
        for entrant in found
    }
    ordered = sorted(found, key=lambda entrant: (keys[entrant.place], entrant.place))
    line = sorted(keys.values())
    ranks = [1 + bisect_left(line, keys[entrant.place]) for entrant in ordered]
    return tuple(
        _line(entrant, rank, ratings[entrant.place], verdicts[entrant.id], notes[entrant.place][1])
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


def _notes(connection: Connection, tournament: Tournament) -> dict[int, tuple[Any, Text | None]]:
    """What comes before the rating in the order, by the format, and how that is said."""
    shape = tournament.settings.format
    contest = contest_of(connection, tournament)
    if isinstance(shape, Elimination):
        return dict(shape.finish(contest))
    if isinstance(shape, Swiss):
        return {
            line.place: ((-line.points, -line.opponents), _scored(f"{line.points:g}", f"{line.opponents:g}"))
            for line in shape.standings(contest)
        }
    return dict.fromkeys(range(contest.entrants), (0, None))


def _scored(own: str, opponents: str) -> Text:
    french = f"points : {own}, des adversaires : {opponents}".replace(".", ",")
    return Text(f"points: {own}, of the opponents: {opponents}", french)


def _duels(found: Sequence[Entrant], tables: Sequence[Sequence[int]], results: Sequence[Result]) -> tuple[Duel, ...]:
    """Head to head, each two once; only those who met."""
    won: dict[tuple[int, int], list[int]] = {}
    for table, (_, ranks, _) in zip(tables, results, strict=True):
        for (one, rank), (other, against) in combinations(sorted(zip(table, ranks, strict=True)), 2):
            won.setdefault((one, other), [0, 0, 0])[(rank > against) + (rank >= against)] += 1
    names = [entrant.name for entrant in found]
    return tuple(Duel(names[one], names[other], *count) for (one, other), count in sorted(won.items()))
