"""Jobs: one match as data; no champion and no failure of ours raises."""

from __future__ import annotations

import gzip

import msgspec
import pytest

from joute.arena.jobs import job as job_module
from joute.arena.jobs.job import Job, Terms, cause, job_for, play
from joute.champions.errors import ChampionError
from joute.champions.players.simple import Idle
from joute.champions.sandbox.limits import Level, Limits
from joute.core.registry import load_game
from joute.core.table import Table
from joute.match.reading import read
from joute.match.verdict import Verdict
from joute.match.verify import verify
from tests.arena.support import APART, HERE, bundled, game, jobs, packages, written

RAISER = "def jouer_tour():\n    1 / 0\n"
WRONG = "def jouer_tour(:\n"
DIES = "import os\ndef jouer_tour():\n    os._exit(3)\n"


TRACE = """Traceback (most recent call last):
  File "a.py", line 1, in sit
    load()
EngineBug: not ready

turn 0, init
"""


@pytest.mark.parametrize(
    ("why", "line"),
    [
        (TRACE, "EngineBug: not ready"),
        (TRACE + "\nDuring that:\n\n" + TRACE.replace("not ready", "gone"), "EngineBug: gone"),
        ("turn 3: ValueError: oops\n" + TRACE, "turn 3: ValueError: oops"),
        ("", "no reason given"),
        ("it cannot be built:\na.cc: In f():\na.cc:2:1: error: gone\n", "it cannot be built: a.cc:2:1: error: gone"),
        ("it cannot be built:\nnot over after 120 s:\n  make", "it cannot be built: not over after 120 s"),
    ],
)
def test_of_a_failure_the_line_that_says_it_is_told(why, line):
    assert cause(why) == line


def hashes(replay: bytes) -> list[str]:
    lines = [msgspec.json.decode(line) for line in gzip.decompress(replay).splitlines()]
    return [line["hash"] for line in lines if line["joute"] == "phase"]


def test_a_job_travels_as_bytes_and_comes_back_the_same():
    (job,) = jobs([bundled("idle"), bundled("random")], 1)
    assert msgspec.msgpack.decode(msgspec.msgpack.encode(job), type=Job) == job


def test_the_same_job_gives_the_same_match(tmp_path):
    (job,) = jobs([bundled("settler"), bundled("random")], 1, max_turns=20)
    first, second = play(job, packages(tmp_path)), play(job, packages(tmp_path))
    assert (first.scores, first.ranks, first.reason, first.void) == (second.scores, second.ranks, second.reason, "")
    lines = [
        [line for line in gzip.decompress(done.replay).splitlines() if b'"phase"' in line] for done in (first, second)
    ]
    hashes = [[msgspec.json.decode(line)["hash"] for line in found] for found in lines]
    assert len(hashes[0]) > 20
    assert hashes[0] == hashes[1]


def test_matches_in_which_only_the_seed_differs_have_one_course(tmp_path):
    towers, box = load_game("tours_de_magie"), packages(tmp_path)
    champions = [box.champion(towers, name) for name in ("mason", "rush", "idle", "idle")]
    courses = [play(job_for("k", towers, seed, champions), box).course for seed in (1, 2)]
    swapped = play(job_for("k", towers, 1, champions[::-1]), box).course
    assert courses[0] == courses[1] != swapped
    assert len(courses[0]) == 16


def test_a_bundled_champion_may_go_by_another_name(tmp_path):
    blue = packages(tmp_path).champion(game(), "settler", "Team Blue")
    done = play(job_for("k", game(), 3, [blue, bundled("idle")]), packages(tmp_path))
    assert done.void == ""
    header = msgspec.json.decode(gzip.decompress(done.replay).splitlines()[0])
    assert [player["name"] for player in header["players"]] == ["Team Blue", "idle"]


