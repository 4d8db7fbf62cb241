"""What sites that show links see of a match: title, description and picture; and who may frame its page."""

from __future__ import annotations

import re
import struct
from pathlib import Path

import pytest

from joute.web.picture.chromium import find_chromium
from joute.web.picture.studio import Size
from tests.web.support import Server, arena

from .test_tv import on, release, store  # noqa: F401

PNG = b"\x89PNG\r\n\x1a\n"


def over(server: Server, *players: str) -> str:
    made = server.create("portails", *players, seed=1, params={"NB_TOURS": 2})
    return str(server.until_over(made["match"]["id"])["id"])


def tags(server: Server, address: str) -> dict[str, str]:
    page = server.http.get(address)
    assert page.status_code == 200
    return dict(re.findall(r'<meta property="(og:[\w:]+)" content="([^"]*)">', page.text))


@pytest.mark.skipif(find_chromium() is None, reason="chromium is missing: make system")
def test_a_match_that_is_over_has_a_picture(server: Server) -> None:
    id = over(server, "idle", "idle")
    for lang in ("en", "fr", "en"):
        answer = server.http.get(f"/api/matches/{id}/picture?lang={lang}")
        assert (answer.status_code, answer.headers["content-type"]) == (200, "image/png")
        assert answer.content.startswith(PNG)
        assert struct.unpack(">II", answer.content[16:24]) == Size(1200, 630)
    (film,) = server.store.glob("films/*/picture-en.png")
    assert film.read_bytes() == answer.content
    assert server.refused(400, "GET", f"/api/matches/{id}/picture?lang=de")
    assert server.refused(404, "GET", "/api/matches/nothing/picture")


def test_without_a_browser_there_is_a_card(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/usr/bin-without-anything")
    with arena(tmp_path / "store") as server:
        id = over(server, "idle", "idle")
        answer = server.http.get(f"/api/matches/{id}/picture?lang=fr")
        assert (answer.status_code, answer.headers["content-type"]) == (200, "image/svg+xml")
        assert "Égalité : idle 0, idle 0" in answer.text


def test_names_of_players_are_text_on_the_card_and_in_the_head(server: Server) -> None:
    id = server.create("portails", '@<b>"&', "idle")["match"]["id"]
    card = server.http.get(f"/api/matches/{id}/picture")
    assert card.headers["content-type"] == "image/svg+xml"
    assert "&lt;b&gt;&quot;&amp;" in card.text
    assert "<b>" not in card.text
    assert tags(server, f"/watch/{id}")["og:title"] == "&lt;b&gt;&quot;&amp; – idle · Portails"
    assert "0" not in tags(server, f"/watch/{id}")["og:description"]


def test_the_head_of_the_page_tells_of_the_match(server: Server) -> None:
    id = over(server, "idle", "idle")
    told = tags(server, f"/watch/{id}?lang=fr")
    base = f"http://{server.place}"
    assert told == {
        "og:type": "website",
        "og:site_name": "Joute",
        "og:title": "idle – idle · Portails",
        "og:description": "Égalité : idle 0, idle 0",
        "og:url": f"{base}/watch/{id}",
        "og:image": f"{base}/api/matches/{id}/picture?lang=fr",
        "og:image:width": "1200",
        "og:image:height": "630",
    }
    assert "<title>idle – idle · Portails · Joute</title>" in server.http.get(f"/watch/{id}").text
    assert tags(server, "/watch/nothing") == tags(server, "/") == {}


def test_a_round_that_is_not_released_is_told_to_nobody(store: Path) -> None:  # noqa: F811
    with arena(store) as server:
        final = on(server, "?tournament=bracket&round=2")["showings"][0]["id"]
        assert tags(server, f"/watch/{final}")["og:title"]
        release(store, "bracket", 1)
        assert tags(server, f"/watch/{final}") == {}
        assert "there is no match" in server.refused(404, "GET", f"/api/matches/{final}/picture")


@pytest.mark.parametrize(
    ("address", "framed"),
    [
        ("/watch/x?embed", True),
        ("/watch/x?turn=3&embed=1", True),
        ("/watch/x?embed=0", False),
        ("/watch/x", False),
        ("/play/x?embed", False),
        ("/tv?embed", False),
        ("/?embed", False),
    ],
)
def test_only_a_film_that_asks_for_it_may_be_framed(server: Server, address: str, framed: bool) -> None:
    policy = server.http.get(address).headers["content-security-policy"]
    assert f"frame-ancestors {'*' if framed else chr(39) + 'none' + chr(39)}" in policy
