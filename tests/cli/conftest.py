"""The command run in our process, in an empty folder."""

from __future__ import annotations

from typing import NamedTuple

import pytest

from joute.cli.main import main


class Ran(NamedTuple):
    code: int
    out: str
    err: str


@pytest.fixture
def joute(capsys, tmp_path, monkeypatch):
    """Runs the command in an empty folder."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("JOUTE_DEBUG", raising=False)

    def run(*words: str) -> Ran:
        capsys.readouterr()
        code = main(list(map(str, words)))
        return Ran(code, *capsys.readouterr())

    return run
