"""Scenarios: what their notation says, which line a wrong one is refused or fails at, on each backend."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import joute
from joute.core.conformance.scenario import (
    Backend,
    ScenarioError,
    Vocabulary,
    interpreted,
    native,
    parse,
    play,
    position,
    read,
)
from joute.core.errors import StateError

COVE = "maptext\n  @..2\n  .1..\n  ..3.\n  1..@\n"
VOCABULARY = Vocabulary(
    "toy",
    given={"rich": lambda table, state, seat, score: state["walkers"][int(seat)].update(score=int(score))},
    then={"asked": lambda table, *seats: (table.turn.seats, tuple(map(int, seats)))},
    names=lambda table: {"CORNER": (0, 0)},
    maps=lambda name, game: {"cove": "@..2\n.1..\n..3.\n1..@"}[name],
)
EVERYTHING = f"""
# What a line of comment says is not played.
case A the whole notation
preset petit; with NB_TOURS=3 PREMIER_JOUEUR=0; seats 2; seed 0
{COVE}given
  walkers[0].score = 2; rich 1 1; holes += {{"seat": 0, "cell": 5}}
when
  P0 moi() = 0; P1 moi() = 1
  P0 ou_est(0) = CORNER; P0 ou_est(0).x = 0
  [grand] P0 moi() = 7
  P0 deplacer([(0,1), (0,2)]) = OK
  P0 deplacer([(0,1)]) = DEJA_PREVU (x2)
  P0 annuler() = true; P0 annuler() = false
  P0 end
  P1 deplacer([(3,2)]) = OK
  then asked 0 1
  P1 end
then
  walkers.score = [2, 1]; sum(walkers.score) = 3; holes[0].cell = 5; count(walkers) = 2
  scores 2 1; score 1 1; ranks 1 2; turn 0; head.turn = 0

