"""The engine compiled for its hosts: kept, found again, renewed, and out of reach of champions."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

import joute
from joute.champions.hosting import bytecode
from joute.champions.sandbox import seccomp
from joute.champions.sandbox.confine import landlock_version
from joute.champions.sandbox.limits import Hosting, Level, Limits
from joute.champions.sources.find import find
from joute.core.folder import game_folder
from joute.match.referee import Referee
from joute.match.replay import PhaseLine, Recorder

LEVELS = [
    pytest.param(
        Level.PROCESS, marks=pytest.mark.skipif(not seccomp.supported() or landlock_version() < 6, reason="no landlock")
    ),
    pytest.param(Level.SANDBOX, marks=pytest.mark.skipif(shutil.which("bwrap") is None, reason="no bubblewrap")),
]
CURIOUS = """
import sys
from pathlib import Path
from joute import debug
import joute.core.game
from joute.champions.hosting.child import host
def jouer_placement():
    debug.log(f"{sys.pycache_prefix} {host.__cached__} {joute.core.game.__cached__}")
    for path in (Path(host.__cached__), Path(host.__cached__).parent / "new.pyc"):
        try: path.write_bytes(b"x")
        except OSError: debug.log("refused")
def jouer_marche():
    pass
"""


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A cache of our own, and an engine that is not compiled where it lies."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setattr(bytecode, "has_bytecode", lambda engine: False)
    bytecode._prepared.cache_clear()
    yield tmp_path / "cache" / "joute" / "bytecode"
    bytecode._prepared.cache_clear()


def logged(folder: Path, level: Level) -> list[str]:
    """What a curious champion notes in a match of one turn."""
    path = folder / "mine.py"
    path.write_text(CURIOUS)
    game, recorder = joute.load_game("toy", max_turns=1), Recorder()
    hosting = Hosting(level, Limits(start_ms=60_000, time_ms=60_000))
    outcome = Referee(joute.Table(game), [find(game, str(path), 0, hosting), find(game, "idle")], recorder).play()
    assert outcome.reports[0].faults == (), outcome.reports[0].faults
    lines = [line for line in recorder.lines if isinstance(line, PhaseLine)]
    return [text for line in lines for text in line.private.get(0, {}).get("log", [])]


@pytest.mark.parametrize("level", LEVELS)
def test_hosts_load_what_is_kept_and_champions_cannot_change_it(kept: Path, tmp_path: Path, level: Level) -> None:
    told, *refused = logged(tmp_path, level)
    (found,) = kept.iterdir()
    prefix, *compiled = told.split()
    assert prefix == "None"
    assert all(Path(path).is_relative_to(found) and Path(path).is_file() for path in compiled)
    assert refused == ["refused", "refused"]


def test_what_is_kept_is_made_once_and_again_when_it_is_gone(kept: Path) -> None:
    engine, game = Path(joute.__file__).parent, game_folder("toy")
    libraries = Path(os.path.dirname(pytest.__file__)).parent
    first = bytecode.folder(engine, libraries, game)
    assert first is not None
    made = first.stat().st_ino
    bytecode._prepared.cache_clear()
    assert bytecode.folder(engine, libraries, game) == first
    assert first.stat().st_ino == made
    shutil.rmtree(kept)
    assert bytecode.folder(engine, libraries, game) == first
    assert list(first.rglob("host.*.pyc")) != []


def test_another_source_is_compiled_anew(kept: Path, tmp_path: Path) -> None:
    game = tmp_path / "toy"
    shutil.copytree(game_folder("toy"), game)
    engine = Path(joute.__file__).parent
    before = bytecode._digest(engine, game)
    (game / "rules.py").write_text((game / "rules.py").read_text() + "\n")
    assert bytecode._digest(engine, game) != before


def test_without_a_place_to_keep_it_nothing_is_kept(kept: Path, tmp_path: Path) -> None:
    (tmp_path / "cache").write_text("no folder")
    engine = Path(joute.__file__).parent
    assert bytecode.folder(engine, Path(os.path.dirname(pytest.__file__)).parent, game_folder("toy")) is None
    assert logged(tmp_path, Level.PROCESS)[0].startswith("None ")
