"""Compiled champions in processes of their own: how they end, and what is told of it."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

import joute
from joute.champions.hosting.exit_cause import addresses, split_stack
from joute.champions.players.simple import Idle
from joute.champions.sandbox.limits import Hosting, Level, Limits
from joute.champions.sources.find import find
from joute.match.referee import Referee
from joute.match.verdict import Fault, Verdict
from tests.champions import native_support

boxed = pytest.mark.skipif(shutil.which("bwrap") is None, reason="bubblewrap is missing: make system")
LEVELS = [pytest.param(Level.SANDBOX, marks=boxed), Level.PROCESS]
AMPLE = Limits(time_ms=5_000, bank_ms=0, start_ms=60_000, memory_mb=128)
SHORT = Limits(time_ms=300, bank_ms=0, start_ms=60_000, memory_mb=128)


def fault_of(folder: Path, text: str, level: Level, limits: Limits) -> Fault:
    """How a champion in C ends in its first turn."""
    game = joute.load_game("toy", max_turns=1)
    source = f"void jouer_marche(void) {{}}\nvoid jouer_placement(void) {{ {text} }}\n"
    place = native_support.folder(folder, game, "c", source)
    outcome = Referee(joute.Table(game), [find(game, str(place), 0, Hosting(level, limits)), Idle()]).play()
    assert outcome.void == ""
    return outcome.reports[0].faults[0]


ENDS = {
    "spins": ("while (1);", "no answer after 300 ms and the 0 ms that were left in its bank"),
    "falls": ("*(volatile int*)0 = 1;", "its process was killed by the signal SIGSEGV"),
}


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize(("text", "told"), ENDS.values(), ids=ENDS)
def test_the_last_call_is_told(tmp_path: Path, text: str, told: str, level: Level) -> None:
    fault = fault_of(tmp_path / "mine", f"signaler(42); {text}", level, SHORT)
    assert (fault.message, fault.callback, fault.last_call) == (told, "jouer_placement", "signaler(42)")


HUNGRY = {
    "for much": "volatile char *all = malloc(1ul << 40); all[0] = 1;",
    "for more and more": "for (;;) { volatile char *one = malloc(9999); for (int i = 0; i < 9999; i++) one[i] = 1; }",
    "unseen": 'for (;;) { volatile char *one = strdup("x"); one[0] = 1; }',
}


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("text", HUNGRY.values(), ids=HUNGRY)
def test_who_does_not_look_whether_it_got_memory_is_out_of_memory(tmp_path: Path, text: str, level: Level) -> None:
    fault = fault_of(tmp_path / "mine", text, level, AMPLE)
    assert (fault.verdict, fault.message) == (Verdict.OUT_OF_MEMORY, "it needed more than 128 MB of memory")


@pytest.mark.parametrize("level", LEVELS)
def test_who_falls_with_memory_to_spare_has_crashed(tmp_path: Path, level: Level) -> None:
    text = "char *some = malloc(40 << 20); memset(some, 1, 40 << 20); signaler(some[9]); *(volatile int*)0 = 1;"
    assert fault_of(tmp_path / "mine", text, level, AMPLE).verdict == Verdict.CRASHED


def test_a_stack_has_the_frames_of_the_champion_alone_wherever_they_are() -> None:
    engine = Path(joute.__file__).parent
    frames = [
        f'  File "{engine}/core/seat.py", line 9 in call',
        '  File "/champion/mine.py", line 3 in think',
        f'  File "{engine}/games/toy/champions/idle.py", line 4 in jouer',
        f'  File "{engine}/champions/players/python.py", line 5 in ask',
    ]
    stack = "Stack (most recent call first):"
    printed, shown = split_stack("\n".join(["so far", stack, *frames]))
    assert (printed, shown) == ("so far\n", "\n".join([stack, frames[1], frames[2]]))


def test_a_crash_is_no_error_of_python_and_its_addresses_are_not_printed() -> None:
    output = "so far\nmorejoute: stack 1f 2a\nFatal Python error: Segmentation fault\n\nCurrent thread 0x1:\n"
    assert split_stack(output) == ("so far\nmore", "")
    assert addresses(output) == [0x1F, 0x2A]
    assert addresses("joute: stack 1f; rm\njoute: stack 12345678901234567\n") == []


CRASHES = {
    "c": """static void deeper(int *p) {
  *(volatile int*)p = 1;
}
void jouer_marche(void) {}
void jouer_placement(void) {
  deeper(0);
}
""",
    "cxx": """static void deeper(int *p) {
  *(volatile int*)p = 1;
}
void jouer_marche() {}
void jouer_placement() {
  deeper(nullptr);
}
""",
    "rust": """fn deeper(p: *mut i32) {
    unsafe { std::ptr::write_volatile(p, 1) }
}
pub fn jouer_marche() {}
pub fn jouer_placement() {
    deeper(std::ptr::null_mut());
}
""",
    "ocaml": """let jouer_marche () = ()
