"""Who is winning: the bar over the board, where points come from, and what decided."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.web.support import Server

from .browser import pause, seek
from .matches import SHORT, played, seated

pytestmark = pytest.mark.slow


def standing(points: list[int]) -> str:
    """Who leads, as the page says it."""
    first, second = sorted(points, reverse=True)[:2]
    return f"leads by {first - second:,}" if first > second else "level"


@pytest.mark.parametrize("game", SHORT)
def test_every_position_says_who_leads_and_why(server: Server, page: Page, game: str) -> None:
    id = played(server, game)
    head = server.get(f"/api/matches/{id}/film")
    points = head["lead"] or head["scores"]
    page.goto(f"/watch/{id}")
    pause(page)
    for at in range(0, head["frames"] - 1, max(1, head["frames"] // 6)):
        seek(page, at)
        bar = page.locator(".race")
        shown = sorted(points[at], reverse=True) if len(points[at]) > 2 else points[at]
        expect(bar.locator("b")).to_have_text([f"{one:,}" for one in shown])
        if not page.locator(".race-words.told").count():
            expect(bar).to_contain_text(standing(points[at]))
        assert "?" not in page.locator(".seats").inner_text()
    page.keyboard.press("End")
    expect(page.locator(".race-words")).to_contain_text("wins" if sorted(head["result"]["ranks"])[1] > 1 else "tie")


def test_a_moment_that_decided_is_marked_told_and_found(server: Server, page: Page) -> None:
    page.goto(f"/watch/{played(server, 'portails')}")
    pause(page)
    moment = page.locator(".decisive button").first
    expect(moment).to_contain_text("takes the lead: ")
    told = moment.inner_text()
    moment.focus()
    page.keyboard.press("Enter")
    expect(page.locator(".race-words.told")).to_have_text(told)
    assert page.locator(".tick.swing").count() > 0


def test_a_seat_is_not_told_where_the_points_of_others_come_from(server: Server, page: Page) -> None:
    id = server.create("casus_belli", "hunter", "ambush", seed=1, board="duel")["match"]["id"]
    server.until_over(id)
    page.goto(f"/watch/{id}")
    pause(page)
    page.keyboard.press("End")
    expect(page.locator(".parts").first).to_contain_text("score = kills")
    page.get_by_role("radio").nth(1).check()
    expect(page.locator(".seat")).to_have_count(2)
    expect(page.locator(".parts")).to_have_count(0)
    expect(page.locator(".race-words")).to_contain_text("wins")


def test_a_person_who_plays_sees_who_leads(server: Server, page: Page) -> None:
    _, (place,) = seated(server, "tours_de_magie", "Ada")
    page.goto(place)
    expect(page.locator(".race-words")).to_have_text("Points if it ended now: level")
    expect(page.locator(".parts").first).to_have_text("Where points come from: points if it ended now 1 = alive 1")
