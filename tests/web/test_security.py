"""Headers, tokens, foreign pages, rates; and no secret in any log."""

from __future__ import annotations

import socket
from functools import partial
from pathlib import Path

import pytest
from websockets.exceptions import InvalidStatus

from joute.core.rate import Rate
from joute.web.security import hashed, is_loopback, same

from .support import PATIENCE_S, Hand, Server, arena

PATHS = ["/", "/watch/x", "/api", "/api/games", "/api/nothing", "/http/chartichaud/alive"]


@pytest.mark.parametrize("path", PATHS)
def test_every_answer_keeps_browsers_strict(server: Server, path: str) -> None:
    headers = server.http.get(path).headers
    policy = dict(part.strip().split(" ", 1) for part in headers["content-security-policy"].split(";"))
    assert policy["default-src"] == "'none'"
    assert policy["script-src"] == "'self'"
    assert "unsafe" not in headers["content-security-policy"]
    assert policy["frame-ancestors"] == "'none'"
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"
    assert "server" not in headers


def test_only_the_viewer_can_be_embedded(server: Server) -> None:
    assert "frame-ancestors *" in server.http.get("/watch/x?embed=1").headers["content-security-policy"]
    for path in ("/watch/x", "/watch/x?embed=0", "/?embed=1", "/play/x?embed=1", "/watchx?embed=1"):
        assert "frame-ancestors 'none'" in server.http.get(path).headers["content-security-policy"]


def test_pages_of_other_sites_can_do_nothing(server: Server) -> None:
    foreign = {"Origin": "https://evil.example"}
    assert "another site" in server.refused(403, "POST", "/api/matches", headers=foreign, json={})
    assert "another site" in server.refused(403, "GET", "/api/games", headers={"Sec-Fetch-Site": "cross-site"})
    assert "this machine only" in server.refused(421, "GET", "/api/games", headers={"Host": "evil.example"})
    own = {"Origin": f"http://{server.place}"}
    assert server.refused(400, "POST", "/api/matches", headers=own, json={})
    with pytest.raises(InvalidStatus), server.socket("x", origin="https://evil.example"):
        pass


@pytest.mark.parametrize("origin", ["http://[broken", "null", "http://", "x"])
def test_an_origin_that_makes_no_sense_is_another_site(server: Server, origin: str) -> None:
    assert "another site" in server.refused(403, "POST", "/api/matches", headers={"Origin": origin}, json={})


def test_two_hosts_are_refused_and_none_is_a_program(server: Server) -> None:
    asked = b"GET /api/games HTTP/1.0\r\n%b\r\n"
    host = f"Host: {server.place}\r\n".encode()
    assert raw(server, asked % (host + b"Host: evil.example\r\n")).startswith(b"HTTP/1.1 421 ")
    assert raw(server, asked % b"").startswith(b"HTTP/1.1 200 ")


def raw(server: Server, sent: bytes) -> bytes:
    """What a server answers to some bytes."""
    host, _, port = server.place.partition(":")
    with socket.create_connection((host, int(port)), timeout=PATIENCE_S) as dialled:
        dialled.sendall(sent)
        return b"".join(iter(partial(dialled.recv, 1 << 16), b""))


@pytest.fixture(scope="module")
def walled(tmp_path_factory: pytest.TempPathFactory) -> Server:
    with arena(tmp_path_factory.mktemp("walled") / "store", "--host", "0.0.0.0") as running:
        running.http.base_url = f"http://127.0.0.1:{running.place.rpartition(':')[2]}"
        running.place = f"127.0.0.1:{running.place.rpartition(':')[2]}"
        yield running


def test_beyond_this_machine_a_token_is_asked_for(walled: Server) -> None:
    assert walled.token
    assert "asks for an access token" in walled.refused(401, "GET", "/api/games")
    assert "asks for an access token" in walled.refused(401, "GET", "/")
    assert "not the access token" in walled.refused(401, "GET", "/api/games", headers={"X-Joute-Token": "wrong"})
    assert walled.get("/api/games", headers={"X-Joute-Token": walled.token})
    with pytest.raises(InvalidStatus), walled.socket("x"):
        pass


def test_a_person_without_the_token_is_asked_for_it(walled: Server) -> None:
    asked = walled.http.get("/play/x", headers={"Accept": "text/html"})
    assert (asked.status_code, asked.headers["content-type"]) == (401, "text/html; charset=utf-8")
    assert '<input name="token" type="password"' in asked.text
    walled.http.cookies.clear()
    entered = walled.http.get("/play/x", params={"token": walled.token}, headers={"Accept": "text/html"})
    assert (entered.status_code, entered.headers["location"]) == (303, "/play/x")
    walled.http.cookies.clear()


def test_the_token_goes_from_the_address_into_a_cookie(walled: Server) -> None:
    assert walled.refused(401, "GET", "/?token=wrong")
    answer = walled.http.get(f"/watch/x?turn=3&token={walled.token}")
    assert (answer.status_code, answer.headers["location"]) == (303, "/watch/x?turn=3")
    cookie = answer.headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Strict" in cookie
    walled.http.cookies.clear()
    assert walled.http.get("/", headers={"Cookie": f"joute_token={walled.token}"}).status_code == 200


