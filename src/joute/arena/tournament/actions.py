"""What an organiser may do while a tournament runs, or after it has stopped: each in one transaction."""

from __future__ import annotations

import time
from collections.abc import Sequence

import msgspec
from sqlalchemy import Connection, update

from ..job import Champion
from ..store import Store
from ..store.matches import Match, add, by_id, set_state
from ..store.tables import LIVE, Stage, State, entrants, tournaments
from .alone import changing
from .book import ids_of, recount, set_aside
from .contest import KIND, Entrant, Tournament, entrant_named, entrants_of, key_of, player_of
from .declared import TournamentError
from .formats.draw import When

REPLAYABLE = tuple(state for state in LIVE if state != State.WAITING)
UNPLAYED = (State.FAILED, State.ASIDE)
CHUNK = 500


def requeue_match(store: Store, tournament: Tournament, id_: int) -> int:
    """Play one match again."""
    with changing(store, tournament) as connection:
        found = by_id(connection, [id_])
        if not found or found[0].tournament != tournament.id:
            raise TournamentError(f"{tournament.name!r} has no match {id_}")
        if found[0].state == State.REPLACED:
            raise TournamentError(f"match {id_} is replaced by a later one already")
        outcast = [entrant for entrant in _table(connection, tournament, found[0]) if entrant.aside]
        if outcast:
            name, why = outcast[0].name, outcast[0].aside
            raise TournamentError(f"{name!r} is set aside ({why:.200}); take it back: requeue --entrant {name}")
        return _again(connection, tournament, [id_] if found[0].state != State.WAITING else [])


def requeue_entrant(store: Store, tournament: Tournament, name: str, unplayed: bool = False) -> int:
    """Play all matches of an entrant again, or those that were not played; one that was set aside is taken back."""
    with changing(store, tournament) as connection:
        entrant = entrant_named(entrants_of(connection, tournament), name)
        connection.execute(update(entrants).where(entrants.c.id == entrant.id).values(aside="", failing=0))
        return _again(connection, tournament, _mine(connection, tournament, entrant, unplayed))


def requeue_all(store: Store, tournament: Tournament, unplayed: bool = False) -> int:
    """Play all matches again, or all that were not played."""
    with changing(store, tournament) as connection:
        return _again(connection, tournament, _mine(connection, tournament, None, unplayed))


def _mine(connection: Connection, tournament: Tournament, entrant: Entrant | None, unplayed: bool) -> list[int]:
    """Matches that can be put into the queue again: nobody in them is set aside."""
    ids = ids_of(connection, tournament, entrant, UNPLAYED if unplayed else REPLAYABLE)
    outcast = {other.id for other in entrants_of(connection, tournament) if other.aside}
    if not outcast:
        return ids
    found = [match for start in range(0, len(ids), CHUNK) for match in by_id(connection, ids[start : start + CHUNK])]
    return [match.id for match in found if not outcast & {player.entrant for player in match.players}]


def _table(connection: Connection, tournament: Tournament, match: Match) -> list[Entrant]:
    ids = {player.entrant for player in match.players}
    return [entrant for entrant in entrants_of(connection, tournament) if entrant.id in ids]


def _again(connection: Connection, tournament: Tournament, ids: Sequence[int]) -> int:
    """A new match in the place of each; the old ones are kept, and count no more."""
    known = {entrant.id: entrant for entrant in entrants_of(connection, tournament)}
    found = [match for start in range(0, len(ids), CHUNK) for match in by_id(connection, ids[start : start + CHUNK])]
    _require_last_round(connection, tournament, found)
    for start in range(0, len(found), CHUNK):
        part = found[start : start + CHUNK]
        set_state(connection, [match.id for match in part], State.REPLACED)
        add(
            connection,
            [
                msgspec.structs.replace(
                    match,
                    kind=KIND,
                    key=key_of(tournament, match.label, 1 + int(match.key.rpartition("#")[2])),
                    state=State.WAITING,
                    began=None,
                    players=tuple(player_of(known[player.entrant or 0]) for player in match.players),
                )
                for match in part
            ],
        )
    if found:
        recount(connection, tournament)
        connection.execute(
            update(tournaments).where(tournaments.c.id == tournament.id).values(stage=str(Stage.OPEN), ended=None)
        )
    return len(found)


def _require_last_round(connection: Connection, tournament: Tournament, found: Sequence[Match]) -> None:
    """Where rounds follow from rounds, a match of an earlier one cannot be taken back."""
    if tournament.settings.format.when != When.BETWEEN or not found:
        return
    ids = ids_of(connection, tournament, None, LIVE)
    last = max(match.round for match in by_id(connection, ids[-CHUNK:]))
    early = [match for match in found if match.round < last]
    if early:
        raise TournamentError(
            f"match {early[0].id} is of round {early[0].round + 1}, and round {last + 1} was drawn from its result; "
            "only matches of the last round can be played again"
        )


def put_aside(store: Store, tournament: Tournament, name: str, why: str) -> None:
    """An entrant plays no more, for a reason that all may read."""
    with changing(store, tournament) as connection:
        entrant = entrant_named(entrants_of(connection, tournament), name)
        if entrant.aside:
            raise TournamentError(f"{name!r} is set aside already: {entrant.aside:.200}")
        set_aside(connection, tournament, entrant, why)


def replace_entrant(store: Store, tournament: Tournament, name: str, champion: Champion) -> int:
    """Another champion plays for an entrant: its matches, and no others, are played again."""
    with changing(store, tournament) as connection:
        entrant = entrant_named(entrants_of(connection, tournament), name)
        if entrant.digest == champion.digest:
            raise TournamentError(f"{name!r} has not changed: nothing is to be played again")
        values = {"digest": champion.digest, "kind": champion.kind, "aside": "", "failing": 0}
        connection.execute(update(entrants).where(entrants.c.id == entrant.id).values(values))
        waiting = ids_of(connection, tournament, entrant, [State.WAITING])
        played = _mine(connection, tournament, entrant, unplayed=False)
        return _again(connection, tournament, sorted({*waiting, *played}))


def end(store: Store, tournament: Tournament) -> int:
    """End a tournament now: what was not played is not played, and its secret may be known."""
    with changing(store, tournament) as connection:
        left = ids_of(connection, tournament, None, [State.WAITING, State.RUNNING, State.FAILED])
        for start in range(0, len(left), CHUNK):
            set_state(connection, left[start : start + CHUNK], State.ASIDE, "the tournament was ended before it")
        connection.execute(
            update(tournaments)
            .where(tournaments.c.id == tournament.id)
            .values(stage=str(Stage.DONE), ended=time.time())
        )
    return len(left)


def count_again(store: Store, tournament: Tournament) -> None:
    """Tallies and running ratings from the results."""
    with changing(store, tournament) as connection:
        recount(connection, tournament)
