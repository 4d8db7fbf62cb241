"""What a running match leaves on the disk beside its record, so that a restart of the server does not end it."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec

from joute.core.api import Row
from joute.core.locks import lock
from joute.match.reading import read
from joute.match.replay import BackLine, Replay, written

from .pipe import PipeClosed


class Pending(msgspec.Struct, frozen=True):
    """What people and programs have done since the last phase of the record."""

    phases: int
    """How many phases the record has."""
    orders: dict[int, list[Row]] = {}
    ended: list[int] = []
    """The seats that have ended their turn."""
    programs: list[tuple[str, str] | None] = []
    """Who has taken the seats of programs: names, and hashes of tokens."""


NOTHING = Pending(0)


def pending_file(record: Path) -> Path:
    """The file of what is pending, beside the record."""
    return record.with_suffix(".pending")


def save(path: Path, what: Any) -> None:
    """Write something as JSON, whole or not at all."""
    new = path.with_suffix(f"{path.suffix}.new")
    new.write_bytes(msgspec.json.encode(what))
    new.replace(path)


def saved(path: Path) -> Pending:
    try:
        return msgspec.json.decode(path.read_bytes(), type=Pending)
    except (OSError, msgspec.MsgspecError):
        return NOTHING


def take_back(record: Path, line: BackLine) -> None:
    """Write that turns are taken back; nothing is pending then."""
    with record.open("ab") as file:
        file.write(written(line) + b"\n")
    pending_file(record).unlink(missing_ok=True)


@contextmanager
def alone(record: Path) -> Iterator[None]:
    """Wait until no other process plays this match: that of a server that was killed may still be about to end."""
    with record.open("ab") as file:
        lock(file)
        yield


def so_far(record: Path) -> Replay | None:
    """What was played of a match; a line that was not written to its end is removed. None: nothing. Raises PipeClosed
    where the server has removed the record, since the match was stopped before it began."""
    try:
        data = record.read_bytes()
        os.truncate(record, data.rfind(b"\n") + 1)
    except FileNotFoundError:
        raise PipeClosed from None
    return read(record) if b"\n" in data else None
