"""Where there are no walls (macOS, Windows), games are played interpreted, in this process, and that is said."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests import bare
from tests.web.support import Hand, arena

SYSTEMS = ("darwin", "win32")
WALLS = "only Linux can keep champions apart (on Windows: WSL); here those that are bundled play, and Python champions "


@pytest.fixture(params=SYSTEMS)
def system(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """Another system, for every Python that is started from here."""
    shutil.copy(bare.__file__, tmp_path / "sitecustomize.py")
    monkeypatch.setenv("PYTHONPATH", f"{tmp_path}{os.pathsep}{os.environ.get('PYTHONPATH', '')}")
    monkeypatch.setenv(bare.SYSTEM, request.param)
    monkeypatch.chdir(tmp_path)
    return str(request.param)


def joute(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-m", "joute", *words], capture_output=True, text=True)


def python(code: str) -> str:
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout


HIDDEN = """
import joute.champions.hosting.forkserver as own
try:
    open("/proc/self/status")
except FileNotFoundError:
    print(own.sys.platform, hasattr(own.os, "fork"), hasattr(own.os, "sched_getaffinity"))
"""


def test_what_other_systems_lack_is_hidden(system: str) -> None:
    assert python(HIDDEN) == f"{system} {system == 'darwin'} False\n"


def test_a_library_beside_the_rules_is_not_loaded(system: str) -> None:
    assert python("import joute; print(joute.load_game('archipel').on().backend)") == "interpreted\n"


def test_a_match_is_played_and_verified(system: str) -> None:
    played = joute("run", "archipel", "random", "random", "--seed", "1", "-o", "match.jsonl")
    assert (played.returncode, played.stderr) == (0, "")
    verified = joute("verify", "match.jsonl")
    assert (verified.returncode, verified.stdout) == (0, "match.jsonl: ok, 402 phases\n")


def test_a_champion_of_one_s_own_plays_once_it_is_trusted(system: str) -> None:
    Path("mine.py").write_text("from api import *\n\n\ndef jouer_tour():\n    autofarm()\n")
    refused = joute("run", "chartichaud", "mine.py", "idle")
    assert (refused.returncode, refused.stdout) == (3, "")
    assert refused.stderr.startswith(f"joute: mine.py: {WALLS}")
    played = joute("run", "chartichaud", "mine.py", "idle", "--isolation", "none", "--json")
    assert (played.returncode, played.stderr) == (0, "")
    assert [report["verdict"] for report in json.loads(played.stdout)["reports"]] == ["OK", "OK"]


def test_a_champion_of_another_language_is_refused(system: str) -> None:
    Path("champion.toml").write_text('language = "javascript"\n')
    Path("champion.js").write_text("")
    refused = joute("run", "chartichaud", ".", "idle", "--isolation", "none")
    assert refused.returncode == 3
    assert refused.stderr.startswith(f"joute: .: {WALLS}")


def test_the_doctor_says_so(system: str) -> None:
    told = joute("doctor")
    assert (told.returncode, told.stderr) == (0, "")
    assert told.stdout.startswith(WALLS)


@pytest.mark.parametrize("words", [("compare", "random", "idle", "--game", "archipel"), ("serve", "--contest", ".")])
def test_what_needs_linux_is_refused_in_words(system: str, words: tuple[str, ...]) -> None:
    refused = joute(*words)
    assert refused.returncode in (2, 3)
    assert "this needs Linux (on Windows: WSL)" in refused.stderr
    assert "Traceback" not in refused.stderr


@pytest.mark.slow
def test_the_arena_plays_champions_and_people(system: str, tmp_path: Path) -> None:
    with arena(tmp_path / "store") as server:
        assert server.get("/api/games")
        over = server.create("chartichaud", "idle", "random", params={"max_turns": 4})["match"]["id"]
        assert server.until_over(over)["state"] == "over"
        assert server.get(f"/api/matches/{over}/film")
        made = server.create("chartichaud", "@Ada", "idle", params={"max_turns": 4})
        hand = Hand(server, made["match"]["id"], made["seats"][0]["secret"])
        assert hand.until_asked()["asked"]
        hand.close()
        assert server.offspring()
    assert WALLS in server.said
