"""`joute doctor`: the protections it tries, and how to get what is missing."""

from __future__ import annotations

import json
import shutil
import sys

import pytest

from joute.champions.checks.doctor import health
from joute.champions.players import calls
from joute.champions.sandbox.limits import Level
from joute.cli.main import main

boxed = pytest.mark.skipif(shutil.which("bwrap") is None, reason="bubblewrap is missing: make system")


@boxed
def test_the_doctor_tries_the_protections(capsys: pytest.CaptureFixture[str]) -> None:
    found = health()
    assert found.level == Level.SANDBOX
    assert [one.name for one in found.protections[:7]] == list(sys.modules["joute.champions.checks.doctor"].PROTECTIONS)
    assert all(one.stands for one in found.protections[:7])
    assert main(["doctor", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["level"] == "sandbox"


def test_the_doctor_says_how_to_get_what_is_missing(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PATH", "")
    assert main(["doctor"]) == 0
    out = capsys.readouterr().out
    assert "run at level «process»" in out
    assert (
        "There is no sandbox: bubblewrap is not installed; install it with «make system» or «apt install bubblewrap»"
        in out
    )
    assert "NO   java (javac, java): apt install default-jdk-headless" in out
    assert "NO   csharp (mcs, mono): apt install mono-mcs mono-runtime" in out


@pytest.mark.parametrize("there", [True, False])
def test_the_doctor_says_what_answers_the_calls_of_python_champions(
    there: bool, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PATH", "")  # no box is tried out
    monkeypatch.setattr(calls, "available", lambda: there)
    assert main(["doctor", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["python_calls"]["native"] is there
    assert main(["doctor"]) == 0
    out = capsys.readouterr().out
    assert ("Calls of Python champions are answered by a game's library.\n" in out) == there
    assert ("answered in Python, which is slower: its extension is missing" in out) != there
