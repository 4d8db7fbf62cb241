"""The worked examples of section 8 of the rules, each on both backends."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import joute
from joute.games.chartichaud.tests.notation import Backend, Case, blocks, parse, play

HERE = Path(__file__).resolve()
EXAMPLES = blocks((HERE.parent / "examples.txt").read_text(encoding="utf-8"))
CASES = [parse(block) for block in EXAMPLES]
DOCUMENT = HERE.parents[6] / "shared" / "rules" / "chartichaud.md"


def interpreted(game: Any) -> Any:
    return game


def compiled(game: Any) -> Any:
    return game.compiled()


BACKENDS = [
    pytest.param(interpreted, id="interpreted"),
    pytest.param(compiled, id="compiled", marks=pytest.mark.xdist_group("chartichaud")),
]


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize("case", CASES, ids=[case.name for case in CASES])
def test_example(case: Case, backend: Backend) -> None:
    play(case, backend)


def test_examples_are_all_there() -> None:
    wanted = [f"E{number:02}" for number in (*range(1, 36), *range(56, 70))]
    assert [case.name for case in CASES] == wanted


def test_examples_are_those_of_the_rules() -> None:
    if not DOCUMENT.exists():
        pytest.skip("the rules document is not beside this checkout")
    fenced = DOCUMENT.read_text(encoding="utf-8").split("```case\n")[1:]
    assert [block.partition("\n```")[0] for block in fenced] == EXAMPLES


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("when A farm 0,0 -> no_gold", r"E00: when A farm 0,0 -> no_gold: found 'ok', expected 'no_gold'"),
        ("when B end -> ok", "found 'not_your_turn', expected 'ok'"),
        ("call A turn() -> false", "found '0', expected 'false'"),
        ("then cell 0,0 A1C", r"found \['5\+A1C', '5\+A1C'\], expected \['A1C', 'A1C'\]"),
        ("then gold B 24", "found"),
        ("then score B 1", "found"),
        ("then turn 1", "found"),
        ("then player B", "found"),
        ("then winner A", "found"),
        ("then total 6", "found 5, expected 6"),
        ("then sees A 0,3", "found"),
        ("then hidden A 0,2", "found"),
        ("then flag A C 0,0 off", "found"),
        ("then flag B C 0,0 on", "found"),
        ("in partie_fin", "found 'partie_init', expected 'partie_fin'"),
    ],
)
def test_notation_tells_a_wrong_line(line: str, message: str) -> None:
    board = "given\nchartichaud-map 1\nsize 1 5\ngrid\n5+A1C . . . B1C\nend\n"
    with pytest.raises(AssertionError, match=message):
        play(parse(f"case E00 wrong\n{board}{line}"), interpreted)


@pytest.mark.parametrize(
    ("preset", "overrides", "turn_time_s", "spectators"),
    [
        ("sujet", {"private": True}, 15, "closed"),
        ("sujet", {"private": True, "turn_time_s": 40}, 40, "closed"),
        ("original", {}, 600, "open"),
        ("original", {"private": True}, 15, "closed"),
    ],
)
def test_example_e75(preset: str, overrides: dict[str, Any], turn_time_s: int, spectators: str) -> None:
    params = joute.load_game("chartichaud", preset, **overrides).params
    assert (params["turn_time_s"], params["spectators"]) == (turn_time_s, spectators)
