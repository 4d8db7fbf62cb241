"""Champions in processes of their own: the same match as in ours, and what they see, say and leave behind."""

from __future__ import annotations

import os
import re
import shutil
from functools import reduce
from pathlib import Path
from typing import Any

import pytest

import joute
from joute import debug
from joute.champions.errors import ChampionError
from joute.champions.hosting import cores, wire
from joute.champions.hosting.player import NUMBER_MOST, NUMBERS, HostedChampion
from joute.champions.hosting.watch_pipe import WatchPipe
from joute.champions.sandbox import bubblewrap
from joute.champions.sandbox.limits import Hosting, Level, Limits, NoSandbox
from joute.champions.sources.find import bundled, find
from joute.cli.exits import Exit
from joute.cli.main import main
from joute.core.registry import game_names
from joute.match.reading import read
from joute.match.referee import MatchResult, Referee
from joute.match.replay import Header, PhaseLine, Recorder
from joute.match.verdict import Verdict
from tests.champions.processes import living

boxed = pytest.mark.skipif(shutil.which("bwrap") is None, reason="bubblewrap is missing: make system")
LEVELS = [pytest.param(Level.SANDBOX, marks=boxed), Level.PROCESS]
HEAD = "from api import *\nfrom joute import debug\nimport os, sys\n"
REST = "def jouer_marche():\n    pass\n"


def lines(recorder: Recorder) -> list[PhaseLine]:
    return [line for line in recorder.lines if isinstance(line, PhaseLine)]


def written(folder: Path, text: str, name: str = "mine.py") -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / name
    path.write_text(HEAD + text + REST)
    return path


def play(path: Path, hosting: Hosting | None = None, **params: Any) -> tuple[MatchResult, Recorder]:
    """A match of the toy game against idle."""
    game = joute.load_game("toy", **params)
    hosting = hosting or Hosting(Level.PROCESS)
    recorder = Recorder()
    players = [find(game, str(path), 0, hosting), find(game, "idle")]
    return Referee(joute.Table(game), players, recorder, hosting.limits_record(game)).play(), recorder


def logged(recorder: Recorder) -> list[str]:
    return [text for line in lines(recorder) for text in line.private.get(0, {}).get("log", [])]


# The same match


def as_hosted(name: str, hosting: Hosting | None, **params: Any) -> list[tuple[Any, str]]:
    game = joute.load_game(name, **params)
    own = [str(path) for path in bundled(game).values() if path is not None]
    seats = (own * game.info.seats)[: game.info.seats]
    recorder = Recorder()
    players = [find(game, champion, 0, hosting) for champion in seats]
    outcome = Referee(joute.Table(game, seats=len(seats)), players, recorder).play()
    assert outcome.void == ""
    assert [report.verdict for report in outcome.reports] == [Verdict.OK] * len(seats)
    return [(line.orders, line.hash) for line in lines(recorder)]


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize(("name", "params"), [("toy", {}), ("chartichaud", {"max_turns": 30})])
def test_a_hosted_match_is_the_same_match(name: str, params: dict[str, Any], level: Level) -> None:
    assert as_hosted(name, Hosting(level, strict=True), **params) == as_hosted(name, None, **params)


@boxed
@pytest.mark.slow
@pytest.mark.parametrize("name", game_names())
def test_a_hosted_match_is_the_same_match_in_every_game(name: str) -> None:
    limits = Limits(clock=False)
    assert as_hosted(name, Hosting(Level.SANDBOX, limits, strict=True)) == as_hosted(name, None)


@boxed
@pytest.mark.slow
@pytest.mark.parametrize(("name", "params"), [("toy", {}), ("chartichaud", {"max_turns": 20})])
def test_a_native_game_is_the_same_match_at_every_level(
    tmp_path: Path, name: str, params: dict[str, Any], capsys: pytest.CaptureFixture[str]
) -> None:
    """The match of interpreted rules, in one process, is played natively at every level."""
    pytest.importorskip("numba", reason="numba is missing: pip install 'joute[build]'")
    game = joute.load_game(name)
    own = next(str(path) for path in bundled(game).values() if path is not None)
    words = [word for key, value in params.items() for word in ("--set", f"{key}={value}")]
    found = []
    for more in ([], *(["--backend", "native", "--isolation", str(level)] for level in Level)):
        record = tmp_path / "m.jsonl"
        assert main(["run", name, own, own, "-o", str(record), "--strict", *words, *more]) == 0, capsys.readouterr()
        found.append([(line.orders, line.hash) for line in read(record).phases])
    assert any(orders for orders, _ in found[0])
    assert found[1:] == [found[0]] * len(Level)


