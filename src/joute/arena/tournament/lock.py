"""One at a time: who plays a tournament, and who changes what the store has of it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

import msgspec
from sqlalchemy import Connection, select

from joute.arena.store import Store, StoreBusy
from joute.arena.store.locks import Held
from joute.arena.store.schema import tournaments

from .config import TournamentError
from .model import Tournament


@contextmanager
def playing(store: Store, tournament: Tournament) -> Iterator[Held]:
    """Nobody else plays or ends it meanwhile; raises TournamentError if somebody does."""
    with ExitStack() as stack:
        try:
            held = stack.enter_context(store.lock(f"tournament-{tournament.id}", wait=False))
        except StoreBusy:
            raise TournamentError(
                f"{tournament.name!r} is being played already{_by(store, tournament)}; stop that first, or let it play"
            ) from None
        yield held


def _by(store: Store, tournament: Tournament) -> str:
    """Where, as far as whoever plays it has said."""
    with store.reading() as connection:
        query = select(tournaments.c.pulse).where(tournaments.c.id == tournament.id)
        pulse = connection.execute(query).scalar_one()
    said: dict[str, Any] = msgspec.json.decode(pulse) if pulse else {}
    return f" by process {said['pid']} on {said['host']}" if said.get("running") else ""


@contextmanager
def changing(store: Store, tournament: Tournament) -> Iterator[Connection]:
    """One transaction, and no other on this tournament before it ends: tallies follow from each other."""
    with store.writing() as connection:
        if connection.dialect.name != "sqlite":  # which has one writer at a time in any case
            connection.execute(select(tournaments.c.id).where(tournaments.c.id == tournament.id).with_for_update())
        yield connection
