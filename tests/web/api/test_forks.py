"""Playing on from a position of another match, and everything that is refused about it."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from joute.match.reading import read
from joute.match.verify import table_at, verify
from tests.web.support import Hand, Server

TURNS = {"FIN_PARTIE": 8}


@pytest.fixture(scope="module")
def played(server: Server) -> str:
    """A match between champions that is over."""
    made = server.create("archipel", "settler", "corsair", params=TURNS, board="escarmouche-12", seed=7)
    assert server.until_over(made["match"]["id"])["state"] == "over"
    return str(made["match"]["id"])


def film(server: Server, id: str) -> dict[str, Any]:
    return server.get(f"/api/matches/{id}/film")


def saved(server: Server, id: str, path: Path) -> Path:
    path.write_bytes(server.http.get(f"/api/matches/{id}/replay").content)
    return path


def refusal(server: Server, status: int, match: str, frame: int, **more: Any) -> str:
    idle = {"kind": "champion", "name": "idle"}
    body = {"game": "archipel", "players": [idle, idle], "origin": {"match": match, "frame": frame}, **more}
    return server.refused(status, "POST", "/api/matches", json=body)


def test_a_match_goes_on_from_any_position(server: Server, played: str, tmp_path: Path) -> None:
    head = film(server, played)
    frame = head["turns"].index(5) + 1
    fork = server.create("archipel", "corsair", "idle", origin={"match": played, "frame": frame})["match"]["id"]
    assert server.until_over(fork)["state"] == "over"
    made = film(server, fork)
    assert made["origin"] == {"match": played, "file": "", "turn": 5, "step": 1}
    assert [player["name"] for player in made["players"]] == ["corsair", "idle"]
    assert (made["turns"][0], made["phases"][0]) == (5, head["phases"][frame])
    assert (made["scores"][0], made["seed"]) == (head["scores"][frame], head["seed"])
    first, before = server.get(f"/api/matches/{fork}/film/all/0")[0], read(saved(server, played, tmp_path / "a.gz"))
    tables = [before.table(), *(table.copy() for _, table in before)]
    tables[frame].call_players(["corsair", "idle"])
    assert first == tables[frame].scene()
    replay = read(saved(server, fork, tmp_path / "b.jsonl.gz"))
    check = verify(replay)
    assert (check.difference, check.phases) == ("", made["frames"] - 1)
    assert replay.header.start is not None
    assert replay.header.start["state"] == tables[frame].dump()["state"]
    assert "origin" not in gzip.decompress((tmp_path / "a.gz").read_bytes()).splitlines()[0].decode()


def test_the_page_and_the_command_line_begin_alike(server: Server, played: str, tmp_path: Path) -> None:
    """The first position of a turn in which somebody acts, as `joute run --from FILE:TURN` has it."""
    frame = film(server, played)["turns"].index(4)
    fork = server.create("archipel", "idle", "idle", origin={"match": played, "frame": frame})["match"]["id"]
    server.until_over(fork)
    start = json.loads(gzip.decompress(server.http.get(f"/api/matches/{fork}/replay").content).splitlines()[0])["start"]
    assert start == table_at(saved(server, played, tmp_path / "a.gz"), 4).dump()


def test_a_match_that_is_played_can_be_gone_on_from_without_its_seed(server: Server) -> None:
    made = server.create("archipel", "@Ada", "idle", params=TURNS, board="escarmouche-12", seed=4_242)
    hand = Hand(server, made["match"]["id"], made["seats"][0]["secret"])
    hand.until_asked()
    frame = hand.position["frame"]
    fork = server.create("archipel", "idle", "idle", origin={"match": made["match"]["id"], "frame": frame})
    server.until_over(fork["match"]["id"])
    replay = gzip.decompress(server.http.get(f"/api/matches/{fork['match']['id']}/replay").content)
    header = json.loads(replay.splitlines()[0])
    assert header["seed"] == header["start"]["seed"] != 4_242
    assert header["start"]["state"]["head"]["turn"] == 1
    hand.close()


def test_a_match_of_people_in_the_fog_is_refused_until_it_is_over(server: Server) -> None:
    made = server.create("chartichaud", "@Ada", "idle", params={"max_turns": 2})
    id = made["match"]["id"]
    hand = Hand(server, id, made["seats"][0]["secret"])
    hand.until_asked()
    idle = {"kind": "champion", "name": "idle"}
    body = {"game": "chartichaud", "players": [idle, idle], "origin": {"match": id, "frame": 0}}
    why = server.refused(403, "POST", "/api/matches", json=body)
    assert why == "this match is played in the fog; it can be watched when it is over"
    hand.end()
    hand.until("over")
    server.until_over(id)
    fork = server.create("chartichaud", "idle", "idle", origin={"match": id, "frame": 1})["match"]["id"]
    assert server.until_over(fork)["state"] == "over"
    hand.close()


def test_what_does_not_fit_is_refused_by_name(server: Server, played: str) -> None:
    last = film(server, played)["frames"] - 1
    assert refusal(server, 404, "nothing", 0) == "there is no match 'nothing'"
    assert refusal(server, 400, played, last + 1) == (
        f"this match has no position {last + 1}; they go from 0 to {last}"
    )
    over = "in this position the match is over: choose an earlier one"
    assert refusal(server, 409, played, last) == over
    assert refusal(server, 409, played, last - 1) == over  # the phase in which champions are told of the end
    why = refusal(server, 400, played, 0, board="escarmouche-12")
    assert why == "board does not go with origin: the position has it already"
    why = refusal(server, 400, played, 0, game="portails")
    assert why == f"match '{played}' is one of archipel, not of portails"
    weaver = [{"kind": "champion", "name": "weaver"}] * 2
    assert refusal(server, 400, played, 0, players=weaver).startswith("there is no champion 'weaver'; there are ")
    idle = [{"kind": "champion", "name": "idle"}] * 3
    assert refusal(server, 400, played, 0, players=idle) == "La conquête de l'archipel is played by 2 players, not 3"
    for wrong in (-1, 10**9, 1.5, "zero"):
        assert "frame" in refusal(server, 400, played, wrong)  # type: ignore[arg-type]
    assert "match" in refusal(server, 400, "x" * 65, 0)
