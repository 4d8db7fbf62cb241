"""What a champion's folder holds: languages by their files, champion.toml, and how it is built."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

import joute
from joute.champions.building.command import built
from joute.champions.building.job import BuildLimits
from joute.champions.errors import ChampionError
from joute.champions.players.lines import LinesChampion
from joute.champions.players.python import PythonChampion
from joute.champions.sandbox.limits import Hosting, Level, Limits
from joute.champions.sources.find import find
from joute.champions.sources.manifest import Manifest, manifest_of
from joute.champions.sources.recipe import Recipe, files_of, recipe_of
from joute.match.referee import Referee


def folder(path: Path, *names: str, toml: str | None = None) -> Path:
    path.mkdir(exist_ok=True)
    for name in names:
        (path / name).parent.mkdir(parents=True, exist_ok=True)
        (path / name).touch()
    if toml is not None:
        (path / "champion.toml").write_text(toml, encoding="utf-8")
    return path


# Languages by their files


@pytest.mark.parametrize(
    ("names", "language", "entry"),
    [
        (["champion.py"], "python", "champion.py"),
        (["prologin.py", "main.py", "api.py"], "python", "prologin.py"),
        (["Champion.py", "champion.py"], "python", "Champion.py"),
        (["main.js", "tools.js"], "javascript", "main.js"),
        (["champion.js", "main.py"], "javascript", "champion.js"),
        (["champion.mjs"], "javascript", "champion.mjs"),
        (["Champion.java", "Api.java"], "java", "Champion.java"),
        (["Interface.java", "Prologin.java"], "java", "Prologin.java"),
        (["api.go", "champion.go"], "go", "champion.go"),
        (["Api.cs", "Champion.cs"], "csharp", "Champion.cs"),
        (["api.cs", "prologin.cs"], "csharp", "prologin.cs"),
        (["api.php", "prologin.php"], "php", "prologin.php"),
        (["prologin.c", "prologin.h", "interface.cc", "Makefile"], "c", "prologin.c"),
        (["prologin.cc", "prologin.hh", "Makefile"], "cxx", "prologin.cc"),
        (["prologin.ml", "api.ml", "interface.cc"], "ocaml", "prologin.ml"),
        (["champion.cpp"], "cxx", "champion.cpp"),
        (["champion.rs"], "rust", "champion.rs"),
    ],
)
def test_language_is_known_by_the_file_to_start_from(
    tmp_path: Path, names: list[str], language: str, entry: str
) -> None:
    found = recipe_of(folder(tmp_path / "mine", *names))
    assert (found.language, found.entry, found.alone) == (language, entry, False)


@pytest.mark.parametrize(
    ("name", "language"), [("a.py", "python"), ("bot.js", "javascript"), ("My.java", "java"), ("a.cc", "cxx")]
)
def test_a_file_alone_is_a_champion(tmp_path: Path, name: str, language: str) -> None:
    found = recipe_of(folder(tmp_path / "mine", name, "champion.py", toml="language = 3") / name)
    assert (found.language, found.entry, found.alone) == (language, name, True)
    assert files_of(found) == [name]


def test_commands_of_javascript_and_java(tmp_path: Path) -> None:
    assert recipe_of(folder(tmp_path / "js", "champion.js")).run == ("node", "champion.js")
    java = recipe_of(folder(tmp_path / "java", "Champion.java", "Api.java"))
    assert java.build[:3] == ("javac", "-J-XX:+UseSerialGC", "-J-XX:TieredStopAtLevel=1")
    assert java.build[3:] == ("-encoding", "UTF-8", "-g", "-nowarn", "-d", "classes", "./Api.java", "./Champion.java")
    assert (java.run[0], java.run[-3:]) == ("java", ("-cp", "classes", "Champion"))


def test_files_of_a_champion_are_all_but_hidden_and_junk(tmp_path: Path) -> None:
    place = folder(
        tmp_path / "mine", "main.py", "b/c.txt", ".git/x", "__pycache__/y", "b/.hidden", "__MACOSX/z", "zoo/a"
    )
    (place / "inside").symlink_to("main.py")
    (place / "outside").symlink_to("/etc/passwd")
    assert files_of(recipe_of(place)) == ["b/c.txt", "inside", "main.py", "zoo/a"]


# champion.toml


def test_manifest_is_read(tmp_path: Path) -> None:
    text = 'language = "other"\nbuild = ["make", "-s"]\nrun = "./bot --name \'a b\'"\nsources = ["bot.go"]\n'
    assert manifest_of(folder(tmp_path / "mine", "bot.go", toml=text)) == Manifest(
        "other", ("make", "-s"), ("./bot", "--name", "a b"), ("bot.go",)
    )
    assert manifest_of(folder(tmp_path / "none")) is None


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("langauge = 'python'", "unknown key 'langauge'; there are language, build, run, sources, game"),
        (
            "language = 'cobol'",
            "language: found 'cobol', expected one of python, c, cxx, ocaml, rust, javascript",
        ),
        ("language = 3", "language: found '3', expected one of python"),
        ("run = 3", "run: found '3', expected a command"),
        ("run = ''", "run: found '', expected a command"),
        ("run = []", "run: found '[]', expected a command"),
        ("run = ['a', 3]", "expected a command"),
        ('run = "node \'x"', 'expected a command, for instance "node champion.js" (No closing quotation)'),
        ('run = "a\\u0000b"', "expected a command"),
        ("build = {}", "build: found '{}', expected a command"),
        ("sources = 'a.py'", "sources: found 'a.py', expected a list of files"),
        ("sources = ['']", "expected a list of files"),
        ("sources = ['b.py']", "sources: there is no file 'b.py' in this folder"),
        (f"sources = ['{'b' * 5000}']", "has more than 200 characters"),
        (f"{'b' * 5000} = 1", "unknown key 'bbbb"),
        ("sources = ['../a.py']", "sources: '../a.py' must be a path inside the folder"),
        ("sources = ['/etc/passwd']", "sources: '/etc/passwd' must be a path inside the folder"),
        ("language = 'other'", 'language = "other" needs the key run'),
        ("run = ", "this is not valid TOML: "),
        ("a = " + "[" * 5000, "this is not valid TOML: "),
        ("# " + "x" * 70000, "at most 65536 are read"),
        ("sources = ['notes.txt']", "the language of notes.txt is not known; say it in language"),
    ],
)
def test_wrong_manifest_is_refused_by_key(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(ChampionError) as caught:
        recipe_of(folder(tmp_path / "mine", "a.py", "notes.txt", toml=text))
    assert message in str(caught.value)
    assert "champion.toml: " in str(caught.value)


def test_manifest_that_is_no_text_is_refused(tmp_path: Path) -> None:
    place = folder(tmp_path / "mine")
    (place / "champion.toml").write_bytes(b"\xff\xfe")
    with pytest.raises(ChampionError, match="this is not valid TOML"):
        recipe_of(place)


def test_manifest_comes_before_what_would_be_guessed(tmp_path: Path) -> None:
    names = ("champion.py", "bot.py", "champion.js")

    def recipe(toml: str) -> Recipe:
        return recipe_of(folder(tmp_path / "mine", *names, toml=toml))

    assert recipe("")[:3] == ("python", tmp_path / "mine", "champion.py")
    assert recipe("language = 'javascript'").run == ("node", "champion.js")
    assert recipe("sources = ['bot.py']")[:3] == ("python", tmp_path / "mine", "bot.py")
    assert recipe("run = 'python3 bot.py'").run == ("python3", "bot.py")
    assert recipe("language = 'javascript'\nbuild = 'make'").build == ("make",)
    assert recipe("language = 'c'\nsources = ['bot.py']")[::2][:2] == ("c", "bot.py")
    with pytest.raises(ChampionError, match=r"no champion in rust here; expected one of prologin\.rs, Prologin\.rs"):
        recipe("language = 'rust'")


def test_champion_is_run_by_what_the_manifest_says(tmp_path: Path) -> None:
    game = joute.load_game("toy")
    lines = find(game, str(folder(tmp_path / "a", "champion.py", toml="run = 'python3 champion.py'")))
    python = find(game, str(folder(tmp_path / "b", "champion.py", "bot.py", toml="sources = ['bot.py']")))
    assert isinstance(lines, LinesChampion)
    assert isinstance(python, PythonChampion)
    assert python.path.name == "bot.py"


# Building


@pytest.fixture
def build(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Builds a champion by a command in Python, into a cache of the test's own."""
    (tmp_path / "cache").mkdir()
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))

    def run(code: str, **settings: Any) -> Path:
        command = json.dumps(["/usr/bin/python3", "-S", "-c", code])
        recipe = recipe_of(folder(tmp_path / "mine", "a.txt", "b/c.txt", toml=f"run = 'x'\nbuild = {command}"))
        return built(recipe, joute.load_game("toy"), **settings)

    return run


