"""The constants that a champion brings with it, compared with those of a match; nothing of it is run."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

import joute
from joute.champions.checks.own_constants import FILE_MOST, OtherConstants, other_constants
from joute.champions.kits.kit import starter_files
from joute.champions.languages.registry import languages
from joute.core.registry import game_names

SUJET, FINALE = joute.load_game("portails"), joute.load_game("portails", preset="finale")
WRITTEN = {
    "c": ("prologin.c", "prologin.h", "# define {name}    {value}"),
    "cxx": ("prologin.cc", "constante.hh", "const int {name} = {value}; // {name}"),
    "ocaml": ("prologin.ml", "api.ml", "let {lower} = ({value})"),
    "python": ("prologin.py", "api.py", "{name} = {value}  # {name}"),
    "java": ("Champion.java", "Interface.java", "  public static final int {name} = {value};"),
}
"""Of each language: the file to start from, one with the API, and how that declares a constant."""


def folder(path: Path, language: str, game: joute.Game = FINALE, more: str = "") -> Path:
    """A champion with the constants of a game in a file of its own, which old editors wrote in Latin-1."""
    entry, api, line = WRITTEN[language]
    values = {name: int(value) for name, value in game.constants.items() if isinstance(value, int)}
    lines = [line.format(name=name, lower=name.lower(), value=value) for name, value in values.items()]
    path.mkdir(exist_ok=True)
    (path / entry).write_text("")
    (path / api).write_text("\n".join([*lines, more, ""]), encoding="latin-1")
    return path


@pytest.mark.parametrize("language", WRITTEN)
def test_a_folder_for_another_preset_is_known_in_every_language(tmp_path: Path, language: str) -> None:
    mine = folder(tmp_path, language, more="é")
    other = other_constants(SUJET, mine)
    assert other is not None
    assert (other.file, other.preset) == (WRITTEN[language][1], "finale")
    assert other.differing == {
        "TAILLE_TERRAIN": (30, 40),
        "COUT_CAPTURE": (3, 1),
        "COUT_LIEN": (2, 1),
        "COUT_NEUTRALISATION_BOUCLIER": (5, 4),
        "COUT_BOUCLIER": (3, 2),
        "SURCOUT_BOUCLIER": (1, 0),
        "COUT_VIRUS": (-1, 20),
        "MAX_BOUCLIERS": (6, 4),
        "POINTS_CREATION_PORTAIL": (10, 3),
        "POINTS_CAPTURE": (10, 3),
        "POINTS_CREATION_LIEN": (0, 5),
        "POINTS_CHAMP": (2, 10),
    }
    assert other_constants(FINALE, mine) is None


@pytest.mark.parametrize("name", game_names())
def test_every_preset_of_every_game_is_named(tmp_path: Path, name: str) -> None:
    presets = [joute.load_game(name, preset=preset) for preset in joute.load_game(name).parameters.presets]
    for number, preset in enumerate(presets):
        mine = folder(tmp_path / str(number), "c", preset)
        assert other_constants(preset, mine) is None
        for match in presets:
            other = other_constants(match, mine)
            assert (other is None) == (match.constants == preset.constants)
            assert other is None or other.preset == preset.preset


def test_the_sentence_names_the_file_and_both_numbers(tmp_path: Path) -> None:
    other = OtherConstants("api.ml", {"TAILLE_TERRAIN": (30, 40)}, "finale")
    assert str(other.sentence(SUJET)) == "its own api.ml says TAILLE_TERRAIN 30, «sujet» has 40"
    more = other._replace(differing=other.differing | {"COUT_LIEN": (2, 1)})
    told = more.sentence(joute.load_game("portails", NB_TOURS=3))
    assert told.en == "its own api.ml says TAILLE_TERRAIN 30, this match has 40 (and 1 more)"
    assert told.fr == "son propre api.ml dit TAILLE_TERRAIN 30, ce match a 40 (et 1 de plus)"


def test_a_parameter_that_is_set_is_a_difference_too(tmp_path: Path) -> None:
    mine = folder(tmp_path, "python", SUJET)
    other = OtherConstants("api.py", {"NB_TOURS": (100, 3)}, "sujet")
    assert other_constants(joute.load_game("portails", NB_TOURS=3), mine) == other


def test_where_several_presets_fit_it_is_that_of_the_match(tmp_path: Path) -> None:
    mine = folder(tmp_path, "python", joute.load_game("tours_de_magie"))
    other = other_constants(joute.load_game("tours_de_magie", preset="finale", MAX_TOUR=3), mine)
    assert other == OtherConstants("api.py", {"MAX_TOUR": (100, 3)}, "finale")


def test_no_preset_may_fit(tmp_path: Path) -> None:
    (tmp_path / "prologin.py").write_text("TAILLE_TERRAIN = 7\n")
    assert other_constants(SUJET, tmp_path) == OtherConstants("prologin.py", {"TAILLE_TERRAIN": (7, 40)}, None)


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("python", "TAILLE = 3\nx = TAILLE_TERRAIN\nTAILLE_TERRAIN = 2 * 15\nif TAILLE_TERRAIN == 30: pass\n"),
        ("python", "# TAILLE_TERRAIN = 30\ndef f():\n    TAILLE_TERRAIN = 30\n"),
        ("c", "/*\n#define TAILLE_TERRAIN 30\n*/\n// #define TAILLE_TERRAIN 30\n"),
        ("c", "/* a comment without end\n#define TAILLE_TERRAIN 30\n"),
        ("c", "#ifdef FINALE\n#define TAILLE_TERRAIN 30\n#else\n#define TAILLE_TERRAIN 40\n#endif\n"),
        ("c", "#define TAILLE_TERRAIN (30 + NB_TOURS)\n#define TAILLE_TERRAIN\n"),
        ("ocaml", "(* let taille_terrain = 30 *)\nlet taille_terrain = 30 + 1\nlet taille_terrain x = 30\n"),
        ("java", "int[] TAILLE_TERRAIN = {30};\nprint(TAILLE_TERRAIN = 30);\n"),
    ],
)
def test_only_plain_declarations_count(tmp_path: Path, language: str, text: str) -> None:
    entry, api, _ = WRITTEN[language]
    (tmp_path / entry).write_text("")
    (tmp_path / api).write_text(text)
    assert other_constants(SUJET, tmp_path) is None


@pytest.mark.parametrize("name", ["outils.py", "champion.pyc", "api.txt"])
def test_other_files_are_not_read(tmp_path: Path, name: str) -> None:
    (tmp_path / "champion.py").write_text("")
    (tmp_path / name).write_text("TAILLE_TERRAIN = 30\n")
    assert other_constants(SUJET, tmp_path) is None


@pytest.mark.parametrize("language", languages())
def test_kits_get_the_constants_of_the_match(tmp_path: Path, language: str) -> None:
    for name, text in starter_files(FINALE, language, "en").items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    assert other_constants(SUJET, tmp_path) is None


def test_archives_are_read_and_files_that_are_hostile_are_not(tmp_path: Path) -> None:
    mine = folder(tmp_path / "mine", "ocaml")
    packed = Path(shutil.make_archive(str(tmp_path / "mine"), "zip", mine))
    other = other_constants(SUJET, packed)
    assert other is not None
    assert other.preset == "finale"
    (mine / "api.ml").write_text("let taille_terrain = 30\n" + "(*" * FILE_MOST)
    assert other_constants(SUJET, mine) is None
    (mine / "api.ml").write_text("let taille_terrain = 3" + "0" * 100_000 + "\n")
    assert other_constants(SUJET, mine) is None
    (mine / "api.ml").write_text(f"let taille_terrain = 30{' ' * 200_000}x\n")
    assert other_constants(SUJET, mine) is None
    packed.write_bytes(b"nonsense")
    assert other_constants(SUJET, packed) is None
    assert other_constants(SUJET, tmp_path / "none") is None
