"""Whatever ends a champion, its author is told what it called last, in every language and at every level."""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path

import pytest

import joute
from joute.champions.hosting.child.last_call import RECORDED, ROOM, LastCall, memory, recorder
from joute.champions.players.simple import Idle
from joute.champions.sandbox.limits import Hosting, Level, Limits
from joute.champions.sources.find import find
from joute.cli.main import main
from joute.core.backends.exchange import COUNT, FUNCTION, GIVEN
from joute.match.referee import Referee
from joute.match.verdict import Fault, Verdict

boxed = pytest.mark.skipif(shutil.which("bwrap") is None, reason="bubblewrap is missing: make system")
LEVELS = [pytest.param(Level.SANDBOX, marks=boxed), Level.PROCESS]
AMPLE = Limits(time_ms=20_000, start_ms=60_000, memory_mb=128)
SHORT = Limits(time_ms=300, bank_ms=0, start_ms=60_000, memory_mb=128)
PYTHON = "from api import *\nimport os, signal\ndef jouer_marche():\n    pass\ndef jouer_placement():\n    {}\n"


def fault_of(path: Path, level: Level, limits: Limits) -> Fault:
    """How a champion of the toy game ends in its first turn."""
    game = joute.load_game("toy", max_turns=1)
    outcome = Referee(joute.Table(game), [find(game, str(path), 0, Hosting(level, limits)), Idle()]).play()
    assert outcome.void == ""
    return outcome.reports[0].faults[0]


def python(folder: Path, text: str) -> Path:
    path = folder / "mine.py"
    path.write_text(PYTHON.format(text))
    return path


ENDS = {
    "spins": ("while True: pass", SHORT, Verdict.TIMED_OUT),
    "is killed": ("os.kill(os.getpid(), signal.SIGKILL)", AMPLE, Verdict.CRASHED),
    "exits": ("os._exit(3)", AMPLE, Verdict.CRASHED),
    "falls": ("import ctypes; ctypes.string_at(0)", AMPLE, Verdict.CRASHED),
}


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize(("text", "limits", "verdict"), ENDS.values(), ids=ENDS)
def test_in_python(tmp_path: Path, text: str, limits: Limits, verdict: Verdict, level: Level) -> None:
    path = python(tmp_path, f"print('before'); signaler(7); est_creusee((1, 2))\n    {text}")
    fault = fault_of(path, level, limits)
    assert (fault.verdict, fault.turn, fault.callback) == (verdict, 0, "jouer_placement")
    assert fault.last_call == "est_creusee({ y=1, x=2 })"
    assert fault.output.startswith("before\n")


@pytest.mark.parametrize("level", LEVELS)
def test_in_any_other_language(tmp_path: Path, level: Level) -> None:
    text = """
import json, sys
def say(**message): print(json.dumps(message), flush=True)
sys.stdin.readline()
say(type='ready', joute='champion/1')
for line in sys.stdin:
    if json.loads(line).get('callback') == 'jouer_placement':
        say(type='call', id=1, function='signaler', arguments=[5])
        sys.stdin.readline()
        while True: pass
    say(type='end')
"""
    (tmp_path / "bot.py").write_text(text)
    (tmp_path / "champion.toml").write_text(f"run = {json.dumps(['/usr/bin/python3', '-S', 'bot.py'])}\n")
    fault = fault_of(tmp_path, level, SHORT)
    assert (fault.verdict, fault.last_call) == (Verdict.TIMED_OUT, "signaler(5)")


def test_the_paragraph_names_turn_callback_call_signal_and_output(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = python(tmp_path, "print('nearly there'); signaler(9); os.kill(os.getpid(), signal.SIGSEGV)")
    assert main(["run", "toy", str(path), "idle", "--isolation", "process"]) == 0
    out = capsys.readouterr().out
    told = "failed in turn 0, in jouer_placement(): its process was killed by the signal SIGSEGV"
    lines = out[out.index(told) :].splitlines()
    assert lines[1:3] == ["  verdict    CRASHED", "  last call  signaler(9)"]
    assert '    File "' not in lines[4]
    assert any("line 6 in jouer_placement" in line for line in lines)
    assert not any("joute/champions" in line for line in lines)
    assert lines[lines.index("  what it printed last") + 1] == "    nearly there"


# The note itself


def note(*calls: tuple[str, tuple[object, ...]]) -> str:
    last = LastCall()
    write = recorder(memory(last.file))
    for name, values in calls:
        write(name, values)
    shown = last.shown(joute.load_game("toy"))
    last.close()
    return shown


def test_the_note_is_of_the_last_call() -> None:
    assert note() == ""
    assert note(("deplacer", ([(0, 0)] * 9,)), ("signaler", (3,))) == "signaler(3)"


def test_what_cannot_be_noted_is_named() -> None:
    assert note(("signaler", (object(),))) == "signaler('<object>')"
    assert note(("deplacer", ([(0, 0)] * 5000,))) == "deplacer(...)"
    assert note(("nonsense", (1,))) == "nonsense(...)"
    assert note(("signaler", (1, 2))) == "signaler(1, 2)"


def noted(words: dict[int, int]) -> str:
    last = LastCall()
    for at, word in words.items():
        os.pwrite(last.file, word.to_bytes(8, "little", signed=True), 8 * at)
    shown = last.shown(joute.load_game("toy"))
    last.close()
    return shown


def test_a_note_may_be_the_words_of_a_call() -> None:
    number = 1 + list(joute.load_game("toy").api.functions).index("signaler")
    assert noted({FUNCTION: number, COUNT: 1, GIVEN: 7}) == "signaler(7)"
    assert noted({FUNCTION: 1, COUNT: 3, GIVEN: 1, GIVEN + 1: 2, GIVEN + 2: -3}) == "deplacer([{ y=2, x=-3 }])"
    assert noted({FUNCTION: 1, COUNT: 1, GIVEN: -1}) == "deplacer(None)"


@pytest.mark.parametrize(
    ("words", "shown"),
    [
        (dict.fromkeys(range(ROOM), -1), ""),
        ({FUNCTION: RECORDED, COUNT: 5}, ""),
        ({FUNCTION: RECORDED, COUNT: -5}, ""),
        ({FUNCTION: RECORDED, COUNT: 2**62, GIVEN: -0x6E6E6E6E6E6E6E6F}, ""),
        ({FUNCTION: 2**62}, ""),
        ({FUNCTION: -(2**63)}, ""),
        ({FUNCTION: 1, COUNT: -3}, "deplacer(...)"),
        ({FUNCTION: 1, COUNT: 2**40}, "deplacer(...)"),
        ({FUNCTION: 1, COUNT: 2, GIVEN: 2**60}, "deplacer(...)"),
    ],
)
def test_a_note_that_is_nonsense_is_bounded(words: dict[int, int], shown: str) -> None:
    assert noted(words) == shown


def test_the_note_can_neither_grow_nor_shrink() -> None:
    last = LastCall()
    for size in (0, 2 * 8 * ROOM):
        with pytest.raises(PermissionError):
            os.ftruncate(last.file, size)
    last.close()
