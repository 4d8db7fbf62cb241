"""The worked examples of section 8 of the rules that are turns of calls, each on both backends."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from joute.core.conformance.recordings import shared
from joute.core.conformance.scenario import Backend, Scenario, Vocabulary, interpreted, native, parse, play, read

from .positions import GAME, Cell, map_text

BACKENDS = [
    pytest.param(interpreted, id="interpreted"),
    pytest.param(native, id="native"),
]
EXAMPLES = Path(__file__).parent / "examples.txt"
CASES = read(EXAMPLES)


def cells(text: str) -> list[Cell]:
    return [ast.literal_eval(cell) for cell in re.findall(r"\(\d+,\d+\)", text)]


def drawn(name: str, size: int) -> str:
    """The map `starts (x,y) (x,y) portals (x,y) ...`."""
    starts, _, portals = name.partition("portals")
    return map_text(size, cells(starts), cells(portals))


VOCABULARY = Vocabulary(
    GAME,
    maps=lambda name, game: drawn(name, game.params["TAILLE_TERRAIN"]),
    defaults=lambda case: {"PREMIER_JOUEUR": 0},
)


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize("case", CASES, ids=[case.name for case in CASES])
def test_example(case: Scenario, backend: Backend) -> None:
    play(case, VOCABULARY, backend)


def test_examples_are_all_there() -> None:
    assert [case.name for case in CASES] == [f"E{number}" for number in (*range(1, 34), 40, 41, 42)]


HEAD = re.compile(
    r"\*\*(E\d+)\. (.*?)\*\* — `(sujet\*?|finale)`(?: with `PREMIER_JOUEUR` = (\d+))?; "
    r"starts (\(.*?\)) / (\(.*?\)); portals (.*)\."
)


def translated(block: str) -> str:
    """An example of the document in the notation of scenarios."""
    lines = [line for line in block.splitlines() if line.startswith(("**E", "- J0:", "- J1:"))]
    matched = HEAD.fullmatch(lines[0])
    assert matched, f"not the head of an example: {lines[0]}"
    name, title, preset, first, *starts, portals = matched.groups()
    params = [f"with PREMIER_JOUEUR={first}"] * bool(first) + ["with DEPARTS_EN_COIN=false"] * ("*" in preset)
    board = f"map starts {' '.join(starts)} portals {portals}"
    steps = [
        statement(line[3], step, int(first or 0))
        for line in lines[1:]
        for step in re.split(r"; | (?=end →)", line[6:])
        if step != "(nothing)"
    ]
    return "\n".join(
        [f"case {name} {title}", "; ".join([f"preset {preset.rstrip('*')}", *params, board]), "when", *steps]
    )


def statement(seat: str, step: str, first: int) -> str:
    """A call with its answer, or the end of a turn with the scores after it."""
    if ended := re.fullmatch(r"end → (\d+)–(\d+)", step):
        return f"  P{seat} end; then scores {ended[1]} {ended[2]}"
    matched = re.fullmatch(r"`(\w+\(.*\))` → (.*?)(?: \(×(\d+)\))?", step)
    assert matched, f"not a step: {step}"
    call, answer, times = matched.groups()
    answer = re.sub(r"[a-z_]{2,}", lambda word: word[0] if word[0] in ("true", "false") else word[0].upper(), answer)
    answer = re.sub(
        r"\{(.*?) J(\d)\}", lambda link: f"({link[1].replace(') (', '), (')}, {int(link[2]) + first})", answer
    )
    return f"  P{seat} {call} = {answer}" + (f" (x{times})" if times else "")


def test_examples_are_those_of_the_rules() -> None:
    document = shared("rules", "portails.md")
    if not document.exists():
        pytest.skip("the rules document is not beside this checkout")
    section = document.read_text(encoding="utf-8").partition("## 8. ")[2]
    blocks = re.split(r"^(?=\*\*E\d+\.)", section, flags=re.MULTILINE)[1:]
    wanted = [translated(block) for block in blocks if re.search(r"^- J[01]:", block, flags=re.MULTILINE)]
    assert EXAMPLES.read_text(encoding="utf-8") == "\n\n".join(wanted) + "\n"


@pytest.mark.parametrize(
    ("step", "message"),
    [
        ("P0 capturer() = PORTAIL_AMI", "found 0, expected <Erreur.PORTAIL_AMI"),
        ("P0 points_action() = 41", "found 42"),
        ("P0 annuler() = true", "found False"),
        ("P0 liste_portails() = []", r"found \[.*x=1, y=1.*x=2, y=3.*\]"),
        ("P0 position_agent(0) = (2,1)", r"found .*x=1, y=1"),
        ("then scores 1 0", r"scenario:3: E0 \[finale\]: scores 1 0: found \[0, 0\]"),
        ("P1 end", r"found 'seats \(0,\) are asked'"),
    ],
)
def test_a_wrong_step_fails(step: str, message: str) -> None:
    (case,) = parse(f"case E0 Wrong\npreset finale; map starts (1,1) (5,5) portals (1,1) (2,3)\n{step}")
    with pytest.raises(AssertionError, match=message):
        play(case, VOCABULARY)
