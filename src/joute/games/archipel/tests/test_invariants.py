"""What always holds: on random parameters, positions and calls, legal and not, of both players."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import joute
from joute.core.events import noted

from ..board import write
from ..generator import draw_board
from ..rules import RULES
from ..rules.events import TO_NOBODY, Earned, Fought, Looted, Sunk
from ..rules.state import OK
from . import naive
from .vocabulary import GAME, M1

RANDOMLY = settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])

BEHAVIOUR = {
    "PROPRIETAIRE_DEFEND": st.booleans(),
    "EGALITE_ILE": st.sampled_from(["defenseur", "proprietaire"]),
    "ILE_VIERGE_AU_VAINQUEUR": st.booleans(),
    "BUTIN_ILE": st.sampled_from(["ile", "caravelle"]),
    "SCORE_APRES_REVENU": st.booleans(),
    "TRANSPORTEURS": st.sampled_from(
        [[], ["BATEAU_CARAVELLE"], ["BATEAU_GALION"], ["BATEAU_GALION", "BATEAU_CARAVELLE"]]
    ),
    "CARAVELLE_COUT": st.integers(0, 4),
    "GALION_COUT": st.integers(0, 3),
    "LIMITE_BATEAUX": st.sampled_from([1, 5, 40]),
    "OR_INITIAL": st.integers(0, 60),
}
OVERRIDES = st.fixed_dictionaries({}, optional=BEHAVIOUR)


def dump(table: joute.Table, state: Any) -> dict[str, Any]:
    found: dict[str, Any] = table.game.layout.dump(state, table.game.dims(table.board, table.seats))
    return found


def gold(state: dict[str, Any]) -> int:
    """All gold there is."""
    return sum(row["nb_or"] for table in ("islands", "boats") for row in state[table])


def sound(table: joute.Table, state: dict[str, Any]) -> None:
    """4.2, 4.8  What holds at any moment."""
    ids = [boat["id"] for boat in state["boats"]]
    side, limit = table.game.params["TAILLE_TERRAIN"], table.game.params["LIMITE_BATEAUX"]
    assert ids == sorted(set(ids))
    assert not ids or ids[-1] < state["head"]["next_id"]
    assert all(0 <= boat[axis] < side for boat in state["boats"] for axis in "xy")
    assert all(sum(boat["seat"] == seat for boat in state["boats"]) <= limit for seat in range(2))
    assert all(row["nb_or"] >= 0 for name in ("islands", "boats") for row in state[name])
    assert all(isle["nb_or"] == 0 for isle in state["islands"] if isle["seat"] == -1)


def fought_out(table: joute.Table, state: dict[str, Any]) -> None:
    """4.6  What holds after fights."""
    owners = {(isle["x"], isle["y"]): isle["seat"] for isle in state["islands"]}
    sides: dict[tuple[int, int], set[int]] = defaultdict(set)
    for boat in state["boats"]:
        sides[boat["x"], boat["y"]].add(boat["seat"])
    for boat in state["boats"]:
        if boat["btype"] == naive.GALION:
            cell = boat["x"], boat["y"]
            assert sides[cell] == {boat["seat"]}
            if table.game.params["PROPRIETAIRE_DEFEND"]:
                assert owners.get(cell, -1) in (-1, boat["seat"])


@RANDOMLY
@given(st.sampled_from(["sujet", "finale"]), OVERRIDES, st.integers(0, 2**32 - 1), st.integers(6, 12))
def test_gold_ids_and_places_through_a_random_match(preset: str, params: dict[str, Any], seed: int, side: int) -> None:
    game = joute.load_game(GAME, preset, TAILLE_TERRAIN=side, FIN_PARTIE=25, **params)
    table = joute.Table(game, write(draw_board(side, seed)))
    rng = game.generator(seed)
    table.end_phase()
    given_ids = 0
    while table.turn.callback == "jouer_tour":
        (index,) = table.turn.seats
        seat = table.seat(index)
        row = game.sample(seat.world, index, rng)
        while row is not None:
            before = dump(table, seat.state)
            assert seat.order(row) == OK
            after = dump(table, seat.state)
            sound(table, after)
            name = RULES.actions[row[0]].name
            spent = game.params["GALION_COUT" if row[1] else "CARAVELLE_COUT"] if name == "construire" else 0
            assert gold(after) == gold(before) - spent
            given_ids += name == "construire"
            assert after["head"]["next_id"] == given_ids
            row = game.sample(seat.world, index, rng)
        ends_like_the_rules_say(table, seat)
        table.end(index)


def ends_like_the_rules_say(table: joute.Table, seat: Any) -> None:
    """The end of this turn: the same as told naively, and gold changes by income, sinking and nothing else."""
    game = table.game
    before = dump(table, seat.state)
    world = game.listening(game.copy(seat.world), 2000)
    game.resolve(world)
    after = dump(table, world.state)
    sound(table, after)
    fought_out(table, after)
    events = list(noted(world.scratch.events, RULES.events))
    winners = {event.cell: event.winner for event in events if isinstance(event, Fought)}
    drowned = sum(e.nb_or for e in events if isinstance(e, Sunk) and winners[e.cell] == e.seat)
    drowned += sum(e.nb_or for e in events if isinstance(e, Looted) and e.receiver == TO_NOBODY)
    earned = sum(e.nb_or for e in events if isinstance(e, Earned))
    assert gold(after) == gold(before) - drowned + earned
    terrain = {(x, y): kind for x, y, kind in zip(*table.board.islands, strict=True)}
    naive.end_turn(before, terrain, game.params)
    assert before == after


BOATS = st.lists(
    st.tuples(
        st.sampled_from([(2, 3), (2, 3), (1, 1), (6, 6), (4, 2), (3, 3), (3, 4)]),
        st.integers(0, 1),
        st.integers(0, 1),
        st.integers(0, 9),
    ),
    max_size=30,
)
OWNERS = st.lists(st.sampled_from([-1, 0, 1]), min_size=6, max_size=6)


@settings(RANDOMLY, max_examples=400)
@given(OVERRIDES, BOATS, OWNERS, st.integers(0, 1))
def test_4_6_fights_on_crowded_cells(params: dict[str, Any], boats: Any, owners: list[int], active: int) -> None:
    game = joute.load_game(GAME, **({"TAILLE_TERRAIN": 8} | params | {"LIMITE_BATEAUX": 40}))
    table = joute.Table(game, M1)
    state = dump(table, table.state)
    state["head"] |= {"phase": 1, "seat": active, "next_id": len(boats)}
    for number, ((x, y), seat, btype, cargo) in enumerate(boats):
        state["boats"].append(
            {"id": number, "x": x, "y": y, "seat": seat, "btype": btype, "nb_or": cargo, "deplacable": number % 2}
        )
    for number, (isle, owner) in enumerate(zip(state["islands"], owners, strict=True)):
        isle |= {"seat": owner, "nb_or": 0 if owner == -1 else number}
    table = joute.Table.load(table.dump() | {"state": state})
    ends_like_the_rules_say(table, table.seat(active))


NUMBERS = st.one_of(st.integers(-3, 12), st.sampled_from([2**31 - 1, -(2**31), 2**31, 2**70, None, "1", 1.0, True, ()]))
CELLS = st.one_of(st.tuples(st.integers(-1, 8), st.integers(-1, 8)), NUMBERS, st.tuples(NUMBERS, NUMBERS))
CALLS = st.one_of(
    st.tuples(st.just("construire"), NUMBERS, CELLS),
    st.tuples(st.just("deplacer"), NUMBERS, CELLS),
    st.tuples(st.just("coloniser"), CELLS),
    st.tuples(st.sampled_from(["charger", "decharger"]), NUMBERS, NUMBERS),
    st.tuples(st.just("transferer"), NUMBERS, NUMBERS, NUMBERS),
)


@RANDOMLY
@given(st.sampled_from(["sujet", "finale"]), st.lists(st.lists(CALLS, max_size=12), min_size=4, max_size=12))
def test_refusals_change_nothing_and_any_argument_is_answered(preset: str, turns: list[list[Any]]) -> None:
    table = joute.Table(joute.load_game(GAME, preset, TAILLE_TERRAIN=8, OR_INITIAL=60), M1)
    table.end_phase()
    for calls in turns:
        (index,) = table.turn.seats
        seat = table.seat(index)
        for name, *values in calls:
            before = dump(table, seat.state)
            answer = seat.call(name, *values)
            assert answer in range(12)
            after = dump(table, seat.state)
            assert answer == OK or before == after
            sound(table, after)
        ends_like_the_rules_say(table, seat)
        table.end(index)
