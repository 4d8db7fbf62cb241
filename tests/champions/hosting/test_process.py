"""Level «process»: how a host is confined without a sandbox, what is counted there, and control groups."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

import joute
from joute.champions.checks.doctor import health
from joute.champions.errors import ChampionError
from joute.champions.hosting import host_link, usage
from joute.champions.hosting.clock import cpu_ms_of
from joute.champions.hosting.player import HostedChampion
from joute.champions.hosting.process import HostProcess
from joute.champions.sandbox import seccomp
from joute.champions.sandbox.cgroup import PIDS, Groups, controlled, delegated
from joute.champions.sandbox.confine import landlock_version
from joute.champions.sandbox.limits import Hosting, Level, Limits, NoSandbox
from joute.champions.sources.find import find
from joute.match.referee import MatchResult, Referee
from joute.match.replay import PhaseLine, Recorder
from joute.match.verdict import Verdict
from tests.champions.hostile.support import seated, spinner, state
from tests.champions.processes import living

HEAD = "from api import *\nfrom joute import debug\nimport os, sys, threading\n"
REST = "def jouer_marche():\n    pass\n"
PLAIN = Limits()


def written(folder: Path, text: str) -> Path:
    path = folder / "mine.py"
    path.write_text(HEAD + text + REST)
    return path


def logged(recorder: Recorder) -> list[str]:
    lines = [line for line in recorder.lines if isinstance(line, PhaseLine)]
    return [text for line in lines for text in line.private.get(0, {}).get("log", [])]


REFUSED = {
    "opens a socket": "import socket\n    socket.socket()",
    "reads other files": "open('{other}')",
    "writes beside itself": "open(__file__ + 'x', 'w')",
    "leaves its group": "os.setsid()",
    "kills who watches over it": "os.kill(os.getppid(), 9)",
    "kills everybody": "os.kill(-1, 9)",
    "has somebody killed": "import fcntl\n    fcntl.fcntl(os.pipe()[0], fcntl.F_SETOWN, os.getppid())",
    "sends a signal otherwise": "import signal\n    signal.pidfd_send_signal(os.pidfd_open(os.getpid()), 0)",
}


@pytest.mark.skipif(not seccomp.supported(), reason="no seccomp for this machine")
@pytest.mark.parametrize("text", REFUSED.values(), ids=REFUSED)
def test_a_process_is_confined(tmp_path: Path, text: str) -> None:
    if landlock_version() < 1 and "open" in text:
        pytest.skip("this kernel has no landlock")
    (tmp_path / "other.txt").write_text("secret")
    text = text.format(other=tmp_path / "other.txt")
    body = f"def trial():\n    {text}\ndef jouer_placement():\n    try: trial()\n"
    body += "    except OSError: debug.log('refused')\n"
    (tmp_path / "own").mkdir()
    assert logged(watched(written(tmp_path / "own", body))[1]) == ["refused"]


LONELY = """
import os, signal
from joute.champions.sandbox import confine
confine.landlock_version = lambda: 0
confine.confine_process([], "/nowhere", [], single_process=True, own_mb=1)
for one in (os.getpid(), os.getppid()):
    try:
        os.kill(one, 0)
        print("sent")
    except PermissionError:
        print("refused")
