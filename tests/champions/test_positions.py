"""Positions in every language that has them: the same play, nothing of which reaches the match."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

import joute
from joute.champions.languages.registry import languages
from joute.champions.sandbox.limits import Hosting, Level, Limits
from joute.champions.sources.find import find
from joute.core.game import BACKENDS, Game
from joute.match.play import MatchSpec, play_match
from joute.match.replay import PhaseLine
from joute.match.verdict import Fault, Verdict

from .position_probes import FOG, PROBES
from .test_notes import AMPLE, kit

PAGE = Path(__file__).parents[2] / "docs" / "en" / "position.md"
IDLE = Path("idle")
OTHER = """
#include <stddef.h>
static void other(joute_position *p, void *data) {
  int *seen = (int *)data;
  seen[0] = joute_position_seat(p);
  seen[1] = moi();
  seen[2] = tour_actuel();
  joute_position_random_turn(p);
}
"""


def probe(folder: Path, language: str) -> Path:
    """A kit whose champion says in each turn what comes of a few things that it tries."""
    made = kit(folder, language, PROBES[language])
    if language == "c":
        entry = made / "champion.c"
        head, include, rest = entry.read_text().partition('#include "api.h"\n')
        entry.write_text(head + include + OTHER + rest)
    return made


def played(game: Game, champion: Path, hosting: Hosting) -> tuple[list[Fault], list[list[Any]], list[Any]]:
    """The faults of the first seat, its orders in each phase, and its notes."""
    table = joute.Table(game, seed=4)
    match = play_match(MatchSpec(table, [find(game, str(champion), 0, hosting), find(game, "idle")]))
    lines = [line for line in match.record if isinstance(line, PhaseLine)]
    notes = [line.private[0] for line in lines if 0 in line.private]
    return list(match.reports[0].faults), [line.orders[0] for line in lines if line.orders], notes


def portails(backend: str | None = None, turns: int = 3) -> Game:
    return joute.load_game("portails", NB_TOURS=turns).on(backend)


@pytest.fixture(scope="module")
def expected(tmp_path_factory: pytest.TempPathFactory) -> Any:
    champion = probe(tmp_path_factory.mktemp("python"), "python")
    return played(portails("interpreted"), champion, Hosting(Level.NONE, AMPLE))


def test_the_probe_plays_what_it_says(expected: Any) -> None:
    faults, orders, notes = expected
    assert faults == []
    first = [[int(word) for word in line.split()] for line in notes[0]["log"]]
    assert first[0] == [10, 10, 41, 5, 4, 0, 0, 3, 2, 2, 1, 1, 0]
    assert first[1:] == [[2, 2, 1, 1, 1], [1, 2, 0, 1, 36, 36, 1, 0, 42, 0], [1, 2, 1, 2, 42], [10, 18]]
    assert len(orders[1]) == 10 + 1  # the kit moves once, too
    assert all("refused" not in note for note in notes)


@pytest.mark.parametrize("level", [Level.NONE, Level.PROCESS, Level.SANDBOX])
@pytest.mark.parametrize("backend", BACKENDS)
def test_python_plays_the_same_everywhere(tmp_path: Path, expected: Any, backend: str, level: Level) -> None:
    champion = probe(tmp_path, "python")
    assert played(portails(backend), champion, Hosting(level, AMPLE)) == expected


@pytest.mark.slow
@pytest.mark.parametrize("language", [name for name in PROBES if name != "python"])
def test_every_language_plays_the_same(tmp_path: Path, expected: Any, language: str) -> None:
    champion = probe(tmp_path, language)
    assert played(portails("native"), champion, Hosting(limits=AMPLE)) == expected


# The champions of the page


def champions_of_the_page() -> list[tuple[str, str]]:
    return re.findall(rf"```({'|'.join(PROBES)})\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)


def test_the_page_has_a_champion_in_every_language_and_two_that_plan() -> None:
    languages_of_them = [language for language, _ in champions_of_the_page()]
    assert sorted(languages_of_them[: len(PROBES)]) == sorted(PROBES)
    assert languages_of_them[len(PROBES) :] == ["python", "cxx"]


def test_the_champions_of_the_page_that_try_orders_have_forty_lines() -> None:
    assert [text for _, text in champions_of_the_page()[: len(PROBES)] if len(text.strip().splitlines()) > 40] == []


@pytest.mark.slow
@pytest.mark.parametrize(
    ("language", "text"), [pytest.param(*one, id=f"{one[0]} {at}") for at, one in enumerate(champions_of_the_page())]
)
def test_the_champions_of_the_page_play(tmp_path: Path, language: str, text: str) -> None:
    folder = kit(tmp_path, language, "")
    (folder / languages()[language].entry).write_text(text)
    limits = Limits(time_ms=150, bank_ms=20_000, start_ms=60_000)
    faults, orders, notes = played(portails("native", 12), folder, Hosting(limits=limits))
    assert faults == []
    assert sum(map(len, orders)) > 12
    assert notes == []


# What goes wrong


CRASH = """
import joute
from api import *
def jouer_tour():
    tour_actuel()
    p = joute.position()
    p.__enter__()
    capturer()
    {}
