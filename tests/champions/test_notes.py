"""Notes and drawings of a callback are recorded in every language, in the game's coordinates, however it ends."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

import joute
from joute import debug
from joute.champions.hosting.child.notes import HEAD, ROOM, NotesMemory, NotesRecorder
from joute.champions.kits.kit import write_kit
from joute.champions.languages.registry import languages
from joute.champions.sandbox.limits import Hosting, Level, Limits
from joute.champions.sources.find import find
from joute.match.play import MatchSpec, play_match
from joute.match.replay import PhaseLine
from joute.match.verdict import Verdict

AMPLE = Limits(time_ms=20_000, start_ms=60_000)
SHORT = Limits(time_ms=300, bank_ms=0, start_ms=60_000)
CALLS = {
    "python": """from joute import debug
        debug.log("gold", 3)
        debug.mark("here")
        debug.draw.cell(1, 2)
        debug.draw.line(1, 2, 3.5, 4, "blue")
        debug.draw.circle(1, 2, 1.5)
        debug.draw.text(1, 2, "é\\"", "green")""",
    "c": """joute_log("gold %d", 3);
        joute_mark("here");
        joute_draw_cell(1, 2, "red");
        joute_draw_line(1, 2, 3.5, 4, "blue");
        joute_draw_circle(1, 2, 1.5, NULL);
        joute_draw_text(1, 2, "é\\"", "green");""",
    "cxx": """joute::log("gold " + std::to_string(3));
        joute::mark("here");
        joute::draw::cell(1, 2);
        joute::draw::line(1, 2, 3.5, 4, "blue");
        joute::draw::circle(1, 2, 1.5);
        joute::draw::text(1, 2, "é\\"", "green");""",
    "rust": """debug::log(format!("gold {}", 3));
        debug::mark("here");
        debug::draw::cell(1, 2, "red");
        debug::draw::line(1, 2, 3.5, 4, "blue");
        debug::draw::circle(1, 2, 1.5, "red");
        debug::draw::text(1, 2, "é\\"", "green");""",
    "ocaml": """Joute.log "gold %d" 3;
        Joute.mark "here";
        Joute.Draw.cell 1 2;
        Joute.Draw.line ~color:"blue" 1 2 3 4;
        Joute.Draw.circle ~radius:1.5 1 2;
        Joute.Draw.text ~color:"green" 1 2 "é\\"";""",
    "javascript": """api.debug.log("gold", 3);
        api.debug.mark("here");
        api.debug.draw.cell(1, 2);
        api.debug.draw.line(1, 2, 3.5, 4, "blue");
        api.debug.draw.circle(1, 2, 1.5);
        api.debug.draw.text(1, 2, "é\\"", "green");""",
    "java": """Debug.log("gold", 3);
        Debug.mark("here");
        Debug.Draw.cell(1, 2, "red");
        Debug.Draw.line(1, 2, 3.5, 4, "blue");
        Debug.Draw.circle(1, 2, 1.5, "red");
        Debug.Draw.text(1, 2, "é\\"", "green");""",
    "go": """debug.log("gold", 3)
        debug.mark("here")
        debug.draw.cell(1, 2, "red")
        debug.draw.line(1, 2, 3.5, 4, "blue")
        debug.draw.circle(1, 2, 1.5, "red")
        debug.draw.text(1, 2, "é\\"", "green")""",
    "csharp": """Debug.log("gold", 3);
        Debug.mark("here");
        Debug.Draw.cell(1, 2);
        Debug.Draw.line(1, 2, 3.5, 4, "blue");
        Debug.Draw.circle(1, 2, 1.5);
        Debug.Draw.text(1, 2, "é\\"", "green");""",
    "php": """debug\\log("gold", 3);
        debug\\mark("here");
        debug\\draw\\cell(1, 2);
        debug\\draw\\line(1, 2, 3.5, 4, "blue");
        debug\\draw\\circle(1, 2, 1.5);
        debug\\draw\\text(1, 2, "é\\"", "green");""",
}
SPIN = {
    "python": "while True: pass",
    "c": "for (;;);",
    "cxx": "for (volatile int i = 0;; i = i + 1);",
    "rust": "loop { std::hint::spin_loop() }",
    "ocaml": "while true do () done;",
    "javascript": "for (;;);",
    "java": "while (moi() >= 0);",
    "go": "for moi() >= 0 {\n}",
    "csharp": "while (moi() >= 0);",
    "php": "while (true);",
}

