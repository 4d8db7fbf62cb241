"""Ratings at a cut-off: a Plackett-Luce fit to all results of the ladder, which does not depend on their order."""

from __future__ import annotations

from statistics import mean

from sqlalchemy import Connection, func, select, update

from joute.arena.ratings import Ranked, Running, in_points, rated, running_of
from joute.arena.store import Store
from joute.arena.store.schema import State, entrants, matches
from joute.arena.tournament.model import Entrant, Tournament, entrants_of
from joute.arena.tournament.results import results_of
from joute.arena.tournament.schedule import boards_of
from joute.arena.tournament.standings import evidence

Key = tuple[int, int | None, float | None]


def key_of(connection: Connection, ladder: Tournament) -> Key:
    """What a fit follows from: how many results there are, and the last of them."""
    mine = matches.c.tournament_id == ladder.id, matches.c.state == str(State.DONE)
    query = select(func.count(), func.max(matches.c.filed), func.max(matches.c.ended)).where(*mine)
    count, filed, ended = connection.execute(query).one()
    return count, filed, ended


def renew(store: Store, ladder: Tournament, known: Key | None) -> Key:
    """Fit all ratings, unless that was done for these results; what the fit follows from."""
    with store.reading() as connection:
        key = key_of(connection, ladder)
        fitted = {} if key == known else _fit(connection, ladder)
    with store.writing() as connection:
        for id_, rating in fitted.items():
            values = {"fit_mu": rating.mu, "fit_sigma": rating.sigma}
            connection.execute(update(entrants).where(entrants.c.id == id_).values(values))
    return key


def _fit(connection: Connection, ladder: Tournament) -> dict[int, Running]:
    known = entrants_of(connection, ladder)
    index = {entrant.id: number for number, entrant in enumerate(known)}
    counting = evidence(results_of(connection, ladder), len(boards_of(ladder)))
    results = [Ranked(tuple(index[id_] for id_ in one.entrants), tuple(one.ranks), one.leg) for one in counting]
    fitted = {
        entrant.id: (rating.points, (rating.high - rating.low) / 2)
        for entrant, rating in zip(known, rated(len(known), results), strict=True)
        if rating is not None
    }
    shift = _shift(known, {id_: points for id_, (points, _) in fitted.items()})
    return {id_: running_of(points + shift, reach) for id_, (points, reach) in fitted.items()}


def _shift(known: list[Entrant], fitted: dict[int, float]) -> float:
    """What brings the fixed rungs, on average, to where they stand: a fit says nothing of the level of all."""
    rungs = [one for one in known if one.pinned and one.id in fitted]
    return mean(in_points(Running(one.mu, one.sigma))[0] - fitted[one.id] for one in rungs) if rungs else 0.0
