"""A course: students come from a roster, and leave as a line of a table."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from typing import Any, NamedTuple

from sqlalchemy import Connection, func, select

from joute.arena.store.schema import Judgement, TokenKind, players
from joute.core.text import Text, text_of

from . import accounts, log, results, teams, tokens, versions
from .accounts import Account, NewAccount
from .config import ContestError
from .exercises import attempts
from .model import Contest
from .personal import actor_of
from .teams import Team

COLUMNS = ("login", "name", "real_name", "email", "group", "team")
"""Of a roster; all but `login` may be left out."""
FIXED = ("group", "team", "logins", "real_names", "submissions", "good", "failed", "last_received", "faults")
OF_EXERCISE = ("version", "beaten", "points", "low", "high", "pairs")


class Entered(NamedTuple):
    """A student of a roster: the secret of a one-time link, empty for who has signed in before."""

    login: str
    team: str
    secret: str


def import_roster(connection: Connection, contest: Contest, text: str, actor: str) -> list[Entered]:
    """Enter the students of a CSV file; who is there already keeps the account, and moves to the team and group that
    are said. Raises ContestError, which names the line."""
    # Spreadsheets separate cells by semicolons where numbers have commas.
    delimiter = ";" if ";" in text.partition("\n")[0] else ","
    reader = csv.DictReader(io.StringIO(text, newline=""), delimiter=delimiter)
    try:
        _require_columns(reader.fieldnames or ())
        entered = [_entered(connection, contest, _cells(row)) for row in reader]
    except (ContestError, csv.Error) as error:
        # The reader counts a line once it has read it.
        said, number = text_of(error), max(1, reader.line_num + isinstance(error, csv.Error))
        raise ContestError(Text(f"line {number}: {said.en}", f"ligne {number} : {said.fr}")) from None
    log.note(connection, actor, "roster", details={"students": len(entered)})
    return entered


def _require_columns(names: Sequence[str]) -> None:
    unknown = [name for name in names if name not in COLUMNS]
    if "login" not in names or unknown:
        named, expected = ", ".join(unknown) or "no login", ", ".join(COLUMNS)
        raise ContestError(
            Text(
                f"found {named:.100}; the first line has the columns: {expected}",
                f"trouvé {named:.100} ; la première ligne a les colonnes : {expected}",
            )
        )


def _cells(row: dict[str, Any]) -> dict[str, str]:
    """A row by column; cells that are missing are empty."""
    if None in row:
        raise ContestError(
            Text(
                "more cells than columns; put a cell that has a comma in quotes",
                "plus de cases que de colonnes ; mettez entre guillemets une case qui a une virgule",
            )
        )
    return {name: (value or "").strip() for name, value in row.items()}


def _entered(connection: Connection, contest: Contest, row: dict[str, str]) -> Entered:
    name = row.get("name") or row["login"]
    account = accounts.by_login(connection, accounts.checked_login(row["login"]))
    if account is None:
        new = NewAccount(row["login"], name, "", row.get("real_name", ""), row.get("email", ""))
        account = accounts.register(connection, new)
    group = row.get("group", "")
    team = _team(connection, account, row.get("team", ""), name)
    teams.change(connection, team, group=group)
    teams.join(connection, team, account.id, contest.settings.access.team_size)
    if account.password or account.subject:
        return Entered(account.login, team.name, "")
    log.note(connection, "joute", "link", actor_of(account))
    return Entered(account.login, team.name, tokens.issue(connection, TokenKind.SIGN_IN, account.id, note="roster"))


def _team(connection: Connection, account: Account, said: str, name: str) -> Team:
    """The team that is said, or else the student's own: no two of the same name share one unasked."""
    if said:
        return teams.by_name(connection, said) or teams.create(connection, said)
    own = teams.team_of(connection, account.id)
    if own is not None:
        return own
    try:
        return teams.create(connection, name)
    except ContestError:
        return teams.create(connection, f"{name} {account.login}")


def report(connection: Connection, contest: Contest) -> Iterator[list[Any]]:
    """A heading, and a row for each team: its last versions before the deadlines, rungs beaten, submissions, faults."""
    exercises = contest.settings.exercises
    yield [*FIXED, *(f"{one.name}: {column}" for one in exercises for column in OF_EXERCISE)]
    people: dict[int, list[Any]] = {}
    for account in accounts.everybody(connection):
        team = teams.team_of(connection, account.id)
        if team is not None:
            people.setdefault(team.id, []).append(account)
    for team in sorted(teams.all_teams(connection), key=lambda one: (one.group, one.name)):
        yield [safe(cell) for cell in _row(connection, contest, team, people.get(team.id, []))]


def safe(value: Any) -> Any:
    """A cell that no spreadsheet takes for a formula."""
    return f"'{value}" if isinstance(value, str) and value.startswith(("=", "+", "-", "@", "\t", "\r")) else value


def _row(connection: Connection, contest: Contest, team: Team, people: list[Any]) -> list[Any]:
    submitted = versions.of_team(connection, team)
    states = [one.state for one in submitted]
    last = datetime.fromtimestamp(submitted[0].received, UTC).isoformat(timespec="seconds") if submitted else ""
    logins, names = (" + ".join(getattr(one, part) for one in people) for part in ("login", "real_name"))
    cells = [team.group, team.name, logins, names, len(submitted)]
    cells += [states.count(Judgement.GOOD), states.count(Judgement.FAILED), last, _faults(connection, team)]
    for one in attempts(connection, contest, team):
        shown = (round(value, 4) for value in (one.points, one.low, one.high))
        cells += ["" if one.version is None else one.version, one.answer, *shown, one.pairs]
    return cells


def _faults(connection: Connection, team: Team) -> int:
    """In how many matches a version of the team failed."""
    own = list(results.numbers(connection, team))
    failed = players.c.entrant_id.in_(own), players.c.verdict.is_not(None), players.c.verdict != results.OK
    return int(connection.execute(select(func.count()).select_from(players).where(*failed)).scalar_one())
