"""Tuning: the same run, interrupted or not, and weights that end where the champion reads them."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest

import joute
from joute.arena.tuning.matches import value, values
from joute.arena.tuning.situations import situations
from joute.arena.tuning.source import SourceError, with_defaults
from joute.arena.tuning.tuning import Settings, Tuning, TuningError
from joute.core.policy import Policy, policy_of
from joute.core.world import Result

pytest.importorskip("numba")
pytest.importorskip("cmaes")
PROSPECTOR = Path(__file__).parents[1] / "games" / "toy" / "champions" / "prospector.py"
TOY = joute.load_game("toy")
SETTINGS = Settings("toy", "petit", {}, "", 3, 4, 2, 2, {"worth": 1, "roam": 90})
GENERATIONS = 6


def prospector(path: Path = PROSPECTOR) -> Policy:
    found = policy_of(path)
    assert found is not None
    return found


def tuning(folder: Path, settings: Settings = SETTINGS) -> Tuning:
    made = Tuning(TOY, prospector(), settings, folder)
    made.open()
    return made


def file(folder: Path) -> bytes:
    return (folder / "generations.jsonl").read_bytes()


def test_a_run_that_is_gone_on_with_is_the_run_that_was_not_interrupted(tmp_path: Path) -> None:
    whole = tuning(tmp_path / "whole")
    for _ in range(GENERATIONS):
        whole.step(1)
    for number in range(GENERATIONS):
        part = tuning(tmp_path / "part")
        assert part.generation == number
        part.step(1)
    again = tuning(tmp_path / "part")
    assert file(tmp_path / "part") == file(tmp_path / "whole")
    assert again.weights == whole.weights
    assert again.league == whole.league
    assert len(again.league) == 2


def test_a_line_that_was_cut_off_is_played_again(tmp_path: Path) -> None:
    run = tuning(tmp_path)
    for _ in range(2):
        run.step(1)
    whole = file(tmp_path)
    (tmp_path / "generations.jsonl").write_bytes(whole[:-5])
    again = tuning(tmp_path)
    assert again.generation == 1
    again.step(1)
    assert file(tmp_path) == whole


def test_another_run_is_refused(tmp_path: Path) -> None:
    tuning(tmp_path)
    other = Settings("toy", "petit", {}, "", 4, 4, 2, 2, {"worth": 1, "roam": 90})
    with pytest.raises(TuningError, match=r"generations\.jsonl: this is another run; name another folder"):
        tuning(tmp_path, other)


def test_candidates_meet_the_same_and_play_each_seat() -> None:
    """The same weights reach the same; against themselves, half on average."""
    start = prospector().settled()._asdict()
    (met,) = situations(TOY, 2, 1, [start], Random(1))
    one, other, same = values(TOY, prospector(), met, [start, {"worth": 0, "roam": 0}, start], 1)
    assert one == same != other
    assert one == pytest.approx(0.5)


def test_compiled_and_interpreted_matches_have_the_same_values(monkeypatch: pytest.MonkeyPatch) -> None:
    start = prospector().settled()._asdict()
    (met,) = situations(TOY, 3, 1, [start], Random(2))
    candidates = [{"worth": 0, "roam": 0}, {"worth": 50, "roam": 7}]
    batch = values(TOY, prospector(), met, candidates, 1)
    monkeypatch.setenv("JOUTE_BACKEND", "interpreted")
    assert values(TOY, prospector(), met, candidates, 1) == batch


@pytest.mark.parametrize(
    ("scores", "ranks", "seat", "expected"),
    [((5, 3), (1, 2), 0, 0.9 + 0.05 * (1 + 2 / 9)), ((5, 3), (1, 2), 1, 0.05 * (1 - 2 / 9)), ((4, 4), (1, 1), 0, 0.5)],
)
def test_a_match_is_worth_its_rank_and_a_little_its_lead(
    scores: tuple[int, ...], ranks: tuple[int, ...], seat: int, expected: float
) -> None:
    assert value(Result(True, scores, ranks), seat) == pytest.approx(expected)


def test_the_league_grows_and_situations_are_of_it() -> None:
    league = [{"worth": 1, "roam": 1}, {"worth": 2, "roam": 2}]
    met = situations(TOY, 4, 40, league, Random(0))
    assert {str(one) for situation in met for one in situation.others} == {str(one) for one in league}
    assert len({situation.seed for situation in met}) == 40


def test_weights_are_written_as_defaults_and_nothing_else_changes() -> None:
    text = PROSPECTOR.read_text()
    written = with_defaults(text, "Weights", {"worth": -3, "roam": 77})
    assert written == text.replace("Weight(10, 0", "Weight(-3, 0").replace("Weight(2, 0", "Weight(77, 0")
    assert with_defaults(text, "Weights", {"roam": 77}) == text.replace("Weight(2, 0", "Weight(77, 0")


@pytest.mark.parametrize("text", ["class Weights:\n    worth: int\n", "class Other:\n    worth: 'Weight(1, 0, 2)'\n"])
def test_a_default_that_cannot_be_found_is_said(text: str) -> None:
    with pytest.raises(SourceError, match=r"Weights\.worth: found no Weight\(NUMBER, \.\.\.\) in the file"):
        with_defaults(text, "Weights", {"worth": 1})


def command(folder: Path, *words: str) -> list[str]:
    return [sys.executable, "-P", "-m", "joute.cli", "tune", "toy", str(folder / "mine.py"), *words]


def weak(folder: Path) -> Path:
    """A policy that hardly looks for coins."""
    text = PROSPECTOR.read_text().replace("Weight(10, 0", "Weight(1, 0").replace("Weight(2, 0", "Weight(90, 0")
    folder.mkdir()
    (folder / "mine.py").write_text(text)
    return folder


def tuned(folder: Path, *words: str) -> str:
    given = ("--threads", "1", "--situations", "6", "--generations", "6", "--check", "40")
    ran = subprocess.run(command(folder, *given, *words), cwd=folder, capture_output=True, text=True, check=True)
    return ran.stdout


def test_the_command_finds_better_weights_writes_them_and_says_how_sure_that_is(tmp_path: Path) -> None:
    folder = weak(tmp_path / "one")
    told = tuned(folder)
    assert "generation 6 of 6: best" in told
    found = re.search(r"never met: (\d+) - (\d+) - (\d+) .* ([\d.]+)% to", told)
    assert found is not None
    assert sum(map(int, found.group(1, 2, 3))) == 80
    assert float(found[4]) > 50
    weights: dict[str, Any] = prospector(folder / "mine.py").settled()._asdict()
    assert weights["worth"] > 1
    assert f"worth=1→{weights['worth']}  roam=90→{weights['roam']}" in told


def test_the_command_goes_on_after_an_interruption(tmp_path: Path) -> None:
    whole, part = weak(tmp_path / "whole"), weak(tmp_path / "part")
    told = tuned(whole)
    given = ("--threads", "1", "--situations", "6", "--generations", "6", "--check", "40")
    with subprocess.Popen(command(part, *given), cwd=part, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline().startswith("generation 1 of 6")
        process.send_signal(signal.SIGINT)
        process.stdout.read()
    assert process.returncode == 130
    assert tuned(part).splitlines()[-3:-1] == told.splitlines()[-3:-1]
    assert file(part / "tune-mine") == file(whole / "tune-mine")
    assert (part / "mine.py").read_text() == (whole / "mine.py").read_text()


def test_a_file_without_weights_is_refused(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text("print('no policy')\n")
    ran = subprocess.run(command(tmp_path), cwd=tmp_path, capture_output=True, text=True)
    assert ran.returncode == 3
    assert "expected a policy with weights" in ran.stderr
