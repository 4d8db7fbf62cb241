"""Tournaments on the web: standings and matches for all, actions for their organiser."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.web.support import PATIENCE_S, Server, arena

CUP = """
name = "cup"
game = "chartichaud"
entrants = ["idle", "random"]
params = { max_turns = 4 }
[format]
kind = "round_robin"
"""
BRACKET = CUP.replace('"cup"', '"bracket"').replace('"random"]', '"random", "settler", "raider"]')
BRACKET = BRACKET.replace("round_robin", "elimination")
ORGANISER = {"Authorization": "Bearer organising"}


def joute(*words: str) -> str:
    command = [sys.executable, "-m", "joute.cli", "tournament", *words]
    done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE_S)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def cup(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    place = tmp_path_factory.mktemp("cup")
    for name, text in (("cup", CUP), ("bracket", BRACKET)):
        (place / f"{name}.toml").write_text(text)
        joute("run", str(place / f"{name}.toml"), "--store", str(place / "store"), "--workers", "1")
    with arena(place / "store", "--organiser", "organising", "--slack", "100") as server:
        yield server


def act(server: Server, headers: dict[str, str], cup: str = "cup", **action: Any) -> Any:
    return server.http.post(f"/api/tournaments/{cup}/actions", json=action, headers=headers)


def test_anybody_sees_how_it_stands(cup: Server) -> None:
    _, summary = cup.get("/api/tournaments")
    assert (summary["name"], summary["game"], summary["entrants"]) == ("cup", "chartichaud", 2)
    board = cup.get("/api/tournaments/cup")
    assert {standing["name"] for standing in board["standings"]} == {"idle", "random"}
    assert (board["queue"], board["failures"], board["workers"]) == ([], [], [])
    assert len(board["recent"]) == summary["matches"]["done"] > 0
    assert cup.get("/api/tournaments/cup/matches", params={"entrant": "idle"})


def test_who_is_over_has_a_final_table(cup: Server) -> None:
    """The same that the command line reports, but for where champions lie."""
    told = json.loads(joute("report", str(cup.store.parent / "cup.toml"), "--store", str(cup.store), "--json"))
    assert {line.pop("champion") for line in told["lines"]} == {"idle", "random"}
    found = cup.get("/api/tournaments/cup/table")
    assert {line.pop("champion") for line in found["lines"]} == {""}
    assert found == told
    assert cup.get("/api/tournaments/cup/table")["lines"] != []
    assert "no tournament 'x'" in cup.refused(404, "GET", "/api/tournaments/x/table")


def test_a_match_of_a_tournament_is_watched_by_its_number(cup: Server) -> None:
    meeting = cup.get("/api/tournaments/cup/matches")[-1]
    head = cup.get(f"/api/matches/n.{meeting['id']}")
    assert (head["state"], head["scores"]) == ("over", [seat["score"] for seat in meeting["seats"]])
    film = cup.get(f"/api/matches/n.{meeting['id']}/film")
    assert [player["name"] for player in film["players"]] == [seat["name"] for seat in meeting["seats"]]
    assert cup.refused(404, "GET", "/api/matches/n.999999")


def test_what_is_not_there_is_told(cup: Server) -> None:
    assert "no tournament 'x'" in cup.refused(404, "GET", "/api/tournaments/x")
    assert "as de tournoi 'x'" in cup.http.get("/api/tournaments/x").json()["text"]["fr"]
    assert cup.refused(409, "GET", "/api/tournaments/cup/matches?entrant=nobody")
    assert cup.refused(400, "GET", "/api/tournaments/cup/matches?before=x")


def test_only_the_organiser_acts(cup: Server) -> None:
    for headers in ({}, {"Authorization": "Bearer x"}):
        answer = act(cup, headers, action="requeue_all")
        assert (answer.status_code, "organiser" in answer.json()["detail"]) == (403, True)
    assert act(cup, ORGANISER, action="fly").status_code == 400
    assert act(cup, ORGANISER, action="requeue_match", match=999_999).status_code == 409


def test_the_organiser_has_matches_played_again_and_sets_aside(cup: Server) -> None:
    matches = cup.get("/api/tournaments/cup/matches")
    answer = act(cup, ORGANISER, action="requeue_match", match=matches[0]["id"])
    assert (answer.status_code, answer.json()) == (200, {"queued": 1})
    assert len(cup.get("/api/tournaments/cup")["queue"]) == 1
    assert "is not over; until then" in cup.refused(409, "GET", "/api/tournaments/cup/table")
    assert act(cup, ORGANISER, action="set_aside", entrant="idle", why="it sleeps").json() == {"queued": 0}
    standings = {standing["name"]: standing for standing in cup.get("/api/tournaments/cup")["standings"]}
    assert standings["idle"]["aside"] == "it sleeps"
    assert act(cup, ORGANISER, action="requeue_entrant", entrant="idle", redraw=True).json()["queued"] >= 1


def test_what_was_drawn_from_a_match_is_drawn_anew_only_if_that_is_said(cup: Server) -> None:
    first = min(meeting["id"] for meeting in cup.get("/api/tournaments/bracket/matches"))
    answer = act(cup, ORGANISER, "bracket", action="requeue_match", match=first)
    assert (answer.status_code, answer.json()["code"]) == (409, "drawn_from")
    assert "results of round 1: 1 of their matches would be void" in answer.json()["detail"]
    assert cup.get("/api/tournaments/bracket")["queue"] == []
    answer = act(cup, ORGANISER, "bracket", action="requeue_match", match=first, redraw=True)
    assert (answer.status_code, answer.json()) == (200, {"queued": 1})


def test_an_arena_without_organiser_lets_nobody_act(server: Server) -> None:
    told = server.refused(403, "POST", "/api/tournaments/x/actions", json={"action": "requeue_all"})
    assert "joute serve --organiser SECRET" in told
    assert server.get("/api/tournaments") == []


# Played by the server


WAITER = """
import os, time

