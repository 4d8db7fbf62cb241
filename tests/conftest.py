"""The toy game among the games, and a word about each failure when it happens."""

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


class AtOnce:
    """Tells of a failure as soon as it is known: a run that is cut off has no summary."""

    def __init__(self, config: pytest.Config) -> None:
        self.config = config

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        terminal = self.config.pluginmanager.get_plugin("terminalreporter")
        if report.failed and terminal:
            terminal.ensure_newline()
            terminal.line(f"FAILED {report.nodeid} ({report.when}): {report.longreprtext[-1000:]}")


def pytest_configure(config: pytest.Config) -> None:
    if not hasattr(config, "workerinput"):
        config.pluginmanager.register(AtOnce(config))
