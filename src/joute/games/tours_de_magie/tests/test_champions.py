"""The bundled champions: strength, good behaviour, and matches with champions that do nothing or fail."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import pytest

import joute
from joute.champions.sources.find import bundled, find
from joute.match.player import Player
from joute.match.reading import read
from joute.match.referee import MatchResult, Referee
from joute.match.replay import Recorder
from joute.match.verdict import Verdict
from joute.match.verify import verify

from .vocabulary import GAME, PRESETS

START = "from api import *\n" + "".join(f"def phase_{name}(): pass\n" for name in ("deplacement", "tirs", "siege"))
CRASHES = START + "def phase_construction():\n    creer(1)\n    raise RuntimeError('lost')\n"
CREATES = START + "def phase_construction():\n    creer(magie(moi()) // COUT_SORCIER)\n"


def match(preset: str, names: list[str], seed: int, **params: int) -> MatchResult:
    game = joute.load_game(GAME, preset, **params).native()
    players: list[Player] = [find(game, name, seed) for name in names]
    return Referee(joute.Table(game, seed=seed), players).play()


def mason_is_first(seed: int, preset: str = "sujet") -> bool:
    """Mason against three random champions, in each seat in turn."""
    seat = seed % 4
    names = ["random"] * 4
    names[seat] = "mason"
    outcome = match(preset, names, seed)
    assert [report.faults for report in outcome.reports] == [()] * 4
    return outcome.result.ranks[seat] == 1


def test_champions_that_come_with_the_game() -> None:
    assert sorted(bundled(joute.load_game(GAME))) == ["horde", "idle", "mason", "random", "rush"]


@pytest.mark.parametrize("preset", PRESETS)
def test_mason_beats_three_random_champions(preset: str) -> None:
    assert mason_is_first(101, preset)


@pytest.mark.slow
def test_mason_is_first_in_95_of_100_matches() -> None:
    assert sum(mason_is_first(seed) for seed in range(100)) >= 95


@pytest.mark.slow
def test_mason_is_first_in_19_of_20_matches_of_the_final() -> None:
    assert sum(mason_is_first(seed, "finale") for seed in range(20)) >= 19


def test_rush_captures_idle_bases() -> None:
    outcome = match("sujet", ["idle", "rush", "idle", "idle"], 0)
    assert outcome.result.scores == (0, 3 + 1 + 4, 0, 0)


@pytest.mark.parametrize("size", [3, 5, 9])
def test_champions_play_on_small_boards(size: int) -> None:
    outcome = match("sujet", ["mason", "rush", "random", "mason"], 1, TAILLE_TERRAIN=size, MAX_TOUR=12)
    assert [report.faults for report in outcome.reports] == [()] * 4


def test_a_match_of_all_champions_is_recorded_and_verifies(tmp_path: Path) -> None:
    game = joute.load_game(GAME, "finale", MAX_TOUR=11)
    players: list[Player] = [find(game, name, 3) for name in ("mason", "rush", "random", "idle")]
    with Recorder(tmp_path / "match.jsonl.gz") as recorder:
        outcome = Referee(joute.Table(game), players, recorder).play()
    assert [report.verdict for report in outcome.reports] == [Verdict.OK] * 4
    assert verify(read(tmp_path / "match.jsonl.gz")).phases == 2 + 4 * 12


# Champions that do nothing or fail (Decision 34)


@pytest.mark.parametrize("seats", list(product("ic", repeat=4)), ids="".join)
def test_every_subset_idle_or_crashed(seats: tuple[str, ...], tmp_path: Path) -> None:
    """Nobody is eliminated by failing: what the callback did is not merged, and income goes on."""
    (tmp_path / "crash.py").write_text(CRASHES, encoding="utf-8")
    outcome, table = played(["idle" if seat == "i" else str(tmp_path / "crash.py") for seat in seats])
    assert outcome.result.scores == (1, 1, 1, 1)
    assert table.dump()["state"]["groups"] == []
    assert [player["magie"] for player in table.dump()["state"]["players"]] == [20 * 7] * 4
    wanted = [Verdict.OK if seat == "i" else Verdict.CRASHED for seat in seats]
    assert [report.verdict for report in outcome.reports] == wanted


def test_champions_beside_a_crashed_one_play_on(tmp_path: Path) -> None:
    (tmp_path / "crash.py").write_text(CRASHES, encoding="utf-8")
    (tmp_path / "create.py").write_text(CREATES, encoding="utf-8")
    _, table = played([str(tmp_path / name) for name in ("crash.py", "create.py", "crash.py", "create.py")])
    state = table.dump()["state"]
    assert [(group["seat"], group["sorciers"]) for group in state["groups"]] == [(1, 60), (3, 60)]
    assert [player["magie"] for player in state["players"]] == [140, 20, 140, 20]


def played(names: list[str]) -> tuple[MatchResult, joute.Table]:
    game = joute.load_game(GAME, MAX_TOUR=6)
    table = joute.Table(game)
    return Referee(table, [find(game, name) for name in names]).play(), table
