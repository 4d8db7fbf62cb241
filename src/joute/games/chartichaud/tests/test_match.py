"""Champions that fail (rules, 4.12 and examples E70 to E72)."""

from __future__ import annotations

from pathlib import Path

import pytest

import joute
from joute.champions.players.python import PythonChampion
from joute.champions.sources.find import find
from joute.games.chartichaud.tests.vocabulary import token, truth, view_of
from joute.match.player import Player
from joute.match.reading import read
from joute.match.referee import MatchResult, Referee
from joute.match.replay import PhaseLine, Recorder
from joute.match.verdict import Verdict
from joute.match.verify import Check, verify

BOARD = "chartichaud-map 1\nsize 1 6\ngrid\n5+A1C . . . . 5+B1C\nend\n"
NOTHING = "def jouer_tour():\n    pass\n"
WITNESS = NOTHING + "def partie_fin():\n    print(turn(), gold_at(0, 0), units(0, C, 0, 0), score(0), view()['gold'])\n"
FARMS = "def jouer_tour():\n    farm(0, 5 * player())\n"


class Played:
    """A match on the board of E36, with all that came of it."""

    def __init__(self, folder: Path, *texts: str) -> None:
        game = joute.load_game("chartichaud")
        self.table = joute.Table(game, BOARD)
        self.champions = [self.champion(folder / "AB"[seat], text) for seat, text in enumerate(texts)]
        self.path = folder / "match.jsonl"
        with Recorder(self.path) as recorder:
            self.outcome: MatchResult = Referee(self.table, self.champions, recorder).play()
        self.lines = [line for line in recorder.lines if isinstance(line, PhaseLine)]

    def champion(self, folder: Path, text: str) -> PythonChampion:
        folder.mkdir(parents=True)
        (folder / "main.py").write_text(f"from api import *\n{text}", encoding="utf-8")
        found: Player = find(joute.load_game("chartichaud"), str(folder))
        assert isinstance(found, PythonChampion)
        return found

    @property
    def ended(self) -> tuple[str, str, int]:
        """Winner, reason, turns completed."""
        return view_of(self.table, 0)["winner"], self.outcome.result.reason, self.table.turn.number

    @property
    def rounds(self) -> list[tuple[int, str]]:
        """5.5  The entries of the original's replay: two for a turn that ended, one for a forfeit."""
        entries = []
        for line in self.lines:
            if line.phase == "turn":
                kinds = ("beforeBattle", "afterBattle") if line.forfeit is None else ("forfeit",)
                entries += [(line.turn, kind) for kind in kinds]
        return entries


def test_E70_error_in_a_turn_forfeits_and_accepted_actions_stand(tmp_path: Path) -> None:
    text = "def jouer_tour():\n    print(farm(0, 0))\n    if turn() == 2:\n        raise RuntimeError('lost')\n"
    match = Played(tmp_path, text + "def partie_fin():\n    print('still here')\n", WITNESS)
    assert match.ended == ("B", "crash", 2)
    assert token(match.table, 0, 0) == "3+A1C"
    assert truth(match.table)["players"] == [{"gold": 27, "score": 2}, {"gold": 25, "score": 0}]
    assert match.outcome.result == joute.Result(True, (2, 0), (2, 1), "crash")
    assert match.rounds == [
        (0, "beforeBattle"),
        (0, "afterBattle"),
        (1, "beforeBattle"),
        (1, "afterBattle"),
        (2, "forfeit"),
    ]
    assert match.lines[3].forfeit == (0, "crash")
    assert match.lines[3].orders == ((("farm", 0, 0),),)
    # Everything is visible to the survivor; the loser is not called again.
    assert match.champions[1].output == "2 3 1 2 {'A': 27, 'B': 25}\n"
    assert match.champions[0].output == "0\n0\n"
    assert [report.verdict for report in match.outcome.reports] == [Verdict.CRASHED, Verdict.OK]
    assert verify(read(match.path)) == Check(5)


