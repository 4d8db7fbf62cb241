"""A restart of the server ends no match: a real server is killed, and started again on the same store."""

from __future__ import annotations

import os
import signal
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from joute.match.reading import read
from joute.match.replay import Restart
from joute.match.verify import verify
from tests.web.support import PATIENCE_S, Hand, Server, arena

SHORT: dict[str, Any] = {"preset": "finale", "board": "amas-30", "params": {"NB_TOURS": 6}, "seed": 1}
KILLS = [signal.SIGKILL, signal.SIGTERM, signal.SIGINT]
GOLD = "chartichaud-map 1\nsize 1 6\ngold A 5\ngrid\nA1C9B . . . . 5+B1C\nend\n"
REMEMBERING = """
import os

turns = []


def partie_init():
    turns.append(0)


def jouer_tour():
    turns.append(len(turns))
    print("turns", turns)
    {misses}


def partie_fin():
    pass
"""
AGED = "assert os.stat(__file__).st_mtime > 1000 or len(turns) < 3"


def arena_at(place: Path) -> Server:
    (place / "champions").mkdir(exist_ok=True)
    return Server(place / "store", "--champions", str(place / "champions"), "--slack", "100")


def champion(place: Path, name: str, misses: str = "") -> Path:
    file = place / "champions" / "portails" / f"{name}.py"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(REMEMBERING.format(misses=misses))
    return file


def play_until(hand: Hand, turn: int) -> None:
    """End turns until the one with this number is mine."""
    while hand.until_asked()["type"] != "over" and hand.position["turn"] < turn:
        assert hand.end()["ok"]


def play_to_the_end(hand: Hand) -> dict[str, Any]:
    while (message := hand.until_asked())["type"] != "over":
        assert hand.end()["ok"]
    return message


def restarted(place: Path, server: Server, how: signal.Signals) -> Server:
    code = server.stop(how)
    assert code == (-signal.SIGKILL if how == signal.SIGKILL else 0)
    assert "Traceback" not in server.log.read_text()
    return arena_at(place)


@pytest.mark.parametrize("how", KILLS)
def test_a_person_and_a_bundled_champion_play_on(tmp_path: Path, how: signal.Signals) -> None:
    server = arena_at(tmp_path)
    made = server.create("portails", "@Ada", "warden", clock={"turn_ms": 60_000, "bank_ms": 60_000}, **SHORT)
    id, secret = made["match"]["id"], made["seats"][0]["secret"]
    hand = Hand(server, id, secret)
    play_until(hand, 3)
    frame, scores = hand.position["frame"], hand.position["scores"]
    before = server.get(f"/api/matches/{id}/film")
    target = hand.position["places"][0]
    offers = hand.ask(type="pick", cell=target)["offers"]
    assert offers
    moved = hand.call(offers[0]["function"], *offers[0]["targets"][0]["args"])
    assert moved["ok"], moved
    ordered = hand.until("position")["orders"]
    assert len(ordered) == 1
    server = restarted(tmp_path, server, how)
    if how != signal.SIGKILL:
        with pytest.raises(ConnectionClosed) as closed:
            hand.hear()
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1012
    hand = Hand(server, id, secret)
    assert hand.until("position")["frame"] == frame
    while not hand.position["orders"]:
        hand.until("position")
    assert (hand.position["scores"], hand.position["turn"], hand.position["orders"]) == (scores, 3, ordered)
    assert hand.position["clocks"][0] > 60_000
    after = server.get(f"/api/matches/{id}/film")
    assert {key: after[key] for key in before} == before
    assert after["notice"] is None
    assert hand.end()["ok"]
    play_to_the_end(hand)
    assert server.until_over(id)["state"] == "over"
    (path,) = (tmp_path / "store" / "replays").rglob("*.gz")
    report = verify(read(path))
    assert report is None or report
    assert [head["id"] for head in server.get("/api/matches")] == [id]  # answered once all is written
    assert list((tmp_path / "store" / "playing").iterdir()) == []
    server.stop()


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGINT])
def test_a_sandboxed_champion_is_fed_what_was_played(tmp_path: Path, how: signal.Signals) -> None:
    champion(tmp_path, "memory")
    server = arena_at(tmp_path)
    made = server.create("portails", "@Ada", "memory", **SHORT)
    id, secret = made["match"]["id"], made["seats"][0]["secret"]
    play_until(Hand(server, id, secret), 4)
    server = restarted(tmp_path, server, how)
    hand = Hand(server, id, secret)
    play_to_the_end(hand)
    assert server.until_over(id)["state"] == "over"
    owner = {"Authorization": f"Bearer {made['owner']}"}
    notes = server.get(f"/api/matches/{id}/notes/1", headers=owner)
    assert [note["printed"].strip() for note in notes] == [f"turns {list(range(n + 2))}" for n in range(6)]
    server.stop()


def test_a_champion_that_fails_when_it_is_fed_has_the_match_begin_again(tmp_path: Path) -> None:
    file = champion(tmp_path, "aged", AGED)
    server = arena_at(tmp_path)
    made = server.create("portails", "@Ada", "aged", **SHORT)
    id, secret = made["match"]["id"], made["seats"][0]["secret"]
    play_until(Hand(server, id, secret), 4)
    os.utime(file, (1, 1))
    server = restarted(tmp_path, server, signal.SIGKILL)
    hand = Hand(server, id, secret)
    assert hand.until_asked()["turn"] == 1
    notice = hand.welcome["head"]["notice"]
    assert notice["en"].startswith("This match was interrupted after turn 3, and began again: aged failed when")
    assert server.get(f"/api/matches/{id}/film")["notice"] == notice
    assert hand.end()["ok"]
    play_to_the_end(hand)
    assert server.until_over(id)["state"] == "over"
    film = server.get(f"/api/matches/{id}/film")
    assert film["notice"] == notice
    assert film["verdicts"][1]["verdict"] == "CRASHED"
    (path,) = (tmp_path / "store" / "replays").rglob("*.gz")
    header = read(path).header
    assert header.restart == Restart(3, "failed", 1)
    server.stop()


