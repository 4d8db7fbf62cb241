"""`joute` alone: three lines of what it can do here and what is missing."""

from __future__ import annotations

from joute import __version__
from joute.cli import welcome


def test_it_says_what_is_there(joute, monkeypatch) -> None:
    monkeypatch.setattr(welcome, "which", lambda name: "/usr/bin/bwrap")
    code, out, err = joute()
    assert (code, err, len(out.splitlines())) == (0, "", 3)
    assert out.startswith(f"Joute {__version__}: ")
    assert "champions in python" in out


def test_it_says_what_is_missing(joute, monkeypatch) -> None:
    monkeypatch.setattr(welcome, "which", lambda name: None)
    missing = joute().out.splitlines()[1]
    assert "the sandbox (bubblewrap)" in missing
    assert missing.endswith("; joute doctor says how to get it.")
