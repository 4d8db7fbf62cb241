"""Attacks by those who know the house: on the kernel, on the host they live in, on the clock and on the others."""

from __future__ import annotations

import json
import os
import re
import shutil
import tempfile
import time
from pathlib import Path

import pytest

import joute
from joute.champions import seccomp, weighing
from joute.champions.errors import ChampionError
from joute.champions.find import find
from joute.champions.limits import Hosting, Level, Limits
from joute.match.referee import Referee
from joute.match.replay import PhaseLine, Recorder
from joute.match.verdict import Verdict

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
def test_every_call_of_the_list_is_refused(tmp_path: Path, level: Level) -> None:
    """Mounting, tracing, keys, rings, faults in user space, queues, watches: all by their numbers."""
    machine = seccomp.MACHINES[os.uname().machine]
    numbers = machine.refused | (machine.leave_group | machine.others if level == Level.PROCESS else {})
    text = f"{CALLS}\ndef jouer_placement():\n"
    text += f"    debug.log([name for name, n in {numbers!r}.items() if not refused(n, 0, 0, 0, 0, 0)])\n"
    assert logged(tmp_path, level, text) == ["[]"]


@pytest.mark.skipif(not seccomp.supported(), reason="no seccomp for this machine")
@pytest.mark.parametrize("level", LEVELS)
def test_what_may_be_done_to_oneself_may_not_be_done_to_others(tmp_path: Path, level: Level) -> None:
    """Limits, priorities and schedules of the engine, which at level process has the same user."""
    text = f"""{CALLS}
def jouer_placement():
    import resource
    own = {seccomp._own(seccomp.MACHINES[os.uname().machine])!r}
    other = os.getppid() or 1  # whoever has started it is not seen in a box
    debug.log([n for n, place in own if not refused(n, *([other] if place == 16 else [0, other]), 0, 0)])
    resource.setrlimit(resource.RLIMIT_NOFILE, (64, 64))
    debug.log(-os.nice(0) + os.nice(1), resource.getrlimit(resource.RLIMIT_NOFILE)[0])
"""
    assert logged(tmp_path, level, text) == ["[]", "1 64"]


@pytest.mark.parametrize("level", LEVELS)
def test_namespaces_cannot_be_had_through_any_door(tmp_path: Path, level: Level) -> None:
    clone = seccomp.MACHINES[os.uname().machine].clone
    flags = {"user": 0x10000000, "pid": 0x20000000, "net": 0x40000000, "mount": 0x20000, "ipc": 0x8000000}
    text = f"{CALLS}\ndef jouer_placement():\n"
    text += (
        f"    debug.log([name for name, flag in {flags!r}.items() if not refused({clone}, flag | 17, 0, 0, 0, 0)])\n"
    )
    assert logged(tmp_path, level, text) == ["[]"]


@pytest.mark.skipif(os.uname().machine != "x86_64", reason="only x86_64 has another machine inside")
@pytest.mark.parametrize("call", [b"\xb8\x67\x01\x00\x00\xcd\x80\xc3", b"\xb8\x29\x00\x00\x40\x0f\x05\xc3"])
def test_calls_of_another_machine_open_no_door(tmp_path: Path, call: bytes) -> None:
    """socket(2) by its number for 32 bits ends the process; by its number for x32 there is no such call."""
    text = f"""
import ctypes, mmap
code = mmap.mmap(-1, 4096, prot=7)
code.write({call!r})
run = ctypes.CFUNCTYPE(ctypes.c_long)(ctypes.addressof(ctypes.c_char.from_buffer(code)))
"""
    match = Match(tmp_path, text + turn("if run() < 0: raise OSError"))
    if call[-3] == 0xCD:
        assert (match.verdict, match.fault.message) == (Verdict.CRASHED, "it was ended by the signal SIGSYS")
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
    assert match.fault.message.endswith(" temporary files; 10000 are allowed")
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
    from joute.champions.walls import landlock_version

    if landlock_version() < 1:
        pytest.skip("this kernel has no landlock: doctor tells")
    assert logged(tmp_path, Level.PROCESS, turn(text)) == ["PermissionError"]


def test_files_are_counted_without_a_sandbox(tmp_path: Path) -> None:
    text = "def jouer_placement():\n    for n in range(99):\n"
    text += "        open(os.environ['TMPDIR'] + f'/{n}', 'wb').write(bytes(2**20))\n    time.sleep(10**6)\n"
    (tmp_path / "mine.py").write_text(HEAD + text)
    game = joute.load_game("toy", max_turns=1)
    player = find(game, str(tmp_path / "mine.py"), 0, Hosting(Level.PROCESS, AMPLE))
    fault = Referee(joute.Table(game), [player, find(game, "idle")]).play().reports[0].faults[0]
    assert fault.verdict == Verdict.INVALID, fault
    assert fault.message.endswith(" MB of temporary files; 8 are allowed")


