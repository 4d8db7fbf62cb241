"""What a person may do, in positions made by hand."""

from __future__ import annotations

from pathlib import Path

import joute
from joute.core import hand
from joute.core.api import Row
from joute.core.hand import REPEAT, Amount, Offer
from joute.core.seat import Seat
from joute.core.text import Text

from ..scene import marks

GAME = Path(__file__).resolve().parents[1].name


def table(row: str) -> joute.Table:
    """A table on a board of one row, in A's first turn."""
    text = f"chartichaud-map 1\nsize 1 {len(row.split())}\ngrid\n{row}\nend\n"
    found = joute.Table(joute.load_game(GAME), text)
    found.world = found.game.listening(found.world, 9)
    found.end_phase()
    return found


def offered(played: joute.Table, cell: tuple[int, int]) -> dict[str, Offer]:
    return {offer.title.en: offer for offer in hand.offers(played.seat(0), cell)}


def test_places_are_cells_with_units_that_can_act() -> None:
    played = table("9+A2C1B A1M . . B1M")
    assert hand.places(played.seat(0)) == [(0, 0), (1, 0)]
    assert hand.places(played.seat(1)) == []
    assert played.seat(0).call("move", "M", 0, 1, 0, 2) == 0
    assert hand.places(played.seat(0)) == [(0, 0)]
    assert hand.offers(played.seat(0), (7, 7)) == []


def test_4_4_units_go_next_door_together() -> None:
    found = offered(table("9+A2C1B 3 . B1M"), (0, 0))
    move = found["Move a civilian"]
    assert move.amount == Amount(REPEAT, 1, 2, 1)
    assert [(target.cell, target.args, target.note) for target in move.targets] == [
        ((1, 0), [0, 0, 0, 0, 1], Text("3 gold", "3 or"))
    ]
    assert move.note == Text("2 can still act", "disponibles : 2")


def test_4_4_what_waits_is_told_as_far_as_it_is_seen() -> None:
    move = offered(table(". A1M B2C1M"), (1, 0))["Move a military"]
    notes = {target.cell: target.note and target.note.en for target in move.targets}
    assert notes == {(0, 0): None, (2, 0): "enemies: 2 C, 1 M, 0 B, fight at the end of the turn"}


def test_4_5_4_6_units_are_made_and_gold_is_harvested() -> None:
    found = offered(table("9+A2C1B . B1M"), (0, 0))
    assert list(found) == ["Move a civilian", "Harvest", "Build a building", "Recruit a civilian", "Recruit a military"]
    assert found["Build a building"].args == [0, 0, 2]
    assert found["Recruit a military"].note == Text("10 of your 25 gold", "10 de vos 25 pièces d'or")
    assert found["Harvest"].args == [0, 0]


def test_4_7_harvesting_everywhere_says_what_it_brings() -> None:
    played = table("9+A1C 9+A2C B1M")
    (everywhere,) = hand.offers(played.seat(0), None)
    assert (everywhere.function, everywhere.note) == ("autofarm", Text("2 gold this turn", "2 or ce tour-ci"))
    assert played.seat(0).call("autofarm") == 0
    assert hand.offers(played.seat(0), None) == []


def test_orders_are_told() -> None:
    played = table("9+A2C1B . B1M")
    seat = played.seat(0)
    for call in (("farm", 0, 0), ("build", 0, 0, "M"), ("move", "C", 0, 0, 0, 1), ("autofarm",)):
        assert seat.call(*call) == 0
    assert [hand.describe_order(played.game, row) for row in seat.orders] == [
        Text("harvest on 0, 0", "récolte en 0, 0"),
        Text("a new military on 0, 0", "un militaire de plus en 0, 0"),
        Text("a civilian goes from 0, 0 to 0, 1", "un civil va de 0, 0 à 0, 1"),
        Text("harvest everywhere", "récolte partout"),
    ]


def test_marks_tell_fights_and_the_end_of_a_side() -> None:
    played = table("A4M+B1C3M . A1C")
    played.end_phase()
    assert marks(played.scene()) == [
        ("fight", 0, Text("A attacks on 0, 0, 4 against 3: B stays", "A attaque en 0, 0, 4 contre 3 : B reste"))
    ]
    played = table("A1M+B1C . .")
    played.end_phase()
    assert [(kind, seat, words.en) for kind, seat, words in marks(played.scene())] == [
        ("fight", 0, "A attacks on 0, 0, 1 against 0: A stays"),
        ("death", 1, "B has no unit left"),
    ]


def test_a_refusal_tells_its_figures_row_first() -> None:
    played = table("9+A2C1B A1M . . B1M")
    seat = played.seat(0)
    assert hand.why_not(seat, (1, 0), (4, 0)).en == "3 cells away; a unit moves to one of the four cells next to it."
    assert seat.call("move", "M", 0, 1, 0, 2) == 0
    assert hand.why_not(seat, (2, 0), (2, 0)).en == "On 0, 2, military: 1, and all have acted this turn."
    assert hand.why_not(seat, (4, 0), (4, 0)).en == "Nothing of yours can act on 0, 4 now."
    order = hand.order_of(seat.game, "build", [0, 0, 2])
    assert hand.refused(seat, order, hand_answer(seat, order)).en == "A building costs 15, you have 0 gold."


def hand_answer(seat: Seat, order: Row) -> int:
    seat.state.players.gold[seat.index] = 0
    return int(seat.game.check(seat.world, seat.index, order))
