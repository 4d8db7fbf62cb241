"""Attacks by those who know the house: on the kernel, on the host they live in, on the clock and on the others."""

from __future__ import annotations

import json
import os
import re
import shutil
import tempfile
from pathlib import Path

import pytest

import joute
from joute.champions.errors import ChampionError
from joute.champions.hosting import trust, usage
from joute.champions.hosting.wire import Bug, WireError
from joute.champions.sandbox import seccomp, syscalls
from joute.champions.sandbox.limits import Hosting, Level, Limits
from joute.champions.sources.find import find
from joute.cli.output.report import fault_lines
from joute.match.referee import Referee
from joute.match.replay import PhaseLine, Recorder
from joute.match.verdict import Fault, Verdict
from tests.champions.processes import living

from .support import AMPLE, HEAD, SHORT, Match, champion, turn

pytestmark = pytest.mark.skipif(shutil.which("bwrap") is None, reason="bubblewrap is missing: make system")
LEVELS = [Level.SANDBOX, Level.PROCESS]
CALLS = """
import ctypes
libc = ctypes.CDLL(None, use_errno=True)
def refused(number, *values):
    ctypes.set_errno(0)
    return libc.syscall(number, *map(ctypes.c_long, values)) == -1 and ctypes.get_errno() in (1, 11, 38)
"""
"""Refused are calls that are not permitted, that come to nothing for now, or that there are not."""


def logged(folder: Path, level: Level, text: str, **limits: int) -> list[str]:
    """What a champion logs in its first turn, in which nothing else happens to it."""
    path = folder / "mine.py"
    path.write_text(HEAD + text)
    game = joute.load_game("toy", max_turns=1)
    recorder = Recorder()
    player = find(game, str(path), 0, Hosting(level, Limits(**({"time_ms": 20_000} | limits)), strict=True))
    outcome = Referee(joute.Table(game), [player, find(game, "idle")], recorder).play()
    assert (outcome.void, outcome.reports[0].faults) == ("", ())
    lines = [line for line in recorder.lines if isinstance(line, PhaseLine)]
    return [text for line in lines for text in line.private.get(0, {}).get("log", [])]


# On the kernel


@pytest.mark.skipif(not seccomp.supported(), reason="no seccomp for this machine")
@pytest.mark.parametrize("level", LEVELS)
def test_every_call_that_is_not_on_the_list_is_refused(tmp_path: Path, level: Level) -> None:
    """Mounting, tracing, keys, rings, faults in user space, queues, watches, sockets: all by their numbers."""
    column = seccomp.MACHINES[os.uname().machine].column
    listed = seccomp.ALLOWED[seccomp.Profile(level)] + syscalls.CHECKED + syscalls.SYNCS + "|" + syscalls.FORKS
    numbers = {*range(335), *range(424, 470)}  # the kernel lets no filter see those of its own probes, in between
    refused = sorted(numbers - {*syscalls.numbers(listed, column).values()})
    text = f"{CALLS}\ndef jouer_placement():\n"
    text += f"    debug.log([n for n in {refused!r} if not refused(n, 0, 0, 0, 0, 0)])\n"
    assert logged(tmp_path, level, text) == ["[]"]