@pytest.mark.parametrize("then", ["pass", "time.sleep(0.5)"], ids=["removed", "weighed and removed"])
def test_folders_nested_deeply_void_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, then: str) -> None:
    """Deeper than Python goes, and than a path is long."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    text = "def jouer_placement():\n    os.chdir(os.environ['TMPDIR'])\n    for _ in range(3000):\n"
    assert logged(tmp_path, Level.PROCESS, f"{text}        os.mkdir('a'); os.chdir('a')\n    {then}\n") == []
    assert list(tmp_path.iterdir()) == [tmp_path / "mine.py"]


def test_a_folder_that_is_closed_is_removed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    text = "def jouer_placement():\n    os.chdir(os.environ['TMPDIR'])\n    os.makedirs('a/b')\n    os.chmod('a', 0)\n"
    assert logged(tmp_path, Level.PROCESS, text) == []
    assert list(tmp_path.iterdir()) == [tmp_path / "mine.py"]


def test_a_build_that_nests_folders_deeply_is_a_champion_that_cannot_be_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    (tmp_path / "mine").mkdir()
    nest = "import os\nfor _ in range(3000):\n    os.mkdir('a'); os.chdir('a')\n"
    build, run = json.dumps(["/usr/bin/python3", "-c", nest]), json.dumps(["/usr/bin/python3", "bot.py"])
    (tmp_path / "mine" / "champion.toml").write_text(f"build = {build}\nrun = {run}\n")
    with pytest.raises(ChampionError, match="cannot be read"):
        find(joute.load_game("toy"), str(tmp_path / "mine"), 0, Hosting(strict=True))
    assert list((tmp_path / "cache").rglob("new-*")) == []


# On the host


@pytest.mark.parametrize(
    ("how", "told"),
    [
        ("os.write(wire._fd, framed(message) + framed(next))", "it says more than it was asked"),
        ("done(message); done(next)", ""),  # where this one is met depends on who is faster
    ],
    ids=["together", "one by one"],
)
def test_nothing_is_said_between_two_turns(tmp_path: Path, how: str, told: str) -> None:
    """A host that answers the next question before it is asked."""
    text = f"""
from joute.champions.wire import *
import gc, os
wire = [o for o in gc.get_objects() if type(o) is HostWire][0]
def jouer_placement():
    done = wire.send
    def ahead(message):
        next = Done(message.number + 1, [])
        {how}
    wire.send = ahead
"""
    match = Match(tmp_path, text)
    assert match.verdict == Verdict.INVALID
    assert match.fault.message.startswith(f"it does not keep to the protocol: {told}")
    assert match.outcome.reports[0].stopped
    match.unharmed()


@pytest.mark.parametrize("level", LEVELS)
def test_the_clock_is_the_engine_s(tmp_path: Path, level: Level) -> None:
    """Whatever a champion makes of the clocks and of the host around it, its time is taken where it cannot reach."""
    text = """
import joute.champions.python as here
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
    from joute.champions.host import View, ViewSeat
    view = [o for o in gc.get_objects() if isinstance(o, View)][0]
    other = ViewSeat(view, 1 - view.seat.index, lambda *a: None)
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
        "its process ended by itself, with exit code 0",
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


# The core


THIEF = """
if os.fork() == 0:
    while True: pass
def jouer_placement():
    pass
"""


def test_who_uses_the_core_unasked_is_frozen_until_it_is_asked(tmp_path: Path) -> None:
    """With all that it has started: others, who think meanwhile, would lose their time to it."""
    thief = champion(tmp_path / "thief", HEAD + THIEF)
    table = joute.Table(joute.load_game("toy"))
    assert thief.load(table.copy().seat(0)) is None
    thief.sit(table.seat(0))
    assert thief._process is not None
    until = time.monotonic() + 60
    while not thief._scales.restless:
        assert time.monotonic() < until
        thief.mind()
        time.sleep(0.01)
    pids = thief._process.everybody()
    assert len(pids) >= 2
    for _ in range(3):
        while any(state(pid) != "T" for pid in pids):  # which the kernel brings about a moment later
            assert time.monotonic() < until
            time.sleep(0.001)
        assert thief.ask(table.turn).fault is None
    thief.leave()


def test_who_is_quiet_is_left_alone(tmp_path: Path) -> None:
    quiet = champion(tmp_path / "quiet", HEAD + "def jouer_placement():\n    sum(range(10**6))\n")
    table = joute.Table(joute.load_game("toy"))
    assert quiet.load(table.copy().seat(0)) is None
    quiet.sit(table.seat(0))
    assert quiet._process is not None
    for _ in range(5):
        assert quiet.ask(table.turn).fault is None
        quiet._scales._looked -= 1.0
        quiet.mind()
        assert not quiet._scales.restless
        assert state(quiet._process.pid) != "T"
    quiet.leave()


def state(pid: int | None) -> str:
    return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]


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
MUCH = r"its processes used \d+ MB of memory; 128 are allowed"


def test_who_answers_at_once_is_weighed_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(weighing, "WEIGHED_S", 0.0)
    match = Match(tmp_path, MANY)
    assert match.verdict == Verdict.OUT_OF_MEMORY, match.fault
    assert re.fullmatch(MUCH, match.fault.message)
    match.unharmed()


def test_what_is_seen_while_others_think_is_told_when_it_is_asked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(weighing, "WEIGHED_S", 1e9)
    player = champion(tmp_path / "many", HEAD + MANY)
    table = joute.Table(joute.load_game("toy"))
    assert player.load(table.copy().seat(0)) is None
    player.sit(table.seat(0))
    player._scales._looked -= 2e9
    player.mind()
    assert player._process is not None
    fault = player.ask(table.turn).fault
    assert fault is not None
    assert (fault.verdict, fault.callback) == (Verdict.OUT_OF_MEMORY, table.turn.callback)
    assert re.fullmatch(MUCH, fault.message)
