"""Locks: one program at a time is at work on something; whoever dies lets go of it."""

from __future__ import annotations

import fcntl
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from hashlib import sha256
from pathlib import Path

from sqlalchemy import Engine, func, select
from sqlalchemy.exc import OperationalError, SQLAlchemyError

from .errors import StoreBusy, StoreError, explained

Held = Callable[[], None]
"""Raises StoreError once a lock is lost."""
GRACE, LOCK_NOT_AVAILABLE = "1s", "55P03"
"""How long a server may take to let go of what a program held that was just killed; what it says if it does not."""


@contextmanager
def in_folder(folder: Path, store: str, name: str, wait: bool) -> Iterator[Held]:
    """A lock of this machine's system, on a file."""
    with explained(str(folder)):
        file = open(folder / f"{name}.lock", "ab")  # noqa: SIM115
    with file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
        except BlockingIOError:
            raise _busy(store, name) from None
        yield lambda: None


@contextmanager
def in_database(engine: Engine, store: str, name: str, wait: bool) -> Iterator[Held]:
    """A lock of PostgreSQL, for all machines: the server forgets it with the connection that has asked for it."""
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
            except OperationalError as fault:
                if getattr(fault.orig, "sqlstate", "") != LOCK_NOT_AVAILABLE:
                    raise
                raise _busy(store, name) from None

        def held() -> None:
            if connection.invalidated:
                raise StoreError(f"{store}: the database cannot be used: the connection to it is lost")
            with explained(store):
                connection.execute(select(1))

        yield held
        with suppress(SQLAlchemyError):
            connection.execute(select(func.pg_advisory_unlock(number)))
    finally:
        connection.invalidate()  # not put back for others: it ends here, and what it held with it
        connection.close()


def _busy(store: str, name: str) -> StoreBusy:
    return StoreBusy(f"{store}: another program is already at work on {name!r}")
