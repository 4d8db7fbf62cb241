"""Watching live: every position, in order, resumed by id; and matches that are played elsewhere."""

from __future__ import annotations

import asyncio
import gzip
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import msgspec
import pytest

from joute.core.points import SCORE
from joute.web.api.live import Stream
from joute.web.film.diff import patch
from joute.web.lobby.live_track import QUEUE_EVENTS, LiveTrack
from joute.web.lobby.match import Match
from joute.web.wire import FilmHead, LiveEvent, Outcome, PlayerHead, PointsHead
from joute.web.worker.pipe import FilmJob, Frame, Shot
from tests.web.support import PATIENCE_S, Hand, Server, arena

GAME = "portails"


def scenes(events: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The positions that events draw."""
    found: list[dict[str, Any]] = []
    for event in events:
        found.append(event["scene"] if "scene" in event else patch(found[-1], event["diff"]))
    return found


def test_a_watcher_sees_every_position_and_the_result(server: Server) -> None:
    id = server.create(GAME, "warden", "weaver", seed=1, params={"NB_TOURS": 20})["match"]["id"]
    events = list(server.events(id))
    film = server.get(f"/api/matches/{id}/film")
    first, last = events[0], events[-1]
    assert "scene" in first
    assert all("diff" in event for event in events[1:])
    assert [event["frame"] for event in events] == [*range(first["frame"], film["frames"]), film["frames"] - 1]
    assert [event["result"] is not None for event in events] == [False] * (len(events) - 1) + [True]
    assert last["result"] == film["result"]
    chunk = server.get(f"/api/matches/{id}/film/all/{(film['frames'] - 1) // 32}")
    final = chunk[0]
    for diff in chunk[1:]:
        final = patch(final, diff)
    assert scenes(events)[-1] == final


def test_a_match_that_is_over_is_not_watched_again(server: Server) -> None:
    id = server.create(GAME, "idle", "idle", params={"NB_TOURS": 2})["match"]["id"]
    server.until_over(id)
    assert server.http.get(f"/api/matches/{id}/live").status_code == 204


def slow_match(server: Server) -> tuple[str, Hand]:
    """A match that waits for somebody, and can be watched: nothing is hidden in it."""
    made = server.create("archipel", "@Ada", "idle")
    return made["match"]["id"], Hand(server, made["match"]["id"], made["seats"][0]["secret"])


def test_unknown_tracks_are_refused(server: Server) -> None:
    id, hand = slow_match(server)
    hand.until_asked()
    assert "it has all" in server.refused(404, "GET", f"/api/matches/{id}/live?track=7")
    assert server.refused(400, "GET", f"/api/matches/{id}/live", headers={"Last-Event-ID": "x"})
    hand.close()


def test_a_live_film_can_be_read_from_the_start(server: Server) -> None:
    id, hand = slow_match(server)
    for _ in range(20):
        hand.until_asked()
        hand.end()
    hand.until_asked()
    film = server.get(f"/api/matches/{id}/film")
    assert (film["live"], film["result"], len(film["turns"])) == (True, None, film["frames"])
    counts = [len(server.get(f"/api/matches/{id}/film/all/{number}")) for number in range(-(-film["frames"] // 32))]
    assert sum(counts) == film["frames"]
    assert server.refused(404, "GET", f"/api/matches/{id}/film/all/{len(counts)}")
    hand.close()


def test_a_match_that_has_written_nothing_yet_has_no_notes(server: Server) -> None:
    made = server.create("archipel", "@Ada", "idle")
    id, owner = made["match"]["id"], {"Authorization": f"Bearer {made['owner']}"}
    hand = Hand(server, id, made["seats"][0]["secret"])
    hand.until_asked()
    replay = server.store / "playing" / f"{id}.jsonl"
    written = replay.read_bytes()
    replay.write_bytes(b"")
    assert server.get(f"/api/matches/{id}/notes/1", headers=owner) == []
    replay.write_bytes(written)
    hand.close()


def test_watching_resumes_where_it_was_left(server: Server) -> None:
    id, hand = slow_match(server)
    for _ in range(3):
        hand.until_asked()
        hand.end()
    hand.until_asked()
    frames = server.get(f"/api/matches/{id}/film")["frames"]
    resumed = server.events(id, last=2)
    found = [next(resumed) for _ in range(frames - 3)]
    assert [event["frame"] for event in found] == list(range(3, frames))
    assert all("diff" in event for event in found)
    lost = next(server.events(id, last=99_999))
    assert (lost["frame"], "scene" in lost) == (frames - 1, True)
    hand.close()


# A watcher that is slow, without a network between us: nothing is sent before it is taken


PLAYERS = [PlayerHead("a", "A", "a")]
POINTS = PointsHead(SCORE, [])
COLUMNS: tuple[list[Any], ...] = ([], [], [], [])
HEAD = FilmHead(
    "0", "toy", "Toy", "p", "0", {}, PLAYERS, None, 0, True, ["all"], *COLUMNS, POINTS, [], [], [], [], None, None, []
)


def watched(frames: int) -> tuple[Match, list[bytes]]:
    match = Match("id", "toy", HEAD.players, FilmJob("", ""))
    match.tracks = {"all": LiveTrack(HEAD)}
    match.state = "playing"
    match.begun.set()
    return match, []


def shot(frame: int) -> Frame:
    event = LiveEvent(frame, frame, "turn", [0], [None], [], [], [], [], None)
    return Frame({"all": Shot(event, b'{"n":%d}' % frame, b'{"n":[%d]}' % frame if frame else b"")})


def test_who_falls_behind_gets_the_whole_position_and_slows_nobody() -> None:
    async def play() -> list[dict[str, Any]]:
        match, _ = watched(0)
        taken: asyncio.Queue[bytes] = asyncio.Queue()
        may_take = asyncio.Semaphore(2)

        async def send(message: dict[str, Any]) -> None:
            await may_take.acquire()
            taken.put_nowait(message.get("body", b""))

        async def receive() -> dict[str, Any]:
            return await asyncio.get_running_loop().create_future()

        match.receive(shot(0))
        watching = asyncio.ensure_future(Stream(match, "all", None)._answer({}, receive, send))
        while taken.qsize() < 2:
            await asyncio.sleep(0)
        for frame in range(1, 10 * QUEUE_EVENTS):
            match.receive(shot(frame))  # never waits
        (watcher,) = match.tracks["all"].watchers
        assert len(watcher.queue) <= QUEUE_EVENTS
        for track in match.tracks.values():
            track.conclude(Outcome([0], [1], ""), [])
        match.end("over")
        for _ in range(100):
            may_take.release()
        await watching
        bodies = [taken.get_nowait() for _ in range(taken.qsize())]
        return [json.loads(body.split(b"data: ")[1]) for body in bodies if b"data: " in body]

    events = asyncio.run(play())
    assert events[0]["frame"] == 0
    assert events[-1]["frame"] == 10 * QUEUE_EVENTS - 1
    assert events[-1]["result"] == {"scores": [0], "ranks": [1], "reason": ""}
    assert len(events) < 10
    assert scenes(events)[-1] == {"n": 10 * QUEUE_EVENTS - 1}


# Matches that are played elsewhere


def run_live(server_address: str, *words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "joute.cli", "run", *words, "--live", server_address]
    return subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE_S)


def test_joute_run_live_is_watched_in_the_arena(server: Server, tmp_path: Path) -> None:
    replay = tmp_path / "match.jsonl"
    done = run_live(
        f"http://{server.place}", GAME, "warden", "weaver", "--seed", "5", "--set", "NB_TOURS=9", "-o", str(replay)
    )
    assert done.returncode == 0, done.stderr
    assert f"http://{server.place}/watch/" in done.stderr
    id = done.stderr.split("/watch/")[1].split()[0]
    head = server.until_over(id)
    assert (head["state"], [player["name"] for player in head["players"]]) == ("over", ["warden", "weaver"])
    result = json.loads(replay.read_text().splitlines()[-1])
    assert server.get(f"/api/matches/{id}/film")["result"]["scores"] == result["scores"]


def test_a_champion_called_human_is_no_person(tmp_path: Path) -> None:
    """It would have a seat that somebody can open, and neither wait in the queue nor end in time."""
    folder = tmp_path / "champions" / "chartichaud"
    folder.mkdir(parents=True)
    (folder / "human.py").write_text("def jouer_tour():\n    pass\n")
    with arena(tmp_path / "store", "--champions", str(folder.parent), "--isolation", "none") as server:
        made = server.create("chartichaud", "human", "idle", params={"max_turns": 1})
        assert made["seats"] == []
        assert server.until_over(made["match"]["id"])["state"] == "over"
        header = server.http.get(f"/api/matches/{made['match']['id']}/replay").content
        first = gzip.decompress(header).splitlines()[0]
        assert b'"human"' in first
        relayed = server.http.post("/api/live", content=first).json()["match"]
        assert relayed["open"] is True
        assert server.get(f"/api/matches/{relayed['id']}/film")["live"] is True


def test_without_an_arena_the_match_goes_on(tmp_path: Path) -> None:
    replay = tmp_path / "match.jsonl"
    done = run_live("http://127.0.0.1:9", GAME, "idle", "idle", "--set", "NB_TOURS=3", "-o", str(replay))
    assert done.returncode == 0
    assert "no arena answers on http://127.0.0.1:9" in done.stderr
    assert "start one with: joute serve" in done.stderr
    assert replay.read_text().count("\n") > 3


def test_lines_that_do_not_follow_from_the_rules_end_a_relayed_match(server: Server, tmp_path: Path) -> None:
    replay = tmp_path / "match.jsonl"
    words = [sys.executable, "-m", "joute.cli", "run", GAME, "warden", "weaver", "--set", "NB_TOURS=3", "-o"]
    subprocess.run([*words, str(replay)], check=True, capture_output=True, timeout=PATIENCE_S)
    header, first, *_ = replay.read_bytes().splitlines()
    made = server.http.post("/api/live", content=header).json()
    id, owner = made["match"]["id"], {"Authorization": f"Bearer {made['owner']}"}
    assert "owner" in server.refused(403, "POST", f"/api/live/{id}", content=first)
    wrong = msgspec.json.decode(first) | {"hash": "0"}
    assert server.http.post(f"/api/live/{id}", content=msgspec.json.encode(wrong), headers=owner).status_code == 204
    head = server.until_over(id)
    assert head["state"] == "failed"
    assert "the state differs from the recorded one" in head["told"]
    assert "over" in server.refused(409, "POST", f"/api/live/{id}", content=first, headers=owner)


@pytest.mark.parametrize("header", [b"", b"{}", b"[]", b'{"joute": "replay"}', b"x" * 1000])
def test_a_wrong_header_is_refused(server: Server, header: bytes) -> None:
    assert server.refused(400, "POST", "/api/live", content=header)
