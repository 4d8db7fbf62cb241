"""Parameters: presets, overrides, kinds, and the numbers that kernels read."""

from __future__ import annotations

import re
from typing import Annotated, Any, NamedTuple

import pytest

from joute.core.errors import ParamError
from joute.core.params import (
    NONE,
    Param,
    Parameters,
    ParamKind,
    choice,
    flag,
    optional,
    parse_assignment,
    permutation,
    seconds,
    subset,
    whole,
)
from joute.core.registry import load_game

KINDS: list[tuple[str, ParamKind, list[tuple[Any, int]], list[Any]]] = [
    ("whole", whole(1, 5), [(1, 1), (5, 5)], [0, 6, True, 1.0, "1", None]),
    ("flag", flag(), [(True, 1), (False, 0)], [0, 1, None, "true"]),
    ("choice", choice("a", "b"), [("a", 0), ("b", 1)], ["c", "", None, 0]),
    ("subset", subset("a", "b", "c"), [([], 0), (["c", "a"], 5), (("b",), 2)], ["a", ["d"], ["a", "a"], None]),
    ("optional", optional(whole(1, 5)), [(None, NONE), (3, 3)], [0, "x"]),
    ("permutation", permutation("a", "b"), [(["b", "a"], 0)], [["a"], ["a", "a"], "ab", None]),
    ("seconds", seconds(), [(0.5, 0), (3, 0), (None, 0)], [0, -1, True, 1e9, float("nan"), "1"]),
]


@pytest.mark.parametrize(("kind", "good", "bad"), [case[1:] for case in KINDS], ids=[case[0] for case in KINDS])
def test_kind_accepts_and_gives_numbers(kind: ParamKind, good: list[tuple[Any, int]], bad: list[Any]) -> None:
    for value, number in good:
        assert kind.accepts(value), value
        assert kind.number(value) == number
    for value in bad:
        assert not kind.accepts(value), value


@pytest.mark.parametrize("value", [[[]], [{}], {}, [], object()])
@pytest.mark.parametrize("kind", [case[1] for case in KINDS], ids=[case[0] for case in KINDS])
def test_kind_answers_whatever_the_value(kind: ParamKind, value: Any) -> None:
    assert kind.accepts(value) in (True, False)


def test_presets_give_their_values() -> None:
    assert load_game("toy").params == {
        "NB_TOURS": 6,
        "PREMIER_JOUEUR": 0,
        "TAILLE": 4,
        "TRESORS": 8,
        "PORTEE": None,
        "brouillard": True,
        "choc": "rejet",
        "gestes": ("creuser", "passer", "signaler"),
    }
    assert load_game("toy", "grand").params["NB_TOURS"] == 30


def test_a_derived_value_follows_the_parameters_before_it() -> None:
    assert load_game("toy", TAILLE=10).params["TRESORS"] == 20
    assert load_game("toy", TAILLE=10, TRESORS=3).params["TRESORS"] == 3


def test_an_alias_is_the_same_parameter() -> None:
    game = load_game("toy", max_turns=9)
    assert game.params["NB_TOURS"] == 9
    assert game.constants == {"NB_TOURS": 9, "max_turns": 9, "PREMIER_JOUEUR": 0, "TAILLE": 4}
    assert load_game("toy", max_turns=9, NB_TOURS=9).params == game.params
    with pytest.raises(ParamError, match="NB_TOURS and max_turns are one parameter"):
        load_game("toy", NB_TOURS=8, max_turns=9)


def test_both_names_of_a_parameter_in_conflict_are_told_as_given() -> None:
    with pytest.raises(ParamError, match="max_turns and NB_TOURS are one parameter"):
        load_game("toy", max_turns=9, NB_TOURS=8)


def test_kernels_read_numbers_by_name() -> None:
    game = load_game("toy", PORTEE=2, choc="partage", gestes=["passer"], brouillard=False)
    assert game.parameters.numbers(game.params)._asdict() == {
        "nb_tours": 6,
        "premier_joueur": 0,
        "taille": 4,
        "tresors": 8,
        "portee": 2,
        "brouillard": 0,
        "choc": 1,
        "gestes": 2,
    }
    numbers = load_game("toy").parameters.numbers(load_game("toy").params)
    assert (numbers.portee, numbers.brouillard, numbers.choc, numbers.gestes) == (NONE, 1, 0, 7)


