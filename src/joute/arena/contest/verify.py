"""Whether an export of a contest is what it says: nothing but the folder is needed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

from sqlalchemy import Connection, select

from joute.arena.store import Store
from joute.arena.store.check import check
from joute.arena.store.schema import entrants, versions
from joute.arena.tournament.audit import differences
from joute.arena.tournament.model import Tournament, all_tournaments, entrants_of, packages_of
from joute.arena.tournament.results import tallies
from joute.champions.errors import ChampionError
from joute.core.text import Text

from . import log, model
from .config import ContestError
from .export import STORE, TABLE, table_text

TALLY = ("games", "wins", "draws", "losses", "points", "mu", "sigma")


def verify(folder: Path, tell: Callable[[str, int], None] = lambda name, replayed: None) -> Iterator[str]:
    """Everything that is not as it should be, a sentence each: files and rows that were damaged or changed; seeds and
    boards that were not committed to; replays against the rules; ratings and a table that do not follow from them."""
    if not (folder / STORE).is_dir():
        raise ContestError(
            Text(
                f"{folder}: this is no export of a contest; make one: joute contest export CONTEST -o FOLDER",
                f"{folder} : ce n'est pas un export de concours ; faites-en un : joute contest export CONCOURS -o "
                "DOSSIER",
            )
        )
    with Store.open(folder / STORE, create=False) as store:
        yield from (f"{finding.where}: {finding.what}" for finding in check(store) if not finding.harmless)
        with store.reading() as connection:
            known = all_tournaments(connection)
            yield from _audit_log(connection)
            yield from _packages(connection, store)
            yield from _table(connection, folder)
            for tournament in known:
                yield from _tallies(connection, tournament)
        for tournament in reversed(known):
            name = tournament.name
            found = differences(store, tournament, True, lambda replayed, name=name: tell(name, replayed))  # type: ignore[misc]
            yield from (f"{name}: {sentence}" for sentence in found)


def _audit_log(connection: Connection) -> Iterator[str]:
    row = log.broken(log.entries(connection)[::-1])
    if row is not None:
        yield f"audit log: row {row} was changed, or what came before it"


def _packages(connection: Connection, store: Store) -> Iterator[str]:
    """What played is what its name says."""
    packages = packages_of(store)
    played = select(entrants.c.digest).where(entrants.c.kind == "package")
    submitted = select(versions.c.digest)
    for digest in sorted({*connection.execute(played).scalars(), *connection.execute(submitted).scalars()}):
        try:
            packages.put(packages.data(digest), digest)
        except ChampionError as error:
            yield f"package {digest}: {error}"


def _table(connection: Connection, folder: Path) -> Iterator[str]:
    if (folder / TABLE).read_text(encoding="utf-8") != table_text(connection, model.current(connection)):
        yield f"{TABLE}: not the table that the ratings in the store give"


def _tallies(connection: Connection, tournament: Tournament) -> Iterator[str]:
    """Tallies and running ratings follow from the results, in the order in which they were filed."""
    counted = {entrant.id: entrant for entrant in tallies(connection, tournament)}
    for entrant in entrants_of(connection, tournament):
        for name in TALLY:
            stored, found = getattr(entrant, name), getattr(counted[entrant.id], name)
            if abs(stored - found) > 1e-9:
                yield f"{tournament.name}: {entrant.name}: {name}: found {stored}, but the results give {found}"
                break