BRACE_BELOW = {"csharp": 1, "php": 1}
"""Where the body of a function begins on the line after its name."""


def recorded(language: str) -> dict[str, Any]:
    """The record of CALLS: rows first, whatever the game. In OCaml coordinates are whole."""
    return {
        "log": ["gold 3"],
        "mark": ["here"],
        "draw": [
            ["cell", 2, 1, "red"],
            ["line", 2, 1, 4, 3 if language == "ocaml" else 3.5, "blue"],
            ["circle", 2, 1, 1.5, "red"],
            ["text", 2, 1, 'é"', "green"],
        ],
    }


def played(champion: Path, hosting: Hosting, turns: int = 1) -> tuple[list[Verdict], list[dict[str, Any]]]:
    """The faults of the first seat in a match, and its notes in the phases in which it has any."""
    game = joute.load_game("portails", NB_TOURS=turns).on()
    players = [find(game, str(champion), 0, hosting), find(game, "idle")]
    match = play_match(MatchSpec(joute.Table(game), players))
    lines = [line for line in match.record if isinstance(line, PhaseLine)]
    faults = [fault.verdict for fault in match.reports[0].faults]
    return faults, [line.private[0] for line in lines if 0 in line.private]


def kit(folder: Path, language: str, text: str, game: str = "portails") -> Path:
    """A kit whose champion begins each turn with this text."""
    write_kit(joute.load_game(game), language, "en", folder / "kit")
    entry = folder / "kit" / languages()[language].entry
    head, *rest = entry.read_text().splitlines()
    start = next(at for at, line in enumerate(rest) if "jouer_tour" in line) + BRACE_BELOW.get(language, 0)
    indent = "        " if language == "python" else ""
    opening = ["    if True:"] if language == "python" else []
    entry.write_text("\n".join([head, *rest[: start + 1], *opening, indent + text, *rest[start + 1 :]]))
    return folder / "kit"


@pytest.mark.slow
@pytest.mark.parametrize("language", list(languages()))
def test_every_language_notes_the_same(tmp_path: Path, language: str) -> None:
    champion = kit(tmp_path, language, CALLS[language])
    assert played(champion, Hosting(limits=AMPLE), turns=2) == ([], [recorded(language)] * 2)


@pytest.mark.slow
@pytest.mark.parametrize("language", list(languages()))
def test_every_language_keeps_its_notes_when_it_is_late(tmp_path: Path, language: str) -> None:
    indent = "\n        " if language == "python" else "\n"
    champion = kit(tmp_path, language, CALLS[language] + indent + SPIN[language])
    assert played(champion, Hosting(limits=SHORT)) == ([Verdict.TIMED_OUT], [recorded(language)])


ENDS = {
    "raises": ("raise ValueError", AMPLE, Verdict.CRASHED),
    "is late": ("while True: pass", SHORT, Verdict.TIMED_OUT),
    "is killed": ("os.kill(os.getpid(), signal.SIGKILL)", AMPLE, Verdict.CRASHED),
    "exits": ("os._exit(3)", AMPLE, Verdict.CRASHED),
    "falls": ("import ctypes; ctypes.string_at(0)", AMPLE, Verdict.CRASHED),
}


