"""One arena and one browser for all tests of the pages; every page is watched for faults.

They end with the last test of this folder: while the browser is driven, its event loop is the one of the process.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from joute.web.api.pages import INDEX, STATIC
from tests.web.support import Server, arena

from .browser import CHROMIUM, FLAGS, ORGANISER, PATIENCE_MS, Faults


@pytest.fixture(scope="package")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    if not (STATIC / INDEX).is_file():
        pytest.skip("the pages are not built: make pages")
    with arena(tmp_path_factory.mktemp("pages") / "store", "--slack", "1000", "--organiser", ORGANISER) as running:
        yield running


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    if CHROMIUM is None:
        pytest.skip("chromium is missing: make system")
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield started
        started.close()


@pytest.fixture
def faults() -> Iterator[Faults]:
    """What went wrong on any page of a test: nothing."""
    found = Faults()
    yield found
    assert found.told == []


class Visits:
    """Browsers of one test, each with a memory of its own."""

    def __init__(self, browser: Browser, server: Server, faults: Faults) -> None:
        self.browser = browser
        self.base = f"http://{server.place}"
        self.faults = faults
        self.contexts: list[BrowserContext] = []

    def __call__(self, **options: Any) -> Page:
        """A page of somebody else."""
        chosen = {"locale": "en-GB", "viewport": {"width": 1280, "height": 800}, "base_url": self.base, **options}
        context = self.browser.new_context(**chosen)
        context.set_default_timeout(PATIENCE_MS)
        self.contexts.append(context)
        page = context.new_page()
        self.faults.watch(page, self.base)
        return page


@pytest.fixture
def visit(browser: Browser, server: Server, faults: Faults) -> Iterator[Visits]:
    visits = Visits(browser, server, faults)
    yield visits
    for context in visits.contexts:
        context.close()


@pytest.fixture
def page(visit: Visits) -> Page:
    return visit()
