"""Hostile champions: each promise of the sandbox, tried by one that means to break it.

After each: the right verdict, no process and no file left, the other champion's match unharmed, the engine alive.
"""

from __future__ import annotations

import os
import select
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import joute
from joute.champions.sandbox import bubblewrap
from joute.champions.sandbox.limits import Limits
from joute.match.verdict import Verdict
from tests.champions.processes import living

from .support import HEAD, SHORT, SOUND, Match, champion, turn

pytestmark = pytest.mark.skipif(shutil.which("bwrap") is None, reason="bubblewrap is missing: make system")

# Refused by the sandbox: the champion itself plays on


REFUSED = {
    "opens a socket": ("socket.socket()", "PermissionError"),
    "opens a socket of another kind": ("socket.socket(socket.AF_UNIX)", "PermissionError"),
    "calls the loopback": ("socket.create_connection(('127.0.0.1', 80), 0.1)", "PermissionError"),
    "reads another champion's files": ("open(os.environ.get('X', '{sound}/secret.txt'))", "FileNotFoundError"),
    "reads the user's home": ("os.listdir(os.path.expanduser('{home}/.ssh'))", "FileNotFoundError"),
    "reads the list of users": ("open('/etc/passwd')", "FileNotFoundError"),
    "writes beside itself": ("open('/champion/hostile-x', 'w')", "OSError"),
    "writes to the root": ("open('/hostile-x', 'w')", "OSError"),
    "writes to the system": ("open('/usr/hostile-x', 'w')", "OSError"),
    "writes to the engine": ("open(joute_file, 'a')", "OSError"),
    "writes to shared memory": ("open('/dev/shm/hostile-x', 'w')", "OSError"),
    "writes to the kernel": ("open('/proc/sys/kernel/core_pattern', 'w')", "OSError"),
    "fills its tmp": ("for n in range(9): open(f'/tmp/{{n}}', 'wb').write(bytes(2**20))", "OSError"),
    "writes one file without end": ("f = open('/tmp/x', 'wb')\nwhile True: f.write(bytes(2**20))", "OSError"),
    "opens files without end": ("kept = []\nwhile True: kept.append(open('/dev/null'))", "OSError"),
    "becomes root": ("os.setuid(0)", "OSError"),
    "changes the root": ("os.chroot('/tmp')", "PermissionError"),
    "watches another process": ("import ctypes\nif ctypes.CDLL(None).ptrace(16, 1, 0, 0): raise OSError", "OSError"),
    "makes namespaces": ("import ctypes\nif ctypes.CDLL(None).unshare(0x10000000): raise OSError", "OSError"),
    "mounts": ("import ctypes\nif ctypes.CDLL(None).mount(b'x', b'/tmp', b'tmpfs', 0, 0): raise OSError", "OSError"),
    "types into the terminal": ("import fcntl\nfcntl.ioctl(0, 0x5412, b'x')", "PermissionError"),
    "leaves its group": ("os.setpgid(0, 0)", "PermissionError"),
    "leaves its session": ("os.setsid()", "PermissionError"),
    "moves to all cores": ("os.sched_setaffinity(0, range(64))", "PermissionError"),
}


@pytest.mark.parametrize(("text", "refusal"), REFUSED.values(), ids=REFUSED)
def test_the_sandbox_holds(tmp_path: Path, text: str, refusal: str) -> None:
    text = text.format(sound=tmp_path / "sound", home=Path.home())
    match = Match(tmp_path, "import joute\njoute_file = joute.__file__\n" + turn(text))
    assert match.verdict == Verdict.OK, match.fault
    kind = getattr(__import__("builtins"), refusal)
    assert len(match.logged) == 1
    assert issubclass(getattr(__import__("builtins"), match.logged[0]), kind), match.logged
    match.unharmed()


def test_it_sees_no_process_but_its_own(tmp_path: Path) -> None:
    match = Match(tmp_path, turn("debug.log(sum(name.isdecimal() for name in os.listdir('/proc')))"))
    assert match.logged[0] == "3"  # itself, and two that hold its box
    match.unharmed()


