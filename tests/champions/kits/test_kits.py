"""Kits: every game in every language that is not compiled; written, built, and played as their README says."""

from __future__ import annotations

import ast
import io
import json
import re
import shlex
import shutil
import subprocess
import sys
import zipfile
from html import unescape
from pathlib import Path
from typing import Any

import pytest

import joute
from joute.champions.errors import ChampionError
from joute.champions.kits.kit import kit_files, write_kit
from joute.champions.languages.api.reference import as_data, constant_docs, reference
from joute.champions.languages.javascript import exported
from joute.champions.languages.registry import languages
from joute.champions.players.simple import Idle, Random
from joute.champions.sources.find import find
from joute.cli.exits import Exit
from joute.cli.main import main
from joute.core.registry import game_names
from joute.match.referee import MatchResult, Referee
from joute.match.verdict import Verdict

GAMES = game_names()
STARTED = [name for name in GAMES if name != "toy"]
"""The games with starters of their own."""
ENTRIES = {"python": "champion.py", "javascript": "champion.js", "java": "Champion.java"}
ENTRIES |= {"go": "champion.go", "csharp": "Champion.cs", "php": "champion.php"}
LIBRARIES = {"python": "api.pyi", "javascript": "joute.js", "java": "Api.java"}
LIBRARIES |= {"go": "api.go", "csharp": "Api.cs", "php": "joute.php"}
DECLARED = "champion.toml", "tests.toml", ".vscode/launch.json"
PROGRAMS = {"javascript": ("node", "apt install nodejs"), "java": ("javac", "apt install default-jdk-headless")}
PROGRAMS |= {"go": ("go", "apt install golang-go"), "csharp": ("mcs", "apt install mono-mcs mono-runtime")}
PROGRAMS |= {"php": ("php", "apt install php-cli")}


def require(language: str) -> None:
    """Skip, and say why, where a language cannot be run."""
    program, remedy = PROGRAMS.get(language, ("", ""))
    if program and shutil.which(program) is None:
        pytest.skip(f"{program} is not here; on Debian and Ubuntu: {remedy}")


def play(game: joute.core.game.Game, player: Any, opponent: str = "random") -> MatchResult:
    """A match on the kit's own board."""
    seats = game.info.seats
    others = [Random(seat) if opponent == "random" else Idle() for seat in range(1, seats)]
    return Referee(joute.Table(game, None, seats), [player, *others]).play()


# The files


@pytest.mark.parametrize("language", ENTRIES)
@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("doc", ["fr", "en"])
def test_kit_is_starter_api_board_and_readme_and_nothing_else(name: str, language: str, doc: str) -> None:
    game = joute.load_game(name)
    files = kit_files(game, language, doc)
    more = {"api.py", "test_champion.py"} if language == "python" else set()
    assert set(files) == {ENTRIES[language], LIBRARIES[language], *more, *DECLARED, "board.txt", "README.md"}
    assert all(text.endswith("\n") for text in files.values())
    game.board(files["board.txt"], game.info.seats, 0)


@pytest.mark.parametrize("language", ENTRIES)
@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("doc", ["fr", "en"])
def test_every_function_is_documented_in_the_chosen_language(name: str, language: str, doc: str) -> None:
    game = joute.load_game(name)
    text = re.sub(r"\n *(\*|///?) ", " ", kit_files(game, language, doc)[LIBRARIES[language]])
    text = unescape(" ".join(text.split()))
    for function in game.api.functions.values():
        said, other = (function.doc.fr, function.doc.en) if doc == "fr" else (function.doc.en, function.doc.fr)
        assert said in text, function.name
        assert other == said or other not in text, function.name
    for constant in game.constants:
        assert constant in text


