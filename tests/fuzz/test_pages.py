"""Mutated messages of pages and programs to the arena: WebSocket frames, JSON bodies, uploaded replays.

None makes a failure of the arena, a traceback or a hang. By a fixed seed; JOUTE_FUZZ says how many of each.
"""

from __future__ import annotations

import json
import os
import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection

from joute import load_game
from joute.match.reading import read
from joute.match.replay import ReplayError
from joute.web.film.replay import ReplayFilm
from tests.web.support import PATIENCE_S, Server, arena

COUNT = int(os.environ.get("JOUTE_FUZZ", "1000"))
SEED = 14
MEMORY_MOST_KB = 512 << 10
GAME = "chartichaud"
MAP = "chartichaud-map 1\nsize 1 6\ngrid\n5+A1C . . . . 5+B1C\nend\n"

# Mutations

STRANGE: list[Any] = [
    *(None, True, False, 0, -1, 1, 2, 255, 2**31, -(2**31), 2**53, 2**63, -(2**63), 2**64, 10**30, 1.5, -0.0, 1e308),
    *("", "\x00", "\x1b[2J", "\u202e", "é" * 50, "x" * 5_000, "../../etc/passwd", "A", "-1", "human", "{}", "null"),
    *([], [[]], [0] * 100, {}, {"": {}}, {"type": "sit"}, [None, None]),
]
PIECES = [
    b"",
    b"\x00",
    b"\xff",
    b"{",
    b"}",
    b"[",
    b"]",
    b'"',
    b",",
    b":",
    b"\\ud800",
    b"1e999",
    b"NaN",
    b"\n",
    b"[" * 500,
]


def mutated(value: Any, rng: random.Random) -> Any:
    """A JSON value with something in it changed, left out, doubled or put elsewhere."""
    if rng.random() < 0.15 or not isinstance(value, (dict, list)) or not value:
        return rng.choice(STRANGE)
    if isinstance(value, list):
        at = rng.randrange(len(value))
        return rng.choice(
            [
                lambda: [*value[:at], mutated(value[at], rng), *value[at + 1 :]],
                lambda: value[:at] + value[at + 1 :],
                lambda: value[:at] + value[at : at + 1] * rng.choice([2, 3, 100]) + value[at + 1 :],
            ]
        )()
    name = rng.choice(list(value))
    rest = {key: item for key, item in value.items() if key != name}
    return rng.choice(
        [
            lambda: {**value, name: mutated(value[name], rng)},
            lambda: {**value, name: mutated(value[name], rng)},
            lambda: rest,
            lambda: {**rest, str(rng.choice(STRANGE))[:50]: value[name]},
            lambda: {**value, rng.choice(list(value)): value[name]},
        ]
    )()


def scrambled(data: bytes, rng: random.Random) -> bytes:
    """Bytes with some of them changed, cut out, doubled or moved."""
    for _ in range(rng.choice([1, 1, 2, 5])):
        start, stop = sorted(rng.randrange(len(data) + 1) for _ in range(2))
        stop = min(stop, start + rng.choice([1, 4, 64]))
        part = rng.choice([rng.choice(PIECES), rng.randbytes(stop - start), data[start:stop] * 3, data[:stop]])
        data = data[:start] + part + data[stop:]
    return data


def mutations(values: list[Any], count: int, salt: str) -> Iterator[bytes]:
    """Mutations of some messages, as JSON that makes another sense or as bytes that make none."""
    rng = random.Random(f"{SEED} {salt}")
    for _ in range(count):
        value = rng.choice(values)
        if rng.random() < 0.7:
            yield json.dumps(mutated(value, rng), ensure_ascii=rng.random() < 0.5).encode("utf-8", "surrogatepass")
        else:
            yield scrambled(json.dumps(value).encode(), rng)


# The arena


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    words = ["--slack", "1000000", "--organiser", "organiser", "--matches", "2"]
    with arena(tmp_path_factory.mktemp("fuzz") / "store", *words) as running:
        yield running
        assert "Traceback" not in running.log.read_text()


