"""The command line: help, listings, and the exit code of every kind of wrong input."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from joute import __version__
from joute.cli.exits import Exit
from joute.cli.main import COMMANDS

GAME = "chartichaud"
BOARD = "chartichaud-map 1\nsize 1 6\n# two settlers\ngrid\n5+A1C . . . . 5+B1C\nend\n"
SHORT = ("--set", "max_turns=4")


def champion(name: str, text: str) -> str:
    Path(name).write_text(text, encoding="utf-8")
    return name


# Help


def test_help_lists_the_commands_and_the_exit_codes(joute):
    ran = joute("--help")
    assert ran.code == Exit.DONE
    width = max(map(len, COMMANDS))
    for name, summary in COMMANDS.items():
        assert f"  {name:<{width}}  {summary}" in ran.out
    assert "  130  interrupted" in ran.out
    assert ran.err == ""


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help_with_examples(joute, name):
    ran = joute(name, "--help")
    assert ran.code == Exit.DONE
    assert f"Usage: joute {name} " in ran.out
    assert f"Examples:\n    joute {name}" in ran.out


@pytest.mark.parametrize("name", ["list", "show", "check", "new"])
def test_every_board_command_has_help_with_examples(joute, name):
    ran = joute("board", name, "--help")
    assert ran.code == Exit.DONE
    assert f"Examples:\n    joute board {name} GAME" in ran.out


def test_version(joute):
    assert joute("--version") == (0, f"joute {__version__}\n", "")


def test_help_names_no_game(joute):
    for name in COMMANDS:
        assert GAME not in joute(name, "--help").out


# Wrong usage: 2


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["nothing"], "No such command 'nothing'"),
        (["run"], "Missing argument 'GAME'"),
        (["run", GAME], "Missing argument 'CHAMPIONS"),
        (["run", "chess", "idle", "idle"], "game 'chess' does not exist"),
        (["run", GAME, "idle"], "chartichaud is played by 2 champions here; 1 given"),
        (["run", GAME, "idle", "idle", "idle"], "chartichaud is played by 2 champions here; 3 given"),
        (["run", GAME, "idle", "idle", "--preset", "none"], "preset 'none' does not exist; there are sujet, original"),
        (["run", GAME, "idle", "idle", "--set", "turns=3"], "parameter 'turns' does not exist"),
        (
            ["run", GAME, "idle", "idle", "--set", "max_turns=many"],
            'parameter max_turns: found "many", expected a whole',
        ),
        (["run", GAME, "idle", "idle", "--set", "max_turns"], "found 'max_turns', expected NAME=VALUE"),
        (["run", GAME, "idle", "idle", "--seed", "-1"], "Invalid value for '--seed'"),
        (["run", GAME, "idle", "idle", "--seed", str(2**64 - 1), "--repeat", "2"], "the last seed would be greater"),
        (
            ["run", GAME, "idle", "idle", "--repeat", "2", "--watch"],
            "--watch goes neither with --json nor with --repeat",
        ),
        (["run", GAME, "idle", "idle", "--from", "match.jsonl"], "expected FILE:TURN"),
        (
            ["run", GAME, "idle", "idle", *SHORT, "-o", "no/such/folder.jsonl"],
            "no/such/folder.jsonl: cannot be written",
        ),
        (["rules", "chess"], "game 'chess' does not exist"),
        (["rules", GAME, "--lang", "la"], "Invalid value for '--lang'"),
        (["champions", "chess"], "game 'chess' does not exist"),
        (["board", "list", "chess"], "game 'chess' does not exist"),
        (["board", "new", GAME, "--seats", "3"], "chartichaud is played by 2 players, not 3"),
        (["verify"], "Missing argument 'REPLAY...'"),
        (["bench", "chess"], "game 'chess' does not exist"),
    ],
)
def test_wrong_usage_is_code_2(joute, words, told):
    ran = joute(*words)
    assert ran.code == Exit.USAGE
    assert ran.err.startswith("joute: ")
    assert told in ran.err
    assert ran.out == ""


# What cannot be loaded: 3


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("def jouer_tour(:\n    pass\n", "mine.py, line 1"),
        ("def partie_init():\n    pass\n", "jouer_tour() is missing"),
        ("x = 1\nraise KeyError('gold')\ndef jouer_tour():\n    pass\n", "KeyError: 'gold'"),
        ("import sys\nsys.exit(3)\ndef jouer_tour():\n    pass\n", "mine.py"),
    ],
    ids=["syntax error", "missing function", "raises when imported", "exits when imported"],
)
def test_a_champion_that_cannot_be_loaded_is_code_3(joute, text, told):
    Path("match.jsonl").write_text("kept")
    ran = joute("run", GAME, champion("mine.py", text), "idle", "-o", "match.jsonl")
    assert ran.code == Exit.NOT_LOADED
    assert ran.err.startswith("joute: ")
    assert told in ran.err
    assert ran.out == ""
    assert Path("match.jsonl").read_text() == "kept"


def test_a_champion_that_does_not_exist_is_code_3(joute):
    ran = joute("run", GAME, "nobody", "idle")
    assert ran.code == Exit.NOT_LOADED
    assert "no champion 'nobody'" in ran.err


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("chartichaud-map 2\n", "bad.txt: map/magic: line 1"),
        (BOARD.replace(". . . .", ". 0 . ."), "bad.txt: map/cell-syntax: line 5, cell 0,2"),
        ("\udc80", "bad.txt: this is not UTF-8 text (byte 0)"),
    ],
)
@pytest.mark.parametrize("words", [["run", GAME, "idle", "idle", "--board"], ["board", "show", GAME]])
def test_a_wrong_board_is_code_3(joute, words, text, told):
    Path("bad.txt").write_bytes(text.encode("utf-8", "surrogateescape"))
    ran = joute(*words, "bad.txt")
    assert ran.code == Exit.NOT_LOADED
    assert told in ran.err
    assert ran.out == ""


def test_a_board_that_does_not_exist_is_code_3(joute):
    ran = joute("run", GAME, "idle", "idle", "--board", "nowhere")
    assert ran.code == Exit.NOT_LOADED
    assert "no board 'nowhere': there is no such file" in ran.err


# Our own failures: 1


def test_an_unforeseen_exception_is_code_1_and_its_traceback_is_kept(joute, monkeypatch, tmp_path):
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    monkeypatch.setattr("joute.core.registry.game_names", lambda: 1 / 0)
    ran = joute("games")
    assert ran.code == Exit.OUR_FAILURE
    assert "joute: this is a bug in joute: ZeroDivisionError: division by zero" in ran.err
    assert "Traceback" not in ran.err
    [saved] = tmp_path.glob("joute-*.txt")
    assert str(saved) in ran.err
    assert "Traceback" in saved.read_text()


def test_debug_shows_the_traceback(joute, monkeypatch):
    monkeypatch.setenv("JOUTE_DEBUG", "1")
    monkeypatch.setattr("joute.core.registry.game_names", lambda: 1 / 0)
    ran = joute("games")
    assert ran.code == Exit.OUR_FAILURE
    assert "Traceback (most recent call last)" in ran.err


def test_a_value_error_that_is_not_meant_for_people_is_our_failure(joute, monkeypatch):
    monkeypatch.setenv("JOUTE_DEBUG", "1")
    monkeypatch.setattr("joute.core.registry.game_names", lambda: int("x"))
    assert joute("games").code == Exit.OUR_FAILURE


def test_an_interrupt_is_code_130(joute, monkeypatch):
    def interrupt():
        raise KeyboardInterrupt

    monkeypatch.setattr("joute.core.registry.game_names", interrupt)
    ran = joute("games")
    assert ran.code == Exit.INTERRUPTED
    assert ran.err.strip() == "joute: interrupted"


# Listings


def test_games(joute):
    ran = joute("games")
    assert ran.code == Exit.DONE
    assert ran.out.splitlines()[0].split() == ["game", "players", "about"]
    assert "chartichaud" in ran.out
    named = {entry["name"]: entry for entry in json.loads(joute("games", "--json").out)}
    assert named[GAME]["seats"] == 2
    assert named[GAME]["rules_version"] == 1


def test_champions_with_their_first_line(joute):
    ran = joute("champions", GAME)
    assert ran.code == Exit.DONE
    assert "idle" in ran.out
    assert "Does nothing, always." in ran.out
    entries = json.loads(joute("champions", GAME, "--json").out)
    assert [entry["name"] for entry in entries][:2] == ["idle", "random"]
    assert all(entry["about"] for entry in entries)
    assert [entry["name"] for entry in entries][-2:] == ["rollout", "mcts"]
    assert all(entry["low"] < entry["rating"] < entry["high"] for entry in entries[:-2])


def test_champions_are_rated_and_the_ratings_kept(joute, tmp_path, monkeypatch):
    folder = tmp_path / "games" / "sticks"
    toy = Path(__file__).parents[1] / "games" / "toy"
    shutil.copytree(toy, folder, ignore=shutil.ignore_patterns("prospector.py"))  # it names the game it is for
    monkeypatch.setenv("JOUTE_GAMES", str(folder.parent))
    ran = joute("champions", "sticks", "--rate", "1", "--json")
    assert ran.code == Exit.DONE, ran.err
    kept = json.loads((folder / "champions" / "ratings.json").read_text())
    assert kept["matches"] == 6
    assert sorted(kept["champions"]) == ["digger", "idle", "random"]
    shown = {entry["name"]: entry["rating"] for entry in json.loads(ran.out)}
    rated = {name: one["points"] for name, one in kept["champions"].items()}
    assert shown == rated | {"rollout": None, "mcts": None}


def test_rules_in_the_language_asked_for(joute, monkeypatch):
    monkeypatch.setenv("LC_ALL", "fr_FR.UTF-8")
    french = joute("rules", GAME)
    assert french.code == Exit.DONE
    assert french.out == joute("rules", GAME, "--lang", "fr").out
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    english = joute("rules", GAME)
    assert english.out.startswith("# Chartichaud")
    assert english.out != french.out


# A sixth game


def test_a_game_in_another_folder_is_found(tmp_path):
    import joute.games.chartichaud

    source = Path(joute.games.chartichaud.__path__[0])
    shutil.copytree(source, tmp_path / "games" / "jumeau", ignore=shutil.ignore_patterns("tests", "__pycache__"))
    environment = os.environ | {"JOUTE_GAMES": str(tmp_path / "games")}

    def run(*words: str) -> str:
        command = [sys.executable, "-m", "joute.cli", *words]
        return subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=True).stdout

    assert "jumeau" in run("games")
    assert "jumeau, preset sujet, seed 0: " in run("run", "jumeau", "idle", "random", *SHORT, "-o", "match.jsonl")
    assert run("verify", "match.jsonl") == "match.jsonl: ok, 6 phases\n"
    assert "turn 3 / 3" in run("show", "match.jsonl")


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("joute ru", ["plain,rules", "plain,run"]),
        ("joute run --iso", ["plain,--isolation"]),
        ("joute new --la", ["plain,--lang"]),
    ],
)
def test_a_shell_completes_commands_and_options(words, found):
    asked = {"_JOUTE_COMPLETE": "bash_complete", "COMP_WORDS": words, "COMP_CWORD": str(len(words.split()) - 1)}
    done = subprocess.run([sys.executable, "-m", "joute"], env=os.environ | asked, capture_output=True, text=True)
    assert sorted(done.stdout.splitlines()) == found


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_script_of_a_shell_asks_joute(joute, shell):
    ran = joute("completion", shell)
    assert ran.code == 0
    assert f"_JOUTE_COMPLETE={shell}_complete" in ran.out


def test_new_lists_games_and_languages(joute):
    ran = joute("new", "--list")
    assert ran.code == 0
    first, second = ran.out.splitlines()
    assert first.startswith("games      archipel, casus_belli, ")
    assert second == "languages  python, c, cxx, ocaml, rust, javascript, java, go, csharp, php"
