"""What a person may do, in positions made by hand."""

from __future__ import annotations

import joute
from joute.core import hand
from joute.core.hand import Offer
from joute.core.text import Text

from ..scene import marks
from .positions import arranged, do

P, Q, R = (1, 1), (7, 1), (1, 7)


def offered(played: joute.Table) -> dict[str, Offer]:
    (place,) = hand.places(played.seat(0))
    return {offer.function: offer for offer in hand.offers(played.seat(0), place)}


def test_everything_is_done_from_the_pawn() -> None:
    played = arranged("finale", P, {P: "neutral", Q: "J1"}, TAILLE_TERRAIN=10)
    assert hand.places(played.seat(0)) == [P]
    assert hand.places(played.seat(1)) == []
    assert hand.offers(played.seat(0), Q) == hand.offers(played.seat(0), None) == []
    assert list(offered(played)) == ["capturer", "deplacer", "utiliser_turbo"]


def test_4_5_moves_tell_the_portals_that_wait() -> None:
    found = offered(arranged("finale", P, {P: "J0", (3, 1): "J1", (1, 3): "neutral"}, move=2, TAILLE_TERRAIN=10))
    notes = {target.cell: target.note and target.note.en for target in found["deplacer"].targets}
    assert notes == {
        (0, 0): None,
        (0, 1): None,
        (0, 2): None,
        (1, 0): None,
        (1, 2): None,
        (1, 3): "free portal",
        (2, 0): None,
        (2, 1): None,
        (2, 2): None,
        (3, 1): "enemy portal, shields 0",
    }
    assert "deplacer" not in offered(arranged("finale", P, {P: "J0"}, move=0, TAILLE_TERRAIN=10))


def test_4_5_a_link_tells_the_fields_that_it_completes() -> None:
    played = arranged("finale", P, dict.fromkeys([P, Q, R], "J0"), [(Q, R), (P, R)], TAILLE_TERRAIN=10)
    link = offered(played)["lier"]
    assert [(target.cell, target.args, target.note) for target in link.targets] == [
        (Q, [[7, 1]], Text("fields: 1, score +36 a turn", "champs : 1, score +36 par tour"))
    ]
    assert link.note == Text("2 of 42 action points, score +0", "2 points d'action sur 42, score +0")


def test_4_5_an_enemy_portal_is_neutralised_or_turned() -> None:
    found = offered(arranged("sujet", P, {P: "J1"}, shields={P: 2}, TAILLE_TERRAIN=10))
    assert found["neutraliser"].note == Text("18 of 42 action points", "18 points d'action sur 42")
    assert found["utiliser_virus"].title.en == "Virus: take this portal"
    own = offered(arranged("sujet", P, {P: "J0"}, TAILLE_TERRAIN=10))
    assert own["utiliser_virus"].title.en == "Virus: give this portal away"
    assert own["ajouter_bouclier"].note == Text("2 of 42 action points", "2 points d'action sur 42")


def test_one_point_is_no_points() -> None:
    own = offered(arranged("sujet", P, {P: "neutral"}, move=1, TAILLE_TERRAIN=10))
    assert own["deplacer"].note == Text("1 move point", "1 point de déplacement")


def test_orders_and_marks_are_told() -> None:
    played = arranged("finale", P, {P: "J0", Q: "neutral", R: "J0"}, [(P, R)], move=6, TAILLE_TERRAIN=10)
    do(played, 0, ("deplacer", Q), "capturer", ("lier", P), ("lier", R), "utiliser_turbo")
    assert [hand.describe_order(played.game, row).en for row in played.seat(0).orders] == [
        "the pawn goes to 7, 1",
        "the portal here is captured",
        "a link with 1, 1",
        "a link with 1, 7",
        "turbo",
    ]
    played.end(0)
    assert marks(played.scene()) == [
        ("capture", 0, Text("J1 takes 1 portal", "J1 prend 1 portail")),
        ("build", 0, Text("J1 makes 1 field", "J1 fait 1 champ")),
    ]


def test_a_refusal_tells_its_figures() -> None:
    played = arranged("finale", P, {P: "neutral", Q: "J1"}, TAILLE_TERRAIN=10)
    seat = played.seat(0)
    far = abs(9 - P[0]) + abs(9 - P[1])
    assert hand.why_not(seat, P, (9, 9)) == Text(
        f"{far} cells away; move points left: 6.", f"À {far} cases ; points de déplacement restants : 6."
    )
    assert hand.why_not(seat, P, (-1, 0)).en == "That is off the map."
    assert hand.why_not(seat, P, Q, "lier").en == "That portal is nobody's."
    seat.state.players.action_points[0] = 1
    assert hand.why_not(seat, P, Q, "lier").en == "It takes 2 action points; left: 1."
