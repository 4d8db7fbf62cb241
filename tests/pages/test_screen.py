"""Films before an audience: the projector."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.web.support import Server

from .browser import frame, seek, unfit
from .conftest import Visits
from .matches import played
from .test_single import opened

pytestmark = pytest.mark.slow
HALL = {"width": 1920, "height": 1080}
SLIDER = "Position"


def show(page: Page, match: str, more: str = "") -> None:
    """Open a film for a hall, stopped at its first position."""
    page.goto(f"/watch/{match}?projector&turn=0{more}")
    expect(page.locator('main.projector[data-frame="0"]')).to_be_visible()


def longest(page: Page) -> int:
    """The last position that the scrubber leads to."""
    return int(str(page.get_by_role("slider", name=SLIDER).get_attribute("max")))


def test_a_hall_sees_names_board_and_lead(server: Server, visit: Visits) -> None:
    page = visit(viewport=HALL)
    show(page, played(server, "portails"))
    canvas = page.locator(".board canvas").bounding_box()
    assert canvas is not None
    assert canvas["height"] > 0.75 * HALL["height"]
    assert page.locator(".race-name").all_inner_texts() == ["weaver", "warden"]
    expect(page.locator(".race-words")).to_have_text("Score: level")
    expect(page.locator(".programme")).to_contain_text("turn 1 of 3")
    expect(page.locator(".bar")).to_be_hidden()
    assert unfit(page) == []


def test_nothing_tells_what_comes(server: Server, visit: Visits) -> None:
    page = visit(viewport=HALL)
    match = played(server, "portails")
    last = server.get(f"/api/matches/{match}/film")["frames"] - 1
    show(page, match)
    page.keyboard.press(".")
    expect(page.locator('main[data-frame="1"]')).to_be_visible()
    assert longest(page) == 1
    page.keyboard.press("End")
    page.keyboard.press("x")
    expect(page.get_by_role("slider", name=SLIDER)).to_have_attribute("max", str(last))
    page.keyboard.press("x")
    expect(page.get_by_role("slider", name=SLIDER)).to_have_attribute("max", "1")
    assert frame(page) == 1
    expect(page.locator(".winner")).to_be_hidden()


def test_faults_that_come_are_not_told(server: Server, visit: Visits) -> None:
    made = server.create(
        "portails", "weaver", "@nobody", seed=1, params={"NB_TOURS": 3}, clock={"turn_ms": 1000, "bank_ms": 0}
    )
    match = made["match"]["id"]
    assert server.until_over(match)["state"] == "over"
    page = visit(viewport=HALL)
    page.goto(f"/watch/{match}?turn=0")
    expect(page.locator(".verdict")).to_be_visible()
    show(page, match)
    expect(page.locator(".verdict")).to_be_hidden()


def test_at_the_end_the_winner_and_the_reason(server: Server, visit: Visits) -> None:
    page = visit(viewport=HALL)
    match = played(server, "portails")
    show(page, match, "&speed=8")
    page.keyboard.press(" ")
    winner = page.locator(".winner")
    expect(winner.get_by_role("heading")).to_have_text("weaver wins")
    expect(winner.locator("p")).to_have_text("on points")
    assert len(winner.get_by_role("listitem").all()) == 2
    page.keyboard.press("Home")
    expect(winner).to_be_hidden()


def test_a_key_leads_there_and_back(server: Server, visit: Visits) -> None:
    page = visit()
    page.goto(f"/watch/{played(server, 'portails')}")
    expect(page.locator("main.viewer")).to_be_visible()
    page.keyboard.press("f")
    expect(page.locator("main.projector")).to_be_visible()
    page.keyboard.press("f")
    expect(page.locator("main.viewer")).to_be_visible()
    page.get_by_role("button", name="Projector (f)").click()
    page.get_by_role("button", name="Leave the projector (f)").click()
    expect(page.locator("main.viewer")).to_be_visible()


def test_the_single_file_has_it(server: Server, visit: Visits, tmp_path: Path) -> None:
    page = opened(server, visit, tmp_path, "portails", "?projector")
    expect(page.locator("main.projector")).to_be_visible()
    page.keyboard.press("x")
    seek(page, 1)
