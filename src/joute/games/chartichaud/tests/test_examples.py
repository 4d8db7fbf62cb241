"""The worked examples of section 8 of the rules, each on both backends."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

import joute
from joute.core.conformance import scenario
from joute.core.conformance.recordings import shared
from joute.core.conformance.scenario import Backend, Scenario, interpreted, native
from joute.games.chartichaud.tests.vocabulary import PLAYERS, VOCABULARY, play

EXAMPLES = Path(__file__).resolve().parent / "examples.txt"
CASES = scenario.read(EXAMPLES)
DOCUMENT = shared("rules", "chartichaud.md")
BACKENDS = [
    pytest.param(interpreted, id="interpreted"),
    pytest.param(native, id="native"),
]


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize("case", CASES, ids=[case.name for case in CASES])
def test_example(case: Scenario, backend: Backend) -> None:
    scenario.play(case, VOCABULARY, backend)


def test_examples_are_all_there() -> None:
    wanted = [f"E{number:02}" for number in (*range(1, 36), *range(56, 70))]
    assert [case.name for case in CASES] == wanted


def translated(block: str) -> str:
    """An example of the document in the notation of scenarios."""
    block = re.sub(
        r"^given\n(.*?)^end$", lambda drawn: indented("maptext\n" + drawn[1] + "end"), block, flags=re.M | re.S
    )
    block = re.sub(r"^in jouer_tour$", "end\nthen callback jouer_tour", block, flags=re.M)
    block = re.sub(r"^in partie_init$", "from partie_init\nthen callback partie_init", block, flags=re.M)
    return "\n".join(statement(line) for line in block.splitlines())


def indented(text: str) -> str:
    return text.replace("\n", "\n  ")


def statement(line: str) -> str:
    """One line of an example."""
    line = re.sub(r"^given seed ", "seed ", line)
    line = re.sub(r"^in ", "then callback ", line)
    if setting := re.fullmatch(r"param (\w+) (.*)", line):
        return f"with {setting[1]}={setting[2].replace(' ', '')}"
    if ended := re.fullmatch(r"when ([AB]) end -> (\w+)", line):
        return f"P{PLAYERS.index(ended[1])} end" if ended[2] == "ok" else f"then no_end {ended[1]} {ended[2].upper()}"
    called = re.fullmatch(r"(when|call) ([AB]) (.*) -> (.*)", line)
    if not called:
        return line
    answer = (
        called[4].upper() if re.fullmatch("[a-z_]{2,}", called[4]) and called[4] not in ("true", "false") else called[4]
    )
    call = written(*called[3].split()) if called[1] == "when" else called[3]
    return f"P{PLAYERS.index(called[2])} {call} = {answer}"


def written(name: str, *words: str) -> str:
    """An order as a call: `move C 0,0 0,1` is move("C", 0, 0, 0, 1)."""
    kinds = [f'"{word}"' for word in words if "," not in word]
    numbers = [number for word in words if "," in word for number in word.split(",")]
    return f"{name}({', '.join([*numbers, *kinds] if name == 'build' else [*kinds, *numbers])})"


def test_examples_are_those_of_the_rules() -> None:
    if not DOCUMENT.exists():
        pytest.skip("the rules document is not beside this checkout")
    fenced = DOCUMENT.read_text(encoding="utf-8").split("```case\n")[1:]
    wanted = [translated(block.partition("\n```")[0]) for block in fenced]
    assert EXAMPLES.read_text(encoding="utf-8") == "\n\n".join(wanted) + "\n"


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (
            "P0 farm(0, 0) = NO_GOLD",
            r"scenario:8: E00 \[sujet\]: P0 farm\(0, 0\) = NO_GOLD: found 0, expected <Erreur",
        ),
        ("P1 end", r"found 'seats \(0,\) are asked', expected True"),
        ("then no_end B OK", "found 'NOT_YOUR_TURN', expected 'OK'"),
        ("P0 turn() = false", "found 0, expected False"),
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
        ("then callback partie_fin", "found 'jouer_tour', expected 'partie_fin'"),
    ],
)
def test_notation_tells_a_wrong_line(line: str, message: str) -> None:
    board = "maptext\n  chartichaud-map 1\n  size 1 5\n  grid\n  5+A1C . . . B1C\n  end\n"
    with pytest.raises(AssertionError, match=message):
        play(f"case E00 wrong\n{board}{line}")


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