signal.signal(signal.SIGUSR1, lambda *_: print("heard"))
signal.raise_signal(signal.SIGUSR1)
"""


@pytest.mark.skipif(not seccomp.supported(), reason="no seccomp for this machine")
def test_signals_are_refused_without_landlock_too() -> None:
    ran = subprocess.run([sys.executable, "-c", LONELY], capture_output=True, text=True)
    assert (ran.stdout.split(), ran.stderr) == (["sent", "refused", "heard"], "")


def watched(path: Path, limits: Limits = PLAIN) -> tuple[MatchResult, Recorder]:
    """A match at level process, after which neither a process nor a temporary file is left."""
    game = joute.load_game("toy", max_turns=1)
    champion = find(game, str(path), 0, Hosting(Level.PROCESS, limits))
    assert isinstance(champion, HostedChampion)
    made: list[HostProcess] = []
    started = champion._started
    champion._started = lambda game: [made.append(started(game)), made[0]][1]  # type: ignore[method-assign]
    recorder = Recorder()
    outcome = Referee(joute.Table(game), [champion, find(game, "idle")], recorder).play()
    assert outcome.void == ""
    assert living(made[0].mark) == []
    assert made[0].tmp is not None
    assert not Path(made[0].tmp).exists()
    return outcome, recorder


def test_a_process_leaves_no_file(tmp_path: Path) -> None:
    text = "import tempfile\ndef jouer_placement():\n    debug.log(os.path.exists(tempfile.mkstemp()[1]))\n"
    assert logged(watched(written(tmp_path, text))[1]) == ["True"]


ALONE = {
    "fork": "os.fork()",
    "vfork": "import subprocess; subprocess.run(['true'])",
    "spawn": "os.posix_spawn('/bin/true', ['true'], {})",
    "multiprocessing": "import multiprocessing; multiprocessing.get_context('fork').Process().start()",
}


@pytest.mark.skipif(not seccomp.supported(), reason="no seccomp for this machine")
@pytest.mark.parametrize("text", ALONE.values(), ids=ALONE)
def test_a_process_starts_no_other_but_may_have_threads(tmp_path: Path, text: str) -> None:
    body = f"def trial():\n    {text}\ndef jouer_placement():\n    thread = threading.Thread()\n    thread.start()\n"
    body += "    thread.join()\n    try: trial()\n    except BlockingIOError: debug.log('refused')\n"
    outcome, recorder = watched(written(tmp_path, body))
    assert (outcome.reports[0].faults, logged(recorder)) == ((), ["refused"])


# Groups


def test_groups_that_were_handed_over_are_used_and_removed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("JOUTE_CGROUP", str(tmp_path))
    assert delegated() == [tmp_path]
    groups = Groups("1-2", Limits())
    folder = tmp_path / "champion-1-2"
    assert folder.is_dir()
    (folder / "memory.events").write_text("low 0\noom 1\noom_kill 1\n")
    assert groups.oom_killed
    (folder / "memory.events").write_text("low 0\noom 1\noom_kill 0\n")
    assert not groups.oom_killed
    (folder / "memory.events").unlink()
    groups.remove()
    assert not folder.exists()


def test_groups_are_given_their_limits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("JOUTE_CGROUP", str(tmp_path / "nowhere"))
    groups = Groups("1-2", Limits(memory_mb=100, processes=8))
    assert groups.folders == []
    for name in ("memory.max", "pids.max", "cgroup.procs"):
        (tmp_path / name).touch()
    groups._limit(tmp_path, ("memory.max", "memory.limit_in_bytes"), 100)
    groups.folders = [tmp_path]
    groups.add(lambda: [42])
    assert (tmp_path / "memory.max").read_text() == "100"
    assert (tmp_path / "cgroup.procs").read_text() == "42"
    assert not (tmp_path / "memory.limit_in_bytes").exists()


# Groups of this very kernel


@pytest.fixture
def groups(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Path]]:
    """Groups made for a test, which hands them over; nothing is left in them."""
    roots = controlled()
    if isinstance(roots, str):
        pytest.skip(roots)
    made = [root / f"joute-test-{os.getpid()}" for root in roots]
    for folder in made:
        folder.mkdir()
    monkeypatch.setenv("JOUTE_CGROUP", os.pathsep.join(map(str, made)))
    monkeypatch.setattr(usage, "SAMPLE_S", 1e9)  # the kernel alone counts
    yield made
    assert [path for folder in made for path in folder.iterdir() if path.is_dir()] == []
    for folder in made:
        folder.rmdir()


@pytest.mark.parametrize("grace_ms", [host_link.GRACE_MS, 0.0])
def test_the_kernel_counts_the_memory_of_all(
    groups: list[Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, grace_ms: float
) -> None:
    """Temporary files are no data, so no limit of a process counts them; those in memory the kernel does, also of a
    host that takes long to end."""
    monkeypatch.setattr(host_link, "GRACE_MS", grace_ms)
    text = "import os\ndef jouer_placement():\n    signaler(1)\n"
    text += "    with open(os.environ['TMPDIR'] + '/x', 'wb') as file:\n"
    text += "        for _ in range(400): file.write(bytes(2**20))\n"
    outcome, _ = watched(written(tmp_path, text), Limits(memory_mb=128, time_ms=20_000, tmp_mb=500))
    (fault,) = outcome.reports[0].faults
    assert (fault.verdict, fault.message) == (Verdict.OUT_OF_MEMORY, "it needed more than 128 MB of memory")
    assert fault.last_call == "signaler(1)"


def test_the_kernel_counts_processes(groups: list[Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As many as it is told: here fewer than the user may have, so that it is the group that counts."""
    limit = Groups._limit
    monkeypatch.setattr(Groups, "_limit", lambda *args: limit(*args[:3], 10 if args[2] == PIDS else args[3]))
    text = "import os, signal, sys\nfor n in range(99):\n    try: os.fork() or [os.closerange(0, 3), signal.pause()]\n"
    text += "    except OSError: sys.exit(f'{n} started')\n"
    (tmp_path / "bot.py").write_text(text)
    (tmp_path / "champion.toml").write_text("run = '/usr/bin/python3 -S bot.py'\n")
    with pytest.raises(ChampionError, match="\n8 started"):
        watched(tmp_path, Limits(processes=16, start_ms=20_000))


@pytest.mark.skipif(shutil.which("bwrap") is None, reason="bubblewrap is missing: make system")
def test_a_box_is_in_its_groups_before_the_champion_runs(groups: list[Path], tmp_path: Path) -> None:
    """Which a champion cannot see from inside, so it is seen from outside."""
    game = joute.load_game("toy")
    champion = find(game, str(written(tmp_path, "def jouer_placement():\n    pass\n")), 0, Hosting())
    assert isinstance(champion, HostedChampion)
    champion.begin_load(joute.Table(game).seat(0))
    assert champion._process is not None
    inside = set(champion._process.all_pids())
    for folder in groups:
        (own,) = (path for path in folder.iterdir() if path.is_dir())
        assert {int(word) for word in (own / "cgroup.procs").read_text().split()} >= inside
    assert champion.load(joute.Table(game).seat(0)) is None
    champion.leave()