let deeper (a : int array) i =
  Array.unsafe_set a i 1

let jouer_placement () =
  deeper [|0|] (1 lsl 50)
let () = Callback.register "jouer_marche" jouer_marche; Callback.register "jouer_placement" jouer_placement
""",
}
"""Each falls in the second or third line after the opening, called from the sixth."""


@pytest.mark.parametrize("level", [Level.NONE, pytest.param(Level.SANDBOX, marks=boxed)])
@pytest.mark.parametrize(("language", "text"), CRASHES.items())
def test_who_falls_is_told_in_which_line(tmp_path: Path, language: str, text: str, level: Level) -> None:
    """At level none too, where the engine lives on."""
    game = joute.load_game("toy", max_turns=1)
    place = native_support.folder(tmp_path, game, language, text)
    outcome = Referee(joute.Table(game), [find(game, str(place), 0, Hosting(level, AMPLE)), Idle()]).play()
    assert outcome.void == ""
    (fault,) = outcome.reports[0].faults
    first = native_support.OPENING[language].count("\n") + 2
    file = native_support.ENTRY[language]
    assert fault.message == "its process was killed by the signal SIGSEGV"
    lines = [line.partition(", in ")[0] for line in fault.traceback.splitlines()]
    called = [] if language == "ocaml" else [f"{file}:{first + 4}"]  # of inlined calls it has the innermost alone
    assert lines == [f"{file}:{first + (language == 'ocaml')}", *called]
    assert fault.output == ""


def test_who_is_late_in_compiled_code_is_told_in_which_line(tmp_path: Path) -> None:
    fault = fault_of(tmp_path / "mine", "\n  while (1);\n", Level.PROCESS, SHORT)
    assert fault.verdict == Verdict.TIMED_OUT
    assert fault.traceback == "champion.c:7, in jouer_placement"


def test_of_a_recursion_without_end_the_innermost_line_is_told(tmp_path: Path) -> None:
    place = tmp_path / "mine"
    text = "}\nint deeper(volatile int *p) { volatile int here[2]; return deeper(here) + *p; }\nvoid unused(void) {"
    fault = fault_of(place, f"int deeper(volatile int*); deeper(0);\n{text}", Level.PROCESS, AMPLE)
    assert fault.message == "its process was killed by the signal SIGSEGV"
    assert re.fullmatch(r"champion\.c:8, in deeper \(\d+ times\)", fault.traceback)


def test_what_a_champion_prints_as_its_stack_is_not_looked_up(tmp_path: Path) -> None:
    """Only a library has one."""
    path = tmp_path / "mine.py"
    path.write_text(
        "import os\ndef jouer_marche(): pass\ndef jouer_placement():\n    print('joute: stack 1f')\n    os._exit(3)\n"
    )
    game = joute.load_game("toy", max_turns=1)
    player = find(game, str(path), 0, Hosting(Level.PROCESS, AMPLE))
    fault = Referee(joute.Table(game), [player, Idle()]).play().reports[0].faults[0]
    assert (fault.message, fault.traceback) == ("its process exited by itself, with exit code 3", "")


def test_who_is_late_inside_a_call_is_told_where(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Interpreted, so that a call is Python of the engine's."""
    monkeypatch.setenv("JOUTE_BACKEND", "interpreted")
    path = tmp_path / "asks.py"
    path.write_text(
        "from api import *\ndef jouer_marche(): pass\ndef jouer_placement():\n    while True:\n        moi()\n"
    )
    game = joute.load_game("toy", max_turns=1)
    player = find(game, str(path), 0, Hosting(Level.PROCESS, SHORT))
    fault = Referee(joute.Table(game), [player, Idle()]).play().reports[0].faults[0]
    header, *lines = fault.traceback.splitlines()
    assert header == "Stack (most recent call first):"
    assert [line for line in lines if "asks.py" not in line] == []
    assert lines[-1].endswith("in jouer_placement")
