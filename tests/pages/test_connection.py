"""A server that is killed and started again: every page tells it, and goes on by itself."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from joute.web.api.pages import INDEX, STATIC
from tests.web.support import Server

from .browser import Faults, Player, frame
from .conftest import Visits
from .matches import seated

pytestmark = pytest.mark.slow
TOLD = "The connection to the arena is lost"


@pytest.fixture
def servers(tmp_path: Path) -> Iterator[list[Server]]:
    """A server of its own; the last of the list is the one that runs."""
    if not (STATIC / INDEX).is_file():
        pytest.skip("the pages are not built: make pages")
    made = [Server(tmp_path / "store", "--slack", "1000")]
    yield made
    if made[-1].process.poll() is None:
        made[-1].stop()


def again(servers: list[Server]) -> None:
    """Start the server on the same store and port."""
    port = servers[-1].place.partition(":")[2]
    servers.append(Server(servers[-1].store, "--slack", "1000", port=port))


def pages_of(browser: Browser, server: Server, faults: Faults, *paths: str) -> list[Page]:
    visit = Visits(browser, server, faults)
    pages = [visit() for _ in paths]
    for page, path in zip(pages, paths, strict=True):
        page.goto(path)
        expect(page.locator("#content")).not_to_be_empty()
    return pages


def test_every_page_tells_that_the_server_is_gone_and_goes_on_by_itself(
    servers: list[Server], browser: Browser
) -> None:
    server, faults = servers[-1], Faults()
    id, (seat,) = seated(server, "archipel", "Ada")
    home, watch, tournaments = pages_of(browser, server, faults, "/", f"/watch/{id}", "/tournaments")
    play = Visits(browser, server, faults)()
    ada = Player(play, seat)
    assert ada.wait()
    ada.end()
    assert ada.wait()
    assert ada.act()
    orders, at = play.locator(".orders li").all_inner_texts(), frame(play)
    expect(watch.locator(".badge.live").first).to_be_visible()
    expect(home.locator(".badge.live").first).to_be_visible()
    server.stop(signal.SIGKILL)
    for page in (home, watch, tournaments, play):
        expect(page.locator(".out-of-touch")).to_contain_text(TOLD)
        expect(page.locator(".badge.live")).to_have_count(0)
    again(servers)
    for page in (home, watch, tournaments, play):
        expect(page.locator(".out-of-touch")).to_have_count(0)
    expect(play.locator(".orders li")).to_have_text(orders)
    expect(ada.mine).to_be_visible()
    assert frame(play) == at
    ada.end()
    watch.keyboard.press("End")
    expect(watch.locator("main")).to_have_attribute("data-frame", str(frame(play)))
    for page in (home, watch, tournaments, play):
        page.context.close()
