"""Building: what is compiled, what is kept, what a contestant is told, and that a folder stays as it is."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path
from typing import Any

import pytest

import joute
from joute.champions.building import library as building
from joute.champions.building import store
from joute.champions.building.inputs import BYTES_MOST, files, sources
from joute.champions.building.job import BuildLimits
from joute.champions.building.library import build
from joute.champions.errors import ChampionError
from joute.champions.players.native import NativeChampion
from joute.champions.sources.makefile import flags
from joute.champions.sources.recipe import Recipe, recipe_of
from joute.core.game import Game
from joute.core.world import Turn
from tests.champions import native_support


@pytest.fixture
def game() -> Game:
    return joute.load_game("chartichaud")


def content(folder: Path) -> dict[str, str]:
    return {str(path): hashlib.sha256(path.read_bytes()).hexdigest() for path in folder.rglob("*") if path.is_file()}


def calls(place: Path, game: Game, callback: str = "jouer_tour", **answers: Any) -> list[Any]:
    """What the champion of a folder calls in one callback."""
    player = native_support.built(place, game)
    seat: Any = native_support.Scripted(game, answers)
    player.load(seat)
    assert player.ask(Turn(0, "turn", callback, (0,))).fault is None
    player.leave()
    return seat.calls


@pytest.mark.parametrize("language", native_support.LANGUAGES)
def test_a_folder_stays_as_it_is_and_is_built_once(
    tmp_path: Path, game: Game, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = native_support.folder(tmp_path / "champion", game, language)
    before, cache = content(place), tmp_path / "cache"
    cache.mkdir()
    library = build(place, game, cache=cache)
    assert content(place) == before
    monkeypatch.setattr(building, "run_build", lambda *_: pytest.fail("compiled again"))
    assert build(place, game, cache=cache) == library


CARELESS = {
    "c": ("void jouer_tour(void) { int idle; }", "champion.c:5:29: warning: unused variable"),
    "cxx": ("void jouer_tour() { int idle; }", "champion.cc:4:25: warning: unused variable"),
    "rust": ("pub fn jouer_tour() { let idle = 1; }", "champion.rs:2:27"),
    "ocaml": (
        'let jouer_tour () = let idle = 1 in ()\nlet () = Callback.register "jouer_tour" jouer_tour',
        'File "champion.ml", line 2, characters 24-28',
    ),
}


@pytest.mark.parametrize(("language", "text", "told"), [(key, *value) for key, value in CARELESS.items()], ids=CARELESS)
def test_what_the_compiler_warns_of_is_told_once(
    tmp_path: Path, game: Game, language: str, text: str, told: str
) -> None:
    place, heard = native_support.folder(tmp_path / "champion", game, language, text), list[str]()
    cache = tmp_path / "cache"
    cache.mkdir()
    build(place, game, cache=cache, warn=heard.append)
    build(place, game, cache=cache, warn=heard.append)
    (warning,) = heard
    assert warning.startswith(f"{place}: the compiler warns:\n")
    assert told in warning


@pytest.mark.parametrize("language", native_support.LANGUAGES)
def test_nothing_is_to_be_warned_of_in_a_kit(tmp_path: Path, game: Game, language: str) -> None:
    (tmp_path / "cache").mkdir()
    place = native_support.folder(tmp_path / "champion", game, language)
    build(place, game, cache=tmp_path / "cache", warn=pytest.fail)


def test_another_text_is_another_library(tmp_path: Path, game: Game) -> None:
    place = native_support.folder(tmp_path, game, "cxx", "void jouer_tour() {}")
    first = build(place, game)
    (place / "champion.cc").write_text('#include "api.hh"\nvoid jouer_tour() { autofarm(); }')
    assert build(place, game) != first


def test_constants_are_those_of_the_match(tmp_path: Path, game: Game) -> None:
    place = native_support.folder(tmp_path, game, "c", "void jouer_tour(void) { farm(PRICE_C, VISION); }")
    assert calls(place, game) == [("farm", 5, 2)]
    assert calls(place, joute.load_game("chartichaud", price_C=7, vision=3)) == [("farm", 7, 3)]


def test_a_header_that_is_not_ours_stays(tmp_path: Path, game: Game) -> None:
    place = native_support.folder(tmp_path, game, "cxx")
    header = '#define MINE 41\nextern "C" int api_farm(int, int);\nextern "C" void jouer_tour();\n'
    (place / "api.hh").write_text(header)
    (place / "champion.cc").write_text('#include "api.hh"\nvoid jouer_tour() { api_farm(MINE, 1); }')
    assert calls(place, game) == [("farm", 41, 1)]


ERRORS = {
    "c": ("void jouer_tour(void) { farm(1) }", "champion.c:5:"),
    "cxx": ("void jouer_tour() { nowhere(); }", "champion.cc:4:21: error: ‘nowhere’ was not declared"),
    "ocaml": ("let jouer_tour () = farm 1", None),
    "rust": ("pub fn jouer_tour() { farm(1) }", "champion.rs:2:23"),
}


@pytest.mark.parametrize("language", ["c", "cxx", "rust"])
def test_what_the_compiler_says_is_shown_with_the_contestants_own_lines(
    tmp_path: Path, game: Game, language: str
) -> None:
    text, said = ERRORS[language]
    place = native_support.folder(tmp_path, game, language, text)
    with pytest.raises(ChampionError) as told:
        build(place, game)
    assert f"{place}: the champion cannot be built:" in str(told.value)
    assert said is not None
    assert said in str(told.value)
    assert "/tmp/" not in str(told.value).replace(str(place), "")


def test_a_file_that_misses_what_lies_beside_it_is_told_to_name_its_folder(tmp_path: Path, game: Game) -> None:
    native_support.need("cxx")
    (tmp_path / "old.hh").touch()
    (tmp_path / "mine.cc").write_text('#include "old.hh"\n')
    with pytest.raises(ChampionError) as told:
        build(tmp_path, game, recipe_of(tmp_path / "mine.cc").settings())
    first, *_, last = str(told.value).splitlines()
    assert first == f"{tmp_path}/mine.cc: the champion cannot be built:"
    assert last == f"A file is built without what lies beside it; name its folder: {tmp_path}"


def test_what_the_ocaml_compiler_says_is_shown(tmp_path: Path, game: Game) -> None:
    place = native_support.folder(tmp_path, game, "ocaml", "let jouer_tour () = 1 + true")
    with pytest.raises(ChampionError, match=r'File "champion\.ml", line 2, characters 24-28'):
        build(place, game)


def test_a_slow_compiler_is_stopped(tmp_path: Path, game: Game) -> None:
    place = native_support.folder(tmp_path, game, "cxx")
    settings = {"build": ["sh", "-c", "while :; do :; done"]}
    with pytest.raises(ChampionError, match=r"the build was not over after 0\.5 s:\n  sh -c while"):
        build(place, game, settings, BuildLimits(time_s=0.5))


def test_a_greedy_compiler_is_refused_memory(tmp_path: Path, game: Game) -> None:
    place = native_support.folder(tmp_path, game, "cxx", "#include <bits/stdc++.h>\nvoid jouer_tour() {}")
    with pytest.raises(ChampionError, match=r"(out of|annot allocate) memory(.|\n)*\na build may use 64 MB of memory$"):
        build(place, game, None, BuildLimits(memory_mb=64))


def test_a_missing_compiler_is_told_with_the_command_that_brings_it(
    tmp_path: Path, game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = native_support.folder(tmp_path / "champion", game, "cxx", "void jouer_tour() { autofarm(); autofarm(); }")
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(ChampionError, match=r"g\+\+ is needed .* apt install g\+\+"):
        build(place, game)


def test_the_oldest_go_when_the_cache_is_full(tmp_path: Path) -> None:
    for number, name in enumerate("dacb"):
        (tmp_path / name).write_text("")
        os.utime(tmp_path / name, (number, number))
    store._prune_files(tmp_path, most=2)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["b", "c"]


# What is compiled


def picked(place: Path, **texts: str) -> list[str]:
    place.mkdir(parents=True, exist_ok=True)
    for name, text in texts.items():
        (place / name.replace("__", ".")).write_text(text)
    entry = building._entry(place, {})
    assert entry is not None
    return sources(entry, files(place))


def test_all_sources_beside_the_entry_are_compiled(tmp_path: Path) -> None:
    assert picked(tmp_path, prologin__cc="", paths__cc="", notes__txt="") == ["paths.cc", "prologin.cc"]


def test_a_source_that_another_includes_is_not(tmp_path: Path) -> None:
    assert picked(tmp_path, prologin__cc='#include "paths.cc"\n', paths__cc="") == ["prologin.cc"]


def test_what_a_makefile_lists_wins(tmp_path: Path) -> None:
    makefile = "lib_TARGETS = champion\nchampion-srcs = prologin.cc \\\n  paths.cc # all\ninclude ../rules.mk\n"
    found = picked(tmp_path, prologin__cc="", paths__cc="", old__cc="", Makefile=makefile)
    assert found == ["paths.cc", "prologin.cc"]


def test_a_makefile_may_list_patterns(tmp_path: Path) -> None:
    (tmp_path / "src").mkdir()
    (tmp_path / "src" / "paths.cc").write_text("")
    makefile = "champion-srcs = prologin.cc $(wildcard src/*.cc) ../x.cc $(OTHERS)\nchampion-srcs += more.cc\n"
    found = picked(tmp_path, prologin__cc="", more__cc="", old__cc="", Makefile=makefile)
    assert found == ["more.cc", "prologin.cc", "src/paths.cc"]


def test_a_makefile_may_list_sources_of_any_name(tmp_path: Path) -> None:
    found = picked(tmp_path, global__cpp="", wiz__cpp="", old__cpp="", Makefile="champion-srcs = global.cpp wiz.cpp\n")
    assert found == ["global.cpp", "wiz.cpp"]


def test_of_the_flags_of_a_makefile_the_harmless_ones_are_used() -> None:
    text = b"champion-cxxflags = -O3 -Wall -Werror -std=c++11 -Iinclude/ -I/etc -I../x -DN=3 -fplugin=x.so -DM\n"
    assert flags({"Makefile": text}) == ("-std=gnu++11", ["-Iinclude/", "-DN=3", "-DM"])


def test_the_adapter_of_a_folder_in_c_is_compiled_whatever_is_listed(tmp_path: Path) -> None:
    assert picked(tmp_path, prologin__c="", interface__cc="", Makefile="champion-srcs = prologin.c\n") == [
        "interface.cc",
        "prologin.c",
    ]


def test_settings_name_the_language_and_the_sources(tmp_path: Path, game: Game) -> None:
    place = native_support.folder(tmp_path, game, "cxx", "int n();\nvoid jouer_tour() { farm(n(), 0); }")
    (place / "champion.cc").rename(place / "one.cpp")
    (place / "two.cpp").write_text("int n() { return 2; }")
    settings = {"language": "c++", "sources": ["one.cpp", "two.cpp"]}
    player = native_support.built(place, game, settings)
    seat: Any = native_support.Scripted(game, {})
    player.load(seat)
    player.ask(Turn(0, "turn", "jouer_tour", (0,)))
    assert seat.calls == [("farm", 2, 0)]
    with pytest.raises(ChampionError, match=r"names sources that are not there: three\.cpp"):
        build(place, game, {"language": "cxx", "sources": ["one.cpp", "three.cpp"]})


def test_a_recipe_of_one_file_is_that_file_alone(tmp_path: Path, game: Game) -> None:
    place = native_support.folder(tmp_path, game, "cxx", "void jouer_tour() { farm(1, 2); }")
    (place / "api.hh").unlink()
    (place / "other.cc").write_text("this is no C++")
    player = native_support.built(place, game, Recipe("cxx", place, "champion.cc", alone=True).settings())
    seat: Any = native_support.Scripted(game, {})
    player.load(seat)
    player.ask(Turn(0, "turn", "jouer_tour", (0,)))
    assert seat.calls == [("farm", 1, 2)]


def test_a_file_in_ocaml_alone_has_its_api(tmp_path: Path, game: Game) -> None:
    text = 'let () = Callback.register "jouer_tour" (fun () -> ignore (Api.farm 1 2))'
    (tmp_path / "bot.ml").write_text(text)
    player = native_support.built(tmp_path, game, Recipe("ocaml", tmp_path, "bot.ml", alone=True).settings())
    seat: Any = native_support.Scripted(game, {})
    player.load(seat)
    player.ask(Turn(0, "turn", "jouer_tour", (0,)))
    assert seat.calls == [("farm", 1, 2)]


def test_a_folder_may_make_sources_before_it_is_compiled(tmp_path: Path, game: Game) -> None:
    place = native_support.folder(tmp_path, game, "cxx", '#include "made.hh"\nvoid jouer_tour() { farm(MADE, 0); }')
    settings = {"build": ["sh", "-c", "echo '#define MADE 6' > made.hh"]}
    player = native_support.built(place, game, settings)
    seat: Any = native_support.Scripted(game, {})
    player.load(seat)
    player.ask(Turn(0, "turn", "jouer_tour", (0,)))
    assert seat.calls == [("farm", 6, 0)]
    assert not (place / "made.hh").exists()


def test_a_library_is_all_that_a_host_needs(tmp_path: Path, game: Game) -> None:
    place = native_support.folder(tmp_path, game, "cxx", "void jouer_tour() { farm(8, 8); }")
    player = NativeChampion("x", build(place, game), "")
    seat: Any = native_support.Scripted(game, {})
    player.load(seat)
    player.ask(Turn(0, "turn", "jouer_tour", (0,)))
    assert seat.calls == [("farm", 8, 8)]


def test_a_text_that_includes_a_file_of_ours_does_not_see_it(tmp_path: Path, game: Game) -> None:
    secret = tmp_path / "secret"
    secret.write_text("the secret is out")
    place = native_support.folder(tmp_path / "champion", game, "cxx", f'#include "{secret}"\nvoid jouer_tour() {{}}')
    with pytest.raises(ChampionError, match="No such file or directory") as told:
        build(place, game)
    assert "the secret" not in str(told.value)


def test_links_hidden_files_and_what_compilers_wrote_are_left_alone(tmp_path: Path) -> None:
    (tmp_path / "champion.cc").write_text("x")
    (tmp_path / "champion.o").write_text("x")
    (tmp_path / ".secret").write_text("x")
    (tmp_path / "link.hh").symlink_to("/etc/hostname")
    assert files(tmp_path) == {"champion.cc": b"x"}


def test_a_huge_folder_is_refused(tmp_path: Path) -> None:
    with (tmp_path / "champion.cc").open("wb") as file:
        file.truncate(BYTES_MOST + 1)
    with pytest.raises(ChampionError, match="more than 2000 files or 32 MiB"):
        files(tmp_path)
