"""A game's own protocol over HTTP: at the root of a port, byte for byte, and under a prefix of the arena."""

from __future__ import annotations

import socket
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import httpx
import pytest

from joute.match.reading import read
from joute.match.verify import verify
from tests.web.support import PATIENCE_S, Hand, Server, arena

GAME = "chartichaud"
SEED_MOST = 2**64 - 1
MAP = "chartichaud-map 1\nsize 1 6\ngrid\n5+A1C . . . . 5+B1C\nend\n"


def raw(server: Server, request: str) -> bytes:
    """What comes back for a request as old bots write it: no header but the host, a connection each."""
    host, _, port = server.place.partition(":")
    with socket.create_connection((host, int(port)), PATIENCE_S) as link:
        link.sendall(f"{request} HTTP/1.1\r\nHost: {server.place}\r\nConnection: close\r\n\r\n".encode())
        answer = b""
        while data := link.recv(65536):
            answer += data
    return answer


def test_6_1_at_the_root_of_a_port_byte_for_byte(tmp_path: Path) -> None:
    board = tmp_path / "map.txt"
    board.write_text(MAP)
    with arena(tmp_path / "store", GAME, "--board", str(board)) as server:
        token = server.get("/getToken/alice")["token"]
        head, _, body = raw(server, f"GET /farm/A/0/0/{token}").partition(b"\r\n\r\n")
        status, *lines = head.split(b"\r\n")
        headers = dict(line.lower().split(b": ", 1) for line in lines)
        assert status == b"HTTP/1.1 200 OK"
        assert body == b"ok"
        assert headers[b"content-type"].startswith(b"text/plain")
        assert headers[b"cache-control"] == b"no-store"
        assert headers[b"referrer-policy"] == b"no-referrer"
        assert b"location" not in headers
        seen = raw(server, f"GET /view/A/{token}").partition(b"\r\n\r\n")[2]
        assert b", {}, {}, {}]]" in seen
        assert raw(server, f"HEAD /endturn/A/{token}").startswith(b"HTTP/1.1 405 ")
        assert server.get(f"/view/A/{token}")["player"] == "A"
        assert token not in server.log.read_text()


