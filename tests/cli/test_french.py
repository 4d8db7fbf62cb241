"""`joute` in French: where the terminal is French, and there alone."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from importlib import import_module

import pytest

from joute.cli.exits import Exit
from joute.cli.main import COMMANDS
from joute.cli.output.paint import painted
from joute.core.drawing import COLUMNS
from joute.core.registry import game_names, load_game
from joute.core.table import Table
from joute.core.text import Text, located, read_here, terminal_language, text_of, words
from joute.match.verdict import Verdict

GAME, SHORT = "chartichaud", ["--set", "max_turns=4"]
WALK = """
import json, click
from joute.cli.main import program

def walked(command, path):
    context = click.Context(command, info_name=path, **(command.context_settings | {"terminal_width": 1000}))
    yield path, command.get_help(context)
    if isinstance(command, click.Group):
        for name in command.list_commands(context):
            yield from walked(command.get_command(context, name), f"{path} {name}")

print(json.dumps(dict(walked(program, "joute"))))
"""
"""The help of every command."""
SAME = re.compile(r"Options:|    .*joute [^#]*|  --[a-z-]+ \[.*\]")
"""The lines of help that are the same in both languages: examples, and options of which the help follows below."""


def helps(locale: str) -> dict[str, str]:
    environment = os.environ | {"LC_ALL": locale}
    done = subprocess.run([sys.executable, "-c", WALK], env=environment, capture_output=True, text=True, check=True)
    found: dict[str, str] = json.loads(done.stdout)
    return found


def test_the_help_of_every_command_is_in_french():
    english, french = helps("C.UTF-8"), helps("fr_FR.UTF-8")
    assert english.keys() == french.keys()
    assert len(french) > 35
    for path, text in french.items():
        lines = {line for line in text.splitlines() if line.strip() and not SAME.fullmatch(line)}
        assert lines.isdisjoint(english[path].splitlines()), path
        assert "[default" not in text, path
        assert text.startswith(f"Usage : {path} ")


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, "en"),
        ({"LANG": "fr_FR.UTF-8"}, "fr"),
        ({"LANG": "fr_FR.UTF-8", "LC_MESSAGES": "en_GB.UTF-8"}, "en"),
        ({"LANG": "en_GB.UTF-8", "LC_MESSAGES": "fr_CA"}, "fr"),
        ({"LANG": "fr_FR.UTF-8", "LC_MESSAGES": "fr_FR.UTF-8", "LC_ALL": "C.UTF-8"}, "en"),
        ({"LANG": "en_GB.UTF-8", "LC_ALL": "FR"}, "fr"),
        ({"LANG": "fr_FR.UTF-8", "LC_ALL": ""}, "fr"),
    ],
)
def test_the_language_of_a_terminal(monkeypatch, environment, language):
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert terminal_language() == language
    assert words("en", "fr") == language


def test_errors_carry_both_languages(monkeypatch):
    error = ValueError(Text("no file", "pas de fichier"))
    assert str(error) == "no file"
    assert text_of(located("a.toml", error)) == Text("a.toml: no file", "a.toml : pas de fichier")
    assert text_of(ValueError("only English")) == Text("only English", "only English")
    monkeypatch.setenv("LC_ALL", "fr_FR.UTF-8")
    assert read_here(error) == "pas de fichier"


@pytest.fixture
def french(joute, monkeypatch):
    """Runs the command in a French terminal; what help says is settled before, when modules are loaded."""
    for name in COMMANDS:
        import_module(f"joute.cli.commands.{name}")
    monkeypatch.setenv("LC_ALL", "fr_FR.UTF-8")
    return joute


@pytest.mark.parametrize(
    ("line", "code", "told"),
    [
        (["run", "chess", "idle", "idle"], Exit.USAGE, "le jeu 'chess' n'existe pas ; il y a "),
        (["run", GAME, "idle", "idle", "--preset", "x"], Exit.USAGE, "le réglage 'x' n'existe pas ; il y a sujet"),
        (["run", GAME, "idle", "idle", "--set", "max_turns=x"], Exit.USAGE, "attendu un nombre entier de 1 à "),
        (["run", GAME, "idle"], Exit.USAGE, "se joue ici à 2 champions ; 1 donné\nEssayez 'joute run --help'."),
        (["run", GAME, "none.py", "idle"], Exit.NOT_LOADED, "pas de champion 'none.py' : ce fichier ou dossier"),
        (["run", GAME, "idle", "idle", "--board", "x"], Exit.NOT_LOADED, "pas de carte 'x' : ce fichier n'existe pas"),
        (["run", GAME, "idle", "idle", "--from", "x"], Exit.USAGE, "il n'y a pas de fichier x ; attendu FICHIER:TOUR"),
        (["show", "none.jsonl"], Exit.NOT_LOADED, "none.jsonl : lecture impossible : "),
        (["tournament", "check", "none.toml"], Exit.USAGE, "none.toml : lecture impossible : "),
    ],
)
def test_errors_are_in_french(french, line, code, told):
    ran = french(*line)
    assert ran.code == code
    assert told in ran.err


def test_a_match_is_told_in_french(french):
    ran = french("run", GAME, "idle", "idle", *SHORT, "-o", "m.jsonl")
    headline, columns, first, *_ = ran.out.splitlines()
    assert headline == f"{GAME}, réglage sujet, graine 0 : match nul entre idle (A), idle (B) (après le dernier tour)"
    assert columns.split("  ")[:2] == ["place", "champion"]
    assert first.split()[:3] == ["A", "idle", "nul"]
    assert french("verify", "m.jsonl").out == "m.jsonl : ok, 6 phases\n"
    assert "tour 3 / 3   personne ne gagne (après le dernier tour, scores égaux)" in french("show", "m.jsonl").out


def test_a_failure_is_told_in_french(french, tmp_path):
    (tmp_path / "mine.py").write_text("def jouer_tour():\n    print('hm')\n    1 / 0\n")
    ran = french("run", GAME, "mine.py", "idle", *SHORT, "--isolation", "none")
    assert "mine.py (A) a échoué au tour 0, dans jouer_tour() : ZeroDivisionError: division by zero" in ran.out
    assert "  verdict    PLANTÉ\n" in ran.out
    assert "  ses derniers affichages\n    hm\n" in ran.out


def test_json_is_the_same_in_every_language(joute, monkeypatch):
    lines = [
        ["games", "--json"],
        ["board", "list", GAME, "--json"],
        ["board", "check", GAME, "none.txt", "--json"],
        ["verify", "none.jsonl", "--json"],
    ]
    english = [joute(*line) for line in lines]
    monkeypatch.setenv("LC_ALL", "fr_FR.UTF-8")
    assert [joute(*line) for line in lines] == english


def test_every_verdict_has_its_french_words():
    assert [verdict.text.en for verdict in Verdict] == list(Verdict)
    assert len({verdict.text.fr for verdict in Verdict}) == len(Verdict)


@pytest.mark.parametrize("name", [name for name in game_names() if name != "toy"])
def test_drawings_are_in_french(monkeypatch, name):
    """All their texts: the first line, who plays or which phase it is, and the legend differ; the board does not."""
    game = load_game(name)
    table = Table(game, seed=1)
    random_turns(table, 8)
    drawings = {}
    for locale in ("C.UTF-8", "fr_FR.UTF-8"):
        monkeypatch.setenv("LC_ALL", locale)
        lines = [painted(line, colour=False) for line in game.scenes.drawing(table.scene())]
        assert max(map(len, lines)) <= COLUMNS
        drawings[locale] = lines
    english, french = drawings.values()
    assert len(english) == len(french)
    differ = [number for number, line in enumerate(english) if line != french[number]]
    assert {0, len(english) - 1} <= {*differ}
    first = english.index("")
    blank = english.index("", first + 1)
    assert english[first:blank] == french[first:blank]


def random_turns(table: Table, phases: int) -> None:
    rng = table.game.generator(1)
    for _ in range(phases):
        for index in table.turn.seats:
            seat = table.seat(index)
            for _ in range(20):
                row = table.game.sample(seat.world, index, rng)
                if row is None:
                    break
                seat.order(row)
        table.end_phase()