COMMENTS = {
    "python": r'"""(.+?)"""|# (.+)',
    "javascript": r"// (.+)",
    "java": r"// (.+)|/\*\* (.+) \*/",
    "c": r"// (.+)",
    "cxx": r"// (?!namespace)(.+)",
    "rust": r"//[/!] (.+)",
    "ocaml": r"\(\* (.+?) \*\)|\(\* (.+)|^   (\S.+) \*\)",
    "go": r"// (.+)",
    "csharp": r"// (.+)",
    "php": r"// (.+)",
}
"""What of a starter is said to people."""


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("name", STARTED)
def test_kits_in_french_say_nothing_in_english(name: str, language: str) -> None:
    """Every comment of a starter is another one in French, and so is what each constant is."""
    game = joute.load_game(name)
    said = {}
    for doc in ("en", "fr"):
        files = kit_files(game, language, doc)
        (entry,) = (files[name] for name in files if name.lower().startswith("champion.") and name not in DECLARED)
        found = re.findall(COMMENTS[language], entry, re.MULTILINE)
        said[doc] = [one for part in found for one in ([part] if isinstance(part, str) else part) if one]
    assert len(said["en"]) == len(said["fr"]) >= 3
    assert [one for one in said["fr"] if one in said["en"]] == []
    known = constant_docs(game, "fr")
    assert all(known.values())
    library = "\n".join(files.values())
    for sentence in filter(None, known.values()):
        words = [re.escape(word) for word in sentence[1:].split()]
        assert re.search(r"[\s*/#(]+".join(words), library), sentence


@pytest.mark.parametrize("name", GAMES)
def test_names_of_javascript_do_not_clash(name: str) -> None:
    names = exported(joute.load_game(name))
    assert len(set(names)) == len(names)
    assert not {"play", "module", "require", "process", "globalThis"} & set(names)


@pytest.mark.parametrize("name", GAMES)
def test_stub_declares_what_the_module_has(name: str) -> None:
    game = joute.load_game(name)
    tree = ast.parse(kit_files(game, "python", "en")["api.pyi"])
    found = set()
    for node in tree.body:
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            found.add(node.name)
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            found.add(node.target.id)
        elif isinstance(node, ast.Assign):
            found |= {target.id for target in node.targets if isinstance(target, ast.Name)}
    assert found == set(game.api.names(game.constants)) | set(game.api.functions)


@pytest.mark.slow
def test_starters_in_python_fit_the_types_of_the_stub(tmp_path: Path) -> None:
    for name in STARTED:
        write_kit(joute.load_game(name), "python", "en", tmp_path / name)
        command = [sys.executable, "-m", "mypy", "--cache-dir", str(tmp_path / "cache"), "--check-untyped-defs"]
        done = subprocess.run([*command, "champion.py"], cwd=tmp_path / name, capture_output=True, text=True)
        assert "1 source file" in done.stdout
        errors = [line for line in done.stdout.splitlines() if "error:" in line and "var-annotated" not in line]
        assert errors == []


def test_a_language_without_a_kit_is_refused_with_those_that_have_one() -> None:
    with pytest.raises(
        ChampionError,
        match="no kit for 'cobol'; there are python, c, cxx, ocaml, rust, javascript, java, go, csharp, php",
    ):
        kit_files(joute.load_game("toy"), "cobol", "en")


# Playing


@pytest.mark.parametrize("name", STARTED)
def test_starter_in_python_plays_legally_and_beats_chance(name: str, tmp_path: Path) -> None:
    game = joute.load_game(name)
    write_kit(game, "python", "en", tmp_path / "mine")
    outcome = play(game, find(game, str(tmp_path / "mine")))
    assert outcome.void == ""
    assert outcome.reports[0].verdict == Verdict.OK
    assert outcome.result.winners == (0,)


@pytest.mark.parametrize("language", ENTRIES)
def test_kit_without_a_starter_of_the_game_plays_and_does_nothing(language: str, tmp_path: Path) -> None:
    require(language)
    game = joute.load_game("toy")
    write_kit(game, language, "en", tmp_path / "mine")
    outcome = play(game, find(game, str(tmp_path / "mine")), "idle")
    assert outcome.reports[0].faults == ()
    assert outcome.result.scores == (0, 0)


def same_play(name: str, language: str, tmp_path: Path) -> None:
    """A starter plays the same match in each language."""
    require(language)
    scores = []
    for written in ("python", language):
        game = joute.load_game(name)
        write_kit(game, written, "fr", tmp_path / written)
        outcome = play(game, find(game, str(tmp_path / written)))
        assert outcome.void == ""
        assert outcome.reports[0].faults == ()
        scores.append(outcome.result.scores)
    assert scores[0] == scores[1]


