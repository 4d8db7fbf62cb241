"""The languages that are found: in which order, by which names, and that none claims another's files."""

from __future__ import annotations

from pathlib import Path

import pytest

from joute.champions.errors import ChampionError
from joute.champions.languages.registry import by_name, candidates, compiled, languages
from joute.champions.sources.recipe import recipe_of

OTHERS = ["rust", "javascript", "java", "go", "csharp", "php"]


def test_languages_are_listed_and_tried_in_these_orders() -> None:
    assert list(languages()) == ["python", "c", "cxx", "ocaml", *OTHERS]
    assert [one.name for one in candidates()] == ["python", "cxx", "c", "ocaml", *OTHERS]
    assert [one.name for one in compiled()] == ["c", "cxx", "ocaml", "rust"]


def test_a_suffix_belongs_to_one_language_and_the_starter_has_it() -> None:
    suffixes = [suffix for language in languages().values() for suffix in language.suffixes]
    assert len(suffixes) == len(set(suffixes))
    assert all(one.entry.endswith(one.suffixes[0]) for one in languages().values())


@pytest.mark.parametrize("name", ["cxx", "c++", "cpp"])
def test_a_language_is_known_by_its_aliases(name: str) -> None:
    assert by_name(name) is languages()["cxx"]
    assert by_name("other") is None


def test_of_several_candidates_the_better_name_wins_then_the_earlier_language(tmp_path: Path) -> None:
    for name in ("main.py", "champion.c", "champion.cc", "champion.js"):
        (tmp_path / name).touch()
    assert recipe_of(tmp_path).entry == "champion.cc"
    (tmp_path / "prologin.rs").touch()
    assert recipe_of(tmp_path).entry == "prologin.rs"


def test_what_no_language_knows_is_refused_with_all_suffixes(tmp_path: Path) -> None:
    ends = r"\.py, \.cc, \.cpp, \.cxx, \.C, \.c, \.ml, \.rs, \.js, \.mjs, \.cjs, \.java, \.go, \.cs or \.php"
    with pytest.raises(
        ChampionError, match=rf"a file prologin, Prologin, Champion, champion or main that ends in {ends}"
    ):
        recipe_of(tmp_path)
    (tmp_path / "bot.rb").touch()
    with pytest.raises(ChampionError, match=rf"a file that ends in {ends}"):
        recipe_of(tmp_path / "bot.rb")


@pytest.mark.parametrize("name", ["Prologin.hs", "Champion.hs"])
def test_a_champion_in_haskell_is_refused_with_what_to_do(name: str, tmp_path: Path) -> None:
    for file in (name, "Api.hs", "Makefile"):
        (tmp_path / file).touch()
    for path, found in ((tmp_path, f"Api.hs, {name}"), (tmp_path / name, name)):
        with pytest.raises(ChampionError) as told:
            recipe_of(path)
        assert str(told.value) == (
            f"{path}: found {found}: champions in Haskell are not run; the nearest language with a kit is OCaml "
            "(«joute new GAME FOLDER --lang ocaml»), and a program in any language may speak the line protocol («joute "
            "protocol»), with a champion.toml that says how to build and run it"
        )
    (tmp_path / "champion.toml").write_text('build = "ghc -o bot Prologin"\nrun = "./bot"\n')
    assert recipe_of(tmp_path).run == ("./bot",)


def test_make_system_installs_what_every_language_needs() -> None:
    text = (Path(__file__).parents[3] / "Makefile").read_text().replace("\\\n", "")
    (line,) = [line for line in text.splitlines() if line.startswith("PACKAGES := ")]
    tools = [
        *(language.tools for language in languages().values()),
        *(language.library.tools for language in languages().values() if language.library is not None),
        *(language.debugger.tools for language in languages().values() if language.debugger is not None),
    ]
    assert {package for needed in tools for package in needed.packages} <= set(line.split()[2:])
