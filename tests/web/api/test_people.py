"""People at a table: they resign, agree on a draw, come and go, and are told what the others did."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from joute.match.reading import read
from joute.match.verify import verify
from tests.web import support
from tests.web.support import Server

_hands: list[support.Hand] = []


@pytest.fixture(autouse=True)
def _leave() -> Iterator[None]:
    """Everybody leaves their seat in the end."""
    yield
    while _hands:
        _hands.pop().close()


def seated(server: Server, game: str, *players: str, **more: Any) -> tuple[str, list[support.Hand]]:
    """A match, and its people at their seats."""
    made = server.create(game, *players, **{"seed": 1, **more})
    id = made["match"]["id"]
    hands = [support.Hand(server, id, seat["secret"]) for seat in made["seats"]]
    _hands.extend(hands)
    return id, hands


def turn_of(server: Server, hand: support.Hand) -> None:
    """One whole turn in which nothing is done."""
    hand.until_asked()
    hand.end()


@pytest.mark.parametrize("game", ["archipel", "casus_belli", "chartichaud", "portails", "tours_de_magie"])
def test_one_can_resign_in_every_game(server: Server, game: str) -> None:
    (head,) = [one for one in server.get("/api/games") if one["name"] == game]
    id, (ada,) = seated(server, game, "@Ada", *["idle"] * (head["seats"]["usual"] - 1))
    ada.until_asked()
    assert ada.ask(type="resign")["ok"] is True
    over = ada.until("over")
    last = head["seats"]["usual"]
    assert over["result"]["ranks"][0] == last
    assert over["result"]["reason"] == "resign"
    assert server.get(f"/api/matches/{id}")["state"] == "over"
    assert server.get(f"/api/matches/{id}/film")["result"]["ranks"][0] == last


def test_one_resigns_while_another_person_thinks(server: Server) -> None:
    _, (ada, bob) = seated(server, "portails", "@Ada", "@Bob")
    ada.until_asked()
    assert bob.ask(type="resign")["ok"] is True
    assert ada.until("told")["text"]["en"] == "Bob gives the match up."
    assert ada.until("over")["result"] == {"scores": [0, 0], "ranks": [1, 2], "reason": "resign"}


def test_two_people_agree_on_a_draw_once_one_declined(server: Server) -> None:
    id, (ada, bob) = seated(server, "portails", "@Ada", "@Bob")
    assert ada.welcome["may"] == ["draw", "back"]
    ada.until_asked()
    assert bob.ask(type="propose", kind="draw")["ok"] is True
    assert ada.until("position")["proposal"] == {"kind": "draw", "seat": 1, "agreed": [1]}
    assert ada.ask(type="decline")["ok"] is True
    assert bob.until("told")["text"]["en"] == "Ada declines the draw."
    assert ada.ask(type="decline")["text"]["en"] == "Nothing is proposed."
    assert ada.ask(type="propose", kind="draw")["ok"] is True
    assert bob.ask(type="propose", kind="draw")["ok"] is True
    assert ada.until("over")["result"] == {"scores": [0, 0], "ranks": [1, 1], "reason": "draw"}
    assert server.get(f"/api/matches/{id}")["ranks"] == [1, 1]


def test_there_is_no_draw_with_champions_nor_where_the_game_knows_none(server: Server) -> None:
    _, (ada,) = seated(server, "portails", "@Ada", "idle")
    assert ada.welcome["may"] == ["back"]
    assert ada.ask(type="propose", kind="draw")["text"]["en"] == "Nobody can agree on a draw at this table."
    _, people = seated(server, "tours_de_magie", "@A", "@B", "@C", "@D")
    assert people[0].welcome["may"] == ["back"]


def test_who_is_there_is_told_and_found_in_the_list(server: Server) -> None:
    id, (ada, bob) = seated(server, "portails", "@Ada", "@Bob")
    here: list[int] = []
    while here != [0, 1] or not ada.position.get("asked"):  # in either order
        here = ada.hear().get("here", here)
    assert (server.get(f"/api/matches/{id}")["asked"], server.get(f"/api/matches/{id}")["here"]) == ([0], [0, 1])
    bob.close()
    while ada.until("presence")["here"] != [0]:  # the table may have been full twice
        pass
    other = server.create("portails", "@Cleo", "idle")["match"]["id"]
    heads = server.get("/api/matches", params={"ids": f"{id},nobody,{other}"})
    assert [head["id"] for head in heads] == [id, other]
    assert heads[0]["here"] == [0]


def test_one_is_told_what_the_others_did_until_one_gives_orders(server: Server) -> None:
    _, (ada, bob) = seated(server, "portails", "@Ada", "@Bob")
    first = ada.until_asked()
    x, y = first["scene"]["players"][0]["x"], first["scene"]["players"][0]["y"]
    assert first["news"] == []
    step = [x + 1 if x < 5 else x - 1, y]
    assert ada.call("deplacer", step)["ok"] is True
    ada.end()
    (deed,) = bob.until_asked()["news"]
    assert deed == {
        "turn": 1,
        "phase": "turn",
        "seat": 0,
        "text": {
            "en": f"the pawn goes to {step[0]}, {step[1]}",
            "fr": f"l'agent va en {step[0]}, {step[1]}",
        },
        "way": [[x, y], step],
    }
    bob.end()
    (none,) = ada.until_asked()["news"]
    assert (none["seat"], none["text"]["en"]) == (1, "no order")
    ada.end()
    assert [deed["turn"] for deed in bob.until_asked()["news"]] == [1, 2]


def test_the_clocks_of_all_people_are_shown(server: Server) -> None:
    clock = {"turn_ms": 600_000, "bank_ms": 0}
    _, (ada, _) = seated(server, "tours_de_magie", "@Ada", "idle", "@Cleo", "idle", clock=clock)
    clocks = ada.until_asked()["clocks"]
    assert [left is None for left in clocks] == [False, True, False, True]
    assert all(0 < left <= 600_000 for left in clocks if left is not None)


def test_who_runs_out_of_time_is_told(server: Server) -> None:
    _, (ada,) = seated(server, "portails", "@Ada", "idle", clock={"turn_ms": 1_000, "bank_ms": 0})
    assert ada.until("told")["text"]["en"].startswith("Your time was up: this phase ended without your orders.")


def step(hand: support.Hand, seat: int) -> list[list[int]]:
    """Move the pawn of portails by one cell: from where to where."""
    own = hand.position["scene"]["players"][seat]
    here, there = [own["x"], own["y"]], [own["x"] + (1 if own["x"] < 5 else -1), own["y"]]
    assert hand.call("deplacer", there)["ok"] is True
    hand.end()
    return [here, there]


def pawns(hand: support.Hand) -> list[list[int]]:
    return [[player["x"], player["y"]] for player in hand.position["scene"]["players"]]


def test_a_turn_is_taken_back_when_all_agree_and_the_replay_verifies(server: Server, tmp_path: Path) -> None:
    id, (ada, bob) = seated(server, "portails", "@Ada", "@Bob", params={"NB_TOURS": 2})
    ada.until_asked()
    assert ada.ask(type="propose", kind="back")["text"]["en"] == "You have not ended a turn yet."
    here, _ = step(ada, 0)
    bob.until_asked()
    step(bob, 1)
    ada.until_asked()
    assert ada.ask(type="propose", kind="back")["ok"] is True
    while not bob.until("position")["proposal"]:
        pass
    assert bob.ask(type="propose", kind="back")["ok"] is True
    assert ada.until("told")["text"]["en"] == "Ada takes the last turn back."
    while (position := ada.until_asked())["frame"] != 1:
        pass
    assert (position["turn"], position["news"], pawns(ada)[0]) == (1, [], here)
    for _ in range(2):
        ada.end()
        bob.until_asked()
        bob.end()
        ada.until("position", "over")
        if ada.position["turn"] == 1:
            ada.until_asked()
    assert server.until_over(id)["state"] == "over"
    replay = tmp_path / "match.jsonl.gz"
    replay.write_bytes(server.http.get(f"/api/matches/{id}/replay").content)
    found = read(replay)
    assert len(found.phases) == 6
    assert verify(found).difference == ""
    film = server.get(f"/api/matches/{id}/film")
    assert (film["frames"], film["damage"]) == (7, None)


@pytest.mark.parametrize("champion", ["weaver", "random"])
def test_champions_agree_and_know_nothing_of_what_was_taken_back(server: Server, champion: str) -> None:
    """They are started anew and shown what stands: what they do next is what they did before."""
    _, (ada,) = seated(server, "portails", "@Ada", champion, params={"NB_TOURS": 5})
    seen = []
    for _ in range(2):
        ada.until_asked()
        ada.end()
        while (position := ada.until_asked())["frame"] != 3:
            pass
        seen.append((position["scene"], position["news"]))
        assert ada.ask(type="propose", kind="back")["ok"] is True
    assert seen[0] == seen[1]


def test_who_watches_is_told_that_turns_are_taken_back(server: Server) -> None:
    id, (ada,) = seated(server, "portails", "@Ada", "idle")
    ada.until_asked()
    ada.end()
    ada.until_asked()
    with server.http.stream("GET", f"/api/matches/{id}/live", params={"track": "all"}) as answer:
        lines = answer.iter_lines()
        assert next(line for line in lines if line.startswith("data:"))
        ada.ask(type="propose", kind="back")
        assert "event: back" in list(lines)
    ada.until_asked()
    assert server.get(f"/api/matches/{id}/film")["frames"] == 2