@pytest.mark.parametrize("end", ["raise SystemExit(3)", "import os; raise OSError('killed')", "exit()"])
def test_E71_champion_that_dies_before_any_action(tmp_path: Path, end: str) -> None:
    match = Played(tmp_path, f"def jouer_tour():\n    {end}\n", WITNESS)
    assert match.ended == ("B", "crash", 0)
    assert match.rounds == [(0, "forfeit")]
    assert token(match.table, 0, 0) == "5+A1C"
    assert match.champions[1].output == "0 5 1 0 {'A': 25, 'B': 25}\n"
    assert match.outcome.result.ranks == (2, 1)


def test_E72_failure_in_partie_init_forfeits_as_the_turn_begins(tmp_path: Path) -> None:
    match = Played(tmp_path, FARMS, FARMS + "def partie_init():\n    1 / 0\n")
    assert match.ended == ("A", "crash", 1)
    assert match.rounds == [(0, "beforeBattle"), (0, "afterBattle"), (1, "forfeit")]
    assert token(match.table, 0, 0) == "4+A1C"
    assert token(match.table, 0, 5) == "5+B1C"
    assert match.outcome.result.scores == (1, 0)
    assert match.lines[0].faults[1].callback == "partie_init"
    assert match.lines[2].wall_ms == (0.0,)


def test_4_12_failures_of_both_in_partie_init_lose_for_the_first_to_move(tmp_path: Path) -> None:
    match = Played(tmp_path, *[FARMS + "def partie_init():\n    1 / 0\n"] * 2)
    assert match.ended == ("B", "crash", 0)
    assert match.rounds == [(0, "forfeit")]


def test_4_12_failure_in_partie_fin_changes_nothing(tmp_path: Path) -> None:
    forfeits = "def jouer_tour():\n    farm(0, 0)\n    if turn() == 4:\n        raise ValueError\n"
    plain = Played(tmp_path / "1", forfeits, WITNESS)
    failing = Played(tmp_path / "2", forfeits, WITNESS + "    1 / 0\n")
    assert failing.outcome.result == plain.outcome.result
    assert [line.hash for line in failing.lines] == [line.hash for line in plain.lines]
    assert failing.outcome.reports[1].verdict == Verdict.CRASHED
    assert failing.outcome.reports[1].faults[0].callback == "partie_fin"


def test_4_12_one_strike_is_enough_here(tmp_path: Path) -> None:
    match = Played(tmp_path, FARMS, "def jouer_tour():\n    farm(0, 5)\n    farm()\n")
    assert match.ended == ("A", "crash", 1)
    assert match.outcome.reports[1].strikes == 1
    assert match.outcome.reports[1].stopped
    assert token(match.table, 0, 5) == "4+B1C"
    fault = match.outcome.reports[1].faults[0]
    assert fault.last_call == "farm()"
    assert fault.message.endswith("WrongCall: farm(y: int, x: int) takes 2 arguments, 0 given")


def test_bundled_champions_play_a_match_that_verifies(tmp_path: Path) -> None:
    game = joute.load_game("chartichaud", max_turns=30)
    with Recorder(tmp_path / "match.jsonl.gz") as recorder:
        outcome = Referee(joute.Table(game, seed=3), [find(game, "settler"), find(game, "raider")], recorder).play()
    assert [report.verdict for report in outcome.reports] == [Verdict.OK, Verdict.OK]
    assert outcome.result.reason == "turn_limit"
    assert verify(read(tmp_path / "match.jsonl.gz")) == Check(32)


@pytest.mark.parametrize("name", ["settler", "raider"])
def test_bundled_champions_join_a_match_under_way(tmp_path: Path, name: str) -> None:
    game = joute.load_game("chartichaud", max_turns=20)
    board = BOARD.replace("grid", "turn 7\ngrid")
    table = joute.Table(game, board)
    table.end_phase()
    outcome = Referee(table, [find(game, name), find(game, name)]).play()
    assert [report.faults for report in outcome.reports] == [(), ()]
