"""What a person may do in each phase, in positions made by hand."""

from __future__ import annotations

import joute
from joute.core import hand
from joute.core.hand import Amount, Offer
from joute.core.text import Text

from ..scene import marks
from .vocabulary import parse, position


def table(lines: str) -> joute.Table:
    found = position(parse(f"case H\n{lines}"), "sujet")
    found.world = found.game.listening(found.world, 50)
    return found


def offered(played: joute.Table, cell: tuple[int, int] | None) -> dict[str, Offer]:
    return {offer.function: offer for offer in hand.offers(played.seat(0), cell)}


def test_4_4_towers_and_wizards_are_made_from_what_stands() -> None:
    played = table("given T P0 (2,2)\ngiven players[0].magie = 100")
    assert hand.places(played.seat(0)) == [(2, 2), (0, 0)]
    found = offered(played, (2, 2))
    assert found["supprimer"].args == [[2, 2]]
    build = found["construire"]
    assert build.amount == Amount(1, 3, 11, 3)
    assert all(abs(x - 2) + abs(y - 2) <= 3 for x, y in (target.cell for target in build.targets))
    assert len(build.targets) == 22
    assert build.targets[0].args == [[0, 1], 3]
    assert "creer" not in offered(played, (0, 0))
    create = offered(played, None)["creer"]
    assert (create.args, create.amount) == ([50], Amount(0, 1, 50, 50))


def test_4_4_3_a_range_is_offered_as_far_as_it_can_be_paid() -> None:
    played = table("given players[0].magie = 29")
    assert offered(played, (0, 0))["construire"].amount == Amount(1, 3, 5, 3)
    assert hand.offers(table("given players[0].magie = 1").seat(0), (0, 0)) == []


def test_4_5_wizards_move_around_towers() -> None:
    played = table("given phase deplacement\ngiven W P0 (8,8) 5\ngiven W P1 (9,9) 7\ngiven T P1 (8,9)")
    move = offered(played, (8, 8))["deplacer"]
    assert move.amount == Amount(2, 1, 5, 5)
    notes = {target.cell: target.note and target.note.en for target in move.targets}
    assert (8, 9) not in notes
    assert notes[9, 9] == "J2: 7"
    assert (8, 8) not in notes
    assert (8, 11) not in notes
    assert (9, 11) in notes


def test_4_6_towers_shoot_in_their_range() -> None:
    played = table("given phase tirs\ngiven T P0 (2,2)\ngiven W P1 (0,3) 3")
    assert hand.places(played.seat(0)) == [(2, 2)]
    shoot = offered(played, (2, 2))["tirer"]
    assert (len(shoot.targets), shoot.amount) == (22, Amount(0, 1, 10, 10))
    assert [target.note for target in shoot.targets if target.cell == (0, 3)] == [Text("J2: 3", "J2 : 3")]


def test_4_7_wizards_attack_the_towers_beside_them() -> None:
    played = table("given phase siege\ngiven W P0 (8,8) 5\ngiven T P1 (8,9) vie 7\ngiven T P0 (7,8)")
    attack = offered(played, (8, 8))["assieger"]
    assert [(target.cell, target.args, target.note and target.note.en) for target in attack.targets] == [
        ((7, 8), [[8, 8], [7, 8], 5], "your own, life 10"),
        ((8, 9), [[8, 8], [8, 9], 5], "J2, life 7"),
    ]
    assert played.seat(0).call("assieger", (8, 8), (8, 9), 5) == 0
    assert hand.places(played.seat(0)) == []


def test_orders_are_told() -> None:
    played = table("given T P0 (2,2)\ngiven players[0].magie = 100")
    seat = played.seat(0)
    for call in (("construire", (0, 1), 3), ("supprimer", (2, 2)), ("creer", 7)):
        assert seat.call(*call) == 0
    assert [hand.describe_order(played.game, row).fr for row in seat.orders] == [
        "une tourelle de portée 3 en 0, 1",
        "la tourelle en 2, 2 disparaît",
        "nouveaux sorciers : 7",
    ]


def test_marks_tell_fights_captures_and_clashes() -> None:
    played = table("given phase deplacement\ngiven W P0 (8,8) 2\ngiven W P3 (8,9) 7\ngiven W P1 (0,3) 3")
    assert played.seat(3).call("deplacer", (8, 9), (8, 8), 7) == 0
    assert played.seat(1).call("deplacer", (0, 3), (0, 0), 3) == 0
    played.end_phase()
    assert [(kind, seat, words.en) for kind, seat, words in marks(played.scene())] == [
        ("fight", 3, "J4 wins on 8, 8, 4 lost")
    ]
    for _ in range(2):
        played.world = played.game.listening(played.world, 50)
        played.end_phase()
    assert [(kind, seat, words.en) for kind, seat, words in marks(played.scene())] == [
        ("capture", 1, "J2 takes the base of J1"),
        ("death", 0, "J1 is eliminated"),
    ]


def test_6_3_a_refusal_tells_its_figures() -> None:
    played = table("given phase deplacement\ngiven W P0 (8,8) 5\ngiven T P1 (8,9)")
    assert hand.why_not(played.seat(0), (8, 8), (3, 8)).en == "5 cells away; wizards walk 4."
    assert hand.why_not(played.seat(0), (8, 8), (8, 9)).en == "That cell is taken."
    assert hand.why_not(played.seat(0), (3, 3), (3, 4)).en == "You have no wizards on 3, 3."
    played = table("given T P0 (2,2)\ngiven players[0].magie = 10")
    assert hand.why_not(played.seat(0), (2, 2), (2, 3)).en == "A tower of range 3 costs 20, you have 10 magic."
    played = table("given T P0 (2,2)\ngiven players[0].magie = 1")
    assert hand.why_not(played.seat(0), (2, 2), (2, 2)).en == "A wizard costs 2, you have 1 magic."
    assert hand.why_not(played.seat(0), (9, 9), (9, 9)).en == "14 cells from your base and older towers, 3 at most."
    assert hand.why_not(played.seat(0), (2, 2), (2, 9)).en == "7 cells from your base and older towers, 3 at most."
    played = table("given phase tirs\ngiven T P0 (2,2)\ngiven W P1 (0,3) 3")
    assert hand.why_not(played.seat(0), (2, 2), (9, 2)).en == "7 cells away; this tower shoots 3 far."
    played = table("given phase siege\ngiven W P0 (8,8) 5\ngiven T P1 (8,12)")
    assert hand.why_not(played.seat(0), (8, 8), (8, 12)).en == "4 cells away; wizards attack the cell next to them."