def test_the_replay_of_a_job_verifies_and_names_the_champions(tmp_path):
    box = packages(tmp_path)
    mine = box.champion(game(), str(written(tmp_path, "mine.py")), "mine")
    done = play(job_for("k", game(), 3, [mine, bundled("random")], hosting=HERE), box)
    path = tmp_path / "match.jsonl.gz"
    path.write_bytes(done.replay)
    replay = read(path)
    assert verify(replay).difference == ""
    assert [(player.name, player.digest) for player in replay.header.players] == [
        ("mine", mine.digest),
        ("random", "random"),
    ]
    assert replay.result is not None
    assert replay.result.scores == done.scores


@pytest.mark.parametrize("hosting", [HERE, APART, Terms(Level.SANDBOX)], ids=["none", "process", "sandbox"])
def test_a_failing_champion_is_told_and_the_other_is_not_blamed(tmp_path, hosting):
    box = packages(tmp_path)
    mine = box.champion(game(), str(written(tmp_path, "mine.py", RAISER)), "mine")
    done = play(job_for("k", game(), 0, [mine, bundled("idle")], hosting=hosting), box)
    assert done.void == ""
    (verdict, told), other = done.verdicts
    assert verdict == Verdict.CRASHED
    assert told == "turn 0, jouer_tour(): ZeroDivisionError: division by zero"
    assert other == (Verdict.OK, "")
    assert done.ranks == (2, 1)


@pytest.mark.parametrize("hosting", [HERE, APART], ids=["none", "process"])
def test_a_champion_that_cannot_be_loaded_is_a_load_error_without_our_paths(tmp_path, hosting):
    box = packages(tmp_path)
    mine = box.champion(game(), str(written(tmp_path, "mine.py", WRONG)), "mine")
    done = play(job_for("k", game(), 0, [bundled("idle"), mine], hosting=hosting), box)
    assert done.void == ""
    assert done.verdicts[1] == (Verdict.LOAD_ERROR, "mine.py, line 1: this is not valid Python: invalid syntax")


@pytest.mark.parametrize("hosting", [HERE, APART, Terms(Level.PROCESS, strict=True)], ids=["none", "process", "strict"])
@pytest.mark.parametrize(
    ("text", "told"),
    [
        (WRONG, "mine.py, line 1: this is not valid Python: invalid syntax"),
        ("def jouer_tour():\n    raise ValueError(__file__)\n", "turn 0, jouer_tour(): ValueError: mine.py"),
        ("import nothing_such\n", "No module named 'nothing_such'"),
    ],
)
def test_neither_result_nor_replay_says_where_packages_are_kept(tmp_path, hosting, text, told):
    box = packages(tmp_path)
    mine = box.champion(game(), str(written(tmp_path, "mine.py", text)), "mine")
    done = play(job_for("k", game(), 0, [mine, bundled("idle")], hosting=hosting), box)
    assert told in done.verdicts[0][1]
    assert str(tmp_path) not in done.verdicts[0][1]
    assert str(tmp_path).encode() not in gzip.decompress(done.replay)


def test_a_champion_that_cannot_be_built_is_a_load_error(tmp_path):
    box = packages(tmp_path)
    mine = box.champion(game(), str(written(tmp_path, "champion.c", "int broken\n")), "mine")
    done = play(job_for("k", game(), 0, [mine, bundled("idle")], hosting=APART), box)
    assert done.void == ""
    verdict, told = done.verdicts[0]
    assert verdict == Verdict.LOAD_ERROR
    assert "the champion cannot be built" in told


def test_a_champion_that_kills_its_process_loses_only_its_own_match(tmp_path):
    box = packages(tmp_path)
    mine = box.champion(game(), str(written(tmp_path, "mine.py", DIES)), "mine")
    done = play(job_for("k", game(), 0, [mine, bundled("idle")], hosting=APART), box)
    assert [verdict for verdict, _ in done.verdicts] == [Verdict.CRASHED, Verdict.OK]


def test_times_are_those_of_each_seat(tmp_path):
    box = packages(tmp_path)
    text = "def jouer_tour():\n    sum(range(100_000))\n"
    mine = box.champion(game(), str(written(tmp_path, "mine.py", text)), "mine")
    done = play(job_for("k", game(), 0, [mine, bundled("idle")], hosting=APART), box)
    assert done.wall_ms[0] > done.wall_ms[1] == 0.0
    assert done.cpu_ms[0] > done.cpu_ms[1] == 0.0
    assert done.seconds * 1e3 > done.wall_ms[0]


