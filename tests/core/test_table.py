"""The public Python API: tables, turns, seats, merging, results, copies and dumps."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

import joute
from joute import Result, Table, Turn, load_game
from joute.core.errors import StateError
from joute.core.events import noted

COVE = "@..2\n.1..\n..3.\n1..@\n"
OK = 3


def cove(**options: Any) -> Table:
    """Two walkers in opposite corners: seat 0 at (0, 0), seat 1 at (3, 3)."""
    overrides = options.pop("overrides", {})
    return Table(load_game("toy", **overrides), **({"board": COVE, "seats": 2, "seed": 5} | options))


def started(**options: Any) -> Table:
    table = cove(**options)
    table.end_phase()
    return table


def place(table: Table, seat: int) -> tuple[int, int]:
    return divmod(table.state.walkers.cell[seat], 4)


# News


def test_news_of_the_truth_are_found_once_for_all_who_know_the_same() -> None:
    """As long as it does not change; whoever was told earlier is told more."""
    table = started()
    layout, told = table.game.layout, [table.game.layout.empty(table.game.dims(table.board, 2)) for _ in range(2)]
    first, known = table.news(())
    assert table.news(())[0] is first
    assert table.news(list(known)) == ([[]] * len(known), known)
    layout.learn(told[0], first)
    table.end_phase()
    for state, before in zip(told, (known, ()), strict=True):
        news, now = table.news(before)
        layout.learn(state, news)
        assert state == table.state
        assert now == layout.planes(table.state)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"seats": 1}, "seats: toy is played by 2 to 100 players, not 1"),
        ({"seed": -1}, "seed: found -1, expected a whole number"),
        ({"seed": 2**64}, f"seed: found {2**64}, expected a whole number"),
    ],
)
def test_wrong_seats_or_seed_of_a_dump_are_a_state_error(change: dict[str, Any], message: str) -> None:
    with pytest.raises(StateError, match=re.escape(message)):
        Table.load(cove().dump() | change)


def test_an_event_of_an_order_is_noted_once() -> None:
    """On the truth: not on the draft, where the order was made first, nor for an order that was taken back."""
    table = started()
    table.end_phase()
    table.world = table.game.listening(table.world, 8)
    seat = table.seat(0)
    assert seat.call("creuser", (0, 0), 0) == OK
    assert seat.call("annuler") is True
    assert seat.call("creuser", (0, 0), 1) == OK
    table.end(0)
    events = list(noted(table.world.scratch.events, table.game.rules.events))
    assert [(type(event).__name__, event.seat) for event in events] == [("Found", 0)]


# Turns


def test_the_public_names() -> None:
    names = "Batch Position Replay Result Table Turn __version__ game_names give load_game position seed"
    assert joute.__all__ == names.split()
    assert all(hasattr(joute, name) for name in joute.__all__)
    with pytest.raises(AttributeError, match="module 'joute' has no attribute 'nope'"):
        _ = joute.nope


def test_a_new_table_stands_at_the_init_turn_and_asks_everybody() -> None:
    assert cove().turn == Turn(0, "init", "partie_init", (0, 1))
    assert cove(seats=5).turn.seats == (0, 1, 2, 3, 4)


def test_phases_follow_each_other_to_the_end() -> None:
    table = cove(overrides={"NB_TOURS": 2})
    seen = []
    while table.turn.seats:
        seen.append(table.turn)
        table.end_phase()
    assert seen == [
        Turn(0, "init", "partie_init", (0, 1)),
        Turn(0, "placement", "jouer_placement", (0, 1)),
        Turn(0, "marche", "jouer_marche", (0,)),
        Turn(0, "marche", "jouer_marche", (1,)),
        Turn(1, "placement", "jouer_placement", (0, 1)),
        Turn(1, "marche", "jouer_marche", (0,)),
        Turn(1, "marche", "jouer_marche", (1,)),
        Turn(2, "fin", "partie_fin", (0, 1)),
    ]
    assert table.turn == Turn(2, "over", "", ())


def test_a_phase_is_resolved_when_all_asked_seats_have_ended() -> None:
    table = started()
    table.end(1)
    assert table.turn.phase == "placement"
    table.end(1)
    assert table.turn.phase == "placement"
    table.end(0)
    assert table.turn == Turn(0, "marche", "jouer_marche", (0,))
    table.end(0)
    assert table.turn.seats == (1,)


def test_filed_orders_are_done_when_the_phase_is_resolved() -> None:
    table = started()
    assert table.seat(0).call("deplacer", [(0, 1), (0, 2)]) == OK
    assert table.seat(1).api.deplacer([(2, 3)]) == OK
    assert (place(table, 0), place(table, 1)) == ((0, 0), (3, 3))
    table.end_phase()
    assert (place(table, 0), place(table, 1)) == ((0, 2), (2, 3))


MEETING = [(0, 1), (0, 2), (0, 3)], [(2, 3), (1, 3), (0, 3)]


def test_walkers_that_meet_are_thrown_back() -> None:
    table = started()
    assert [table.seat(seat).call("deplacer", path) for seat, path in enumerate(MEETING)] == [OK, OK]
    table.end_phase()
    assert (place(table, 0), place(table, 1)) == ((0, 0), (3, 3))


def test_walkers_share_a_cell_where_parameters_say_so() -> None:
    table = started(overrides={"choc": "partage"})
    for seat, path in enumerate(MEETING):
        table.seat(seat).call("deplacer", path)
    table.end_phase()
    assert (place(table, 0), place(table, 1)) == ((0, 3), (0, 3))


def test_order_merges_in_another_order_of_seats_and_the_others_follow() -> None:
    table = started(seats=4)
    for seat in range(4):
        y, x = place(table, seat)
        assert table.seat(seat).call("deplacer", [(y, x + 1 if x == 0 else x - 1)]) == OK
    merged = []
    for order in (None, [2], [3, 1], range(3, -1, -1)):
        twin = table.copy()
        twin.end_phase(order=order)
        merged.append(twin.state.steps.seat[:4])
    assert merged == [[0, 1, 2, 3], [2, 0, 1, 3], [3, 1, 0, 2], [3, 2, 1, 0]]


@pytest.mark.parametrize("order", [[0, 0], [2], [-1]])
def test_order_takes_each_seat_of_the_table_at_most_once(order: list[int]) -> None:
    with pytest.raises(ValueError, match="expected seats of this table, each at most once"):
        started().end_phase(order=order)


def test_errors_of_the_caller_are_named() -> None:
    table = started()
    with pytest.raises(IndexError, match="seat 2 does not exist; this table has seats 0 to 1"):
        table.seat(2)
    with pytest.raises(IndexError, match="seat -1 does not exist"):
        table.end(-1)
    table.end_phase()
    with pytest.raises(ValueError, match=r"seat 1 is not asked in this turn; \[0\] are"):
        table.end(1)
    while table.turn.seats:
        table.end_phase()
    with pytest.raises(ValueError, match="the game is over"):
        table.end_phase()


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"seats": 1}, "toy is played by 2 to 100 players, not 1"),
        ({"seats": 101}, "toy is played by 2 to 100 players, not 101"),
        ({"seed": -1}, "seed: found -1, expected a whole number from 0"),
        ({"seed": True}, "seed: found True"),
        ({"seed": 2**64}, "seed: found 18446744073709551616"),
        ({"board": "@?"}, "map/cell: line 1, cell 0,1: found '?'"),
        ({"board": 3}, "board: found int, expected the text of a board"),
    ],
)
def test_a_table_that_cannot_be_is_refused(options: Any, message: str) -> None:
    with pytest.raises(ValueError, match=re.escape(message)):
        cove(**options)


def test_without_a_board_the_default_of_the_seed_is_used() -> None:
    one, two, other = cove(board=None, seed=1), cove(board=None, seed=1), cove(board=None, seed=2)
    assert one.board == two.board != other.board


# Results


def test_scores_are_in_seat_order_and_ranks_follow_them() -> None:
    table = started()
    table.end_phase()
    table.end_phase()
    assert table.seat(1).call("creuser", (3, 3), 1) == OK
    table.end_phase()
    assert table.seat(0).call("deplacer", [(0, 1), (1, 1)]) == OK
    table.end_phase()
    assert table.seat(0).call("creuser", (1, 1), 1) == OK
    assert table.seat(0).api.score(0) == 2
    assert table.scores == [0, 0]
    table.end_phase()
    assert table.scores == [2, 0]
    assert table.result == Result(False, (2, 0), (1, 2))
    assert table.result.winners == (0,)


def test_equal_scores_share_a_rank() -> None:
    table = cove(seats=3)
    assert table.result == Result(False, (0, 0, 0), (1, 1, 1))
    assert table.result.winners == (0, 1, 2)
    assert Result(True, (5, 9, 5), (2, 1, 2)).winners == (1,)


def test_state_is_the_truth_and_the_seat_has_its_draft() -> None:
    table = started()
    assert table.state.walkers.cell[1] == 15
    assert table.seat(0).state.walkers.cell[1] == -1
    assert table.seat(0).call("ou_est", 1) == (-1, -1)
    assert table.seat(0).call("ou_est", 0) == (0, 0)
    assert table.seat(0).call("pieces", (0, 3)) == -1


# Copies


def test_a_copy_has_the_noted_orders_and_ended_seats_and_stands_alone() -> None:
    table = started()
    table.seat(0).call("deplacer", [(0, 1)])
    table.end(0)
    twin = table.copy()
    assert twin.seat(0).orders == [(0, 1, 0, 1)]
    assert twin.dump() == table.dump()
    twin.end(1)
    assert place(twin, 0) == (0, 1)
    assert (table.turn.phase, place(table, 0)) == ("placement", (0, 0))
    assert table.seat(0).call("annuler") is True
    assert twin.seat(0).orders == []


# Dumps


def test_a_dump_is_json_with_named_fields() -> None:
    table = started(overrides={"max_turns": 4})
    table.seat(1).call("deplacer", [(3, 2)])
    table.end(1)
    assert json.loads(json.dumps(table.dump())) == {
        "joute": "table",
        "version": 1,
        "game": "toy",
        "rules_version": 1,
        "preset": "petit",
        "params": {"max_turns": 4},
        "seats": 2,
        "seed": 5,
        "board": COVE,
        "state": {
            "head": {"turn": 0, "phase": 1, "mover": 0, "chance": 5},
            "walkers": [
                {"cell": 0, "score": 0, "flag": 0, "passed": 0},
                {"cell": 15, "score": 0, "flag": 0, "passed": 0},
            ],
            "coins": [
                {"y": 0, "x": 3, "coins": 2},
                {"y": 1, "x": 1, "coins": 1},
                {"y": 2, "x": 2, "coins": 3},
                {"y": 3, "x": 0, "coins": 1},
            ],
            "steps": [],
            "holes": [],
        },
        "orders": [[], [[0, 1, 3, 2]]],
        "ended": [1],
    }


def test_a_position_written_by_hand_is_loaded() -> None:
    data = started().dump()
    data["state"]["head"] |= {"turn": 3, "phase": 2, "mover": 1}
    data["state"]["walkers"][1] |= {"cell": 10, "score": 4}
    data["state"]["holes"] = [{"seat": 0, "cell": 9}]
    data["orders"] = [[], [[1, 2, 2, 1]]]
    table = Table.load(data)
    assert table.turn == Turn(3, "marche", "jouer_marche", (1,))
    assert table.seat(1).call("est_creusee", (2, 1)) is True
    assert table.seat(1).call("creuser", (2, 1), 0) == table.seat(1).api.DEJA_CREUSE
    table.end(1)
    assert table.scores == [0, 10]


def changed(**change: Any) -> dict[str, Any]:
    return started().dump() | change


def deep() -> list[Any]:
    """A list nested deeper than it can be written."""
    value: list[Any] = []
    for _ in range(5000):
        value = [value]
    return value


def test_load_refuses_by_name() -> None:
    cases: list[tuple[Any, str]] = [
        ([], 'expected the dump of a table: an object with "joute": "table"'),
        (changed(version=2), "version: found 2, this engine reads version 1"),
        (changed(extra=1), "unknown field 'extra'"),
        (changed(game=1), "game: found 1, expected str"),
        (changed(game="nope"), "game 'nope' does not exist"),
        (changed(rules_version=9), "rules_version: found 9, this toy has 1"),
        (changed(orders=[]), "orders: expected a list for each of the 2 seats"),
        (changed(orders=[[[9]], []]), "orders[0][0]: [9] is no order of toy"),
        (changed(orders=[[[2]], []]), "orders[0][0]: passer() is refused here"),
        (changed(orders=[[], "x"]), "orders[1]: expected a list of orders, each a list of whole numbers"),
        (changed(ended=[7]), "ended: expected a list of seats out of [0, 1]"),
        (changed(ended=[0, 0]), "ended: expected a list of seats out of [0, 1], each at most once"),
        (changed(ended=[0, 1]), "ended: all seats that are asked have ended, so the phase would be over"),
        (changed(orders=[[[3, 7]] * 301, []]), "orders[0][300]: a turn of toy holds at most 300 orders"),
        (changed(**{"x" * 9000: 1}), "unknown field 'xxxxxxxx"),
        (changed(preset="x" * 9000), "preset 'xxxxxxxx"),
        (changed(params={"x" * 9000: 1}), "parameter 'xxxxxxxx"),
        (changed(params={"TAILLE": [1] * 9000}), "parameter TAILLE: found [1, 1, 1, "),
        (changed(params={"TAILLE": deep()}), "parameter TAILLE: found a large list, expected"),
        (changed(seed=deep()), "seed: found a large list, expected int"),
        (changed(state={"head": deep()}), "state: field 'walkers' is missing"),
    ]
    for data, message in cases:
        with pytest.raises(ValueError, match=re.escape(message)) as caught:
            Table.load(data)
        assert len(str(caught.value)) < 1000


def test_orders_of_a_seat_that_cannot_act_are_refused_in_a_live_game() -> None:
    table = Table(load_game("chartichaud"))
    with pytest.raises(StateError, match=re.escape("orders[0][0]: seat 0 can give no order in this phase")):
        Table.load(table.dump() | {"orders": [[[3]], []]})
    table.end_phase()
    assert Table.load(table.dump() | {"orders": [[[3]], []]}).seat(0).orders == [(3,)]
    with pytest.raises(StateError, match=re.escape("orders[1][0]: seat 1 can give no order in this phase")):
        Table.load(table.dump() | {"orders": [[], [[3]]]})


def test_load_refuses_an_impossible_state() -> None:
    data = started().dump()
    data["state"]["walkers"][0]["cell"] = -1
    with pytest.raises(StateError, match="state: a walker stands nowhere"):
        Table.load(data)


def test_the_digest_is_that_of_the_truth() -> None:
    table = started()
    before = table.digest
    table.seat(0).call("signaler", 7)
    assert table.digest == before
    table.end_phase()
    assert table.digest != before
