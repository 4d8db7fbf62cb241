"""Locks between programs; the lock of a program that dies is released."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from hashlib import sha256
from pathlib import Path

from sqlalchemy import Engine, func, select
from sqlalchemy.exc import OperationalError, SQLAlchemyError

from joute.core.locks import lock
from joute.core.text import Text

from .errors import StoreBusy, StoreUnavailable, explained

LockCheck = Callable[[], None]
"""Raises StoreUnavailable if the lock was lost."""
GRACE, LOCK_NOT_AVAILABLE = "1s", "55P03"
"""How long PostgreSQL may take to release the lock of a program that was just killed; its SQLSTATE if it does not."""


@contextmanager
def in_folder(folder: Path, store: str, name: str, wait: bool) -> Iterator[LockCheck]:
    """A lock on a file (flock), for the programs of this machine."""
    with explained(str(folder)):
        file = open(folder / f"{name}.lock", "ab")  # noqa: SIM115
    with file:
        try:
            lock(file, wait=wait)
        except BlockingIOError:
            raise _busy(store, name) from None
        yield lambda: None


@contextmanager
def in_database(engine: Engine, store: str, name: str, wait: bool) -> Iterator[LockCheck]:
    """An advisory lock of PostgreSQL, for all machines: the server releases it when the connection ends."""
    number = int.from_bytes(sha256(f"joute/{name}".encode()).digest()[:8], signed=True)
    with explained(store):
        connection = engine.connect()
    try:
        with explained(store):
            connection.execution_options(isolation_level="AUTOCOMMIT")
            if not wait:
                connection.execute(select(func.set_config("lock_timeout", GRACE, False)))
            try:
                connection.execute(select(func.pg_advisory_lock(number)))
            except OperationalError as error:
                if getattr(error.orig, "sqlstate", "") != LOCK_NOT_AVAILABLE:
                    raise
                raise _busy(store, name) from None

        def check() -> None:
            if connection.invalidated:
                raise StoreUnavailable(f"{store}: the database does not answer: the connection to it is lost")
            with explained(store):
                connection.execute(select(1))

        yield check
        with suppress(SQLAlchemyError):
            connection.execute(select(func.pg_advisory_unlock(number)))
    finally:
        connection.invalidate()  # closed rather than returned to the pool, so that the server releases the lock
        connection.close()


def _busy(store: str, name: str) -> StoreBusy:
    return StoreBusy(
        Text(
            f"{store}: another program is already at work on {name!r}; stop that one, or wait until it ends",
            f"{store} : un autre programme travaille déjà sur {name!r} ; arrêtez-le, ou attendez qu'il finisse",
        )
    )
