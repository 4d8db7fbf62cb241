"""What tests do in a browser: find the one of the system, point at cells, play by clicking."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path
from typing import Any

from playwright.sync_api import Locator, Page, Request, WebSocket, expect

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
END = re.compile("^End the (turn|phase)$")
ORGANISER = "the organiser of all tournaments"
PATIENCE_MS = 60_000
"""Nothing is waited for longer; no test measures it."""
AXE = Path(__file__).parents[2] / "frontend/node_modules/axe-core/axe.min.js"
expect.set_options(timeout=PATIENCE_MS)


class Faults:
    """Errors of scripts and of the console, and requests to other hosts."""

    def __init__(self) -> None:
        self.told: list[str] = []

    def watch(self, page: Page, base: str) -> None:
        page.on("pageerror", lambda error: self.told.append(f"{page.url}: {error}"))
        page.on("console", lambda message: self._heard(message.type, message.text, page.url))
        page.on("request", lambda request: self._asked(request, base))

    def _heard(self, kind: str, text: str, url: str) -> None:
        if kind in ("error", "warning"):
            self.told.append(f"{url}: {kind}: {text}")

    def _asked(self, request: Request, base: str) -> None:
        if not request.url.startswith((base, "data:", "blob:", "file:")):
            self.told.append(f"asked {request.url}")

    def forgive(self, part: str) -> None:
        """Take back faults that a test has provoked."""
        kept = [fault for fault in self.told if part not in fault]
        assert kept != self.told
        self.told = kept


# Boards


def point(page: Page, cell: tuple[int, int]) -> dict[str, Any]:
    """Where the middle of a cell lies on the canvas."""
    left, top, size = map(float, str(page.locator(".board canvas[data-origin]").get_attribute("data-origin")).split())
    return {"x": left + (cell[0] + 0.5) * size, "y": top + (cell[1] + 0.5) * size}


def click(page: Page, cell: tuple[int, int]) -> None:
    page.locator(".board canvas").click(position=point(page, cell))


def described(page: Page, cell: tuple[int, int], axes: str = "xy") -> list[str]:
    """What the page says of a cell that is pointed at."""
    page.locator(".board canvas").hover(position=point(page, cell))
    first, second = cell if axes == "xy" else cell[::-1]
    expect(page.locator(".cell-panel h2")).to_have_text(f"Cell {first}, {second}")
    return page.locator(".cell-panel li").all_inner_texts()


# Films


def frame(page: Page) -> int:
    return int(str(page.locator("main").get_attribute("data-frame")))


def seek(page: Page, to: int) -> None:
    page.get_by_role("slider", name="Position").fill(str(to))
    expect(page.locator("main")).to_have_attribute("data-frame", str(to))


def turn_of(head: dict[str, Any], at: int) -> str:
    """How a page calls the turn of a position of a film, here of a match with a last turn."""
    return f"turn {head['turns'][at]} of {head['last_turn']}"


def pause(page: Page) -> None:
    page.get_by_role("button", name="Pause (space)").click()
    expect(page.get_by_role("button", name="Play (space)")).to_be_visible()


# Playing


class Player:
    """Somebody who plays by clicking. What the server offers is overheard to know where to click."""

    def __init__(self, page: Page, address: str, hasty: bool = False) -> None:
        """`hasty`: phases in which nothing can be done end themselves."""
        self.page = page
        self.position: dict[str, Any] = {}
        self.heard: list[dict[str, Any]] = []
        page.on("websocket", self._listen)
        if not hasty:
            page.add_init_script("localStorage.setItem('joute.idle', 'wait')")
        page.goto(address)
        expect(page.locator("main.play")).to_be_visible()

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda data: self._hear(json.loads(data)))

    def _hear(self, message: dict[str, Any]) -> None:
        self.heard.append(message)
        if message["type"] == "position":
            self.position = message

    @property
    def mine(self) -> Locator:
        return self.page.locator(".status.mine")

    @property
    def ending(self) -> Locator:
        return self.page.locator(".ending")

    def wait(self) -> bool:
        """Until this seat is asked, or all is over: whether it is asked."""
        expect(self.mine.or_(self.ending).first).to_be_visible()
        return self.ending.count() == 0

    def act(self) -> bool:
        """Do the first thing that a place offers, by clicks alone: whether there was one."""
        if not self.position["places"]:
            return False
        orders = len(self.position["orders"])
        if self.page.locator(".offers h2").filter(has_text="From cell").count() == 0:
            click(self.page, tuple(self.position["places"][0]))
        row = self.page.locator("h2:has-text('From cell') + .offer-list .offer").first  # not those from anywhere
        button = row.get_by_role("button").first
        button_aims = button.get_attribute("aria-pressed")
        if button_aims != "true":
            button.click()
        if button_aims is not None:
            told = next(message for message in reversed(self.heard) if message["type"] == "offers" and message["cell"])
            name = button.get_attribute("aria-label") or button.inner_text()
            offer = next(offer for offer in told["offers"] if name.startswith(offer["title"]["en"]))
            expect(self.page.locator(".targets")).to_be_visible()
            target = offer["targets"][0]
            doubtful = target["cell"] in self.position["places"]
            click(self.page, tuple(target["cell"]))
            if doubtful:  # what stands there could be meant as well
                self.page.locator(".doubt").get_by_role("button").first.click()
            if target["then"]:
                expect(self.page.locator(".targets")).to_contain_text("choose one of the marked cells beside it")
                click(self.page, tuple(target["then"][0]["cell"]))
        expect(self.page.locator(".orders li").nth(orders)).to_be_visible()
        return True

    def end(self) -> None:
        """End the phase, and wait for what comes next."""
        before = frame(self.page)
        self.page.get_by_role("button", name=END).click()
        expect(self.page.locator(f'main:not([data-frame="{before}"]), .ending').first).to_be_visible()


# Access


def unfit(page: Page) -> list[str]:
    """All faults that axe-core finds."""
    page.evaluate(AXE.read_text(encoding="utf-8"))
    found = page.evaluate("async () => (await axe.run(document, {resultTypes: ['violations']})).violations")
    return [f"{fault['id']}: {node['target']} {node['failureSummary']}" for fault in found for node in fault["nodes"]]