@pytest.mark.parametrize("language", PROGRAMS)
def test_starter_plays_alike_in_all_languages(language: str, tmp_path: Path) -> None:
    same_play("chartichaud", language, tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("language", PROGRAMS)
@pytest.mark.parametrize("name", [name for name in STARTED if name != "chartichaud"])
def test_starter_of_every_game_plays_alike_in_all_languages(name: str, language: str, tmp_path: Path) -> None:
    same_play(name, language, tmp_path)


JAVASCRIPT = """
const api = require("./joute");
api.play({
  jouer_placement() {
    console.log("thinking", api.NB_TOURS, api.Outil.PIOCHE, api.OK);
    %s
  },
  jouer_marche() {},
});
"""
JAVA = """
public class Champion extends Api {
    private static final int TURNS = NB_TOURS;
    public void jouer_placement() {
        System.out.println("thinking " + TURNS + " " + Outil.PIOCHE.value + " " + OK.value);
        %s
    }
    public void jouer_marche() {}
    public static void main(String[] arguments) { play(new Champion()); }
}
"""
GO = """
package main

import "fmt"

func partie_init() {}
func jouer_placement() {
    fmt.Println("thinking", NB_TOURS, int(PIOCHE), int(OK))
    %s
}
func jouer_marche() {}
func partie_fin() {}
"""
CSHARP = """
public class Champion : Api {
    public override void jouer_placement() {
        System.Console.WriteLine("thinking " + NB_TOURS + " " + (int)Outil.PIOCHE + " " + (int)OK);
        %s
    }
    public override void jouer_marche() {}
    public static void Main() { Play(new Champion()); }
}
"""
PHP = """<?php
function jouer_placement() {
    echo "thinking ", NB_TOURS, " ", PIOCHE, " ", OK, "\\n";

    %s
}
function jouer_marche() {}
"""
TEXTS = {"javascript": JAVASCRIPT, "java": JAVA, "go": GO, "csharp": CSHARP, "php": PHP}
MOVES = {
    "go": """
    here := ou_est(moi())
    y, x := here.y, here.x
    var step Position
    for _, next := range []Position{{y, x + 1}, {y + 1, x}, {y, x - 1}, {y - 1, x}} {
        if deplacer([]Position{next}) == OK {
            step = next
            break
        }
    }
    if path := chemin_prevu(); len(path) != 1 || path[0] != step {
        panic("path")
    }
    if est_creusee(here) || !annuler() || annuler() || len(chemin_prevu()) != 0 || deplacer(nil) != CHEMIN_INVALIDE {
        panic("undo")
    }
    if fmt.Sprint(CHEMIN_INVALIDE, PELLE) != "CHEMIN_INVALIDE PELLE" {
        panic("names")
    }
    afficher_position(here)
    """,
    "csharp": """
    Position here = ou_est(moi());
    int[,] sides = {{0, 1}, {1, 0}, {0, -1}, {-1, 0}};
    Position? step = null;
    for (int side = 0; step == null; side++) {
        Position next = new Position(here.y + sides[side, 0], here.x + sides[side, 1]);
        if (deplacer(new[] {next}) == OK) step = next;
    }
    if (chemin_prevu().Count != 1 || chemin_prevu()[0] != step) throw new System.Exception("path");
    if (est_creusee(here) || !annuler() || annuler()) throw new System.Exception("undo");
    afficher_position(here);
    """,
    "php": """
    $here = ou_est(moi());
    [$y, $x] = $here;
    foreach ([[$y, $x + 1], [$y + 1, $x], [$y, $x - 1], [$y - 1, $x]] as $step)
        if (deplacer([7 => $step]) === OK) break;
    if (chemin_prevu() != [new Position(...$step)] || $here["y"] !== $here->y) throw new Exception("path");
    if (est_creusee($here) || annuler() !== true || annuler() !== false) throw new Exception("undo");
    afficher_position(["y" => $y, "x" => $x]);
    """,
    "javascript": """
    const here = api.ou_est(api.moi());
    const steps = [[0, 1], [1, 0], [0, -1], [-1, 0]].map(([dy, dx]) => ({ y: here.y + dy, x: here.x + dx }));
    const step = steps.find((step) => api.deplacer([step]) === api.OK);
    const path = api.chemin_prevu();
    if (path.length !== 1 || path[0].y !== step.y || path[0].x !== step.x) throw new Error("path");
    if (api.est_creusee(here) !== false || api.annuler() !== true || api.annuler() !== false) throw new Error("undo");
    if (api.afficher_position(here) !== null) throw new Error("void");
    """,
    "java": """
    Position here = ou_est(moi());
    int[][] sides = {{0, 1}, {1, 0}, {0, -1}, {-1, 0}};
    Position step = null;
    for (int[] side : sides) {
        Position next = new Position(here.y() + side[0], here.x() + side[1]);
        if (step == null && deplacer(java.util.List.of(next)) == OK) step = next;
    }
    if (!chemin_prevu().equals(java.util.List.of(step))) throw new IllegalStateException("path");
    if (est_creusee(here) || !annuler() || annuler()) throw new IllegalStateException("undo");
    afficher_position(here);
    """,
}


def written(language: str, body: str, folder: Path) -> Any:
    """A champion of our own text on a kit's library."""
    require(language)
    game = joute.load_game("toy", NB_TOURS=1)
    write_kit(game, language, "en", folder)
    text = TEXTS[language].replace("%s", body)
    (folder / ENTRIES[language]).write_text(text, encoding="utf-8")
    return find(game, str(folder))


@pytest.mark.parametrize("language", PROGRAMS)
def test_values_of_every_kind_travel_and_printing_goes_to_the_log(language: str, tmp_path: Path) -> None:
    player = written(language, MOVES[language], tmp_path / "mine")
    outcome = play(joute.load_game("toy", NB_TOURS=1), player, "idle")
    assert outcome.reports[0].faults == ()
    assert re.match(r"thinking 1 1 3\n", player.output)
    assert "{ y=" in player.output


@pytest.mark.parametrize(
    ("language", "body", "message", "place"),
    [
        ("javascript", "undefined_function();", "ReferenceError: undefined_function is not defined", "champion.js:6"),
        ("java", 'Object o = "x"; Integer i = (Integer) o;', "java.lang.ClassCastException", "Champion.java:"),
        ("go", "println([]int{}[moi()])", "runtime error: index out of range [0] with length 0", "\tchampion.go:9 "),
        ("csharp", 'object o = "x"; int i = (int)o;', "System.InvalidCastException: ", "in Champion.cs:5"),
        ("php", "undefined_function();", "Error: Call to undefined function undefined_function()", "champion.php:5\n"),
    ],
)
def test_exception_is_a_fault_with_its_stack_and_the_match_goes_on(
    language: str, body: str, message: str, place: str, tmp_path: Path
) -> None:
    outcome = play(joute.load_game("toy", NB_TOURS=2), written(language, body, tmp_path / "mine"), "idle")
    faults = outcome.reports[0].faults
    assert [fault.turn for fault in faults] == [0, 1]
    assert faults[0].verdict == Verdict.CRASHED
    assert faults[0].message.startswith(message)
    assert place in faults[0].traceback
    assert "thinking" in faults[0].output


def test_wrong_call_in_javascript_is_explained_where_it_stands(tmp_path: Path) -> None:
    outcome = play(joute.load_game("toy", NB_TOURS=1), written("javascript", "api.score();", tmp_path / "mine"), "idle")
    fault = outcome.reports[0].faults[0]
    assert fault.message == "score(joueur: int) takes 1 argument, 0 given"
    assert "champion.js:6" in fault.traceback


def test_async_callback_in_javascript_is_explained(tmp_path: Path) -> None:
    text = "return Promise.resolve();"
    outcome = play(joute.load_game("toy", NB_TOURS=1), written("javascript", text, tmp_path / "mine"), "idle")
    assert outcome.reports[0].faults[0].message == "Error: jouer_placement must not be async"


def test_missing_callback_in_javascript_is_explained(tmp_path: Path) -> None:
    player = written("javascript", "", tmp_path / "mine")
    (tmp_path / "mine" / "champion.js").write_text("require('./joute').play({});\n")
    with pytest.raises(ChampionError, match=r"the function jouer_placement\(\) is missing"):
        play(joute.load_game("toy"), player)


@pytest.mark.parametrize(
    ("language", "body", "message"),
    [
        ("java", "int x = true;", "Champion.java:6: error: incompatible types: boolean cannot be converted to int"),
        ("go", "var x int = true", "champion.go:9:17: cannot use true (untyped bool constant) as int value"),
        ("csharp", "int x = true;", "Champion.cs(5,17): error CS0031: Constant value `true' cannot be converted"),
        (
            "php",
            "if if",
            'Parse error:  syntax error, unexpected token "if", expecting "(" in ./champion.php on line 5',
        ),
    ],
)
def test_what_does_not_compile_shows_what_the_compiler_said(
    language: str, body: str, message: str, tmp_path: Path
) -> None:
    with pytest.raises(ChampionError) as caught:
        written(language, body, tmp_path / "mine")
    assert message in str(caught.value)


@pytest.mark.parametrize("language", ["go", "csharp", "php"])
def test_constants_are_those_of_the_match_and_not_of_the_kit(language: str, tmp_path: Path) -> None:
    written(language, "", tmp_path / "mine")
    game = joute.load_game("toy", NB_TOURS=2)
    player = find(game, str(tmp_path / "mine"))
    assert play(game, player, "idle").reports[0].faults == ()
    assert player.output == "thinking 2 1 3\n" * 2


def test_readme_offers_a_debugger_where_there_is_one() -> None:
    found = {name for name in languages() if "--debug" in kit_files(joute.load_game("toy"), name, "en")["README.md"]}
    assert found == {"python", "c", "cxx", "ocaml", "rust", "javascript", "java"}


# The command


def test_new_writes_a_kit_whose_readme_works(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["new", "chartichaud", "mine", "--doc", "fr"]) == Exit.DONE
    told = capsys.readouterr().out
    files = "README.md, api.py, api.pyi, board.txt, champion.py, champion.toml, test_champion.py, tests.toml"
    assert told.startswith(f"mine: .vscode/launch.json, {files}\n")
    monkeypatch.chdir(tmp_path / "mine")
    readme = Path("README.md").read_text(encoding="utf-8")
    commands = [line for line in readme.splitlines() if line.startswith("joute ")]
    assert [command.split()[1] for command in commands] == ["run", "check", "test", "rules", "api", "run", "rerun"]
    monkeypatch.setattr("sys.stdin", io.StringIO("continue\n"))
    for command in commands:
        short = ["--set", "max_turns=4"] if command.startswith("joute run") else []
        assert main([*shlex.split(command)[1:], *short]) == Exit.DONE
    assert "Votre champion est `champion.py`" in readme
    assert "(les coordonnées sont y, x) :\n\n```\nfrom joute import debug\n\ndebug.log(" in readme


def launched(folder: Path) -> dict[str, Any]:
    """What F5 starts in VS Code."""
    (started,) = json.loads((folder / ".vscode" / "launch.json").read_text())["configurations"]
    return started


def test_vs_code_debugs_a_turn(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any) -> None:
    game = joute.load_game("chartichaud", max_turns=4)
    write_kit(game, "python", "en", tmp_path / "mine")
    monkeypatch.chdir(tmp_path / "mine")
    assert main(["run", "chartichaud", ".", "random", "--set", "max_turns=4", "-o", "match.jsonl"]) == Exit.DONE
    started = launched(tmp_path / "mine")
    assert (started["type"], started["module"]) == ("debugpy", "joute")
    capsys.readouterr()
    assert main([word.replace("${input:turn}", "2") for word in started["args"]]) == Exit.DONE
    assert capsys.readouterr().out.splitlines()[0].startswith("turn 2, turn: ")
    write_kit(game, "cxx", "en", tmp_path / "other")
    assert launched(tmp_path / "other")["command"].endswith(" --turn ${input:turn} --debug")


def test_kit_packed_as_it_is_plays(tmp_path: Path) -> None:
    game = joute.load_game("chartichaud", max_turns=4)
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as packed:
        for name, text in kit_files(game, "python", "en").items():
            packed.writestr(f"mine/{name}", text)
    (tmp_path / "mine.zip").write_bytes(data.getvalue())
    assert play(game, find(game, str(tmp_path / "mine.zip"))).reports[0].faults == ()


@pytest.mark.parametrize("there", ["file", "folder"])
def test_new_refuses_what_is_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], there: str
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("folder").mkdir()
    Path("folder/mine.py").write_text("precious")
    Path("file").write_text("precious")
    assert main(["new", "chartichaud", there]) == Exit.NOT_LOADED
    assert "a kit goes into a new" in capsys.readouterr().err
    assert Path("folder/mine.py").read_text() == Path("file").read_text() == "precious"
    assert [path.name for path in Path("folder").iterdir()] == ["mine.py"]