def test_matches_that_wait_keep_their_place_and_their_owner(tmp_path: Path) -> None:
    champion(tmp_path, "sleeper", "while True: pass")
    words = ("--champions", str(tmp_path / "champions"), "--matches", "1")
    server = Server(tmp_path / "store", *words)
    first = server.create("portails", "sleeper", "idle", **SHORT)
    next(server.events(first["match"]["id"]))
    waiting = [server.create("portails", "warden", "idle", **SHORT) for _ in range(2)]
    server.stop(signal.SIGKILL)
    with arena(tmp_path / "store", *words) as server:
        states = {head["id"]: head["state"] for head in server.get("/api/matches")}
        assert [states[made["match"]["id"]] for made in waiting] == ["waiting", "waiting"]
        assert states[first["match"]["id"]] in ("waiting", "playing")
        owner = {"Authorization": f"Bearer {first['owner']}"}
        assert server.http.delete(f"/api/matches/{first['match']['id']}", headers=owner).status_code == 204
        for made in waiting:
            assert server.until_over(made["match"]["id"])["state"] == "over"


def test_a_program_over_http_comes_back_with_its_token(tmp_path: Path) -> None:
    server = arena_at(tmp_path)
    seats = [{"kind": "http", "name": "program"}, {"kind": "champion", "name": "idle"}]
    answer = server.http.post("/api/matches", json={"game": "chartichaud", "players": seats, "board": GOLD})
    id = answer.json()["match"]["id"]
    base = f"/http/chartichaud/m/{id}"
    token = server.get(f"{base}/getToken/bot")["token"]
    assert server.http.get(f"{base}/build/A/0/0/C/{token}").text == "ok"
    before = server.get(f"{base}/view/A/{token}")
    server = restarted(tmp_path, server, signal.SIGKILL)
    assert server.get(f"{base}/view/A/{token}") | {"deadline": 0} == before | {"deadline": 0}
    assert before["map"][0][0]["A"]["C"] == 2
    assert server.http.get(f"{base}/endturn/A/{token}").text == "ok"
    assert server.http.get(f"{base}/resign/A/{token}").text == "ok"
    assert server.get(f"{base}/getwinner/A/{token}") == {"winner": "B"}
    server.stop()


def test_programs_that_have_met_in_the_lobby_play_on_with_their_tokens(tmp_path: Path) -> None:
    board = tmp_path / "map.txt"
    board.write_text(GOLD)
    server = Server(tmp_path / "store", "chartichaud", "--board", str(board))
    a, b = server.get("/getToken/ada")["token"], server.get("/m/den/getToken/bob")["token"]
    c = server.get("/getToken/cyd")["token"]
    assert server.http.get(f"/build/A/0/0/C/{a}").text == "ok"
    assert server.http.get(f"/endturn/A/{a}").text == "ok"
    assert server.http.get(f"/farm/B/0/5/{c}").text == "ok"
    seen = {path: server.get(path) | {"deadline": 0} for path in (f"/view/A/{a}", f"/view/B/{c}", f"/m/den/view/A/{b}")}
    assert [view["turn"] for view in seen.values()] == [1, 1, 0]
    server.stop(signal.SIGKILL)
    with arena(tmp_path / "store", "chartichaud") as server:
        assert {path: server.get(path) | {"deadline": 0} for path in seen} == seen
        assert server.http.get(f"/endturn/B/{c}").text == "ok"
        assert server.http.get(f"/resign/A/{a}").text == "ok"
        assert server.get(f"/getwinner/B/{c}") == {"winner": "B"}
        for _ in range(600):
            if heads := server.get("/api/matches"):
                break
        assert [head["state"] for head in heads] == ["over"]
        assert server.http.get(f"/m/den/endturn/A/{b}").text == "ok"
        assert "Traceback" not in server.log.read_text()


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_whoever_waits_for_something_does_not_keep_a_server_from_ending(tmp_path: Path, how: signal.Signals) -> None:
    """Watchers, people, a program over HTTP, one who waits for a match that has not begun."""
    champion(tmp_path, "sleeper", "while True: pass")
    server = Server(tmp_path / "store", "chartichaud", "--champions", str(tmp_path / "champions"), "--matches", "1")
    stuck = server.create("portails", "sleeper", "idle", **SHORT)["match"]["id"]
    waiting = server.create("portails", "sleeper", "idle", **SHORT)["match"]["id"]
    made = server.create("portails", "@Ada", "idle", **SHORT)
    hand = Hand(server, made["match"]["id"], made["seats"][0]["secret"])
    token = server.get("/getToken/bot")["token"]
    assert server.get(f"/view/A/{token}")["player"] == "A"
    with ThreadPoolExecutor(4) as pool:
        watching = [pool.submit(lambda id: list(server.events(id)), id) for id in (stuck, made["match"]["id"], waiting)]
        while server.get(f"/api/matches/{stuck}")["state"] != "playing":
            pass
        assert server.stop(how) == 0
        ends = [one.exception(PATIENCE_S) for one in watching]
    hand.close()
    assert ends == [None, None, None]
    log = server.log.read_text()
    assert log.splitlines()[-1] == "joute: closed"
    assert "Traceback" not in log
    assert "Cancel" not in log
