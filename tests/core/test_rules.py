"""The contract: what a game leaves out is absent, and what it gets wrong is refused when it is loaded."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import Any, NamedTuple

import pytest

from joute import load_game
from joute.core.api import Api, action, query
from joute.core.boards import Boards
from joute.core.hand import Hand
from joute.core.rules import Action, Fog, Rules, Soundness
from joute.core.scenes import Scenes
from joute.core.text import Text


def rules() -> Rules[Any, Any, Any, Any]:
    return load_game("toy").rules


def declared() -> dict[str, Any]:
    return {field.name: getattr(rules(), field.name) for field in fields(Rules) if "layout" not in field.name}


def test_a_misspelt_part_is_refused() -> None:
    parts = declared()
    parts["hidee"] = parts.pop("hide")
    with pytest.raises(TypeError, match="unexpected keyword argument 'hidee'"):
        Rules(**parts)


def test_what_is_left_out_is_absent() -> None:
    assert rules().foggy
    assert not replace(rules(), hide=None).foggy


class Fields(NamedTuple):
    a: int
    b: int
    c: int
    d: int
    e: int
    f: int
    g: int
    h: int


@pytest.mark.parametrize(
    ("part", "value", "message"),
    [
        ("hide", lambda w: None, "rules.hide: <lambda> takes 1 arguments, expected 2"),
        ("hide", 7, "rules.hide: found 7, expected a function of a module"),
        ("resolve", None, "rules.resolve: found None, expected a function of a module"),
        ("score", max, "rules.score: found <built-in function max>, expected a function of a module"),
        ("gate", lambda w, seat: 0, "rules.gate: <lambda> takes 2 arguments, expected 3"),
        ("fog", lambda w: None, "rules.fog: found .*, expected a Fog"),
        ("unsound", lambda w: 0, "rules.unsound: found .*, expected a Soundness"),
        ("phases", ("init",), "rules.phases: expected a tuple of Phase"),
        ("actions", ("deplacer",), "rules.actions: expected a tuple of Action"),
        ("reasons", (1,), "rules.reasons: expected a tuple of str"),
        ("events", (int,), "event int: expected a NamedTuple of less than 8 numbers"),
        ("ok", "ok", "rules.ok: found 'ok', expected a number"),
        ("events", (Fields,), "event Fields: expected a NamedTuple of less than 8 numbers"),
        ("state", Fields, "Fields.a|table a"),
    ],
)
def test_an_ill_typed_part_is_refused(part: str, value: Any, message: str) -> None:
    with pytest.raises(TypeError, match=message):
        Rules(**declared() | {part: value})


def survey(w: Any, earlier: Any, common: Any, lookup: Any) -> bool:
    return True


def reveal(w: Any, lookup: Any, seat: int, view: Any) -> None:
    pass


def test_hide_and_fog_exclude_each_other() -> None:
    fog = Fog(lookup=rules().scratch, survey=survey, reveal=reveal)
    with pytest.raises(TypeError, match="either `hide` or `fog`"):
        replace(rules(), fog=fog)


def test_check_and_apply_take_the_same_arguments() -> None:
    with pytest.raises(TypeError, match="action dig: check and apply take different arguments"):
        Action("dig", Text("", ""), reveal, rules().hide)  # type: ignore[arg-type]


def with_default(w: Any, seat: int = 0) -> int:
    return seat


@pytest.mark.parametrize("kernel", [lambda w, seat: 0, with_default])
def test_a_kernel_is_a_function_of_a_module_without_default_values(kernel: Any) -> None:
    """Compiled code knows no others."""
    with pytest.raises(TypeError, match=r"rules.standing: .* is no function of a module without default values"):
        replace(rules(), standing=kernel)


def test_soundness_is_checked_too() -> None:
    with pytest.raises(TypeError, match=r"rules\.unsound: found 'x', expected a function"):
        Soundness("x", ("",))  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="expected a tuple of str for the reasons"):
        Soundness(rules().reindex, "abc")  # type: ignore[arg-type]


def test_a_query_has_a_kernel_or_a_reason() -> None:
    def heap() -> int:
        """Heap. fr: Tas."""
        return 0

    for wrong in (lambda: query(heap), lambda: query(3), lambda: query()):  # type: ignore[call-overload]
        with pytest.raises(TypeError, match="@query: "):
            wrong()  # type: ignore[no-untyped-call]


@pytest.mark.parametrize(
    ("kind", "parts", "message"),
    [
        (Scenes, {"scene": 3, "drawing": len}, "Scenes.scene: found 3, expected a function"),
        (Hand, dict.fromkeys(("places", "offers", "describe_order", "refusal", "aim"), 3), "Hand.places: found 3"),
        (Boards, {"kind": int, "read": 3, "write": len, "generate": len, "default": len}, "Boards.read: found 3"),
    ],
)
def test_other_declarations_are_checked_too(kind: Any, parts: dict[str, Any], message: str) -> None:
    with pytest.raises(TypeError, match=message):
        kind(**parts)


def test_the_rules_are_those_of_the_board_and_the_parameters(monkeypatch: pytest.MonkeyPatch) -> None:
    module = load_game("toy").module("board")
    monkeypatch.setattr(module, "BOARDS", replace(module.BOARDS, kind=Fields))
    with pytest.raises(TypeError, match=r"RULES.board is not the Fields of board.py"):
        load_game("toy")


def test_a_kernel_takes_the_numbers_of_its_query(monkeypatch: pytest.MonkeyPatch) -> None:
    def one_number(w: Any, seat: int, y: int) -> int:
        return y

    @query(one_number)
    def pieces(y: int, x: int) -> int:  # type: ignore[empty-body]
        """Coins. fr: Pièces."""

    module = load_game("toy").module("api")
    monkeypatch.setattr(module, "pieces", pieces)
    with pytest.raises(TypeError, match="query pieces: its kernel takes 3 arguments, expected 4"):
        Api(module, [action.name for action in rules().actions])


def test_an_action_takes_the_numbers_of_its_function(monkeypatch: pytest.MonkeyPatch) -> None:
    @action
    def passer(reason: int) -> int:  # type: ignore[empty-body]
        """Pass. fr: Passe."""

    monkeypatch.setattr(load_game("toy").module("api"), "passer", passer)
    with pytest.raises(TypeError, match="action passer: its check takes 2 arguments, expected 3"):
        _ = load_game("toy").api


def test_reasons_need_a_field_of_the_head() -> None:
    with pytest.raises(TypeError, match="`reasons` and the field `reason` of `head` go together"):
        replace(rules(), reasons=("", "by points"))


def test_soundness_names_its_reasons() -> None:
    assert isinstance(rules().unsound, Soundness)


@pytest.mark.parametrize(
    ("module", "name", "message"),
    [
        ("rules", "RULES", "joute.games.toy.rules: found RULES = None, expected a Rules"),
        ("board", "BOARDS", "joute.games.toy.board: found BOARDS = None, expected a Boards"),
        ("params", "PARAMETERS", "joute.games.toy.params: found PARAMETERS = None, expected a Parameters"),
    ],
)
def test_a_module_exports_its_declaration(
    module: str, name: str, message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delattr(load_game("toy").module(module), name)
    with pytest.raises(TypeError, match=message):
        load_game("toy")
