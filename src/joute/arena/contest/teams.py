"""Teams: under their names versions play. A person is a member of one team at most."""

from __future__ import annotations

import time
import unicodedata
from typing import Any

import msgspec
from sqlalchemy import Connection, delete, func, insert, select, update

from joute.arena.store.schema import accounts, members, teams
from joute.core.errors import shown
from joute.core.text import Text

from .accounts import checked_name
from .config import ContestError

TAGS_MOST = 20


class Team(msgspec.Struct, frozen=True):
    """A team as the store knows it."""

    id: int
    name: str
    key: str
    group: str
    tags: tuple[str, ...]
    aside: str
    active_id: int | None
    created: float


def create(connection: Connection, name: str, group: str = "", taken: frozenset[str] = frozenset()) -> Team:
    """Add a team; raises ContestError for a name that looks like another's, or like one of `taken`."""
    text = checked_name(name, "team")
    key = key_of(text)
    if key in {key_of(other) for other in taken} or _find(connection, teams.c.key == key) is not None:
        raise ContestError(
            Text(
                f"team: the name {shown(text)} is taken; choose another",
                f"team : le nom {shown(text)} est pris ; choisissez-en un autre",
            )
        )
    row = {"name": text, "key": key, "group": group, "created": time.time()}
    id_ = connection.execute(insert(teams).values(row).returning(teams.c.id)).scalar_one()
    return by_id(connection, id_)


def key_of(name: str) -> str:
    """A name as it is compared: case, accents, spaces and compatible forms of letters make no difference."""
    plain = unicodedata.normalize("NFKD", name).casefold()
    return "".join(char for char in plain if char.isalnum())[:60] or name[:60]


def hold(connection: Connection, team: Team) -> None:
    """Let no other transaction ask for something in the name of this team until this one ends: what it has asked for
    is counted. (SQLite has one writer at a time anyway.)"""
    connection.execute(select(teams.c.id).where(teams.c.id == team.id).with_for_update())


def join(connection: Connection, team: Team, account: int, most: int) -> None:
    """Make somebody a member; they leave the team they were in. Raises ContestError where the team is full."""
    hold(connection, team)
    if len(members_of(connection, team)) >= most and team_of(connection, account) != team:
        raise ContestError(
            Text(f"{team.name} is full: {most} members at most", f"{team.name} est complète : {most} membres au plus")
        )
    leave(connection, account)
    connection.execute(insert(members).values(account_id=account, team_id=team.id, joined=time.time()))


def leave(connection: Connection, account: int) -> None:
    connection.execute(delete(members).where(members.c.account_id == account))


def by_id(connection: Connection, id_: int) -> Team:
    team = _find(connection, teams.c.id == id_)
    if team is None:
        raise ContestError(Text(f"there is no team {id_}", f"il n'y a pas d'équipe {id_}"))
    return team


def by_name(connection: Connection, name: str) -> Team | None:
    return _find(connection, teams.c.key == key_of(name))


def all_teams(connection: Connection) -> list[Team]:
    return [_team(row) for row in connection.execute(select(teams).order_by(teams.c.id)).mappings()]


def team_of(connection: Connection, account: int) -> Team | None:
    """The team of a person."""
    query = select(teams).join(members, members.c.team_id == teams.c.id).where(members.c.account_id == account)
    row = connection.execute(query).mappings().one_or_none()
    return None if row is None else _team(row)


def members_of(connection: Connection, team: Team) -> list[tuple[int, str]]:
    """The members of a team, oldest first: their numbers and the names that others see."""
    query = (
        select(accounts.c.id, accounts.c.name)
        .join(members, members.c.account_id == accounts.c.id)
        .where(members.c.team_id == team.id)
        .order_by(members.c.joined, accounts.c.id)
    )
    return [(id_, name) for id_, name in connection.execute(query)]


def sizes(connection: Connection) -> dict[int, int]:
    """How many members each team has."""
    query = select(members.c.team_id, func.count()).group_by(members.c.team_id)
    return {int(team): int(count) for team, count in connection.execute(query)}


def change(connection: Connection, team: Team, **values: Any) -> None:
    connection.execute(update(teams).where(teams.c.id == team.id).values(values))


def set_tags(connection: Connection, team: Team, tags: list[str]) -> None:
    """Tags that organisers alone see, to choose finalists by."""
    plain = list(dict.fromkeys(checked_name(tag, "tag") for tag in tags))[:TAGS_MOST]
    change(connection, team, tags=msgspec.json.encode(plain).decode())


def _find(connection: Connection, condition: Any) -> Team | None:
    row = connection.execute(select(teams).where(condition)).mappings().one_or_none()
    return None if row is None else _team(row)


def _team(row: Any) -> Team:
    return Team(**dict(row) | {"tags": tuple(msgspec.json.decode(row["tags"]))})
