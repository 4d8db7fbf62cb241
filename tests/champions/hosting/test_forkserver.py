"""Fork servers: one spawns all hosts of a game, may crash, and is not mistaken for a champion that does."""

from __future__ import annotations

import errno
import os
import random
import select
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

import joute
from joute.champions.hosting import bytecode, forkserver, process
from joute.champions.hosting.child import host
from joute.champions.hosting.child.host import WIRE_FD
from joute.champions.hosting.forkserver import ForkServer, Preload
from joute.champions.hosting.player import HostedChampion
from joute.champions.hosting.process import HostProcess, children, foreign_folder, preload_of
from joute.champions.sandbox import bubblewrap
from joute.champions.sandbox.limits import Hosting, Level, Limits
from joute.core.errors import EngineBug
from joute.core.world import Turn
from joute.match.referee import MatchResult, Referee
from joute.match.verdict import Verdict
from tests.champions.processes import living

boxed = pytest.mark.skipif(shutil.which("bwrap") is None, reason="bubblewrap is missing: make system")
LEVELS = [pytest.param(Level.SANDBOX, marks=boxed), Level.PROCESS]
QUIET = "def jouer_placement():\n    pass\ndef jouer_marche():\n    pass\n"
PATIENT = Limits(time_ms=60_000, start_ms=60_000)


@pytest.fixture
def forkservers(monkeypatch: pytest.MonkeyPatch) -> Iterator[dict[Preload, ForkServer]]:
    """Fork servers of our own, closed afterwards."""
    servers: dict[Preload, ForkServer] = {}
    monkeypatch.setattr(forkserver, "_servers", servers)
    yield servers
    for one in servers.values():
        one.close()


def champions(folder: Path, level: Level, text: str = QUIET) -> list[HostedChampion]:
    (folder / "mine.py").write_text(text)
    return [HostedChampion("mine", folder / "mine.py", "", Hosting(level, PATIENT)) for _ in range(2)]


def play(players: list[HostedChampion]) -> MatchResult:
    return Referee(joute.Table(joute.load_game("toy", max_turns=2)), players).play()


@pytest.mark.parametrize("level", LEVELS)
def test_one_forkserver_serves_all_matches_of_a_game(forkservers, tmp_path: Path, level: Level) -> None:
    for _ in range(3):
        assert [report.verdict for report in play(champions(tmp_path, level)).reports] == [Verdict.OK] * 2
    assert len(forkservers) == 1


@pytest.mark.parametrize("told", [False, True], ids=["by a host", "before"])
@pytest.mark.parametrize("level", LEVELS)
def test_a_forkserver_that_started_early_learns_its_game(
    forkservers, tmp_path: Path, level: Level, told: bool, monkeypatch
) -> None:
    for module in (forkserver, bytecode):
        monkeypatch.setattr(module, "has_bytecode", lambda engine: True)
    bytecode._prepared.cache_clear()
    forkserver.start_early()
    (early,) = forkservers.values()
    if told:
        forkserver.load(preload_of("toy", foreign_folder("toy")))
        assert [(preload.game, one.told) for preload, one in forkservers.items()] == [("toy", True)]
    assert [report.verdict for report in play(champions(tmp_path, level)).reports] == [Verdict.OK] * 2
    assert [(preload.game, one) for preload, one in forkservers.items()] == [("toy", early)]
    forkserver.start_early()
    assert list(forkservers.values()) == [early]
    bytecode._prepared.cache_clear()


WHOLE = (
    """import hashlib, typing_extensions
assert len(hashlib.pbkdf2_hmac("sha256", b"a", b"b", 1)) == 32
assert typing_extensions.TypedDict
"""
    + QUIET
)


@pytest.mark.parametrize("level", LEVELS)
def test_a_champion_finds_modules_that_forkservers_do_without(forkservers, tmp_path: Path, level: Level) -> None:
    assert [report.verdict for report in play(champions(tmp_path, level, WHOLE)).reports] == [Verdict.OK] * 2


