"""Television: what is shown, in which order, and what is not."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import update

from joute.arena.store import Store
from joute.arena.store.schema import tournaments
from tests.web.support import Server, arena

from .test_tournaments import BRACKET, CUP, joute


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("tv")
    for name, text in (("cup", CUP), ("bracket", BRACKET)):
        (place / f"{name}.toml").write_text(text)
        joute("run", str(place / f"{name}.toml"), "--store", str(place / "store"), "--workers", "1")
    return place / "store"


@pytest.fixture(scope="module")
def cups(store: Path) -> Iterator[Server]:
    with arena(store, "--slack", "100") as server:
        yield server


def release(store: Path, name: str, rounds: int | None) -> None:
    base = Store.open(str(store))
    with base.writing() as connection:
        connection.execute(update(tournaments).where(tournaments.c.name == name).values(released=rounds))
    base.close()


def on(server: Server, query: str = "") -> Any:
    return server.get(f"/api/tv{query}")


def stakes(programme: Any) -> list[tuple[str, str]]:
    return [(one["stake"]["en"], one["stake"]["fr"]) for one in programme["showings"]]


def test_rounds_of_a_bracket_have_their_names(cups: Server) -> None:
    shown = on(cups, "?tournament=bracket")
    assert stakes(shown) == [("bracket, semi-final", "bracket, demi-finale")] * 2 + [
        ("bracket, final", "bracket, finale")
    ]
    assert not shown["more"]
    assert {one["state"] for one in shown["showings"]} == {"over"}
    final = on(cups, "?tournament=bracket&round=2")["showings"]
    assert final == shown["showings"][2:]
    assert [player["seat_name"] for player in final[0]["players"]] == ["A", "B"]


def test_how_it_ended_is_not_told(cups: Server) -> None:
    assert set(on(cups)["showings"][0]) == {"id", "game", "title", "state", "players", "stake"}


def test_what_is_not_released_is_not_shown(store: Path, cups: Server) -> None:
    whole = [one["id"] for one in on(cups, "?tournament=bracket")["showings"]]
    release(store, "bracket", 1)
    assert [one["id"] for one in on(cups, "?tournament=bracket")["showings"]] == whole[:2]
    assert on(cups, "?tournament=bracket&round=2")["showings"] == []
    assert whole[2] not in [one["id"] for one in on(cups)["showings"]]
    hidden = whole[2].removeprefix("n.")
    for name in (hidden, whole[2]):
        told = cups.refused(404, "GET", f"/api/tv?matches={name}")
        assert told == f"there is no match '{hidden}'" == cups.refused(404, "GET", f"/api/tv?matches={name}")
    assert cups.refused(404, "GET", "/api/tv?matches=2:1/0%230")  # the key of a match of a tournament
    release(store, "bracket", None)
    assert [one["id"] for one in on(cups, "?tournament=bracket")["showings"]] == whole


def test_matches_are_shown_in_the_order_wanted(cups: Server) -> None:
    made = cups.create("portails", "idle", "idle", params={"NB_TOURS": 1})
    id = made["match"]["id"]
    cups.until_over(id)
    numbers = [one["id"].removeprefix("n.") for one in on(cups, "?tournament=bracket")["showings"]]
    shown = on(cups, f"?matches={numbers[2]},{id},%20n.{numbers[0]}")
    assert [one["id"] for one in shown["showings"]] == [f"n.{numbers[2]}", id, f"n.{numbers[0]}"]
    assert stakes(shown)[1] == ("", "")
    assert not shown["more"]


def test_the_best_are_those_of_tournaments_then_by_strength(server: Server, cups: Server) -> None:
    for pair in (("idle", "idle"), ("weaver", "warden")):
        server.until_over(server.create("portails", *pair, params={"NB_TOURS": 1})["match"]["id"])
    shown = on(server)
    assert [one["players"][0]["name"] for one in shown["showings"]] == ["weaver", "idle"]
    assert shown["more"]
    assert on(cups)["showings"][0]["id"].startswith("n.")


def test_what_is_played_comes_first_and_people_in_the_fog_are_hidden(server: Server) -> None:
    seen = server.create("portails", "@you", "idle")["match"]["id"]
    hidden = server.create("chartichaud", "@you", "idle")["match"]["id"]
    next(iter(server.events(seen)))
    shown = on(server)["showings"]
    assert (shown[0]["id"], shown[0]["state"]) == (seen, "playing")
    assert hidden not in [one["id"] for one in shown]
    assert on(server, f"?matches={hidden}")["showings"][0]["state"] == "waiting"


def test_what_cannot_be_shown_is_refused(cups: Server) -> None:
    assert "no tournament 'x'" in cups.refused(404, "GET", "/api/tv?tournament=x")
    assert "not both" in cups.refused(400, "GET", "/api/tv?tournament=cup&matches=1")
    assert "65 matches are named; at most 64" in cups.refused(400, "GET", "/api/tv?matches=" + "1," * 65)
    assert cups.refused(404, "GET", "/api/tv?matches=nothing")
    assert cups.refused(400, "GET", "/api/tv?tournament=cup&round=0")
