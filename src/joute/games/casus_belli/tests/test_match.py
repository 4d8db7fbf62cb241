"""Champions of this game against each other, through the referee."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

import joute
from joute.arena.jobs.job import Champion, Terms, job_for, play
from joute.arena.jobs.packages import Packages
from joute.arena.tournament.config import read
from joute.champions.players.simple import Idle
from joute.champions.sandbox.limits import Hosting, Level, Limits
from joute.champions.sources.find import bundled, find
from joute.cli.main import main
from joute.core.seat import Seat
from joute.core.world import Turn
from joute.match.player import Answer
from joute.match.referee import MatchResult, Referee
from joute.match.verdict import Fault, Verdict

FEW = 4
MANY = 100
WANTED = 95


def match(names: list[str], seed: int, preset: str = "sujet", board: str | None = None) -> MatchResult:
    game = joute.load_game("casus_belli", preset).native()
    table = joute.Table(game, board, len(names), seed)
    return Referee(table, [find(game, name, seed * len(names) + seat) for seat, name in enumerate(names)]).play()


def hunter_beats_each_random(seed: int, preset: str = "sujet") -> bool:
    """Whether hunter, in a seat that changes, scores more than each of two randoms."""
    names = ["random", "random", "random"]
    names[seed % 3] = "hunter"
    outcome = match(names, seed, preset)
    assert not outcome.void
    assert [report.verdict for report in outcome.reports] == [Verdict.OK] * 3
    own = outcome.result.scores[seed % 3]
    return all(own > score for seat, score in enumerate(outcome.result.scores) if seat != seed % 3)


def test_champions_are_there() -> None:
    assert {"idle", "random", "hunter", "ambush"} <= set(bundled(joute.load_game("casus_belli")))


@pytest.mark.parametrize("seed", range(FEW))
def test_hunter_scores_more_than_each_random(seed: int) -> None:
    assert hunter_beats_each_random(seed)


@pytest.mark.slow
def test_hunter_scores_more_than_each_random_in_95_of_100() -> None:
    assert sum(hunter_beats_each_random(seed) for seed in range(MANY)) >= WANTED


@pytest.mark.parametrize("preset", ["sujet", "finale"])
@pytest.mark.parametrize("names", [["hunter", "ambush", "random"], ["idle", "hunter"], ["ambush", "ambush", "idle"]])
def test_champions_play_without_a_fault(names: list[str], preset: str) -> None:
    outcome = match(names, 1, preset)
    assert not outcome.void
    assert [report.verdict for report in outcome.reports] == [Verdict.OK] * len(names)
    assert sum(report.strikes for report in outcome.reports) == 0


@pytest.mark.parametrize("board", ["3 1 1 0 1 4 ...", "1 1 0 0 0 3 .", "4 4 1 1 0 4 T~F. F..# ~_#. ...."])
def test_champions_stand_odd_boards(board: str) -> None:
    outcome = match(["hunter", "ambush", "hunter"], 2, board=board.replace(" ", "\n"))
    assert not outcome.void
    assert [report.verdict for report in outcome.reports] == [Verdict.OK] * 3


class Traitor(Idle):
    """Orders Traîtrise whenever it may; a failing one is late with each answer."""

    def __init__(self, fails: bool) -> None:
        self.fails = fails

    def sit(self, seat: Seat) -> None:
        self.seat = seat

    def ask(self, turn: Turn) -> Answer:
        if turn.callback == "jouer_attaque":
            assert self.seat.call("perso_attaque", (self.seat.index, 0, 10, 0), 2, (0, 0)) == 4
        late = Fault(Verdict.TIMED_OUT, "late", turn.number, turn.callback)
        return Answer(0.0, 0.0, late if self.fails else None)


@pytest.mark.parametrize("preset", ["sujet", "finale"])
def test_4_10_a_champion_that_fails_loses_its_orders_and_stays_on_the_board(preset: str) -> None:
    """Both order Traîtrise in the only turn; the late one's is dropped, its three are killed and come back."""
    table = joute.Table(joute.load_game("casus_belli", preset), "1 1 0 0 0 1 .", 2)
    outcome = Referee(table, [Traitor(fails=False), Traitor(fails=True)]).play()
    assert outcome.result.scores == (3, -3)
    assert [entry["cell"] for entry in table.dump()["state"]["characters"]] == [0] * 6


@pytest.mark.parametrize(("more", "time_ms"), [([], 50), (["--time-ms", "70"], 70)])
def test_2_2_temps_appel_ms_is_the_clock_of_a_match(more: list[str], time_ms: int, tmp_path: Path) -> None:
    """Unless the command says otherwise."""
    file = tmp_path / "match.jsonl"
    words = ["run", "casus_belli", "idle", "idle", "--set", "TEMPS_APPEL_MS=50", "-o", str(file), *more]
    assert main(words) == 0
    header = json.loads(file.read_text(encoding="utf-8").splitlines()[0])
    assert header["limits"]["time_ms"] == time_ms


@pytest.mark.parametrize(("given", "time_ms"), [(None, 50), (70, 70)])
def test_2_2_temps_appel_ms_is_the_clock_of_hosts_and_jobs(given: int | None, time_ms: int, tmp_path: Path) -> None:
    """In comparisons, in tournaments and in the browser."""
    game, limits = joute.load_game("casus_belli", TEMPS_APPEL_MS=50), Limits(time_ms=given)
    path = tmp_path / "mine.py"
    path.write_text("")
    assert find(game, str(path), 0, Hosting(Level.PROCESS, limits)).hosting.limits.time_ms == time_ms
    champion = Champion("idle", "bundled", "")
    done = play(job_for("one", game, 0, [champion] * 2, hosting=Terms(limits=limits)), Packages(tmp_path))
    assert json.loads(gzip.decompress(done.replay).splitlines()[0])["limits"]["time_ms"] == time_ms


def test_2_2_temps_appel_ms_is_the_clock_of_a_tournament(tmp_path: Path) -> None:
    cup = tmp_path / "cup.toml"
    head = 'name = "cup"\ngame = "casus_belli"\nseats = 2\nentrants = ["idle", "random"]\n'
    cup.write_text(f'{head}[params]\nTEMPS_APPEL_MS = 50\n[format]\nkind = "round_robin"\n')
    assert read(cup).settings.terms.limits.time_ms == 50