@pytest.mark.parametrize(
    ("path", "place"),
    [("/%5Cevil.example", "/%5Cevil.example"), ("/%0D%0Ax:y", "/%0D%0Ax%3Ay"), ("//evil.example", "/evil.example")],
)
def test_the_token_leads_to_no_other_site(walled: Server, path: str, place: str) -> None:
    sent = f"GET {path}?token={walled.token} HTTP/1.0\r\n\r\n".encode()
    head = raw(walled, sent).partition(b"\r\n\r\n")[0].decode().split("\r\n")
    assert head[0].startswith("HTTP/1.1 303 ")
    assert [line for line in head if line.startswith(("location", "x:"))] == [f"location: {place}"]


def test_programs_are_invited_by_the_token(walled: Server) -> None:
    base = "/http/chartichaud/getToken/bot"
    assert walled.http.get(base).json()["error"] == "bad_token"
    assert walled.http.get(f"{base}?invite={walled.token}").json()["player"] == "A"


def test_a_match_of_its_own_knows_only_this_machine(tmp_path: Path) -> None:
    """A name of somebody else's that leads here must not let their page play."""
    with arena(tmp_path / "store", "chartichaud") as server:
        assert server.get("/alive") == {"response": "ok"}
        assert "this machine only" in server.refused(421, "GET", "/getToken/eve", headers={"Host": "evil.example"})
        assert server.get("/getToken/ada")["player"] == "A"


def test_wrong_tokens_are_limited(tmp_path: Path) -> None:
    with arena(tmp_path / "store", "--token", "right") as server:
        found = [server.http.get("/", headers={"X-Joute-Token": "wrong"}).status_code for _ in range(30)]
        assert (found[0], found[-1]) == (401, 429)
        assert server.http.get("/", headers={"X-Joute-Token": "right"}).status_code == 200


def test_what_costs_is_limited(tmp_path: Path) -> None:
    with arena(tmp_path / "store") as server:
        answers = [server.http.post("/api/replays", content=b"x") for _ in range(30)]
        assert (answers[0].status_code, answers[-1].status_code) == (400, 429)
        assert int(answers[-1].headers["retry-after"]) >= 1
        wanted = {"game": "chartichaud", "players": []}
        answers = [
            server.http.post("/api/matches", json=wanted | {"game": "x", "players": [PLAYER]}) for _ in range(60)
        ]
        assert (answers[0].status_code, answers[-1].status_code) == (404, 429)


PLAYER = {"kind": "champion", "name": "idle"}


def test_wrong_secrets_are_limited_and_the_right_one_still_opens(tmp_path: Path) -> None:
    with arena(tmp_path / "store") as server:
        made = server.create("chartichaud", "idle", "idle", params={"max_turns": 1})
        path = f"/api/matches/{made['match']['id']}"
        server.until_over(made["match"]["id"])
        wrong = [server.http.delete(path, headers={"Authorization": f"Bearer {n}"}).status_code for n in range(40)]
        assert (wrong[0], wrong[-1]) == (403, 429)
        assert server.http.delete(path, headers={"Authorization": f"Bearer {made['owner']}"}).status_code == 204
        assert server.refused(404, "GET", path)


def test_no_secret_is_ever_in_a_log_or_in_the_store(tmp_path: Path) -> None:
    with arena(tmp_path / "store", "--token", "the-access-token") as server:
        server.http.headers["X-Joute-Token"] = "the-access-token"
        made = server.create("chartichaud", "idle", "idle", params={"max_turns": 1})
        people = server.create("chartichaud", "@Ada", "@Bob")
        secrets = [made["owner"], people["owner"], *(seat["secret"] for seat in people["seats"]), "the-access-token"]
        server.until_over(made["match"]["id"])
        server.http.delete("/api/matches/x", headers={"Authorization": f"Bearer {made['owner']}"})
        server.http.get("/?token=the-access-token")
        server.http.get(f"/api/matches/{made['match']['id']}/film/{people['owner']}/0")
        server.http.post("/api/matches", content=b"\xff" * 100, headers={"Authorization": f"Bearer {made['owner']}"})
        bot = server.get("/http/chartichaud/getToken/bot?invite=the-access-token")["token"]
        server.http.get(f"/http/chartichaud/farm/A/0/0/{bot}")
        server.stop()
        kept = b"".join(path.read_bytes() for path in server.store.rglob("*") if path.is_file())
        logged = server.log.read_text()
        for secret in (*secrets, bot):
            assert secret not in logged
            assert secret.encode() not in kept


def test_secrets_are_compared_by_their_hashes() -> None:
    assert same("a", hashed("a"))
    assert not same("b", hashed("a"))
    assert not same("", b"")
    assert not same("\udcff", hashed("a"))


@pytest.mark.parametrize(
    ("host", "local"),
    [("127.0.0.1", True), ("localhost", True), ("::1", True), ("127.8.9.1", True), ("0.0.0.0", False), ("x.y", False)],
)
def test_what_is_this_machine(host: str, local: bool) -> None:
    assert is_loopback(host) is local


def test_a_rate_lets_a_burst_pass_and_forgets_nobody_soon() -> None:
    rate = Rate(2, 1e-9)
    assert [bool(rate.wait_s("a", now)) for now in (0.0, 1.0, 2.0)] == [False, False, True]
    assert rate.wait_s("b", 3.0) == 0


def test_people_are_told_apart_by_their_links(server: Server) -> None:
    made = server.create("chartichaud", "@Ada", "@Bob")
    ada, bob = (seat["secret"] for seat in made["seats"])
    assert len({ada, bob, made["owner"]}) == 3
    assert min(len(ada), len(bob)) >= 43  # 256 bits
    hand = Hand(server, made["match"]["id"], bob)
    assert hand.welcome["seat"] == 1
    hand.close()
