"""The champion API (rules, section 6): forms and orders of lists, odd arguments, debug output, loaded states."""

from __future__ import annotations

from typing import Any

import pytest

import joute
from joute.core.errors import StateError

from .positions import ERRORS, GAME, arranged, do, table_of

P, Q, R, S = (5, 5), (9, 5), (5, 9), (6, 6)
TRIANGLE = [(P, Q), (Q, R), (P, R)]
FUNCTIONS = """
    deplacer utiliser_turbo capturer lier neutraliser ajouter_bouclier utiliser_virus annuler
    liste_liens liste_champs liste_portails liens_bloquants lien_existe champ_existe
    case_dans_champ case_champs portail_joueur portail_boucliers
    liens_incidents_portail champs_incidents_portail champs_incidents_segment
    hist_portails_captures hist_portails_neutralises hist_liens_crees hist_champs_crees hist_boucliers_ajoutes
    distance score_triangle intersection_segments point_dans_triangle
    moi adversaire position_agent points_action points_deplacement score tour_actuel
    afficher_erreur afficher_position afficher_lien afficher_champ
"""
MALFORMED = ["a", None, (1,), (1, 2, 3), (1.5, 2), ("1", 2), {"x": 1}, [], (2**31, 0), {"x": 1, "z": 2}]


def test_6_every_function_is_there() -> None:
    assert list(joute.load_game(GAME).api.functions) == FUNCTIONS.split()


def test_6_1_types() -> None:
    api = joute.load_game(GAME).api
    assert {name: list(kind.__members__) for name, kind in api.enums.items()} == {"erreur": [e.upper() for e in ERRORS]}
    assert {name: kind._fields for name, kind in api.structs.items()} == {
        "position": ("x", "y"),
        "lien": ("extr1", "extr2", "joueur_l"),
        "champ": ("som1", "som2", "som3", "joueur_c"),
    }


@pytest.fixture(name="call")
def call_of_a_position() -> Any:
    table = arranged("finale", P, dict.fromkeys([P, Q, R, S], "J0") | {(1, 1): "J1", (20, 20): "neutral"}, TRIANGLE)
    return table.seat(1).call


def test_6_5_links_and_fields(call: Any) -> None:
    assert call("liste_liens") == [(P, R, 0), (P, Q, 0), (R, Q, 0)]
    assert call("liste_champs") == [(P, R, Q, 0)]
    assert call("lien_existe", Q, P) is True
    assert call("lien_existe", P, P) is False
    assert call("lien_existe", P, S) is False
    assert call("lien_existe", P, (-1, 5)) is False
    assert call("champ_existe", Q, P, R) is True
    assert call("champ_existe", Q, P, S) is False
    assert call("champ_existe", Q, P, P) is False
    assert call("champ_existe", Q, P, (99, 99)) is False


def test_6_5_liens_bloquants_takes_any_points(call: Any) -> None:
    assert call("liens_bloquants", P, P) == []
    assert call("liens_bloquants", S, S) == []
    assert call("liens_bloquants", Q, P) == [(P, Q, 0)]
    assert call("liens_bloquants", (0, 5), (29, 5)) == [(P, R, 0), (P, Q, 0), (R, Q, 0)]
    assert call("liens_bloquants", (-(2**31), 6), (2**31 - 1, 6)) == [(P, R, 0), (R, Q, 0)]
    assert call("liens_bloquants", (0, 0), P) == []
    assert call("liens_bloquants", (0, 0), S) == [(P, R, 0), (P, Q, 0)]