ARGUMENTS = {
    "leases a file of the engine": "fcntl.fcntl(own, fcntl.F_SETLEASE, fcntl.F_RDLCK)",
    "watches a folder": "fcntl.fcntl(os.open('/usr', os.O_RDONLY), fcntl.F_NOTIFY, fcntl.DN_MODIFY)",
    "locks a file of the engine": "fcntl.flock(own, fcntl.LOCK_SH)",
    "locks a part of it": "fcntl.lockf(own, fcntl.LOCK_SH)",
    "enlarges a pipe": "fcntl.fcntl(os.pipe()[0], fcntl.F_SETPIPE_SZ, 2**20)",
    "chooses the signal of a descriptor": "fcntl.fcntl(os.pipe()[0], fcntl.F_SETSIG, signal.SIGCONT)",
    "chooses who gets it": "fcntl.fcntl(os.pipe()[0], fcntl.F_SETOWN, os.getpid())",
    "shares memory without a file": "__import__('mmap').mmap(-1, 4096)",
    "lets itself go on": "os.kill(os.getpid(), signal.SIGCONT)",
    "lets its thread go on": "signal.pthread_kill(threading.get_ident(), signal.SIGCONT)",
    "is woken by its parent's end": "prctl(1, signal.SIGCONT)",
    "hides its memory": "prctl(4, 0)",
    "adopts orphans": "prctl(36, 1)",
    "is woken by its child's end": "call({clone}, signal.SIGCONT, 0, 0, 0, 0)",
    "has a child that is its sibling": "call({clone}, 0x8000 | signal.SIGCHLD, 0, 0, 0, 0)",
    "has a namespace of users": "call({clone}, 0x10000000 | signal.SIGCHLD, 0, 0, 0, 0)",
    "has a namespace of processes": "call({clone}, 0x20000000 | signal.SIGCHLD, 0, 0, 0, 0)",
    "has a namespace of mounts": "call({clone}, 0x20000 | signal.SIGCHLD, 0, 0, 0, 0)",
    "limits another": "resource.prlimit(other, resource.RLIMIT_NOFILE, (8, 8))",
    "slows another down": "os.setpriority(os.PRIO_PROCESS, other, 19)",
    "is scheduled before all others": "os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(1))",
    "types into the terminal": "fcntl.ioctl(0, 0x5412, b'x')",
    "is sent signals by a terminal": "fcntl.ioctl(0, 0x540E, 0)",
    "gives a file away": "os.chown(file, os.getuid(), -1)",
    "marks a file": "os.setxattr(file, 'user.x', b'x')",
}
AT_PROCESS = {
    "changes the mode of a file": "os.chmod(file, 0o777)",
    "changes the mode of an open file": "os.fchmod(os.open(file, os.O_RDONLY), 0o777)",
    "changes the times of a file": "os.utime(file)",
}
"""What is harmless in a box, where a champion sees no file that it may change but its own."""
TRIAL = """
import ctypes, fcntl, resource, tempfile
libc = ctypes.CDLL(None, use_errno=True)
own = os.open(os.__file__, os.O_RDONLY)
other = os.getppid() or 1
def raising(answer):
    if answer == -1:
        raise OSError(ctypes.get_errno(), "refused")
    if answer == 0:
        os._exit(0)
def call(*values): raising(libc.syscall(*map(ctypes.c_long, values)))
def prctl(*values): raising(libc.prctl(*map(ctypes.c_long, values)))
def jouer_placement():
    file = tempfile.mkstemp()[1]
    try:
        {text}
    except (PermissionError, BlockingIOError):  # the latter is what there is no room for
        debug.log("refused")
"""


@pytest.mark.skipif(not seccomp.supported(), reason="no seccomp for this machine")
@pytest.mark.parametrize(
    ("level", "text"),
    [(level, text) for level in LEVELS for text in ARGUMENTS.values()]
    + [(Level.PROCESS, text) for text in AT_PROCESS.values()],
    ids=[*(f"{name} ({level})" for level in LEVELS for name in ARGUMENTS), *AT_PROCESS],
)
def test_a_call_is_refused_by_its_arguments(tmp_path: Path, level: Level, text: str) -> None:
    machine = seccomp.MACHINES[os.uname().machine]
    text = text.format(**syscalls.numbers(syscalls.CHECKED, machine.column))
    assert logged(tmp_path, level, TRIAL.replace("{text}", text)) == ["refused"]


@pytest.mark.parametrize("level", LEVELS)
def test_what_may_be_done_to_oneself(tmp_path: Path, level: Level) -> None:
    text = """
def jouer_placement():
    import fcntl, resource, tempfile
    resource.setrlimit(resource.RLIMIT_NOFILE, (64, 64))
    debug.log(-os.nice(0) + os.nice(1), resource.getrlimit(resource.RLIMIT_NOFILE)[0])
    file = tempfile.TemporaryFile()
    os.fsync(file), os.sync()  # which do nothing: a temporary file is never to be found again
    fcntl.fcntl(file, fcntl.F_SETFL, fcntl.fcntl(file, fcntl.F_GETFL) | os.O_APPEND)
    signal.raise_signal(signal.SIGURG)
"""
    assert logged(tmp_path, level, text) == ["1 64"]


