"""What an organiser may do while a tournament runs or after it has stopped; each in one transaction."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from typing import TypeVar

import msgspec
from sqlalchemy import Connection, update

from joute.arena.jobs.job import Champion
from joute.arena.store import Store
from joute.arena.store.matches import MatchRow, add, by_id, set_state
from joute.arena.store.schema import LIVE, Stage, State, entrants, tournaments
from joute.core.text import Text

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
        return replay_match(connection, tournament, id_, redraw)


def replay_match(connection: Connection, tournament: Tournament, id_: int, redraw: bool = False) -> int:
    """Play one match again, in a transaction that excludes others on this tournament."""
    match = next(iter(by_id(connection, [id_])), None)
    if match is None or match.tournament != tournament.id:
        raise TournamentError(
            Text(f"{tournament.name!r} has no match {id_}", f"{tournament.name!r} n'a pas de match {id_}")
        )
    if match.state == State.REPLACED:
        raise TournamentError(
            Text(
                f"match {id_} no longer counts: it was replaced, or its round was drawn again",
                f"le match {id_} ne compte plus : il a été remplacé, ou sa ronde tirée de nouveau",
            )
        )
    if match.state == State.WAITING:
        raise TournamentError(
            Text(f"match {id_} waits to be played already", f"le match {id_} attend déjà d'être joué")
        )
    outcast = [entrant for entrant in _table(connection, tournament, match) if entrant.aside]
    if outcast:
        name, why = outcast[0].name, outcast[0].aside
        raise TournamentError(
            Text(
                f"{name!r} is set aside ({why:.200}); let it play again: requeue --entrant {name}",
                f"{name!r} est écarté ({why:.200}) ; pour qu'il rejoue : requeue --entrant {name}",
            )
        )
    return _again(connection, tournament, [id_], redraw)


def requeue_matches(store: Store, tournament: Tournament, ids: Sequence[int]) -> int:
    """Play some matches again, of those that still count and in which nobody is set aside; raises DrawnFrom."""
    with changing(store, tournament) as connection:
        wanted = set(ids)
        again = [id_ for id_ in _replayable(connection, tournament, None, unplayed=False) if id_ in wanted]
        return _again(connection, tournament, again, redraw=False)


def requeue_entrant(
    store: Store, tournament: Tournament, name: str, unplayed: bool = False, redraw: bool = False
) -> int:
    """Play all matches of an entrant again, or only those not played; one that was set aside plays again."""
    with changing(store, tournament) as connection:
        entrant = entrant_named(entrants_of(connection, tournament), name)
        lost = _given_up(connection, tournament, entrant)
        connection.execute(update(entrants).where(entrants.c.id == entrant.id).values(aside=""))
        return _again(connection, tournament, _replayable(connection, tournament, entrant, unplayed), redraw, lost)


def requeue_all(store: Store, tournament: Tournament, unplayed: bool = False, redraw: bool = False) -> int:
    """Play all matches again, or only those that were not played."""
    with changing(store, tournament) as connection:
        return _again(connection, tournament, _replayable(connection, tournament, None, unplayed), redraw)


def _replayable(connection: Connection, tournament: Tournament, entrant: Entrant | None, unplayed: bool) -> list[int]:
    """The matches to queue again: those in which nobody is set aside."""
    ids = ids_of(connection, tournament, entrant, UNPLAYED if unplayed else REPLAYABLE)
    outcast = {other.id for other in entrants_of(connection, tournament) if other.aside}
    if not outcast:
        return ids
    matches = _all_by_id(connection, ids)
    return [match.id for match in matches if not outcast & {player.entrant for player in match.players}]


def _all_by_id(connection: Connection, ids: Sequence[int]) -> list[MatchRow]:
    return [match for part in _parts(ids) for match in by_id(connection, part)]


def _parts(whole: Sequence[T]) -> Iterator[Sequence[T]]:
    return (whole[start : start + CHUNK] for start in range(0, len(whole), CHUNK))


def _table(connection: Connection, tournament: Tournament, match: MatchRow) -> list[Entrant]:
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
    """Add a new match for each of these; the old ones stay in the store and no longer count.

    Failures in a row are counted anew: from all matches that count, in which those played again come last; where what
    was played stands whoever is set aside, from the next match on.
    """
    connection.execute(update(entrants).where(entrants.c.tournament_id == tournament.id).values(failing=0))
    if tournament.settings.format.when == When.ONCE:
        connection.execute(update(tournaments).where(tournaments.c.id == tournament.id).values(judged=0))
    known = {entrant.id: entrant for entrant in entrants_of(connection, tournament)}
    matches = _undrawn(connection, tournament, _all_by_id(connection, ids), redraw, given_up)
    for part in _parts(matches):
        set_state(connection, [match.id for match in part], State.REPLACED)
        add(connection, [_renewed(tournament, match, known) for match in part])
    if matches or given_up:
        recount(connection, tournament)
        reopen(connection, tournament)
    return len(matches)


def _renewed(tournament: Tournament, match: MatchRow, known: dict[int, Entrant]) -> MatchRow:
    return msgspec.structs.replace(
        match,
        kind=KIND,
        key=key_of(tournament, match.label, 1 + int(match.key.rpartition("#")[2])),
        state=State.WAITING,
        began=None,
        players=tuple(player_of(known[player.entrant or 0]) for player in match.players),
    )


def _undrawn(
    connection: Connection, tournament: Tournament, matches: list[MatchRow], redraw: bool, given_up: Sequence[Slot]
) -> list[MatchRow]:
    """Where later rounds follow from results, void what was drawn from these matches; refused without `redraw`."""
    format_ = tournament.settings.format
    if format_.when != When.BETWEEN or not (matches or given_up):
        return matches
    rounds = {slot.label: slot.round for slot in given_up} | {match.label: match.round for match in matches}
    live = _all_by_id(connection, ids_of(connection, tournament, None, LIVE))
    drawn = format_.drawn_from([match.label for match in live], rounds)
    void = [match for match in live if match.label in drawn]
    if void and not redraw:
        raise DrawnFrom(1 + min(rounds.values()), len(void))
    for part in _parts(void):
        set_state(connection, [match.id for match in part], State.REPLACED, "its round was drawn again")
    return [match for match in matches if match.label not in drawn]


def put_aside(store: Store, tournament: Tournament, name: str, why: str) -> None:
    """Set an entrant aside, for a reason that everybody may read."""
    with changing(store, tournament) as connection:
        entrant = entrant_named(entrants_of(connection, tournament), name)
        if not why.strip():
            raise TournamentError(
                Text(
                    f"why is {name!r} set aside? Give a reason that everybody may read",
                    f"pourquoi écarter {name!r} ? Donnez une raison que tous peuvent lire",
                )
            )
        if entrant.aside:
            raise TournamentError(
                Text(
                    f"{name!r} is set aside already: {entrant.aside:.200}",
                    f"{name!r} est déjà écarté : {entrant.aside:.200}",
                )
            )
        set_aside(connection, tournament, entrant, why)


def replace_entrant(store: Store, tournament: Tournament, name: str, champion: Champion, redraw: bool = False) -> int:
    """Let another champion play for an entrant: its matches, and no others, are played again."""
    with changing(store, tournament) as connection:
        entrant = entrant_named(entrants_of(connection, tournament), name)
        if entrant.digest == champion.digest:
            raise TournamentError(
                Text(
                    f"{name!r} has not changed: there is nothing to play again",
                    f"{name!r} n'a pas changé : il n'y a rien à rejouer",
                )
            )
        lost = _given_up(connection, tournament, entrant)
        values = {"digest": champion.digest, "kind": champion.kind, "aside": ""}
        connection.execute(update(entrants).where(entrants.c.id == entrant.id).values(values))
        waiting = ids_of(connection, tournament, entrant, [State.WAITING])
        played = _replayable(connection, tournament, entrant, unplayed=False)
        return _again(connection, tournament, sorted({*waiting, *played}), redraw, lost)


def end(store: Store, tournament: Tournament) -> int:
    """End a tournament now: matches that wait are not played, and its secret is revealed."""
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
    """Compute tallies and running ratings from the results again."""
    with changing(store, tournament) as connection:
        recount(connection, tournament)