def test_it_sees_no_variable_and_no_descriptor_of_ours(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PASSWORD", "secret")
    text = "debug.log('PASSWORD' in os.environ, sorted(map(int, os.listdir('/proc/self/fd')))[:4])"
    match = Match(tmp_path, turn(text))
    assert match.logged[0] == "False [0, 1, 2, 3]"  # the fourth is the listing itself
    match.unharmed()


def test_it_kills_its_parent_in_vain(tmp_path: Path) -> None:
    """Which it does not see in its box: it finds 0, which would be its own group."""
    match = Match(tmp_path, turn("debug.log(os.getppid())\nos.kill(1, signal.SIGKILL)"))
    assert match.verdict == Verdict.OK, match.fault
    assert match.logged in (["0", "done"], ["0", "PermissionError"])
    match.unharmed()


def test_it_kills_whoever_it_can(tmp_path: Path) -> None:
    """Where its box is held by the same user, the box falls with its holder, and it falls with the box."""
    text = "same = os.stat('/proc/2').st_uid == os.getuid()\nos.kill(-1, signal.SIGKILL)\nwhile same: time.sleep(1)"
    match = Match(tmp_path, turn(text), Limits(time_ms=20_000))
    if os.geteuid() == 0:
        assert match.verdict == Verdict.OK, match.fault
    else:
        assert (match.verdict, match.fault.message) == (Verdict.CRASHED, "its process was killed by the signal SIGKILL")
    match.unharmed()


def test_it_kills_its_group_and_that_is_itself(tmp_path: Path) -> None:
    match = Match(tmp_path, turn("os.kill(0, signal.SIGKILL)"))
    assert (match.verdict, match.fault.message) == (Verdict.CRASHED, "its process was killed by the signal SIGKILL")
    match.unharmed()


def test_through_the_holder_of_its_box_it_can_do_no_more(tmp_path: Path) -> None:
    text = "told = dict(line.split(':\\t', 1) for line in open('/proc/2/status').read().splitlines())\n"
    text += "debug.log(told['Name'], told['NoNewPrivs'], told['Seccomp'], told['CapEff'].strip('0'))\n"
    text += "limits = {line[:26].strip(): line[26:47].split() for line in open('/proc/2/limits')}\n"
    text += "debug.log([limits[name] for name in ('Max cpu time', 'Max file size', 'Max processes')])"
    match = Match(tmp_path, turn(text))
    assert match.logged == ["cat 1 2 ", "[['1'], ['0'], ['0']]", "done"]
    match.unharmed()


def test_it_has_no_rights_left(tmp_path: Path) -> None:
    text = "debug.log({line.split()[1].strip('0') for line in open('/proc/self/status') if line.startswith('Cap')})"
    match = Match(tmp_path, turn(text + "\ndebug.log(os.getgroups())"))
    assert match.logged[0] == "{''}"
    assert match.logged[1] in ("[]", "[65534]")
    match.unharmed()


def test_it_forks_until_refused(tmp_path: Path) -> None:
    text = "n = 0\nwhile True:\n    if os.fork() == 0:\n        time.sleep(1000)\n    n += 1\n    assert n < 16"
    match = Match(tmp_path, turn(text))
    assert match.verdict == Verdict.OK, match.fault
    assert match.logged == ["BlockingIOError"]
    match.unharmed()


def test_who_has_all_processes_takes_none_from_others(tmp_path: Path) -> None:
    """However many boxes stand, no two champions are the same user: there are matches of a hundred seats."""
    bomb = "try:\n    while True:\n        if os.fork() == 0: time.sleep(10**6)\nexcept OSError:\n    pass\n"
    thread = "one = threading.Thread(target=int)\none.start()\none.join()\n"
    seat = joute.Table(joute.load_game("toy")).seat(0)
    first, last = (
        champion(tmp_path / name, HEAD + text + turn("pass")) for name, text in (("first", bomb), ("last", thread))
    )
    assert first.load(seat) is None
    for _ in range(63):
        bubblewrap.command(bubblewrap.BoxContents((), tmp_path)).close()
    assert last.load(seat) is None
    first.leave()
    last.leave()


def test_a_fork_bomb_is_contained(tmp_path: Path) -> None:
    text = "def jouer_placement():\n    while True:\n        try:\n            os.fork()\n        except OSError:\n"
    match = Match(tmp_path, text + "            pass\n", SHORT)
    assert match.verdict in (Verdict.TIMED_OUT, Verdict.INVALID)
    match.unharmed()


# Ended by the engine


def test_it_allocates_without_end(tmp_path: Path) -> None:
    match = Match(tmp_path, "def jouer_placement():\n    kept = []\n    while True: kept.append(bytearray(2**20))\n")
    assert match.verdict == Verdict.OUT_OF_MEMORY
    assert match.outcome.reports[0].strikes == 3
    match.unharmed()


def test_shared_memory_counts_as_memory(tmp_path: Path) -> None:
    text = "import mmap\nkept = []\ndef jouer_placement():\n    while True: kept.append(mmap.mmap(-1, 2**26))\n"
    match = Match(tmp_path, text)
    assert match.verdict in (Verdict.OUT_OF_MEMORY, Verdict.CRASHED)
    match.unharmed()


@pytest.mark.parametrize("thread", ["main", "other"])
def test_all_its_processes_are_counted_together(tmp_path: Path, thread: str) -> None:
    starts = "start()" if thread == "main" else "threading.Thread(target=start).start()"
    text = f"""
def start():
    for n in range(8):
        if os.fork() == 0:
            kept = bytearray(b'x') * (60 * 2**20)
            time.sleep(10**6)
    time.sleep(10**6)
def jouer_placement():
    {starts}
    time.sleep(10**6)
"""
    match = Match(tmp_path, text, Limits(memory_mb=128, processes=16))
    assert match.verdict == Verdict.OUT_OF_MEMORY
    match.unharmed()


SPINS = "def jouer_placement():\n    spin()\ndef spin():\n    while True:\n        pass\n"


def test_it_spins_for_ever(tmp_path: Path) -> None:
    match = Match(tmp_path, SPINS, SHORT)
    assert match.verdict == Verdict.TIMED_OUT
    assert (match.fault.turn, match.fault.callback) == (0, "jouer_placement")
    assert match.fault.wall_ms >= 1100
    assert "in spin" in match.fault.traceback
    match.unharmed()


ENDLESS = {
    "sleeps": "def jouer_placement():\n    time.sleep(10**6)\n",
    "prints": "def jouer_placement():\n    while True: print('x' * 1000)\n",
    "prints from below": "def jouer_placement():\n    while True: os.write(2, b'x' * 1000)\n",
    "ignores signals": "def jouer_placement():\n    for n in range(1, 65):\n"
    "        try: signal.signal(n, signal.SIG_IGN)\n"
    "        except (OSError, ValueError): pass\n    while True: pass\n",
    "swallows everything": "def jouer_placement():\n    while True:\n        try:\n            while True: pass\n"
    "        except BaseException: pass\n",
    "waits for its input": "def jouer_placement():\n    os.read(os.pipe()[0], 1)\n",
    "stops itself": "def jouer_placement():\n    os.kill(os.getpid(), signal.SIGSTOP)\n",
    "hides in a thread": "def jouer_placement():\n    threading.Thread(target=lambda: time.sleep(10**6)).start()\n"
    "    threading.Event().wait()\n",
}


@pytest.mark.parametrize("text", ENDLESS.values(), ids=ENDLESS)
def test_it_never_answers(tmp_path: Path, text: str) -> None:
    match = Match(tmp_path, text, SHORT)
    assert match.verdict == Verdict.TIMED_OUT
    assert len(match.fault.output) <= 4100
    match.unharmed()


WIRE = """
def wire():
    return next(fd for fd in range(3, 1024) if is_socket(fd))
def is_socket(fd):
    import stat
    try: return stat.S_ISSOCK(os.fstat(fd).st_mode)
    except OSError: return False
def number():
    import gc, joute.champions.hosting.child.host as host
    return next(found for found in gc.get_objects() if type(found) is host.View).number
"""
BROKEN = {
    "closes the wire": "def jouer_placement():\n    os.closerange(3, 2**16); time.sleep(10**6)\n",
    "closes all": "def jouer_placement():\n    os.closerange(0, 2**16)\n",
    "floods the wire": "def jouer_placement():\n    while True: os.write(wire(), b'x' * 2**16)\n",
    "sends garbage": "def jouer_placement():\n    os.write(wire(), b'\\x00\\x00\\x00\\x04gaga'); time.sleep(10**6)\n",
    "sends an enormous length": "def jouer_placement():\n    os.write(wire(), b'\\xff' * 4); time.sleep(10**6)\n",
    "sends nests": "def jouer_placement():\n    os.write(wire(), b'\\x00\\x00\\xc3\\x50' + b'\\x91' * 50000)\n",
    "answers twice": "from joute.champions.hosting.wire import *\ndef jouer_placement():\n"
    "    os.write(wire(), framed(HostReply(number(), [])) * 2); time.sleep(10**6)\n",
    "answers ahead": "from joute.champions.hosting.wire import *\ndef jouer_placement():\n"
    "    os.write(wire(), framed(HostReply(number() + 1, []))); time.sleep(10**6)\n",
    "is ready again": "from joute.champions.hosting.wire import *\ndef jouer_placement():\n"
    "    os.write(wire(), framed(HostReady())); time.sleep(10**6)\n",
    "orders at once": "from joute.champions.hosting.wire import *\ndef jouer_placement():\n"
    "    os.write(wire(), framed(HostOrder(number(), [2]))); time.sleep(10**6)\n",
    "blames the engine": "from joute.champions.hosting.wire import *\ndef jouer_placement():\n"
    "    os.write(wire(), framed(Bug('a bug', 'passer', []))); time.sleep(10**6)\n",
    "blames it for nothing": "from joute.champions.hosting.wire import *\ndef jouer_placement():\n"
    "    os.write(wire(), framed(Bug('a bug', 'nothing', [[1]]))); time.sleep(10**6)\n",
}


@pytest.mark.parametrize("text", BROKEN.values(), ids=BROKEN)
def test_it_breaks_the_protocol(tmp_path: Path, text: str) -> None:
    match = Match(tmp_path, WIRE + text)
    allowed = (Verdict.INVALID, Verdict.CRASHED) if "closerange(0" in text else (Verdict.INVALID,)
    assert match.verdict in allowed, match.fault
    assert "number()" not in text or match.fault.message.startswith("protocol: ")
    assert match.outcome.reports[0].stopped
    match.unharmed()


def test_an_order_the_rules_refuse_is_invalid_and_costs_a_strike(tmp_path: Path) -> None:
    text = """
import joute.champions.hosting.child.host as host
real, given = host.HostReply, iter([[], [[1, 99, 99, 0]]])
host.HostReply = lambda number, orders, *rest: real(number, next(given, orders), *rest)
def jouer_placement():
    pass
"""
    match = Match(tmp_path, text)
    assert match.verdict == Verdict.INVALID
    assert (match.outcome.reports[0].strikes, match.outcome.reports[0].stopped) == (1, False)
    assert match.fault.message == "the order [1, 99, 99, 0] is refused by the rules"
    match.unharmed()


def test_it_leaves_grandchildren_behind(tmp_path: Path) -> None:
    text = """
if os.fork() == 0:
    if os.fork() == 0:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        time.sleep(10**6)
    os._exit(0)
os.wait()
"""
    match = Match(tmp_path, turn(text))
    assert (match.verdict, match.logged) == (Verdict.OK, ["done"])
    match.unharmed()


ENDS = {
    "SIGSEGV": ("import ctypes\ndef jouer_placement():\n    ctypes.string_at(0)\n", "SIGSEGV"),
    "SIGTERM": ("def jouer_placement():\n    os.kill(os.getpid(), signal.SIGTERM)\n", "SIGTERM"),
    "SIGKILL": ("def jouer_placement():\n    os.kill(os.getpid(), signal.SIGKILL)\n", "SIGKILL"),
    "exit": ("def jouer_placement():\n    os._exit(9)\n", "exit code 9"),
}


@pytest.mark.parametrize(("text", "told"), ENDS.values(), ids=ENDS)
def test_it_ends_itself(tmp_path: Path, text: str, told: str) -> None:
    match = Match(tmp_path, text)
    assert match.verdict == Verdict.CRASHED
    assert told in match.fault.message
    match.unharmed()


def test_a_library_that_aborts_for_want_of_memory_is_out_of_memory(tmp_path: Path) -> None:
    told = "os.write(2, b\"terminate called after throwing an instance of 'std::bad_alloc'\")"
    match = Match(tmp_path, f"def jouer_placement():\n    {told}\n    os.abort()\n")
    assert match.verdict == Verdict.OUT_OF_MEMORY
    assert match.fault.message == "it needed more than 128 MB of memory"
    match.unharmed()


@pytest.mark.parametrize("verdict", [Verdict.OK, Verdict.INTERNAL_ERROR])
def test_it_says_itself_why_it_cannot_be_loaded(tmp_path: Path, verdict: Verdict) -> None:
    """Its word is no verdict: neither that all went well, nor that it was our fault."""
    told = {"type": "failed", "message": "mine", "fault": {"verdict": str(verdict), "message": "ours", "turn": 7}}
    text = f"import msgspec\ndata = msgspec.msgpack.encode({told!r})\n"
    match = Match(tmp_path, WIRE + text + "os.write(wire(), len(data).to_bytes(4, 'big') + data)\ntime.sleep(10**6)\n")
    assert (match.verdict, match.fault.message, match.fault.turn) == (Verdict.LOAD_ERROR, "mine", 0)
    match.unharmed()


LOADS = {
    "spins while it is loaded": ("while True: pass\n", Verdict.TIMED_OUT),
    "exits while it is loaded": ("os._exit(3)\n", Verdict.CRASHED),
    "raises while it is loaded": ("1 / 0\n", Verdict.LOAD_ERROR),
}


@pytest.mark.parametrize(("text", "verdict"), LOADS.values(), ids=LOADS)
def test_it_fails_before_the_match(tmp_path: Path, text: str, verdict: Verdict) -> None:
    match = Match(tmp_path, text, Limits(time_ms=5000, start_ms=5000))
    assert match.verdict == verdict
    match.unharmed()


ENGINE = """
import os, sys
from pathlib import Path
import joute
from joute.champions.hosting.player import HostedChampion
from joute.champions.sandbox.limits import Hosting, Level

path = Path(sys.argv[1])
champion = HostedChampion("mine", path, "", Hosting(Level(sys.argv[2]), strict=True))
champion.load(joute.Table(joute.load_game("toy")).seat(0))
print(champion._process.mark, flush=True)
sys.stdin.read()
"""


@pytest.mark.parametrize("level", ["sandbox", "process"])
def test_no_champion_outlives_the_engine(tmp_path: Path, level: str) -> None:
    path = tmp_path / "mine.py"
    path.write_text(
        SOUND + "import threading\ndef spin():\n    while True: pass\nthreading.Thread(target=spin).start()\n"
    )
    command = [sys.executable, "-c", ENGINE, str(path), level]
    environment = {**os.environ, "TMPDIR": str(tmp_path)}
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment) as engine:
        assert engine.stdout is not None
        mark = engine.stdout.readline().decode().strip()
        watches = [os.pidfd_open(pid) for pid in living(mark)]
        assert watches
        engine.kill()
    for watch in watches:
        poll = select.poll()
        poll.register(watch, select.POLLIN)
        assert poll.poll(10_000), "a host is still alive"
        os.close(watch)
    assert living(mark) == []
