"""Television: matches follow one another by themselves, and by keys."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.web.support import Server, arena

from .browser import Player, unfit
from .conftest import Visits
from .matches import played, seated

pytestmark = pytest.mark.slow
CARD_S = 7
STEP_MS, STEPS = 100, 600
BEGINS = re.compile("^Begins in [1-7] s$")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """An arena of its own: what others play is shown, too."""
    with arena(tmp_path_factory.mktemp("tv") / "store", "--slack", "1000") as running:
        yield running


def on_air(server: Server, visit: Visits) -> Page:
    """Two matches, one after the other, on a page whose clock stands still."""
    page = visit(viewport={"width": 1920, "height": 1080})
    page.clock.install(time=0)
    page.clock.pause_at(1)
    page.goto(f"/tv?matches={played(server, 'portails')},{played(server, 'archipel')}&minutes=0.1")
    return page


def until(page: Page, shown: str) -> Locator:
    """Let the clock run until something is shown."""
    locator = page.locator(shown)
    for _ in range(STEPS):
        if locator.count():
            return locator
        page.clock.run_for(STEP_MS)
    raise AssertionError(f"{shown} was not shown: {page.locator('body').inner_text()}")


def card(page: Page, title: str) -> None:
    until(page, f".between h1:has-text('{title}')")


def test_one_match_follows_the_other_by_itself(server: Server, visit: Visits) -> None:
    page = on_air(server, visit)
    card(page, "Portails")
    assert page.locator(".contenders b").all_inner_texts() == ["weaver", "warden"]
    expect(page.locator(".countdown")).to_have_text(BEGINS)
    until(page, "main.projector")
    until(page, ".winner")
    card(page, "archipel")
    until(page, ".winner")
    card(page, "That was the last match.")
    page.get_by_role("button", name="From the start (a)").click()
    card(page, "Portails")


def test_keys_pause_and_skip(server: Server, visit: Visits) -> None:
    page = on_air(server, visit)
    card(page, "Portails")
    page.keyboard.press(" ")
    page.clock.run_for(3_000 * CARD_S)
    expect(page.locator(".countdown")).to_have_text("Paused (space)")
    page.keyboard.press("n")
    card(page, "archipel")
    page.keyboard.press("p")
    card(page, "Portails")
    until(page, "main.projector")
    page.keyboard.press("n")
    card(page, "archipel")
    page.get_by_role("button", name="Previous match (p)").click()
    card(page, "Portails")


def test_what_is_played_is_followed_to_its_end(server: Server, visit: Visits) -> None:
    """Without a list; the match of people is the only one that is being played."""
    _, (seat,) = seated(server, "portails", "you")
    player, screen = Player(visit(), seat), visit()
    assert player.wait()
    screen.goto("/tv")
    expect(screen.locator(".contenders")).to_contain_text("you")
    assert unfit(screen) == []
    expect(screen.locator(".programme .badge.live")).to_be_visible()
    while player.wait():
        player.end()
    expect(screen.locator(".winner")).to_be_visible()


def test_an_arena_without_such_a_match_says_so(visit: Visits) -> None:
    page = visit()
    page.goto("/tv?tournament=nothing")
    expect(page.get_by_role("status")).to_contain_text("No tournament 'nothing'")
    visit.faults.forgive("404")
