"""Folders in the layout of old contests, with their own headers and adapters: built and played untouched."""

from __future__ import annotations

import hashlib
import shutil
from pathlib import Path

import pytest

import joute
from joute.champions.players.simple import Idle
from joute.champions.sources.find import find
from joute.match.player import Player
from joute.match.referee import MatchResult, Referee
from joute.match.verdict import Verdict
from tests.champions import native_support

from . import old_layout

OLD = Path(__file__).parents[2] / "fixtures" / "champions"
MATCHES = {
    "c": ("portails", {"NB_TOURS": 20}),
    "cxx": ("casus_belli", {}),
    "ocaml": ("archipel", {"FIN_PARTIE": 30}),
    "python": ("tours_de_magie", {"MAX_TOUR": 12}),
}


def champion(language: str, folder: Path, name: str = "old") -> Player:
    if language != "python":
        native_support.need(language)
    return find(joute.load_game(MATCHES[language][0]), str(folder))


def played(language: str, folder: Path) -> tuple[MatchResult, int]:
    """A match against idle champions, and how many orders the old one gave."""
    name, overrides = MATCHES[language]
    table = joute.Table(joute.load_game(name, **overrides).on())
    orders = [0]
    rest = [Idle() for _ in range(table.seats - 1)]

    def count(_: object, line: object) -> None:
        seats, rows = line.seats, line.orders  # type: ignore[attr-defined]
        orders[0] += sum(len(row) for seat, row in zip(seats, rows, strict=True) if seat == 0)

    return Referee(table, [champion(language, folder), *rest]).play(count), orders[0]


def content(folder: Path) -> dict[str, str]:
    found = [path for path in sorted(folder.rglob("*")) if path.is_file() and path.suffix != ".pyc"]
    return {str(path): hashlib.sha256(path.read_bytes()).hexdigest() for path in found}


@pytest.mark.parametrize("language", MATCHES)
def test_an_old_folder_plays_untouched(language: str) -> None:
    folder = OLD / f"old_layout_{language}"
    before = content(folder)
    outcome, orders = played(language, folder)
    assert outcome.void == ""
    assert outcome.reports[0].verdict == Verdict.OK, outcome.reports[0].faults
    assert orders >= 10
    assert outcome.result.over
    assert content(folder) == before


@pytest.mark.parametrize("language", ["c", "ocaml", "python"])
def test_an_old_champion_beats_one_that_does_nothing(language: str) -> None:
    outcome, _ = played(language, OLD / f"old_layout_{language}")
    assert outcome.result.winners == (0,)


def changed(tmp_path: Path, language: str, file: str, old: str, new: str) -> Path:
    """A copy of an old folder with one change."""
    folder = tmp_path / language
    shutil.copytree(OLD / f"old_layout_{language}", folder)
    text = (folder / file).read_text()
    assert old in text
    (folder / file).write_text(text.replace(old, new))
    return folder


def test_an_exception_that_an_old_adapter_does_not_catch_is_told_and_ends_it(tmp_path: Path) -> None:
    folder = changed(
        tmp_path, "ocaml", "prologin.ml", "let jouer_tour () =", "let jouer_tour () = if true then raise Not_found;"
    )
    outcome, _ = played("ocaml", folder)
    (fault,) = outcome.reports[0].faults
    assert (fault.verdict, fault.message, fault.turn) == (Verdict.CRASHED, "exception Not_found", 1)
    assert outcome.reports[0].stopped


def test_a_function_that_only_the_old_header_has_is_missed_when_it_is_called(tmp_path: Path) -> None:
    declared = "int api_ancienne(int n);\nint ancienne(int n)\n{\n  return api_ancienne(n);\n}\n\n"
    before = "erreur api_deplacer"
    unused = changed(tmp_path / "unused", "c", "interface.cc", before, declared + before)
    assert played("c", unused)[0].reports[0].verdict == Verdict.OK
    used = changed(tmp_path / "used", "c", "interface.cc", before, declared + before)
    text = (used / "prologin.c").read_text()
    (used / "prologin.c").write_text(text.replace("  int essais = 0;", "  int essais = ancienne(0);"))
    (fault,) = played("c", used)[0].reports[0].faults
    assert fault.message == "ancienne is not a function of portails"


def test_an_adapter_that_leaves_it_to_the_engine_to_start_ocaml_still_works(tmp_path: Path) -> None:
    folder = changed(tmp_path, "ocaml", "interface.cc", "  demarrer();\n", "")
    text = (folder / "interface.cc").read_text()
    text = text[: text.index("void demarrer()")] + text[text.index("void appeler(") :]
    (folder / "interface.cc").write_text(text.replace("caml_callback(", "callback("))
    outcome, orders = played("ocaml", folder)
    assert outcome.reports[0].verdict == Verdict.OK, outcome.reports[0].faults
    assert orders >= 10


# Every game of the contests, in folders that are written for it


CONTESTS = ("archipel", "casus_belli", "portails", "tours_de_magie")
WRITTEN = {
    "c++, as it was given out": ("cxx", lambda game: old_layout.cxx_folder(game, "prologin")),
    "c++, renamed": ("cxx", lambda game: old_layout.cxx_folder(game, "champion")),
    "c, as it was given out": ("c", lambda game: old_layout.c_folder(game, "prologin")),
    "c, renamed": ("c", lambda game: old_layout.c_folder(game, "champion")),
    "ocaml, as it was given out": ("ocaml", lambda game: old_layout.ocaml_folder(game, "prologin")),
    "ocaml, renamed": ("ocaml", lambda game: old_layout.ocaml_folder(game, "champion")),
}


SLOW = [pytest.param(layout, marks=pytest.mark.slow) if "renamed" in layout else layout for layout in WRITTEN]


@pytest.mark.parametrize("layout", SLOW)
@pytest.mark.parametrize("name", CONTESTS)
def test_a_folder_of_old_for_every_game_calls_every_function(name: str, layout: str, tmp_path: Path) -> None:
    """Without a Makefile, in Latin-1, with its own header and adapter: its orders are those of the same in Python."""
    language, write = WRITTEN[layout]
    native_support.need(language)
    game = joute.load_game(name)
    for file, text in write(game).items():
        (tmp_path / file).write_bytes(text)
    (tmp_path / "same.py").write_text(old_layout.python_text(game))
    ends = []
    for path, on in ((tmp_path / "same.py", game), (tmp_path, game.on())):
        player = find(on, str(path))
        table = joute.Table(on)
        outcome = Referee(table, [player, *(Idle() for _ in range(table.seats - 1))]).play()
        assert (outcome.void, outcome.reports[0].faults) == ("", ())
        ends.append(table.digest)
    assert ends[0] == ends[1]
