"""Ends that the rules do not know: somebody resigns, or all agree on a draw. Records say so, and are verified."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

import joute
from joute.champions.players.simple import Idle, Random
from joute.core.registry import game_names
from joute.core.world import Result, Turn
from joute.match.ending import Ending, ended
from joute.match.player import Answer
from joute.match.reading import read
from joute.match.referee import MatchResult, Referee
from joute.match.replay import PhaseLine, Recorder, Replay
from joute.match.verify import verify
from joute.web.film.replay import ReplayFilm

NEVER = 10**6


class Person(Random):
    """Somebody who resigns, or wants a draw, from a turn on."""

    def __init__(self, resigns: int = NEVER, draws: int = NEVER) -> None:
        super().__init__(1)
        self._now, self._resigns, self._draws = -1, resigns, draws

    def ask(self, turn: Turn) -> Answer:
        self._now = turn.number
        return super().ask(turn)

    @property
    def resigned(self) -> bool:
        return self._now >= self._resigns

    @property
    def drawn(self) -> bool:
        return self._now >= self._draws


def play(path: Path, name: str, *players: Any) -> tuple[MatchResult, Replay]:
    with Recorder(path) as recorder:
        match = Referee(joute.Table(joute.load_game(name), seats=len(players), seed=3), players, recorder).play()
    return match, read(path)


@pytest.mark.parametrize("name", game_names())
def test_who_resigns_is_last_in_every_game_and_the_record_is_verified(tmp_path: Path, name: str) -> None:
    seats = joute.load_game(name).info.seats
    others = [Random(seed) for seed in range(2, seats + 1)]
    match, replay = play(tmp_path / "match.jsonl", name, Person(resigns=2), *others)
    assert match.result.over
    assert match.result.reason == "resign"
    assert match.result.ranks[0] == seats
    assert min(match.result.ranks[1:]) == 1
    assert replay.result is not None
    assert replay.result.ranks == match.result.ranks
    assert verify(replay).difference == ""
    film = ReplayFilm(replay).head()
    assert film.result is not None
    assert (film.result.ranks, film.result.reason) == (list(match.result.ranks), "resign")
    assert film.damage is None


def test_the_phase_in_which_somebody_resigns_does_not_count(tmp_path: Path) -> None:
    _, replay = play(tmp_path / "match.jsonl", "archipel", Person(resigns=2), Idle())
    assert [(line.phase, line.turn) for line in replay.phases] == [("init", 1), ("turn", 1), ("turn", 1)]
    assert replay.result is not None
    assert replay.result.ending == Ending(0)
    assert replay.result.scores == tuple(_last(replay).scores)


def test_all_have_to_agree_on_a_draw(tmp_path: Path) -> None:
    match, replay = play(tmp_path / "match.jsonl", "portails", Person(draws=2), Person(draws=5))
    assert match.result == Result(True, tuple(_last(replay).scores), (1, 1), "draw")
    assert (replay.phases[-1].turn, replay.phases[-1].seats) == (5, (0,))
    assert verify(replay).difference == ""


def test_in_a_live_game_the_phase_of_a_draw_is_recorded(tmp_path: Path) -> None:
    match, replay = play(tmp_path / "match.jsonl", "chartichaud", Person(draws=2), Person(draws=2))
    assert (match.result.reason, match.result.ranks) == ("draw", (1, 1))
    assert isinstance(replay.phases[-1], PhaseLine)
    assert verify(replay).difference == ""


def test_the_others_stand_in_the_order_of_the_game() -> None:
    standing = Result(False, (5, 9, 9, 2), (3, 1, 1, 4))
    assert ended(standing, Ending(1)) == Result(True, (5, 9, 9, 2), (2, 4, 1, 3), "resign")
    assert ended(standing, Ending()) == Result(True, (5, 9, 9, 2), (1, 1, 1, 1), "draw")


@pytest.mark.parametrize(
    ("ending", "ranks", "told"),
    [
        (Ending(1), (2, 1), "the recorded result is"),
        (Ending(7), (2, 1), "by the record seat 7 resigned, which does not exist"),
        (None, (2, 1), "the record has a result, but by the rules the match is not over"),
    ],
)
def test_a_false_record_is_found(tmp_path: Path, ending: Ending | None, ranks: Any, told: str) -> None:
    _, replay = play(tmp_path / "match.jsonl", "portails", Person(resigns=2), Idle())
    assert replay.result is not None
    false = msgspec.structs.replace(replay.result, ending=ending, ranks=ranks)
    assert verify(msgspec.structs.replace(replay, result=false)).difference.startswith(told)


def test_players_cannot_end_what_was_over(tmp_path: Path) -> None:
    _, replay = play(tmp_path / "match.jsonl", "portails", Idle(), Idle())
    assert replay.result is not None
    false = msgspec.structs.replace(replay.result, ending=Ending())
    assert "by the rules it was over before" in verify(msgspec.structs.replace(replay, result=false)).difference


def _last(replay: Replay) -> joute.Table:
    *_, (_, table) = replay
    return table
