"""The schedule of a tournament: what the format asks for becomes matches in the store."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any

import msgspec
from sqlalchemy import Connection, func, select

from joute.arena.store.matches import MatchRow, PlayerRow, add, among
from joute.arena.store.schema import LIVE, State, matches, players

from .config import TournamentSettings
from .formats.contract import EntrantIndex, History, Situation, Slot, SlotResult, Strength, When
from .model import Entrant, Tournament, entrants_of
from .results import set_failing_aside
from .seeds import chance, seed_of

KIND = "tournament"
OVER = (State.DONE, State.ASIDE, State.FAILED)


def schedule(
    connection: Connection,
    tournament: Tournament,
    history: History | None = None,
    tell_aside: Callable[[str], None] = lambda name: None,
) -> int:
    """Ask the format for more matches and add them to the schedule; returns how many are new.

    Between two rounds, entrants that keep failing are set aside first: `tell_aside` is called with each name.
    """
    format_ = tournament.settings.format
    slots, when = format_.more(situation_of(connection, tournament, history)), format_.when
    failing = set_failing_aside(connection, tournament) if slots and when == When.BETWEEN else []
    if failing:
        slots = format_.more(situation_of(connection, tournament))
    for name in failing:
        tell_aside(name)
    before = Counter(_labels(connection, tournament)) if when != When.ALWAYS else Counter[str]()
    fresh = [slot for slot in slots if when != When.ONCE or slot.label not in before]
    _add_slots(connection, tournament, fresh, before)
    if history is not None:
        history.add(fresh)
    return len(fresh)


def _labels(connection: Connection, tournament: Tournament) -> list[str]:
    return list(connection.execute(select(matches.c.label).where(matches.c.tournament_id == tournament.id)).scalars())


def _add_slots(
    connection: Connection, tournament: Tournament, slots: Sequence[Slot], before: Mapping[str, int]
) -> None:
    """Add matches; `before` is how many there have been under each label, which a round that is redrawn uses again."""
    known = entrants_of(connection, tournament)
    settings = tournament.settings
    boards = boards_of(tournament)
    add(
        connection,
        [
            MatchRow(
                key_of(tournament, slot.label, before.get(slot.label, 0)),
                KIND,
                settings.game,
                settings.preset,
                settings.params,
                boards[slot.leg % len(boards)] if boards else None,
                seed_of(tournament.secret, "leg", slot.leg),
                tuple(player_of(known[index]) for index in slot.table),
                tournament.id,
                slot.label,
                slot.round,
                slot.leg,
                state=State.ASIDE if any(known[index].aside for index in slot.table) else State.WAITING,
            )
            for slot in slots
        ],
    )


def boards_of(tournament: Tournament) -> tuple[str, ...]:
    """The boards of the legs, in turn."""
    return _boards(msgspec.json.encode(tournament.settings), tournament.secret)


@lru_cache(maxsize=4)
def _boards(settings: bytes, secret: str) -> tuple[str, ...]:
    return msgspec.json.decode(settings, type=TournamentSettings).all_boards(secret)


def key_of(tournament: Tournament, label: str, redraws: int) -> str:
    """The key of a match: label plus how often that label was redrawn."""
    return f"{tournament.id}:{label}#{redraws}"


def player_of(entrant: Entrant) -> PlayerRow:
    return PlayerRow(entrant.name, entrant.kind, entrant.digest, entrant=entrant.id)


def situation_of(
    connection: Connection, tournament: Tournament, history: History | None = None, rounds: int | None = None
) -> Situation:
    """What the format may know of its tournament, or what follows from its first rounds."""
    known = entrants_of(connection, tournament)
    always = tournament.settings.format.when == When.ALWAYS
    return Situation(
        len(known),
        tournament.settings.seats,
        frozenset(entrant.index for entrant in known if entrant.aside or entrant.retired is not None),
        {} if always else _slot_results(connection, tournament, known, rounds),
        lambda purpose, number: chance(tournament.secret, purpose, number),
        _strengths(connection, tournament, known) if always else (),
        history,
    )


def _slot_results(
    connection: Connection, tournament: Tournament, known: Sequence[Entrant], rounds: int | None
) -> dict[str, SlotResult]:
    """All matches that are over, by label, in the order of the schedule."""
    indexes = {entrant.id: entrant.index for entrant in known}
    query = (
        select(
            matches.c.label,
            matches.c.round,
            matches.c.leg,
            matches.c.state,
            players.c.entrant_id,
            players.c.rank,
            players.c.score,
        )
        .join(players, players.c.match_id == matches.c.id)
        .where(
            matches.c.tournament_id == tournament.id, matches.c.state.in_([str(state) for state in OVER]), among(rounds)
        )
        .order_by(matches.c.id, players.c.seat)
    )
    rows: dict[str, list[Any]] = {}
    for row in connection.execute(query):
        rows.setdefault(row.label, []).append(row)
    return {label: _slot_result(label, seats, indexes) for label, seats in rows.items()}


def _slot_result(label: str, seats: list[Any], indexes: dict[int, EntrantIndex]) -> SlotResult:
    first = seats[0]
    slot = Slot(label, first.round, first.leg, tuple(indexes[row.entrant_id] for row in seats))
    if first.state != State.DONE:
        return SlotResult(slot)
    return SlotResult(slot, tuple(row.rank for row in seats), tuple(row.score for row in seats))


def _strengths(connection: Connection, tournament: Tournament, known: Sequence[Entrant]) -> list[Strength]:
    query = (
        select(players.c.entrant_id, func.count())
        .join(matches, matches.c.id == players.c.match_id)
        .where(
            matches.c.tournament_id == tournament.id,
            matches.c.state.in_([str(State.WAITING), str(State.RUNNING)]),
        )
        .group_by(players.c.entrant_id)
    )
    pending = {row[0]: int(row[1]) for row in connection.execute(query)}
    return [Strength(one.mu, one.sigma, pending.get(one.id, 0), one.games, bool(one.pinned)) for one in known]


def history_of(connection: Connection, tournament: Tournament) -> History:
    """All legs so far, and who meets in them."""
    indexes = {entrant.id: entrant.index for entrant in entrants_of(connection, tournament)}
    query = (
        select(matches.c.id, matches.c.label, matches.c.round, matches.c.leg, players.c.entrant_id)
        .join(players, players.c.match_id == matches.c.id)
        .where(matches.c.tournament_id == tournament.id, matches.c.state.in_([str(state) for state in LIVE]))
        .order_by(matches.c.id)
    )
    slots: dict[int, Slot] = {}
    for id_, label, number, leg, entrant in connection.execute(query):
        before = slots.get(id_, Slot(label, number, leg, ()))
        slots[id_] = before._replace(table=(*before.table, indexes[entrant]))
    return History(slots.values())
