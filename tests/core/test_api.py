"""The champion API: arguments become integers and come back; malformed ones get the answer of the rules."""

from __future__ import annotations

from enum import IntEnum
from types import ModuleType
from typing import Annotated, Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from joute import Table, load_game
from joute.core.api import Api, Conventions, Me, action, query
from joute.core.text import Text
from joute.core.types import Lettered, Malformed, Most, Struct, Type, snake, type_of

COVE = "@..2\n.1..\n..3.\n1..@\n"
HORS_CARTE, OK, CHEMIN_INVALIDE, VALEUR_INVALIDE = 1, 3, 4, 10


class Point(NamedTuple):
    y: int
    x: int


class Path(NamedTuple):
    name: int
    points: Annotated[list[Point], Most(2)]


class Colour(IntEnum):
    RED = 0
    BLUE = 5


class Letter(Lettered):
    A = 0
    B = 1


class Oddity(int):
    def __index__(self) -> int:
        raise RuntimeError


GOOD: list[tuple[Any, Any, Any, list[int]]] = [
    (int, 7, 7, [7]),
    (int, True, 1, [1]),
    (int, -(2**31), -(2**31), [-(2**31)]),
    (bool, True, True, [1]),
    (Colour, 5, 5, [5]),
    (Colour, Colour.BLUE, 5, [5]),
    (Colour, 99, 99, [99]),
    (Letter, "B", 1, [1]),
    (Point, Point(1, 2), Point(1, 2), [1, 2]),
    (Point, (1, 2), Point(1, 2), [1, 2]),
    (Point, [1, 2], Point(1, 2), [1, 2]),
    (Point, {"x": 2, "y": 1}, Point(1, 2), [1, 2]),
    (list[int], [], [], [0]),
    (list[int], (4, 5), [4, 5], [2, 4, 5]),
    (list[Point], [(1, 2), {"y": 3, "x": 4}], [Point(1, 2), Point(3, 4)], [2, 1, 2, 3, 4]),
    (Path, (8, [(1, 2)]), Path(8, [Point(1, 2)]), [8, 1, 1, 2]),
]


@pytest.mark.parametrize(("hint", "given_value", "read", "row"), GOOD)
def test_a_value_is_read_and_flattened(hint: Any, given_value: Any, read: Any, row: list[int]) -> None:
    kind = type_of(hint)
    assert kind.read(given_value) == read
    assert kind.flatten(kind.read(given_value)) == row
    assert kind.take(row, 0) == (read, len(row))
    assert len(row) <= kind.most_ints()


BAD: list[tuple[Any, Any]] = [
    *((int, value) for value in (None, "1", 1.0, 2**31, -(2**31) - 1, [1], object())),
    *((bool, value) for value in (0, 1, None, "true")),
    *((Letter, value) for value in ("C", "a", "", None)),
    (Colour, "RED"),
    *((Point, value) for value in (None, 1, (1,), (1, 2, 3), (1, None), {"y": 1}, {"y": 1, "x": 2, "z": 3}, "ab")),
    *((list[int], value) for value in (None, 1, "ab", {1}, [None], [[1]], [0] * 1025)),
    (Path, (8, [(1, 2)] * 3)),
]


@pytest.mark.parametrize(("hint", "value"), BAD)
def test_a_wrong_value_is_malformed(hint: Any, value: Any) -> None:
    with pytest.raises(Malformed):
        type_of(hint).read(value)


def test_a_list_is_as_long_as_it_says_or_1024() -> None:
    assert len(type_of(list[int]).read([0] * 1024)) == 1024
    assert type_of(list[Point]).most_ints() == 1 + 2 * 1024
    assert type_of(Path).most_ints() == 1 + 1 + 2 * 2


def test_spoilt_values_keep_their_shape() -> None:
    assert type_of(Point).spoilt(-7) == Point(-7, -7)
    assert type_of(list[Point]).spoilt(-7) == [Point(-7, -7)]
    assert type_of(Path).spoilt(-7) == Path(-7, [Point(-7, -7)])


