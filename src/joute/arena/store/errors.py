"""The errors of a store, worded for the person who can mend it."""

from __future__ import annotations

import errno
from collections.abc import Iterator
from contextlib import contextmanager

from msgspec import DecodeError
from sqlalchemy.exc import DBAPIError, IntegrityError, OperationalError

FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
SHUT = (errno.EROFS, errno.EACCES, errno.EPERM)
NO_ROOM = ("database or disk is full", "disk i/o error", "no space left", "could not extend file")
BROKEN = (
    "file is not a database",
    "malformed",
    "file is encrypted",
    "invalid page",
    "no such table",
    "no such column",
    "could not decode",
)
BUSY = ("database is locked", "database table is locked", "due to lock timeout")
AWAY = ("08", "53", "57")
"""Classes of SQLSTATE: the connection failed, the server has no room for one, or somebody stops or starts it."""


class StoreError(ValueError):
    """A store that cannot be used: which one, why, and the remedy."""


class StoreFull(StoreError):
    """The disk is full; everything written before is safe."""


class StoreBusy(StoreError):
    """Another program is using it."""


class StoreUnavailable(StoreError):
    """The database does not answer now, or is kept busy; it may answer later, and lost nothing that was written."""


class StoreBroken(StoreError):
    """The database is damaged, or is not a store."""


@contextmanager
def explained(store: str) -> Iterator[None]:
    """Turn errors of a database or a disk into a StoreError; programming errors pass."""
    try:
        yield
    except (IntegrityError, BrokenPipeError):
        raise  # a pipe is a command's output (`| head`), no database
    except DBAPIError as error:
        raise _of_database(store, error) from error
    except (UnicodeDecodeError, DecodeError) as error:  # damaged text or JSON, even in SQLite's own messages
        raise _broken(store, str(error)) from error
    except OSError as error:
        raise _of_disk(store, error) from error


def _of_database(store: str, error: DBAPIError) -> StoreError:
    message = " ".join(str(error.orig).split())
    low = message.lower()
    if any(phrase in low for phrase in NO_ROOM):
        return StoreFull(f"{store}: no room to write ({message}); all finished matches are safe. Make room, then go on")
    if any(phrase in low for phrase in BROKEN):
        return _broken(store, message)
    if any(phrase in low for phrase in BUSY):
        return StoreUnavailable(f"{store}: another program has kept the database busy for too long; try again")
    if _is_away(error):
        return StoreUnavailable(f"{store}: the database does not answer: {message:.300}")
    return StoreError(f"{store}: the database cannot be used: {message:.500}")


def _is_away(error: DBAPIError) -> bool:
    """Whether a server has closed the connection, or accepts none; an error of libpq's own has no SQLSTATE."""
    code = getattr(error.orig, "sqlstate", "")
    lost = isinstance(error, OperationalError) and (code is None or code[:2] in AWAY)
    return lost or error.connection_invalidated


def _broken(store: str, message: str) -> StoreBroken:
    return StoreBroken(
        f"{store}: the database is damaged or is no store of joute ({message:.200}); restore it from a copy, "
        "or name another store"
    )


def _of_disk(store: str, error: OSError) -> StoreError:
    where = error.filename or store
    if error.errno in FULL:
        return StoreFull(
            f"{where}: no room to write ({error.strerror}); all finished matches are safe. Make room, then go on"
        )
    remedy = "; a store must be writable, even to be read: copy it, or change its permissions"
    return StoreError(f"{where}: {error.strerror or error}{remedy if error.errno in SHUT else ''}")