def test_the_doctor_says_whether_there_are_groups(groups: list[Path], monkeypatch: pytest.MonkeyPatch) -> None:
    (cgroup,) = (one for one in health().protections if one.name == "cgroup")
    assert (cgroup.stands, cgroup.remedy) == (True, "")
    monkeypatch.delenv("JOUTE_CGROUP")
    monkeypatch.setattr("joute.champions.sandbox.cgroup.USUAL", ())
    (cgroup,) = (one for one in health().protections if one.name == "cgroup")
    assert not cgroup.stands
    assert "none is delegated: " in cgroup.remedy


@pytest.fixture
def freezer(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A control group of version 2, handed over for a test."""
    mounted = [line.split()[1] for line in Path("/proc/mounts").read_text().splitlines() if " cgroup2 " in line]
    if not mounted or not os.access(mounted[0], os.W_OK):
        pytest.skip("no control groups of version 2 that this user may change")
    folder = Path(mounted[0], f"joute-test-{os.getpid()}")
    folder.mkdir()
    monkeypatch.setenv("JOUTE_CGROUP", str(folder))
    yield folder
    assert [path for path in folder.iterdir() if path.is_dir()] == []
    folder.rmdir()


@pytest.mark.parametrize("level", [Level.SANDBOX, Level.PROCESS])
def test_the_kernel_s_freezer_is_used_where_there_is_one(freezer: Path, tmp_path: Path, level: Level) -> None:
    thief = spinner(tmp_path / "thief", level, "thread")
    table = seated(thief)
    assert thief._process is not None
    pid = thief._process.pid
    (group,) = (path for path in freezer.iterdir() if path.is_dir())
    for _ in range(3):
        until = time.monotonic() + 60
        while "frozen 1" not in (group / "cgroup.events").read_text():
            assert time.monotonic() < until
        before = cpu_ms_of(pid)
        busy_until = time.process_time() + 0.2
        while time.process_time() < busy_until:
            pass
        assert cpu_ms_of(pid) - before < 5  # the kernel may note a moment later what was used before
        assert state(Path(f"/proc/{pid}")) != "T"
        assert thief.ask(table.turn).fault is None
    thief.leave()


# Root's champions are another user, whatever is closed to others


@pytest.mark.skipif(os.geteuid() != 0, reason="only root becomes somebody else")
@pytest.mark.parametrize("closed", ["folder", "file", "nothing"])
@pytest.mark.parametrize("mask", [0o022, 0o077])
def test_what_is_closed_to_others_is_shown_to_the_champion_alone(tmp_path: Path, closed: str, mask: int) -> None:
    """And what lies beside it is not."""
    before = os.umask(mask)
    try:
        own = tmp_path / "own" / "deeper"
        own.mkdir(parents=True)
        text = "import beside, tempfile\ndef jouer_placement():\n    tempfile.TemporaryFile().write(b'x')\n"
        text += "    debug.log(beside.here, os.path.exists(os.path.join(os.path.dirname(__file__), '..', 'other')))\n"
        (own / "main.py").write_text(HEAD + text + REST)
        (own / "beside.py").write_text("here = True\n")
        (own.parent / "other").write_text("secret")
        for path in {"folder": [own], "file": [own / "main.py", own / "beside.py"], "nothing": []}[closed]:
            path.chmod(0o700 if path.is_dir() else 0o600)
        outcome, recorder = watched(own)
    finally:
        os.umask(before)
    assert (outcome.reports[0].faults, logged(recorder)) == ((), ["True False"])
    assert not os.path.ismount(tmp_path)


@pytest.mark.skipif(os.geteuid() != 0, reason="only root becomes somebody else")
def test_root_that_may_not_mount_says_what_is_closed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("joute.champions.sandbox.mounts.possible", lambda: False)
    tmp_path.chmod(0o700)
    path = written(tmp_path, "def jouer_placement():\n    pass\n")
    with pytest.raises(
        NoSandbox, match=r"mine.py: started by root, champions run as another user, who may not enter /\S+; run «chmod"
    ):
        watched(path)


@pytest.mark.skipif(os.geteuid() != 0, reason="only root becomes somebody else")
def test_a_champion_too_large_to_be_copied_is_told(tmp_path: Path) -> None:
    path = written(tmp_path, "def jouer_placement():\n    pass\n")
    with (tmp_path / "large").open("wb") as large:
        large.truncate(65 << 20)
    (tmp_path / "champion.toml").write_text("sources = ['mine.py']\n")
    path.chmod(0o600)
    with pytest.raises(ChampionError, match="more than 10000 files or 64 MiB, and not readable by all"):
        watched(tmp_path)