@pytest.mark.parametrize(("value", "expected"), [(3_000_000_000, 2**31 - 1), (-(2**40), -(2**31)), (12, 12)])
def test_results_are_clamped_to_32_bits(value: int, expected: int) -> None:
    assert type_of(int).give(value) == expected
    assert type_of(list[Point]).give([(value, 0)]) == [Point(expected, 0)]


def test_widths_and_names() -> None:
    assert [type_of(hint).width for hint in (int, Point, Path, list[int], None)] == [1, 2, None, None, 0]
    assert [type_of(hint).name for hint in (int, Point, list[Point], None, dict[str, Any])] == [
        "int",
        "point",
        "point array",
        "void",
        "json",
    ]
    assert snake("BateauType") == "bateau_type"


@pytest.mark.parametrize("hint", [str, float, tuple, set, list])
def test_other_types_are_refused(hint: Any) -> None:
    with pytest.raises(TypeError, match="is no type of the champion API"):
        type_of(hint)


def test_values_as_people_read_them() -> None:
    assert type_of(Path).shown(Path(8, [Point(1, 2)])) == "{ name=8, points=[{ y=1, x=2 }] }"
    assert type_of(Colour).shown(5) == "BLUE"
    assert type_of(Colour).shown(6) == "6"
    assert load_game("toy").api.shown((1, 2, 3, 1)) == "creuser({ y=2, x=3 }, PIOCHE)"


# Declarations


def module(**names: Any) -> ModuleType:
    made = ModuleType("made")
    made.CONVENTIONS = Conventions()  # type: ignore[attr-defined]
    vars(made).update(names)
    return made


def test_documentation_in_both_languages_is_required() -> None:
    @query(why="it is a test")
    def q(me: Me) -> int:
        """Only English."""
        return 0

    with pytest.raises(TypeError, match=r"\.q: needs a docstring in English, then in French"):
        Api(module(q=q), ())


def test_actions_are_those_of_the_rules_in_their_order() -> None:
    @action
    def a() -> int:  # type: ignore[empty-body]
        """One. fr: Un."""

    with pytest.raises(TypeError, match=r"actions \['a'\] differ from those of the rules, \['b', 'a'\]"):
        Api(module(a=a), ("b", "a"))


def test_the_toy_declares_what_its_api_holds() -> None:
    api = load_game("toy").api
    assert list(api.enums) == ["erreur", "outil"]
    assert list(api.structs) == ["position"]
    assert [f.name for f in api.functions.values() if f.kind == "show"] == [
        "afficher_erreur",
        "afficher_outil",
        "afficher_position",
    ]
    assert api.functions["creuser"].signature == "creuser(pos: position, outil: outil)"
    assert api.functions["tour"].doc == Text("Turns completed.", "Le nombre de tours achevés.")
    assert api.row_most == 1 + 1 + 2 * 8


@pytest.mark.parametrize(
    "row",
    [
        (),
        (-1,),
        (4,),
        (2**70,),
        (0,),
        (0, -1),
        (0, 9, *[0] * 18),
        (0, 2, 0, 0),
        (0, 1, 0, 0, 0),
        (1, 0, 0),
        (2, 0),
        (3,),
        (3, 1, 1),
    ],
)
def test_a_row_that_no_call_could_make_is_malformed(row: tuple[int, ...]) -> None:
    with pytest.raises(Malformed):
        load_game("toy").api.unflatten(row)


@given(st.lists(st.integers(-2, 12), max_size=24))
def test_a_row_is_malformed_or_what_its_call_makes(row: list[int]) -> None:
    api = load_game("toy").api
    try:
        function, plain = api.unflatten(row)
    except Malformed:
        return
    assert function.row(plain) == tuple(row)


hints: list[Type] = [type_of(Path), type_of(list[Point]), type_of(Letter)]
anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=3) | st.sampled_from(["A", "B"]),
    lambda inner: st.lists(inner, max_size=3) | st.tuples(inner, inner) | st.dictionaries(st.sampled_from("yx"), inner),
)


