"""Playing by hand: what the core knows of it, on the toy game."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

import joute
from joute.core import hand
from joute.core.api import Row
from joute.core.conformance import suite
from joute.core.hand import Amount, Offer
from joute.core.marks import gathered
from joute.core.seat import Seat
from joute.core.text import Text


def table(phases: int = 1, **params: Any) -> joute.Table:
    found = joute.Table(joute.load_game("toy", **params), seed=1)
    for _ in range(phases):
        found.end_phase()
    return found


def failure(check: str) -> str:
    """How one check of the suite fails on the toy as it is now."""
    with pytest.raises(AssertionError) as caught:
        dict(suite(joute.load_game("toy"), parts=["interpreted"]))[check]()
    return str(caught.value)


def module() -> Any:
    return joute.load_game("toy").module("hand")


def change(monkeypatch: pytest.MonkeyPatch, **parts: Any) -> None:
    """Let the toy have other parts of its hand."""
    monkeypatch.setattr(module(), "HAND", replace(module().HAND, **parts))


# When nothing can be done


def test_nothing_is_offered_where_orders_do_not_count() -> None:
    before = table(0).seat(0)
    assert (hand.places(before), hand.offers(before, None)) == ([], [])


def test_nothing_is_offered_to_those_who_wait() -> None:
    march = table(2)
    assert march.turn.seats == (0,)
    assert len(hand.places(march.seat(0))) == 1
    assert (hand.places(march.seat(1)), hand.offers(march.seat(1), None)) == ([], [])


def test_nothing_is_offered_when_the_turn_holds_no_more_orders(monkeypatch: pytest.MonkeyPatch) -> None:
    seat = table(2).seat(0)
    monkeypatch.setattr(seat.game, "orders_most", 1)
    assert seat.call("signaler", 3) == seat.game.ok
    assert (hand.places(seat), hand.offers(seat, None)) == ([], [])


def test_offers_follow_the_draft() -> None:
    seat = table(2).seat(0)
    assert [offer.function for offer in hand.offers(seat, None)] == ["passer", "signaler"]
    assert seat.call("passer") == seat.game.ok
    assert "passer" not in [offer.function for offer in hand.offers(seat, None)]
    seat.undo()
    assert [offer.function for offer in hand.offers(seat, None)] == ["passer", "signaler"]


def test_malformed_calls_are_not_accepted() -> None:
    seat = table(2).seat(0)
    assert hand.accepts(seat, "signaler", 3)
    assert not hand.accepts(seat, "signaler", "three")
    assert not hand.accepts(seat, "signaler", 1000)


def test_notes_are_joined() -> None:
    assert hand.joined([Text("a", "b"), Text("c", "d")]) == Text("a, c", "b, d")
    assert hand.joined([]) is None


def test_marks_are_gathered_by_kind_and_seat() -> None:
    one, two = Text("one", "un"), Text("two", "deux")
    assert gathered([("fight", 0, one), ("death", 0, one), ("fight", 0, two), ("fight", 1, two)]) == [
        ("fight", 0, Text("one, and 1 more", "un, et 1 de plus")),
        ("death", 0, one),
        ("fight", 1, two),
    ]
    assert gathered([("fight", seat, one) for seat in range(9)]) == [
        ("fight", None, Text("one, and 8 more", "un, et 8 de plus"))
    ]


# What the conformance suite finds


def test_an_offer_that_is_refused_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module(), "_signal", lambda seat: [Offer("signaler", Text("a", "b"), args=[1000])])
    assert failure("offers_are_accepted") == "toy: signaler(1000,) is offered, and answered 10"


def test_an_amount_that_is_refused_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    offer = Offer("signaler", Text("a", "b"), args=[0], amount=Amount(0, 0, 1000, 0))
    monkeypatch.setattr(module(), "_signal", lambda seat: [offer])
    assert failure("offers_are_accepted") == "toy: signaler(1000,) is offered, and answered 10"


def test_a_repetition_that_is_refused_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    offer = Offer("passer", Text("a", "b"), amount=Amount(hand.REPEAT, 1, 2, 1))
    passes = module()._pass
    monkeypatch.setattr(module(), "_pass", lambda seat: [offer] if passes(seat) else [])
    assert failure("offers_are_accepted") == "toy: passer repeated: number 1 is answered 8"


def test_an_order_that_cannot_be_given_by_hand_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module(), "_walk", lambda seat: [])
    assert "deplacer([" in failure("orders_are_offered")
    assert "is legal, but offered nowhere to seat" in failure("orders_are_offered")


def test_offers_that_change_the_draft_are_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    def signal(seat: Seat) -> list[Offer]:
        seat.state.head.turn += 1
        return []

    monkeypatch.setattr(module(), "_signal", signal)
    assert "asking for places and offers changed the draft: state.head[0].turn" in failure("offers_are_accepted")


def test_a_place_without_an_offer_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    change(monkeypatch, places=lambda seat: [(99, 99)])
    assert failure("offers_are_accepted") == "toy: nothing is offered from (99, 99), one of the places"


def test_an_answer_without_words_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    change(monkeypatch, refusal=lambda game, function, answer: Text("", "non"))
    assert "the answer <Erreur.HORS_PHASE: 0> to deplacer is Text(" in failure("refusals_are_described")


def test_an_order_without_words_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    def describe_order(game: Any, row: Row) -> Any:
        return "walk"

    change(monkeypatch, describe_order=describe_order)
    assert "is 'walk', expected a Text" in failure("orders_are_offered")


def test_a_mark_of_an_unknown_kind_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    game = joute.load_game("toy")
    scenes = replace(game.scenes, marks=lambda scene: [("flood", None, Text("a", "b"))])
    monkeypatch.setattr(game.module("scene"), "SCENES", scenes)
    assert failure("marks_are_described") == "toy: 'flood' is no mark out of capture, death, fight, build"
