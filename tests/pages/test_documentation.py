"""The documentation in the arena: its pages keep to the policy of the arena, films play in them, search finds."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from joute.web.manual import SITE
from tests.web.support import Server

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not SITE.is_dir(), reason="the documentation is not built: make docs"),
]


def test_it_opens_in_the_language_of_the_browser(page: Page, server: Server) -> None:
    page.goto(f"http://{server.place}/docs")
    expect(page).to_have_url(f"http://{server.place}/docs/en/index.html")
    page.get_by_role("link", name="Français").click()
    expect(page).to_have_url(f"http://{server.place}/docs/fr/index.html")


def test_a_link_shows_a_turn_in_the_film(page: Page, server: Server) -> None:
    page.goto(f"http://{server.place}/docs/en/inside/order.html")
    page.get_by_role("link", name="turn 20").click()
    expect(page.frame_locator("iframe").get_by_role("main")).to_contain_text("turn 20 of")


def test_search_finds_a_page_in_french(page: Page, server: Server) -> None:
    page.goto(f"http://{server.place}/docs/fr/search.html?q=litige")
    expect(page.get_by_role("main").get_by_role("link", name="Litiges")).to_be_visible()


def test_the_frame_of_a_french_page_is_french(page: Page, server: Server) -> None:
    page.goto(f"http://{server.place}/docs/fr/arena.html")
    expect(page.get_by_text("Sur cette page")).to_be_visible()
    expect(page.get_by_role("link", name="Page suivante")).to_be_visible()
    expect(page.get_by_role("link", name="Page précédente")).to_be_visible()
    expect(page.get_by_role("button", name="Couleurs claires, sombres ou automatiques").last).to_be_visible()


def test_files_outside_of_it_are_not_there(server: Server) -> None:
    for path in ("/docs/../wire.py", "/docs/%2e%2e/wire.py", "/docs/en/../../wire.py", "/docs/nothing.html"):
        assert server.refused(404, "GET", path)
