"""What a champion waits for a core is no fault of its own; what it computes or sleeps is."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

import joute
from joute.champions.hosting.core_waits import OWN, CoreWaits
from joute.champions.hosting.player import HostedChampion
from joute.champions.sandbox.limits import Hosting, Level, Limits
from joute.champions.sources.find import find
from joute.match.referee import Referee
from joute.match.verdict import Report, Verdict

HEAD = "import time\nfrom api import *\ndef jouer_marche(): pass\n"
COMPUTING = HEAD + "def jouer_placement():\n    until = time.process_time() + 0.3\n"
COMPUTING += "    while time.process_time() < until: pass\n"
SLEEPING = HEAD + "def jouer_placement():\n    time.sleep(5)\n"
FOREVER = HEAD + "def jouer_placement():\n    while True: pass\n"
PARENT = """import os
def jouer_placement():
    until = time.monotonic() + 30
    while time.monotonic() < until:
        children = []
        for _ in range(3):
            child = os.fork()
            if child == 0:
                end = time.process_time() + 0.05
                while time.process_time() < end: pass
                os._exit(0)
            children.append(child)
        for child in children: os.waitpid(child, 0)
"""
SPINNER = "import os, sys; os.sched_setaffinity(0, {int(sys.argv[1])}); print(flush=True)\nwhile True: pass"


@pytest.mark.parametrize(
    ("own", "processes", "waited"),
    [
        (0, [300], 300),
        (0, [300, 200], 300),  # the longest, not the sum
        (100, [300], 400),  # the engine was late to read the answer
        (50, [], 50),
    ],
)
def test_how_long_a_callback_was_held_up(
    own: float, processes: list[float], waited: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    waits, before = CoreWaits(), {OWN: 7.0, **{pid: 20.0 * pid for pid in range(len(processes))}}
    after = {OWN: 7.0 + own, 99: 5000.0}  # one was not there when the callback began
    after |= {pid: before[pid] + wait for pid, wait in enumerate(processes)}
    found = iter([before, after])
    monkeypatch.setattr(waits, "_now", lambda: next(found))
    waits.begin()
    assert waits.waited_ms() == waited


def test_processes_that_have_ended_count_nothing() -> None:
    ended = subprocess.Popen([sys.executable, "-c", ""])
    waits = CoreWaits()
    waits.follow([ended.pid])
    ended.wait()
    waits.begin()
    assert waits.waited_ms() < 1_000
    waits.close()


@contextmanager
def busy(core: int) -> Iterator[None]:
    """A core that three other programs use all the time."""
    with ExitStack() as stack:
        for _ in range(3):
            spinner = subprocess.Popen([sys.executable, "-c", SPINNER, str(core)], stdout=subprocess.PIPE)
            stack.callback(spinner.wait)
            stack.callback(spinner.kill)
            assert spinner.stdout is not None
            assert spinner.stdout.readline() == b"\n"
            stack.enter_context(spinner.stdout)
        yield


def report_of(tmp_path: Path, source: str, forgive: bool = True) -> Report:
    """What becomes of a champion with 400 ms for a callback, on a busy core."""
    path = tmp_path / "champion.py"
    path.write_text(source)
    game = joute.load_game("toy", max_turns=2)
    champion = find(game, str(path), 0, Hosting(Level.PROCESS, Limits(time_ms=400, bank_ms=0, forgive_waits=forgive)))
    assert isinstance(champion, HostedChampion)
    champion.core = max(os.sched_getaffinity(0))
    referee = Referee(joute.Table(game), [champion, find(game, "idle")])
    with busy(champion.core):
        referee.play()
    return referee.reports[0]


def test_who_computes_for_less_than_its_time_is_not_stopped_on_a_busy_core(tmp_path: Path) -> None:
    report = report_of(tmp_path, COMPUTING)
    assert report.verdict == Verdict.OK
    assert report.wall_ms > 800
    assert 600 <= report.cpu_ms < 800


def test_a_wall_clock_forgives_nothing(tmp_path: Path) -> None:
    assert report_of(tmp_path, COMPUTING, forgive=False).verdict == Verdict.TIMED_OUT


def test_who_computes_for_longer_is_stopped_and_both_times_are_told(tmp_path: Path) -> None:
    report = report_of(tmp_path, FOREVER)
    (fault,) = report.faults
    assert report.verdict == Verdict.TIMED_OUT
    assert fault.message.startswith("no answer after 400 ms and the 0 ms that were left in its bank, not counting ")
    assert fault.message.endswith(" ms in which it waited for a core")
    assert fault.wall_ms > 1.5 * fault.cpu_ms > 0


@pytest.mark.skipif(shutil.which("bwrap") is None, reason="bubblewrap is missing: make system")
def test_who_lets_others_compute_for_it_is_stopped(tmp_path: Path) -> None:
    """It waits for a core that its own children keep busy, and that are no longer there when it is asked how long."""
    path = tmp_path / "champion.py"
    path.write_text(HEAD + PARENT)
    game = joute.load_game("toy", max_turns=2)
    limits = Limits(time_ms=400, bank_ms=0, forgive_waits=True)
    champion = find(game, str(path), 0, Hosting(Level.SANDBOX, limits))
    assert isinstance(champion, HostedChampion)
    champion.core = max(os.sched_getaffinity(0))
    referee = Referee(joute.Table(game), [champion, find(game, "idle")])
    referee.play()
    assert referee.reports[0].verdict == Verdict.TIMED_OUT
    assert referee.reports[0].faults[0].wall_ms < 5_000


def test_who_sleeps_is_stopped(tmp_path: Path) -> None:
    assert report_of(tmp_path, SLEEPING).verdict == Verdict.TIMED_OUT