@pytest.mark.parametrize("level", LEVELS)
def test_a_champion_is_nobody(tmp_path: Path, level: Level) -> None:
    """Neither root nor whoever runs other champions, and without capabilities."""
    text = "def jouer_placement():\n    status = dict(line.split(':', 1) for line in open('/proc/self/status'))\n"
    text += "    debug.log(os.getuid(), *{status['Cap' + kind].strip() for kind in ('Inh', 'Prm', 'Eff', 'Amb')})\n"
    users = [logged(tmp_path, level, text)[0].split() for _ in range(2)]
    assert [rights for _, rights in users] == ["0" * 16] * 2
    if os.geteuid() == 0:
        assert len({user for user, _ in users} - {"0", "65534"}) == 2


@pytest.mark.skipif(os.uname().machine != "x86_64", reason="only x86_64 has another machine inside")
@pytest.mark.parametrize("call", [b"\xb8\x67\x01\x00\x00\xcd\x80\xc3", b"\xb8\x29\x00\x00\x40\x0f\x05\xc3"])
def test_calls_of_another_machine_open_no_door(tmp_path: Path, call: bytes) -> None:
    """socket(2) by its number for 32 bits ends the process; by its number for x32 there is no such call."""
    text = f"""
import ctypes, mmap
code = mmap.mmap(-1, 4096, flags=mmap.MAP_PRIVATE, prot=7)
code.write({call!r})
run = ctypes.CFUNCTYPE(ctypes.c_long)(ctypes.addressof(ctypes.c_char.from_buffer(code)))
"""
    match = Match(tmp_path, text + turn("if run() < 0: raise OSError"))
    if call[-3] == 0xCD:
        assert (match.verdict, match.fault.message) == (Verdict.CRASHED, "its process was killed by the signal SIGSYS")
    else:
        assert (match.verdict, match.logged) == (Verdict.OK, ["OSError"])
    match.unharmed()


DOORS = {
    "the memory of the first process": "open('/proc/1/mem', 'rb').read(1)",
    "the descriptors of the first process": "list(map(inside, os.listdir('/proc/1/fd')))\nraise OSError",
    "the root of the first process": "os.listdir('/proc/1/root/home')",
    "a link to its own file elsewhere": "os.link('/champion/secret.txt', '/tmp/x')",
    "a link to the system": "os.link('/usr/bin/env', '/tmp/env')",
    "a device": "import stat\nos.mknod('/tmp/disk', stat.S_IFBLK | 0o600, os.makedev(8, 0))",
    "the devices of the system": "open('/dev/mem', 'rb')",
    "the settings of the kernel": "open('/proc/self/oom_score_adj', 'wb', 0).write(b'-1000')",
    "the table of users": "open('/proc/self/uid_map', 'wb', 0).write(b'0 0 1')",
    "a setuid program": "import stat\nopen('/tmp/x', 'w')\nos.chown('/tmp/x', 0, 0)",
    "a higher priority": "os.nice(-5)",
    "more files": "import resource\nresource.setrlimit(resource.RLIMIT_NOFILE, (4096, 4096))",
    "more memory": "import resource\nresource.setrlimit(resource.RLIMIT_DATA, (-1, -1))",
    "the groups of the kernel": "os.listdir('/sys/fs/cgroup')",
}


LIMIT = """
def inside(number):
    target = os.readlink('/proc/1/fd/' + number)
    assert target == '/dev/null' or target.startswith(('pipe:', 'socket:', 'anon_inode:', '/memfd:joute')), target
def limit(*values):
    import resource
    try:
        resource.setrlimit(*values)
    except ValueError as refusal:
        raise OSError from refusal
"""


@pytest.mark.parametrize("text", DOORS.values(), ids=DOORS)
def test_the_door_is_closed(tmp_path: Path, text: str) -> None:
    body = text.replace("resource.setrlimit", "limit")
    match = Match(tmp_path, LIMIT + turn(body))
    assert match.verdict == Verdict.OK, match.fault
    assert match.logged != ["done"]
    assert len(match.logged) == 1
    match.unharmed()


def test_empty_files_are_counted(tmp_path: Path) -> None:
    """They have no size, but take memory of the kernel's."""
    text = "import itertools\ndef jouer_placement():\n    for n in itertools.count():\n"
    text += "        os.close(os.open(f'/tmp/{n}', os.O_CREAT))\n"
    match = Match(tmp_path, text)
    assert match.verdict == Verdict.INVALID
    assert match.fault.message.endswith(" temporary files; the limit is 10000")
    match.unharmed()