"""


@pytest.mark.parametrize("level", [Level.NONE, Level.PROCESS])
@pytest.mark.parametrize("backend", BACKENDS)
def test_the_last_call_is_one_of_the_match(tmp_path: Path, backend: str, level: Level) -> None:
    """A champion may end inside a position: its next callback begins outside."""
    path = tmp_path / "mine.py"
    path.write_text(CRASH.format("raise ValueError" if level == Level.NONE else "import os; os._exit(3)"))
    (fault, *_), orders, notes = played(portails(backend), path, Hosting(level, AMPLE))
    assert (fault.verdict, fault.last_call.partition(" ")[0]) == (Verdict.CRASHED, "tour_actuel()")
    assert not any(orders)
    assert notes == []


def test_outside_a_match_there_is_no_position() -> None:
    with pytest.raises(RuntimeError, match="call this from a callback"):
        joute.position()


@pytest.mark.slow
def test_a_compiled_champion_without_a_library_is_told(tmp_path: Path) -> None:
    champion = kit(tmp_path, "cxx", "joute::position();")
    (fault, *_), _, _ = played(portails("interpreted"), champion, Hosting(limits=AMPLE))
    assert "joute build" in fault.message
    assert fault.verdict == Verdict.CRASHED


SCRIBBLE = """
        joute_position *p = joute_position_new();
        for (int i = 0; i < 48; i++) ((char *)p)[i] = 1;
        joute_position_rollout(p, 5);"""


@pytest.mark.slow
def test_a_champion_that_scribbles_over_a_position_harms_itself(tmp_path: Path) -> None:
    game = portails("native")
    (fault, *_), orders, _ = played(game, kit(tmp_path, "c", SCRIBBLE), Hosting(limits=AMPLE))
    assert (fault.verdict, len(orders)) == (Verdict.CRASHED, len(played(game, IDLE, Hosting())[1]))


def fog(folder: Path, language: str, backend: str) -> tuple[list[Fault], list[Any]]:
    """The faults of a champion of a live game in the fog, and what it notes."""
    game = joute.load_game("chartichaud", max_turns=6).on(backend)
    faults, _, notes = played(game, kit(folder, language, FOG[language], "chartichaud"), Hosting(limits=AMPLE))
    return faults, [note["log"] for note in notes]


@pytest.mark.slow
@pytest.mark.parametrize("language", list(FOG))
def test_in_the_fog_every_language_guesses_the_same(tmp_path: Path, language: str) -> None:
    expected = fog(tmp_path / "expected", "python", "interpreted")
    assert expected[0] == []
    assert len(expected[1]) == 3
    assert fog(tmp_path, language, "native") == expected


@pytest.mark.parametrize("backend", BACKENDS)
def test_a_view_is_not_played_on(tmp_path: Path, backend: str) -> None:
    path = tmp_path / "mine.py"
    path.write_text("import joute\ndef jouer_tour():\n    joute.position().rollout()\n")
    game = joute.load_game("chartichaud", max_turns=1).on(backend)
    (fault,), _, _ = played(game, path, Hosting(Level.NONE, AMPLE))
    assert (
        fault.message == "ValueError: this position is what you know in the fog: determinise it before you play it on"
    )


LIVE = {
    "python": """import joute
from api import *
def jouer_tour():
    p = joute.position()
    tried = 0
    for y in range(height()):
        for x in range(width()):
            with p:
                tried += move(C, y, x, y + 1, x) == OK
    seen = [ready(C, y, x) for y in range(height()) for x in range(width())]
    with p:
        there = [ready(C, y, x) for y in range(height()) for x in range(width())]
    if not tried or (len(p.orders) != tried or there == seen):
        raise ValueError
    p.become(joute.position())
    with p:
        if there == [ready(C, y, x) for y in range(height()) for x in range(width())]:
            raise ValueError
""",
    "cxx": """#include "api.hh"
#include <stdexcept>
std::vector<int> seen() {
  std::vector<int> all;
  for (int y = 0; y < height(); y++) for (int x = 0; x < width(); x++) all.push_back(ready(C, y, x));
  return all;
}
void jouer_tour() {
  joute::Position p = joute::position();
  std::size_t tried = 0;
  for (int y = 0; y < height(); y++) for (int x = 0; x < width(); x++) {
    joute::Position::Inside inside(p);
    tried += move(C, y, x, y + 1, x) == OK;
  }
  std::vector<int> before = seen(), there;
  { joute::Position::Inside inside(p); there = seen(); }
  if (tried == 0 || p.orders().size() != tried || there == before) throw std::runtime_error("tried");
  p = joute::position();
  { joute::Position::Inside inside(p); if (there == seen()) throw std::runtime_error("kept"); }
}
""",
}


LIVE["javascript"] = """const api = require("./joute");
const seen = () => {
  const all = [];
  for (let y = 0; y < api.height(); y++)
    for (let x = 0; x < api.width(); x++) all.push(api.ready(api.C, y, x));
  return all.join();
};
api.play({
  jouer_tour() {
    let p = api.joute.position();
    let tried = 0;
    for (let y = 0; y < api.height(); y++)
      for (let x = 0; x < api.width(); x++)
        tried += p.enter(() => api.move(api.C, y, x, y + 1, x) === api.OK);
    const before = seen();
    const there = p.enter(seen);
    if (tried === 0 || p.orders.length !== tried || there === before) throw new Error("tried");
    p.become(api.joute.position());
    if (there === p.enter(seen)) throw new Error("kept");
  },
});
"""


@pytest.mark.parametrize("language", list(LIVE))
def test_orders_of_a_live_game_stay_in_the_position(tmp_path: Path, language: str) -> None:
    game = joute.load_game("chartichaud", max_turns=3).on("native")
    path = kit(tmp_path, language, "", "chartichaud")
    (path / languages()[language].entry).write_text(LIVE[language])
    faults, orders, _ = played(game, path, Hosting(limits=AMPLE))
    assert faults == []
    assert not any(orders)
