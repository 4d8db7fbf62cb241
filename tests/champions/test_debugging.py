"""Debuggers that are programs of their own: each stops before the callback, and is talked to."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from threading import Timer

import pytest

import joute
from joute.champions.kits.kit import starter_files
from joute.champions.languages.registry import languages
from joute.cli.exits import Exit
from joute.cli.main import main
from tests.champions import native_support

GAME = "chartichaud"
STOPS = {
    "c": ("(gdb) ", "jouer_tour () at champion.c:", "continue"),
    "cxx": ("(gdb) ", ", jouer_tour () at ", "continue"),
    "rust": ("(gdb) ", "champion::champion::jouer_tour () at .joute/../champion.rs:", "continue"),
    "ocaml": ("(gdb) ", "camlChampion__jouer_tour_", "continue"),
    "javascript": ("debug> ", "break in mine/joute.js:", "cont"),
    "java": ("bci=0", "Champion.jouer_tour()", "cont"),
}
"""What each debugger shows last when it has stopped, what it shows before that, and the command that goes on."""
VECTOR = """
#include "api.hh"
#include <vector>
std::vector<int> numbers = {5, 6, 7};
void partie_init() {}
void jouer_tour() {}
void partie_fin() {}
"""
HANGS_S = 60.0


class Conversation:
    """A command that is typed to, and what it prints."""

    def __init__(self, *words: str) -> None:
        pipe = subprocess.PIPE
        self._process = subprocess.Popen(
            [sys.executable, "-m", "joute", *words],
            stdin=pipe,
            stdout=pipe,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
        self._kill = Timer(HANGS_S, os.killpg, (self._process.pid, signal.SIGKILL))
        self._kill.start()

    def until(self, *texts: str) -> None:
        """Read until it has printed these, one after the other."""
        assert self._process.stdout is not None
        heard = ""
        for text in texts:
            while text not in heard:
                new = os.read(self._process.stdout.fileno(), 1 << 16)
                assert new, f"{text!r} never came: {heard}"
                heard += new.decode()
            heard = heard.partition(text)[2]

    def finish(self, line: str) -> str:
        """Type the last line; what it prints until it ends."""
        rest, _ = self._process.communicate(f"{line}\n".encode())
        self._kill.cancel()
        assert self._process.returncode == Exit.DONE, rest.decode()
        return rest.decode()


def kit(language: str) -> Path:
    """A starter, in a folder here."""
    tools = languages()[language].debugger
    assert tools is not None
    if tools.tools.missing:
        pytest.skip(f"{tools.tools.missing[0]} is missing: {tools.tools.install}")
    if language in native_support.LANGUAGES:
        native_support.need(language)
    Path("mine").mkdir()
    for name, text in starter_files(joute.load_game(GAME), language, "en").items():
        Path("mine", name).write_text(text)
    return Path("mine")


@pytest.fixture
def match(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.chdir(tmp_path)
    assert main(["run", GAME, "idle", "idle", "--set", "max_turns=4", "-o", "m.jsonl"]) == Exit.DONE
    return "m.jsonl"


@pytest.mark.parametrize("language", STOPS)
def test_it_stops_before_the_callback(match: str, language: str) -> None:
    prompt, shown, go_on = STOPS[language]
    talk = Conversation("rerun", match, "--seat", "0", str(kit(language)), "--turn", "2", "--debug")
    talk.until(shown, prompt)
    assert "turn 2, turn: 4 orders\n  autofarm()\n" in talk.finish(go_on)


def test_gdb_prints_what_a_vector_holds(match: str) -> None:
    folder = kit("cxx")
    Path(folder, "champion.cc").write_text(VECTOR)
    talk = Conversation("rerun", match, "--seat", "0", str(folder), "--turn", "2", "--debug")
    talk.until("(gdb) ")
    assert "$1 = std::vector of length 3, capacity 3 = {5, 6, 7}\n" in talk.finish("print numbers")


@pytest.mark.parametrize("end", ["quit", "shell kill -9 $PPID"])
def test_without_the_debugger_the_champion_goes_on(match: str, end: str) -> None:
    """To leave gdb lets it run; so does gdb when it dies, which leaves it stopped."""
    talk = Conversation("rerun", match, "--seat", "0", str(kit("c")), "--turn", "2", "--debug")
    talk.until(*STOPS["c"][1::-1])
    assert "turn 2, turn: 4 orders\n  autofarm()\n" in talk.finish(end)


def test_a_debugger_that_is_missing_is_named_with_its_remedy(
    match: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    place, found = kit("c"), shutil.which
    monkeypatch.setattr(shutil, "which", lambda name, **where: None if name == "gdb" else found(name, **where))
    assert main(["rerun", match, "--seat", "0", str(place), "--debug"]) == Exit.NOT_LOADED
    remedy = "mine: gdb is needed to debug it and is not there; on Debian and Ubuntu: apt install gdb"
    assert capsys.readouterr().err == f"joute: {remedy}\n"


def test_who_is_no_program_has_no_debugger(match: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rerun", match, "--seat", "0", "idle", "--debug"]) == Exit.NOT_LOADED
    assert capsys.readouterr().err.startswith("joute: idle: there is no debugger for this champion")


def test_an_api_file_that_knows_no_debugger_is_named(match: str, capsys: pytest.CaptureFixture[str]) -> None:
    api = kit("javascript") / "joute.js"
    api.write_text(api.read_text().replace("message.debug", "message.unheard"))
    assert main(["rerun", match, "--seat", "0", "mine", "--turn", "0", "--debug"]) == Exit.NOT_LOADED
    assert "the file of the API in its folder may be an old one: «joute new chartichaud" in capsys.readouterr().err
