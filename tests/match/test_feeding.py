"""A match that was interrupted goes on: its players are fed what was played, and what they answer does not count."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

import joute
from joute.champions.players.simple import Random
from joute.core.table import Table
from joute.core.world import Turn
from joute.match.feeding import CannotGoOn
from joute.match.play import MatchSpec, play_match
from joute.match.player import Answer
from joute.match.reading import read
from joute.match.replay import Header, Line, PhaseLine, Recorder, Replay, Restart, course_of
from joute.match.verdict import Fault, Verdict


class Faulty(Random):
    """Plays at random; some of its callbacks fail, and it counts them all."""

    def __init__(self, seed: int, fails: dict[int, bool] | None = None, digest: str = "faulty") -> None:
        super().__init__(seed)
        self.name, self.digest = "faulty", digest
        self.fails = fails or {}
        """By the number of the callback: whether it dies of it."""
        self.turns: list[int] = []

    def ask(self, turn: Turn) -> Answer:
        self.turns.append(turn.number)
        answer = super().ask(turn)
        dead = self.fails.get(len(self.turns))
        if dead is None:
            return answer
        return answer._replace(fault=Fault(Verdict.CRASHED, "no", turn.number, turn.callback), dead=dead)


def table() -> Table:
    return joute.Table(joute.load_game("toy", max_turns=8), seed=3)


def played(path: Path, *players: Random) -> list[Line]:
    with Recorder(path) as recorder:
        return list(play_match(MatchSpec(table(), players, recorder)).record)


def cut(path: Path, phases: int) -> Replay:
    """The same record as far as these phases."""
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(lines[: 1 + phases]))
    return read(path)


def gone_on(path: Path, past: Replay, *players: Random) -> list[Line]:
    with Recorder(path, past=(past.header, *past.phases)) as recorder:
        return list(play_match(MatchSpec(past.table(), players, recorder, past=past)).record)


@pytest.mark.parametrize("phases", [0, 1, 5, 9])
def test_a_match_that_goes_on_is_the_one_that_was_not_interrupted(tmp_path: Path, phases: int) -> None:
    path = tmp_path / "match.jsonl"
    whole = played(path, Random(1), Random(2))
    again = gone_on(path, cut(path, phases), Random(1), Random(2))
    assert course_of(again) == course_of(whole)
    assert len(again) == len(whole) > 11
    kept = read(path)
    assert [kept.header, *kept.phases] == again[:-1]


def test_what_a_champion_did_before_counts_even_if_it_would_not_do_it_again(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    whole = played(path, Random(1), Random(2))
    again = gone_on(path, cut(path, 6), Random(1), Random(77))
    assert again[:7] == whole[:7]
    assert course_of(again) != course_of(whole)


def test_strikes_stand_and_may_happen_again(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    faulty = Faulty(1, {3: False, 9: False})
    whole = played(path, faulty, Random(2))
    again = gone_on(path, cut(path, 6), fed := Faulty(1, {3: False, 9: False}), Random(2))
    assert fed.turns == faulty.turns
    assert course_of(again) == course_of(whole)
    assert again[-1].reports[0].strikes == whole[-1].reports[0].strikes == 2  # type: ignore[union-attr]


def test_a_champion_that_was_stopped_stays_so_and_is_not_asked(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    whole = played(path, Faulty(1, {3: True}), Random(2))
    stopping = [line for line in whole if isinstance(line, PhaseLine) and line.stopped]
    assert [line.stopped for line in stopping] == [(0,)]
    again = gone_on(path, cut(path, 6), fed := Faulty(1, {3: True}), Random(2))
    assert len(fed.turns) == 2
    assert course_of(again) == course_of(whole)
    assert again[-1].reports[0].stopped  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("again", "why", "seat"),
    [
        (Faulty(1, {4: False}), "failed", 0),
        (Faulty(1, {3: True}), "failed", 0),
        (Faulty(1, digest="another"), "changed", 0),
    ],
)
def test_a_champion_that_fails_when_it_is_fed_or_is_another(tmp_path: Path, again: Faulty, why: str, seat: int) -> None:
    path = tmp_path / "match.jsonl"
    played(path, Faulty(1, {3: False}), Random(2))
    past = cut(path, 6)
    with pytest.raises(CannotGoOn) as raised:
        gone_on(path, past, again, Random(2))
    assert raised.value.restart == Restart(past.phases[-1].turn, why, seat)  # type: ignore[arg-type]


def test_a_record_that_the_rules_refuse(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    played(path, Random(1), Random(2))
    past = cut(path, 6)
    wrong = msgspec.structs.replace(past.phases[3], hash="0" * 16)
    past = msgspec.structs.replace(past, phases=(*past.phases[:3], wrong, *past.phases[4:]))
    with pytest.raises(CannotGoOn) as raised:
        gone_on(path, past, Random(1), Random(2))
    assert raised.value.restart == Restart(past.phases[-1].turn, "record")


def test_the_header_says_why_a_match_began_again() -> None:
    players = (Random(1), Random(2))
    record = play_match(MatchSpec(table(), players, restart=Restart(4, "failed", 1))).record
    assert isinstance(record[0], Header)
    assert record[0].restart == Restart(4, "failed", 1)
