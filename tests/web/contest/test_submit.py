"""`joute submit`, against a contest that is held by a real server."""

from __future__ import annotations

import json
import os
import stat
import subprocess
import sys

import pytest

from .support import BROKEN, GOOD, Browser


@pytest.fixture(scope="module")
def token(server):
    ana = Browser(server)
    ana.register("ana")
    ana.post("/teams", {"name": "Les Portes"}, 201)
    return ana.post("/tokens", {"note": "terminal"}, 201)["token"]


@pytest.fixture
def submit(server, tmp_path):
    """The command, in a home of its own."""

    def run(*words: str, language: str = "C") -> subprocess.CompletedProcess[str]:
        own = {"HOME": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path / "config"), "LC_ALL": language}
        command = [sys.executable, "-m", "joute.cli", "submit", *words]
        return subprocess.run(command, capture_output=True, text=True, env=os.environ | own, cwd=tmp_path)

    return run


def test_a_folder_is_submitted_and_its_judging_shown(server, token, submit, tmp_path):
    mine = tmp_path / "mine"
    mine.mkdir()
    (mine / "champion.py").write_text(GOOD)
    done = submit("mine", "--url", f"http://{server.place}/", "--token", token, "--note", "folder")
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("Received in time: if it builds and plays, it counts")
    assert "Building and loading" in done.stdout
    assert done.stdout.endswith(" is good.\n")
    file = tmp_path / "config" / "joute" / "contest.toml"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert file.read_text() == f'url = "http://{server.place}"\ntoken = "{token}"\n'
    assert token not in done.stdout + done.stderr
    (tmp_path / "bad.py").write_text(BROKEN)
    again = submit("bad.py", "--json")
    assert again.returncode == 4
    version = json.loads(again.stdout)
    assert (version["state"], version["language"], version["note"]) == ("failed", "python", "")
    french = submit("bad.py", language="fr_FR.UTF-8")
    assert french.returncode == 4
    assert "est refusée" in french.stdout


def test_what_is_not_received_is_told_in_a_line(server, token, submit, tmp_path):
    (tmp_path / "champion.py").write_text(GOOD)
    nowhere = submit("champion.py")
    assert nowhere.returncode == 2
    assert "Give --url and --token once" in nowhere.stderr
    wrong = submit("champion.py", "--url", f"http://{server.place}", "--token", "not a token")
    assert wrong.returncode == 3
    assert wrong.stderr.startswith("joute: this token is not known, or was taken back; make another")
    gone = submit("champion.py", "--url", "http://127.0.0.1:9", "--token", token)
    assert gone.returncode == 3
    assert gone.stderr.startswith("joute: no contest answers on http://127.0.0.1:9")
    assert not (tmp_path / "config").exists()  # what was not received is not remembered


def test_what_the_environment_says_is_not_written_down(server, token, submit, tmp_path, monkeypatch):
    (tmp_path / "champion.py").write_text(GOOD)
    monkeypatch.setenv("JOUTE_URL", f"http://{server.place}")
    monkeypatch.setenv("JOUTE_TOKEN", token)
    assert submit("champion.py", "--no-wait").returncode == 0
    assert not (tmp_path / "config").exists()
