"""Seats: private drafts, orders noted and merged without a second check, undo, and the limit of a turn."""

from __future__ import annotations

from typing import Any

import pytest

from joute import Table, load_game
from joute.core.seat import CHECKPOINT, TooManyOrders

COVE = "@..2\n.1..\n..3.\n1..@\n"
HORS_PHASE, DEJA_PREVU, OK, VALEUR_INVALIDE, TROP_D_ORDRES = 0, 2, 3, 10, 11


def started(seats: int = 2, **overrides: Any) -> Table:
    table = Table(load_game("toy", **overrides), COVE, seats)
    table.end_phase()
    return table


def flag(table: Table, seat: int) -> int:
    return int(table.state.walkers.flag[seat])


def test_a_draft_is_private_until_the_phase_is_resolved() -> None:
    table = started(4, brouillard=False)
    assert table.seat(0).call("signaler", 7) == OK
    assert table.seat(0).call("deplacer", [(0, 1)]) == OK
    assert table.seat(0).state.walkers.flag[0] == 7
    for other in range(1, 4):
        assert table.seat(other).state.walkers.flag[0] == 0
        assert table.seat(other).call("chemin_prevu") == []
    assert flag(table, 0) == 0
    table.end_phase()
    assert flag(table, 0) == 7
    assert table.seat(3).state.walkers.flag[0] == 7


def test_orders_are_merged_without_a_second_check(monkeypatch: pytest.MonkeyPatch) -> None:
    table = started()
    table.seat(0).call("deplacer", [(0, 1)])
    calls: list[int] = []
    monkeypatch.setattr(table.game.kernels, "check", lambda *_: calls.append(1))
    table.end_phase()
    assert calls == []
    assert table.state.walkers.cell[0] == 1


def test_what_an_ended_seat_orders_later_does_not_count() -> None:
    table = started()
    table.seat(0).call("signaler", 1)
    table.end(0)
    table.seat(0).call("signaler", 2)
    table.end(1)
    assert flag(table, 0) == 1


@pytest.mark.parametrize("phase", ["init", "fin"])
def test_orders_before_and_after_the_match_are_answered_and_dropped(phase: str) -> None:
    table = Table(load_game("toy"), COVE)
    while table.turn.phase != phase:
        table.end_phase()
    assert table.seat(0).call("signaler", 9) == OK
    assert table.seat(0).call("passer") == HORS_PHASE
    assert table.seat(0).state.walkers.flag[0] == 9
    table.end_phase()
    assert flag(table, 0) == 0
    assert table.seat(0).orders == []


def test_orders_of_a_seat_that_is_not_asked_are_answered_and_dropped() -> None:
    table = started()
    table.end_phase()
    assert table.turn.seats == (0,)
    assert table.seat(1).call("signaler", 9) == OK
    table.end_phase()
    assert flag(table, 1) == 0


def test_calls_after_the_end_are_answered() -> None:
    table = started(NB_TOURS=1)
    while table.turn.seats:
        table.end_phase()
    assert table.seat(0).call("signaler", 1) == HORS_PHASE
    assert table.seat(0).call("annuler") is False
    assert table.seat(0).call("tour") == 1


def test_a_refused_order_is_not_noted() -> None:
    seat = started().seat(0)
    assert seat.call("deplacer", [(0, 1)]) == OK
    assert seat.call("deplacer", [(1, 0)]) == DEJA_PREVU
    assert seat.orders == [(0, 1, 0, 1)]


def test_undo_takes_back_the_last_accepted_order() -> None:
    seat = started().seat(0)
    assert seat.call("annuler") is False
    seat.call("deplacer", [(0, 1)])
    seat.call("signaler", 5)
    assert seat.call("annuler") is True
    assert seat.state.walkers.flag[0] == 0
    assert seat.call("chemin_prevu") == [(0, 1)]
    assert seat.call("annuler") is True
    assert seat.call("chemin_prevu") == []
    assert seat.call("deplacer", [(1, 0)]) == OK
    assert seat.call("annuler") is True
    assert seat.call("annuler") is False


