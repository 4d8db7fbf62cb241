"""Opening a store: a folder with an SQLite file, or a PostgreSQL database with a folder for the replays."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, Engine, create_engine, event, make_url
from sqlalchemy.exc import ArgumentError, NoSuchModuleError

from joute.core.text import Text

from .blobs import Blobs
from .errors import StoreError, explained
from .locks import LockCheck, in_database, in_folder
from .version import upgrade

DEFAULT = "joute-store"
"""The folder of the store where none is named."""
FILE = "store.db"
REPLAYS = "replays"
BUSY_S = 30
SERVER = {
    "lock_timeout": f"{BUSY_S}s",
    "tcp_keepalives_idle": "30",
    "tcp_keepalives_interval": "10",
    "tcp_keepalives_count": "3",
}
CLIENT = {
    "connect_timeout": "10",
    "keepalives_idle": "30",
    "keepalives_interval": "10",
    "keepalives_count": "3",
    "tcp_user_timeout": "60000",
}
"""What libpq is told where the address does not say otherwise: notice a server that is gone within a minute."""
WRITES = "joute_writes"
REPLAY_SUFFIX = ".jsonl.gz"


class Store:
    """An open store: its database, and its folders of replays and of entrants' packages."""

    def __init__(self, name: str, engine: Engine, folder: Path) -> None:
        self.name = name
        self.engine = engine
        self.folder = folder
        self._writers = engine.execution_options(**{WRITES: True})
        moment = {"isolation_level": "REPEATABLE READ"} if engine.dialect.name == "postgresql" else {}
        self._readers = engine.execution_options(**moment)
        self.replays = Blobs(folder / REPLAYS, REPLAY_SUFFIX)

    @classmethod
    def open(cls, where: str | Path = DEFAULT, create: bool = True) -> Store:
        """Open a store, create it if it is new, and upgrade it to this version; raises StoreError.

        `where` is a folder, or `postgresql://user@host/database?replays=FOLDER`.
        """
        text = str(where)
        name, url, folder = _of_url(text) if "://" in text else _of_folder(text)
        if not create and not (folder / REPLAYS).is_dir():
            missing = Text(
                f": its folder {folder} is missing, or has no {REPLAYS}",
                f" : son dossier {folder} manque, ou n'a pas de {REPLAYS}",
            )
            why = missing if "://" in text else Text("", "")
            raise StoreError(
                Text(f"{name}: there is no store here{why}", f"{name} : il n'y a pas d'entrepôt ici{why:fr}")
            )
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
        """A connection that sees one consistent state of the database."""
        with explained(self.name), self._readers.begin() as connection:
            yield connection

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """One transaction, on the disk when the block ends; rolled back if it raises."""
        with explained(self.name), self._writers.begin() as connection:
            yield connection

    def lock(self, name: str, wait: bool = True) -> AbstractContextManager[LockCheck]:
        """Keep out every other program that takes this lock, on all machines that use this database."""
        if self.engine.dialect.name == "postgresql":
            return in_database(self.engine, self.name, name, wait)
        return in_folder(self.folder, self.name, name, wait)


def folder_of(where: str) -> Path:
    """The folder of a store, whether it is there or not: where replays and packages are kept."""
    return (_of_url(where) if "://" in where else _of_folder(where))[2]


def _of_folder(text: str) -> tuple[str, URL, Path]:
    folder = Path(text)
    if folder.exists() and not folder.is_dir():
        raise StoreError(
            Text(
                f"{text}: this is a file; a store is a folder, or a postgresql:// address",
                f"{text} : c'est un fichier ; un entrepôt est un dossier, ou une adresse postgresql://",
            )
        )
    return text, URL.create("sqlite", database=str(folder / FILE)), folder


def _of_url(text: str) -> tuple[str, URL, Path]:
    """A PostgreSQL database, with its folder in the query of the address; the password is hidden in messages."""
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
            engine = create_engine(url.set(query={**CLIENT, **url.query}), pool_pre_ping=True)
            event.listen(engine, "connect", _prepare_server)
            return engine
        engine = create_engine(url, connect_args={"timeout": BUSY_S})
    except (ImportError, NoSuchModuleError) as error:
        raise StoreError(f"PostgreSQL needs a driver ({error}); install it: pip install 'joute[postgres]'") from None
    event.listen(engine, "connect", _prepare)
    event.listen(engine, "begin", _begin)
    return engine


def _prepare_server(connection: Any, _: Any) -> None:
    """Wait at most BUSY_S for a lock, and detect a dead peer within a minute, so that its locks are released."""
    for name, value in SERVER.items():
        connection.execute("SELECT set_config(%s, %s, false)", (name, value))
    connection.commit()


def _prepare(connection: Any, _: Any) -> None:
    """Enforce foreign keys; never let readers wait (write-ahead log); sync every commit, against power cuts."""
    connection.isolation_level = None
    for name, value in {"foreign_keys": "ON", "journal_mode": "WAL", "synchronous": "FULL"}.items():
        connection.execute(f"PRAGMA {name} = {value}")


def _begin(connection: Connection) -> None:
    """Begin a transaction; a writer takes SQLite's write lock at once.

    A transaction that reads first and then writes would fail if another had written in between.
    """
    writes = connection.get_execution_options().get(WRITES)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")
