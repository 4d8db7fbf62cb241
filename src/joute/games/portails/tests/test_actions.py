"""The actions: the order of their checks (rules, 4.5), and what undoing gives back (6.4)."""

from __future__ import annotations

from typing import Any

import pytest

import joute
from joute.core.seat import TooManyOrders

from .positions import act, arranged, do, table_of

P, Q, R, S, T = (5, 5), (9, 5), (5, 9), (6, 6), (7, 5)
TRIANGLE = [(P, Q), (Q, R), (P, R)]


@pytest.mark.parametrize(
    ("table", "dest", "wanted"),
    [
        (lambda: arranged("finale", P, {}, move=0), (-1, 5), "position_invalide"),
        (lambda: arranged("finale", P, {}, move=0), (5, 30), "position_invalide"),
        (lambda: arranged("finale", P, {}, move=3), (7, 7), "position_eloignee"),
        (lambda: arranged("finale", P, {}, move=4), (7, 7), "ok"),
        (lambda: arranged("finale", P, {}, move=4), (3, 3), "ok"),
        (lambda: arranged("finale", P, {}, move=0), P, "ok"),
        (lambda: arranged("finale", P, {}), (2**31 - 1, -(2**31)), "position_invalide"),
    ],
)
def test_4_5_deplacer(table: Any, dest: Any, wanted: str) -> None:
    assert act(table(), 0, "deplacer", dest) == wanted


def test_4_5_turbo_gain_is_a_parameter() -> None:
    table = arranged("finale", P, {}, GAIN_TURBO=5)
    do(table, 0, "utiliser_turbo")
    assert (table.seat(0).call("points_deplacement"), table.seat(0).call("points_action")) == (11, 36)
    assert act(arranged("finale", P, {}, action=5), 0, "utiliser_turbo") == "pa_insuffisants"


@pytest.mark.parametrize(
    ("holder", "action", "wanted"),
    [
        (None, 2, "pa_insuffisants"),
        ("J0", 2, "pa_insuffisants"),
        ("neutral", 2, "pa_insuffisants"),
        (None, 3, "aucun_portail"),
        ("J0", 3, "portail_ami"),
        ("J1", 3, "portail_ennemi"),
        ("neutral", 3, "ok"),
    ],
)
def test_4_5_capturer(holder: str | None, action: int, wanted: str) -> None:
    table = arranged("finale", P, {P: holder} if holder else {Q: "neutral"}, action=action)
    assert act(table, 0, "capturer") == wanted
    assert table.seat(0).call("points_action") == (0 if wanted == "ok" else action)


def test_4_5_a_portal_captured_again_pays_again() -> None:
    table = arranged("finale", P, {P: "J1"})
    do(table, 0, "neutraliser", "capturer")
    assert table.seat(0).call("score", 0) == 10


@pytest.mark.parametrize(
    ("here", "there", "target", "options", "wanted"),
    [
        (None, None, (99, 99), {"action": 1}, "pa_insuffisants"),
        (None, None, (99, 99), {}, "position_invalide"),
        (None, None, Q, {}, "aucun_portail"),
        ("J0", None, Q, {}, "aucun_portail"),
        (None, "neutral", Q, {}, "aucun_portail"),
        ("neutral", None, P, {}, "lien_degenere"),
        ("J1", None, P, {}, "lien_degenere"),
        ("J0", None, P, {}, "lien_degenere"),
        ("neutral", "J1", Q, {}, "portail_neutre"),
        ("J1", "neutral", Q, {}, "portail_ennemi"),
        ("J0", "neutral", Q, {}, "portail_neutre"),
        ("J0", "J1", Q, {}, "portail_ennemi"),
        ("J0", "J0", Q, {}, "ok"),
    ],
)
def test_4_5_lier_checks_1_to_9(here: Any, there: Any, target: Any, options: dict[str, int], wanted: str) -> None:
    portals = {cell: holder for cell, holder in ((P, here), (Q, there), (R, "J0")) if holder}
    assert act(arranged("finale", P, portals, **options), 0, "lier", target) == wanted


def test_4_5_lier_looks_at_owners_before_links() -> None:
    crossed = {P: "J0", Q: "neutral", (7, 3): "J1", (7, 8): "J1"}
    cross = [((7, 3), (7, 8))]
    assert act(arranged("finale", P, crossed, cross), 0, "lier", Q) == "portail_neutre"
    assert act(arranged("finale", P, crossed | {Q: "J1"}, cross), 0, "lier", Q) == "portail_ennemi"
    assert act(arranged("finale", P, crossed | {Q: "J0"}, cross), 0, "lier", Q) == "lien_intersection"