case B again, and to the end
map cove
from partie_init
then callback partie_init
end
P0 signaler(5) = OK
then turn 0
end round
then turn 1
again
then callback partie_init
"""


def backends() -> list[Any]:
    return [
        pytest.param(interpreted, id="interpreted"),
        pytest.param(native, id="native"),
    ]


@pytest.mark.parametrize("backend", backends())
@pytest.mark.parametrize("name", ["A", "B"])
def test_the_whole_notation(name: str, backend: Backend) -> None:
    (case,) = (case for case in parse(EVERYTHING) if case.name == name)
    play(case, VOCABULARY, backend)


def fails(lines: str) -> str:
    """The message of a scenario that does not hold; its lines are the third and following."""
    (case,) = parse(f"case X wrong\nmap cove\n{lines}", "wrong.txt")
    with pytest.raises(AssertionError) as caught:
        play(case, VOCABULARY)
    return str(caught.value)


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        ("P0 moi() = 1", "wrong.txt:3: X [petit]: P0 moi() = 1: found 0, expected 1"),
        ("P0 moi() = false", "wrong.txt:3: X [petit]: P0 moi() = false: found 0, expected False"),
        (
            "P0 ou_est(0) = [0,0]",
            "wrong.txt:3: X [petit]: P0 ou_est(0) = [0,0]: found Position(y=0, x=0), expected [0, 0]",
        ),
        ("when\n  P0 moi() = 0; P1 moi() = 0", "wrong.txt:4: X [petit]: P1 moi() = 0: found 1, expected 0"),
        (
            "P0 deplacer([(0,1)]) = OK (x2)",
            "wrong.txt:3: X [petit]: P0 deplacer([(0,1)]) = OK (x2): found 2, expected <Erreur.OK: 3>",
        ),
        ("P3 end", "wrong.txt:3: X [petit]: P3 end: found 'seats (0, 1) are asked', expected True"),
        ("from partie_init\nP0 end", "wrong.txt:4: X [petit]: P0 end: found 'seats () are asked', expected True"),
        ("then scores 1 0", "wrong.txt:3: X [petit]: scores 1 0: found [0, 0], expected [1, 0]"),
        ("then score 1 7", "wrong.txt:3: X [petit]: score 1 7: found 0, expected 7"),
        ("then ranks 1 2", "wrong.txt:3: X [petit]: ranks 1 2: found [1, 1], expected [1, 2]"),
        ("then turn 1", "wrong.txt:3: X [petit]: turn 1: found 0, expected 1"),
        ("then callback -", "wrong.txt:3: X [petit]: callback -: found 'jouer_placement', expected '-'"),
        ("then head.turn = 3", "wrong.txt:3: X [petit]: head.turn = 3: found 0, expected 3"),
        ("then asked 0", "wrong.txt:3: X [petit]: asked 0: found (0, 1), expected (0,)"),
        (
            "then error board_row",
            "wrong.txt:3: X [petit]: error board_row: found 'no error', expected 'error board_row'",
        ),
    ],
)
def test_a_wrong_expectation_names_file_line_found_and_expected(lines: str, message: str) -> None:
    assert fails(lines) == message


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        ("P0 moi()", "wrong.txt:3: P0 moi(): expected `P0 call = answer`"),
        ("gven\n  turn 1", "wrong.txt:3: gven: expected"),
        ("when\n  P0 moi() = 0; moi() = 0", "wrong.txt:4: moi() = 0: expected"),
        ("then", "wrong.txt:4: moi: "),
        ("preset", "wrong.txt:3: preset: expected preset, with, seats"),
        ("seats two", "wrong.txt:3: seats two: expected preset, with, seats"),
        ("with NB_TOURS 3", "wrong.txt:3: with NB_TOURS 3: expected preset, with, seats"),
        ("from jouer_marche", "wrong.txt:3: from jouer_marche: expected preset, with, seats"),
        ("map sea", "wrong.txt:1: map sea: no such map: KeyError('sea')"),
        ("[finale] P0 end", "wrong.txt:3: [finale]: this game has no such preset"),
        ("P0 moi( = 0", "wrong.txt:3: P0 moi( = 0: moi( is not an expression"),
        ("P0 toi() = 0", "wrong.txt:3: P0 toi() = 0: toi: expected a literal, a call or a name that this game knows"),
        ("then wealth 3", "wrong.txt:3: wealth 3: expected `EXPRESSION = VALUE` or one of scores, score, ranks"),
        ("then head.gold = 3", "wrong.txt:3: head.gold = 3: 'gold'"),
        ("then turn", "wrong.txt:3: turn: "),
        ("given gold 3", "wrong.txt:3: given gold 3: expected `table[row].column = value`, `column[row] = value`"),
        ("given head.gold = 3", "wrong.txt:3: given head.gold = 3: no column gold; expected one of turn"),
        ("given walkers[7].score = 3", "wrong.txt:3: given walkers[7].score = 3: list index out of range"),
        ("given phase nap", "wrong.txt:3: given phase nap: "),
        ("given rich 3", "wrong.txt:3: given rich 3: "),
    ],
)
def test_a_malformed_scenario_is_refused_with_its_line(lines: str, message: str) -> None:
    lines = "then\n  moi" if lines == "then" else lines
    with pytest.raises(ScenarioError) as caught:
        play(*parse(f"case X wrong\nmap cove\n{lines}", "wrong.txt"), VOCABULARY)
    assert str(caught.value).startswith(message)


@pytest.mark.parametrize("line", ["given walkers[0].score = -1", "given head.mover = 9", "given head.chance = -1"])
def test_an_impossible_position_is_refused_with_its_line(line: str) -> None:
    with pytest.raises(StateError, match=r"^wrong\.txt:3: "):
        play(*parse(f"case X wrong\nmap cove\n{line}", "wrong.txt"), VOCABULARY)


def test_an_unsound_position_may_be_tolerated() -> None:
    (case,) = parse("case X\nmap cove\ngiven head.chance = -1\nthen head.chance = -1")
    with pytest.raises(StateError, match="the position is unsound: the chance to come is not known"):
        play(case, VOCABULARY)
    play(case, VOCABULARY._replace(tolerated=("the chance to come is not known",)))


def test_a_refused_map_is_expected_by_its_code() -> None:
    text = "case X\nmaptext\n  @?@\nthen error {}"
    with pytest.raises(AssertionError, match=r"scenario:4: X \[petit\]: error nothing: found"):
        play(*parse(text.format("nothing")), VOCABULARY)


def test_a_position_makes_no_calls() -> None:
    (case,) = parse("case X\nmap cove\ngiven walkers[0].score = 4\nP0 moi() = 99\nend\nend")
    table = position(case, VOCABULARY)
    assert (table.scores, table.turn.phase) == ([4, 0], "placement")
    assert isinstance(table, joute.Table)


def test_scenarios_are_read_from_a_file(tmp_path: Path) -> None:
    path = tmp_path / "two.txt"
    path.write_text("\n# Two of them.\ncase A first; of two\nend\n\ncase B\nmaptext\n  @ @\n   .\n", encoding="utf-8")
    first, second = read(path)
    assert (first.name, first.title, first.where) == ("A", "first; of two", "two.txt:3")
    assert [statement.where for statement in first.statements] == ["two.txt:4"]
    assert (second.name, second.title, second.maptext) == ("B", "", "@ @\n .")
