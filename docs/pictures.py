"""Pictures of every game, taken of real matches in the viewer: `make pages`, then `.venv/bin/python docs/pictures.py`.

Each game that has a board in `web/` plays one match between its own champions; the picture is of the position half
way through it. Every other picture is dark.
"""

from __future__ import annotations

import shutil
import struct
import sys
import tempfile
import zlib
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

import joute
from joute.champions.sources.find import bundled, find
from joute.core.registry import game_names
from joute.match.play import MatchSpec, play_match
from joute.match.reading import read
from joute.match.replay import Recorder
from joute.web.film.single import page

FOLDER = Path(__file__).parent / "pictures"
SIZE = {"width": 1024, "height": 640}
SCALE = 0.8
"""Pictures are a little smaller than the page, to weigh less than 200 kB."""
MOMENT = 0.5
SEED = 3
SIGNATURE = b"\x89PNG\r\n\x1a\n"


def film(name: str, folder: Path) -> Path:
    """A match of a game as a page of its own."""
    game = joute.load_game(name)
    own = [champion for champion, path in bundled(game).items() if path is not None]
    names = [own[seat % len(own)] for seat in range(game.info.seats)]
    table = joute.Table(game, seats=len(names), seed=SEED)
    path = folder / f"{name}.jsonl"
    with Recorder(path) as recorder:
        play_match(MatchSpec(table, [find(game, champion, SEED) for champion in names], recorder))
    made = folder / f"{name}.html"
    made.write_bytes(page(read(path))[0])
    return made


def photograph(browser: Browser, film: Path, scheme: str) -> bytes:
    """The viewer at the moment, as a PNG."""
    look = {"color_scheme": scheme, "locale": "en-GB", "reduced_motion": "reduce"}
    context = browser.new_context(viewport=SIZE, device_scale_factor=SCALE, **look)
    shown = context.new_page()
    shown.goto(film.as_uri())
    slider = shown.get_by_role("slider")
    at = int(int(str(slider.get_attribute("max"))) * MOMENT)
    shown.get_by_role("button", name="Pause (space)").click()
    slider.fill(str(at))
    shown.locator(f'main[data-frame="{at}"]').wait_for()
    shown.mouse.move(0, 0)
    picture = shown.screenshot(type="png", animations="disabled")
    context.close()
    return picture


def squeezed(png: bytes) -> bytes:
    """The same picture in fewer bytes: browsers save quickly rather than well."""
    chunks, at = [], len(SIGNATURE)
    while at < len(png):
        length, kind = struct.unpack_from(">I4s", png, at)
        chunks.append((kind, png[at + 8 : at + 8 + length]))
        at += 12 + length
    data = zlib.compress(zlib.decompress(b"".join(body for kind, body in chunks if kind == b"IDAT")), 9)
    kept = [(kind, body) for kind, body in chunks if kind not in (b"IDAT", b"IEND")]
    return SIGNATURE + b"".join(_chunk(*one) for one in [*kept, (b"IDAT", data), (b"IEND", b"")])


def _chunk(kind: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))


def main() -> None:
    chromium = shutil.which("chromium") or shutil.which("google-chrome")
    if chromium is None:
        sys.exit("chromium is missing; install it with: make system")
    FOLDER.mkdir(exist_ok=True)
    games = [name for name in game_names() if (Path(str(joute.__path__[0])) / "games" / name / "web").is_dir()]
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-gpu"])
        for number, name in enumerate(games):
            png = squeezed(photograph(browser, film(name, Path(folder)), "dark" if number % 2 else "light"))
            (FOLDER / f"{name}.png").write_bytes(png)
            print(f"{name}: {len(png) // 1000} kB")
        browser.close()


if __name__ == "__main__":
    main()