def test_one_line_without_end_is_cut(tmp_path: Path) -> None:
    match = Match(tmp_path, "def jouer_placement():\n    while True: os.write(1, b'x' * 2**20)\n", SHORT)
    assert match.verdict == Verdict.TIMED_OUT
    assert set(match.fault.output) == {"x"}
    assert len(match.fault.output) <= 4000
    match.unharmed()


# At level process


PROCESS = {
    "the engine's variables": "open(f'/proc/{os.getppid()}/environ', 'rb').read()",
    "the engine's memory": "open(f'/proc/{os.getppid()}/mem', 'rb').read(1)",
    "the engine's descriptors": "os.listdir(f'/proc/{os.getppid()}/fd')",
    "shared memory": "open('/dev/shm/hostile', 'w')",
    "the users' folder": "open('/tmp/hostile', 'w')",
    "its pages' cache": "os.mkdir(os.path.join(os.path.dirname(__file__), '__pycache__'))",
}


@pytest.mark.parametrize("text", PROCESS.values(), ids=PROCESS)
def test_the_door_is_closed_without_a_sandbox(tmp_path: Path, text: str) -> None:
    from joute.champions.sandbox.confine import landlock_version

    if landlock_version() < 1:
        pytest.skip("this kernel has no landlock: doctor tells")
    assert logged(tmp_path, Level.PROCESS, turn(text)) == ["PermissionError"]


def test_threads_of_a_process_are_limited(tmp_path: Path) -> None:
    text = "def jouer_placement():\n    wait = threading.Event().wait\n    threading.stack_size(2**16)\n"
    text += "    for _ in range(20): threading.Thread(target=wait, daemon=True).start()\n    wait()\n"
    (tmp_path / "mine.py").write_text(HEAD + text)
    fault = faulted(tmp_path / "mine.py", Limits(processes=16, time_ms=20_000))
    assert (fault.verdict, fault.message) == (Verdict.CRASHED, "RuntimeError: can't start new thread")


def test_processes_of_a_program_are_counted(tmp_path: Path) -> None:
    """A program of its own must be started, so it may start others. Root's champions have a user of their own, for whom
    the kernel counts; else it counts all that the user has, and the engine those of the champion."""
    refused = "sys.exit(f'{n} started')" if os.geteuid() == 0 else "signal.pause()"
    text = "import os, signal, sys\nfor n in range(99):\n    try: os.fork() or signal.pause()\n"
    (tmp_path / "bot.py").write_text(f"{text}    except OSError: {refused}\n")
    (tmp_path / "champion.toml").write_text("run = '/usr/bin/python3 -S bot.py'\n")
    fault = faulted(tmp_path, Limits(processes=16, start_ms=20_000))
    if os.geteuid() == 0:
        assert (fault.verdict, "\n14 started" in fault.message) == (Verdict.LOAD_ERROR, True), fault
    else:
        assert (fault.verdict, fault.message) == (
            Verdict.INVALID,
            "it had 17 processes and threads at once; the limit is 16",
        )


def faulted(path: Path, limits: Limits) -> Fault:
    """The first fault of a champion at level process."""
    game = joute.load_game("toy", max_turns=1)
    player = find(game, str(path), 0, Hosting(Level.PROCESS, limits, strict=True))
    return Referee(joute.Table(game), [player, find(game, "idle")]).play().reports[0].faults[0]


def test_files_are_counted_without_a_sandbox(tmp_path: Path) -> None:
    text = "def jouer_placement():\n    for n in range(99):\n"
    text += "        open(os.environ['TMPDIR'] + f'/{n}', 'wb').write(bytes(2**20))\n    time.sleep(10**6)\n"
    (tmp_path / "mine.py").write_text(HEAD + text)
    game = joute.load_game("toy", max_turns=1)
    player = find(game, str(tmp_path / "mine.py"), 0, Hosting(Level.PROCESS, AMPLE))
    fault = Referee(joute.Table(game), [player, find(game, "idle")]).play().reports[0].faults[0]
    if os.geteuid() == 0:  # for root's champions the kernel bounds them
        assert (fault.verdict, "No space left on device" in fault.message) == (Verdict.CRASHED, True), fault
    else:
        assert fault.verdict == Verdict.INVALID, fault
        assert fault.message.endswith(" MB of temporary files; the limit is 8 MB")


NESTED = """
def jouer_placement():
    os.chdir(os.environ['TMPDIR'])
    for _ in range(3000):
        os.mkdir('a'); os.chdir('a')
"""


