"""Hostile builds: where they run, what they leave in the cache, and that they leave nothing else."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import joute
from joute.champions.building import command, jail
from joute.champions.building.job import BuildLimits
from joute.champions.hosting.process import HostProcess
from joute.champions.sources.recipe import Recipe
from tests.champions.processes import living

from .build_support import KEPT, MARK, SMALL, Build, leftovers


@pytest.fixture(params=KEPT)
def kept(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> jail.Isolation:
    """Where bubblewrap works, and where it does not."""
    if request.param != jail.Isolation.BOX:
        monkeypatch.setattr(jail, "no_box", lambda: "bubblewrap is not installed")
    return request.param


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    for kind in ("built", "native"):
        (tmp_path / "cache" / "joute" / kind).mkdir(parents=True, mode=0o700)
    return tmp_path / "cache" / "joute"


@pytest.fixture
def build(tmp_path: Path, kept: jail.Isolation, cache: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Build]:
    """Build a folder by a shell command; after it nothing is left of the build but what it made."""
    started: list[HostProcess] = []

    class Noted(HostProcess):
        def _start(self, *rest: Any) -> None:
            started.append(self)
            super()._start(*rest)

    monkeypatch.setattr(jail, "HostProcess", Noted)

    def run(text: str, limits: BuildLimits = SMALL, **files: str) -> Path:
        folder = tmp_path / "mine"
        folder.mkdir(exist_ok=True)
        for name, content in files.items():
            (folder / name.replace("__", ".")).write_text(content)
        return command.built(
            Recipe("other", folder, "", ("sh", "-c", text, MARK), ("x",)), joute.load_game("toy"), limits
        )

    yield run
    assert started
    assert [pid for process in started for pid in living(process.mark)] == []
    assert living(MARK) == []
    assert [process.tmp for process in started if process.tmp is not None and os.path.exists(process.tmp)] == []
    assert leftovers() == set()
    assert [path for path in (cache / "built").iterdir() if path.name.startswith("new-")] == []