@pytest.mark.parametrize("holder", ["J0", "J1"])
def test_4_5_lier_looks_at_links_before_fields(holder: str) -> None:
    portals = {P: holder, Q: holder, R: holder, S: "J0", (12, 12): "J0"}
    assert act(arranged("finale", S, portals, TRIANGLE), 0, "lier", (12, 12)) == "lien_intersection"
    assert act(arranged("finale", (12, 12), portals, TRIANGLE), 0, "lier", S) == "lien_intersection"


def test_4_5_lier_either_end_inside_a_field() -> None:
    portals = {P: "J1", Q: "J1", R: "J1", S: "J0", (7, 6): "J0"}
    for here, there in ((S, (7, 6)), ((7, 6), S)):
        assert act(arranged("finale", here, portals, TRIANGLE), 0, "lier", there) == "lien_champ"
    own = dict.fromkeys(portals, "J0")
    assert act(arranged("finale", P, own, TRIANGLE), 0, "lier", S) == "lien_champ"
    assert act(arranged("finale", S, own, TRIANGLE), 0, "lier", P) == "lien_champ"


def test_4_3_a_side_is_outside() -> None:
    """A portal on a side of a field is not inside it, but no link can leave it: it would interfere with the side."""
    table = arranged("finale", T, {P: "J1", Q: "J1", R: "J1", T: "J0", (7, 1): "J0"}, TRIANGLE)
    assert table.seat(0).call("case_dans_champ", T) is False
    assert act(table, 0, "lier", (7, 1)) == "lien_intersection"


def test_decision_24_over_a_portal_without_links() -> None:
    table = arranged("finale", P, {P: "J0", T: "J1", Q: "J0"})
    do(table, 0, ("lier", Q))
    assert table.seat(0).call("lien_existe", P, Q) is True


def test_4_5_lier_completes_all_cliques_at_once() -> None:
    """Two fans on either side of the new link: every portal linked to both its ends makes a field."""
    fans = [(7, 1), (7, 3), (7, 7), (7, 9)]
    links = [(end, cell) for end in (P, Q) for cell in fans]
    table = arranged("finale", P, dict.fromkeys([P, Q, *fans], "J0"), links)
    do(table, 0, ("lier", Q))
    assert [field.som2 for field in table.seat(0).call("champs_incidents_segment", Q, P)] == sorted(fans)
    table.end(0)
    assert table.scores == [16 + 8 + 8 + 16, 0]


@pytest.mark.parametrize(
    ("holder", "shields", "action", "wanted"),
    [
        (None, 0, 0, "aucun_portail"),
        ("neutral", 0, 9, "pa_insuffisants"),
        ("J0", 1, 14, "pa_insuffisants"),
        ("J1", 1, 14, "pa_insuffisants"),
        ("J0", 1, 15, "portail_ami"),
        ("neutral", 0, 10, "portail_neutre"),
        ("J1", 1, 15, "ok"),
        ("J1", 6, 40, "ok"),
        ("J1", 6, 39, "pa_insuffisants"),
    ],
)
def test_4_5_neutraliser(holder: str | None, shields: int, action: int, wanted: str) -> None:
    table = arranged("finale", P, {P: holder} if holder else {Q: "J1"}, shields={P: shields}, action=action)
    assert act(table, 0, "neutraliser") == wanted


def test_4_5_neutraliser_removes_links_and_fields_of_the_portal_only() -> None:
    portals = {P: "J1", Q: "J1", R: "J1", (20, 20): "J1", (20, 25): "J0"}
    table = arranged("finale", P, portals, [*TRIANGLE, (Q, (20, 20))], shields={P: 2, Q: 1})
    do(table, 0, "neutraliser")
    call = table.seat(0).call
    assert [(link.extr1, link.extr2) for link in call("liste_liens")] == [(R, Q), (Q, (20, 20))]
    assert (call("liste_champs"), call("portail_boucliers", P), call("portail_boucliers", Q)) == ([], 0, 1)


