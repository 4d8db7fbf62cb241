"""`joute.testing.play`: one callback of a champion in one position."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import joute
from joute.champions.sources.find import find
from joute.match.play import MatchSpec, play_match
from joute.match.replay import Recorder, ReplayError
from joute.replays import Order
from joute.testing import ChampionFailed, play

CHAMPION = """from api import *
def jouer_tour():
    print("I stand on", position_agent(moi()))
    deplacer((moi(), 1))
"""


@pytest.fixture
def champion(tmp_path: Path) -> Path:
    path = tmp_path / "champion.py"
    path.write_text(CHAMPION)
    return path


def table(turns: int = 1) -> joute.Table:
    """The table as the second seat's first turn begins, or later."""
    made = joute.Table(joute.load_game("portails"))
    for _ in range(turns + 1):
        made.end_phase()
    return made


def test_what_it_ordered_and_printed(champion: Path) -> None:
    turn = play(champion, table(0), seat=0)
    assert turn.orders == [("deplacer", ((1, 1),))]
    assert turn.orders == [Order("deplacer", ((1, 1),))]
    assert (turn.printed, turn.fault) == ("I stand on Position(x=0, y=0)\n", None)
    assert turn.table.seat(0).call("position_agent", 1) == (1, 1)


def test_positions_are_tables_dumps_files_and_turns_of_replays(champion: Path, tmp_path: Path) -> None:
    start = table(1)
    (tmp_path / "position.json").write_text(json.dumps(start.dump()))
    game = joute.load_game("portails", NB_TOURS=2)
    with Recorder(tmp_path / "match.jsonl") as recorder:
        play_match(MatchSpec(joute.Table(game), [find(game, "idle"), find(game, "idle")], recorder))
    for position in (start, start.dump(), tmp_path / "position.json"):
        assert len(play(champion, position, seat=1).orders) == 0  # (2, 1) is too far
        assert start.turn.seats == (1,)
    assert play(str(champion), f"{tmp_path}/match.jsonl:2").orders == [("deplacer", ((1, 1),))]
    second = play(str(champion), f"{tmp_path}/match.jsonl:2", seat=1)  # in this turn, when it is its turn
    assert (second.orders, second.printed) == ([], "I stand on Position(x=39, y=39)\n")


@pytest.mark.parametrize("isolation", ["none", "process"])
def test_a_failure_fails_the_test_unless_it_is_asked_for(tmp_path: Path, isolation: str) -> None:
    path = tmp_path / "champion.py"
    path.write_text("def jouer_tour():\n    print('so far')\n    1 / 0\n")
    with pytest.raises(ChampionFailed, match="ZeroDivisionError") as raised:
        play(path, table(0), isolation=isolation)
    assert "line 3, in jouer_tour" in str(raised.value)
    turn = play(path, table(0), may_fail=True, isolation=isolation)
    assert turn.fault is not None
    assert (turn.fault.message, turn.printed) == ("ZeroDivisionError: division by zero", "so far\n")


def test_a_seat_that_is_not_asked_and_a_file_that_is_no_position(champion: Path, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="seat 1 is not asked in this position; asked: 0"):
        play(champion, table(0), seat=1)
    (tmp_path / "p.json").write_text("[1]")
    with pytest.raises(ReplayError, match="a position is a JSON object"):
        play(champion, tmp_path / "p.json")
    (tmp_path / "p.json").write_text("nonsense")
    with pytest.raises(ReplayError, match="this is no position"):
        play(champion, tmp_path / "p.json")
    wrong = table(0).dump() | {"seed": "x"}
    (tmp_path / "p.json").write_text(json.dumps(wrong))
    with pytest.raises(ReplayError, match=r"p\.json: seed"):
        play(champion, tmp_path / "p.json")
