"""The champion API: declarations, constants, odd arguments, and what a query costs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import joute

from .vocabulary import GAME, M1, parse, position

HUGE = 2**70
FUNCTIONS = """
construire(btype: bateau_type, pos: position) -> erreur
deplacer(id: int, pos: position) -> erreur
coloniser(pos: position) -> erreur
charger(id: int, nb_or: int) -> erreur
decharger(id: int, nb_or: int) -> erreur
transferer(montant: int, id_source: int, id_dest: int) -> erreur
info_terrain(pos: position) -> terrain
info_ile_joueur(pos: position) -> int
info_ile_or(pos: position) -> int
info_bateau(id: int) -> bateau
bateau_existe(id: int) -> bool
liste_bateaux_position(pos: position) -> bateau array
liste_id_bateaux_position(pos: position) -> int array
liste_iles() -> position array
mes_iles() -> position array
id_dernier_bateau_construit() -> int
distance(depart: position, arrivee: position) -> int
mon_joueur() -> int
adversaire() -> int
score(id_joueur: int) -> int
tour_actuel() -> int
nombre_bateaux(id_joueur: int) -> int
afficher_bateau_type(v: bateau_type) -> void
afficher_terrain(v: terrain) -> void
afficher_erreur(v: erreur) -> void
afficher_position(v: position) -> void
afficher_bateau(v: bateau) -> void
"""


@pytest.fixture
def seat() -> Any:
    """A seat of a table under way, with two boats."""
    case = parse("case T\npreset finale; map M1\ngiven\n  boat 0 galion P1 (3,3); boat 1 caravelle P0 (1,1) or 2")
    return position(case, lambda game: game).seat(0)


def test_6_every_function_with_its_signature() -> None:
    api = joute.load_game(GAME).api
    assert [f"{f.signature} -> {f.returns.name}" for f in api.functions.values()] == FUNCTIONS.split("\n")[1:-1]


def test_6_2_enums_and_structs_in_order() -> None:
    api = joute.load_game(GAME).api
    assert {name: [member.name for member in kind] for name, kind in api.enums.items()} == {
        "bateau_type": ["BATEAU_CARAVELLE", "BATEAU_GALION", "BATEAU_ERREUR"],
        "terrain": ["TERRAIN_ILE", "TERRAIN_VOLCAN", "TERRAIN_MER", "TERRAIN_ERREUR"],
        "erreur": [
            "OK",
            "OR_INSUFFISANT",
            "ILE_INVALIDE",
            "POSITION_INVALIDE",
            "TROP_LOIN",
            "ILE_COLONISEE",
            "ILE_ENNEMIE",
            "BATEAU_ENNEMI",
            "ID_INVALIDE",
            "NON_DEPLACABLE",
            "AUCUNE_CARAVELLE",
            "LIMITE_ATTEINTE",
        ],
    }
    assert all([int(member) for member in kind] == list(range(len(kind))) for kind in api.enums.values())
    assert {name: kind._fields for name, kind in api.structs.items()} == {
        "position": ("x", "y"),
        "bateau": ("id", "pos", "joueur", "btype", "nb_or", "deplacable"),
    }


@pytest.mark.parametrize(
    ("preset", "values"),
    [("sujet", [32, 200, 2, 10, 20, 20, 3, 1, 4, 6, 10_000]), ("finale", [32, 200, 2, 5, 10, 20, 15, 4, 4, 6, 500])],
)
def test_2_1_constants_champions_see(preset: str, values: list[int]) -> None:
    names = [
        "TAILLE_TERRAIN",
        "FIN_PARTIE",
        "MAX_JOUEURS",
        "REVENU_ILE",
        "REVENU_VOLCAN",
        "OR_INITIAL",
        "CARAVELLE_COUT",
        "GALION_COUT",
        "CARAVELLE_DEPLACEMENT",
        "GALION_DEPLACEMENT",
        "LIMITE_BATEAUX",
    ]
    assert joute.load_game(GAME, preset).constants == dict(zip(names, values, strict=True))


@pytest.mark.parametrize("preset", ["sujet", "finale"])
def test_2_3_players_are_1_and_2_unless_told_otherwise(preset: str) -> None:
    table = joute.Table(joute.load_game(GAME, preset, TAILLE_TERRAIN=8), M1)
    assert [table.seat(seat).call("mon_joueur") for seat in range(2)] == [1, 2]
    assert [table.seat(seat).call("adversaire") for seat in range(2)] == [2, 1]


@pytest.mark.parametrize(
    ("name", "values", "wanted"),
    [
        ("distance", ((-(2**31), -(2**31)), (2**31 - 1, 2**31 - 1)), 2**31 - 1),
        ("distance", ((0, 0), (-5, 7)), 12),
        ("distance", ((0, "a"), (0, 0)), -1),
        ("distance", ((0, 0), (HUGE, 0)), -1),
        ("distance", ((0, 0), None), -1),
        ("info_terrain", ((HUGE, 1),), 3),
        ("info_terrain", ("ab",), 3),
        ("info_terrain", ((1,),), 3),
        ("info_ile_joueur", ((2**31 - 1, -(2**31)),), -1),
        ("info_ile_or", (None,), -1),
        ("bateau_existe", (HUGE,), False),
        ("bateau_existe", ("0",), False),
        ("bateau_existe", (2**31 - 1,), False),
        ("bateau_existe", (-(2**31),), False),
        ("liste_bateaux_position", ((HUGE, 1),), []),
        ("liste_id_bateaux_position", ("a",), []),
        ("score", (HUGE,), 0),
        ("score", (None,), 0),
        ("nombre_bateaux", (-(2**31),), 0),
        ("nombre_bateaux", (2**31 - 1,), 0),
        ("construire", (HUGE, (1, 1)), 1),
        ("construire", (1, (HUGE, 1)), 3),
        ("deplacer", (2**31 - 1, (1, 1)), 8),
        ("deplacer", (1, (2**31 - 1, 2**31 - 1)), 3),
        ("deplacer", (1, (-(2**31), 0)), 3),
        ("coloniser", ({"x": 2, "y": 3},), 10),
        ("coloniser", ({"x": 2},), 3),
        ("charger", (1, HUGE), 1),
        ("charger", (1, 2**31 - 1), 1),
        ("charger", (1.0, 1), 8),
        ("decharger", (1, -(2**31)), 1),
        ("transferer", (HUGE, 1, 1), 1),
        ("transferer", (0, 1, HUGE), 8),
    ],
)
def test_6_1_odd_arguments(seat: Any, name: str, values: tuple[Any, ...], wanted: Any) -> None:
    assert seat.call(name, *values) == wanted


@pytest.mark.parametrize("number", [-1, 2, 2**31 - 1, -(2**31), HUGE, "1", None])
def test_6_3_no_boat(seat: Any, number: Any) -> None:
    assert seat.call("info_bateau", number) == (-1, (-1, -1), -1, 2, -1, False)


def test_6_3_a_boat_is_told_by_its_fields(seat: Any) -> None:
    boat = seat.api.info_bateau(1)
    assert boat == seat.api.bateau(1, seat.api.position(1, 1), 0, seat.api.BATEAU_CARAVELLE, 2, True)
    assert (boat.pos.x, boat.deplacable, type(boat.deplacable)) == (1, True, bool)
    assert seat.api.liste_bateaux_position(boat.pos) == [boat]


def test_6_3_afficher_writes_on_standard_error(seat: Any, capsys: pytest.CaptureFixture[str]) -> None:
    seat.api.afficher_erreur(seat.api.TROP_LOIN)
    seat.api.afficher_terrain(1)
    seat.api.afficher_position((3, 4))
    seat.api.afficher_bateau(seat.api.info_bateau(0))
    out, err = capsys.readouterr()
    boat = "{ id=0, pos={ x=3, y=3 }, joueur=1, btype=BATEAU_GALION, nb_or=0, deplacable=True }"
    assert out == ""
    assert err.splitlines() == ["TROP_LOIN", "TERRAIN_VOLCAN", "{ x=3, y=4 }", boat]


# What things cost


def crowd(boats: int) -> joute.Table:
    """A table with so many boats a side, half of them on one cell."""
    table = joute.Table(joute.load_game(GAME, TAILLE_TERRAIN=8), M1)
    state = table.dump()["state"]
    state["head"] |= {"phase": 1, "next_id": 2 * boats}
    for number in range(2 * boats):
        cell = number % 32 if number < boats else 63 - number % 32
        x, y = (3, 3 + number % 2) if number % 4 < 2 else (cell % 8, cell // 8)
        row = {"id": number, "x": x, "y": y, "seat": number % 2, "btype": 0, "nb_or": 1, "deplacable": 1}
        state["boats"].append(row)
    return joute.Table.load(table.dump() | {"state": state})


class Counted(list[int]):
    """A column that counts how often it is read."""

    reads = 0

    def __getitem__(self, index: Any) -> Any:
        Counted.reads += 1
        return super().__getitem__(index)


def reads(boats: int, work: Callable[[Any, Any], object]) -> int:
    """How many words of the state some work reads, with so many boats a side."""
    table = crowd(boats)
    state = type(table.state)(*map(counted, table.state))
    Counted.reads = 0
    work(table.game, table.world._replace(state=state))
    return Counted.reads


def counted(table: Any) -> Any:
    """A table whose columns count how often they are read; the head is left as it is."""
    if isinstance(table, list):
        return Counted(table)
    return type(table)(*map(Counted, table)) if isinstance(table, tuple) else table


@pytest.mark.parametrize(
    ("name", "values"), [("info_bateau", (17,)), ("info_ile_or", ((1, 1),)), ("nombre_bateaux", (1,)), ("mes_iles", ())]
)
def test_a_query_costs_the_same_however_many_boats_there_are(name: str, values: tuple[Any, ...]) -> None:
    def ask(game: Any, world: Any) -> None:
        function = game.api.functions[name]
        plain, _ = function.read(values, -1)
        function.answer(game, world, 0, plain)

    assert reads(5_000, ask) == reads(20, ask)


def test_listing_the_boats_of_a_cell_reads_those_boats_only() -> None:
    def ask(game: Any, world: Any) -> None:
        position = game.api.structs["position"](0, 1)
        game.api.functions["liste_id_bateaux_position"].answer(game, world, 0, [position])

    few, many = reads(20, ask), reads(2_000, ask)
    assert many < 120 * few
    assert many < 2_000


def test_the_cost_of_a_turn_grows_like_the_boats_not_like_their_square() -> None:
    costs = [reads(boats, lambda game, world: game.resolve(world)) for boats in (250, 2_500)]
    assert costs[1] < 11 * costs[0]


def test_fleets_moved_in_the_order_of_their_ids_cost_the_same_for_each_boat() -> None:
    def sail(game: Any, world: Any) -> None:
        for number in range(0, 400, 4):
            assert game.check(world, 0, (1, number, 4, 4)) == 0
            game.apply(world, 0, (1, number, 4, 4))

    assert reads(5_000, sail) < 2 * reads(200, sail)


def test_the_most_boats_that_sujet_allows_are_possible() -> None:
    table = crowd(10_000)
    assert table.seat(0).call("construire", 1, (1, 1)) == table.seat(0).api.LIMITE_ATTEINTE
    fleet = [number for number in table.seat(0).call("liste_id_bateaux_position", (3, 3)) if number % 2 == 0]
    assert len(fleet) > 4_000
    assert all(table.seat(0).call("deplacer", number, (4, 4)) == 0 for number in fleet)
    table.end(0)
    assert table.seat(1).call("nombre_bateaux", 1) == 10_000
