"""Contests to test with."""

from __future__ import annotations

from pathlib import Path

from joute.arena.contest import config, model
from joute.arena.contest.accounts import Account, NewAccount, register
from joute.arena.contest.model import Contest
from joute.arena.contest.teams import Team, create
from joute.arena.contest.versions import Version, receive
from joute.arena.store import Store
from joute.arena.tournament.model import packages_of

CONTEST = """
name = "Spring"
game = "chartichaud"
params = { max_turns = 6 }
isolation = "process"
[ladder]
house = ["idle", "random"]
"""
IDLE = "def partie_init():\n    pass\n\n\ndef jouer_tour():\n    pass\n\n\ndef partie_fin():\n    pass\n"
PASSWORD = "correct horse battery"


def spring(folder: Path, more: str = "", text: str = CONTEST) -> config.ContestPlan:
    """The plan of a contest in a folder; `more` goes before the first table of its file."""
    folder.mkdir(exist_ok=True)
    (folder / config.FILE).write_text(more + text)
    return config.read(folder)


def begun(store: Store, folder: Path, more: str = "", text: str = CONTEST) -> Contest:
    return model.begin(store, spring(folder, more, text), "tests")


def person(store: Store, login: str = "ana") -> Account:
    with store.writing() as connection:
        return register(connection, NewAccount(login, login.title(), PASSWORD))


def team(store: Store, name: str = "Les Portes") -> Team:
    with store.writing() as connection:
        return create(connection, name)


def submitted(store: Store, contest: Contest, of: Team, folder: Path, source: str = IDLE) -> Version:
    """A version of a team that waits to be judged."""
    path = folder / "champion.py"
    path.write_text(source)
    digest = packages_of(store).add(path)
    with store.writing() as connection:
        return receive(connection, of, None, digest, len(source), "python", contest.settings.quotas)
