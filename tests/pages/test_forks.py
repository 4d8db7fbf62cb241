"""Playing on from a position of any game, and two matches side by side."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.web.support import Server

from .browser import Player, pause, seek, turn_of, unfit
from .conftest import Visits
from .matches import SHORT, played

pytestmark = pytest.mark.slow
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True, "locale": "fr-FR"}


@pytest.mark.parametrize("game", SHORT)
def test_any_position_is_played_on_from_by_hand(server: Server, page: Page, game: str) -> None:
    id = played(server, game)
    head = server.get(f"/api/matches/{id}/film")
    at = head["frames"] // 2
    page.goto(f"/watch/{id}")
    pause(page)
    seek(page, at)
    page.get_by_role("link", name="Play on from here").click()
    expect(page.locator(".lead")).to_contain_text(f"Play on from turn {head['turns'][at]}")
    expect(page.get_by_label("Seat 2")).to_have_value(head["players"][1]["kind"])
    assert unfit(page) == []
    page.get_by_role("button", name="Start the match").click()
    expect(page.locator("main.play")).to_be_visible()
    seat = page.url
    page.goto("about:blank")  # going to the same address would load nothing
    hand = Player(page, seat)
    while hand.wait():
        hand.end()
    page.get_by_role("link", name="See the film of the match").click()
    page.get_by_role("link", name="Compare with the match before").click()
    expect(page.locator("main.compare")).to_have_attribute("data-differ", "0")
    expect(page.locator(".where b")).to_have_text(turn_of(head, at))


def test_two_matches_are_compared_in_step(server: Server, visit: Visits) -> None:
    id = played(server, "chartichaud")
    made = server.create("chartichaud", "idle", "idle", origin={"match": id, "frame": 2})["match"]["id"]
    server.until_over(made)
    before, after = (server.get(f"/api/matches/{one}/film") for one in (id, made))
    page = visit()
    page.goto(f"/compare?a={id}")
    page.locator(f'a[href$="b={made}"]').click()
    expect(page.locator("main.compare")).to_have_attribute("data-differ", "0")
    page.get_by_role("button", name="First difference").click()
    expect(page.locator('main.compare:not([data-differ="0"])')).to_be_visible()
    page.keyboard.press("End")
    scores = [[f"{film['scores'][-1][seat]}" for film in (before, after)] for seat in (0, 1)]
    rows = page.locator("tr:has(th[scope=rowgroup])")
    for seat in (0, 1):
        expect(rows.nth(seat).locator("td").nth(1)).to_have_text(scores[seat][0])
        expect(rows.nth(seat).locator("td").nth(2)).to_have_text(scores[seat][1])
    assert unfit(page) == []
    page.keyboard.press("s")
    expect(page.get_by_role("radio").nth(1)).to_be_checked()
    phone = visit(**PHONE)
    phone.goto(f"/compare?a={id}&b={made}")
    expect(phone.locator(".half").nth(1)).to_be_visible()
    boxes = [box.bounding_box() for box in phone.locator(".half").all()]
    assert boxes[0] is not None
    assert boxes[1] is not None
    assert boxes[0]["y"] + boxes[0]["height"] <= boxes[1]["y"]
    assert phone.evaluate("document.documentElement.scrollWidth") == 390
    expect(phone.get_by_role("button", name="Première différence")).to_be_visible()


def test_matches_of_two_games_are_not_compared(server: Server, page: Page) -> None:
    page.goto(f"/compare?a={played(server, 'archipel')}&b={played(server, 'portails')}")
    expect(page.get_by_role("alert")).to_have_text("These are matches of two different games.")
