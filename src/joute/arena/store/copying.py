"""One store copied into another, whatever their databases: for a backup, an export, or a move to PostgreSQL."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from types import MappingProxyType
from typing import Any

from sqlalchemy import Connection, Integer, func, insert, select, text

from joute.core.text import Text

from .blobs import PART
from .database import REPLAYS, Store
from .errors import StoreError, explained
from .schema import metadata

ROWS = 2_000
"""How many rows are copied at once."""
Row = dict[str, Any]
Change = Callable[[Row], Row | None]
"""What a row of a table becomes; None: it is left out."""


def copy_rows(source: Connection, target: Store, changes: Mapping[str, Change] = MappingProxyType({})) -> None:
    """Copy all rows of a store, as they are in one transaction of it, into one that has none; raises StoreError."""
    with target.writing() as connection:
        for table in metadata.sorted_tables:
            if connection.execute(select(table).limit(1)).first() is not None:
                raise StoreError(
                    Text(
                        f"{target.name}: this store is in use; name an empty one",
                        f"{target.name} : cet entrepôt est utilisé ; nommez-en un vide",
                    )
                )
            rows = source.execute(select(table), execution_options={"yield_per": ROWS}).mappings()
            for part in rows.partitions():
                kept = _changed([dict(row) for row in part], changes.get(table.name))
                if kept:
                    connection.execute(insert(table), kept)
        _count_on(connection)


def _changed(rows: list[Row], change: Change | None) -> list[Row]:
    return rows if change is None else [made for row in rows if (made := change(row)) is not None]


def _count_on(connection: Connection) -> None:
    """PostgreSQL numbers new rows by counters of its own, which rows that bring their numbers leave alone."""
    if connection.dialect.name != "postgresql":
        return
    for table in metadata.sorted_tables:
        key = table.c.get("id")
        if key is not None and isinstance(key.type, Integer):
            last = connection.execute(select(func.max(key))).scalar()
            if last is not None:
                counter = {"table": table.name, "last": last}
                connection.execute(text("SELECT setval(pg_get_serial_sequence(:table, 'id'), :last)"), counter)


def files_of(store: Store, *folders: str) -> Iterator[Path]:
    """The files in folders of a store, the replays first, without those that are only half written."""
    for name in (REPLAYS, *folders):
        for path in sorted((store.folder / name).rglob("*")):
            if path.is_file() and not path.is_symlink() and not path.name.endswith(PART):
                yield path


def copy_files(source: Store, target: Store, *folders: str, tell: Callable[[int], None] = lambda copied: None) -> None:
    """Copy these files; those that are removed meanwhile are nobody's."""
    with explained(target.name):
        for copied, path in enumerate(files_of(source, *folders), 1):
            to = target.folder / path.relative_to(source.folder)
            to.parent.mkdir(parents=True, exist_ok=True)
            with suppress(FileNotFoundError):
                shutil.copy2(path, to)
            tell(copied)
