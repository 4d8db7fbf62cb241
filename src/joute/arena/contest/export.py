"""A contest as a folder for everybody who wants to check it: a store of its own, without what is personal.

`verify` checks such a folder offline; whatever reads a store (`joute serve --store`) reads it, too.
`sources` writes what was submitted as plain files.
"""

from __future__ import annotations

import csv
import io
import shutil
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from sqlalchemy import Connection, func, select

from joute.arena.ratings import in_points
from joute.arena.store import Store
from joute.arena.store.copying import Row, copy_files, copy_rows
from joute.arena.store.errors import explained
from joute.arena.store.matches import UNFINISHED
from joute.arena.store.schema import Judgement, matches, teams, versions
from joute.arena.tournament.model import PACKAGES, all_tournaments, packages_of
from joute.core.text import Text

from . import model
from .config import ContestError
from .model import Contest
from .table import table

STORE, TABLE, README = "store", "table.csv", "README.txt"
NOT_OVER = """

THE CONTEST IS NOT OVER: the secret of its seeds, its hidden boards and what was not released of finals are in here.
Organisers must keep it to themselves."""
ABOUT = """\
The contest {name}, as it was on {date}.

table.csv       the table of the ladder
store/          every match with its seed, board, orders and result; every version; the audit log
  store.db      a database in SQLite
  replays/      the replays
  packages/     the programs, by the hashes of their content

Check it, offline:      joute contest verify THIS_FOLDER
Watch its matches:      joute serve --store THIS_FOLDER/store

Passwords, sessions, names and addresses of people are not in it.{warning}
"""


def export(store: Store, folder: Path, tell: Callable[[int], None] = lambda copied: None) -> None:
    """Write the export of a contest into a folder that is new or empty; raises ContestError."""
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise ContestError(
            Text(
                f"{folder}: an export goes into a folder that is new or empty",
                f"{folder} : un export va dans un dossier neuf ou vide",
            )
        )
    with explained(str(folder)), store.reading() as connection, Store.open(folder / STORE) as target:
        contest = model.current(connection, store.name)
        copy_rows(connection, target, WITHOUT_PEOPLE)
        copy_files(store, target, PACKAGES, tell=tell)
        (folder / TABLE).write_text(table_text(connection, contest), encoding="utf-8")
        warning = "" if _over(connection, contest) else NOT_OVER
        date = time.strftime("%Y-%m-%d %H:%M UTC", time.gmtime())
        text = ABOUT.format(name=contest.name, date=date, warning=warning)
        (folder / README).write_text(text, encoding="utf-8")


def _over(connection: Connection, contest: Contest) -> bool:
    """Whether everything was played, and all of it is public."""
    waiting = matches.c.state.in_([str(state) for state in UNFINISHED])
    left = connection.execute(select(func.count()).where(waiting)).scalar_one()
    finals = [one for one in all_tournaments(connection) if one.id != contest.ladder.id]
    allowed = contest.allowed()
    return left == 0 and allowed.open and not allowed.ranked and all(one.revealed for one in finals)


def _nobody(row: Row) -> Row:
    """An account as its number alone, by which versions and the audit log call it."""
    nameless = dict.fromkeys(("name", "real_name", "email", "password", "disabled"), "")
    return row | nameless | {"login": f"account-{row['id']}", "subject": None}


WITHOUT_PEOPLE: dict[str, Callable[[Row], Row | None]] = {
    "accounts": _nobody,
    "members": lambda row: None,
    "tokens": lambda row: None,
    "teams": lambda row: row | {"tags": "[]"},
    "contests": lambda row: row | {"secret": "", "pulse": ""},
    "tournaments": lambda row: row | {"pulse": ""},
    "matches": lambda row: row | {"owner": ""},
    "players": lambda row: row | {"secret": ""},
    "versions": lambda row: row | {"log": "", "note": "", "why": ""},
}
"""What becomes of the rows in which there are people, or their secrets."""


def table_text(connection: Connection, contest: Contest) -> str:
    """The table as it stands, as CSV."""
    file = io.StringIO()
    lines = csv.writer(file, lineterminator="\n")
    lines.writerow(["rank", "name", "house", "version", "points", "low", "high", "games", "aside"])
    for rank, row in enumerate(table(connection, contest), 1):
        points = [round(value) for value in in_points(row.rating)]
        lines.writerow([rank, row.name, int(row.house), row.version or "", *points, row.games, row.aside])
    return file.getvalue()


# Sources


class Source(NamedTuple):
    """A version that was submitted, and the name of the folder for it."""

    folder: str
    digest: str


def sources(store: Store, folder: Path, every: bool) -> int:
    """Write what was submitted as plain files, a folder a team, as JPlag and MOSS read it: the version that plays, or
    else the last good one; with `every`, a folder for each good version. How many folders there are."""
    with store.reading() as connection:
        chosen = list(_chosen(connection, every))
    packages = packages_of(store)
    with explained(str(folder)):
        folder.mkdir(parents=True, exist_ok=True)
        for one in chosen:
            path, to = packages.path(one.digest), folder / one.folder
            if path.is_dir():
                shutil.copytree(path, to, dirs_exist_ok=True)
            else:
                to.mkdir(exist_ok=True)
                shutil.copyfile(path, to / path.name)
    return len(chosen)


def _chosen(connection: Connection, every: bool) -> Iterator[Source]:
    query = (
        select(teams.c.id, teams.c.name, teams.c.active_id, versions.c.id.label("version"), versions.c.number)
        .add_columns(versions.c.digest)
        .join(versions, versions.c.team_id == teams.c.id)
        .where(versions.c.state == str(Judgement.GOOD))
        .order_by(teams.c.id, versions.c.number.desc())
    )
    seen: set[int] = set()
    for row in connection.execute(query):
        name = f"{row.id:04}-{''.join(char if char.isalnum() or char in '-_' else '_' for char in row.name)}"
        if every:
            yield Source(f"{name}-v{row.number}", row.digest)
        elif row.id not in seen and row.active_id in (None, row.version):
            seen.add(row.id)
            yield Source(name, row.digest)