@pytest.mark.parametrize("level", [Level.SANDBOX, Level.PROCESS])
@pytest.mark.parametrize(("text", "limits", "verdict"), ENDS.values(), ids=ENDS)
def test_notes_outlive_a_callback_that(
    tmp_path: Path, text: str, limits: Limits, verdict: Verdict, level: Level
) -> None:
    """The notes of the turn before are not repeated in it."""
    path = tmp_path / "mine.py"
    path.write_text(
        "from joute import debug\nimport os, signal\nturns = []\ndef jouer_tour():\n    turns.append(1)\n"
        "    debug.log('turn', len(turns))\n    debug.draw.cell(len(turns), 0)\n"
        f"    if len(turns) == 2:\n        {text}\n"
    )
    faults, notes = played(path, Hosting(level, limits), turns=2)
    assert faults == [verdict]
    assert [(note["log"], note["draw"]) for note in notes] == [
        (["turn 1"], [["cell", 0, 1, "red"]]),
        (["turn 2"], [["cell", 0, 2, "red"]]),
    ]


# The record


def noted(axes: tuple[str, str]) -> dict[str, Any]:
    debug.begin(axes)
    debug.draw.cell(1, 2)
    debug.draw.line(1, 2, 3, 4)
    debug.draw.circle(1, 2, 3)
    debug.draw.text(1, 2, 3)
    return debug.take()


def test_drawings_are_recorded_rows_first() -> None:
    recorded = [
        ["cell", 1, 2, "red"],
        ["line", 1, 2, 3, 4, "red"],
        ["circle", 1, 2, 3, "red"],
        ["text", 1, 2, "3", "red"],
    ]
    assert noted(("y", "x")) == {"draw": recorded}
    swapped = [
        ["cell", 2, 1, "red"],
        ["line", 2, 1, 4, 3, "red"],
        ["circle", 2, 1, 3, "red"],
        ["text", 2, 1, "3", "red"],
    ]
    assert noted(("x", "y")) == {"draw": swapped}


def test_what_cannot_be_drawn_is_left_out_and_counted() -> None:
    debug.begin(("x", "y"))
    wrong: list[Any] = ["a", None, float("nan"), float("inf"), 10**5000, [1]]
    for value in wrong:
        debug.draw.cell(value, 0)
    debug.log("\ud800")
    assert debug.take() == {"log": ["\\ud800"], "left_out": len(wrong)}


def test_the_memory_has_room_for_all_that_is_recorded() -> None:
    memory = NotesMemory()
    recorder = NotesRecorder(memory.file)
    wide = "\U0001f600" * (debug.TEXT_MOST // 2)
    recorder.add("log", wide)
    recorder.add("log", wide)
    for _ in range(debug.ITEMS_MOST - 2):
        recorder.add("draw", ["circle", 0.123, -(2**31), 0.5, ""])
    recorder.leave_out()
    private = memory.take()
    assert private["log"] == [wide, wide]
    assert len(private["draw"]) == debug.ITEMS_MOST - 2
    assert private["left_out"] == 1
    assert memory.take() == {}
    memory.close()


@pytest.mark.parametrize(
    ("head", "data"),
    [
        ((-1, 1, 0), b"\x92\xa3log\xa1x"),
        ((2**62, 1, 0), b"\x92\xa3log\xa1x"),
        ((7, 2**40, 0), b"\x92\xa3log\xa1x"),
        ((7, 2, 0), b"\x92\xa3log\xa1x"),
        ((7, 1, 0), b"\x92\xa3lag\xa1x"),
        ((ROOM, 1, 0), b"\x92\xa3log" + b"\x91" * (ROOM - 5)),
    ],
)
def test_a_hostile_memory_holds_no_notes(head: tuple[int, int, int], data: bytes) -> None:
    memory = NotesMemory()
    os.pwrite(memory.file, HEAD.pack(*head) + data, 0)
    assert debug.bounded(memory.take()) == {}
    assert memory.take() == {}
    memory.close()


def test_a_sound_memory_of_the_same_bytes_holds_one() -> None:
    memory = NotesMemory()
    os.pwrite(memory.file, HEAD.pack(7, 1, 0) + b"\x92\xa3log\xa1x", 0)
    assert memory.take() == {"log": ["x"], "left_out": 0}
    memory.close()
