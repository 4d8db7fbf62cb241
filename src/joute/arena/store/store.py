"""Opening a store: a folder with an SQLite file, or a PostgreSQL database with a folder for the replays."""

from __future__ import annotations

import fcntl
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, Engine, create_engine, event, make_url
from sqlalchemy.exc import ArgumentError, NoSuchModuleError

from .errors import StoreError, explained
from .shelf import Shelf
from .version import upgrade

DEFAULT = "joute-store"
"""The folder of the store where none is named."""
FILE = "store.db"
REPLAYS = "replays"
BUSY_S = 30
WRITES = "joute_writes"
REPLAY_SUFFIX = ".jsonl.gz"


class Store:
    """A store that is open: its database, and its shelves of replays and of entrants' packages."""

    def __init__(self, name: str, engine: Engine, folder: Path) -> None:
        self.name = name
        self.engine = engine
        self.folder = folder
        self.replays = Shelf(folder / REPLAYS, REPLAY_SUFFIX)

    @classmethod
    def open(cls, where: str | Path = DEFAULT, create: bool = True) -> Store:
        """Open a store, make it if it is new, and bring it up to this version; raises StoreError.

        `where` is a folder, or `postgresql://user@host/database?replays=FOLDER`.
        """
        text = str(where)
        name, url, folder = _of_url(text) if "://" in text else _of_folder(text)
        if not create and not (folder / REPLAYS).is_dir():
            raise StoreError(f"{name}: there is no store here")
        with explained(str(folder)):
            (folder / REPLAYS).mkdir(parents=True, exist_ok=True)
        store = cls(name, _engine(url), folder)
        try:
            with store.lock("store"), explained(name), store.engine.begin() as connection:
                upgrade(connection, name)
        except BaseException:
            store.close()
            raise
        return store

    def close(self) -> None:
        self.engine.dispose()

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """A connection that sees one moment."""
        with explained(self.name), self.engine.begin() as connection:
            yield connection

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """One transaction: all of it happens, and is on the disk when this ends, or none of it."""
        writers = self.engine.execution_options(**{WRITES: True})
        with explained(self.name), writers.begin() as connection:
            yield connection

    @contextmanager
    def lock(self, name: str, wait: bool = True) -> Iterator[None]:
        """Keep out every other program that asks for this lock; the system lets go of it when we die."""
        with explained(str(self.folder)):
            file = open(self.folder / f"{name}.lock", "ab")  # noqa: SIM115
        with file:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
            except BlockingIOError:
                raise StoreError(f"{self.name}: another program is already at work on {name!r}") from None
            yield


def _of_folder(text: str) -> tuple[str, URL, Path]:
    folder = Path(text)
    if folder.exists() and not folder.is_dir():
        raise StoreError(f"{text}: this is a file; a store is a folder, or a postgresql:// address")
    return text, URL.create("sqlite", database=str(folder / FILE)), folder


def _of_url(text: str) -> tuple[str, URL, Path]:
    """A PostgreSQL database, with its folder in the query; passwords never show."""
    expected = "expected a folder or postgresql://user@host/database?replays=FOLDER"
    try:
        url = make_url(text)
    except (ArgumentError, ValueError):
        raise StoreError(f"{text.partition('?')[0]:.100}: this is no address of a database; {expected}") from None
    shown = url.render_as_string(hide_password=True)
    if url.get_backend_name() != "postgresql":
        raise StoreError(f"{shown}: stores are kept in SQLite and PostgreSQL; {expected}")
    folder = url.query.get(REPLAYS)
    if not isinstance(folder, str) or not folder:
        raise StoreError(f"{shown}: where do the replays go? {expected}")
    driver = url if "+" in url.drivername else url.set(drivername="postgresql+psycopg")
    return shown, driver.difference_update_query([REPLAYS]), Path(folder)


def _engine(url: URL) -> Engine:
    try:
        if url.get_backend_name() == "postgresql":
            return create_engine(url, pool_pre_ping=True)
        engine = create_engine(url, connect_args={"timeout": BUSY_S})
    except (ImportError, NoSuchModuleError) as fault:
        raise StoreError(f"PostgreSQL needs a driver ({fault}); install it: pip install 'joute[postgres]'") from None
    event.listen(engine, "connect", _prepare)
    event.listen(engine, "begin", _begin)
    return engine


def _prepare(connection: Any, _: Any) -> None:
    """Foreign keys hold; readers never wait for the writer; what is committed survives a power cut."""
    connection.isolation_level = None
    for name, value in {"foreign_keys": "ON", "journal_mode": "WAL", "synchronous": "FULL"}.items():
        connection.execute(f"PRAGMA {name} = {value}")


def _begin(connection: Connection) -> None:
    """A writer takes its place at once: one that first reads could find the door shut when it wants to write."""
    writes = connection.get_execution_options().get(WRITES)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")