def jouer_tour():
    while not os.path.exists({gate!r}):
        time.sleep(0.01)
"""
LONG = """
name = "long cup"
game = "chartichaud"
entrants = ["idle", "slow*"]
params = { max_turns = 4 }
limits = { time_ms = 600_000 }
[format]
kind = "round_robin"
legs = 1
"""


def test_a_tournament_is_declared_started_watched_live_stopped_and_goes_on(tmp_path: Path) -> None:
    """A champion that waits for a file: the match lasts until the test has seen all that it wants to see."""
    champions, gate = tmp_path / "champions" / "chartichaud", tmp_path / "gate"
    champions.mkdir(parents=True)
    (champions / "slow.py").write_text(WAITER.format(gate=str(gate)))
    words = ("--organiser", "organising", "--slack", "100", "--champions", str(champions.parent))
    with arena(tmp_path / "store", *words, "--isolation", "none", "--matches", "1") as server:
        assert server.http.post("/api/tournaments", json={"file": LONG}).status_code == 403
        declared = server.http.post("/api/tournaments", json={"file": LONG}, headers=ORGANISER)
        assert (declared.status_code, declared.json()["entrants"]) == (201, 2), declared.text
        assert act(server, ORGANISER, "long cup", action="stop").json()["code"] == "not_played_here"
        assert act(server, ORGANISER, "long cup", action="start", why="it is time").json() == {"queued": 0}
        assert act(server, ORGANISER, "long cup", action="start").json()["code"] == "played_already"
        meeting = first_live(server)
        head = server.get(f"/api/matches/n.{meeting['id']}")
        assert (head["state"], head["open"]) == ("playing", True)
        film = server.get(f"/api/matches/n.{meeting['id']}/film")
        assert (film["live"], film["seed"], film["frames"] > 0) == (True, None, True)
        assert act(server, ORGANISER, "long cup", action="stop", why="lunch").json() == {"queued": 0}
        assert not server.get("/api/tournaments/long cup")["summary"]["running"]
        assert list((tmp_path / "store" / "live").iterdir()) == []
        waits = polled(server, f"/api/matches/n.{meeting['id']}")  # who watches it hears of the end a moment later
        assert any(head["state"] == "waiting" for head in waits)
        assert act(server, ORGANISER, "long cup", action="start").json() == {"queued": 0}
        meeting = first_live(server)
        events = server.events(f"n.{meeting['id']}")
        next(events)
        gate.touch()
        last = list(events)[-1]
        assert (last["result"]["scores"], last["seed"] is not None) == ([0, 0], True)
        assert server.get(f"/api/matches/n.{meeting['id']}")["state"] == "over"
        assert server.get(f"/api/matches/n.{meeting['id']}/film")["frames"] == last["frame"] + 1
        until_ended(server, "long cup")
        assert list((tmp_path / "store" / "live").iterdir()) == []
        log = [json.loads(line) for line in (tmp_path / "store" / "organiser.jsonl").read_text().splitlines()]
        assert [line["did"]["action"] for line in log] == ["declare", "stop", "start", "start", "stop", "start"]
        assert [line["did"].get("why") for line in log][2::2] == ["it is time", "lunch"]


def first_live(server: Server) -> dict[str, Any]:
    """The first match of the long cup that can be watched."""
    for board in polled(server, "/api/tournaments/long cup"):
        if live := [meeting for meeting in board["running"] if meeting["live"]]:
            return live[0]
    raise AssertionError


def until_ended(server: Server, name: str) -> None:
    for board in polled(server, f"/api/tournaments/{name}"):
        if board["summary"]["ended"]:
            return


def polled(server: Server, path: str) -> Iterator[Any]:
    until = time.monotonic() + PATIENCE_S
    while time.monotonic() < until:
        yield server.get(path)
        time.sleep(0.05)
    raise AssertionError(f"{path} did not change in time")


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (("idle", "/etc/passwd"), "entrants: no champion '/etc/passwd'; the arena has idle, random"),
        (("idle", "*"), "entrants: '*' stands for champions of joute serve --champions; this arena has none like it"),
        (("[format]", 'store = "/tmp"\n[format]'), "store: a tournament that is sent to the arena names no files"),
        (("[format]", '[boards]\nfiles = ["/etc/*"]\n[format]'), "boards.files: a tournament that is sent"),
        (('"round_robin"', '"rugby"'), "format.kind: found 'rugby', expected one of"),
        (("name", "nam"), "unknown key 'nam'; did you mean 'name'?"),
        (("chartichaud", "nothing"), "nothing"),
        (("[format]", "[format"), "this is not valid TOML"),
    ],
)
def test_a_file_that_is_sent_names_no_file_of_the_server(cup: Server, change: tuple[str, str], told: str) -> None:
    text = LONG.replace('"slow*"', '"random"').replace(*change)
    answer = cup.http.post("/api/tournaments", json={"file": text}, headers=ORGANISER)
    assert (answer.status_code, told in answer.json()["detail"]) == (409, True), answer.text
    assert "long cup" not in [summary["name"] for summary in cup.get("/api/tournaments")]
