"""What a champion prints belongs to the notes of the callback in which it did, in every language and at every level."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import joute
from joute.champions.kits.kit import write_kit
from joute.champions.languages.registry import languages
from joute.champions.sandbox.limits import Hosting, Level, Limits
from joute.champions.sources.find import find
from joute.debug import PRINT_MOST
from joute.match.play import MatchSpec, play_match
from joute.match.replay import PhaseLine
from tests.champions.test_notes import BRACE_BELOW

HI = {
    "python": 'print("hi", end="")',
    "c": 'printf("hi");',
    "cxx": 'std::cout << "hi";',
    "ocaml": 'print_string "hi";',
    "rust": 'print!("hi");',
    "javascript": 'console.log("hi");',
    "java": 'System.out.print("hi");',
    "go": 'fmt.Print("hi")',
    "csharp": 'Console.Write("hi");',
    "php": 'echo "hi";',
}
HEADS = {"c": "#include <stdio.h>\n", "cxx": "#include <iostream>\n"}
TALKER = """from api import *
print("loading")
turns = []
def partie_init():
    print("init")
def jouer_tour():
    turns.append(1)
    print("turn", len(turns))
    if len(turns) == 2:
        print("x" * 20_000)
    if len(turns) == 3:
        raise ValueError("three")
"""


def notes(champion: Path, hosting: Hosting) -> list[tuple[int, str, dict[str, Any]]]:
    """The notes of the first seat: turn, phase, and what is recorded."""
    game = joute.load_game("portails", NB_TOURS=3).on()
    players = [find(game, str(champion), 0, hosting), find(game, "idle")]
    match = play_match(MatchSpec(joute.Table(game), players))
    lines = [line for line in match.record if isinstance(line, PhaseLine)]
    return [(line.turn, line.phase, line.private[0]) for line in lines if 0 in line.private]


@pytest.mark.parametrize("level", list(Level))
def test_each_callback_has_what_was_printed_in_it(tmp_path: Path, level: Level) -> None:
    path = tmp_path / "talker.py"
    path.write_text(TALKER)
    long = "[its beginning is left out]\n" + "x" * (PRINT_MOST - 1) + "\n"
    assert notes(path, Hosting(level)) == [
        (1, "init", {"print": "loading\ninit\n"}),
        (1, "turn", {"print": "turn 1\n"}),
        (2, "turn", {"print": long}),
        (3, "turn", {"print": "turn 3\n"}),
    ]


def test_a_callback_that_is_late_has_what_was_printed_in_it(tmp_path: Path) -> None:
    path = tmp_path / "late.py"
    path.write_text('def jouer_tour():\n    print("so far")\n    while True: pass\n')
    found = notes(path, Hosting(Level.SANDBOX, Limits(time_ms=200, bank_ms=0)))
    assert found == [(1, "turn", {"print": "so far\n"})]


@pytest.mark.slow
@pytest.mark.parametrize("language", list(languages()))
def test_every_language(tmp_path: Path, language: str) -> None:
    write_kit(joute.load_game("portails"), language, "en", tmp_path / "kit")
    entry = tmp_path / "kit" / languages()[language].entry
    head, *rest = entry.read_text().splitlines()
    start = next(at for at, line in enumerate(rest) if "jouer_tour" in line) + BRACE_BELOW.get(language, 0)
    indent = "    " if language == "python" else ""
    text = "\n".join([head, *rest[: start + 1], indent + HI[language], *rest[start + 1 :]])
    entry.write_text(HEADS.get(language, "") + text.replace('import "sort"', 'import "fmt"\nimport "sort"'))
    hi = "hi\n" if language == "javascript" else "hi"
    assert notes(tmp_path / "kit", Hosting()) == [(turn, "turn", {"print": hi}) for turn in (1, 2, 3)]