def test_build_happens_on_a_copy_which_is_kept(build: Any, tmp_path: Path) -> None:
    code = "import os; open('made', 'w').write(os.urandom(8).hex())"
    place = build(code)
    assert sorted(path.name for path in place.iterdir()) == ["a.txt", "b", "champion.toml", "made"]
    assert not (tmp_path / "mine" / "made").exists()
    text = (place / "made").read_text()
    assert build(code) == place
    assert (place / "made").read_text() == text
    (tmp_path / "mine" / "a.txt").write_text("changed")
    assert build(code) != place
    assert not list(place.parent.glob("new-*"))


def test_what_was_built_is_open_to_whoever_a_champion_runs_as(build: Any, tmp_path: Path) -> None:
    secret = folder(tmp_path / "secret", "key") / "key"
    secret.chmod(0o600)
    place = build(
        f"import os; os.mkdir('d', 0o700); os.open('d/x', os.O_CREAT, 0o600); os.symlink({str(secret)!r}, 'l')"
    )
    assert [oct((place / name).stat().st_mode & 0o777) for name in ("d", "d/x")] == ["0o755", "0o644"]
    assert oct(secret.stat().st_mode & 0o777) == "0o600"


@pytest.mark.skipif(shutil.which("bwrap") is None, reason="bubblewrap is missing: make system")
def test_a_build_sees_neither_files_nor_network_of_ours(build: Any, tmp_path: Path) -> None:
    secret = folder(tmp_path / "secret", "key") / "key"
    code = f"""
import os, socket
def fails(run):
    try: run()
    except OSError: return True
found = [fails(lambda: open({str(secret)!r}))]
fails(lambda: open({str(tmp_path / "x")!r}, 'w'))
found.append(fails(lambda: socket.create_connection(('127.0.0.1', 9), 1)))
found.append(sorted(os.environ) == ['HOME', 'LC_ALL', 'PATH', 'PWD', 'TMPDIR'])
open('found', 'w').write(repr(found))
"""
    assert (build(code) / "found").read_text() == "[True, True, True]"
    assert not (tmp_path / "x").exists()


