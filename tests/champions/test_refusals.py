"""Orders that the rules refuse are noted for their author, in every language, however the callback ends."""

from __future__ import annotations

import os
from array import array
from pathlib import Path
from typing import Any

import pytest

import joute
from joute.champions.hosting.child.notes import HEAD, ROOM, NotesMemory, NotesRecorder
from joute.champions.languages.registry import languages
from joute.champions.players import refusals
from joute.champions.sandbox.limits import Hosting, Level
from joute.champions.sources.find import find
from joute.core.game import BACKENDS, Game
from joute.match.play import MatchSpec, play_match
from joute.match.replay import PhaseLine
from joute.match.verdict import Verdict

from .test_notes import AMPLE, SHORT, SPIN, kit

MISSING = [0, 2, "capturer"]
"""There is no portal where a match begins."""
CAPTURER = [action.name for action in joute.load_game("portails").api.actions].index("capturer")
CALLS = dict.fromkeys(languages(), "capturer();") | {
    "python": "capturer()",
    "javascript": "api.capturer();",
    "ocaml": "ignore (capturer ());",
    "go": "capturer()",
    "rust": "let _ = capturer();",
}


@pytest.fixture
def game() -> Game:
    return joute.load_game("portails", NB_TOURS=1).on()


def played(game: Game, champion: Path, hosting: Hosting) -> tuple[list[Verdict], list[dict[str, Any]]]:
    """The faults of a champion, and its notes in the phases in which it has any."""
    players = [find(game, str(champion), 0, hosting), find(game, "idle")]
    match = play_match(MatchSpec(joute.Table(game), players))
    faults = [fault.verdict for fault in match.reports[0].faults]
    return faults, [line.private[0] for line in match.record if isinstance(line, PhaseLine) and 0 in line.private]


@pytest.mark.slow
@pytest.mark.parametrize("language", list(languages()))
def test_every_language_is_told_what_was_refused(tmp_path: Path, game: Game, language: str) -> None:
    faults, notes = played(game, kit(tmp_path, language, CALLS[language]), Hosting(limits=AMPLE))
    assert faults == []
    assert notes[0]["refused"][0] == MISSING


MANY = """
from api import *
def jouer_tour():
    deplacer((1, 1))
    for turn in range(300):
        capturer()
    lier((-1, 5))
"""


@pytest.mark.parametrize("level", [Level.NONE, Level.PROCESS])
@pytest.mark.parametrize("backend", BACKENDS)
def test_the_first_are_kept_and_the_others_counted(tmp_path: Path, backend: str, level: Level) -> None:
    (tmp_path / "mine.py").write_text(MANY)
    game = joute.load_game("portails", NB_TOURS=1).on(backend)
    (notes,) = played(game, tmp_path / "mine.py", Hosting(level, AMPLE))[1]
    assert notes == {"refused": [[1, 2, "capturer"]] * refusals.KEPT, "refused_more": 45}


def test_what_was_refused_outlives_a_callback_that_is_late(tmp_path: Path, game: Game) -> None:
    (tmp_path / "mine.py").write_text(
        f"from api import *\ndef jouer_tour():\n    lier((-1, 5))\n    {SPIN['python']}\n"
    )
    faults, notes = played(game, tmp_path / "mine.py", Hosting(limits=SHORT))
    assert (faults, notes) == ([Verdict.TIMED_OUT], [{"refused": [[0, 3, "lier", -1, 5]]}])


def test_a_champion_that_sees_its_refusals_notes_nothing_twice(tmp_path: Path, game: Game) -> None:
    """Turns without a refusal have none of the turn before."""
    (tmp_path / "mine.py").write_text(
        "from api import *\ndef jouer_tour():\n    if tour_actuel() == 1:\n        capturer()\n"
    )
    players = [find(joute.load_game("portails", NB_TOURS=3).on(), str(tmp_path / "mine.py"), 0), find(game, "idle")]
    match = play_match(MatchSpec(joute.Table(joute.load_game("portails", NB_TOURS=3).on()), players))
    private = [line.private for line in match.record if isinstance(line, PhaseLine)]
    assert [note for note in private if note] == [{0: {"refused": [MISSING]}}]


def test_a_match_keeps_so_many(game: Game) -> None:
    budget = refusals.RefusalBudget()
    kept = [budget.bounded({"refused": [MISSING] * refusals.KEPT}) for _ in range(refusals.MATCH_KEPT // refusals.KEPT)]
    assert kept == [{"refused": [MISSING] * refusals.KEPT}] * len(kept)
    assert budget.bounded({"refused": [MISSING], "refused_more": 2}) == {"refused_more": 3}
    assert budget.bounded({}) == {}


@pytest.mark.parametrize(
    "words",
    [
        [1, 2**62, 3, 0, 2, CAPTURER],
        [1, 6, -1, 0, 2, CAPTURER],
        [1, 6, 2**40, 0, 2, CAPTURER],
        [1, 6, 3, -7, 2, CAPTURER],
        [1, 6, 3, 0, 2, 2**33],
        [1, 6, 0, 0, 0, 0],
        [2**62, -5],
    ],
)
def test_a_hostile_memory_holds_nothing_that_is_no_order(game: Game, words: list[int]) -> None:
    memory = NotesMemory()
    NotesRecorder(memory.file)
    os.pwrite(memory.file, array("q", words).tobytes(), HEAD.size + ROOM)
    found = memory.refused(game)
    assert found.get("refused", []) == ([MISSING] if words[:2] == [1, 2**62] else [])
    assert memory.refused(game) == {}
    memory.close()
