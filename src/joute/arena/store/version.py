"""The version of a store: new stores are created, old ones upgraded, newer ones refused."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import Connection, inspect, text

from joute.core.text import Text

from .errors import StoreBroken, StoreError

HEAD = "0006"
"""The last migration."""
MARK = "alembic_version"
MIGRATIONS = Path(__file__).parent / "migrations"


def upgrade(connection: Connection, name: str) -> None:
    """Upgrade a store to HEAD in one transaction; alembic is loaded only if needed, since that is slow."""
    version = version_of(connection, name)
    if version == target():
        return
    from alembic import command
    from alembic.config import Config
    from alembic.script import ScriptDirectory

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    known = [script.revision for script in ScriptDirectory.from_config(config).walk_revisions()]
    if version is not None and version not in known:
        raise StoreError(
            Text(
                f"{name}: made by a newer version of joute (its version is {version:.40}, this joute knows up to "
                f"{HEAD}); use that version: pip install --upgrade joute",
                f"{name} : fait par une version plus récente de joute (sa version est {version:.40}, ce joute "
                f"connaît jusqu'à {HEAD}) ; prenez cette version : pip install --upgrade joute",
            )
        )
    config.attributes["connection"] = connection
    command.upgrade(config, target())


def target() -> str:
    """The version that stores are upgraded to."""
    return HEAD


def version_of(connection: Connection, name: str) -> str | None:
    """The version of the tables in a database; None if there are none yet."""
    tables = inspect(connection).get_table_names()
    if MARK not in tables:
        if {"matches", "players"} & set(tables):
            raise StoreBroken(
                Text(
                    f"{name}: this database has tables of another program; name another store",
                    f"{name} : cette base a des tables d'un autre programme ; nommez un autre entrepôt",
                )
            )
        return None
    version: str | None = connection.execute(text(f"SELECT version_num FROM {MARK}")).scalar()
    return version