def test_a_build_has_limits_of_its_own(build: Any) -> None:
    with pytest.raises(ChampionError, match=r"MemoryError\na build may use 2048 MB of memory$"):
        build("x = bytearray(5 * 2**30)")


def test_failed_build_shows_what_the_compiler_said(build: Any, tmp_path: Path) -> None:
    with pytest.raises(ChampionError) as caught:
        build("import sys; print('first'); sys.exit('line 3: no semicolon')")
    assert "the build failed (exit code 1):" in str(caught.value)
    assert str(caught.value).splitlines()[-2:] in (["first", "line 3: no semicolon"], ["line 3: no semicolon", "first"])
    assert list((tmp_path / "cache" / "joute" / "built").iterdir()) == []


def test_endless_output_of_a_build_is_cut(build: Any) -> None:
    with pytest.raises(ChampionError) as caught:
        build("print('first'); print('noise ' * 10**6); print('last', flush=True); 1 / 0")
    assert len(str(caught.value)) < 10_000
    assert "first" in str(caught.value)
    assert str(caught.value).endswith("ZeroDivisionError: division by zero")


def test_build_that_takes_too_long_is_stopped(build: Any) -> None:
    with pytest.raises(ChampionError, match=r"the build was not over after 0\.2 s"):
        build("import signal; signal.pause()", limits=BuildLimits(time_s=0.2))


def test_compiler_that_is_missing_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    recipe = recipe_of(folder(tmp_path / "mine", "Champion.java"))
    with pytest.raises(ChampionError, match="needs the program 'javac'; on Debian and Ubuntu: apt install def"):
        built(recipe, joute.load_game("toy"))


SPEAKER = """import json, sys
sys.stdin.readline()
print('{"type":"ready","joute":"champion/1"}', flush=True)
for line in sys.stdin: print('{"type":"end"}', flush=True)
"""


def test_building_is_no_part_of_starting(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """When a champion is found it is built, once; its clock has not begun, and its host has nothing to build."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    code = f"open('bot.py', 'x').write({SPEAKER!r})"
    toml = f"build = {json.dumps(['/usr/bin/python3', '-S', '-c', code])}\nrun = '/usr/bin/python3 -S bot.py'"
    place, game = folder(tmp_path / "mine", toml=toml), joute.load_game("toy", max_turns=1)
    player = find(game, str(place), 0, Hosting(Level.PROCESS, Limits(time_ms=20_000)))
    (made,) = (tmp_path / "cache" / "joute" / "built").iterdir()
    assert (made / "bot.py").read_text() == SPEAKER
    outcome = Referee(joute.Table(game), [player, find(game, "idle")]).play()
    assert (outcome.void, outcome.reports[0].faults) == ("", ())
    assert [path.name for path in place.iterdir()] == ["champion.toml"]
