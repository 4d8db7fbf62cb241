"""Programs that play over HTTP in a match of the command line."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from joute.cli.exits import Exit
from joute.match.reading import read
from joute.match.verify import verify

PATIENCE_S = 60.0
MAP = "chartichaud-map 1\nsize 1 6\ngrid\n5+A1C . . . . 5+B1C\nend\n"


class Run:
    """`joute run`, and a program that plays in it."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self.process = process
        assert process.stderr is not None
        found = next(found for line in process.stderr if (found := re.search(r"GET (http://\S+)/getToken/NAME", line)))
        self.http = httpx.Client(base_url=found[1], timeout=PATIENCE_S)
        self.seats: dict[str, str] = {}

    def sit(self, name: str) -> str:
        seat = self.http.get(f"/getToken/{name}").json()
        self.seats[seat["player"]] = seat["token"]
        return str(seat["player"])

    def ask(self, player: str, route: str) -> httpx.Response:
        words = route.split("/")
        return self.http.get("/".join(["", words[0], player, *words[1:], self.seats[player]]))

    def view(self, player: str) -> dict[str, Any]:
        found: dict[str, Any] = self.ask(player, "view").json()
        return found

    def result(self) -> dict[str, Any]:
        """What it printed in the end."""
        printed, _ = self.process.communicate(timeout=PATIENCE_S)
        assert self.process.returncode == Exit.DONE
        return json.loads(printed)


@contextmanager
def run(*words: str) -> Iterator[Run]:
    command = [sys.executable, "-m", "joute.cli", "run", "chartichaud", *words, "--port", "0", "--json"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        try:
            match = Run(process)
            with match.http:
                yield match
        finally:
            process.kill()


@pytest.fixture
def board(tmp_path: Path) -> str:
    path = tmp_path / "map.txt"
    path.write_text(MAP)
    return str(path)


def test_a_program_plays_a_champion(tmp_path: Path, board: str) -> None:
    replay = tmp_path / "match.jsonl"
    with run("http", "idle", "--board", board, "--set", "max_turns=2", "-o", str(replay)) as match:
        assert match.sit("ada") == "A"
        assert match.http.get("/getToken").json()["error"] == "match_full"
        assert match.ask("A", "farm/0/0").text == "ok"
        assert match.ask("A", "endturn").text == "ok"
        while not match.view("A")["winner"]:
            pass
        assert match.ask("A", "getwinner").json() == {"winner": "A"}
        assert match.result()["ranks"] == [1, 2]
    assert [player.name for player in read(replay).header.players] == ["http", "idle"]
    assert verify(read(replay)).difference == ""


def test_two_programs_play_at_the_root_of_a_port(board: str) -> None:
    with run("http", "http", "--board", board, "--set", "max_turns=2") as match:
        assert match.sit("ada") + match.sit("bob") == "AB"
        assert match.ask("B", "endturn").json()["error"] == "not_your_turn"
        assert match.ask("A", "endturn").text == "ok"
        assert match.ask("B", "farm/0/5").text == "ok"
        assert match.ask("B", "endturn").text == "ok"
        assert [match.view(player)["winner"] for player in "AB"] == ["B", "B"]
        assert match.result()["scores"] == [0, 1]


def test_a_program_is_answered_while_a_champion_thinks(tmp_path: Path, board: str) -> None:
    champion = tmp_path / "champion.py"
    champion.write_text("def jouer_tour():\n    while True:\n        pass\n")
    words = ("--board", board, "--isolation", "process", "--time-ms", "3000", "--bank-ms", "0")
    with run("http", str(champion), *words) as match:
        match.sit("ada")
        assert match.ask("A", "endturn").text == "ok"
        assert [match.view("A")[key] for key in ("player", "turn", "winner")] == ["B", 1, ""]
        while not match.view("A")["winner"]:
            pass
        assert match.result()["ranks"] == [1, 2]


def test_time_does_not_count_without_a_clock(board: str) -> None:
    with run("http", "idle", "--board", board, "--no-clock", "--set", "turn_time_s=0.001") as match:
        match.sit("ada")
        assert [match.view("A")[key] for key in ("winner", "deadline")] == ["", None]
        assert match.ask("A", "resign").text == "ok"
        assert match.ask("A", "getwinner").json() == {"winner": "B"}
        assert match.result()["ranks"] == [2, 1]


def test_a_program_plays_on_from_a_turn(tmp_path: Path, board: str) -> None:
    replay = tmp_path / "match.jsonl"
    words = ["chartichaud", "idle", "idle", "--board", board, "--set", "max_turns=4", "-o", str(replay)]
    subprocess.run([sys.executable, "-m", "joute.cli", "run", *words], check=True, capture_output=True)
    with run("idle", "http", "--from", f"{replay}:2") as match:
        assert match.sit("ada") == "B"
        while match.view("B")["turn"] == 2:
            pass
        assert match.ask("B", "farm/0/5").text == "ok"
        assert match.ask("B", "endturn").text == "ok"
        assert match.view("B")["winner"] == "B"
        assert match.result()["scores"] == [0, 1]


def test_nobody_comes() -> None:
    with run("http", "idle", "--set", "init_time_s=0.1") as match:
        _, told = match.process.communicate(timeout=PATIENCE_S)
        assert match.process.returncode == Exit.NOT_LOADED
        assert "no program took its seat over HTTP in time" in told


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("portails", "http", "idle", "--port", "0"), "portails has no protocol of its own over HTTP"),
        (("chartichaud", "http", "idle", "--repeat", "2"), "http does not go with --repeat"),
        (("chartichaud", "idle", "idle", "--port", "0"), "--port goes with the champion http"),
    ],
)
def test_what_does_not_go_together(words: tuple[str, ...], told: str) -> None:
    command = [sys.executable, "-m", "joute.cli", "run", *words]
    done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE_S)
    assert done.returncode == Exit.USAGE
    assert told in done.stderr
