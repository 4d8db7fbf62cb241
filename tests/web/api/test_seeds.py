"""The seed of a match, from which a hidden board follows, is told to nobody before the match is over."""

from __future__ import annotations

import itertools
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from joute import load_game
from joute.core.registry import game_names
from tests.web.support import PATIENCE_S, Hand, Server

SEED = 4_242_424_242_424_242
"""A number that is nowhere else."""
PAGES = ["", "/film", "/film?track=0", "/film/all/0", "/film/0/0", "/notes/0", "/notes/1", "/replay", "/html"]


def said(server: Server, id: str, owner: str) -> str:
    """All that anybody is told of a match over HTTP, its owner included."""
    paths = ["/api/matches", "/api/tournaments", *(f"/api/matches/{id}{page}" for page in PAGES)]
    headers: list[dict[str, str]] = [{}, {"Authorization": f"Bearer {owner}"}]
    answers = [server.http.get(path, headers=more) for path in paths for more in headers]
    assert not [answer for answer in answers if answer.status_code >= 500]
    return "".join(answer.text + str(answer.headers) for answer in answers)


def first_event(server: Server, id: str) -> str:
    """What a watcher is sent first, if there is anything to watch."""
    with server.http.stream("GET", f"/api/matches/{id}/live") as answer:
        return (
            "" if answer.status_code != 200 else next(line for line in answer.iter_lines() if line.startswith("data"))
        )


@pytest.mark.parametrize("game", [name for name in game_names() if load_game(name).info.seats == 2])
def test_the_seed_of_a_match_with_people_is_told_when_it_is_over(server: Server, game: str) -> None:
    made = server.create(game, "@Ada", "idle", seed=SEED)
    id, secret = made["match"]["id"], made["seats"][0]["secret"]
    hand = Hand(server, id, secret)
    messages = [hand.welcome, hand.until_asked(), hand.ask(type="pick", cell=None), hand.end()]
    told = json.dumps([made, *messages]) + said(server, id, made["owner"]) + first_event(server, id)
    assert str(SEED) not in told
    assert hand.welcome["head"]["seed"] is None
    hand.close()


def test_the_seed_is_told_to_all_in_the_end(server: Server) -> None:
    made = server.create("chartichaud", "@Ada", "idle", seed=SEED, params={"max_turns": 1})
    id, secret = made["match"]["id"], made["seats"][0]["secret"]
    hand = Hand(server, id, secret)
    hand.until_asked()
    hand.end()
    hand.until("over")
    assert [server.get(f"/api/matches/{id}/film?track={track}")["seed"] for track in ("all", "0", "1")] == [
        str(SEED)
    ] * 3
    assert Hand(server, id, secret).welcome["head"]["seed"] == str(SEED)


@pytest.mark.parametrize("game", ["casus_belli", "chartichaud", "portails"])
def test_the_seed_of_a_relayed_match_is_told_when_it_is_over(server: Server, game: str, tmp_path: Path) -> None:
    replay = tmp_path / "match.jsonl"
    words = [sys.executable, "-m", "joute.cli", "run", game, "idle", "idle", "--seed", str(SEED), "-o", str(replay)]
    subprocess.run(words, check=True, capture_output=True, timeout=PATIENCE_S)
    header, *lines = replay.read_bytes().splitlines(keepends=True)
    made = server.http.post("/api/live", content=header).json()
    id, owner = made["match"]["id"], {"Authorization": f"Bearer {made['owner']}"}
    assert server.get(f"/api/matches/{id}/film")["seed"] is None
    assert str(SEED) not in json.dumps(made) + said(server, id, made["owner"]) + first_event(server, id)
    with server.http.stream("GET", f"/api/matches/{id}/live") as answer:
        events = (json.loads(line[5:]) for line in answer.iter_lines() if line.startswith("data:"))
        seen: list[dict[str, Any]] = [next(events)]
        server.http.post(f"/api/live/{id}", content=b"".join(lines), headers=owner)
        seen += events
    told = [event["seed"] for event in seen]
    assert told == [None] * (len(told) - 1) + [str(SEED)]
    assert server.get(f"/api/matches/{id}/film")["seed"] == str(SEED)


def test_a_seed_that_nobody_chose_cannot_be_found_by_trying(server: Server) -> None:
    """32 bits could be: a board is made from each until one shows what the player sees."""
    seeds = []
    for _ in range(8):
        made = server.create("chartichaud", "idle", "idle", params={"max_turns": 1})
        server.until_over(made["match"]["id"])
        seeds.append(int(server.get(f"/api/matches/{made['match']['id']}/film")["seed"]))
    assert max(seeds) >= 2**32
    assert all(one != other for one, other in itertools.combinations(seeds, 2))


@pytest.mark.parametrize("given", [2**64 - 1, str(2**64 - 1), 2**53 + 1])
def test_every_seed_of_64_bits_is_taken_and_told_exactly(server: Server, given: int | str) -> None:
    """A browser would round it: it comes, and may be sent, as digits."""
    made = server.create("chartichaud", "idle", "idle", seed=given, params={"max_turns": 1})
    server.until_over(made["match"]["id"])
    assert server.get(f"/api/matches/{made['match']['id']}/film")["seed"] == str(given)


@pytest.mark.parametrize("given", [2**64, str(2**64), "-1", "", "0x1", 1.5])
def test_what_is_no_seed_is_refused(server: Server, given: object) -> None:
    players = [{"kind": "champion", "name": "idle"}] * 2
    wanted = {"game": "chartichaud", "players": players, "seed": given}
    assert "seed" in server.refused(400, "POST", "/api/matches", json=wanted)
