"""Champions that think ahead: those that play every game, and policies that search."""

from __future__ import annotations

from pathlib import Path

import pytest

import joute
from joute.champions.errors import ChampionError
from joute.champions.sources.find import find
from joute.core.backends.building import require
from joute.core.game import Game
from joute.core.registry import game_names
from joute.core.sampler import SAMPLER
from joute.match.referee import Referee

TOY = joute.load_game("toy")
PROSPECTOR = Path(__file__).parents[2] / "games" / "toy" / "champions" / "prospector.py"


def played(game: Game, names: list[str], seed: int = 5) -> joute.Table:
    table = joute.Table(game, seats=len(names), seed=seed)
    outcome = Referee(table, [find(game, name, seed) for name in names]).play()
    assert outcome.void == ""
    assert not outcome.failed
    return table


def wins(name: str, other: str) -> int:
    """Of eight matches, four at each seat."""
    tables = [(played(TOY, [name, other], seed), 0) for seed in range(4)]
    tables += [(played(TOY, [other, name], seed), 1) for seed in range(4)]
    return sum(table.scores[seat] > table.scores[1 - seat] for table, seat in tables)


@pytest.mark.parametrize(("name", "expected"), [("rollout:tries=40", 7), ("mcts:tries=100", 8)])
def test_it_beats_random_play(name: str, expected: int) -> None:
    assert wins(name, "random") == expected


@pytest.mark.parametrize("name", ["rollout:tries=30", "mcts:tries=30"])
def test_it_plays_the_same_on_both_backends(name: str) -> None:
    require(TOY, policy=SAMPLER)
    names = [name, "digger", name]
    assert played(TOY, names).digest == played(TOY.native(), names).digest


@pytest.mark.parametrize("name", game_names())
def test_it_plays_every_game(name: str) -> None:
    """In the fog, live, at once and in turn: its orders of the first turns are accepted."""
    game = joute.load_game(name)
    table = joute.Table(game, seed=1)
    players = [find(game, "mcts:tries=2,depth=2", 1) for _ in range(table.seats)]
    for index, player in enumerate(players):
        assert player.load(table.seat(index)) is None
    orders = 0
    for _ in range(2 * table.seats):
        turn = table.turn
        for index in turn.seats:
            seat = table.seat(index)
            seat.on_refusal = lambda *refused: pytest.fail(str(refused))
            assert players[index].ask(turn).fault is None
            orders += len(seat.orders)
        table.end_phase()
    assert orders > 0


def searching(folder: Path, how: str) -> str:
    """The prospector, with a search."""
    text = PROSPECTOR.read_text().replace("import Policy, Weight", "import Policy, Thinking, Weight")
    (folder / "mine.py").write_text(text.replace("memory=Memory)", f"memory=Memory, search={how})"))
    return str(folder / "mine.py")


def test_a_policy_that_searches_beats_itself(tmp_path: Path) -> None:
    assert wins(searching(tmp_path, "Thinking()") + ":tries=60", "prospector") >= 5


def test_tries_that_nobody_asked_for_are_for_libraries(tmp_path: Path) -> None:
    mine = searching(tmp_path, "Thinking(tries=60)")
    without = played(TOY, ["prospector", "random"]).digest
    assert played(TOY, [mine, "random"]).digest == without
    assert played(TOY, [f"{mine}:tries=61", "random"]).digest != without


def test_weights_come_from_the_command_line_or_from_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("tuned.json").write_text('{"worth": 0, "roam": 60}')
    digests = [
        played(TOY, [f"prospector{given}", "digger"]).digest
        for given in ("", ":worth=0,roam=60", ":weights=tuned.json", ":worth=10,roam=2")
    ]
    assert digests[1] == digests[2] != digests[0] == digests[3]


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("mcts:tiem=1", r"mcts: found 'tiem=1'; its parameters are time=SECONDS, tries=NUMBER, .*level=easy\|medium"),
        ("mcts:time=soon", "mcts: found 'time=soon'; its parameters are"),
        ("mcts:time=-1", "mcts: found 'time=-1'; its parameters are"),
        ("random:time=1", "random takes no parameters: found 'time=1'"),
        ("digger:time=1", "digger takes no parameters: found 'time=1'"),
        (
            "prospector:time=1",
            r"'time=1'; its parameters are level=easy\|medium\|hard, weights=FILE, worth=0..100",
        ),
        ("prospector:worth=101", "found 'worth=101'; its parameters are"),
        ("prospector:weights=none.json", "weights=none.json: expected a file of JSON with the weights by name"),
    ],
)
def test_a_wrong_parameter_is_refused_with_what_there_is(name: str, message: str) -> None:
    with pytest.raises(ChampionError, match=message):
        find(TOY, name).load(joute.Table(TOY).seat(0))