def test_all_that_are_asked_think_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    events: list[str] = []
    begin, answer = HostedChampion.begin, HostedChampion.answer
    monkeypatch.setattr(HostedChampion, "begin", lambda self, turn: [events.append("begin"), begin(self, turn)][1])
    monkeypatch.setattr(HostedChampion, "answer", lambda self: [events.append("answer"), answer(self)][1])
    game = joute.load_game("toy", max_turns=1)
    path = written(tmp_path, "def jouer_placement():\n    signaler(1)\n")
    players = [find(game, str(path), 0, Hosting(Level.PROCESS)) for _ in range(2)]
    Referee(joute.Table(game), players).play()
    assert events[:4] == ["begin", "begin", "answer", "answer"]


# What a champion sees


@boxed
def test_the_board_of_a_game_in_the_fog_tells_no_secret(tmp_path: Path) -> None:
    text = (
        "import gc\ndef jouer_tour():\n    debug.log(gold_at(0, 14), [b.cells for b in gc.get_objects()"
        " if type(b).__name__ == 'Board' and (any(b.cells.gold) or any(b.cells.units))])\n"
    )
    game = joute.load_game("chartichaud", max_turns=2)
    recorder = Recorder()
    players = [find(game, str(written(tmp_path, text)), 0, Hosting(strict=True)), find(game, "idle")]
    Referee(joute.Table(game), players, recorder).play()
    assert logged(recorder) == ["-1 []"]


@pytest.mark.parametrize("level", LEVELS)
def test_limits_are_announced_and_recorded(tmp_path: Path, level: Level) -> None:
    text = "def jouer_placement():\n    debug.log(*debug.limits(), debug.bank_ms())\n"
    limits = Limits(time_ms=4321, bank_ms=9876, start_ms=8765, memory_mb=321)
    _, recorder = play(written(tmp_path, text), Hosting(level, limits), max_turns=1)
    assert logged(recorder) == ["4321 9876 8765 321 9876"]
    header = recorder.lines[0]
    assert isinstance(header, Header)
    assert header.limits["isolation"] == str(level)
    assert [header.limits[name] for name in ("time_ms", "bank_ms", "start_ms", "memory_mb", "clock")] == [
        4321,
        9876,
        8765,
        321,
        True,
    ]


def test_without_a_clock_no_times_are_announced(tmp_path: Path) -> None:
    text = "def jouer_placement():\n    debug.log(*debug.limits(), debug.bank_ms())\n"
    _, recorder = play(written(tmp_path, text), Hosting(Level.PROCESS, Limits(clock=False)), max_turns=1)
    assert logged(recorder) == ["None None None 512 None"]


@pytest.mark.parametrize("level", LEVELS)
def test_calls_at_import_answer_and_do_not_count(tmp_path: Path, level: Level) -> None:
    text = "early = signaler(5)\ndef jouer_placement():\n    debug.log(early == OK)\n"
    outcome, recorder = play(written(tmp_path, text), Hosting(level), max_turns=1)
    assert logged(recorder) == ["True"]
    assert all(line.orders == ((),) * len(line.seats) for line in lines(recorder))
    assert outcome.reports[0].verdict == Verdict.OK


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("entry", ["prologin.py", "Champion.py", "champion.py", "main.py"])
def test_an_old_folder_plays_unchanged(tmp_path: Path, level: Level, entry: str) -> None:
    folder = tmp_path / "old"
    folder.mkdir()
    (folder / "api.py").write_text("raise RuntimeError('generated for another engine')\n")
    (folder / "tactics.py").write_bytes("# -*- coding: latin-1 -*-\nWORD = 'été'\n".encode("latin-1"))
    text = "from tactics import WORD\nimport _api\n\ndef jouer_placement():\n    print(WORD)\n    signaler(len(WORD))\n"
    (folder / entry).write_text("from api import *\n" + text + REST)
    outcome, recorder = play(folder, Hosting(level), max_turns=1)
    assert outcome.reports[0].faults == ()
    assert lines(recorder)[1].orders[0] == (("signaler", 3),)