def test_folders_nested_deeply_are_removed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Deeper than Python goes, and than a path is long."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    monkeypatch.setattr(usage, "SAMPLE_S", 1e9)
    assert logged(tmp_path, Level.PROCESS, NESTED) == []
    assert list(tmp_path.iterdir()) == [tmp_path / "mine.py"]


def test_folders_nested_deeply_void_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the kernel does not bound what is in them, they are too much: nobody can count it."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    monkeypatch.setattr(usage, "SAMPLE_S", 0.0)
    if os.geteuid() == 0:
        assert logged(tmp_path, Level.PROCESS, NESTED) == []
    else:
        (tmp_path / "mine.py").write_text(HEAD + NESTED)
        fault = faulted(tmp_path / "mine.py", Limits(time_ms=20_000))
        told = Verdict.INVALID, "its temporary files cannot be counted: File name too long"
        assert (fault.verdict, fault.message) == told
    assert list(tmp_path.iterdir()) == [tmp_path / "mine.py"]


def test_a_folder_that_is_closed_is_removed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    monkeypatch.setattr(usage, "SAMPLE_S", 1e9)
    text = "def jouer_placement():\n    os.chdir(os.environ['TMPDIR'])\n    os.mkdir('a', 0)\n"
    assert logged(tmp_path, Level.PROCESS, text) == []
    assert list(tmp_path.iterdir()) == [tmp_path / "mine.py"]


def test_a_build_that_nests_folders_deeply_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    (tmp_path / "mine").mkdir()
    nest = "import os\nfor _ in range(3000):\n    os.mkdir('a'); os.chdir('a')\n"
    build, run = json.dumps(["/usr/bin/python3", "-c", nest]), json.dumps(["/usr/bin/python3", "bot.py"])
    (tmp_path / "mine" / "champion.toml").write_text(f"build = {build}\nrun = {run}\n")
    with pytest.raises(ChampionError, match="the build has left folders that are more than 20 deep"):
        find(joute.load_game("toy"), str(tmp_path / "mine"), 0, Hosting(strict=True))
    assert list((tmp_path / "cache").rglob("new-*")) == []


# On the host


@pytest.mark.parametrize(
    ("how", "told"),
    [
        ("os.write(wire.file, framed(message) + framed(next))", "data after the answer"),
        ("done(message); done(next)", ""),  # where this one is met depends on who is faster
    ],
    ids=["together", "one by one"],
)
def test_nothing_is_said_between_two_turns(tmp_path: Path, how: str, told: str) -> None:
    """A host that answers the next question before it is asked."""
    text = f"""
from joute.champions.hosting.wire import *
import gc, os
wire = [o for o in gc.get_objects() if type(o) is HostWire][0]
def jouer_placement():
    done = wire.send
    def ahead(message):
        next = HostReply(message.number + 1, [])
        {how}
    wire.send = ahead
"""
    match = Match(tmp_path, text)
    assert match.verdict == Verdict.INVALID
    assert match.fault.message.startswith(f"protocol: {told}")
    assert match.outcome.reports[0].stopped
    match.unharmed()


@pytest.mark.parametrize("level", LEVELS)
def test_the_clock_is_the_engine_s(tmp_path: Path, level: Level) -> None:
    """Whatever a champion makes of the clocks and of the host around it, its time is taken where it cannot reach."""
    text = """
import joute.champions.players.python as here
real = time.monotonic
def jouer_placement():
    until = real() + 0.2
    while real() < until: pass
time.perf_counter = time.process_time = lambda: 0.0
here.Answer = lambda *a, **k: type('A', (), {'fault': None, 'dead': False, 'private': {}, 'wall_ms': 0, 'cpu_ms': 0})()
"""
    (tmp_path / "mine.py").write_text(HEAD + text)
    game = joute.load_game("toy", max_turns=1)
    recorder = Recorder()
    player = find(game, str(tmp_path / "mine.py"), 0, Hosting(level, AMPLE))
    Referee(joute.Table(game), [player, find(game, "idle")], recorder).play()
    line = next(line for line in recorder.lines if isinstance(line, PhaseLine) and line.phase == "placement")
    assert line.wall_ms[0] >= 200
    assert line.cpu_ms[0] > 0


