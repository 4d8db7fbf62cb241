"""A contest as the store has it. A store holds one at most."""

from __future__ import annotations

import time
from typing import Any

import msgspec
from sqlalchemy import Connection, insert, select, update

from joute.arena.store import Store
from joute.arena.store.schema import contests, tournaments
from joute.arena.tournament.config import TournamentPlan
from joute.arena.tournament.entry import create
from joute.arena.tournament.model import Tournament, find, packages_of
from joute.arena.tournament.seeds import new_secret
from joute.core.text import Text

from . import ladder, log
from .clock import Allowed, allowed
from .config import LADDER, ContestError, ContestPlan, ContestSettings, Times


class Contest(msgspec.Struct, frozen=True):
    """A contest with its settings as they stand now."""

    id: int
    name: str
    settings: ContestSettings
    ladder: Tournament
    created: float
    secret: str = ""
    """What public numbers of matches are made with."""
    pulse: str = ""
    """The last sign of life of its service, as JSON; empty before the first."""

    def allowed(self, now: float | None = None) -> Allowed:
        return allowed(self.settings.times, time.time() if now is None else now)

    def shown_until(self) -> float | None:
        """Until when ranked matches must have ended that everybody may watch now; None: nobody watches others'."""
        access, now = self.settings.access, time.time()
        state = self.allowed(now)
        if access.replays == "own" or (access.replays == "after" and state.ranked):
            return None
        delayed = now - 60 * access.replay_delay_minutes
        return delayed if state.frozen_at is None else min(delayed, state.frozen_at)


def begin(store: Store, plan: ContestPlan, actor: str) -> Contest:
    """Begin the contest of a file, or go on with it if it has begun; raises ContestError."""
    with store.lock("entry"):
        with store.reading() as connection:
            known = _row(connection)
        if known is None:
            return _begun(store, plan, actor)
        return _resumed(store, plan, known)


def _begun(store: Store, plan: ContestPlan, actor: str) -> Contest:
    packages, game = packages_of(store), plan.game.settled()
    house = [packages.champion(game, name) for name in plan.house]
    entrants = tuple((name, name) for name in plan.house)
    made = create(store, TournamentPlan(plan.path, LADDER, plan.game, entrants, plan.store, None), house)
    with store.writing() as connection:
        ladder.pin_house(connection, made, game)
        settings = msgspec.json.encode(plan.settings).decode()
        row = {"name": plan.name, "settings": settings, "ladder_id": made.id, "secret": new_secret()}
        connection.execute(insert(contests).values(row | {"created": time.time()}))
        log.note(connection, actor, "begin", plan.name, details={"settings": msgspec.to_builtins(plan.settings)})
    return load(store)


def _resumed(store: Store, plan: ContestPlan, known: Any) -> Contest:
    """What was declared stays as it is in the store: an organiser changes it in the console, where it is logged."""
    contest = load(store)
    if known.name != plan.name:
        raise ContestError(
            Text(
                f"{plan.path}: the store {plan.store} has the contest {known.name!r}, not {plan.name!r}; name another "
                "store, or undo the change",
                f"{plan.path} : l'entrepôt {plan.store} a le concours {known.name!r}, pas {plan.name!r} ; nommez un "
                "autre entrepôt, ou annulez le changement",
            )
        )
    if contest.ladder.settings.game != plan.game.game:
        raise ContestError(
            Text(
                f"{plan.path}: game: this contest has begun with {contest.ladder.settings.game}",
                f"{plan.path} : game : ce concours a commencé avec {contest.ladder.settings.game}",
            )
        )
    return contest


def load(store: Store) -> Contest:
    """The contest of a store; raises ContestError if there is none."""
    with store.reading() as connection:
        return current(connection, store.name)


def current(connection: Connection, name: str = "") -> Contest:
    """The contest as it stands in a transaction."""
    row = _row(connection)
    if row is None:
        raise ContestError(
            Text(
                f"{name}: there is no contest in this store; begin one: joute serve --contest FOLDER",
                f"{name} : pas de concours dans cet entrepôt ; commencez-en un : joute serve --contest DOSSIER",
            )
        )
    declared = msgspec.json.decode(row.settings, type=ContestSettings)
    changes = msgspec.json.decode(row.changes)
    settings = msgspec.convert(msgspec.to_builtins(declared) | changes, ContestSettings)
    ladder_name = connection.execute(select(tournaments.c.name).where(tournaments.c.id == row.ladder_id)).scalar_one()
    return Contest(row.id, row.name, settings, find(connection, ladder_name), row.created, row.secret, row.pulse)


def set_times(connection: Connection, contest: Contest, times: Times, actor: str, why: str) -> None:
    """Change when what is allowed."""
    before = msgspec.to_builtins(contest.settings.times)
    after = msgspec.to_builtins(times)
    _change(connection, contest, {"times": after})
    changed = {name: [before[name], after[name]] for name in after if before[name] != after[name]}
    log.note(connection, actor, "times", contest.name, why, changed)


def _change(connection: Connection, contest: Contest, values: dict[str, Any]) -> None:
    mine = contests.c.id == contest.id
    before = msgspec.json.decode(connection.execute(select(contests.c.changes).where(mine)).scalar_one())
    text = msgspec.json.encode(before | values).decode()
    connection.execute(update(contests).where(mine).values(changes=text))


def _row(connection: Connection) -> Any:
    return connection.execute(select(contests)).one_or_none()
