"""What a person may do, in positions made by hand."""

from __future__ import annotations

import joute
from joute.core import hand
from joute.core.hand import REPEAT, Amount, Offer
from joute.core.text import Text

from ..scene import marks
from .vocabulary import parse, position

GIVEN = """case H
preset sujet; map M1
given
  boat 0 galion P0 (6,6); boat 1 galion P0 (6,6); boat 2 caravelle P1 (6,6) or 4; boat 3 caravelle P0 (1,1) or 2
  boat 4 caravelle P0 (1,1); boat 5 caravelle P0 (2,3); boat 6 caravelle P0 (1,1)"""


def table() -> joute.Table:
    return position(parse(GIVEN), lambda game: game)


def offered(cell: tuple[int, int]) -> dict[str, Offer]:
    return {offer.title.en: offer for offer in hand.offers(table().seat(0), cell)}


def test_places_are_own_islands_and_fleets() -> None:
    assert hand.places(table().seat(0)) == [(1, 1), (6, 6), (2, 3)]
    assert hand.places(table().seat(1)) == []
    assert hand.offers(table().seat(0), (5, 5)) == hand.offers(table().seat(0), (99, 0)) == []


def test_4_5_boats_that_are_alike_sail_together() -> None:
    sail = offered((6, 6))["Sail: 2 galions"]
    assert sail.amount == Amount(REPEAT, 1, 2, 2, [0, 1])
    assert len(sail.targets) == 40
    assert sail.moves
    notes = {target.cell: target.note and target.note.en for target in sail.targets}
    assert (6, 6) not in notes
    assert notes[5, 5] == "free island"
    assert notes[4, 2] == "free volcano"
    assert notes[0, 6] is None
    assert [target.args for target in sail.targets if target.cell == (4, 2)] == [[0, [4, 2]]]


def test_6_4_an_island_builds_what_it_can_pay() -> None:
    build = offered((1, 1))
    assert build["Build a caravelle"].amount == Amount(REPEAT, 1, 6, 1)
    assert build["Build a galion"].amount == Amount(REPEAT, 1, 20, 1)
    assert build["Build a galion"].args == [1, [1, 1]]


def test_6_4_gold_is_loaded_unloaded_and_passed_on() -> None:
    found = offered((1, 1))
    assert found["Load: 2 caravelles"].args == [4, 20]
    assert found["Load: 2 caravelles"].amount == Amount(1, 1, 20, 20)
    assert found["Unload: caravelle 3 with 2 gold"].amount == Amount(1, 1, 2, 2)
    give = found["Give gold: caravelle 3 with 2 gold to 2 caravelles"]
    assert (give.args, give.amount) == ([2, 3, 4], Amount(0, 1, 2, 2))
    assert [title for title in found if title.startswith("Give")] == [give.title.en]


def test_6_4_a_caravelle_settles_a_free_island() -> None:
    assert offered((2, 3))["Settle this island"].args == [[2, 3]]
    assert "Settle this island" not in offered((6, 6))


def test_orders_are_told() -> None:
    game, seat = table().game, table().seat(0)
    for call, words in (
        (("construire", 1, (1, 1)), "a galion is built on 1, 1"),
        (("deplacer", 0, (6, 5)), "boat 0 goes to 6, 5"),
        (("coloniser", (2, 3)), "2, 3 is settled"),
        (("charger", 4, 3), "boat 4 loads 3 gold"),
        (("decharger", 3, 1), "boat 3 unloads 1 gold"),
        (("transferer", 1, 3, 6), "boat 3 gives 1 gold to boat 6"),
    ):
        assert seat.call(*call) == 0
        assert hand.describe_order(game, seat.orders[-1]).en == words


def test_marks_tell_fights_and_what_was_taken() -> None:
    played = table()
    played.world = played.game.listening(played.world, 30)
    played.end(0)
    assert [(kind, seat, words.en) for kind, seat, words in marks(played.scene())] == [
        ("fight", 0, "J1 wins the fight on 6, 6, boats sunk: 1, 4 gold on the island"),
        ("capture", 0, "J1 takes 6, 6"),
    ]


def test_6_4_a_refusal_tells_its_figures() -> None:
    seat = table().seat(0)
    assert hand.why_not(seat, (6, 6), (1, 0)) == Text(
        "11 cells away; a galion sails 6.", "À 11 cases ; un galion en parcourt 6."
    )
    assert hand.why_not(seat, (5, 5), (5, 5)).en == "That island is not yours."
    assert hand.why_not(seat, (0, 0), (0, 0)).en == "Nothing of yours can act on 0, 0 now."
    for number in (0, 1):
        assert seat.call("deplacer", number, (6, 5)) == 0
    assert hand.why_not(seat, (6, 5), (6, 4)).en == (
        "Boat 0 has moved or was built this round: it sails in the next one."
    )
    order = hand.order_of(seat.game, "construire", [0, [1, 1]])
    assert hand.refused(seat, order, 1).en.startswith("A caravelle costs 3, the island holds ")