# What it says


def test_notes_and_drawings_are_private_and_have_a_budget(tmp_path: Path) -> None:
    text = """
def jouer_placement():
    debug.log('gold', 3)
    debug.draw.cell(1, 2)
    debug.draw.line(1, 2, 3, 4, 'blue')
    debug.draw.circle(1, 2, 0.5)
    debug.draw.text(1, 2, 'here', 'green')
    debug.mark('now')
    for n in range(1000):
        debug.log(n)
"""
    _, recorder = play(written(tmp_path, text), max_turns=1)
    private = lines(recorder)[1].private[0]
    assert private["log"][:2] == ["gold 3", "0"]
    assert private["draw"] == [
        ["cell", 1, 2, "red"],
        ["line", 1, 2, 3, 4, "blue"],
        ["circle", 1, 2, 0.5, "red"],
        ["text", 1, 2, "here", "green"],
    ]
    assert private["mark"] == ["now"]
    assert sum(len(private[name]) for name in ("log", "draw", "mark")) == debug.ITEMS_MOST
    assert private["left_out"] == 1006 - debug.ITEMS_MOST


def test_what_a_host_says_was_noted_is_bounded_again() -> None:
    """Also what is nested so deeply that it cannot be written as text: such a note would void the match."""
    deep = reduce(lambda inner, _: [inner], range(10**5), [])
    noted = {
        "log": ["x" * 10**6, 3, "\ud800", deep],
        "draw": [["cell"] * 99, 7],
        "mark": "no list",
        "left_out": -5,
        "more": 1,
    }
    found = debug.bounded(noted)
    assert found == {"log": ["3", "\\ud800", "list"], "draw": [["cell"] * 8, []], "left_out": 1}


@pytest.mark.parametrize("level", LEVELS)
def test_printing_goes_to_the_log_and_its_end_is_kept(tmp_path: Path, level: Level) -> None:
    text = "def jouer_placement():\n    print('first')\n    os.write(1, b'x' * 9000)\n"
    last = "os.system('echo last')" if level == Level.SANDBOX else "os.write(2, b'last\\n')"
    text += f"    {last}\n    1 / 0\n"
    outcome, _ = play(written(tmp_path, text), Hosting(level), max_turns=1)
    fault = outcome.reports[0].faults[0]
    assert (fault.verdict, fault.message) == (Verdict.CRASHED, "ZeroDivisionError: division by zero")
    assert fault.output.endswith("xlast\n")
    assert len(fault.output) <= 4000
    assert 'mine.py", line 8, in jouer_placement' in fault.traceback
    assert "/champion" not in fault.traceback


@pytest.mark.parametrize("level", LEVELS)
def test_the_third_failure_ends_its_play(tmp_path: Path, level: Level) -> None:
    text = "def jouer_placement():\n    signaler(3)\n    raise ValueError\n"
    outcome, recorder = play(written(tmp_path, text), Hosting(level))
    report = outcome.reports[0]
    assert (report.verdict, report.strikes, report.stopped, len(report.faults)) == (Verdict.CRASHED, 3, True, 3)
    assert all(line.orders[0] == () for line in lines(recorder) if line.phase == "placement")


