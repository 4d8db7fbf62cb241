"""Between its turns a champion does not run, whatever its language and whatever it has started; nobody is disturbed."""

from __future__ import annotations

import os
import re
import shutil
import signal
import time
from pathlib import Path

import pytest

import joute
from joute.champions.hosting import usage
from joute.champions.hosting.clock import cpu_ms_of
from joute.champions.hosting.player import HostedChampion
from joute.champions.hosting.process import group_pids
from joute.champions.kits.kit import write_kit
from joute.champions.sandbox.limits import Hosting, Level, Limits
from joute.champions.sources.find import find
from joute.match.referee import Referee
from joute.match.verdict import Verdict

from .support import WAYS, insert, seated, spinner, state

pytestmark = pytest.mark.skipif(shutil.which("bwrap") is None, reason="bubblewrap is missing: make system")
LEVELS = [Level.SANDBOX, Level.PROCESS]


def at_rest(champion: HostedChampion) -> int:
    """See that no process of a champion gains CPU time while somebody else uses a third of a second of it."""
    assert champion._process is not None
    assert champion._process.pid is not None
    pids = [pid for pid in group_pids(champion._process.pid) if state(Path(f"/proc/{pid}")) != "Z"]
    until = time.monotonic() + 60
    tasks = [task for pid in pids for task in Path(f"/proc/{pid}/task").iterdir()]
    while any(state(task) != "T" for task in tasks):  # which the kernel brings about a moment later
        assert time.monotonic() < until
    before = list(map(cpu_ms_of, pids))
    busy_until = time.process_time() + 0.3
    while time.process_time() < busy_until:
        pass
    after = map(cpu_ms_of, pids)
    assert all(now - then < 5 for now, then in zip(after, before, strict=True))  # some may be noted a moment later
    return len(pids)


@pytest.mark.parametrize(
    ("level", "way"),
    [(level, way) for level in LEVELS for way in WAYS if level == Level.SANDBOX or way.startswith("thread")],
)
def test_between_its_turns_a_champion_does_not_run(tmp_path: Path, level: Level, way: str) -> None:
    thief = spinner(tmp_path / "thief", level, way)
    table = seated(thief)
    for _ in range(3):
        assert at_rest(thief) == (1 if way.startswith("thread") else 2)
        assert thief.ask(table.turn).fault is None
    thief.leave()


THREADS = {
    "javascript": ("champion.js", "", 'new (require("worker_threads").Worker)("for (;;) {}", { eval: true });\n', 2),
    "java": (
        "Champion.java",
        r"class Champion [^{]*\{",
        "static { Thread one = new Thread(() -> { for (;;); }); one.setDaemon(true); one.start(); }\n",
        2,
    ),
    "cxx": (
        "champion.cc",
        "",
        "#include <thread>\nstatic int one = [] { std::thread([] { for (volatile int n = 0;;) n = 1 - n; }).detach();"
        " return 0; }();\n",
        1,
    ),
    "rust": (
        "champion.rs",
        r"fn jouer_tour\(\) \{",
        "std::thread::spawn(|| loop { std::hint::spin_loop() });\n",
        1,
    ),
}
"""For each language: where a thread is started that never ends, and how many processes the champion has."""


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("language", THREADS)
def test_threads_of_other_languages_stop_and_go_on(tmp_path: Path, level: Level, language: str) -> None:
    """Their run times have threads of their own, which are at ease with that: the kit plays as it does alone."""
    game = joute.load_game("chartichaud", max_turns=12)
    write_kit(game, language, "en", tmp_path / "mine")
    name, after, thread, processes = THREADS[language]
    insert(tmp_path / "mine" / name, after, thread)
    champion = find(game, str(tmp_path / "mine"), 0, Hosting(level, Limits(start_ms=60_000, time_ms=20_000)))
    assert isinstance(champion, HostedChampion)
    table = seated(champion, "chartichaud")
    for _ in range(2):
        assert at_rest(champion) == processes
        assert champion.ask(table.turn).fault is None
    champion.leave()
    champion = find(game, str(tmp_path / "mine"), 0, Hosting(level, Limits(start_ms=60_000, time_ms=20_000)))
    outcome = Referee(joute.Table(game), [champion, find(game, "idle")]).play()
    assert (outcome.void, outcome.reports[0].faults, outcome.result.winners) == ("", (), (0,))


@pytest.mark.parametrize("level", LEVELS)
def test_who_runs_although_it_was_stopped_is_ended(tmp_path: Path, level: Level) -> None:
    """Whoever may have brought that about: here it is the test."""
    thief = spinner(tmp_path / "thief", level, "thread")
    table = seated(thief)
    assert thief._process is not None
    pid = thief._process.pid
    assert pid is not None
    os.killpg(pid, signal.SIGCONT)
    before = cpu_ms_of(pid)
    until = time.monotonic() + 60
    while cpu_ms_of(pid) - before < 200:
        assert time.monotonic() < until
    fault = thief.ask(table.turn).fault
    assert fault is not None
    assert (fault.verdict, fault.callback) == (Verdict.INVALID, table.turn.callback)
    assert re.fullmatch(r"it used \d+ ms of CPU time while it was stopped between its turns", fault.message)


def test_a_child_that_runs_although_it_was_stopped_is_seen_while_others_think(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(usage, "SAMPLE_S", 0.0)
    thief = spinner(tmp_path / "thief", Level.SANDBOX, "process")
    table = seated(thief)
    process = thief._process
    assert process is not None
    thief.check_idle_cpu()
    assert thief._process is process
    os.kill(process.all_pids()[1], signal.SIGCONT)
    until = time.monotonic() + 60
    while thief._process is not None:
        assert time.monotonic() < until
        thief.check_idle_cpu()
    fault = thief.ask(table.turn).fault
    assert fault is not None
    assert (fault.verdict, fault.turn) == (Verdict.INVALID, table.turn.number)