def require_sound(server: Server) -> None:
    """It answers, nothing went wrong in it, and it has not grown."""
    assert server.get("/api/games")
    assert "Traceback" not in server.log.read_text()
    status = Path(f"/proc/{server.process.pid}/status").read_text()
    assert int(status.partition("VmHWM:")[2].split()[0]) < MEMORY_MOST_KB


# WebSocket frames

ASKS: list[Any] = [
    {"type": "pick", "id": 1, "cell": [0, 0]},
    {"type": "pick", "id": 2, "cell": None},
    {"type": "call", "id": 3, "function": "farm", "calls": [[0, 0]]},
    {"type": "call", "id": 4, "function": "move", "calls": [["C", 0, 0, 0, 1]]},
    {"type": "call", "id": 5, "function": "build", "calls": [[0, 0, "C"]]},
    {"type": "undo", "id": 6},
    {"type": "sit", "secret": "x"},
]
AT_ONCE = 12
"""So many frames before a sound one must be answered: below the number of strikes."""
LAST = 999_999_999


def test_frames_of_players(server: Server) -> None:
    frames, sent = list(mutations(ASKS, COUNT, "frames")), 0
    made = server.create(GAME, "@Ada", "idle", board=MAP)
    id, secret = made["match"]["id"], made["seats"][0]["secret"]
    while sent < len(frames):
        with server.socket(id) as socket:
            socket.send(json.dumps({"type": "sit", "secret": secret}))
            assert json.loads(socket.recv(PATIENCE_S))["type"] == "welcome"
            for start in range(sent, min(sent + AT_ONCE, len(frames))):
                send(socket, frames[start])
            sent += AT_ONCE
            assert answered(socket), frames[sent - AT_ONCE : sent]
    assert server.get(f"/api/matches/{id}")["state"] == "playing"
    require_sound(server)


def send(socket: ClientConnection, frame: bytes) -> None:
    """As text where it is text."""
    try:
        socket.send(frame.decode())
    except UnicodeDecodeError:
        socket.send(frame.decode("latin-1"))


def answered(socket: ClientConnection) -> bool:
    """Whether a sound message still gets its answer, among those to the others."""
    socket.send(json.dumps({"type": "pick", "id": LAST, "cell": [0, 0]}))
    for _ in range(10 * AT_ONCE):
        message = json.loads(socket.recv(PATIENCE_S))
        if message["type"] in ("offers", "refused") and message["id"] == LAST:
            return True
    return False


