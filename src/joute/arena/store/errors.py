"""What can go wrong with a store, said to the person who can mend it."""

from __future__ import annotations

import errno
from collections.abc import Iterator
from contextlib import contextmanager

from msgspec import DecodeError
from sqlalchemy.exc import DBAPIError, IntegrityError

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


class StoreError(ValueError):
    """A store that cannot be used as asked: which one, why, and the remedy."""


class StoreFull(StoreError):
    """There is no room for what was to be written; all that was written before is safe."""


class StoreBusy(StoreError):
    """Another program is at work on it."""


class StoreBroken(StoreError):
    """What is in the store cannot be so."""


@contextmanager
def explained(place: str) -> Iterator[None]:
    """Turns what a database or a disk says into a StoreError; programming errors pass."""
    try:
        yield
    except IntegrityError:
        raise
    except DBAPIError as fault:
        raise _of_database(place, fault) from fault
    except (UnicodeDecodeError, DecodeError) as fault:  # texts that are none; also in what SQLite says of its damage
        raise _broken(place, str(fault)) from fault
    except OSError as fault:
        raise _of_disk(place, fault) from fault


def _of_database(place: str, fault: DBAPIError) -> StoreError:
    said = " ".join(str(fault.orig).split())
    low = said.lower()
    if any(words in low for words in NO_ROOM):
        return StoreFull(f"{place}: no room to write ({said}); all finished matches are safe. Make room, then go on")
    if any(words in low for words in BROKEN):
        return _broken(place, said)
    if any(words in low for words in BUSY):
        return StoreError(f"{place}: another program has kept the database busy for too long; try again")
    return StoreError(f"{place}: the database cannot be used: {said:.500}")


def _broken(place: str, said: str) -> StoreBroken:
    return StoreBroken(
        f"{place}: the database is damaged or is no store of joute ({said:.200}); restore it from a copy, "
        "or name another store"
    )


def _of_disk(place: str, fault: OSError) -> StoreError:
    where = fault.filename or place
    if fault.errno in FULL:
        return StoreFull(
            f"{where}: no room to write ({fault.strerror}); all finished matches are safe. Make room, then go on"
        )
    remedy = "; a store must be open to writing, also to be read: copy it, or change its rights"
    return StoreError(f"{where}: {fault.strerror or fault}{remedy if fault.errno in SHUT else ''}")
