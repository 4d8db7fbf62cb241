"""Playing by hand: seats, secrets, orders, fog, two tabs, coming back; and what makes no sense is refused."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from joute.core.registry import game_names
from tests.web import support
from tests.web.support import Server

GAME = "chartichaud"
MAP = "chartichaud-map 1\nsize 1 6\ngrid\n5+A1C . . . . 5+B1C\nend\n"
SHORT = {"max_turns": 2}
_hands: list[support.Hand] = []


@pytest.fixture(autouse=True)
def _leave() -> Iterator[None]:
    """Everybody leaves their seat in the end."""
    yield
    while _hands:
        _hands.pop().close()


def Hand(server: Server, id: str, secret: str) -> support.Hand:
    _hands.append(support.Hand(server, id, secret))
    return _hands[-1]


def table(server: Server, *players: str, **more: Any) -> tuple[str, list[str]]:
    """A match on a small map: its id, and the secrets of its people."""
    made = server.create(GAME, *players, **{"board": MAP, "params": SHORT, **more})
    return made["match"]["id"], [seat["secret"] for seat in made["seats"]]


def test_a_person_plays_a_whole_match_against_a_champion(server: Server) -> None:
    id, (secret,) = table(server, "@Ada", "idle")
    hand = Hand(server, id, secret)
    assert hand.welcome["seat"] == 0
    assert hand.welcome["clock"] is None
    assert hand.welcome["undo"] is False
    position = hand.until_asked()
    assert position["waiting"] == [0]
    assert position["places"] == [[0, 0]]
    assert position["clocks"] == [None, None]
    offers = hand.ask(type="pick", cell=[0, 0])
    assert "farm" in [offer["function"] for offer in offers["offers"]]
    assert hand.call("farm", 0, 0)["ok"] is True
    assert hand.until("position")["scores"] == [1, 0]
    assert len(hand.position["orders"]) == 1
    refused = hand.call("farm", 0, 0)
    assert refused["ok"] is False
    assert refused["text"]["en"]
    assert refused["text"]["fr"]
    assert hand.end()["ok"] is True
    over = hand.until("over")
    assert over["result"] == {"scores": [1, 0], "ranks": [1, 2], "reason": "turn_limit"}
    assert server.get(f"/api/matches/{id}")["state"] == "over"
    film = server.get(f"/api/matches/{id}/film")
    assert film["players"][0] == {"name": "Ada", "seat_name": "A", "kind": "human", "colour": None}
    assert film["result"]["scores"] == [1, 0]


def test_an_order_that_is_not_done_yet_says_where_it_goes(server: Server) -> None:
    made = server.create("casus_belli", "@Ada", "idle", "idle")
    hand = Hand(server, made["match"]["id"], made["seats"][0]["secret"])
    position = hand.until_asked()
    assert position["ways"] == []
    (start,) = position["places"]
    walk, turn = hand.ask(type="pick", cell=start)["offers"][:2]
    goal = walk["targets"][-1]
    assert hand.call(walk["function"], *goal["then"][0]["args"])["ok"] is True
    (way,) = hand.until("position")["ways"]
    assert (way[0], way[-1]) == (start, goal["cell"])
    turn = hand.ask(type="pick", cell=start)["offers"][1]
    assert hand.call(turn["function"], *turn["targets"][0]["then"][0]["args"])["ok"] is True
    assert hand.until("position")["ways"] == [way]
    assert len(hand.position["orders"]) == 2


def test_a_click_that_gives_no_order_is_explained(server: Server) -> None:
    id, (secret,) = table(server, "@Ada", "idle")
    hand = Hand(server, id, secret)
    hand.until_asked()
    why = hand.ask(type="why", place=[0, 0], cell=[3, 0])
    assert (why["type"], why["ok"]) == ("answer", False)
    assert why["text"]["en"] == "3 cells away; a unit moves to one of the four cells next to it."
    assert hand.ask(type="why", place=[2, 0], cell=[2, 0])["text"]["en"] == "Nothing of yours can act on 0, 2 now."
    assert hand.ask(type="why", place=[1 << 60, -1], cell=[0, 0], function="none")["text"]["en"]
    assert hand.call("move", "C", 0, 0, 0, 3)["text"]["en"] == why["text"]["en"]


def test_orders_of_a_phase_that_lasts_can_be_taken_back(server: Server) -> None:
    """Also where champions have no undo: the draft is made again without the last order."""
    made = server.create("archipel", "@Ada", "idle", seed=2)
    hand = Hand(server, made["match"]["id"], made["seats"][0]["secret"])
    assert hand.welcome["undo"] is True
    first = hand.until_asked()
    (place,) = first["places"]
    for kind in (1, 0):
        assert hand.call("construire", kind, place)["ok"] is True
        hand.until("position")
    assert len(hand.position["scene"]["boats"]) == len(hand.position["orders"]) == 2
    for left in (1, 0):
        assert hand.ask(type="undo")["ok"] is True
        assert len(hand.until("position")["scene"]["boats"]) == len(hand.position["orders"]) == left
    assert hand.position["scene"] == first["scene"]
    assert hand.ask(type="undo")["text"]["en"] == "There is no order to take back."


def test_one_click_that_gives_many_orders_is_taken_back_by_one(server: Server) -> None:
    made = server.create("archipel", "@Ada", "idle", seed=2)
    hand = Hand(server, made["match"]["id"], made["seats"][0]["secret"])
    (place,) = hand.until_asked()["places"]
    assert hand.call("construire", 0, place)["ok"] is True
    hand.until("position")
    refused = hand.ask(type="call", function="construire", calls=[[1, place]] * 30)
    assert refused["ok"] is False
    assert refused["text"]["en"] == "A galion costs 1, the island holds 0 gold."
    assert len(hand.until("position")["orders"]) == 18
    assert [hand.ask(type="undo")["ok"], len(hand.until("position")["orders"])] == [True, 1]
    assert [hand.ask(type="undo")["ok"], len(hand.until("position")["orders"])] == [True, 0]
    assert hand.ask(type="undo")["ok"] is False


def test_two_people_play_each_other_and_see_only_what_they_may(server: Server) -> None:
    id, secrets = table(server, "@Ada", "@Bob")
    ada, bob = (Hand(server, id, secret) for secret in secrets)
    assert (ada.welcome["seat"], bob.welcome["seat"]) == (0, 1)
    ada.until_asked()
    ada.call("move", "C", 0, 0, 0, 1)
    ada.end()
    seen = bob.until_asked()
    assert seen["scene"]["seat"] == 1
    assert "1C" not in json.dumps(seen["scene"]).replace("B1C", "")
    assert bob.call("farm", 0, 5)["ok"] is True
    bob.end()
    assert ada.until("over")["result"]["ranks"] == [2, 1]
    assert bob.until("over")["result"]["ranks"] == [2, 1]


def test_who_waits_sees_what_comes_into_sight_where_the_game_is_live(server: Server) -> None:
    near = "chartichaud-map 1\nsize 1 6\ngrid\n5+A1C . . B1C . .\nend\n"
    id, secrets = table(server, "@Ada", "@Bob", board=near)
    ada, bob = (Hand(server, id, secret) for secret in secrets)
    ada.until_asked()
    while bob.until("position")["frame"] < 1:
        pass
    before = bob.position
    assert ada.call("move", "C", 0, 0, 0, 1)["ok"] is True
    after = bob.until("position")
    assert (after["frame"], after["asked"], after["waiting"]) == (1, False, [0])
    assert after["scene"] != before["scene"]
    assert bob.call("farm", 0, 3)["text"]["en"] == "It is not your turn."


def test_a_match_of_people_in_the_fog_is_watched_when_it_is_over(server: Server) -> None:
    made = server.create(GAME, "@Ada", "idle", board=MAP, params=SHORT)
    id, secret = made["match"]["id"], made["seats"][0]["secret"]
    hand = Hand(server, id, secret)
    hand.until_asked()
    owner = {"Authorization": f"Bearer {made['owner']}"}
    assert "when it is over" in server.refused(403, "GET", f"/api/matches/{id}/notes/1", headers=owner)
    for path in ("film", "film/all/0", "film/0/0", "live"):
        assert "when it is over" in server.refused(403, "GET", f"/api/matches/{id}/{path}")
    assert server.get(f"/api/matches/{id}")["open"] is False
    assert server.get(f"/api/matches/{id}")["scores"] == [0, 0]
    assert "when the match is over" in server.refused(409, "GET", f"/api/matches/{id}/replay")
    hand.end()
    hand.until("over")
    assert server.get(f"/api/matches/{id}")["open"] is True
    assert server.get(f"/api/matches/{id}/film")["tracks"] == ["all", "0", "1"]


def test_a_reload_resumes_the_seat_with_its_draft(server: Server) -> None:
    id, (secret,) = table(server, "@Ada", "idle")
    first = Hand(server, id, secret)
    first.until_asked()
    first.call("farm", 0, 0)
    first.until("position")
    first.close()
    again = Hand(server, id, secret)
    position = again.until_asked()
    assert position["scores"] == [1, 0]
    assert len(position["orders"]) == 1
    again.end()
    assert again.until("over")["result"]["scores"] == [1, 0]


def test_the_newest_of_two_tabs_has_the_seat_and_the_other_is_told(server: Server) -> None:
    id, (secret,) = table(server, "@Ada", "idle")
    old = Hand(server, id, secret)
    old.until_asked()
    new = Hand(server, id, secret)
    assert "another window" in old.until("refused")["text"]["en"]
    with pytest.raises(ConnectionClosed) as closed:
        old.hear()
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 4409
    new.until_asked()
    assert new.end()["ok"] is True
    assert new.until("over")["result"]["scores"] == [0, 0]


def closed_with(server: Server, id: str, message: Any) -> tuple[str, int]:
    """What a socket is told that begins with a wrong message, and how it is closed."""
    with server.socket(id) as socket:
        socket.send(message)
        told = json.loads(socket.recv(10))
        assert told["type"] == "refused"
        with pytest.raises(ConnectionClosed) as closed:
            socket.recv(10)
        assert closed.value.rcvd is not None
        return told["text"]["en"], closed.value.rcvd.code


def test_a_wrong_secret_or_match_opens_nothing(server: Server) -> None:
    id, (secret,) = table(server, "@Ada", "idle")
    sit = json.dumps({"type": "sit", "secret": secret[:-1]})
    assert closed_with(server, id, sit) == ("This link does not open a seat of this match.", 4403)
    assert closed_with(server, id, '{"type": "end", "id": 1}')[1] == 1008
    assert closed_with(server, id, "{")[1] == 1008
    assert closed_with(server, "nothing", sit) == ("There is no such match.", 4404)


@pytest.mark.parametrize(
    "message",
    [
        "",
        "null",
        "[]",
        "{}",
        '{"type": "fly", "id": 1}',
        '{"type": "end"}',
        '{"type": "end", "id": "x"}',
        '{"type": "pick", "id": 1, "cell": [1]}',
        '{"type": "pick", "id": 1, "cell": [1, 2, 3]}',
        '{"type": "call", "id": 1, "function": "farm"}',
        '{"type": "call", "id": 1, "function": "", "calls": []}',
        "[" * 5_000,
    ],
)
def test_a_misshapen_message_is_refused_and_the_match_unharmed(server: Server, message: str) -> None:
    id, (secret,) = table(server, "@Ada", "idle")
    hand = Hand(server, id, secret)
    hand.until_asked()
    hand.socket.send(message)
    assert hand.until("refused")["text"]["fr"]
    assert hand.call("farm", 0, 0)["ok"] is True
    hand.close()


@pytest.mark.parametrize(
    ("function", "args"),
    [
        ("farm", []),
        ("farm", [0]),
        ("farm", ["x", None]),
        ("farm", [0, 1 << 70]),
        ("farm", [[0], {"y": 1}]),
        ("move", ["Z", 0, 0, 0, 1]),
        ("build", [0, 0, "B", 1, 2, 3]),
    ],
)
def test_a_call_with_wrong_arguments_gets_the_answer_of_the_rules(
    server: Server, function: str, args: list[Any]
) -> None:
    id, (secret,) = table(server, "@Ada", "idle")
    hand = Hand(server, id, secret)
    hand.until_asked()
    answer = hand.call(function, *args)
    assert answer.get("ok") is not True
    assert answer["text"]["en"]
    assert hand.call("farm", 0, 0)["ok"] is True
    hand.close()


def test_what_is_no_action_cannot_be_called(server: Server) -> None:
    id, (secret,) = table(server, "@Ada", "idle")
    hand = Hand(server, id, secret)
    hand.until_asked()
    for name in ("gold", "view", "__class__", "nothing"):
        assert f"There is no action {name!r}; there are move, build" in hand.call(name)["text"]["en"]
    assert hand.ask(type="undo")["text"]["en"] == "Orders cannot be taken back in this game."
    hand.close()


def test_messages_out_of_turn_are_refused(server: Server) -> None:
    id, secrets = table(server, "@Ada", "@Bob")
    ada, bob = (Hand(server, id, secret) for secret in secrets)
    ada.until_asked()
    assert bob.call("farm", 0, 5)["text"]["en"] == "It is not your turn."
    assert bob.end()["text"]["en"] == "It is not your turn."
    assert ada.call("farm", 0, 0)["ok"] is True
    ada.end()
    assert ada.end()["text"]["en"] == "It is not your turn."
    bob.until_asked()
    assert bob.position["scores"] == [1, 0]
    ada.close()
    bob.close()


def test_too_many_messages_at_once_are_refused_and_then_cut_off(server: Server) -> None:
    id, (secret,) = table(server, "@Ada", "idle")
    hand = Hand(server, id, secret)
    hand.until_asked()
    for _ in range(1_000):
        try:
            hand.socket.send('{"type": "pick", "id": 7, "cell": null}')
        except ConnectionClosed:
            break
    with pytest.raises(ConnectionClosed):
        hand.until("nothing")
    again = Hand(server, id, secret)
    again.until_asked()
    assert again.call("farm", 0, 0)["ok"] is True
    again.close()


def test_every_message_is_answered_by_its_number_those_that_came_too_fast_too(server: Server) -> None:
    id, (secret,) = table(server, "@Ada", "idle")
    hand = Hand(server, id, secret)
    hand.until_asked()
    numbers = [*range(1, 216)]
    for number in numbers:
        hand.say(type="pick", id=number, cell=None)
    assert sorted(hand.until("offers", "refused")["id"] for _ in numbers) == numbers
    hand.close()


def test_who_runs_out_of_time_loses_the_turn(server: Server) -> None:
    id, (secret,) = table(server, "@Ada", "idle", clock={"turn_ms": 1_000, "bank_ms": 0})
    hand = Hand(server, id, secret)
    assert 0 < hand.until_asked()["clocks"][0] <= 1_000
    over = hand.until("over")
    assert over["result"] == {"scores": [0, 0], "ranks": [2, 1], "reason": "timeout"}
    assert over["verdicts"][0]["verdict"] == "TIMED_OUT"


def test_one_browser_can_hold_several_seats(server: Server) -> None:
    id, secrets = table(server, "@Ada", "@Bob", params={"max_turns": 4})
    hands = [Hand(server, id, secret) for secret in secrets]
    for turn in range(4):
        hand = hands[turn % 2]
        hand.until_asked()
        hand.end()
    assert [hand.until("over")["result"]["scores"] for hand in hands] == [[0, 0], [0, 0]]


def test_who_comes_back_after_the_end_is_told_how_it_ended(server: Server) -> None:
    id, (secret,) = table(server, "@Ada", "idle")
    hand = Hand(server, id, secret)
    hand.until_asked()
    hand.end()
    hand.until("over")
    again = Hand(server, id, secret)
    assert again.until("over")["result"]["scores"] == [0, 0]


def test_an_owner_can_stop_a_match_and_its_people_are_told(server: Server) -> None:
    made = server.create(GAME, "@Ada", "idle")
    id, secret = made["match"]["id"], made["seats"][0]["secret"]
    hand = Hand(server, id, secret)
    hand.until_asked()
    assert "owner" in server.refused(403, "DELETE", f"/api/matches/{id}")
    wrong = {"Authorization": f"Bearer {secret}"}
    assert "owner" in server.refused(403, "DELETE", f"/api/matches/{id}", headers=wrong)
    answer = server.http.delete(f"/api/matches/{id}", headers={"Authorization": f"Bearer {made['owner']}"})
    assert answer.status_code == 204
    assert "stopped by its owner" in hand.until("refused")["text"]["en"]
    head = server.get(f"/api/matches/{id}")
    assert (head["state"], head["told"]) == ("failed", "it was stopped by its owner")


@pytest.mark.slow
@pytest.mark.parametrize("game", game_names())
def test_every_game_is_played_by_clicking_what_is_offered(server: Server, game: str) -> None:
    head = next(head for head in server.get("/api/games") if head["name"] == game)
    made = server.create(game, "@Ada", *["idle"] * (head["seats"]["usual"] - 1), seed=2)
    hand = Hand(server, made["match"]["id"], made["seats"][0]["secret"])
    made_calls = 0
    for _ in range(6):
        position = hand.until_asked()
        if position["type"] == "over":
            break
        assert position["scene"]["seat"] == 0
        for cell in [None, *position["places"][:3]]:
            made_calls += sum(click(hand, offer) for offer in hand.ask(type="pick", cell=cell)["offers"][:2])
        assert hand.end()["ok"] is True
    assert made_calls > 0
    assert server.get(f"/api/matches/{made['match']['id']}")["state"] in ("playing", "over")


def click(hand: support.Hand, offer: dict[str, Any]) -> bool:
    """Take an offer as the page would, its first target or its button: whether it was accepted."""
    targets = [last for target in offer["targets"] for last in target["then"] or [target]]
    args = targets[0]["args"] if targets else offer["args"]
    answer = hand.call(offer["function"], *args)
    assert answer["type"] == "answer", answer
    return bool(answer["ok"])