def test_new_offers_the_languages_of_the_registry(capsys: pytest.CaptureFixture[str]) -> None:
    from joute.cli.commands.new import KITS as OFFERED

    assert tuple(languages()) == OFFERED == ("python", "c", "cxx", "ocaml", "rust", *PROGRAMS)
    assert main(["new", "toy", "x", "--lang", "cobol"]) == Exit.USAGE


# The reference


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("lang", ["fr", "en"])
def test_reference_holds_everything(name: str, lang: str) -> None:
    game = joute.load_game(name)
    text = reference(game, lang)
    for function in game.api.functions.values():
        assert f"- `{function.signature}" in text
        assert (function.doc.fr if lang == "fr" else function.doc.en) in text
    for word in (*game.constants, *game.api.enums, *game.api.structs, *(phase.callback for phase in game.phases)):
        assert f"`{word}" in text
    first, second = game.api.axes
    assert f"`debug.draw.line({first}1, {second}1, {first}2, {second}2, color)`" in text


def test_reference_of_the_toy_as_data() -> None:
    data = as_data(joute.load_game("toy"))
    assert data["constants"]["TAILLE"] == {"value": 4, "en": "least side of a generated board"}
    assert data["callbacks"][0] == {
        "name": "partie_init",
        "phase": "init",
        "acts": False,
        "en": "Called once, before the first turn. Orders do not count here.",
        "fr": "Appelée une fois, avant le premier tour. Les ordres n'y comptent pas.",
    }
    assert data["functions"]["passer"] == {
        "kind": "action",
        "arguments": [],
        "returns": "erreur",
        "en": "Do no more in this phase.",
        "fr": "Ne fait plus rien dans cette phase.",
    }
    assert data["notes"]["debug.draw.cell(y, x, color)"] == {"en": "Colour one cell.", "fr": "Colore une case."}


