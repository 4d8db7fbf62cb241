"""What an organiser may do while a tournament runs, or after it has stopped: each in one transaction."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from typing import TypeVar

import msgspec
from sqlalchemy import Connection, update

from joute.arena.jobs.job import Champion
from joute.arena.store import Store
from joute.arena.store.matches import Match, add, by_id, set_state
from joute.arena.store.schema import LIVE, Stage, State, entrants, tournaments

from .config import DrawnFrom, TournamentError
from .formats.contract import Slot, When
from .lock import changing
from .model import Entrant, Tournament, entrant_named, entrants_of, reopen
from .results import ids_of, recount, set_aside
from .schedule import KIND, key_of, player_of, situation_of

T = TypeVar("T")
REPLAYABLE = tuple(state for state in LIVE if state != State.WAITING)
UNPLAYED = (State.FAILED, State.ASIDE)
CHUNK = 500


def requeue_match(store: Store, tournament: Tournament, id_: int, redraw: bool = False) -> int:
    """Play one match again."""
    with changing(store, tournament) as connection:
        found = by_id(connection, [id_])
        if not found or found[0].tournament != tournament.id:
            raise TournamentError(f"{tournament.name!r} has no match {id_}")
        if found[0].state == State.REPLACED:
            raise TournamentError(f"match {id_} counts no more: it was replaced, or its round was drawn anew")
        if found[0].state == State.WAITING:
            raise TournamentError(f"match {id_} waits to be played already")
        outcast = [entrant for entrant in _table(connection, tournament, found[0]) if entrant.aside]
        if outcast:
            name, why = outcast[0].name, outcast[0].aside
            raise TournamentError(f"{name!r} is set aside ({why:.200}); take it back: requeue --entrant {name}")
        return _again(connection, tournament, [id_], redraw)


def requeue_entrant(
    store: Store, tournament: Tournament, name: str, unplayed: bool = False, redraw: bool = False
) -> int:
    """Play all matches of an entrant again, or those that were not played; one that was set aside is taken back."""
    with changing(store, tournament) as connection:
        entrant = entrant_named(entrants_of(connection, tournament), name)
        lost = _given_up(connection, tournament, entrant)
        connection.execute(update(entrants).where(entrants.c.id == entrant.id).values(aside="", failing=0))
        return _again(connection, tournament, _mine(connection, tournament, entrant, unplayed), redraw, lost)


def requeue_all(store: Store, tournament: Tournament, unplayed: bool = False, redraw: bool = False) -> int:
    """Play all matches again, or all that were not played."""
    with changing(store, tournament) as connection:
        return _again(connection, tournament, _mine(connection, tournament, None, unplayed), redraw)


def _mine(connection: Connection, tournament: Tournament, entrant: Entrant | None, unplayed: bool) -> list[int]:
    """Matches that can be put into the queue again: nobody in them is set aside."""
    ids = ids_of(connection, tournament, entrant, UNPLAYED if unplayed else REPLAYABLE)
    outcast = {other.id for other in entrants_of(connection, tournament) if other.aside}
    if not outcast:
        return ids
    found = _all_by_id(connection, ids)
    return [match.id for match in found if not outcast & {player.entrant for player in match.players}]


def _all_by_id(connection: Connection, ids: Sequence[int]) -> list[Match]:
    return [match for part in _parts(ids) for match in by_id(connection, part)]


def _parts(whole: Sequence[T]) -> Iterator[Sequence[T]]:
    return (whole[start : start + CHUNK] for start in range(0, len(whole), CHUNK))


def _table(connection: Connection, tournament: Tournament, match: Match) -> list[Entrant]:
    ids = {player.entrant for player in match.players}
    return [entrant for entrant in entrants_of(connection, tournament) if entrant.id in ids]


def _given_up(connection: Connection, tournament: Tournament, entrant: Entrant) -> list[Slot]:
    """The matches that an entrant has lost only because it was set aside."""
    if not entrant.aside or tournament.settings.format.when != When.BETWEEN:
        return []
    return tournament.settings.format.given_up(situation_of(connection, tournament), entrant.index)


def _again(
    connection: Connection, tournament: Tournament, ids: Sequence[int], redraw: bool, given_up: Sequence[Slot] = ()
) -> int:
    """A new match in the place of each; the old ones are kept, and count no more."""
    known = {entrant.id: entrant for entrant in entrants_of(connection, tournament)}
    found = _undrawn(connection, tournament, _all_by_id(connection, ids), redraw, given_up)
    for part in _parts(found):
        set_state(connection, [match.id for match in part], State.REPLACED)
        add(connection, [_renewed(tournament, match, known) for match in part])
    if found or given_up:
        recount(connection, tournament)
        reopen(connection, tournament)
    return len(found)


def _renewed(tournament: Tournament, match: Match, known: dict[int, Entrant]) -> Match:
    return msgspec.structs.replace(
        match,
        kind=KIND,
        key=key_of(tournament, match.label, 1 + int(match.key.rpartition("#")[2])),
        state=State.WAITING,
        began=None,
        players=tuple(player_of(known[player.entrant or 0]) for player in match.players),
    )


def _undrawn(
    connection: Connection, tournament: Tournament, found: list[Match], redraw: bool, given_up: Sequence[Slot]
) -> list[Match]:
    """Where later rounds follow from results, void what was drawn from these matches; refused without `redraw`."""
    format_ = tournament.settings.format
    if format_.when != When.BETWEEN or not (found or given_up):
        return found
    rounds = {slot.label: slot.round for slot in given_up} | {match.label: match.round for match in found}
    live = _all_by_id(connection, ids_of(connection, tournament, None, LIVE))
    drawn = format_.drawn_from([match.label for match in live], rounds)
    void = [match for match in live if match.label in drawn]
    if void and not redraw:
        raise DrawnFrom(1 + min(rounds.values()), len(void))
    for part in _parts(void):
        set_state(connection, [match.id for match in part], State.REPLACED, "its round was drawn anew")
    return [match for match in found if match.label not in drawn]


def put_aside(store: Store, tournament: Tournament, name: str, why: str) -> None:
    """An entrant plays no more, for a reason that all may read."""
    with changing(store, tournament) as connection:
        entrant = entrant_named(entrants_of(connection, tournament), name)
        if not why.strip():
            raise TournamentError(f"why is {name!r} set aside? Give a reason that all may read")
        if entrant.aside:
            raise TournamentError(f"{name!r} is set aside already: {entrant.aside:.200}")
        set_aside(connection, tournament, entrant, why)


def replace_entrant(store: Store, tournament: Tournament, name: str, champion: Champion, redraw: bool = False) -> int:
    """Another champion plays for an entrant: its matches, and no others, are played again."""
    with changing(store, tournament) as connection:
        entrant = entrant_named(entrants_of(connection, tournament), name)
        if entrant.digest == champion.digest:
            raise TournamentError(f"{name!r} has not changed: nothing is to be played again")
        lost = _given_up(connection, tournament, entrant)
        values = {"digest": champion.digest, "kind": champion.kind, "aside": "", "failing": 0}
        connection.execute(update(entrants).where(entrants.c.id == entrant.id).values(values))
        waiting = ids_of(connection, tournament, entrant, [State.WAITING])
        played = _mine(connection, tournament, entrant, unplayed=False)
        return _again(connection, tournament, sorted({*waiting, *played}), redraw, lost)


def end(store: Store, tournament: Tournament) -> int:
    """End a tournament now: what was not played is not played, and its secret may be known."""
    with changing(store, tournament) as connection:
        left = ids_of(connection, tournament, None, [State.WAITING, State.RUNNING, State.FAILED])
        for part in _parts(left):
            set_state(connection, part, State.ASIDE, "the tournament was ended before it")
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
