"""Replay files that are cut, damaged or made to harm: always a replay of whole phases, or one clear sentence."""

from __future__ import annotations

import gzip
import json
import random
import tracemalloc
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import joute
from joute.champions.players.simple import Random
from joute.match import reading
from joute.match.reading import read
from joute.match.referee import Referee
from joute.match.replay import Recorder, Replay, ReplayError
from joute.match.verify import Check, table_at, verify

Lines = list[dict[str, Any]]


@pytest.fixture(scope="module")
def good(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A small match."""
    return recorded(tmp_path_factory.mktemp("good"), turns=2)


@pytest.fixture(scope="module")
def tiny(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A match as short as can be."""
    return recorded(tmp_path_factory.mktemp("tiny"), turns=1)


def recorded(folder: Path, turns: int) -> Path:
    path = folder / "match.jsonl"
    players = [Random(1), Random(2)]
    players[0].name = "hasard « é »"
    with Recorder(path) as recorder:
        Referee(joute.Table(joute.load_game("toy", NB_TOURS=turns, TAILLE=2), seed=3), players, recorder).play()
    return path


@pytest.fixture(scope="module")
def resumed(tmp_path_factory: pytest.TempPathFactory, good: Path) -> Path:
    path = tmp_path_factory.mktemp("resumed") / "match.jsonl"
    with Recorder(path) as recorder:
        Referee(table_at(good, 1), [Random(1), Random(2)], recorder).play()
    return path


@pytest.fixture
def write(tmp_path: Path) -> Callable[[Any], Path]:
    """Writes bytes, or objects one a line, into a file."""

    def make(content: Any) -> Path:
        path = tmp_path / "hostile.jsonl"
        if not isinstance(content, bytes):
            content = b"".join(json.dumps(line).encode() + b"\n" for line in content)
        path.write_bytes(content)
        return path

    return make


def lines_of(path: Path) -> Lines:
    return [json.loads(line) for line in path.read_bytes().splitlines()]


def refusal(path: Path) -> str:
    """What is said of a file that cannot be read, without its name; always short."""
    with pytest.raises(ReplayError) as caught:
        read(path)
    text = str(caught.value)
    assert text.startswith(str(path))
    assert len(text) < len(str(path)) + 500
    return text.removeprefix(str(path))


# Cut anywhere


def test_cut_at_every_byte_a_replay_has_its_whole_phases(tiny: Path, write: Any) -> None:
    data, whole = tiny.read_bytes(), read(tiny)
    header_end = data.index(b"\n")
    for size in range(len(data) + 1):
        path = write(data[:size])
        if size < header_end:
            message = refusal(path)
            assert message.startswith(": the file is empty" if size == 0 else ", line 1: this is no replay of Joute")
            continue
        found = read(path)
        complete = data[:size].count(b"\n") + (data[size : size + 1] == b"\n")
        assert found.header == whole.header
        assert found.phases == whole.phases[: complete - 1]
        assert found.cut == (complete < 2 + len(whole.phases))
        assert found.result == (None if found.cut else whole.result)


def test_cut_at_every_byte_a_packed_replay_has_its_whole_phases(tiny: Path, write: Any) -> None:
    whole = read(tiny)
    data = packed_by_line(tiny)
    counts = []
    for size in range(len(data)):
        path = write(data[:size])
        found = read_or_told(path)
        if isinstance(found, str):
            assert found.startswith(str(path))
            continue
        assert found.cut == (found.result is None)
        assert found.phases == whole.phases[: len(found.phases)]
        counts.append(len(found.phases))
    assert counts == sorted(counts)
    assert set(counts) == set(range(len(whole.phases) + 1))


def packed_by_line(path: Path) -> bytes:
    pack = zlib.compressobj(wbits=31)
    lines = path.read_bytes().splitlines(keepends=True)
    return b"".join(pack.compress(line) + pack.flush(zlib.Z_SYNC_FLUSH) for line in lines) + pack.flush()


def test_a_cut_replay_verifies_as_far_as_it_goes(good: Path, write: Any) -> None:
    data = good.read_bytes()
    path = write(data[: len(data) * 2 // 3])
    count = len(read(path).phases)
    assert count > 2
    assert verify(read(path)) == Check(count, cut=True)


# Other files


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", ": the file is empty; a replay begins with a header line"),
        (b"\n", ", line 1: this is no replay of Joute, or it is damaged: "),
        (b"\x00\xff\xfe garbage \x80\n" * 3, ", line 1: this is no replay of Joute, or it is damaged: "),
        (b"PK\x03\x04", ", line 1: this is no replay of Joute, or it is damaged: "),
        (b"\x1f\x8b", ", line 1: this is no replay of Joute, or it is damaged: Input data was truncated"),
        (b"\x1f\x8bgarbage that is not packed", ": cannot be read: "),
        (b"[]\n", ", line 1: this is no replay of Joute, or it is damaged: Expected `object`, got `array`"),
        (b"null\n", ", line 1: this is no replay of Joute, or it is damaged: "),
        (b'{"a": 1}\n', ", line 1: this is no replay of Joute, or it is damaged: "),
        (
            b'{"joute": "table", "version": 1}\n',
            ", line 1: this is no replay of Joute, or it is damaged: Invalid value",
        ),
        (b'{"joute": "replay"}\n', ", line 1: this is no replay of Joute, or it is damaged: Object missing required"),
        (b'{"joute": "replay", "schema": 2}\n', ", line 1: schema 2 is not the one this engine reads, which is 1; use"),
        (
            b'{"joute": "replay", "schema": NaN}\n',
            ", line 1: this is no replay of Joute, or it is damaged: JSON is malf",
        ),
        (b'{"joute": "replay", "schema": "1"}\n', ", line 1: this is no replay of Joute, or it is damaged: "),
        (
            b'{"joute": "' + b"x" * 10**6 + b'"}\n',
            ", line 1: this is no replay of Joute, or it is damaged: Invalid val",
        ),
        (b"[" * 10**6 + b"\n", ", line 1: this is no replay of Joute, or it is damaged: "),
        (b'{"joute":"replay","x":' + b"[" * 10**6 + b"\n", ", line 1: this is no replay of Joute, or it is damaged: "),
    ],
)
def test_files_of_another_kind_are_told_apart(write: Any, content: bytes, message: str) -> None:
    assert refusal(write(content)).startswith(message)


def test_a_missing_file_or_a_folder_is_told(tmp_path: Path) -> None:
    assert (
        refusal(tmp_path / "missing") == f": cannot be read: [Errno 2] No such file or directory: '{tmp_path}/missing'"
    )
    assert refusal(tmp_path).startswith(": cannot be read: [Errno 21] Is a directory")


# Lines that do not belong


def edited(change: Callable[[Lines], Any]) -> Callable[[Lines], Lines]:
    def edit(lines: Lines) -> Lines:
        change(lines)
        return lines

    return edit


@pytest.mark.parametrize(
    ("edit", "message"),
    [
        (lambda lines: lines[1:], ", line 1: this is no replay of Joute: it does not begin with a header"),
        (lambda lines: lines[-1:], ", line 1: this is no replay of Joute: it does not begin with a header"),
        (lambda lines: [lines[0], *lines], ", line 2: a second header"),
        (lambda lines: [*lines[:4], lines[0], *lines[4:]], ", line 5: a second header"),
        (lambda lines: [*lines, lines[3]], ", line 11: nothing may follow the result"),
        (lambda lines: [*lines, lines[-1]], ", line 11: nothing may follow the result"),
        (lambda lines: [*lines, lines[0]], ", line 11: nothing may follow the result"),
        (lambda lines: [*lines, {}], ", line 11: nothing may follow the result"),
        (lambda lines: [*lines[:3], {"joute": "phase"}], ", line 4: damaged: Object missing required field `turn`"),
        (lambda lines: [*lines[:3], {"joute": "chat"}], ", line 4: damaged: Invalid value 'chat' - at `$.joute`"),
        (lambda lines: [*lines[:3], 5, *lines[3:]], ", line 4: damaged: Expected `object`, got `int`"),
        (edited(lambda lines: lines[0].update(schema=7)), ", line 1: schema 7 is not the one this engine reads, which"),
        (edited(lambda lines: lines[0].update(schema=0, seats="two")), ", line 1: schema 0 is not the one this engine"),
        (
            edited(lambda lines: lines[0].update(seats="two")),
            ", line 1: this is no replay of Joute, or it is damaged: E",
        ),
        (
            edited(lambda lines: lines[0].pop("board")),
            ", line 1: this is no replay of Joute, or it is damaged: Object m",
        ),
        (edited(lambda lines: lines[2].pop("hash")), ", line 3: damaged: Object missing required field `hash`"),
        (
            edited(lambda lines: lines[2].update(turn=1.5)),
            ", line 3: damaged: Expected `int`, got `float` - at `$.turn`",
        ),
        (
            edited(lambda lines: lines[2].update(turn=True)),
            ", line 3: damaged: Expected `int`, got `bool` - at `$.turn`",
        ),
        (
            edited(lambda lines: lines[2].update(wall_ms=[float("nan")])),
            ", line 3: damaged: JSON is malformed: invalid",
        ),
        (
            edited(lambda lines: lines[2].update(orders=[[[None]]])),
            ", line 3: damaged: Expected `int | str`, got `null`",
        ),
        (edited(lambda lines: lines[-1].update(scores=["1"])), ", line 10: damaged: Expected `int`, got `str`"),
        (
            edited(lambda lines: lines[-1].update(reports=[{"verdict": "X"}])),
            ", line 10: damaged: Invalid enum value 'X'",
        ),
    ],
)
def test_wrong_lines_are_told_with_their_number(good: Path, write: Any, edit: Any, message: str) -> None:
    assert len(lines_of(good)) == 10
    assert refusal(write(edit(lines_of(good)))).startswith(message)


def test_broken_line_in_the_middle_is_damage_and_not_a_cut(good: Path, write: Any) -> None:
    lines = good.read_bytes().splitlines(keepends=True)
    lines[4] = lines[4][: lines[4].index(b",")] + b"\n"
    assert refusal(write(b"".join(lines))) == ", line 5: damaged: Input data was truncated"
    lines[4] = b"\xff\n"
    assert refusal(write(b"".join(lines))).startswith(", line 5: damaged: ")


def test_last_line_without_its_newline_counts_if_it_is_whole(good: Path, write: Any) -> None:
    found = read(write(good.read_bytes().rstrip(b"\n")))
    assert (found.cut, found.result) == (False, read(good).result)
    wrong = good.read_bytes() + b'{"joute": "phase"}'
    assert refusal(write(wrong)) == ", line 11: nothing may follow the result"
    last = good.read_bytes().splitlines(keepends=True)[:-1]
    assert refusal(write(b"".join(last) + b'{"joute": "phase"}')).startswith(", line 10: damaged: Object missing")


def test_lines_may_end_as_they_do_elsewhere(good: Path, write: Any) -> None:
    found = read(write(good.read_bytes().replace(b"\n", b"\r\n")))
    assert verify(found) == Check(8)


def test_deep_and_huge_values_inside_a_header(good: Path, write: Any) -> None:
    lines = good.read_bytes().splitlines(keepends=True)
    deep = lines[0].replace(b'"limits":{}', b'"limits":{"x":' + b"[" * 10**5 + b"]" * 10**5 + b"}")
    assert deep != lines[0]
    assert refusal(write(deep + b"".join(lines[1:]))).startswith(
        ", line 1: this is no replay of Joute, or it is damaged"
    )
    huge = lines[0].replace(b'"seed":3', b'"seed":' + b"9" * 10**5)
    assert huge != lines[0]
    assert_read_or_refused(write(huge + b"".join(lines[1:])))
    long = lines[0].replace(b'"seed":3', b'"seed":' + b"9" * 100)
    assert "line 1: the table cannot be set: seed: found 9999" in verify(read(write(long))).difference


# Files that would fill the memory


def test_long_lines_are_refused_within_bounded_memory(
    write: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(reading, "LINE_MOST", 2**20)
    plain = write(b"x" * (40 * 2**20))
    bomb = tmp_path / "bomb.gz"
    bomb.write_bytes(gzip.compress(bytes(40 * 2**20)))
    assert bomb.stat().st_size < 100_000
    for path in (plain, bomb):
        tracemalloc.start()
        assert refusal(path) == ": a line is longer than 1 MiB; this is no replay of Joute"
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        assert peak < 8 * 2**20


def test_too_many_lines_are_refused(good: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(reading, "FILE_MOST", 2**20)
    header, phase = good.read_bytes().splitlines(keepends=True)[:2]
    path = tmp_path / "long.gz"
    path.write_bytes(gzip.compress(header + phase * (2**21 // len(phase))))
    assert refusal(path) == ": it is longer than 1 MiB; this is no replay of Joute"


def test_limits_leave_room_for_honest_replays() -> None:
    assert (reading.LINE_MOST, reading.FILE_MOST) == (64 * 2**20, 2**30)


# Anything at all


def read_or_told(path: Path) -> Replay | str:
    """A replay, or why it is none."""
    try:
        return read(path)
    except ReplayError as fault:
        return str(fault)


def assert_read_or_refused(path: Path) -> None:
    """A file is read or refused with its name, and what was read can be verified, whatever it says."""
    found = read_or_told(path)
    if isinstance(found, str):
        assert found.startswith(str(path))
        return
    check = verify(found)
    assert 0 <= check.phases <= len(found.phases)
    try:
        table_at(path, 1)
    except ReplayError as fault:
        told = str(fault)
    else:
        told = str(path)
    assert told.startswith(str(path))


@settings(max_examples=200, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(content=st.binary(max_size=300), packed=st.booleans())
def test_any_bytes(tmp_path: Path, content: bytes, packed: bool) -> None:
    path = tmp_path / "any"
    path.write_bytes(gzip.compress(content) if packed else content)
    assert_read_or_refused(path)


@pytest.mark.parametrize("source", ["good", "resumed"])
def test_any_damage_to_bytes(request: pytest.FixtureRequest, write: Any, source: str) -> None:
    data, rng = request.getfixturevalue(source).read_bytes(), random.Random(1)
    for _ in range(150):
        damaged = bytearray(data)
        for _ in range(rng.randint(1, 3)):
            damaged[rng.randrange(len(data))] = rng.choice(b'0129{}[]",:nt-\xff')
        assert_read_or_refused(write(bytes(damaged)))


@pytest.mark.parametrize("source", ["good", "resumed"])
def test_any_damage_to_values(request: pytest.FixtureRequest, write: Any, source: str) -> None:
    path, rng = request.getfixturevalue(source), random.Random(2)
    for _ in range(200):
        lines = lines_of(path)
        spoil(rng.choice(lines[:1] * 5 + lines), rng)
        assert_read_or_refused(write(lines))


ODD = [None, True, 0, -1, 1, 2**31, 2**63, 10**30, 1.5, "", "x", "\ud800", [], [[]], {}, {"x": 1}, [1, 2], "petit"]


def spoil(value: Any, rng: random.Random) -> None:
    """Change, drop or add one thing somewhere inside an object or a list."""
    while True:
        keys = list(value) if isinstance(value, dict) else list(range(len(value)))
        if not keys:
            return
        key = rng.choice(keys)
        if not isinstance(value[key], (dict, list)) or rng.random() < 0.3:
            break
        value = value[key]
    if rng.random() < 0.2:
        del value[key]
    elif isinstance(value, dict) and rng.random() < 0.1:
        value["extra"] = rng.choice(ODD)
    else:
        value[key] = rng.choice(ODD)
