"""Tournaments on the web: standings and matches for all, actions for their organiser."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
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
