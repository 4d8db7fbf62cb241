"""A load test of the web arena: many watchers of one live match, and many matches played by hand, at once.

    .venv/bin/python bench/web.py [--watchers 500] [--tables 50] [--phases 100] [--rate 10] [--browser]

The match that is watched is played elsewhere and shown phase by phase, so that the moment of each phase is known.
Measured are the times from posting a phase until a watcher has it, and from a person's call to its answer. The clients
run on the same machine and share its cores.

With `--browser`, one of the watchers is a page in a real Chromium. For each position it measures two times, both from
posting the phase to the start of the frame after the one that was drawn: until something of the position is seen, and
until all of it is. Between the two lies the movement from the position before, which a page shows in up to 0.4 s on
purpose. The two clocks are compared first, and their possible difference is printed.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from contextlib import AsyncExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any

import httpx
from websockets.asyncio.client import connect

if TYPE_CHECKING:
    from playwright.async_api import Page

GAME, CHAMPIONS, TURNS = "archipel", ("corsair", "settler"), "FIN_PARTIE"
HAND_GAME = "chartichaud"
PATIENCE_S = 120.0
PAINTED = """
globalThis.painted = { seen: {}, whole: {} };
let [drawn, seen, whole] = [-1, 0, 0];
const look = () => {
  const now = performance.timeOrigin + performance.now();
  while (seen < Math.ceil(drawn)) painted.seen[++seen] = now;
  while (whole < Math.floor(drawn)) painted.whole[++whole] = now;
  drawn = Number(document.querySelector(".board canvas")?.dataset.at ?? -1);
  requestAnimationFrame(look);
};
requestAnimationFrame(look);
"""
"""In each frame the page notes what was drawn in the one before, which is on screen only now."""


def main() -> None:
    options = parsed_options()
    with tempfile.TemporaryDirectory(prefix="joute-bench-") as folder:
        lines = recorded(Path(folder) / "match.jsonl", options.phases)
        command = ["serve", "--port", "0", "--store", f"{folder}/store", "--slack", "1000"]
        server = subprocess.Popen([sys.executable, "-m", "joute.cli", *command], stdout=subprocess.PIPE, text=True)
        try:
            assert server.stdout is not None
            address = server.stdout.readline().split("http://")[1].strip().rstrip("/")
            asyncio.run(Load(address, server.pid, lines, options).run())
        finally:
            server.terminate()
            server.wait()


def parsed_options() -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    parser.add_argument("--watchers", type=int, default=500)
    parser.add_argument("--tables", type=int, default=50)
    parser.add_argument("--phases", type=int, default=100)
    parser.add_argument("--rate", type=float, default=10.0, help="phases a second")
    parser.add_argument("--browser", action="store_true", help="watch in a real Chromium, too")
    return parser.parse_args()


def recorded(path: Path, phases: int) -> list[bytes]:
    """The lines of a match: header, phases, result."""
    command = ["run", GAME, *CHAMPIONS, "--set", f"{TURNS}={phases // 2}", "-o", str(path)]
    subprocess.run([sys.executable, "-m", "joute.cli", *command], check=True, capture_output=True)
    return path.read_bytes().splitlines()


class Load:
    def __init__(self, address: str, server: int, lines: list[bytes], options: argparse.Namespace) -> None:
        self.address, self.server, self.lines, self.options = address, server, lines, options
        self.posted: dict[int, float] = {}
        self.posted_at: dict[int, float] = {}
        self.screen: Screen | None = None
        self.seen_ms: list[float] = []
        self.answered_ms: list[float] = []
        self.incomplete = 0
        self.over = asyncio.Event()
        self.ready = 0

    async def run(self) -> None:
        async with httpx.AsyncClient(base_url=f"http://{self.address}", timeout=PATIENCE_S) as http:
            made = (await http.post("/api/live", content=self.lines[0])).json()
            self.id, owner = made["match"]["id"], {"Authorization": f"Bearer {made['owner']}"}
            before = memory_mb(self.server)
            watching = [asyncio.create_task(self.watch()) for _ in range(self.options.watchers)]
            playing = [asyncio.create_task(self.play(http)) for _ in range(self.options.tables)]
            while self.ready < self.options.watchers + self.options.tables:
                await asyncio.sleep(0.05)
            if self.options.browser:
                self.screen = await Screen.open(f"http://{self.address}/watch/{self.id}")
            busy = cpu_s(self.server)
            await self.post(http, owner)
            self.busy_s = cpu_s(self.server) - busy
            after = memory_mb(self.server)
            self.over.set()
            await asyncio.gather(*watching, *playing)
            if self.screen is not None:
                await self.screen.close(last=len(self.lines) - 2)
        self.report(before, after)

    async def post(self, http: httpx.AsyncClient, owner: dict[str, str]) -> None:
        """Show the match phase by phase, at an even pace."""
        began = time.perf_counter()
        for number, line in enumerate(self.lines[1:], 1):
            await asyncio.sleep(max(0.0, began + number / self.options.rate - time.perf_counter()))
            self.posted[number], self.posted_at[number] = time.perf_counter(), time.time()
            (await http.post(f"/api/live/{self.id}", content=line, headers=owner)).raise_for_status()

    async def watch(self) -> None:
        """Watch as one browser does: every event, in order, to the end."""
        host, _, port = self.address.partition(":")
        reader, writer = await asyncio.open_connection(host, int(port), limit=2**24)
        writer.write(f"GET /api/matches/{self.id}/live HTTP/1.1\r\nHost: {self.address}\r\n\r\n".encode())
        await reader.readuntil(b"\r\n\r\n")
        frames: list[int] = []
        while line := await reader.readline():
            now = time.perf_counter()
            if not line.startswith(b"id: "):
                continue
            frames.append(int(line[4:]))
            if len(frames) == 1:
                self.ready += 1
            elif frames[-1] != frames[-2]:
                self.seen_ms.append((now - self.posted[frames[-1]]) * 1e3)
            else:  # the result
                break
        last = len(self.lines) - 2
        self.incomplete += frames != [*range(last + 1), last]
        writer.close()

    async def play(self, http: httpx.AsyncClient) -> None:
        """Play one match against a champion: a call and the end of the turn, over and over."""
        players = [{"kind": "human", "name": "bench"}, {"kind": "champion", "name": "idle"}]
        made = (await http.post("/api/matches", json={"game": HAND_GAME, "players": players})).json()
        async with connect(f"ws://{self.address}/api/matches/{made['match']['id']}/play", max_size=None) as socket:
            await socket.send(json.dumps({"type": "sit", "secret": made["seats"][0]["secret"]}))
            self.ready += 1
            number = 0
            while not self.over.is_set():
                while not (message := json.loads(await socket.recv())).get("asked"):
                    pass
                for ask in ({"type": "pick", "cell": [0, 0]}, call("autofarm"), {"type": "end"}):
                    number += 1
                    began = time.perf_counter()
                    await socket.send(json.dumps({"id": number, **ask}))
                    while (message := json.loads(await socket.recv())).get("id") != number:
                        pass
                    assert message["type"] != "refused", message
                    self.answered_ms.append((time.perf_counter() - began) * 1e3)
                    await asyncio.sleep(0.3)  # a quick person

    def report(self, before: tuple[float, float], after: tuple[float, float]) -> None:
        options = self.options
        wanted = options.watchers * (len(self.lines) - 2)
        print(f"{options.watchers} watchers of {len(self.lines) - 2} phases, {options.rate:g} a second")
        if self.seen_ms:
            print_row("phase to receipt, ms", spread(self.seen_ms))
        print_row("received", f"{len(self.seen_ms)} of {wanted}; watchers that missed any: {self.incomplete}")
        if self.screen is not None:
            self.screen.report(self.posted_at, len(self.lines) - 2)
        if self.answered_ms:
            print(f"{options.tables} matches by hand at once, {len(self.answered_ms)} messages")
            print_row("message to answer, ms", spread(self.answered_ms))
        print(f"CPU of the server {self.busy_s:.1f} s in {(len(self.lines) - 1) / options.rate:.1f} s")
        print(f"memory of the server {before[0]:.0f} -> {after[0]:.0f} MB, with all matches {after[1]:.0f} MB")


class Screen:
    """A page in Chromium that notes when each position was painted."""

    def __init__(self, stack: AsyncExitStack, page: Page, ahead_s: float, doubt_s: float) -> None:
        self.stack, self.page, self.ahead_s, self.doubt_s = stack, page, ahead_s, doubt_s
        self.noted: dict[str, dict[str, float]] = {}

    @classmethod
    async def open(cls, url: str) -> Screen:
        from playwright.async_api import async_playwright

        stack = AsyncExitStack()
        playwright = await stack.enter_async_context(async_playwright())
        program = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
        browser = await playwright.chromium.launch(executable_path=program, args=["--no-sandbox", "--disable-gpu"])
        stack.push_async_callback(browser.close)
        page = await browser.new_page(viewport={"width": 1280, "height": 800})
        await page.add_init_script(PAINTED)
        await page.goto(url)
        await page.wait_for_selector(".board canvas[data-at]")
        return cls(stack, page, *await clocks(page))

    async def close(self, last: int) -> None:
        """Wait until the last position is drawn, and fetch the times."""
        await self.page.wait_for_function("last => last in painted.whole", arg=last, timeout=PATIENCE_S * 1e3)
        self.noted = await self.page.evaluate("painted")
        await self.stack.aclose()

    def report(self, posted_at: dict[int, float], last: int) -> None:
        print(f"one page in Chromium, clocks known to {self.doubt_s * 1e3:.1f} ms")
        for name, label in (("seen", "phase to first sight, ms"), ("whole", "phase to whole, ms")):
            moments = {int(frame): ms / 1e3 - self.ahead_s for frame, ms in self.noted[name].items()}
            times = [(moments[frame] - posted_at[frame]) * 1e3 for frame in range(1, last + 1) if frame in moments]
            print_row(label, f"{spread(times)}   ({len(times)} of {last} positions)")


async def clocks(page: Page) -> tuple[float, float]:
    """How far the clock of a page is ahead of ours, and the uncertainty, from the quickest of some answers."""
    samples = []
    for _ in range(20):
        before = time.time()
        theirs = await page.evaluate("performance.timeOrigin + performance.now()") / 1e3
        after = time.time()
        samples.append(((after - before) / 2, theirs - (before + after) / 2))
    doubt, ahead = min(samples)
    return ahead, doubt


def call(function: str, *args: Any) -> dict[str, Any]:
    return {"type": "call", "function": function, "calls": [list(args)]}


def print_row(name: str, value: str) -> None:
    print(f"  {name:<25}{value}")


def spread(times: list[float]) -> str:
    parts = statistics.quantiles(times, n=100)
    return f"p50 {parts[49]:.1f}   p95 {parts[94]:.1f}   max {max(times):.1f}"


def cpu_s(pid: int) -> float:
    """The CPU time of the server itself, without the processes of the matches."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def memory_mb(pid: int) -> tuple[float, float]:
    """The memory (PSS) of a process, and of it with all processes that it has started."""
    pids = [pid]
    for parent in pids:
        for task in Path(f"/proc/{parent}/task").iterdir():
            pids += [int(child) for child in (task / "children").read_text().split()]
    sizes = [int(line.split()[1]) / 1024 for each in pids for line in rollup(each) if line.startswith("Pss:")]
    return sizes[0], sum(sizes)


def rollup(pid: int) -> list[str]:
    try:
        return Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    except OSError:
        return []


if __name__ == "__main__":
    main()
