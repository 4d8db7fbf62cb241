"""Locks of a tournament: one program plays it at a time, one transaction changes it at a time."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

import msgspec
from sqlalchemy import Connection, select

from joute.arena.store import Store, StoreBusy
from joute.arena.store.locks import LockCheck
from joute.arena.store.schema import tournaments
from joute.core.text import Text

from .config import TournamentError
from .model import Tournament


class BeingPlayed(TournamentError):
    """Another program plays this tournament."""


@contextmanager
def playing(store: Store, tournament: Tournament) -> Iterator[LockCheck]:
    """Keep other programs from playing or ending it; raises BeingPlayed if one already does."""
    with ExitStack() as stack:
        try:
            check_lock = stack.enter_context(store.lock(f"tournament-{tournament.id}", wait=False))
        except StoreBusy:
            name, by = tournament.name, _by(store, tournament)
            raise BeingPlayed(
                Text(
                    f"{name!r} is being played already{by}; stop that first, or let it play",
                    f"{name!r} se joue déjà{by:fr} ; arrêtez cela d'abord, ou laissez-le jouer",
                )
            ) from None
        yield check_lock


def _by(store: Store, tournament: Tournament) -> Text:
    """Which process plays it on which machine, if that is known."""
    with store.reading() as connection:
        query = select(tournaments.c.pulse).where(tournaments.c.id == tournament.id)
        pulse = connection.execute(query).scalar_one()
    last: dict[str, Any] = msgspec.json.decode(pulse) if pulse else {}
    if not last.get("running"):
        return Text("", "")
    return Text(f" by process {last['pid']} on {last['host']}", f" par le processus {last['pid']} sur {last['host']}")


@contextmanager
def changing(store: Store, tournament: Tournament) -> Iterator[Connection]:
    """One transaction that excludes all others on this tournament: each tally follows from the one before."""
    with store.writing() as connection:
        if connection.dialect.name != "sqlite":  # SQLite has one writer at a time anyway
            connection.execute(select(tournaments.c.id).where(tournaments.c.id == tournament.id).with_for_update())
        yield connection