@pytest.mark.parametrize(
    ("settings", "made"),
    [
        ([{"max_turns": 2}, {"max_turns": 3}, {"max_turns": 2}], [{}, {"max_turns": 2}, {"max_turns": 3}]),
        ([{"max_turns": turns} for turns in range(1, 20)], [{}, *({"max_turns": turns} for turns in range(1, 8))]),
    ],
    ids=["each once", "a few"],
)
def test_a_forkserver_makes_the_game_with_the_settings_of_matches(monkeypatch, settings, made) -> None:
    monkeypatch.setattr(host, "_preloaded", [joute.load_game("toy")])
    monkeypatch.setattr(host.gc, "freeze", lambda: None)
    for params in settings:
        host.settle(joute.load_game("toy").preset, params)
    assert [game.overrides for game in host._preloaded] == made
    assert all(host._settled("toy", game.preset, game.overrides) is game for game in host._preloaded)
    host.settle("no preset", {})
    assert len(host._preloaded) == len(made)


def test_settings_that_fit_no_message_are_left_to_the_host(monkeypatch, tmp_path: Path) -> None:
    sent: list[object] = []
    monkeypatch.setattr(process, "spawn", lambda preload, request, files: sent.append(request.settings))
    for long in (0, 2**15):
        settings = "sujet", {"name": "x" * long}
        one = HostProcess(Level.NONE, None, Limits(), "toy", None, settings=settings)
        one._close()
        one.close_memory()
    assert sent == [("sujet", {"name": ""}), None]


@boxed
def test_hosts_are_killed_before_the_end_of_one_is_awaited(forkservers, tmp_path: Path, monkeypatch) -> None:
    killed: list[HostProcess] = []
    seen: list[int] = []
    begin, end = HostProcess.begin_kill, HostProcess.kill
    monkeypatch.setattr(HostProcess, "begin_kill", lambda self: (killed.append(self), begin(self)))
    monkeypatch.setattr(HostProcess, "kill", lambda self: (seen.append(len(killed)), end(self))[1])
    play(champions(tmp_path, Level.SANDBOX))
    assert seen == [2, 3]  # the third and the fourth time nothing is left to do
    assert [process._box_killed for process in killed] == [True] * 4


@pytest.mark.parametrize("level", LEVELS)
def test_a_forkserver_that_fell_between_two_matches_is_replaced(forkservers, tmp_path: Path, level: Level) -> None:
    play(champions(tmp_path, level))
    (first,) = forkservers.values()
    os.kill(first._process.pid, signal.SIGKILL)
    os.waitid(os.P_PID, first._process.pid, os.WEXITED | os.WNOWAIT)
    assert [report.verdict for report in play(champions(tmp_path, level)).reports] == [Verdict.OK] * 2
    assert list(forkservers.values()) != [first]


@pytest.mark.parametrize("level", LEVELS)
def test_who_loses_its_forkserver_is_not_blamed(forkservers, tmp_path: Path, level: Level) -> None:
    """Its match is void: it was ended by somebody else."""
    players = champions(tmp_path, level)

    def kill(table: joute.Table, line: object) -> None:
        (one,) = forkservers.values()
        os.kill(one._process.pid, signal.SIGKILL)

    outcome = Referee(joute.Table(joute.load_game("toy", max_turns=200)), players).play(kill)
    assert "the process that watches the host of mine was killed" in outcome.void
    assert [report.verdict for report in outcome.reports] == [Verdict.INTERNAL_ERROR] * 2


@pytest.mark.parametrize("level", LEVELS)
def test_nobody_around_a_host_holds_what_is_another_s(forkservers, tmp_path: Path, level: Level) -> None:
    """Least of all the line on which hosts are ordered: who reads from it would get their descriptors."""
    player, _ = champions(tmp_path, level)
    assert player.load(joute.Table(joute.load_game("toy")).seat(0)) is None
    process = player._process
    assert process is not None
    assert process.pid is not None
    (one,) = forkservers.values()
    lines = {target for target in files_of(one._process.pid).values() if target.startswith("socket:")}
    assert len(lines) == 1
    watcher = parent(process.pid)
    around = [watcher, process.pid]
    if process.watch_pipe.init_pid is not None:
        around += [
            process.watch_pipe.init_pid,
            parent(process.watch_pipe.init_pid),
            *children(process.watch_pipe.init_pid),
        ]
        assert len(around) == 5
        for box in around[2:]:
            assert {file for file, target in files_of(box).items() if target.startswith("socket:")} == {0, 1}
    assert not lines & {target for pid in around for target in files_of(pid).values()}
    held = {file for file, target in files_of(watcher).items() if file > 2 and "pidfd" not in target}
    assert len(held) == (1 if process.watch_pipe.init_pid is None else 2)
    assert [file for file in files_of(process.pid) if file > 2] == [WIRE_FD]
    assert os.getsid(watcher) != os.getsid(process.pid)  # else its end would let go on what is stopped in its group
    player.leave()


