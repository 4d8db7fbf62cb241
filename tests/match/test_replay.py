"""Replays: written, read back, verified, resumed."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import joute
from joute.champions.players.simple import Idle, Random
from joute.champions.sources.find import find
from joute.core.game import Game
from joute.match.reading import read
from joute.match.referee import Referee
from joute.match.replay import (
    BackLine,
    Header,
    Named,
    PhaseLine,
    Recorder,
    Replay,
    ReplayError,
    ResultLine,
    advance,
    header_of,
    written,
)
from joute.match.verify import Check, table_at, verify

STATELESS = """
from api import *
def jouer_tour():
    autofarm()
    for y in range(height()):
        for x in range(width()):
            while ready(C, y, x) and move(C, y, x, (y * 5 + turn()) % 3 - 1 + y, x) == OK:
                pass
            while ready(B, y, x) and build(y, x, M if turn() % 5 else C) == OK:
                pass
            if gold() > 40:
                build(y, x, B)
            while ready(M, y, x) and move(M, y, x, y, x + 1 - 2 * player()) == OK:
                pass
"""


def record(path: Path | None, game: Game, *players: Any, seed: int = 1, table: joute.Table | None = None) -> Recorder:
    """Play a match and record it."""
    with Recorder(path) as recorder:
        Referee(table or joute.Table(game, seats=len(players), seed=seed), players, recorder).play()
    return recorder


def replay_of(recorder: Recorder) -> Replay:
    """A replay of the lines in memory."""
    header, *phases, result = recorder.lines
    assert isinstance(header, Header)
    assert isinstance(result, ResultLine)
    return Replay(header, tuple(line for line in phases if isinstance(line, PhaseLine)), result)


@pytest.fixture
def toy() -> Game:
    return joute.load_game("toy", NB_TOURS=3)


# Writing and reading


@pytest.mark.parametrize("name", ["match.jsonl", "match.jsonl.gz"])
def test_what_was_recorded_is_read_back(toy: Game, tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    recorder = record(path, toy, Random(1), Random(2), Idle())
    replay = read(path)
    assert [replay.header, *replay.phases, replay.result] == recorder.lines
    assert (replay.cut, replay.source) == (False, str(path))
    assert verify(replay) == Check(2 + 4 * 3)


def test_plain_and_packed_hold_the_same_text(toy: Game, tmp_path: Path) -> None:
    recorder = record(tmp_path / "a.jsonl", toy, Random(1), Random(2))
    with Recorder(tmp_path / "b.jsonl.gz") as packed:
        for line in recorder.lines:
            packed.write(line)
    assert gzip.decompress((tmp_path / "b.jsonl.gz").read_bytes()) == (tmp_path / "a.jsonl").read_bytes()


def test_a_packed_replay_is_known_by_its_content_and_may_have_many_parts(toy: Game, tmp_path: Path) -> None:
    record(tmp_path / "a.jsonl", toy, Random(1), Random(2))
    lines = (tmp_path / "a.jsonl").read_bytes().splitlines(keepends=True)
    (tmp_path / "parts").write_bytes(b"".join(gzip.compress(line) for line in lines))
    whole = read(tmp_path / "a.jsonl")
    assert read(tmp_path / "parts") == msgspec.structs.replace(whole, source=str(tmp_path / "parts"))


def test_every_line_is_on_disk_before_the_match_goes_on(toy: Game, tmp_path: Path) -> None:
    for name in ("match.jsonl", "match.jsonl.gz"):
        counts: list[int] = []
        path = tmp_path / name
        with Recorder(path) as recorder:
            referee = Referee(joute.Table(toy), [Idle(), Idle()], recorder)
            referee.play(lambda table, line, path=path, counts=counts: counts.append(len(read(path).phases)))
        assert counts == list(range(1, 12))


def test_header_says_all_that_is_needed(tmp_path: Path) -> None:
    game = joute.load_game("chartichaud", "original", max_turns=4, start_units_A=[["M", 1, 0, 0]])
    record(tmp_path / "match.jsonl", game, Idle(), Random(3), seed=2**64 - 1)
    text = (tmp_path / "match.jsonl").read_text(encoding="utf-8").splitlines()
    assert json.loads(text[0]) == {
        "joute": "replay",
        "schema": 1,
        "engine": joute.__version__,
        "game": "chartichaud",
        "rules_version": game.info.rules_version,
        "preset": "original",
        "params": {"max_turns": 4, "start_units_A": [["M", 1, 0, 0]]},
        "board": game.boards.write(game.board(None, 2, 2**64 - 1)),
        "seed": 2**64 - 1,
        "seats": 2,
        "players": [{"name": "idle", "digest": "idle"}, {"name": "random", "digest": "random"}],
        "limits": {},
        "start": None,
    }
    assert [json.loads(line)["joute"] for line in text[1:]] == ["phase"] * 6 + ["result"]


def test_phase_line_names_actions_and_says_times(toy: Game, tmp_path: Path) -> None:
    table = joute.Table(toy, "1@\n@.\n", 2)
    record(tmp_path / "match.jsonl", toy, find(toy, "digger"), Idle(), table=table)
    line = json.loads((tmp_path / "match.jsonl").read_text(encoding="utf-8").splitlines()[2])
    assert (line["turn"], line["phase"], line["seats"]) == (0, "placement", [0, 1])
    assert line["orders"] == [[["deplacer", 1, 0, 0]], []]
    assert len(line["wall_ms"]) == len(line["cpu_ms"]) == 2
    assert sorted(line) == ["cpu_ms", "hash", "joute", "orders", "phase", "private", "seats", "turn", "wall_ms"]
    assert list(line["private"]) == ["0"]  # what the digger was refused


def test_recorder_without_a_file_keeps_the_lines(toy: Game) -> None:
    recorder = record(None, toy, Idle(), Idle())
    assert verify(replay_of(recorder)) == Check(11)


def test_recorder_that_cannot_write_says_so(toy: Game, tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        record(tmp_path / "nowhere" / "match.jsonl", toy, Idle(), Idle())


def test_a_header_alone_is_a_replay_that_was_cut(toy: Game, tmp_path: Path) -> None:
    with Recorder(tmp_path / "match.jsonl") as recorder:
        recorder.write(header_of(joute.Table(toy), (Named("a"), Named("b"))))
    replay = read(tmp_path / "match.jsonl")
    assert (replay.phases, replay.result, replay.cut) == ((), None, True)
    assert verify(replay) == Check(0, cut=True)


# Playing again


def test_iterating_gives_each_phase_with_the_table_after_it(toy: Game, tmp_path: Path) -> None:
    record(tmp_path / "match.jsonl", toy, Random(1), Random(2))
    replay = read(tmp_path / "match.jsonl")
    seen = [(line.hash, table.digest, table.turn.number) for line, table in replay]
    assert all(recorded == found for recorded, found, _ in seen)
    assert [number for *_, number in seen] == [0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3]


def test_forfeits_are_played_again(tmp_path: Path) -> None:
    game = joute.load_game("chartichaud")
    (tmp_path / "bad.py").write_text("def jouer_tour():\n    1 / 0\n", encoding="utf-8")
    recorder = record(None, game, Random(1), find(game, str(tmp_path / "bad.py")))
    replay = replay_of(recorder)
    assert replay.phases[2].forfeit == (1, "crash")
    assert replay.result is not None
    assert replay.result.reason == "crash"
    assert verify(replay) == Check(4)


# Tampering


def tampered(replay: Replay, number: int, **fields: Any) -> Replay:
    phases = list(replay.phases)
    phases[number] = msgspec.structs.replace(phases[number], **fields)
    return msgspec.structs.replace(replay, phases=tuple(phases))


def with_header(replay: Replay, **fields: Any) -> Replay:
    return msgspec.structs.replace(replay, header=msgspec.structs.replace(replay.header, **fields))


@pytest.fixture(scope="module")
def match() -> Replay:
    game = joute.load_game("chartichaud", max_turns=12)
    return replay_of(record(None, game, Random(1), Random(2), seed=4))


def test_every_changed_hash_is_found_in_its_phase(match: Replay) -> None:
    for number, line in enumerate(match.phases):
        check = verify(tampered(match, number, hash=line.hash[:-1] + ("0" if line.hash[-1] != "0" else "1")))
        where = f"phase {number} (turn {line.turn}, {line.phase})"
        assert check == Check(number, f"{where}: the state differs from the recorded one")


def test_every_dropped_order_is_found_in_its_phase(match: Replay) -> None:
    found = 0
    for number, line in enumerate(match.phases):
        for at, order in enumerate(line.orders[0]):
            check = verify(tampered(match, number, orders=(line.orders[0][:at] + line.orders[0][at + 1 :],)))
            assert check.phases == number, order
            assert check.difference.startswith(f"phase {number} (turn {line.turn}, turn)")
            found += 1
    assert found == 20


def test_an_added_order_is_refused_by_the_rules_or_changes_the_state(match: Replay) -> None:
    line = match.phases[1]
    check = verify(tampered(match, 1, orders=((*line.orders[0], ("move", 1, 8, 15, 8, 14)),)))
    count = len(line.orders[0])
    assert check == Check(
        1, f"phase 1 (turn 0, turn), A, order {count}: ['move', 1, 8, 15, 8, 14] is refused by the rules"
    )


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"turn": 7}, "phase 3 (turn 7, turn) asks seats [0], but the rules have turn 2, turn, and seats [0]"),
        ({"phase": "fin"}, "phase 3 (turn 2, fin) asks seats [0], but the rules have turn 2, turn, and seats [0]"),
        ({"seats": (1,)}, "phase 3 (turn 2, turn) asks seats [1], but the rules have turn 2, turn, and seats [0]"),
        ({"orders": ()}, "phase 3 (turn 2, turn): 1 seats, but orders of 0"),
        ({"forfeit": (1, "crash")}, "phase 3 (turn 2, turn): [1, 'crash'] is no forfeit that chartichaud knows here"),
        ({"forfeit": (2, "resign")}, "phase 3 (turn 2, turn): [2, 'resign'] is no forfeit that chartichaud knows here"),
        ({"forfeit": (0, "turn_limit")}, "phase 3 (turn 2, turn): [0, 'turn_limit'] is no forfeit that"),
        ({"forfeit": (0, "crash")}, "phase 3 (turn 2, turn): the state differs from the recorded one"),
        ({"orders": ((("fly", 1),),)}, "order 0: ['fly', 1] is refused by the rules"),
        ({"orders": (((),),)}, "order 0: [] is refused by the rules"),
        ({"orders": (((3, 1),),)}, "order 0: [3, 1] is refused by the rules"),
        ({"orders": ((("farm", 0),),)}, "order 0: ['farm', 0] is refused by the rules"),
        ({"orders": ((("farm", 0, "0"),),)}, "order 0: ['farm', 0, '0'] is refused by the rules"),
        ({"orders": ((("farm", 0, 10**30),),)}, "is refused by the rules"),
    ],
)
def test_other_changes_of_a_phase_are_found(match: Replay, fields: dict[str, Any], message: str) -> None:
    check = verify(tampered(match, 3, **fields))
    assert check.phases == 3
    assert message in check.difference


def test_who_waits_may_resign(match: Replay) -> None:
    table = match.table()
    for number, line in enumerate(match.phases[:3]):
        advance(table, line, number)
    assert table.turn.seats == (0,)
    table.forfeit(1, "resign")
    line = msgspec.structs.replace(match.phases[3], orders=((),), forfeit=(1, "resign"), hash=table.digest)
    again = match.table()
    for number, before in enumerate([*match.phases[:3], line]):
        advance(again, before, number)
    assert (again.result.ranks, again.result.reason) == ((1, 2), "resign")


def test_forfeit_outside_a_turn_is_found(match: Replay) -> None:
    check = verify(tampered(match, 0, forfeit=(0, "crash")))
    assert check == Check(0, "phase 0 (turn 0, init): [0, 'crash'] is no forfeit that chartichaud knows here")


def test_phases_out_of_place_are_found(match: Replay) -> None:
    swapped = (*match.phases[:3], match.phases[4], match.phases[3], *match.phases[5:])
    assert verify(msgspec.structs.replace(match, phases=swapped)).phases == 3
    doubled = (*match.phases, match.phases[-1])
    last = len(match.phases)
    assert verify(msgspec.structs.replace(match, phases=doubled)) == Check(
        last, f"phase {last} (turn 12, end): the match was over before it"
    )
    over = PhaseLine(12, "over", (), (), match.phases[-1].hash)
    assert verify(msgspec.structs.replace(match, phases=(*match.phases, over))).phases == last


def test_missing_phases_are_found(match: Replay) -> None:
    check = verify(msgspec.structs.replace(match, phases=match.phases[:-2]))
    assert check == Check(12, "the record has a result, but by the rules the match is not over")


@pytest.mark.parametrize("fields", [{"scores": (1, 99)}, {"ranks": (2, 2)}, {"reason": "elimination"}, {"scores": ()}])
def test_changed_result_is_found(match: Replay, fields: dict[str, Any]) -> None:
    assert match.result is not None
    changed = msgspec.structs.replace(match.result, **fields)
    check = verify(msgspec.structs.replace(match, result=changed))
    assert check.phases == len(match.phases)
    assert check.difference.startswith("the recorded result is scores ")
    scores, ranks = list(match.result.scores), list(match.result.ranks)
    assert check.difference.endswith(f", but the orders lead to scores {scores}, ranks {ranks}, turn_limit")


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"game": "chess"}, "this replay: cannot be played here: game 'chess' does not exist; there are "),
        ({"preset": "other"}, "this replay: cannot be played here: preset 'other' does not exist; there are sujet, "),
        ({"params": {"max_turns": 0}}, "cannot be played here: parameter max_turns: found 0, expected a whole number"),
        ({"params": {"speed": 1}}, "cannot be played here: parameter 'speed' does not exist"),
        ({"params": {"preset": 1}}, "this replay: cannot be played here: "),
        ({"params": {"name": "x"}}, "this replay: cannot be played here: "),
        ({"params": {"max_turns": [[]]}}, "this replay: cannot be played here: "),
        ({"rules_version": 99}, "made with version 99 of the rules of chartichaud; this engine has version "),
        ({"board": "sand"}, "this replay, line 1: the table cannot be set: map/magic: line 1: "),
        ({"seats": 3}, "this replay, line 1: 3 seats, but 2 players"),
        ({"seats": -1, "players": ()}, "line 1: -1 seats, but 0 players"),
        ({"seats": 1, "players": (Named("a"),)}, "cannot be set: seats: chartichaud is played by 2 players, not 1"),
        ({"seed": -1}, "this replay, line 1: the table cannot be set: seed: found -1, expected a whole number"),
        ({"seed": 10**30}, "this replay, line 1: the table cannot be set: seed: found 1000"),
        ({"start": {}}, "line 1: the table cannot be set: start.game is None, but game is 'chartichaud'"),
        ({"params": {"max_turns": 5}}, "phase 5 (turn 4, turn): the state differs from the recorded one"),
    ],
)
def test_changed_header_is_found(match: Replay, fields: dict[str, Any], message: str) -> None:
    check = verify(with_header(match, **fields))
    assert message in check.difference


def test_errors_of_a_file_name_the_file_and_the_line(match: Replay, tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    broken = tampered(match, 5, hash="0" * 24)
    with Recorder(path) as recorder:
        for line in (broken.header, *broken.phases):
            recorder.write(line)
    replay = read(path)
    with pytest.raises(ReplayError) as caught:
        list(replay)
    assert str(caught.value) == f"{path}, line 7: phase 5 (turn 4, turn): the state differs from the recorded one"
    with pytest.raises(ReplayError, match=r"line 7: phase 5"):
        table_at(path, 8)
    assert table_at(path, 3).turn.number == 3
    with pytest.raises(ReplayError) as caught:
        with_header(replay, rules_version=0, engine="0.0.9").table()
    version = joute.load_game("chartichaud").info.rules_version
    assert str(caught.value) == (
        f"{path}: made with version 0 of the rules of chartichaud; this engine has version {version}; "
        "play it with the engine that made it, 0.0.9"
    )


def test_too_many_orders_in_a_record_are_refused(toy: Game) -> None:
    replay = replay_of(record(None, toy, Idle(), Idle()))
    many = tuple(("signaler", 1) for _ in range(301))
    check = verify(tampered(replay, 1, orders=(many, ())))
    assert check.difference.endswith(", J1, order 300: ['signaler', 1] is refused by the rules")


# Cut replays


def test_a_cut_replay_that_is_consistent_is_told_apart(match: Replay) -> None:
    for count in range(len(match.phases) + 1):
        cut = msgspec.structs.replace(match, phases=match.phases[:count], result=None, cut=True)
        assert verify(cut) == Check(count, "", cut=True)


# Resuming


def test_table_at_gives_the_position_at_the_beginning_of_a_turn(toy: Game, tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    record(path, toy, Random(1), Random(2))
    hashes = [line.hash for line in read(path).phases]
    for turn in range(3):
        table = table_at(path, turn)
        assert (table.turn.number, table.turn.phase) == (turn, "placement")
        assert table.digest == hashes[3 * turn]
    for turn in (-1, 3, 99):
        with pytest.raises(ReplayError) as caught:
            table_at(path, turn)
        assert str(caught.value) == f"{path}: turn {turn} is not in this replay, which has turns 0 to 2"


def test_table_at_of_a_cut_replay(match: Replay, tmp_path: Path) -> None:
    path = tmp_path / "cut.jsonl"
    with Recorder(path) as recorder:
        for line in (match.header, *match.phases[:4]):
            recorder.write(line)
    assert table_at(path, 3).digest == match.phases[3].hash
    with pytest.raises(ReplayError, match=r"turn 4 is not in this replay, which has turns 0 to 3$"):
        table_at(path, 4)
    with Recorder(path) as recorder:
        recorder.write(match.header)
    with pytest.raises(ReplayError, match=r"turn 0 is not in this replay, which has no turn$"):
        table_at(path, 0)


def test_playing_on_with_the_same_champions_gives_the_same_end(tmp_path: Path) -> None:
    game = joute.load_game("chartichaud", max_turns=30)
    (tmp_path / "both.py").write_text(STATELESS, encoding="utf-8")
    name = str(tmp_path / "both.py")
    record(tmp_path / "whole.jsonl", game, find(game, name), find(game, name), seed=1)
    whole = read(tmp_path / "whole.jsonl")
    assert whole.result is not None
    assert sum(len(orders) for line in whole.phases for orders in line.orders) == 72
    for turn in (0, 17, 29):
        path = tmp_path / f"from{turn}.jsonl"
        table = table_at(tmp_path / "whole.jsonl", turn)
        record(path, game, find(game, name), find(game, name), table=table)
        rest = read(path)
        assert rest.header.start is not None
        assert [line.hash for line in rest.phases] == [line.hash for line in whole.phases[turn + 1 :]]
        assert rest.result is not None
        assert rest.result.scores == whole.result.scores
        assert verify(rest) == Check(len(whole.phases) - turn - 1)
        # A match that was resumed can be resumed again.
        assert table_at(path, 29).digest == table_at(tmp_path / "whole.jsonl", 29).digest


@pytest.mark.parametrize("field", ["game", "rules_version", "preset", "params", "board", "seed", "seats"])
def test_a_resumed_header_must_agree_with_itself(toy: Game, field: str) -> None:
    table = joute.Table(toy)
    table.end_phase()
    replay = replay_of(record(None, toy, Idle(), Idle(), table=table))
    assert verify(replay) == Check(10)
    assert replay.header.start is not None
    start = dict(replay.header.start)
    start[field] = {"joute": "other"}
    check = verify(with_header(replay, start=start))
    assert f"the table cannot be set: start.{field} is {{'joute': 'other'}}, but {field} is " in check.difference


def test_a_table_under_way_is_put_into_the_header_unasked(toy: Game) -> None:
    fresh, moved = joute.Table(toy), joute.Table(toy)
    moved.end_phase()
    assert header_of(fresh, ()).start is None
    assert header_of(fresh, (), resumed=True).start == fresh.dump()
    assert header_of(moved, ()).start == moved.dump()


# Any match


@settings(max_examples=30)
@given(
    st.integers(1, 5),
    st.integers(1, 5),
    st.integers(1, 12),
    st.integers(0, 2**64 - 1),
    st.integers(0, 1000),
    st.sampled_from(["sujet", "original"]),
)
def test_any_match_of_chartichaud_verifies(h: int, w: int, turns: int, seed: int, player: int, preset: str) -> None:
    units = [["C", 2, 0, 0], ["M", 1, 0, 0], ["B", 1, 0, 0]]
    game = joute.load_game("chartichaud", preset, height=h, width=w, max_turns=turns, start_units_A=units)
    assert_sound(record(None, game, Random(player), Random(player + 1), seed=seed))


@settings(max_examples=30)
@given(st.integers(2, 6), st.integers(1, 5), st.integers(0, 2**32), st.integers(0, 1000), st.booleans())
def test_any_match_of_the_toy_verifies(seats: int, turns: int, seed: int, player: int, fog: bool) -> None:
    game = joute.load_game("toy", NB_TOURS=turns, brouillard=fog)
    assert_sound(record(None, game, *(Random(player + seat) for seat in range(seats)), seed=seed))


def assert_sound(recorder: Recorder) -> None:
    """Record, write, read, verify; and every state on the way is the recorded one."""
    text = [msgspec.json.encode(line) for line in recorder.lines]
    decode = msgspec.json.Decoder(Header | PhaseLine | ResultLine).decode
    assert [decode(line) for line in text] == recorder.lines
    replay = replay_of(recorder)
    assert verify(replay) == Check(len(replay.phases))
    assert [table.digest for _, table in replay] == [line.hash for line in replay.phases]


# Turns that were taken back


def test_phases_that_were_taken_back_do_not_count(match: Replay, tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    undone = [match.header, *match.phases[:5], BackLine(0, 3), *match.phases[3:], match.result]
    path.write_bytes(b"".join(written(line) + b"\n" for line in undone if line is not None))
    found = read(path)
    assert found.phases == match.phases
    assert verify(found) == Check(len(match.phases))
    path.write_bytes(path.read_bytes().replace(b'"phases":3', b'"phases":4'))
    assert verify(read(path)).phases == 4