@pytest.mark.parametrize("level", LEVELS)
def test_what_cannot_be_loaded_is_told_to_its_author(
    tmp_path: Path, level: Level, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("broken.py").write_text("def jouer_placement(:\n")
    with pytest.raises(ChampionError, match=r"broken\.py, line 1: this is not valid Python"):
        play(Path("broken.py"), Hosting(level))


@pytest.mark.parametrize("level", LEVELS)
def test_what_a_host_says_last_is_read_although_it_has_ended(tmp_path, monkeypatch, level):
    """It ends after its last message; the engine may see the end before it has read the message."""
    wait_for_spawn = WatchPipe.await_spawn

    def wait_for_end(pipe: WatchPipe) -> None:
        wait_for_spawn(pipe)
        pipe._await(lambda: pipe.ended)

    monkeypatch.setattr(WatchPipe, "await_spawn", wait_for_end)
    monkeypatch.setattr(wire, "CHUNK", len(wire.framed(wire.Seated())))
    path = tmp_path / "broken.py"
    path.write_text("def partie_init():\n    pass\n")
    with pytest.raises(ChampionError, match=r"jouer_placement\(\) is missing"):
        play(path, Hosting(level))


def test_a_failure_of_the_host_voids_the_match(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    record = Hosting.limits_record
    monkeypatch.setattr(Hosting, "limits_record", lambda self, game: record(self, game) | {"memory_mb": "no number"})
    outcome, _ = play(written(tmp_path, "def jouer_placement():\n    pass\n"))
    assert "the host of" in outcome.void
    assert [report.verdict for report in outcome.reports] == [Verdict.INTERNAL_ERROR] * 2


# Without a sandbox


def test_without_bubblewrap_it_falls_back_with_a_warning(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bubblewrap.shutil, "which", lambda name: None)
    warnings: list[str] = []
    path = written(tmp_path, "def jouer_placement():\n    signaler(3)\n")
    outcome, _ = play(path, Hosting(warn=warnings.append, fall_back=True), max_turns=1)
    assert outcome.reports[0].verdict == Verdict.OK
    assert len(warnings) == 1
    assert "runs without a sandbox, in a process of its own: bubblewrap is not installed" in warnings[0]


def test_where_no_box_can_be_built_it_falls_back_with_a_warning(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken = tmp_path / "bwrap"
    broken.write_text("#!/bin/sh\necho 'bwrap: No permissions to create a new namespace' >&2\nexit 1\n")
    broken.chmod(0o755)
    monkeypatch.setattr(bubblewrap, "program", lambda: str(broken))
    warnings: list[str] = []
    path = written(tmp_path, "def jouer_placement():\n    signaler(3)\n")
    outcome, _ = play(path, Hosting(warn=warnings.append, fall_back=True), max_turns=1)
    assert outcome.void == ""
    assert outcome.reports[0].verdict == Verdict.OK
    assert len(warnings) == 1
    assert "No permissions to create a new namespace" in warnings[0]


@pytest.mark.parametrize("hosting", [Hosting(), Hosting(strict=True)], ids=["asked for", "strict"])
def test_nobody_falls_back_unless_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, hosting: Hosting) -> None:
    monkeypatch.setattr(bubblewrap.shutil, "which", lambda name: None)
    with pytest.raises(NoSandbox, match="a sandbox is required, and there is none here: bubblewrap is not installed"):
        play(written(tmp_path, "def jouer_placement():\n    pass\n"), hosting)


@pytest.mark.parametrize("command", ["run", "check"])
def test_a_sandbox_that_is_asked_for_is_a_promise(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], command: str
) -> None:
    path = str(written(tmp_path, "def jouer_placement():\n    pass\n"))
    words = ["run", "toy", path, "idle"] if command == "run" else ["check", path, "--game", "toy"]
    monkeypatch.setattr(bubblewrap.shutil, "which", lambda name: None)
    assert main([*words, "--isolation", "sandbox"]) == Exit.NOT_LOADED
    out, err = capsys.readouterr()
    assert out == ""
    assert "a sandbox is required, and there is none here: bubblewrap is not installed" in err
    assert "use «--isolation process» to do without" in err
    assert main(words) == Exit.DONE
    assert "runs without a sandbox, in a process of its own: bubblewrap is not installed" in capsys.readouterr().err


@pytest.mark.parametrize("level", LEVELS)
def test_a_host_that_is_ended_while_it_starts_leaves_nothing(tmp_path: Path, level: Level) -> None:
    path = written(tmp_path, "def jouer_placement():\n    pass\n")
    for _ in range(10):
        champion = find(joute.load_game("toy"), str(path), 0, Hosting(level, strict=True))
        assert isinstance(champion, HostedChampion)
        champion.start(joute.load_game("toy"))
        assert champion._process is not None
        mark = champion._process.mark
        champion.leave()
        assert living(mark) == []


@pytest.mark.parametrize("level", LEVELS)
def test_the_cpu_time_of_a_champion_is_limited(tmp_path: Path, level: Level) -> None:
    path = written(tmp_path, "def jouer_placement():\n    while True: pass\n")
    outcome, _ = play(path, Hosting(level, Limits(cpu_s=1, time_ms=60_000)), max_turns=1)
    (fault,) = outcome.reports[0].faults
    assert fault.verdict == Verdict.TIMED_OUT
    assert re.fullmatch(r"its processes used \d+ s of CPU time; the limit is 1 s", fault.message)


@pytest.mark.parametrize("level", LEVELS)
def test_a_champion_can_measure_its_own_time(tmp_path: Path, level: Level) -> None:
    """To less than a tick of the system's clock: some readings in a row are all different, and close."""
    text = "import time\nfrom itertools import pairwise\ndef jouer_placement():\n"
    text += "    found = [time.process_time_ns() for _ in range(100)]\n"
    text += "    debug.log(sum(one < other for one, other in pairwise(found)))\n"
    assert logged(play(written(tmp_path, text), Hosting(level, strict=True), max_turns=1)[1]) == ["99"]


# Cores, and the files of a champion


def test_champions_of_a_match_are_pinned_to_cores_of_their_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    allowed = os.sched_getaffinity(0)
    path = written(tmp_path, "def jouer_placement():\n    debug.log(*os.sched_getaffinity(0))\n")
    game = joute.load_game("toy", max_turns=1)
    players = [find(game, str(path), 0, Hosting(Level.PROCESS)), find(game, "idle")]
    cores.pin(players, pytest.fail)
    recorder = Recorder()
    Referee(joute.Table(game), players, recorder).play()
    assert logged(recorder) == [str(max(allowed))]
    warnings: list[str] = []
    monkeypatch.setattr(cores.os, "sched_getaffinity", lambda pid: set())
    cores.pin(players, warnings.append)
    assert warnings == ["1 champions are not pinned: there are only 0 cores"]


@pytest.mark.parametrize("level", LEVELS)
def test_a_champion_whose_path_cannot_be_written_is_refused(tmp_path: Path, level: Level) -> None:
    """It could neither be told to a host nor be named in a record."""
    path = tmp_path / os.fsdecode(b"mine\xff.py")
    path.write_text("")
    with pytest.raises(ChampionError, match=r"mine\\udcff.py': the name of its file, .* is not UTF-8; rename it"):
        find(joute.load_game("toy"), str(path), 0, Hosting(level))


@boxed
@pytest.mark.parametrize("mode", [0o700, 0o755])
def test_a_champion_may_have_files_of_any_name(tmp_path: Path, mode: int) -> None:
    """A match that cannot begin for the name of a file would be void."""
    folder = tmp_path / "mine"
    folder.mkdir()
    (folder / "champion.py").write_text(
        "import os\nprint(os.listdir(b'.'))\ndef jouer_placement(): pass\ndef jouer_marche(): pass\n"
    )
    (folder / os.fsdecode(b"odd \n\xff")).write_text("")
    folder.chmod(mode)
    player = find(joute.load_game("toy"), str(folder), 0, Hosting(strict=True))
    assert player.load(joute.Table(joute.load_game("toy")).seat(0)) is None
    assert r"b'odd \n\xff'" in player._output()
    player.leave()


@boxed
@pytest.mark.skipif(os.geteuid() != 0, reason="an ordinary user's champion is never copied")
def test_no_champion_has_so_many_files_that_it_gets_a_weaker_box(tmp_path: Path) -> None:
    """What root cannot show to the user of a box is copied; where that is too much, there is a remedy."""
    folder, warnings = tmp_path / "mine", list[str]()
    folder.mkdir(mode=0o700)
    (folder / "champion.py").write_text("def jouer_placement(): pass\ndef jouer_marche(): pass\n")
    for number in range(500):
        (folder / str(number)).touch()
    game = joute.load_game("toy")
    hosting = Hosting(warn=warnings.append, fall_back=True)
    with pytest.raises(
        ChampionError, match=r"more than 400 files or 64 MiB, and not readable by all; run «chmod -R a\+rX»"
    ):
        find(game, str(folder), 0, hosting).load(joute.Table(game).seat(0))
    shutil.make_archive(str(folder), "zip", folder)
    player = find(game, f"{folder}.zip", 0, hosting)
    assert player.load(joute.Table(game).seat(0)) is None
    assert (player.level, warnings) == (Level.SANDBOX, [])
    player.release()


# Numbers of callbacks


def test_numbers_of_callbacks_differ_and_fit_into_a_word() -> None:
    champion = HostedChampion("mine", Path("mine.py"), "", Hosting(Level.PROCESS, Limits()))
    numbers = [champion._next_number() for _ in range(3 * NUMBERS)]
    assert len(set(numbers)) == len(numbers)
    assert all(0 <= number <= NUMBER_MOST for number in numbers)