def test_api_command_prints_the_reference(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["api", "toy", "--lang", "fr"]) == Exit.DONE
    assert capsys.readouterr().out == reference(joute.load_game("toy"), "fr")
    assert main(["api", "toy", "--json"]) == Exit.DONE
    assert '"game": "toy"' in capsys.readouterr().out


def test_protocol_command_prints_the_schema_and_a_first_line(capsys: pytest.CaptureFixture[str]) -> None:
    published = Path(__file__).parents[3] / "docs" / "protocol.schema.json"
    assert main(["protocol"]) == Exit.DONE
    assert capsys.readouterr().out == published.read_text(encoding="utf-8")
    assert main(["protocol", "--hello", "toy"]) == Exit.DONE
    assert capsys.readouterr().out.startswith('{"type":"hello","joute":"champion/1","game":"toy","preset":"petit"')


@pytest.mark.parametrize("preset", ["sujet", "finale"])
def test_the_test_of_a_kit_in_python_runs_and_the_champion_can_be_imported(tmp_path: Path, preset: str) -> None:
    write_kit(joute.load_game("portails", preset), "python", "en", tmp_path / "mine")
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "test_champion.py"]
    done = subprocess.run(command, cwd=tmp_path / "mine", capture_output=True, text=True)
    assert "1 passed" in done.stdout, done.stdout
    size = {"sujet": 40, "finale": 30}[preset]
    code = f"import api, champion; assert api.TAILLE_TERRAIN == {size}; champion.moi()"
    done = subprocess.run([sys.executable, "-c", code], cwd=tmp_path / "mine", capture_output=True, text=True)
    assert done.stderr.splitlines()[-1] == (
        "RuntimeError: moi() is answered in a match only; joute.testing.play has a champion play a position"
    )
