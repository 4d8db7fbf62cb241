"""The toy game among the games."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

import joute.games

GAMES = str(Path(__file__).parent / "games")
if GAMES not in os.environ.get("JOUTE_GAMES", "").split(os.pathsep):
    os.environ["JOUTE_GAMES"] = os.pathsep.join(filter(None, [os.environ.get("JOUTE_GAMES"), GAMES]))


@pytest.fixture(autouse=True)
def own_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """Folders of games that a test adds are gone after it."""
    monkeypatch.setattr(joute.games, "__path__", [*joute.games.__path__])
