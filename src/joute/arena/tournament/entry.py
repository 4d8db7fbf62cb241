"""Beginning a tournament, or going on with it from a file to which entrants may have been added."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING

import msgspec
from sqlalchemy import Connection, insert

from joute.arena.jobs.job import Champion
from joute.arena.ratings import START
from joute.arena.store import Store
from joute.arena.store.schema import Stage, entrants, tournaments
from joute.champions.sources.find import comes_with
from joute.champions.sources.find import find as find_champion
from joute.core.table import Table
from joute.core.text import Text

from .config import TournamentError, TournamentPlan, changed
from .formats.contract import When
from .lock import changing
from .model import Tournament, entrants_of, find, names, reopen
from .schedule import schedule
from .seeds import commitment, new_secret

if TYPE_CHECKING:
    from joute.champions.checks.rehearsal import Findings


def rehearsed(plan: TournamentPlan) -> Iterator[tuple[str, Findings]]:
    """Rehearse the entrants that are not bundled, one after the other, hosted as in a match; with their names."""
    from joute.champions.checks.rehearsal import rehearse  # with all that hosts champions

    settings = plan.settings
    game, board = settings.settled(), next(iter(settings.boards), None)
    fitted = game if board is None else game.fitted(board)
    hosting = settings.terms.hosting([])
    for name, source in plan.entrants:
        if not comes_with(game, source):
            path = str(plan.path.parent / source)
            yield name, rehearse(Table(fitted, board), path, partial(find_champion, fitted, path, 0, hosting))


def enter(store: Store, plan: TournamentPlan, champions: Sequence[Champion]) -> tuple[Tournament, list[str]]:
    """Begin the tournament of a file, or go on with it if it has begun; with what `join` returns."""
    with store.lock("entry"):
        with store.reading() as connection:
            tournament = find(connection, plan.name) if plan.name in names(connection) else None
        if tournament is None:
            return create(store, plan, champions), []
        with changing(store, tournament) as connection:
            return tournament, join(connection, tournament, plan, champions)


def create(
    store: Store, plan: TournamentPlan, champions: Sequence[Champion], released: int | None = None
) -> Tournament:
    """Begin a tournament: it is written with its entrants and its schedule in one transaction. `released`: how many
    rounds the public may see, None: all."""
    secret = new_secret() if plan.seed is None else str(plan.seed)
    row = {
        "name": plan.name,
        "settings": msgspec.json.encode(plan.settings).decode(),
        "stage": str(Stage.OPEN),
        "secret": secret,
        "commitment": commitment(secret),
        "began": time.time(),
        "released": released,
    }
    with store.writing() as connection:
        if plan.name in names(connection):
            raise TournamentError(
                Text(
                    f"{store.name}: there is a tournament {plan.name!r} already; go on with it, or rename this",
                    f"{store.name} : il y a déjà un tournoi {plan.name!r} ; continuez-le, ou renommez celui-ci",
                )
            )
        id_ = connection.execute(insert(tournaments).values(row).returning(tournaments.c.id)).scalar_one()
        _enter(connection, id_, 0, plan.entrants, champions)
        tournament = find(connection, plan.name)
        if plan.settings.format.when == When.ONCE:
            schedule(connection, tournament)
    return tournament


def _enter(
    connection: Connection, id_: int, first: int, named: Sequence[tuple[str, str]], champions: Sequence[Champion]
) -> None:
    rows = [
        {
            "tournament_id": id_,
            "place": first + position,
            "name": name,
            "source": source,
            "kind": champion.kind,
            "digest": champion.digest,
            "mu": START.mu,
            "sigma": START.sigma,
        }
        for position, ((name, source), champion) in enumerate(zip(named, champions, strict=True))
    ]
    connection.execute(insert(entrants), rows)


def join(
    connection: Connection, tournament: Tournament, plan: TournamentPlan, champions: Sequence[Champion]
) -> list[str]:
    """Compare a tournament with its file: new entrants join where the format lets them, any other change is refused.

    Returns the names of entrants that have changed on disk; they play on as they were.
    """
    different = changed(tournament.settings, plan)
    if plan.seed is not None and str(plan.seed) != tournament.secret:
        different.append("seeds")
    if different:
        raise TournamentError(
            Text(
                f"{plan.path}: {', '.join(dict.fromkeys(different))} changed since the first match; undo that, or give "
                "the tournament another name",
                f"{plan.path} : {', '.join(dict.fromkeys(different))} changé depuis le premier match ; annulez ce "
                "changement, ou donnez un autre nom au tournoi",
            )
        )
    before = {entrant.name: entrant for entrant in entrants_of(connection, tournament)}
    named = dict(zip(plan.entrants, champions, strict=True))
    gone = [name for name in before if name not in dict(plan.entrants)]
    if gone:
        raise TournamentError(
            Text(
                f"{plan.path}: the entrant {gone[0]!r} is missing; put it back. If it is to play no more, set it "
                f"aside: joute tournament set-aside {plan.path} {gone[0]!r} REASON",
                f"{plan.path} : l'inscrit {gone[0]!r} manque ; remettez-le. S'il ne doit plus jouer, écartez-le : "
                f"joute tournament set-aside {plan.path} {gone[0]!r} RAISON",
            )
        )
    new = {entry: champion for entry, champion in named.items() if entry[0] not in before}
    if new:
        _admit(connection, tournament, plan, len(before), new)
    return [name for (name, _), champion in named.items() if name in before and champion.digest != before[name].digest]


def _admit(
    connection: Connection,
    tournament: Tournament,
    plan: TournamentPlan,
    first: int,
    new: dict[tuple[str, str], Champion],
) -> None:
    format_ = tournament.settings.format
    if not format_.late_entrants:
        name = next(iter(new))[0]
        raise TournamentError(
            Text(
                f"{plan.path}: {name!r} comes too late: nobody may join a tournament of this format once it has begun",
                f"{plan.path} : {name!r} arrive trop tard : personne ne peut rejoindre un tournoi de ce format une "
                "fois commencé",
            )
        )
    _enter(connection, tournament.id, first, list(new), list(new.values()))
    if format_.when == When.ONCE:
        schedule(connection, tournament)
    reopen(connection, tournament)
