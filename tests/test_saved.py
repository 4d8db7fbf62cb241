"""What an earlier version wrote still opens, verifies, resumes and plays: see fixtures/saved."""

from __future__ import annotations

import json
import sys
import tarfile
from pathlib import Path
from subprocess import run
from typing import Any

import pytest

import joute
from joute.core.registry import game_names
from joute.match.reading import read
from joute.match.verify import verify

SAVED = Path(__file__).parent / "fixtures" / "saved"
EXPECTED = json.loads((SAVED / "expected.json").read_text())
GAMES = [path.stem for path in sorted((SAVED / "dumps").iterdir())]


def command(*words: str, cwd: Path | None = None) -> str:
    """What `joute` prints, which must end well."""
    done = run([sys.executable, "-m", "joute.cli", *words], capture_output=True, text=True, timeout=300, cwd=cwd)
    assert done.returncode == 0, done.stderr
    return done.stdout


def unpacked(name: str, folder: Path) -> Path:
    with tarfile.open(SAVED / f"{name}.tar.gz") as archive:
        archive.extractall(folder, filter="data")
    return folder / name


def test_something_of_each_game_was_saved() -> None:
    assert set(GAMES) <= set(game_names())
    assert [path.name.split(".")[0] for path in sorted((SAVED / "replays").iterdir())] == GAMES


@pytest.mark.parametrize("game", GAMES)
def test_a_replay_verifies(game: str) -> None:
    check = verify(read(SAVED / "replays" / f"{game}.jsonl.gz"))
    assert check.phases > 0
    assert (check.difference, check.cut) == ("", False)


@pytest.mark.parametrize("game", GAMES)
def test_a_dump_loads_and_is_dumped_as_it_was(game: str) -> None:
    saved = json.loads((SAVED / "dumps" / f"{game}.json").read_text())
    table = joute.Table.load(saved["dump"])
    assert table.digest == saved["digest"]
    assert json.loads(json.dumps(table.dump())) == saved["dump"]


@pytest.mark.slow
@pytest.mark.parametrize("language", EXPECTED["kits"])
def test_a_kit_plays_as_it_did(language: str) -> None:
    kit = EXPECTED["kits"][language]
    champions = [str(SAVED / "kits" / f"{language}.tar.gz"), *["idle"] * (kit["champions"] - 1)]
    output = command("run", kit["game"], *champions, "--seed", "2", "--json", "--isolation", "process")
    played = json.loads(output)
    assert [report["verdict"] for report in played["reports"]] == ["OK"] * kit["champions"]
    assert played["scores"] == kit["scores"]


@pytest.mark.slow
def test_tournaments_are_resumed(tmp_path: Path) -> None:
    home = unpacked("arena", tmp_path)
    for kind, expected in EXPECTED["tournaments"].items():
        command("tournament", "resume", f"{kind}.toml", "--workers", "1", cwd=home)
        report: Any = json.loads(command("tournament", "report", f"{kind}.toml", "--json", cwd=home))
        lines = [
            [line["name"], line["rank"], [line["wins"], line["draws"], line["losses"]]] for line in report["lines"]
        ]
        assert lines == expected, kind
        command("tournament", "verify", f"{kind}.toml", cwd=home)
    command("store", "check", "--store", "store", cwd=home)


def test_matches_of_the_web_arena_are_listed(tmp_path: Path) -> None:
    from joute.web.lobby.store import MatchStore

    store = MatchStore(str(unpacked("arena", tmp_path) / "store"))
    try:
        kept = store.matches(None, None)
        assert sorted(match.head.game for match in kept) == GAMES
        assert {match.head.state for match in kept} == {"over"}
        for match in kept:
            assert match.replay is not None
            assert verify(read(store.base.replays.path(match.replay))).difference == ""
    finally:
        store.close()


@pytest.mark.slow
def test_a_comparison_goes_on(tmp_path: Path) -> None:
    folder = unpacked("comparison", tmp_path)
    output = command("compare", "--continue", str(folder), "--workers", "1", "--json")
    (duel,) = json.loads(output.splitlines()[-1])["rivals"]
    assert {name: duel[name] for name in EXPECTED["comparison"]} == EXPECTED["comparison"]