def test_a_package_that_is_not_there_voids_the_match_and_blames_nobody(tmp_path):
    other = packages(tmp_path / "other").champion(game(), str(written(tmp_path, "mine.py")), "mine")
    done = play(job_for("k", game(), 0, [other, bundled("idle")]), packages(tmp_path))
    assert f"the package {other.digest} is not on this machine" in done.void
    assert (done.ranks, done.verdicts, done.replay) == ((), (), b"")


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"engine": "99.0"}, "this job is for joute 99.0, and here is joute "),
        ({"rules_version": 99}, "this job is for version 99 of the rules of chartichaud, and here is version "),
    ],
)
def test_a_job_for_another_engine_is_void_with_the_remedy(tmp_path, change, told):
    (job,) = jobs([bundled("idle"), bundled("idle")], 1)
    done = play(msgspec.structs.replace(job, **change), packages(tmp_path))
    assert done.void.startswith(told)
    assert done.unfit
    assert "install the same" in done.void
    assert "Traceback" not in done.void


def test_a_machine_without_a_sandbox_is_unfit_where_none_but_a_sandbox_will_do(tmp_path, monkeypatch):
    box = packages(tmp_path)
    mine = box.champion(game(), str(written(tmp_path, "mine.py")), "mine")
    monkeypatch.setenv("PATH", str(tmp_path))
    done = play(job_for("k", game(), 0, [mine, bundled("idle")], hosting=Terms(strict=True)), box)
    assert done.unfit
    assert "bubblewrap is not installed" in done.void
    assert "Traceback" not in done.void
    easy = play(job_for("k", game(), 0, [mine, bundled("idle")], hosting=Terms(fall_back=True)), box)
    assert (easy.void, easy.unfit) == ("", False)
    assert "runs without a sandbox" in easy.warnings[0]


def test_limits_are_those_of_the_job(tmp_path):
    box = packages(tmp_path)
    mine = box.champion(game(), str(written(tmp_path, "mine.py", "def jouer_tour():\n    while True: pass\n")), "mine")
    terms = Terms(Level.PROCESS, Limits(time_ms=50, bank_ms=0))
    done = play(job_for("k", game(), 0, [mine, bundled("idle")], hosting=terms), box)
    assert done.verdicts[0][0] == Verdict.TIMED_OUT
    assert "no answer after 50 ms" in done.verdicts[0][1]


def test_a_board_is_played_as_its_text_says(tmp_path):
    plain = game()
    board = plain.boards.write(plain.boards.generate(plain.params, 2, 5))
    done = play(job_for("k", plain, 1, [bundled("idle"), bundled("idle")], board=board), packages(tmp_path))
    header = msgspec.json.decode(gzip.decompress(done.replay).splitlines()[0])
    assert (header["board"], header["seed"]) == (board, 1)


def test_a_bundled_champion_that_cannot_be_loaded_is_a_failure_of_the_engine(tmp_path, monkeypatch):
    class Broken(Idle):
        def load(self, seat):
            raise ChampionError("it does not compile")

    monkeypatch.setattr(job_module, "find", lambda *_: Broken())
    (job,) = jobs([bundled("settler"), bundled("random")], 1)
    result = play(job, packages(tmp_path))
    assert "ChampionError: it does not compile" in result.void
    assert (result.ranks, result.verdicts) == ((), ())


@pytest.mark.parametrize("backend", ["interpreted", "native"])
def test_a_job_is_played_on_the_backend_of_its_sender(monkeypatch, tmp_path, backend):
    pytest.importorskip("numba")
    monkeypatch.setenv("JOUTE_BACKEND", backend)
    job = job_for("1", game(), 3, [bundled("random"), bundled("random")])
    assert job.backend == backend
    monkeypatch.delenv("JOUTE_BACKEND")  # as on another machine
    played = []
    monkeypatch.setattr(job_module, "Table", lambda game, *rest: played.append(game.backend) or Table(game, *rest))
    assert play(job, packages(tmp_path)).void == ""
    assert played == [backend]