def files_of(pid: int) -> dict[int, str]:
    folder = f"/proc/{pid}/fd"
    return {int(name): os.readlink(f"{folder}/{name}") for name in os.listdir(folder)}


def parent(pid: int) -> int:
    return int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])


ENGINE = """
import os, sys
from pathlib import Path
from joute.champions.sandbox.limits import Level, Limits
from joute.champions.hosting.process import HostProcess
mark, level, path = sys.argv[1:]
os.urandom = lambda size: bytes.fromhex(mark)
while True:
    hosts = [HostProcess(Level(level), Path(path), Limits(), "chartichaud", None) for _ in range(2)]
    print(flush=True)
    for host in hosts:
        host.kill()
        host.close_memory()
"""


@pytest.mark.slow
@pytest.mark.parametrize("level", LEVELS)
def test_an_engine_killed_while_hosts_are_spawned_leaves_nothing(tmp_path: Path, level: Level) -> None:
    """At any moment: also bubblewrap, of which a half outlives the other if it is killed too soon."""
    (tmp_path / "mine.py").write_text(QUIET)
    chance = random.Random(9)
    for _ in range(25):
        mark = os.urandom(4).hex()
        command = [sys.executable, "-c", ENGINE, mark, level, str(tmp_path / "mine.py")]
        with subprocess.Popen(command, stdout=subprocess.PIPE) as engine:
            assert engine.stdout is not None
            assert engine.stdout.readline() == b"\n"
            time.sleep(chance.uniform(0, 0.15))
            engine.kill()
        until = time.monotonic() + 20
        while left := living(mark):
            assert time.monotonic() < until, left
            time.sleep(0.01)


LOADED = """
import signal, sys
from pathlib import Path
import joute
from joute.champions.hosting.player import HostedChampion
from joute.champions.sandbox.limits import Hosting, Level
champion = HostedChampion("mine", Path(sys.argv[1]), "", Hosting(Level.PROCESS))
assert champion.load(joute.Table(joute.load_game("toy")).seat(0)) is None
print(champion._process.tmp, flush=True)
signal.pause()
"""


def test_an_engine_that_is_killed_leaves_no_folder(tmp_path: Path) -> None:
    """Without a sandbox a champion has one for its temporary files, which it fills until it is ended.

    Root's champions have it mounted, and what they write is not seen from here.
    """
    (tmp_path / "mine.py").write_text("import os\nopen(os.environ['TMPDIR'] + '/mine', 'w')\n" + QUIET)
    with subprocess.Popen([sys.executable, "-c", LOADED, str(tmp_path / "mine.py")], stdout=subprocess.PIPE) as engine:
        assert engine.stdout is not None
        folder = Path(engine.stdout.readline().decode().strip())
        assert folder.is_absolute()
        assert list(folder.iterdir()) == ([] if os.geteuid() == 0 else [folder / "mine"])
        engine.kill()
    until = time.monotonic() + 20
    while folder.exists():
        assert time.monotonic() < until
        time.sleep(0.01)


FORKING = """
import os, signal, sys
from pathlib import Path
from joute.champions.hosting import forkserver
from joute.champions.sandbox.limits import Level, Limits
from joute.champions.hosting.process import HostProcess
def spawn():
    host = HostProcess(Level(sys.argv[1]), Path(sys.argv[2]), Limits(), "chartichaud", None)
    host.kill()
    host.close_memory()
spawn()
(one,) = forkserver._servers.values()
with forkserver._lock:  # as if another thread were spawning a host
    child = os.fork()
if child == 0:
    signal.alarm(60)
    spawn()
    print(one._process.pid, flush=True)
    sys.stdin.read()
    os._exit(0)
signal.pause()
"""


@pytest.mark.parametrize("level", LEVELS)
def test_a_forked_engine_has_forkservers_of_its_own(tmp_path: Path, level: Level) -> None:
    """It waits for no thread that was not forked with it, and keeps no fork server of the first engine alive."""
    (tmp_path / "mine.py").write_text(QUIET)
    command = [sys.executable, "-c", FORKING, level, str(tmp_path / "mine.py")]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as engine:
        assert engine.stdout is not None
        first_server = os.pidfd_open(int(engine.stdout.readline()))
        engine.kill()
        poll = select.poll()
        poll.register(first_server, select.POLLIN)
        assert poll.poll(20_000)
        os.close(first_server)


