"""A tournament and its entrants as the store has them."""

from __future__ import annotations

import difflib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec
from sqlalchemy import Connection, Row, select, update

from joute.arena.jobs.job import Champion, live_name
from joute.arena.jobs.packages import Packages
from joute.arena.store import Store
from joute.arena.store.schema import Stage, entrants, tournaments
from joute.core.text import Text, text_of

from .config import TournamentError, TournamentSettings

PACKAGES, LIVE = "packages", "live"


class Tournament(msgspec.Struct, frozen=True):
    """A tournament as the store has it."""

    id: int
    name: str
    settings: TournamentSettings
    stage: Stage
    secret: str
    commitment: str
    began: float
    ended: float | None
    pulse: str
    judged: int
    """Up to which match failures were counted when it was read."""
    released: int | None
    """How many rounds the public may see; None: all of it."""

    @property
    def revealed(self) -> bool:
        """Whether the secret may be known."""
        return (self.stage == Stage.DONE and self.released is None) or not self.settings.secret_seeds


class Entrant(msgspec.Struct, frozen=True):
    """An entrant as the store has it, with its tally."""

    id: int
    index: int
    """Its position in the list of entrants, from 0: the column `place` of the store."""
    name: str
    source: str
    kind: str
    digest: str
    aside: str
    """Why it was set aside; empty: it plays."""
    failing: int
    """How many matches in a row it failed in, in the order of the schedule, up to the last that was judged."""
    games: int
    wins: int
    draws: int
    losses: int
    points: float
    mu: float
    sigma: float
    start_mu: float | None
    start_sigma: float | None
    """Its running rating before its first match; None: the usual one."""
    pinned: int
    """Whether results leave its rating as it is."""
    retired: float | None
    """Since when it is not seated any more; what it played stands."""
    fit_mu: float | None = None
    fit_sigma: float | None = None
    """Its rating as it was fitted to all results when a contest's ladder was closed."""

    @property
    def champion(self) -> Champion:
        """What plays for it: a bundled champion is found by its own name."""
        if self.kind == "bundled":
            return Champion(self.name, "bundled", self.digest, self.source)
        return Champion(self.name, "package", self.digest)


def packages_of(store: Store) -> Packages:
    """The packages of entrants, kept beside the results."""
    return Packages(store.folder / PACKAGES)


def live_file(store: Store, match: int) -> Path:
    """The replay of a match while it is played on a machine that has the folder of the store."""
    return live_folder(store) / live_name(str(match))


def live_folder(store: Store) -> Path:
    return store.folder / LIVE


def find(connection: Connection, name: str) -> Tournament:
    """The tournament of a name; raises TournamentError."""
    row = _find(connection, name)
    if row is None:
        known = names(connection)
        have = (
            Text(f"there are {', '.join(known)}", f"il y a {', '.join(known)}")
            if known
            else Text("there is none yet", "il n'y en a pas encore")
        )
        raise TournamentError(
            Text(
                f"no tournament {name!r} in this store; {have}",
                f"pas de tournoi {name!r} dans cet entrepôt ; {have:fr}",
            )
        )
    return _tournament(row)


def names(connection: Connection) -> list[str]:
    """The names of all tournaments of a store."""
    return sorted(connection.execute(select(tournaments.c.name)).scalars())


def _find(connection: Connection, name: str) -> Row[Any] | None:
    return connection.execute(select(tournaments).where(tournaments.c.name == name)).one_or_none()


def _tournament(row: Row[Any]) -> Tournament:
    values = dict(row._mapping)
    try:
        settings = msgspec.json.decode(values.pop("settings"), type=TournamentSettings)
    except msgspec.MsgspecError as error:
        raise TournamentError(
            Text(
                f"the settings of {row.name!r} in the store cannot be read: {error}",
                f"les réglages de {row.name!r} dans l'entrepôt ne peuvent pas être lus : {error}",
            )
        ) from None
    return Tournament(settings=settings, stage=Stage(values.pop("stage")), **values)


def all_tournaments(connection: Connection) -> list[Tournament]:
    """All of a store, the newest first."""
    return [_tournament(row) for row in connection.execute(select(tournaments).order_by(tournaments.c.id.desc()))]


def is_over(connection: Connection, tournament: Tournament) -> bool:
    """Whether it is over now: all was played, or its organiser has ended it."""
    stage = connection.execute(select(tournaments.c.stage).where(tournaments.c.id == tournament.id)).scalar_one()
    return bool(stage == Stage.DONE)


def reopen(connection: Connection, tournament: Tournament) -> None:
    """Open it again if it was over: there is something to play."""
    mine = update(tournaments).where(tournaments.c.id == tournament.id)
    connection.execute(mine.values(stage=str(Stage.OPEN), ended=None))


def entrants_of(connection: Connection, tournament: Tournament) -> list[Entrant]:
    """The entrants in the order of the list."""
    query = select(entrants).where(entrants.c.tournament_id == tournament.id).order_by(entrants.c.place)
    return [_entrant(row) for row in connection.execute(query)]


def entrants_by_id(connection: Connection, ids: Sequence[int]) -> list[Entrant]:
    """Entrants by number, in the order of these numbers."""
    rows = connection.execute(select(entrants).where(entrants.c.id.in_(ids)))
    by_id = {row.id: _entrant(row) for row in rows}
    return [by_id[id_] for id_ in ids]


def _entrant(row: Row[Any]) -> Entrant:
    values = dict(row._mapping)
    del values["tournament_id"]
    return Entrant(index=values.pop("place"), **values)


def entrant_named(known: Sequence[Entrant], name: str) -> Entrant:
    """The entrant of a name; raises TournamentError."""
    for entrant in known:
        if entrant.name == name:
            return entrant
    near = difflib.get_close_matches(name, [entrant.name for entrant in known], 1)
    hint = Text(f"; did you mean {near[0]!r}?", f" ; vouliez-vous dire {near[0]!r} ?") if near else ""
    raise TournamentError(Text(f"no entrant {name!r}{hint}", f"pas d'inscrit {name!r}{text_of(hint):fr}"))