def test_a_host_holds_no_other_seat_s_view(tmp_path: Path) -> None:
    """Who takes the host apart and asks it for another seat finds none of the units that are there."""
    text = """from api import *
from joute import debug
import gc
def jouer_tour():
    from joute.champions.hosting.child.host import View, ViewSeat
    view = [o for o in gc.get_objects() if isinstance(o, View)][0]
    other = ViewSeat(view, 1 - view.seat.index, memoryview(bytearray(1 << 16)).cast('q'))
    cells = [(y, x) for y in range(height()) for x in range(width())]
    seen = lambda n, seat: sum(seat.call('units', n, C, *cell) > 0 for cell in cells)
    debug.log(seen(0, view.seat), seen(1, other))
"""
    (tmp_path / "mine.py").write_text(text)
    game = joute.load_game("chartichaud", max_turns=2)
    recorder = Recorder()
    players = [find(game, str(tmp_path / "mine.py"), 0, Hosting(limits=AMPLE)), find(game, "idle")]
    table = joute.Table(game)
    cells = [(y, x) for y in range(30) for x in range(30)]
    assert any(table.seat(1).call("units", 1, "C", *cell) > 0 for cell in cells)
    Referee(table, players, recorder).play()
    lines = [line for line in recorder.lines if isinstance(line, PhaseLine)]
    assert [text for line in lines for text in line.private.get(0, {}).get("log", [])] == ["1 0"]


def test_a_host_taken_over_gains_no_order(tmp_path: Path) -> None:
    """Rules that accept everything, an API that is another, a seat of somebody else: the engine repeats each order."""
    text = """
import gc, sys
from joute.core.game import Game
from joute.core.seat import Seat
Game.check = lambda self, world, index, row: self.ok
sys.modules['api'] = sys.modules['_api'] = sys
for seat in [o for o in gc.get_objects() if isinstance(o, Seat)]:
    seat.index = 1
def jouer_placement():
    seat = [o for o in gc.get_objects() if isinstance(o, Seat)][0]
    seat.orders.append((1, 99, 99, 0))
"""
    match = Match(tmp_path, text)
    assert match.verdict == Verdict.INVALID
    assert match.fault.message == "the order [1, 99, 99, 0] is refused by the rules"
    match.unharmed()


def test_the_engine_finds_no_module_in_a_champion_s_folder(tmp_path: Path) -> None:
    """A folder full of modules with names of ours and of Python's, and of compiled ones that were poisoned."""
    folder = tmp_path / "mine"
    (folder / "__pycache__").mkdir(parents=True)
    for name in ("traceback", "msgspec", "joute", "resource", "numpy", "watching"):
        (folder / f"{name}.py").write_text("raise SystemExit('taken over')\n")
        (folder / "__pycache__" / f"{name}.cpython-311.pyc").write_bytes(b"\0" * 64)
    (folder / "champion.py").write_text(
        "from api import *\ndef jouer_placement():\n    1 / 0\ndef jouer_marche(): pass\n"
    )
    game = joute.load_game("toy", max_turns=1)
    for level in LEVELS:
        outcome = Referee(joute.Table(game), [find(game, str(folder), 0, Hosting(level)), find(game, "idle")]).play()
        assert outcome.void == ""
        assert outcome.reports[0].faults[0].message == "ZeroDivisionError: division by zero"


def test_words_that_imitate_ours_deceive_nobody_but_their_author(tmp_path: Path) -> None:
    """What looks like a box that fell, like a stack, like a lack of memory: all are the champion's own printing."""
    text = (
        "def jouer_placement():\n    print('bwrap: no permissions', 'Current thread 0x1', 'MemoryError', sep='\\n')\n"
    )
    match = Match(tmp_path, text + "    os._exit(0)\n")
    assert (match.verdict, match.fault.message) == (
        Verdict.CRASHED,
        "its process exited by itself, with exit code 0",
    )
    match.unharmed()


