"""What a person may do, in positions made by hand."""

from __future__ import annotations

import joute
from joute.core import hand
from joute.core.hand import Offer
from joute.core.text import Text

from ..scene import marks
from .vocabulary import played

BARBARE = [0, 1, 10, 1]


def table(phase: str) -> joute.Table:
    """A Barbare looks east, an enemy stands two steps before it."""
    puts = ["given put B0 1,2 EST", "given put V1 3,2 NORD 3", "given put E0 4,4 EST"]
    found = played("map P9", f"given phase {phase}", *puts)
    found.world = found.game.listening(found.world, 50)
    return found


def offered(played: joute.Table, cell: tuple[int, int]) -> dict[str, Offer]:
    return {offer.title.en: offer for offer in hand.offers(played.seat(0), cell)}


def test_places_are_those_of_characters_without_an_order() -> None:
    played = table("attaque")
    assert hand.places(played.seat(0)) == [(0, 6), (1, 2), (4, 4)]
    assert played.seat(0).call("perso_attaque", BARBARE, 4, (1, 2)) == 4
    assert hand.places(played.seat(0)) == [(0, 6), (4, 4)]
    assert hand.offers(played.seat(0), (1, 2)) == []


def test_7_5_a_walk_is_offered_to_every_cell_in_reach_and_every_side() -> None:
    played = table("deplacement")
    found = offered(played, (1, 2))
    assert list(found) == ["Barbare: walk", "Barbare: turn on the spot"]
    walks = {target.cell: target for target in found["Barbare: walk"].targets}
    cells = [(x, y) for x in range(9) for y in range(7) if (x, y) != (1, 2)]
    costs = {cell: played.seat(0).call("distance", (1, 2), cell) for cell in cells}
    assert set(walks) == {cell for cell, cost in costs.items() if 0 <= cost <= 8}
    notes = [(costs[cell], target.note) for cell, target in walks.items()]
    assert all(note == Text(f"{cost} of 8 points", f"{cost} points sur 8") for cost, note in notes)
    assert [target.cell for target in walks[3, 2].then] == [(3, 1), (4, 2), (3, 3), (2, 2)]
    assert [target.args for target in walks[3, 2].then] == [[BARBARE, [[2, 2], [3, 2]], side] for side in range(4)]
    assert walks[3, 2].then[3].note == Text("look west", "regarder vers l'ouest")


def test_7_5_to_turn_is_offered_to_the_other_sides() -> None:
    played = table("deplacement")
    (turn,) = offered(played, (1, 2))["Barbare: turn on the spot"].targets
    facing = BARBARE[3]
    assert (turn.cell, turn.args) == ((1, 2), [])
    assert [target.args for target in turn.then] == [[BARBARE, [], side] for side in range(4) if side != facing]


def test_7_5_a_walk_too_long_tells_its_figures() -> None:
    seat = table("deplacement").seat(0)
    assert hand.why_not(seat, (1, 2), (8, 2)).en == "The way there takes 14 points, the Barbare has 8."
    assert hand.why_not(seat, (1, 2), (99, 2)).en == "That way cannot be walked now."
    seat = table("attaque").seat(0)
    assert hand.why_not(seat, (1, 2), (0, 2)).en == "The Barbare does not see that cell (it sees 4 cells ahead)."
    assert hand.why_not(seat, (0, 6), (4, 6)).en == "4 cells away; its reach is 1."
    assert seat.call("perso_attaque", BARBARE, 4, (1, 2)) == 4
    assert hand.why_not(seat, (1, 2), (1, 2)).en == "The Barbare has its order for this phase."


def test_7_6_attacks_have_the_targets_that_the_rules_accept() -> None:
    found = offered(table("attaque"), (1, 2))
    assert list(found) == ["Barbare: hammer", "Barbare: Bastoooon", "Barbare: Fus Ro Dah"]
    hammer = {target.cell: target.note and target.note.en for target in found["Barbare: hammer"].targets}
    assert hammer[3, 2] == "enemies: 1"
    assert hammer[1, 2] == "yours: 1"
    assert (0, 2) not in hammer
    assert found["Barbare: hammer"].note == Text("damage 3", "dégâts 3")
    assert found["Barbare: Fus Ro Dah"].args == [BARBARE, 4, [1, 2]]
    assert all(abs(x - 1) + abs(y - 2) <= 3 for x, y in (target.cell for target in found["Barbare: Bastoooon"].targets))


def test_7_6_the_elf_aims_anywhere_by_lot() -> None:
    found = offered(table("attaque"), (4, 4))
    assert len(found["Elfe: Loto"].targets) == len(found["Elfe: I see"].targets) == 63
    assert (3, 2) in {target.cell for target in found["Elfe: bow"].targets}


def test_orders_are_told() -> None:
    played = table("attaque")
    seat = played.seat(0)
    assert seat.call("perso_attaque", BARBARE, 0, (3, 2)) == 4
    assert seat.call("perso_attaque", (0, 2, 10, 1), 6, (8, 4)) == 4
    told = [hand.describe_order(played.game, row).en for row in seat.orders]
    assert told == ["Barbare: hammer at 3, 2", "Elfe: Loto at 8, 4"]
    seat = table("deplacement").seat(0)
    assert seat.call("perso_deplace", BARBARE, [(2, 2)], 0) == 4
    assert seat.call("perso_deplace", (0, 2, 10, 1), [], 3) == 4
    assert [hand.describe_order(played.game, row).fr for row in seat.orders] == [
        "Barbare va en 2, 2, regarde vers le nord",
        "Elfe regarde vers l'ouest",
    ]


def test_orders_say_where_they_go() -> None:
    seat = table("deplacement").seat(0)
    assert seat.call("perso_deplace", BARBARE, [(2, 2), (2, 3)], 0) == 4
    assert seat.call("perso_deplace", (0, 2, 10, 1), [], 3) == 4
    assert [hand.way(seat, row) for row in seat.orders] == [[(1, 2), (2, 2), (2, 3)], [(4, 4)]]
    seat = table("attaque").seat(0)
    assert seat.call("perso_attaque", BARBARE, 0, (3, 2)) == 4
    assert hand.way(seat, seat.orders[0]) == [(1, 2), (3, 2)]


def test_marks_tell_hits_and_deaths_to_nobody_in_particular() -> None:
    played = table("attaque")
    assert played.seat(0).call("perso_attaque", BARBARE, 0, (3, 2)) == 4
    played.end_phase()
    assert [(kind, seat, words.en) for kind, seat, words in marks(played.scene())] == [
        ("fight", 0, "Barbare J1 hits Voleur J2: 3"),
        ("death", 1, "Voleur J2 dies"),
    ]
