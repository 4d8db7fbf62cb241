"""What is left when a server ends, however it ends: no process, and all matches."""

from __future__ import annotations

import os
import select
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import pytest

from tests.web.support import PATIENCE_S, Hand, Process, Server, arena

SLEEPER = "from api import *\n\n\ndef jouer_tour():\n    while True:\n        pass\n"


def left(processes: set[Process]) -> list[Process]:
    """Those that have not ended, however patiently they are waited for."""
    deadline = time.monotonic() + PATIENCE_S
    while living := [process for process in processes if process.lives]:
        with suppress(OSError):
            handle = os.pidfd_open(living[0].pid)
            select.select([handle], [], [], 1)
            os.close(handle)
        if time.monotonic() > deadline:
            break
    return living


def busy_arena(place: Path) -> tuple[Server, str, str]:
    """A server with a match that is over, one that a champion keeps busy in its box, and one with a person."""
    (place / "champions" / "chartichaud").mkdir(parents=True)
    (place / "champions" / "chartichaud" / "sleeper.py").write_text(SLEEPER)
    server = Server(place / "store", "--champions", str(place / "champions"))
    over = server.create("chartichaud", "idle", "idle", params={"max_turns": 2})["match"]["id"]
    assert server.until_over(over)["state"] == "over"
    stuck = server.create("chartichaud", "sleeper", "idle")["match"]["id"]
    next(server.events(stuck))
    made = server.create("chartichaud", "@Ada", "idle")
    hand = Hand(server, made["match"]["id"], made["seats"][0]["secret"])
    hand.until_asked()
    hand.close()
    assert len(server.offspring()) >= 4  # the zygote, two matches, and the champion's box
    return server, over, stuck


@pytest.mark.slow
@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT, signal.SIGKILL])
def test_no_process_is_left_and_no_match_is_lost(tmp_path: Path, how: signal.Signals) -> None:
    server, over, stuck = busy_arena(tmp_path)
    film = server.get(f"/api/matches/{over}/film")
    processes = server.offspring()
    code = server.stop(how)
    assert code == (-signal.SIGKILL if how == signal.SIGKILL else 0)
    assert left(processes) == []
    with arena(tmp_path / "store") as again:
        heads = {head["id"]: head for head in again.get("/api/matches")}
        assert heads[over]["state"] == "over"
        assert again.get(f"/api/matches/{over}/film") == film
        assert heads[stuck]["state"] in ("waiting", "playing")
        assert len(heads) == 3
        assert {head["state"] for head in heads.values()} <= {"over", "waiting", "playing"}


@pytest.mark.slow
def test_a_match_whose_process_dies_fails_and_the_arena_goes_on(tmp_path: Path) -> None:
    with arena(tmp_path / "store") as server:
        made = server.create("chartichaud", "@Ada", "idle")
        hand = Hand(server, made["match"]["id"], made["seats"][0]["secret"])
        hand.until_asked()
        zygote, player = sorted(server.offspring(), key=lambda process: int(process.began))
        os.kill(player.pid, signal.SIGKILL)
        assert "the process of this match has died" in hand.until("refused")["text"]["en"]
        hand.close()
        os.kill(zygote.pid, signal.SIGKILL)
        head = server.until_over(server.create("chartichaud", "idle", "idle", params={"max_turns": 1})["match"]["id"])
        assert head["state"] == "over"


def test_matches_wait_for_their_turn_and_the_queue_is_bounded(tmp_path: Path) -> None:
    (tmp_path / "champions" / "chartichaud").mkdir(parents=True)
    (tmp_path / "champions" / "chartichaud" / "sleeper.py").write_text(SLEEPER)
    words = ("--champions", str(tmp_path / "champions"), "--matches", "1", "--slack", "100")
    with arena(tmp_path / "store", *words) as server:
        first = server.create("chartichaud", "sleeper", "idle")
        next(server.events(first["match"]["id"]))
        second = server.create("chartichaud", "idle", "idle")
        assert server.get(f"/api/matches/{second['match']['id']}")["state"] == "waiting"
        for _ in range(63):
            server.create("chartichaud", "idle", "idle")
        wanted = {"game": "chartichaud", "players": [{"kind": "champion", "name": "idle"}] * 2}
        assert "too many matches are waiting" in server.refused(503, "POST", "/api/matches", json=wanted)
        owner = {"Authorization": f"Bearer {first['owner']}"}
        assert server.http.delete(f"/api/matches/{first['match']['id']}", headers=owner).status_code == 204
        assert server.until_over(second["match"]["id"])["state"] == "over"


def test_champions_of_strangers_are_never_run_without_walls(tmp_path: Path) -> None:
    (tmp_path / "champions" / "chartichaud").mkdir(parents=True)
    (tmp_path / "champions" / "chartichaud" / "peeker.py").write_text("open('/etc/hostname').read()\n")
    with arena(tmp_path / "store", "--champions", str(tmp_path / "champions")) as server:
        made = server.create("chartichaud", "peeker", "idle", params={"max_turns": 2})
        assert server.until_over(made["match"]["id"])["state"] == "over"
        film = server.get(f"/api/matches/{made['match']['id']}/film")
        assert film["verdicts"][0]["verdict"] == "LOAD_ERROR"
        assert film["result"]["ranks"] == [2, 1]


def test_a_taken_port_is_told_in_words(server: Server, tmp_path: Path) -> None:
    port = server.place.partition(":")[2]
    words = [sys.executable, "-m", "joute.cli", "serve", "--port", port, "--store", str(tmp_path / "store")]
    done = subprocess.run(words, capture_output=True, text=True, timeout=PATIENCE_S)
    assert done.returncode == 2
    assert f"cannot listen on 127.0.0.1, port {port}: Address already in use; try another --port" in done.stderr


def test_a_store_that_is_in_use_is_told_in_words(server: Server) -> None:
    words = [sys.executable, "-m", "joute.cli", "serve", "--port", "0", "--store", str(server.store)]
    done = subprocess.run(words, capture_output=True, text=True, timeout=PATIENCE_S)
    assert done.returncode == 3
    assert "another program is already at work" in done.stderr
    assert done.stdout == ""  # it never was open
