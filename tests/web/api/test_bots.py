"""A game's own protocol over HTTP: at the root of a port, byte for byte, and under a prefix of the arena."""

from __future__ import annotations

import socket
import threading
from pathlib import Path

from tests.web.support import PATIENCE_S, Server, arena

GAME = "chartichaud"
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


def test_a_game_without_a_protocol_is_refused(tmp_path: Path) -> None:
    import subprocess
    import sys

    words = [sys.executable, "-m", "joute.cli", "serve", "portails", "--port", "0"]
    done = subprocess.run(words, capture_output=True, text=True, timeout=PATIENCE_S)
    assert done.returncode == 2
    assert "portails has no protocol of its own over HTTP" in done.stderr