def test_6_6_cells_portals_and_segments(call: Any) -> None:
    assert call("case_champs", S) == [(P, R, Q, 0)]
    assert call("case_champs", (6, 7)) == [(P, R, Q, 0)]
    assert call("case_champs", (7, 7)) == []
    assert call("case_champs", (2**31 - 1, 0)) == []
    assert [call("case_dans_champ", cell) for cell in (S, (6, 7))] == [True, True]
    assert [call("case_dans_champ", cell) for cell in ((7, 7), P, (7, 5), (-5, -5))] == [False] * 4
    assert [call("portail_joueur", cell) for cell in (P, (1, 1), (20, 20), (2, 2), (-1, 0))] == [0, 1, -1, -2, -2]
    assert [call("portail_boucliers", cell) for cell in (P, (20, 20), (2, 2), (30, 0))] == [0, 0, -2, -2]
    assert call("liens_incidents_portail", Q) == [(P, Q, 0), (R, Q, 0)]
    assert call("liens_incidents_portail", (2, 2)) == []
    assert call("champs_incidents_portail", Q) == [(P, R, Q, 0)]
    assert call("champs_incidents_portail", S) == []
    assert call("champs_incidents_segment", Q, R) == [(P, R, Q, 0)]
    assert call("champs_incidents_segment", Q, Q) == []
    assert call("champs_incidents_segment", Q, (2, 2)) == []


def test_decision_22_flat_triples_are_reported() -> None:
    middle = (7, 5)
    table = arranged("finale", P, dict.fromkeys([P, middle, Q], "J0"), [(P, middle), (middle, Q)])
    assert table.seat(0).call("champs_incidents_segment", P, Q) == [(P, middle, Q, 0)]
    assert table.seat(0).call("champ_existe", P, middle, Q) is False


@pytest.mark.parametrize("bad", MALFORMED)
def test_6_1_malformed_positions(call: Any, bad: Any) -> None:
    assert call("portail_joueur", bad) == -2
    assert call("portail_boucliers", bad) == -2
    assert call("distance", bad, P) == -1
    assert call("score_triangle", P, Q, bad) == -1
    for name in ("liens_incidents_portail", "champs_incidents_portail", "case_champs"):
        assert call(name, bad) == []
    for name in ("liens_bloquants", "champs_incidents_segment"):
        assert call(name, bad, P) == []
        assert call(name, (9, 9), bad) == []
    assert call("lien_existe", P, bad) is False
    assert call("champ_existe", P, bad, Q) is False
    assert call("case_dans_champ", bad) is False
    assert call("intersection_segments", P, Q, P, bad) is False
    assert call("point_dans_triangle", bad, P, Q, R) is False


def test_6_1_positions_as_tuples_lists_and_dicts(call: Any) -> None:
    for form in (P, list(P), {"x": 5, "y": 5}):
        assert call("portail_joueur", form) == 0


def test_2_player_numbers_are_a_parameter() -> None:
    table = table_of("finale", [P, Q], [P, Q], PREMIER_JOUEUR=7)
    do(table, 0, "capturer")
    table.end(0)
    call = table.seat(1).call
    assert (call("moi"), call("adversaire"), call("portail_joueur", P)) == (8, 7, 7)
    assert [call("score", number) for number in (6, 7, 8, 9)] == [-1, 10, 0, -1]


def test_6_10_debug_output(capsys: pytest.CaptureFixture[str]) -> None:
    call = table_of("finale", [P, Q], []).seat(0).call
    call("afficher_erreur", 8)
    call("afficher_position", (3, 4))
    call("afficher_lien", ((1, 2), (3, 4), 1))
    call("afficher_champ", ((1, 2), (3, 4), (5, 6), 0))
    shown = capsys.readouterr()
    assert shown.out == ""
    assert shown.err.splitlines() == [
        "LIEN_INTERSECTION",
        "{ x=3, y=4 }",
        "{ extr1={ x=1, y=2 }, extr2={ x=3, y=4 }, joueur_l=1 }",
        "{ som1={ x=1, y=2 }, som2={ x=3, y=4 }, som3={ x=5, y=6 }, joueur_c=0 }",
    ]


