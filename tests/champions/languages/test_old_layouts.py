"""Folders in the layout of old contests, with their own headers and adapters: built and played untouched."""

from __future__ import annotations

import hashlib
import re
import shutil
from pathlib import Path

import pytest

import joute
from joute.champions.errors import ChampionError
from joute.champions.languages.registry import languages
from joute.champions.players.simple import Idle
from joute.champions.sources.find import find
from joute.cli.exits import Exit
from joute.cli.main import main
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
    "java": ("portails", {"NB_TOURS": 8}),
    "csharp": ("portails", {"NB_TOURS": 8}),
    "php": ("portails", {"NB_TOURS": 8}),
}
PROGRAMS = ("java", "csharp", "php")
"""The languages whose champions speak lines."""


def champion(language: str, folder: Path, name: str = "old") -> Player:
    if languages()[language].library:
        native_support.need(language)
    elif languages()[language].tools.missing:
        pytest.skip(f"{language} is not here: {languages()[language].tools.install}")
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


# Folders in languages that speak lines


@pytest.mark.parametrize("language", PROGRAMS)
def test_the_match_of_an_old_champion_can_be_verified(language: str, tmp_path: Path) -> None:
    champion(language, OLD / f"old_layout_{language}")
    path = str(tmp_path / "match.jsonl")
    words = ["run", "portails", str(OLD / f"old_layout_{language}"), "idle", "--set", "NB_TOURS=5", "-o", path]
    assert main(words) == Exit.DONE
    assert main(["verify", path]) == Exit.DONE


def test_old_champions_of_one_text_play_alike_in_all_languages() -> None:
    results = [played(language, OLD / f"old_layout_{language}")[0].result for language in PROGRAMS]
    assert len({result.scores for result in results}) == 1
    assert results[0].winners == (0,)


@pytest.mark.parametrize(
    ("language", "entry", "api"), [("java", "Prologin.java", "Interface.java"), ("csharp", "prologin.cs", "api.cs")]
)
def test_an_old_folder_without_its_api_is_refused_with_what_is_missing(
    language: str, entry: str, api: str, tmp_path: Path
) -> None:
    folder = changed(tmp_path, language, api, "TAILLE_TERRAIN", "TAILLE_TERRAIN")
    (folder / api).unlink()
    with pytest.raises(ChampionError) as told:
        played(language, folder)
    assert str(told.value) == (
        f"{folder}: {entry} is a champion of the old contest; the file {api} is missing, which came with it and "
        "declares the functions and types that it uses. Put it there, or move your functions into a new kit: joute new "
        f"portails FOLDER --lang {language}"
    )


def test_its_api_is_not_read_through_a_link_that_leads_out(tmp_path: Path) -> None:
    folder = changed(tmp_path, "java", "Interface.java", "TAILLE_TERRAIN", "TAILLE_TERRAIN")
    (folder / "Interface.java").rename(tmp_path / "secret.java")
    (folder / "Interface.java").symlink_to(tmp_path / "secret.java")
    with pytest.raises(ChampionError, match=r"the file Interface\.java is missing"):
        played("java", folder)


@pytest.mark.parametrize(
    ("language", "entry", "name", "message"),
    [
        ("java", "Prologin.java", "jouer_tour", "Prologin.java has no function jouer_tour()"),
        ("csharp", "prologin.cs", "JouerTour", "prologin.cs has no function for jouer_tour()"),
        ("php", "prologin.php", "jouer_tour", "the function jouer_tour() is missing"),
    ],
)
def test_an_old_champion_without_a_callback_that_it_needs_is_refused(
    language: str, entry: str, name: str, message: str, tmp_path: Path
) -> None:
    with pytest.raises(ChampionError, match=re.escape(message)):
        played(language, changed(tmp_path, language, entry, name, "jouer"))


@pytest.mark.parametrize(
    ("language", "api", "declared", "entry", "message"),
    [
        (
            "java",
            "Interface.java",
            ("public static native int moi();", "public static native int moi();\n    public static native int age();"),
            ("Prologin.java", "partie_init() {", "partie_init() { age();"),
            "java.lang.IllegalStateException: age is not a function of portails",
        ),
        (
            "csharp",
            "api.cs",
            ("public static extern int Moi();", "public static extern int Moi();\npublic static extern int Age();"),
            ("prologin.cs", "PartieInit() {", "PartieInit() { Api.Age();"),
            "System.MissingMethodException: Age is not a function of portails",
        ),
    ],
)
def test_a_function_that_only_its_own_api_declares_is_missed_when_it_is_called(
    language: str, api: str, declared: tuple[str, str], entry: tuple[str, str, str], message: str, tmp_path: Path
) -> None:
    folder = changed(tmp_path, language, api, *declared)
    file, old, new = entry
    (folder / file).write_text((folder / file).read_text().replace(old, new))
    (fault,) = played(language, folder)[0].reports[0].faults
    assert (fault.verdict, fault.callback, fault.message) == (Verdict.CRASHED, "partie_init", message)


def test_types_inside_the_class_lists_and_static_callbacks_are_taken_too(tmp_path: Path) -> None:
    """As another year's `Interface.java` may have had them, in Latin-1."""
    text = (OLD / "old_layout_java" / "Interface.java").read_text()
    types, functions = text.split("public class Interface {")
    nested = re.sub(r"^(enum|class)", r"public static \1", types, flags=re.MULTILINE)
    functions = functions.replace("Position[] liste", "java.util.List<Position> liste").replace(
        "static native", "native static"
    )
    folder = changed(tmp_path, "java", "Prologin.java", "    public void ", "    static void ")
    own = (
        (folder / "Prologin.java")
        .read_text()
        .replace("private", "private static")
        .replace("erreur.", "Interface.erreur.")
    )
    (folder / "Prologin.java").write_text(own)
    way = (folder / "Chemin.java").read_text().replace("Position", "Interface.Position")
    (folder / "Chemin.java").write_text(way)
    (folder / "Interface.java").write_bytes(f"public class Interface {{\n{nested}{functions}".encode("latin-1"))
    assert played("java", folder)[0].result.scores == played("java", OLD / "old_layout_java")[0].result.scores


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