def test_6_7_7_requests_of_one_match_are_applied_one_at_a_time(tmp_path: Path) -> None:
    board = tmp_path / "map.txt"
    board.write_text("chartichaud-map 1\nsize 1 6\ngold A 5\ngrid\nA1C9B . . . . 5+B1C\nend\n")
    with arena(tmp_path / "store", GAME, "--board", str(board)) as server:
        token = server.get("/getToken/alice")["token"]
        found: list[bytes] = []
        threads = [
            threading.Thread(target=lambda: found.append(raw(server, f"GET /build/A/0/0/C/{token}"))) for _ in range(8)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert sorted(answer.split(b"\r\n")[0].split()[1] for answer in found) == [b"200"] + [b"409"] * 7
        view = server.get(f"/view/A/{token}")
        assert (view["gold"], view["map"][0][0]["A"]["C"]) == ({"A": 0}, 2)


def test_under_a_prefix_of_the_arena_and_filed_there(server: Server) -> None:
    base = f"/http/{GAME}"
    a, b = server.get(f"{base}/getToken/ada")["token"], server.get(f"{base}/getToken/bob")["token"]
    assert server.http.get(f"{base}/autofarm/A/{a}").text == "ok"
    assert server.http.get(f"{base}/endturn/A/{a}").text == "ok"
    assert server.http.get(f"{base}/resign/B/{b}").text == "ok"
    assert server.get(f"{base}/getwinner/B/{b}") == {"winner": "A"}
    while not (found := server.get("/api/matches", params={"game": GAME})):
        pass
    (head,) = found
    assert (head["state"], head["ranks"], head["told"]) == ("over", [1, 2], "")
    assert [player["name"] for player in head["players"]] == ["ada", "bob"]
    film = server.get(f"/api/matches/{head['id']}/film")
    assert (film["damage"], film["result"]["reason"]) == (None, "resign")


class Program:
    """A program at a match with a seat for one."""

    def __init__(self, server: Server, id: str) -> None:
        self.http = server.http
        self.base = f"/http/{GAME}/m/{id}"
        seat = server.get(f"{self.base}/getToken/mine")
        self.player, self.token = seat["player"], seat["token"]

    def ask(self, route: str) -> httpx.Response:
        return self.http.get(f"{self.base}/{route}/{self.token}")

    def view(self) -> dict[str, Any]:
        return self.ask(f"view/{self.player}").json()

    def until_turn(self, number: int) -> dict[str, Any]:
        while (view := self.view())["turn"] < number:
            assert not view["winner"]
        return view


def seated(server: Server, *players: tuple[str, str], **more: Any) -> str:
    """The id of a new match."""
    seats = [{"kind": kind, "name": name} for kind, name in players]
    answer = server.http.post("/api/matches", json={"game": GAME, "players": seats, **more})
    assert answer.status_code == 201, answer.text
    return answer.json()["match"]["id"]


def over(server: Server, id: str) -> dict[str, Any]:
    """The head of a match once it is stored; its programs hear of the end a little earlier."""
    while (head := server.get(f"/api/matches/{id}"))["state"] != "over":
        pass
    return head


def test_a_program_plays_beside_a_champion(server: Server, tmp_path: Path) -> None:
    id = seated(server, ("http", "mine"), ("champion", "idle"), board=MAP, params={"max_turns": 4})
    program = Program(server, id)
    assert program.player == "A"
    assert server.refused(403, "GET", f"/api/matches/{id}/live")  # it plays in the fog
    assert program.http.get(f"{program.base}/getToken").json()["error"] == "match_full"
    assert program.http.get(f"{program.base}/view/all/nop").json()["error"] == "view_closed"
    assert program.view()["map"][0][3:] == [{}, {}, {}]
    assert program.ask("farm/A/0/0").text == "ok"
    assert program.ask("farm/A/0/0").json()["error"] == "already_acted"
    assert program.ask("farm/B/0/0").json()["error"] == "bad_token"
    assert program.ask("endturn/A").text == "ok"
    assert program.until_turn(2)["score"] == {"A": 1, "B": 0}
    assert program.ask("autofarm/A").text == "ok"
    assert program.ask("endturn/A").text == "ok"
    while not (winner := program.ask("getwinner/A").json()["winner"]):
        pass
    assert winner == "A"
    assert {} not in program.view()["map"][0]
    assert program.ask("endturn/A").json()["error"] == "match_over"
    head = over(server, id)
    assert (head["state"], head["ranks"], head["scores"]) == ("over", [1, 2], [2, 0])
    assert [player["name"] for player in head["players"]] == ["mine", "idle"]
    replay = tmp_path / "match.jsonl.gz"
    replay.write_bytes(server.http.get(f"/api/matches/{id}/replay").content)
    assert verify(read(replay)).difference == ""


def test_4_12_a_program_that_dies_forfeits_after_the_turn_time(server: Server) -> None:
    id = seated(server, ("http", "dead"), ("champion", "idle"), params={"turn_time_s": 0.1})
    program = Program(server, id)
    while not (winner := program.ask("getwinner/A").json()["winner"]):
        pass
    assert winner == "B"
    assert over(server, id)["ranks"] == [2, 1]
    film = server.get(f"/api/matches/{id}/film")
    assert (film["result"]["reason"], film["verdicts"][0]["verdict"]) == ("timeout", "TIMED_OUT")


def test_4_12_a_match_to_which_no_program_comes_is_cancelled(server: Server) -> None:
    id = seated(server, ("http", "late"), ("champion", "idle"), params={"init_time_s": 0.1})
    while (head := server.get(f"/api/matches/{id}"))["state"] != "failed":
        pass
    assert head["told"] == "no program took its seat over HTTP in time"
    answer = server.http.get(f"/http/{GAME}/m/{id}/getToken/late")
    assert (answer.status_code, answer.json()["error"]) == (410, "match_cancelled")


def test_6_5_a_program_resigns_in_the_turn_of_the_other(server: Server) -> None:
    id = seated(server, ("http", "ada"), ("http", "bob"))
    ada, bob = Program(server, id), Program(server, id)
    assert bob.ask("resign/B").text == "ok"
    assert bob.ask("getwinner/B").json() == {"winner": "A"}
    assert ada.ask("endturn/A").json()["error"] == "match_over"
    assert over(server, id)["ranks"] == [1, 2]


def test_a_person_sees_at_once_what_a_program_does(server: Server) -> None:
    seats = [{"kind": "human", "name": "Ada"}, {"kind": "http", "name": "mine"}]
    board = "chartichaud-map 1\nsize 1 4\ngrid\n5+A1C . . B1C\nend\n"
    made = server.http.post("/api/matches", json={"game": GAME, "players": seats, "board": board}).json()
    hand = Hand(server, made["match"]["id"], made["seats"][0]["secret"])
    program = Program(server, made["match"]["id"])
    assert program.player == "B"
    hand.until_asked()
    assert program.ask("endturn/B").json()["error"] == "not_your_turn"
    assert hand.call("farm", 0, 0)["ok"]
    assert program.view()["score"] == {"A": 1, "B": 0}
    assert hand.end()["ok"]
    program.until_turn(1)
    before = hand.position["scene"]
    assert program.ask("move/B/C/0/3/0/2").text == "ok"
    while hand.until("position")["scene"] == before:
        pass
    assert hand.position["turn"] == 1
    hand.close()


def test_a_program_has_no_seat_in_a_game_without_a_protocol(server: Server) -> None:
    players = [{"kind": "http", "name": "mine"}, {"kind": "champion", "name": "idle"}]
    told = server.refused(400, "POST", "/api/matches", json={"game": "portails", "players": players})
    assert told == "Portails has no protocol for programs over HTTP"


def test_matches_at_the_root_are_stored_and_the_page_there_leads_to_the_arena(tmp_path: Path) -> None:
    with arena(tmp_path / "store", GAME, "--turn-time", "0.1", "--seed", str(SEED_MOST)) as server:
        assert b"href='/arena'" in server.http.get("/").content
        assert server.http.get("/arena").status_code == 200
        token = server.get("/getToken/dead")["token"]
        while not (found := server.get("/api/matches")):
            pass
        assert [player["name"] for player in found[0]["players"]] == ["dead", "crashed bot"]
        assert server.get(f"/getwinner/A/{token}") == {"winner": "B"}
        replay = tmp_path / "match.jsonl.gz"
        replay.write_bytes(server.http.get(f"/api/matches/{found[0]['id']}/replay").content)
    assert read(replay).header.seed == SEED_MOST
    assert verify(read(replay)).difference == ""


def refused(*words: str) -> str:
    done = subprocess.run(
        [sys.executable, "-m", "joute.cli", "serve", *words, "--port", "0"],
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
    )
    assert done.returncode == 2
    return done.stderr


def test_a_game_without_a_protocol_is_refused() -> None:
    assert "portails has no protocol of its own over HTTP" in refused("portails")


@pytest.mark.parametrize("words", [("--turn-time", "5"), ("--seed", "1"), ("--board", "x"), ("--preset", "sujet")])
def test_options_of_a_game_are_refused_without_one(words: tuple[str, str]) -> None:
    assert "--board, --seed, --turn-time, --preset and --set go with a GAME" in refused(*words)