# Loaded states


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda s: s["links"].append({"a": 0, "b": 1, "fresh": 0}), "not in order"),
        (lambda s: s["links"].insert(0, {"a": 1, "b": 0, "fresh": 0}), "not in order"),
        (lambda s: s["portals"][1].update(owner=1), "do not belong to one player"),
        (lambda s: s["portals"][0].update(owner=-1), "do not belong to one player"),
        (lambda s: s["portals"][2].update(owner=-1, shields=1), "a neutral portal has shields"),
        (lambda s: s["head"].update(turn=101), "the round is past the last one"),
        (lambda s: s["head"].update(phase=2), "the round is past the last one"),
        (lambda s: s["links"][0].update(fresh=1), "more links are fresh"),
        (lambda s: s["cut"].extend([{"a": 0, "b": 1}] * 5), "more links stood"),
        (lambda s: s["new_links"].extend([{"viewer": 0, "a": 0, "b": 1}] * 9), "is told of more"),
        (lambda s: s["new_fields"].extend([{"viewer": 1, "a": 0, "b": 1, "c": 2}] * 5), "is told of more"),
        (lambda s: s["head"].update(turn=101), "the round is past the last one although the match is not at its end"),
        (lambda s: s["head"].update(turn=102), "state.head.turn: found 102, expected a number from 1 to 101"),
        (lambda s: s["head"].update(phase=2), "the round is past the last one although the match is not at its end"),
        (lambda s: s["head"].update(phase=2, turn=101, player=1), "head.player is not the first player although no"),
        (lambda s: s["head"].update(phase=0, player=1), "head.player is not the first player although no turn"),
        (
            lambda s: s["new_links"].append({"viewer": 0, "a": 1, "b": 1}),
            "is not in order, each with its ends",
        ),
        (lambda s: s["new_links"].extend([{"viewer": 0, "a": 0, "b": 1}] * 2), "is not in order, each with its ends"),
        (
            lambda s: s["new_fields"].append({"viewer": 0, "a": 0, "b": 2, "c": 1}),
            "is not in order, each with its ends",
        ),
        (lambda s: s["links"].append({"a": 0, "b": 4, "fresh": 0}), "state.links.*from 0 to 3"),
        (lambda s: s["players"][0].update(action_points=43), "from 0 to 42"),
        (lambda s: s["players"][0].update(x=30), "from 0 to 29"),
        (lambda s: s["portals"][0].update(shields=7), "from 0 to 6"),
        (lambda s: s["portals"][0].update(owner=2), "from -1 to 1"),
        (lambda s: s.pop("cut"), "'cut' is missing"),
    ],
)
def test_4_6_impossible_states_are_refused(change: Any, message: str) -> None:
    """Four portals: (5,5) (5,9) (6,6) (9,5), of which the first and the last and the first two are linked."""
    data = arranged("finale", P, dict.fromkeys([P, Q, R, S], "J0"), [(P, Q), (P, R)]).dump()
    assert data["state"]["links"] == [{"a": 0, "b": 1, "fresh": 0}, {"a": 0, "b": 3, "fresh": 0}]
    change(data["state"])
    with pytest.raises(StateError, match=message):
        joute.Table.load(data)


def test_4_6_interfering_links_are_refused() -> None:
    data = arranged("finale", P, dict.fromkeys([P, (7, 5), Q], "J0"), [(P, (7, 5))]).dump()
    data["state"]["links"].append({"a": 0, "b": 2, "fresh": 0})
    with pytest.raises(StateError, match="two links interfere"):
        joute.Table.load(data)


def test_4_7_no_turn_adds_more_than_4096_shields() -> None:
    riches = {"MAX_BOUCLIERS": 5000, "COUT_NEUTRALISATION_BOUCLIER": 0}
    data = arranged("finale", P, {P: "J0", Q: "J0"}, **riches).dump()
    data["state"]["portals"][1]["shielded_1"] = 4096
    told = joute.Table.load(data).seat(1).call("hist_boucliers_ajoutes")
    assert (len(told), set(told)) == (4096, {Q})
    data["state"]["portals"][0]["shielded_1"] = 1
    with pytest.raises(StateError, match="is told of more links, fields or shields"):
        joute.Table.load(data)


def test_a_dump_in_the_middle_of_a_turn_keeps_what_undo_and_history_need() -> None:
    table = arranged("sujet", P, dict.fromkeys([P, Q, R], "J0"), TRIANGLE, NB_POINTS_ACTION=60)
    do(table, 0, "utiliser_virus", "utiliser_virus", ("lier", Q))
    twin = joute.Table.load(table.dump())
    for each in (table, twin):
        assert each.seat(0).call("annuler") is True
        do(each, 0, ("lier", Q), ("lier", R))
        each.end(0)
    assert twin.dump() == table.dump()
    assert twin.seat(1).call("hist_liens_crees") == []