@pytest.mark.parametrize("kind", [list, tuple, set, frozenset])
def test_a_subset_is_any_list_or_set(kind: Any) -> None:
    assert subset("a", "b", "c").accepts(kind(["c", "a"]))
    assert subset("a", "b", "c").number(kind(["c", "a"])) == 5
    assert not subset("a", "b").accepts(kind(["c"]))


def test_a_set_is_written_down_as_a_list_in_order() -> None:
    game = load_game("toy", gestes={"signaler", "creuser"})
    assert game.overrides == {"gestes": ["creuser", "signaler"]}
    assert game.params["gestes"] == ["creuser", "signaler"]


class Named(NamedTuple):
    a: Annotated[int, Param(flag(), (True,), "")]
    b: Annotated[int, Param(flag(), (True,), "", alias="a")]


def test_a_name_stands_for_one_parameter() -> None:
    with pytest.raises(TypeError, match="Named: a is the name of two parameters or presets"):
        Parameters(Named, ("x",))


class Family(NamedTuple):
    cost: Annotated[tuple[int, ...], Param(whole(), (3,), "a", "COST_A"), Param(whole(), (1, 2), "b", "COST_B")]
    turns: Annotated[int, Param(whole(), (9,), "turns")]


def test_a_family_is_a_tuple() -> None:
    parameters = Parameters(Family, ("x", "y"), spelling=str.upper)
    values = parameters.resolve("y", {"COST_A": 7})
    assert values == {"COST_A": 7, "COST_B": 2, "TURNS": 9}
    assert parameters.numbers(values) == Family((7, 2), 9)


@pytest.mark.parametrize(
    ("arguments", "overrides", "message"),
    [
        (("nope",), {}, "preset 'nope' does not exist; there are petit, grand"),
        ((), {"nope": 1}, "parameter 'nope' does not exist; there are NB_TOURS"),
        ((), {"NB_TOURS": 0}, "parameter NB_TOURS: found 0, expected a whole number from 1 to 1000"),
        ((), {"choc": "x"}, 'parameter choc: found "x", expected one of rejet, partage'),
        ((), {"PORTEE": 9}, "parameter PORTEE: found 9, expected a whole number from 1 to 8, or null"),
        ((), {"gestes": ["x"]}, 'parameter gestes: found ["x"], expected a list of words out of creuser'),
    ],
)
def test_a_wrong_name_or_value_is_refused_by_name(arguments: Any, overrides: Any, message: str) -> None:
    with pytest.raises(ValueError, match=re.escape(message)):
        load_game("toy", *arguments, **overrides)


def test_declarations_are_checked() -> None:
    with pytest.raises(TypeError, match="parameter a: one value, or one for each"):
        Parameters(one(Param(flag(), (True, False, True), "")), ("x", "y"))
    with pytest.raises(TypeError, match=r"Declared\.a: a number has one Param, a tuple some with names"):
        Parameters(NamedTuple("Declared", [("a", int)]), ("x",))


def one(param: Param) -> Any:
    """A declaration of one parameter, `a`."""
    return NamedTuple("Declared", [("a", Annotated[int, param])])


def test_validate_sees_all_values() -> None:
    def refuse(values: Any) -> None:
        raise ParamError(f"seen {values}")

    with pytest.raises(ParamError, match=r"seen \{'a': True\}"):
        Parameters(one(Param(flag(), (True,), "")), ("x",), validate=refuse).resolve(None, {})


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a=1", ("a", 1)),
        ("a=[1, 2]", ("a", [1, 2])),
        ("a=null", ("a", None)),
        ("a=x=y", ("a", "x=y")),
        ("a=", ("a", "")),
    ],
)
def test_an_assignment_is_json_or_a_bare_word(text: str, expected: tuple[str, Any]) -> None:
    assert parse_assignment(text) == expected


@pytest.mark.parametrize("text", ["a", "=1", ""])
def test_an_assignment_needs_a_name_and_an_equals_sign(text: str) -> None:
    with pytest.raises(ParamError, match="expected NAME=VALUE"):
        parse_assignment(text)