@pytest.mark.parametrize("level", LEVELS)
def test_a_host_that_cannot_be_spawned_ends_no_other(forkservers, tmp_path: Path, level: Level, monkeypatch) -> None:
    """When there are too many processes for a moment, the fork server and its other hosts go on."""
    command = forkserver._command
    failing = "import os\nfork, here, turns = os.fork, os.getpid(), iter('yny')\ndef sometimes():\n"
    failing += "    if os.getpid() == here and next(turns) == 'n':\n        raise BlockingIOError(11, 'too many')\n"
    failing += "    return fork()\nos.fork = sometimes\n"

    def sometimes(preload: Preload, wire: int) -> list[str]:
        *words, code = command(preload, wire)
        return [*words, f"exec({failing!r}); {code}"]

    monkeypatch.setattr(forkserver, "_command", sometimes)
    seat = joute.Table(joute.load_game("toy")).seat(0)
    (first, second), (third, _) = champions(tmp_path, level), champions(tmp_path, level)
    assert first.load(seat) is None
    with pytest.raises(EngineBug, match=r"the host of mine failed: .*\nforkserver: .*too many"):
        second.load(seat)
    assert third.load(seat) is None
    turn = Turn(1, "placement", "jouer_placement", (0,))
    assert [one.ask(turn).fault for one in (first, third)] == [None, None]
    for one in (first, third):
        one.leave()


@pytest.mark.parametrize("level", LEVELS)
def test_a_host_that_cannot_be_started_leaves_no_descriptor(
    forkservers, tmp_path: Path, level: Level, monkeypatch
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise OSError(errno.EMFILE, "too many")

    (tmp_path / "mine.py").write_text(QUIET)
    before = os.listdir("/proc/self/fd")
    for place, name in ((os, "pipe2"), (subprocess, "Popen")):
        with monkeypatch.context() as patch:
            patch.setattr(place, name, fail)
            with pytest.raises(OSError, match="too many"):
                HostProcess(level, tmp_path / "mine.py", Limits(), "toy", foreign_folder("toy"))
        assert os.listdir("/proc/self/fd") == before


@boxed
def test_a_builder_that_is_killed_leaves_no_half_of_itself(forkservers, tmp_path: Path, monkeypatch) -> None:
    """Bubblewrap does, while it builds: a process that waits, with the line by which a box says that it stands."""
    builder = tmp_path / "builder"
    builder.write_text("#!/bin/sh\nsleep 1000 &\nkill -KILL $$\n")
    builder.chmod(0o755)
    (tmp_path / "mine.py").write_text(QUIET)
    monkeypatch.setattr(bubblewrap, "program", lambda: str(builder))
    process = HostProcess(Level.SANDBOX, tmp_path / "mine.py", Limits(), "toy", foreign_folder("toy"))
    process.watch_pipe.await_spawn()
    assert (process.watch_pipe.ended, process.pid) == (True, None)
    process.kill()
    process.close_memory()
    until = time.monotonic() + 20
    while left := living(process.mark):
        assert time.monotonic() < until, left
        time.sleep(0.01)


@pytest.mark.parametrize("level", LEVELS)
def test_a_forkserver_that_cannot_live_says_why(
    forkservers, tmp_path: Path, level: Level, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        forkserver, "_command", lambda preload, wire: [sys.executable, "-c", "raise SystemExit('broken')"]
    )
    (champion, _) = champions(tmp_path, level)
    with pytest.raises(EngineBug, match=r"the host of mine failed: .*\nbroken"):
        champion.load(joute.Table(joute.load_game("toy")).seat(0))


@pytest.mark.parametrize("level", LEVELS)
def test_hosts_of_one_forkserver_share_nothing_that_changes(tmp_path: Path, level: Level) -> None:
    """What one champion does to the engine in its process is not seen by the next, and chance is not the same."""
    seen = "import joute, random\nprint(hasattr(joute, 'seen'), random.random(), file=sys.stderr)\njoute.seen = True\n"
    told = []
    for _ in range(2):
        (champion, _) = champions(tmp_path, level, "import sys\n" + seen + QUIET)
        assert champion.load(joute.Table(joute.load_game("toy")).seat(0)) is None
        told.append(champion._output().split())
        champion.leave()
    assert [words[0] for words in told] == ["False", "False"]
    assert told[0][1] != told[1][1]