def test_first_frames(server: Server) -> None:
    """Before anybody sits, the first frame that is no seat closes the socket."""
    made = server.create(GAME, "@Ada", "idle", board=MAP)
    id = made["match"]["id"]
    for frame in mutations([{"type": "sit", "secret": "x" * 43}, *ASKS], COUNT // 10, "first"):
        with server.socket(id) as socket:
            send(socket, frame)
            with pytest.raises(ConnectionClosed):  # noqa: PT012
                while True:
                    assert json.loads(socket.recv(PATIENCE_S))["type"] == "refused"
    require_sound(server)


# JSON bodies

MATCH = {
    "game": "portails",
    "players": [{"kind": "champion", "name": "idle"}, {"kind": "human", "name": "Ada"}],
    "preset": "finale",
    "params": {"NB_TOURS": 3},
    "board": "x",
    "seed": 7,
    "clock": {"turn_ms": 1_000, "bank_ms": 0},
}
ACTIONS: list[Any] = [
    {"action": "requeue_match", "match": 1, "redraw": True},
    {"action": "requeue_entrant", "entrant": "a", "unplayed": True},
    {"action": "requeue_all"},
    {"action": "set_aside", "entrant": "a", "why": "b"},
]
BODIES: dict[str, list[Any]] = {
    "/api/matches": [MATCH, {**MATCH, "game": GAME, "params": {"max_turns": 1}, "preset": None, "board": MAP}],
    "/api/tournaments/x/actions": ACTIONS,
    "/api/live": [{"joute": "replay", "schema": 1, "game": GAME, "seats": 2, "players": [{"name": "a"}], "seed": 0}],
}


@pytest.mark.parametrize("path", BODIES)
def test_bodies(server: Server, path: str) -> None:
    headers = {"Content-Type": "application/json", "Authorization": "Bearer organiser"}
    statuses = set()
    for body in mutations(BODIES[path], COUNT, path):
        answer = server.http.post(path, content=body, headers=headers)
        statuses.add(answer.status_code)
        if answer.status_code == 201:  # it happened to make sense
            made = answer.json()
            owner = {"Authorization": f"Bearer {made['owner']}"}
            assert server.http.delete(f"/api/matches/{made['match']['id']}", headers=owner).status_code == 204
        else:
            assert answer.json()["status"] == answer.status_code, body
            assert answer.status_code < 500 or answer.status_code == 503, (body, answer.text)
    assert statuses <= {201, 400, 404, 409, 413, 503}
    assert 400 in statuses
    require_sound(server)


# Uploaded replays


@pytest.fixture(scope="module")
def replays(tmp_path_factory: pytest.TempPathFactory) -> list[list[Any]]:
    """Short replays of a match of two games, as values."""
    from joute.champions.sources.find import find
    from joute.core.table import Table
    from joute.match.referee import Referee
    from joute.match.replay import Recorder

    found = []
    for name, params in ((GAME, {"max_turns": 3}), ("portails", {"NB_TOURS": 2})):
        game = load_game(name, **params)
        path = tmp_path_factory.mktemp("replays") / "match.jsonl"
        with Recorder(path) as recorder:
            Referee(Table(game, seed=1), [find(game, "random", 1), find(game, "idle", 1)], recorder).play()
        found.append([json.loads(line) for line in path.read_bytes().splitlines()])
    return found


def uploads(replays: list[list[Any]], count: int) -> Iterator[bytes]:
    rng = random.Random(f"{SEED} uploads")
    for _ in range(count):
        lines = rng.choice(replays)
        if rng.random() < 0.3:
            yield scrambled(b"\n".join(json.dumps(line).encode() for line in lines), rng)
            continue
        at = rng.randrange(len(lines))
        change: Callable[[], list[Any]] = rng.choice(
            [
                lambda lines=lines, at=at: [*lines[:at], mutated(lines[at], rng), *lines[at + 1 :]],
                lambda lines=lines, at=at: [mutated(lines[0], rng), *lines[1:]],
                lambda lines=lines, at=at: lines[:at] + lines[at + 1 :],
                lambda lines=lines, at=at: [*lines[:at], lines[at], *lines[at:]],
            ]
        )
        text = "\n".join(json.dumps(line, ensure_ascii=False) for line in change())
        yield text.encode("utf-8", "surrogatepass")


def test_replays_read_and_filmed(replays: list[list[Any]], tmp_path: Path) -> None:
    """As the process does that films an upload; what it says of a fault is one of these."""
    path, shown = tmp_path / "upload", 0
    for data in uploads(replays, COUNT):
        path.write_bytes(data)
        try:
            film = ReplayFilm(msgspec.structs.replace(read(path, lenient=True), source="this replay"))
            shown += bool(msgspec.json.encode(film.head()))
        except (ReplayError, ValueError, TypeError):
            continue
    assert shown > COUNT // 10


@pytest.mark.slow
def test_uploads(server: Server, replays: list[list[Any]]) -> None:
    statuses = set()
    for data in uploads(replays, COUNT):
        answer = server.http.post("/api/replays", content=data)
        statuses.add(answer.status_code)
        if answer.status_code != 201:
            assert answer.json()["code"] in ("not_replay", "wrong_replay"), (data, answer.text)
    assert statuses == {201, 400}
    require_sound(server)


@pytest.mark.parametrize("kind", ["multipart/form-data; boundary=x", "text/plain", "application/x-www-form-urlencoded"])
def test_bodies_of_another_kind(server: Server, kind: str) -> None:
    rng = random.Random(f"{SEED} {kind}")
    form = b'--x\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\n{}\r\n--x--\r\n'
    for path in ("/api/matches", "/api/replays", "/api/live", "/api/live/x", "/api/tournaments/x/actions"):
        for _ in range(COUNT // 50):
            headers = {"Content-Type": kind, "Authorization": "Bearer organiser"}
            answer = server.http.post(path, content=scrambled(form, rng), headers=headers)
            assert answer.status_code in (400, 404, 415), (path, answer.text)
    require_sound(server)
