"""`joute.Replay`: recorded matches, turn by turn."""

from __future__ import annotations

from pathlib import Path

import pytest

import joute
from joute.champions.sources.find import find
from joute.match.play import MatchSpec, play_match
from joute.match.replay import Recorder, ReplayError
from joute.replays import Order

WALKER = """from api import *
def jouer_tour():
    print("turn", tour_actuel())
    deplacer((tour_actuel(), 0) if tour_actuel() < 3 else (99, 99))
"""


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("replays")
    (folder / "walker.py").write_text(WALKER)
    game = joute.load_game("portails", NB_TOURS=4)
    players = [find(game, str(folder / "walker.py")), find(game, "idle")]
    with Recorder(folder / "match.jsonl") as recorder:
        play_match(MatchSpec(joute.Table(game, seed=5), players, recorder))
    return folder / "match.jsonl"


def test_what_is_recorded_of_a_match(path: Path) -> None:
    match = joute.Replay(path)
    assert (match.game.name, match.players, match.turns, len(match)) == (
        "portails",
        [str(path.with_name("walker.py")), "idle"],
        [1, 2, 3, 4],
        4,
    )
    assert match.result is not None
    assert match.result.scores == (0, 0)


def test_the_orders_of_a_turn_are_those_that_were_accepted(path: Path) -> None:
    match = joute.Replay(path)
    assert match.orders(1) == {0: [Order("deplacer", ((1, 0),))], 1: []}
    assert match.orders(2) == {0: [Order("deplacer", ((2, 0),))], 1: []}
    assert match.orders(3) == {0: [], 1: []}


def test_the_table_of_a_turn_can_be_asked_and_played_on(path: Path) -> None:
    match = joute.Replay(path)
    table = match.table(3)
    assert table.seat(0).call("position_agent", 1) == (2, 0)
    assert table.seat(0).call("deplacer", (2, 1)) == 0
    table.end_phase()
    assert match.table(3).seat(0).call("position_agent", 1) == (2, 0)


def test_turns_come_one_after_the_other_with_what_was_printed(path: Path) -> None:
    turns = list(joute.Replay(path))
    assert [(turn.number, turn.printed) for turn in turns] == [(n, {0: f"turn {n}\n"}) for n in (1, 2, 3, 4)]
    assert [turn.table.turn.number for turn in turns] == [1, 2, 3, 4]
    assert set(turns[0].wall_ms) == {0, 1}


def test_a_turn_that_is_not_there_and_a_file_that_is_none_are_refused(path: Path, tmp_path: Path) -> None:
    with pytest.raises(ReplayError, match="turn 9 is not in this replay, which has turns 1 to 4"):
        joute.Replay(path).table(9)
    (tmp_path / "x.jsonl").write_text("{}\n")
    with pytest.raises(ReplayError, match="this is no replay of Joute"):
        joute.Replay(tmp_path / "x.jsonl")
