"""The worked examples of section 8 of the rules that are turns of calls, each on both backends."""

from __future__ import annotations

from pathlib import Path

import pytest

from .notation import BACKENDS, SHARED, Backend, Case, blocks, interpreted, parse, play

EXAMPLES = blocks((Path(__file__).parent / "examples.txt").read_text(encoding="utf-8"))
CASES = [parse(block) for block in EXAMPLES]


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize("case", CASES, ids=[case.name for case in CASES])
def test_example(case: Case, backend: Backend) -> None:
    play(case, backend)


def test_examples_are_all_there() -> None:
    assert [case.name for case in CASES] == [f"E{number}" for number in (*range(1, 34), 40, 41, 42)]


def test_examples_are_those_of_the_rules() -> None:
    document = SHARED / "rules" / "portails.md"
    if not document.exists():
        pytest.skip("the rules document is not beside this checkout")
    wanted = []
    for block in blocks(document.read_text(encoding="utf-8").partition("## 8. ")[2])[1:]:
        lines = [line for line in block.splitlines() if line.startswith(("**E", "- J0:", "- J1:"))]
        wanted += ["\n".join(lines)] if len(lines) > 1 else []
    assert wanted == EXAMPLES


@pytest.mark.parametrize(
    ("step", "message"),
    [
        ("`capturer()` → portail_ami", "found ok"),
        ("`points_action()` → 41", "found 42"),
        ("`annuler()` → true", "found false"),
        ("`liste_portails()` → []", r"found \[\(1,1\), \(2,3\)\]"),
        ("`position_agent(0)` → (2,1)", r"found \(1,1\)"),
        ("end → 1–0", "found 0–0"),
        ("`capturer() → ok", "not a step"),
    ],
)
def test_notation_tells_a_wrong_step(step: str, message: str) -> None:
    case = parse(f"**E0. Wrong** — `finale`; starts (1,1) / (5,5); portals (1,1) (2,3).\n- J0: {step}")
    with pytest.raises(AssertionError, match=message):
        play(case, interpreted)
