"""joute compare, as a person uses it."""

from __future__ import annotations

import json
import os
import random
import re
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest

from joute.arena.compare.plan import Comparison
from joute.arena.compare.session import continued
from joute.arena.compare.sprt import Hypotheses, Model
from joute.cli.exits import Exit
from joute.cli.main import main
from joute.cli.output.comparing import line, time_left
from tests.arena.compare.test_compare import done, plan
from tests.arena.support import written

SHORT = ("--game", "chartichaud", "--set", "max_turns=6", "--workers", "2")
FARMER = "from api import *\n\ndef jouer_tour():\n    autofarm()\n"
RAISER = "def jouer_tour():\n    1 / 0\n"


@pytest.fixture(autouse=True)
def place(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def keys(folder: Path) -> list[str]:
    return [json.loads(line)["key"] for line in (folder / "results.jsonl").read_text().splitlines()]


def test_the_answer_comes_in_words_and_numbers_with_the_losses_to_watch(place, capsys):
    written(place, "mine.py", RAISER)
    assert main(["compare", "mine.py", "idle", *SHORT, "--isolation", "none"]) == Exit.DONE
    out, err = capsys.readouterr()
    lines = out.splitlines()
    assert lines[0] == "mine.py is worse than idle, with 95 % confidence, after 18 matches."
    assert lines[2].split()[:5] == ["against", "won", "drawn", "lost", "points%"]
    row = lines[3].split()
    assert row[:5] == ["idle", "0", "0", "18", "0.0"]
    assert (
        "mine.py failed against idle: CRASHED 18 times. The first time: turn 0, jouer_tour(): ZeroDivisionError" in out
    )
    watch = next(line.split() for line in lines if line.startswith("  joute watch "))
    assert (place / watch[2]).is_file()
    again = "joute compare --continue compare-mine-idle --workers 2"
    assert lines[-1] == f"Everything is kept in compare-mine-idle. To see this again: {again}"
    assert err == ""
    assert main(["verify", watch[2]]) == Exit.DONE


def test_the_game_is_the_one_that_the_folder_of_the_first_names(place, capsys):
    (place / "mine").mkdir()
    written(place, "mine/champion.py", FARMER)
    written(place, "mine/champion.toml", 'game = "chartichaud"\n')
    assert main(["compare", "mine", "idle", *SHORT[2:], "--isolation", "none", "--games", "4"]) == Exit.DONE
    assert "chartichaud, preset sujet: each board and seed" in capsys.readouterr().out


def test_the_same_champion_twice_is_as_good_as_itself(capsys):
    assert main(["compare", "idle", "idle", *SHORT]) == Exit.DONE
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "idle is as good as idle (2), to 5 % of the points, with 95 % confidence, after 106 matches."
    assert lines[3].split()[-3:] == ["+0.0±0.0", "0", "0"]


def test_copies_of_one_game_are_told_and_end_the_comparison(place, capsys):
    written(place, "mine.py", FARMER)
    words = ["compare", "raider", "mine.py", *SHORT, "--board", "classic", "--isolation", "none", "-o", "here"]
    assert main(words) == Exit.DONE
    out, err = capsys.readouterr()
    assert out.splitlines()[0] == (
        "Not decided after 2 matches: raider may be better or worse than mine.py. These champions play the same games "
        "whatever the seed: 2 distinct of 12 matches. Nothing more can be learnt on this board: all was played, and "
        "raider took 100.0 % of the points."
    )
    assert "±" not in out
    assert err == ""
    assert main(["compare", "--continue", "here", "--json"]) == Exit.DONE
    (rival,) = json.loads(capsys.readouterr().out)["rivals"]
    assert (rival["played"], rival["distinct"], rival["matches"], rival["exhausted"]) == (12, 2, 2, True)
    assert (rival["answer"], rival["interval"], rival["score_difference_error"]) == ("open", [0.0, 1.0], None)


def test_a_choice_between_strengths_says_what_it_takes_and_which_is_accepted(place, capsys):
    written(place, "mine.py", RAISER)
    words = ["compare", "mine.py", "idle", *SHORT, "--isolation", "none", "--elo1", "50", "-o", "here"]
    assert main(words) == Exit.DONE
    out, err = capsys.readouterr()
    assert err == (
        "joute: choosing between 0 and 50 normalised Elo takes about 256 matches if either is true, 419 if the truth "
        "lies halfway\n"
    )
    assert out.startswith(
        "mine.py is stronger than idle by 0 rather than 50 normalised Elo, with an error rate of about 5 %, after 28 "
        "matches.\n"
    )
    assert "\nLog-likelihood ratio: -3.11; 0 and 50 normalised Elo are accepted at -2.94 and 2.94.\n" in out
    assert main(["compare", "--continue", "here", "--json"]) == Exit.DONE
    found = json.loads(capsys.readouterr().out)
    assert found["sprt"] == {"elo0": 0.0, "elo1": 50.0, "model": "normalised"}
    assert found["rivals"][0]["answer"] == "elo0"
    assert round(found["rivals"][0]["log_likelihood_ratio"], 2) == -3.11


def test_progress_into_a_file_is_a_line_now_and_then_with_the_time_left(capsys, monkeypatch):
    monkeypatch.setattr("joute.cli.commands.compare.LOGGED_S", 0.0)
    assert main(["compare", "random", "random", *SHORT, "--games", "4"]) == Exit.DONE
    told = capsys.readouterr().err.splitlines()
    assert all(line.startswith("joute: ") for line in told)
    assert any(re.fullmatch(r"joute: 2 matches against random \(2\) .*; at most \d+ s more", line) for line in told)


def test_json_has_all_numbers_and_the_command_to_go_on(place, capsys):
    words = ["compare", "random", "idle", "random", *SHORT, "--games", "4", "--json", "-o", "here"]
    assert main(words) == Exit.DONE
    found = json.loads(capsys.readouterr().out)
    assert (found["champion"], found["folder"], found["over"]) == ("random", "here", True)
    assert [rival["rival"] for rival in found["rivals"]] == ["idle", "random (2)"]
    for rival in found["rivals"]:
        assert rival["matches"] == rival["wins"] + rival["draws"] + rival["losses"] == 4
        low, high = rival["interval"]
        assert 0 <= low <= rival["points"] <= high <= 1
    assert main(["compare", "--continue", "here", "--games", "8", "--json"]) == Exit.DONE
    assert [rival["matches"] for rival in json.loads(capsys.readouterr().out)["rivals"]] == [8, 8]
    assert len(keys(place / "here")) == len(set(keys(place / "here"))) == 16


def test_what_was_decided_is_not_undone_by_fewer_matches(place, capsys):
    assert main(["compare", "random", "idle", *SHORT, "--games", "4", "-o", "here"]) == Exit.DONE
    assert main(["compare", "--continue", "here", "--games", "2"]) == Exit.NOT_LOADED
    assert "here: --games 2: this comparison was begun with --games 4, or more" in capsys.readouterr().err


def test_what_is_compared_is_kept_even_if_its_files_change(place, capsys):
    path = written(place, "mine.py", FARMER)
    assert main(["compare", "mine.py", "idle", *SHORT, "--games", "2", "-o", "here"]) == Exit.DONE
    path.write_text("this is no Python")
    assert main(["compare", "--continue", "here", "--games", "4", "--json"]) == Exit.DONE
    assert json.loads(capsys.readouterr().out.splitlines()[-1])["rivals"][0]["faults"] == {}


@pytest.mark.slow
def test_with_more_seats_the_others_are_named_and_all_rotations_are_played(place, capsys):
    words = [
        "--game",
        "tours_de_magie",
        "--set",
        "NB_TOURS_JOUES=5",
        "--with",
        "idle",
        "--games",
        "4",
        "--json",
        "-o",
        "here",
        "--workers",
        "2",
    ]
    assert main(["compare", "rush", "random", *words]) == Exit.DONE
    found = json.loads(capsys.readouterr().out)
    assert (found["seats"], found["others"], found["rivals"][0]["matches"]) == (4, ["idle", "idle"], 4)
    assert sorted(keys(place / "here")) == ["1/0/0", "1/0/1", "1/0/2", "1/0/3"]


@pytest.mark.slow
def test_a_cluster_of_its_own_gives_the_same_answer(place, capsys):
    words = ["compare", "random", "settler", "--game", "chartichaud", "--set", "max_turns=6", "--games", "6", "--json"]
    found = []
    for where in (["--workers", "1"], ["--cluster", "local", "--workers", "1"]):
        assert main([*words, *where]) == Exit.DONE
        found.append(json.loads(capsys.readouterr().out)["rivals"][0])
        found[-1].pop("replays")
    assert found[0] == found[1]


def test_progress_is_one_line_that_a_terminal_can_hold():
    comparison = Comparison(plan())
    assert line(comparison) == "0 matches against old +0 =0 -0 0.0-100.0"
    comparison.take(done("1/0/0", 5, 0))
    comparison.take(done("1/0/1", 1, 1))
    assert line(comparison) == "2 matches against old +1 =1 -0 0.0-100.0"


def test_the_time_left_follows_from_the_matches_so_far():
    limited = Comparison(plan(matches_most=40))
    assert time_left(limited, 0, 9.0) == ""
    assert time_left(limited, 2, 1.0) == "; at most 20 s more"
    assert time_left(limited, 2, 60.0) == "; at most 20 min more"
    endless = Comparison(plan(matches_most=None, sprt=Hypotheses(0, 35, Model.NORMALISED)))
    assert time_left(endless, 854, 3600.0) == "; about 60 min more"


# Interrupted


def started(folder: Path, *words: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "joute.cli", "compare", *words]
    return subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def until(folder: Path, count: int, process: subprocess.Popen[str]) -> None:
    """Wait until so many matches are noted, or the process has ended."""
    results = folder / "results.jsonl"
    while process.poll() is None and (not results.exists() or results.read_bytes().count(b"\n") < count):
        with suppress(subprocess.TimeoutExpired):
            process.wait(0.01)


@pytest.mark.slow
def test_an_interruption_keeps_everything_and_prints_the_command_that_goes_on(place):
    words = ("random", "random", *SHORT, "--margin", "0.005", "--games", "60", "-o", "here")
    process = started(place, *words)
    until(place / "here", 5, process)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate()
    assert process.returncode == Exit.INTERRUPTED
    again = "joute compare --continue here --workers 2"
    assert err == f"joute: interrupted; nothing is lost, and nothing is played twice: {again}\n"
    assert "Not decided after " in out
    before = keys(place / "here")
    assert len(before) >= 5
    assert main(["compare", "--continue", "here"]) == Exit.DONE
    after = keys(place / "here")
    assert after[: len(before)] == before
    assert len(after) == len(set(after)) == 60


@pytest.mark.slow
def test_killed_at_random_moments_it_goes_on_and_repeats_nothing(place):
    rng = random.Random(6)
    words = ("random", "random", *SHORT, "--margin", "0.005", "--games", "40", "-o", "here")
    noted = 0
    for _ in range(5):
        process = started(place, *(words if noted == 0 else ("--continue", "here", "--workers", "2")))
        noted += rng.randrange(1, 6)
        until(place / "here", noted, process)
        process.send_signal(signal.SIGKILL)
        process.communicate()
        assert process.returncode == -signal.SIGKILL
        noted = max(noted, len(keys(place / "here")))
    assert main(["compare", "--continue", "here"]) == Exit.DONE
    assert len(keys(place / "here")) == len(set(keys(place / "here"))) == 40


# Bad input


@pytest.mark.parametrize(
    ("words", "code", "told"),
    [
        ([], Exit.USAGE, "compare takes two champions or more, yours first"),
        (["idle"], Exit.USAGE, "compare takes two champions or more, yours first"),
        (["idle", "random"], Exit.USAGE, "--game is missing: which game do they play?"),
        (["idle", "random", "--game", "chess"], Exit.USAGE, "game 'chess' does not exist; there are "),
        (["idle", "nobody", *SHORT], Exit.NOT_LOADED, "no champion 'nobody': there is no such file or folder, and "),
        (["idle", "random", *SHORT, "--with", "idle"], Exit.USAGE, "--with: chartichaud is played by two here"),
        (["idle", "random", *SHORT, "--seats", "3"], Exit.USAGE, "--seats 3: chartichaud is played by 2 champions"),
        (["idle", "random", *SHORT, "--pin"], Exit.USAGE, "--pin does not go with compare"),
        (["idle", "random", *SHORT, "--board", "nowhere"], Exit.NOT_LOADED, "no board 'nowhere'"),
        (["idle", "random", *SHORT, "--elo0", "40"], Exit.USAGE, "--elo0 40 must be less than --elo1 35"),
        (
            ["idle", "random", "--game", "casus_belli", "--model", "logistic"],
            Exit.USAGE,
            "--elo0 and --elo1 are for two seats, and casus_belli is played by 3 here",
        ),
        (["idle", "random", *SHORT, "-o", "."], Exit.USAGE, ". exists; name another folder, or go on with: "),
        (["--continue", "nowhere"], Exit.NOT_LOADED, "nowhere: no comparison here: plan.json cannot be read"),
        (["--continue", "here", "idle"], Exit.USAGE, "champions does not go with --continue: it was settled"),
        (["--continue", "here", "--time-ms", "5"], Exit.USAGE, "--time-ms does not go with --continue"),
    ],
)
def test_bad_input_is_told_before_anything_is_played(place, capsys, words, code, told):
    assert main(["compare", *words]) == code
    err = capsys.readouterr().err
    assert err.startswith(f"joute: {told}")
    assert list(place.iterdir()) == []


def test_a_champion_that_cannot_be_loaded_is_told_at_once(place, capsys):
    written(place, "mine.py", "def jouer_tour(:\n")
    assert main(["compare", "mine.py", "idle", *SHORT]) == Exit.NOT_LOADED
    err = capsys.readouterr().err
    assert err.startswith("joute: mine.py cannot be loaded: mine.py, line 1: this is not valid Python: invalid syntax")
    assert "--continue" not in err
    assert "Traceback" not in err


def test_a_cluster_that_is_not_there_is_told(place, capsys, monkeypatch):
    monkeypatch.setattr("joute.arena.jobs.executors.dask.CONNECT_S", 0.2)
    words = ["compare", "idle", "random", "--game", "chartichaud", "--cluster", "tcp://127.0.0.1:1"]
    assert main(words) == Exit.NOT_LOADED
    assert "joute: no Dask scheduler answers at tcp://127.0.0.1:1" in capsys.readouterr().err
    assert os.path.exists("compare-idle-random")


def test_one_program_at_a_time_plays_a_comparison(place, capsys):
    assert main(["compare", "idle", "idle", *SHORT, "--games", "2", "-o", "here"]) == Exit.DONE
    capsys.readouterr()
    with continued(place / "here").locked():
        assert main(["compare", "--continue", "here", "--games", "4"]) == Exit.NOT_LOADED
    assert capsys.readouterr().err == "joute: here: another program is playing it; wait for it, or stop it first\n"
    assert main(["compare", "--continue", "here", "--games", "4"]) == Exit.DONE
