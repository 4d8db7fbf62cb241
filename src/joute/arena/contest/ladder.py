"""The ladder: the tournament whose entrants are versions and, as fixed rungs, the champions of the house."""

from __future__ import annotations

import time
from typing import Any

from sqlalchemy import Connection, func, insert, select, update

from joute.arena.ratings import START, Running, running_of
from joute.arena.store.schema import entrants
from joute.arena.tournament.model import Entrant, Tournament, entrants_by_id, reopen
from joute.champions.sources.strength import strengths
from joute.core.game import Game


def pin_house(connection: Connection, ladder: Tournament, game: Game) -> None:
    """House champions whose strength is known stand where they are: results move those who meet them."""
    known = strengths(game)
    for name, strength in known.champions.items() if known else ():
        rating = running_of(strength.points, (strength.high - strength.low) / 2)
        _set(
            connection, (entrants.c.tournament_id == ladder.id) & (entrants.c.name == name), pinned=1, **_start(rating)
        )


def enter(
    connection: Connection, ladder: Tournament, name: str, digest: str, before: Entrant | None, doubt: float
) -> int:
    """A version enters the ladder; what was known of the one before it is known of it, with more doubt."""
    rating = START if before is None else Running(before.mu, min(START.sigma, before.sigma + doubt))
    mine = entrants.c.tournament_id == ladder.id
    last = connection.execute(select(func.max(entrants.c.place)).where(mine)).scalar()
    place = 0 if last is None else last + 1
    row = {
        "tournament_id": ladder.id,
        "place": place,
        "name": name,
        "source": "",
        "kind": "package",
        "digest": digest,
        **_start(rating),
    }
    if place < ladder.settings.seats:  # else it is open, or has ended for good
        reopen(connection, ladder)
    return int(connection.execute(insert(entrants).values(row).returning(entrants.c.id)).scalar_one())


def _start(rating: Running) -> dict[str, float]:
    return {"mu": rating.mu, "sigma": rating.sigma, "start_mu": rating.mu, "start_sigma": rating.sigma}


def retire(connection: Connection, entrant: int) -> None:
    """An entrant is seated no more; what it played stands, and what it plays now counts."""
    _set(connection, entrants.c.id == entrant, retired=time.time())


def unretire(connection: Connection, entrant: int) -> None:
    """An entrant is seated again, as it was."""
    _set(connection, entrants.c.id == entrant, retired=None)


def entrant(connection: Connection, id_: int) -> Entrant:
    return entrants_by_id(connection, [id_])[0]


def _set(connection: Connection, condition: Any, **values: Any) -> None:
    connection.execute(update(entrants).where(condition).values(values))
