"""Champions that are policies."""

from __future__ import annotations

from pathlib import Path

import pytest

import joute
from joute.champions.errors import ChampionError
from joute.champions.sandbox.limits import Hosting, Level, Limits
from joute.champions.sources.find import find
from joute.core.backends.building import require
from joute.core.game import Game
from joute.core.policy import policy_of
from joute.match.referee import Referee

TOY = joute.load_game("toy")
PROSPECTOR = Path(__file__).parents[2] / "games" / "toy" / "champions" / "prospector.py"


def played(game: Game, *names: str, hosting: Hosting | None = None) -> joute.Table:
    table = joute.Table(game, seats=len(names), seed=5)
    outcome = Referee(table, [find(game, name, 1, hosting) for name in names]).play()
    assert outcome.void == ""
    assert not outcome.failed
    return table


def native() -> Game:
    policy = policy_of(PROSPECTOR)
    assert policy is not None
    require(TOY, policy=policy)
    return TOY.native()


def test_it_plays_the_same_on_both_backends() -> None:
    names = ("prospector", "digger", "prospector")
    table = played(TOY, *names)
    assert table.digest == played(native(), *names).digest
    assert table.scores[0] > 0


def test_it_begins_each_match_anew() -> None:
    player = find(TOY, "prospector")
    digests = []
    for _ in range(2):
        table = joute.Table(TOY, seats=2, seed=5)
        Referee(table, [player, find(TOY, "digger")]).play()
        digests.append(table.digest)
    assert digests[0] == digests[1]


@pytest.mark.parametrize("level", [Level.NONE, Level.PROCESS, Level.SANDBOX])
def test_a_strangers_plays_the_same_in_a_host(tmp_path: Path, level: Level) -> None:
    (tmp_path / "mine.py").write_bytes(PROSPECTOR.read_bytes())
    hosting = Hosting(level, Limits())
    here = played(TOY, "prospector", "digger")
    assert played(TOY, str(tmp_path / "mine.py"), "digger", hosting=hosting).digest == here.digest
    assert played(native(), str(tmp_path / "mine.py"), "digger", hosting=hosting).digest == here.digest


def test_its_faults_name_the_line(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(PROSPECTOR.read_text().replace("best, most = cell, worth", "best = 1 // 0"))
    outcome = Referee(joute.Table(TOY), [find(TOY, str(tmp_path / "mine.py")), find(TOY, "idle")]).play()
    fault = outcome.reports[0].faults[0]
    assert "in goal" in fault.traceback
    assert "ZeroDivisionError" in fault.message


def test_a_refused_order_ends_the_turn(tmp_path: Path) -> None:
    text = PROSPECTOR.read_text().replace("remember(w, seat, memory)\n", "row[0] = 99\n    return 1\n")
    (tmp_path / "mine.py").write_text(text)
    assert played(TOY, str(tmp_path / "mine.py"), "idle").scores == [0, 0]


def test_something_else_of_its_name_is_refused(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text("POLICY = 3\n")
    with pytest.raises(ChampionError, match=r"mine\.py: POLICY: found 3, expected a Policy"):
        Referee(joute.Table(TOY), [find(TOY, str(tmp_path / "mine.py")), find(TOY, "idle")]).play()


@pytest.mark.parametrize("level", [Level.NONE, Level.SANDBOX])
def test_a_strangers_is_compiled_in_a_host_where_it_has_a_library(tmp_path: Path, level: Level) -> None:
    """One that fails says so: then it was compiled."""
    mine = tmp_path / "mine.py"
    mine.write_text(PROSPECTOR.read_text().replace("best, most = cell, worth", "best, most = cell // (roam - roam), 1"))
    mine.write_text(mine.read_text().replace("best, most = w.", "roam = weights.roam\n    best, most = w."))
    policy = policy_of(mine)
    assert policy is not None
    require(TOY, policy=policy)
    table = joute.Table(native(), seed=5)
    players = [find(table.game, str(mine), 1, Hosting(level, Limits())), find(table.game, "idle")]
    fault = Referee(table, players).play().reports[0].faults[0]
    assert "mine.py: the compiled policy has failed; with --backend interpreted it says why" in fault.message