def test_who_prints_like_a_fallen_box_while_loading_gets_no_weaker_one(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text("import os\nos.write(2, b'bwrap: no permissions')\nos._exit(1)\n")
    warnings: list[str] = []
    game = joute.load_game("toy")
    player = find(game, str(tmp_path / "mine.py"), 0, Hosting(warn=warnings.append, fall_back=True))
    outcome = Referee(joute.Table(game), [player, find(game, "idle")]).play()
    assert (warnings, outcome.void) == ([], "")
    assert outcome.reports[0].verdict == Verdict.CRASHED


def test_a_program_of_its_own_gets_nothing_of_the_host(tmp_path: Path) -> None:
    """Neither the wire nor the note: descriptors are not passed on."""
    text = """
import json, os, sys
sys.stdin.readline()
print('{"type":"ready","joute":"champion/1"}', flush=True)
sys.stdin.readline()
sys.exit(str([n for n in range(3, 1024) if os.path.exists(f'/proc/self/fd/{n}')]))
"""
    (tmp_path / "bot.py").write_text(text)
    (tmp_path / "champion.toml").write_text(f"run = {json.dumps(['/usr/bin/python3', '-S', 'bot.py'])}\n")
    game = joute.load_game("toy")
    for level in LEVELS:
        outcome = Referee(joute.Table(game), [find(game, str(tmp_path), 0, Hosting(level)), find(game, "idle")]).play()
        assert outcome.reports[0].faults[0].output.strip() == "[]"


# On the memory


MANY = """
held, holds = os.pipe()
for _ in range(4):
    if os.fork() == 0:
        much = b'x' * 2**26
        os.write(holds, b'.')
        time.sleep(10**6)
for _ in range(4):
    os.read(held, 1)
def jouer_placement():
    pass
"""
MUCH = r"its processes used \d+ MB of memory; the limit is 128 MB"


def test_who_answers_at_once_is_sampled_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(usage, "SAMPLE_S", 0.0)
    match = Match(tmp_path, MANY)
    assert match.verdict == Verdict.OUT_OF_MEMORY, match.fault
    assert re.fullmatch(MUCH, match.fault.message)
    match.unharmed()


def test_memory_is_limited_while_others_think(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who holds too much is ended at once, and told so when it is asked."""
    monkeypatch.setattr(usage, "SAMPLE_S", 1e9)
    player = champion(tmp_path / "many", HEAD + MANY)
    table = joute.Table(joute.load_game("toy"))
    assert player.load(table.copy().seat(0)) is None
    player.sit(table.seat(0))
    assert player._process is not None
    mark = player._process.mark
    monkeypatch.setattr(usage, "SAMPLE_S", 0.0)
    player.check_idle_cpu()
    assert living(mark) == []
    fault = player.ask(table.turn).fault
    assert fault is not None
    assert (fault.verdict, fault.callback) == (Verdict.OUT_OF_MEMORY, table.turn.callback)
    assert re.fullmatch(MUCH, fault.message)


TABLES = """
import mmap
def jouer_placement():
    size = 2**21
    kept = mmap.mmap(-1, 2**{size}, flags=mmap.MAP_PRIVATE, prot=mmap.PROT_READ)
    import ctypes
    ctypes.CDLL(None).prctl(15, b"VmPTE: 0")
    for n in range(0, len(kept), size): kept[n]
    time.sleep(10**6)
"""


def test_page_tables_are_memory(tmp_path: Path) -> None:
    """A byte read in every two megabytes takes no page, but a page table each; whatever the process calls itself."""
    player = champion(tmp_path / "sparse", HEAD + TABLES.format(size=37))
    player.needs_address_space = True
    game = joute.load_game("toy", max_turns=1)
    outcome = Referee(joute.Table(game), [player, find(game, "idle")]).play()
    fault = outcome.reports[0].faults[0]
    assert fault.verdict == Verdict.OUT_OF_MEMORY, fault
    assert re.fullmatch(MUCH, fault.message)


PIPES = """
def fill():
    while True:
        try: end = os.pipe()[1]
        except OSError: return
        os.set_blocking(end, False)
        try:
            while True: os.write(end, bytes(2**16))
        except BlockingIOError: pass
def jouer_placement():
    {start}
    fill()
    time.sleep(10**6)
"""


def test_pipes_of_all_processes_are_counted_together(tmp_path: Path) -> None:
    """One process has at most 16 MB in them."""
    match = Match(tmp_path, PIPES.format(start="for _ in range(3): os.fork()"), AMPLE)
    assert match.verdict == Verdict.INVALID, match.fault
    assert re.fullmatch(r"its processes had \d+ files open at once; the limit is 256", match.fault.message)
    match.unharmed()


SOCKETS = """
def jouer_placement():
    kept = [socket.socketpair() for _ in range(100)]
    time.sleep(10**6)
"""


def test_what_sockets_hold_is_bounded(tmp_path: Path) -> None:
    match = Match(tmp_path, SOCKETS, AMPLE)
    assert match.verdict == Verdict.INVALID, match.fault
    assert re.fullmatch(r"its pipes and sockets can hold 41 MB; the limit is 16 MB", match.fault.message)
    match.unharmed()


@pytest.mark.parametrize("level", LEVELS)
def test_no_device_is_memory_that_counts_for_nobody(tmp_path: Path, level: Level) -> None:
    text = turn("import mmap\nmmap.mmap(os.open('/dev/zero', os.O_RDWR), 4096)")
    (told,) = logged(tmp_path, level, text)
    assert issubclass(getattr(__import__("builtins"), told), OSError)


HEIR = """
def jouer_placement():
    if os.fork(): os._exit(0)
"""


def test_a_child_does_not_play_on_in_its_parent_s_place(tmp_path: Path) -> None:
    match = Match(tmp_path, HEIR)
    assert (match.verdict, match.fault.message) == (
        Verdict.CRASHED,
        "its process exited by itself, with exit code 0",
    )
    match.unharmed()


HIDDEN = {
    "removed": "kept = []\n    for n in range(40):\n        kept.append(open(place, 'wb', 0))\n"
    "        os.remove(place)\n        kept[-1].write(bytes(2**20))\n",
    "deep": "os.chdir(os.environ['TMPDIR'])\n"
    "    for _ in range(40):\n        os.mkdir('a' * 200); os.chdir('a' * 200)\n"
    "    for n in range(40): open(str(n), 'wb', 0).write(bytes(2**20))\n",
}


@pytest.mark.parametrize("way", HIDDEN)
def test_no_temporary_file_is_hidden_without_a_sandbox(tmp_path: Path, way: str) -> None:
    """For root's champions the kernel bounds them; else they are counted, and what cannot be counted is too much."""
    text = f"def jouer_placement():\n    place = os.path.join(os.environ['TMPDIR'], 'x')\n    {HIDDEN[way]}"
    (tmp_path / "mine.py").write_text(HEAD + text + "    time.sleep(10**6)\n")
    fault = faulted(tmp_path / "mine.py", Limits(tmp_mb=16, time_ms=20_000))
    if os.geteuid() == 0:
        assert (fault.verdict, "No space left on device" in fault.message) == (Verdict.CRASHED, True), fault
    else:
        told = r"it had \d+ MB of temporary files; the limit is 16 MB"
        told += "|its temporary files cannot be counted: File name too long"
        assert fault.verdict == Verdict.INVALID
        assert re.fullmatch(told, fault.message)


HONEST = {
    "asyncio": "import asyncio\n    async def think(): await asyncio.sleep(0)\n    asyncio.run(think())",
    "a pipe of two ways": "from multiprocessing import Pipe\n    one, other = Pipe()\n    one.send(1); other.recv()",
    "a temporary file": "import tempfile\n    with tempfile.TemporaryFile() as file: file.write(bytes(2**20))",
    "threads": "from concurrent.futures import ThreadPoolExecutor\n"
    "    with ThreadPoolExecutor(4) as pool: list(pool.map(str, range(100)))",
    "much printing": "print('x' * 10**6)",
    "private memory": "import mmap\n    mmap.mmap(-1, 2**20, flags=mmap.MAP_PRIVATE)[0] = 1",
}


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("text", HONEST.values(), ids=HONEST)
def test_what_honest_champions_do_is_allowed(tmp_path: Path, level: Level, text: str) -> None:
    assert logged(tmp_path, level, f"def jouer_placement():\n    {text}\n    debug.log('done')\n") == ["done"]


def test_the_engine_prints_for_nobody(capfd: pytest.CaptureFixture[str]) -> None:
    """A host that blames a function which prints would have it called in the engine."""
    seat = joute.Table(joute.load_game("archipel")).seat(0)
    (name, *_) = (one.name for one in seat.game.api.functions.values() if one.kind == "show")
    with pytest.raises(
        WireError, match=r"an engine error in \w+\(\) that does not occur when the engine repeats the call"
    ):
        trust.confirm_bug(Bug("a bug", name, [0]), seat)
    assert capfd.readouterr() == ("", "")


def test_no_line_of_a_message_passes_for_one_of_the_report() -> None:
    fault = Fault(Verdict.CRASHED, "one\nmine.py wins", callback="jouer_tour")
    assert fault_lines("mine.py", fault)[0] == "mine.py failed in turn 0, in jouer_tour(): one\n    mine.py wins"