def test_undone_orders_do_not_count() -> None:
    table = started()
    table.seat(0).call("deplacer", [(0, 1)])
    table.seat(0).call("annuler")
    table.end_phase()
    assert table.state.walkers.cell[0] == 0


def test_undo_goes_through_many_checkpoints() -> None:
    seat = started().seat(0)
    number = 4 * CHECKPOINT + 3
    for value in range(1, number + 1):
        assert seat.call("signaler", value) == OK
    for value in range(number, 0, -1):
        assert seat.state.walkers.flag[0] == value
        assert seat.call("annuler") is True
    assert seat.state.walkers.flag[0] == 0


def test_undo_replays_at_most_a_checkpoint_of_orders(monkeypatch: pytest.MonkeyPatch) -> None:
    seat = started().seat(0)
    for value in range(3 * CHECKPOINT):
        seat.call("signaler", value)
    applied: list[int] = []
    apply = seat.game.kernels.apply
    monkeypatch.setattr(seat.game.kernels, "apply", lambda *args: applied.append(1) or apply(*args))
    for _ in range(3 * CHECKPOINT):
        applied.clear()
        seat.call("annuler")
        assert len(seat.state.walkers.cell) == 2
        assert len(applied) < CHECKPOINT


def test_a_turn_holds_as_many_orders_as_the_rules_say() -> None:
    seat = started().seat(0)
    assert [seat.call("signaler", 1) for _ in range(302)] == [OK] * 300 + [TROP_D_ORDRES] * 2
    assert seat.call("deplacer", [(0, 1)]) == TROP_D_ORDRES
    assert seat.call("annuler") is True
    assert seat.call("deplacer", [(0, 1)]) == OK
    assert seat.call("signaler", 1) == TROP_D_ORDRES


def test_a_turn_that_is_too_long_is_a_failure_where_the_rules_have_no_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    table = started()
    monkeypatch.setattr(table.game, "orders_refusal", None)
    monkeypatch.setattr(table.game, "orders_most", 2)
    seat = table.seat(0)
    assert [seat.call("signaler", 1), seat.call("signaler", 1)] == [OK, OK]
    with pytest.raises(TooManyOrders, match="a turn of toy holds at most 2 orders"):
        seat.call("signaler", 1)
    assert seat.call("signaler", 1000) == VALEUR_INVALIDE  # what the rules refuse is no order too many


def test_repeat_stops_at_the_first_order_that_is_refused_or_no_order() -> None:
    good, again, garbage = (3, 1), (0, 1, 0, 1), (9, 9)
    assert started().seat(0).repeat([good, again, good]) == 3
    assert started().seat(0).repeat([good, again, again, good]) == 2
    assert started().seat(0).repeat([garbage, good]) == 0


def test_repeat_stops_where_a_turn_is_full(monkeypatch: pytest.MonkeyPatch) -> None:
    table = started()
    monkeypatch.setattr(table.game, "orders_refusal", None)
    monkeypatch.setattr(table.game, "orders_most", 2)
    assert table.seat(0).repeat([(3, 1)] * 3) == 2


def test_a_new_turn_begins_with_a_new_draft() -> None:
    table = started()
    seat = table.seat(0)
    seat.call("signaler", 1)
    draft = seat.world
    table.end_phase()
    assert seat.orders == []
    assert seat.world is not draft


# Live games


def test_in_a_live_game_an_order_changes_the_truth_and_every_view_at_once() -> None:
    board = "chartichaud-map 1\nsize 1 3\ngrid\n5+A1C . B1C\nend\n"
    table = Table(load_game("chartichaud"), board)
    table.end_phase()
    assert table.seat(1).call("units", 0, "C", 0, 0) == 1
    assert table.seat(0).call("move", "C", 0, 0, 0, 1) == 0
    assert table.seat(1).call("units", 0, "C", 0, 0) == 0
    assert table.seat(1).call("units", 0, "C", 0, 1) == 1
    assert table.seat(0).undo() is False
    table.end(0)
    assert table.turn.seats == (1,)