@pytest.mark.parametrize(
    ("holder", "shields", "action", "wanted"),
    [
        (None, 0, 0, "aucun_portail"),
        ("neutral", 0, 0, "portail_neutre"),
        ("J1", 6, 0, "portail_ennemi"),
        ("J0", 6, 0, "limite_boucliers"),
        ("J0", 2, 4, "pa_insuffisants"),
        ("J0", 2, 5, "ok"),
    ],
)
def test_4_5_ajouter_bouclier(holder: str | None, shields: int, action: int, wanted: str) -> None:
    table = arranged("finale", P, {P: holder} if holder else {Q: "J0"}, shields={P: shields}, action=action)
    assert act(table, 0, "ajouter_bouclier") == wanted


@pytest.mark.parametrize(
    ("preset", "holder", "action", "wanted"),
    [
        ("finale", None, 42, "pa_insuffisants"),
        ("finale", "J1", 42, "pa_insuffisants"),
        ("sujet", None, 19, "pa_insuffisants"),
        ("sujet", None, 20, "aucun_portail"),
        ("sujet", "neutral", 19, "pa_insuffisants"),
        ("sujet", "neutral", 20, "portail_neutre"),
        ("sujet", "J1", 20, "ok"),
        ("sujet", "J0", 20, "ok"),
    ],
)
def test_4_5_utiliser_virus(preset: str, holder: str | None, action: int, wanted: str) -> None:
    table = arranged(preset, P, {P: holder} if holder else {Q: "J1"}, action=action)
    assert act(table, 0, "utiliser_virus") == wanted
    if wanted == "ok":
        assert table.seat(0).call("portail_joueur", P) == (0 if holder == "J1" else 1)


def test_4_5_virus_cuts_links_of_both_kinds() -> None:
    for holder in ("J0", "J1"):
        table = arranged("sujet", P, dict.fromkeys([P, Q, R], holder), TRIANGLE, shields={P: 3})
        do(table, 0, "utiliser_virus")
        call = table.seat(0).call
        assert (len(call("liste_liens")), call("liste_champs"), call("portail_boucliers", P)) == (1, [], 0)
        assert (call("score", 0), call("score", 1)) == (0, 0)


def test_4_5_a_free_virus() -> None:
    table = arranged("sujet", P, {P: "J1"}, action=0, COUT_VIRUS=0)
    assert act(table, 0, "utiliser_virus") == "ok"


# 6.3, 6.4, 4.7


@pytest.mark.parametrize(
    "call",
    [
        ("deplacer", (99, 99)),
        ("deplacer", P),
        ("utiliser_turbo",),
        ("capturer",),
        ("lier", (99, 99)),
        ("neutraliser",),
        ("ajouter_bouclier",),
        ("utiliser_virus",),
    ],
)
def test_6_3_outside_ones_own_turn(call: tuple[Any, ...]) -> None:
    table = table_of("finale", [P, Q], [P], NB_TOURS=1)
    assert act(table, 1, *call) == "pa_insuffisants"
    fresh = joute.Table(table.game, table.dump()["board"])
    assert fresh.turn.callback == "partie_init"
    assert [act(fresh, seat, *call) for seat in (0, 1)] == ["pa_insuffisants"] * 2
    table.end(0)
    table.end(1)
    assert table.turn.callback == "partie_fin"
    assert [act(table, seat, *call) for seat in (0, 1)] == ["pa_insuffisants"] * 2


def test_6_4_annuler_gives_back_fields_and_points() -> None:
    table = arranged("sujet", P, dict.fromkeys([P, Q, R], "J0"), [(P, R), (Q, R)], shields={P: 1})
    seat = table.seat(0)
    before = table.game.layout.snapshot(seat.state)
    do(table, 0, ("lier", Q), "ajouter_bouclier", "utiliser_virus")
    assert seat.call("liste_champs") == []
    assert seat.call("annuler") is True
    assert len(seat.call("liste_champs")) == 1
    assert seat.call("annuler") is True
    assert (seat.call("portail_boucliers", P), seat.call("score", 0)) == (1, 5)
    assert seat.call("annuler") is True
    assert seat.call("annuler") is False
    assert table.game.layout.snapshot(seat.state) == before


def test_4_7_a_turn_holds_4096_actions() -> None:
    table = table_of("finale", [P, Q], [P])
    for _ in range(4096):
        do(table, 0, ("deplacer", P))
    with pytest.raises(TooManyOrders):
        table.seat(0).call("deplacer", P)
    assert act(table, 0, "deplacer", (-1, 0)) == "position_invalide"
    assert table.seat(0).call("annuler") is True
    do(table, 0, "capturer")
    with pytest.raises(TooManyOrders):
        table.seat(0).call("deplacer", P)