@given(anything)
def test_reading_anything_gives_a_value_or_malformed(value: Any) -> None:
    for kind in hints:
        try:
            read = kind.read(value)
        except Malformed:
            continue
        assert kind.take(kind.flatten(read), 0)[0] == read


# Calls


def seated(**overrides: Any) -> Any:
    table = Table(load_game("toy", **overrides), COVE)
    table.end_phase()
    return table.seat(0)


@pytest.mark.parametrize("path", [[(0, 1)], ((0, 1),), [[0, 1]], [{"y": 0, "x": 1}]])
def test_structs_in_lists_are_taken_in_all_forms(path: Any) -> None:
    seat = seated()
    assert seat.call("deplacer", path) == OK
    assert seat.orders == [(0, 1, 0, 1)]
    assert seat.call("chemin_prevu") == [(0, 1)]


@pytest.mark.parametrize("path", [None, [None], "ab", [(0, 1)] * 9, [(0, 1.5)], [(0, 2**40)]])
def test_a_malformed_list_counts_as_one_spoilt_item(path: Any) -> None:
    assert seated().call("deplacer", path) == HORS_CARTE


def test_a_malformed_number_counts_as_the_word_of_the_game() -> None:
    seat = seated()
    assert seat.game.api.spoilt == -(2**31)
    assert seat.call("signaler", None) == VALEUR_INVALIDE
    assert seat.call("signaler", Oddity(3)) == OK
    assert seat.call("deplacer", []) == CHEMIN_INVALIDE


def test_a_query_may_have_its_own_answer_to_malformed_arguments() -> None:
    seat = seated()
    assert seat.call("est_creusee", "x") is False
    assert seat.call("pieces", "x") == -1
    assert seat.call("ou_est", None) == (-1, -1)


def test_a_wrong_number_of_arguments_is_an_error_of_the_text() -> None:
    with pytest.raises(TypeError, match=r"signaler\(valeur: int\) takes 1 argument, 0 given"):
        seated().call("signaler")


def test_an_unknown_function_is_named() -> None:
    with pytest.raises(LookupError, match="toy has no function 'voler'; it has deplacer, creuser"):
        seated().call("voler")


def test_show_prints_where_the_game_says(capsys: pytest.CaptureFixture[str]) -> None:
    seat = seated()
    assert seat.call("afficher_position", (1, 2)) is None
    seat.call("afficher_erreur", 3)
    seat.call("afficher_outil", "x")
    assert capsys.readouterr() == (f"{{ y=1, x=2 }}\nOK\n{-(2**31)}\n", "")


def test_the_api_as_attributes_has_functions_constants_enumerations_and_structs() -> None:
    api = seated(PREMIER_JOUEUR=1).api
    assert api.moi() == 1
    assert (api.OK, api.PIOCHE, api.NB_TOURS, api.PREMIER_JOUEUR) == (3, 1, 6, 1)
    assert api.Position is api.position
    assert api.Erreur is api.erreur
    assert api.deplacer([api.Position(0, 1)]) == api.OK


def test_struct_type_of_a_result() -> None:
    assert isinstance(load_game("toy").api.functions["ou_est"].returns, Struct)


def test_conventions_are_required() -> None:
    with pytest.raises(TypeError, match="made: expected CONVENTIONS, a Conventions"):
        Api(ModuleType("made"), [])


def test_the_order_of_coordinates_is_that_of_positions_or_declared() -> None:
    class Position(NamedTuple):
        y: int
        x: int

    Position.__module__ = "made"
    declared = Conventions(axes=("y", "x"))
    assert load_game("toy").api.axes == ("y", "x")
    assert Api(module(Position=Position), ()).axes == ("y", "x")
    assert Api(module(), ()).axes == ("x", "y")
    assert Api(module(CONVENTIONS=declared), ()).axes == ("y", "x")
    with pytest.raises(TypeError, match=r"made: found the coordinates \('x', 'z'\), expected x and y, in one order"):
        Api(module(CONVENTIONS=Conventions(axes=("x", "z"))), ())
