"""Films inside pages of others, and moving pictures that the page makes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest
from playwright.sync_api import FrameLocator, Page, expect

from tests.cli.commands.test_watch import gif_frames
from tests.web.support import Server

from .browser import seek
from .conftest import Visits
from .matches import played
from .test_single import opened

pytestmark = pytest.mark.slow
OVERFLOWS = "page => page.scrollHeight > page.clientHeight || page.scrollWidth > page.clientWidth"
Blog = Callable[..., tuple[Page, FrameLocator]]


@pytest.fixture
def blog(visit: Visits, tmp_path: Path) -> Iterator[Blog]:
    """Opens a page of another origin with something inside."""
    handler = partial(QuietHandler, directory=str(tmp_path))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        Thread(target=server.serve_forever, daemon=True).start()

        def open_it(address: str, size: str = 'width="480" height="360"') -> tuple[Page, FrameLocator]:
            body = f'<!doctype html><link rel="icon" href="data:,"><iframe src="{address}" {size}></iframe>'
            (tmp_path / "index.html").write_text(body)
            page = visit()
            page.goto(f"http://127.0.0.1:{server.server_port}/")
            visit.faults.forgive("asked http://127.0.0.1")
            return page, page.frame_locator("iframe")

        yield open_it
        server.shutdown()


class QuietHandler(SimpleHTTPRequestHandler):
    def log_message(self, *words: object) -> None:
        pass


def test_a_film_plays_in_a_page_of_another_origin(server: Server, visit: Visits, blog: Blog) -> None:
    match = played(server, "portails")
    page, inside = blog(f"{visit.base}/watch/{match}?embed")
    expect(inside.locator(".board canvas")).to_be_visible()
    expect(inside.locator('main:not([data-frame="0"])')).to_be_visible()
    for furniture in (".bar", ".side", ".title"):
        expect(inside.locator(furniture)).to_be_hidden()
    with page.expect_popup() as popup:
        inside.get_by_role("link", name="Open in the arena").click()
    assert popup.value.url == f"{visit.base}/watch/{match}"


def test_it_fits_a_small_frame(server: Server, visit: Visits, blog: Blog) -> None:
    match = played(server, "portails")
    _, inside = blog(f"{visit.base}/watch/{match}?embed", 'width="280" height="240"')
    expect(inside.locator(".board canvas")).to_be_visible()
    box = inside.locator(".board").bounding_box()
    assert box is not None
    assert box["height"] > 80
    assert not inside.locator("html").evaluate(OVERFLOWS)


def test_no_other_page_is_framed(server: Server, visit: Visits, blog: Blog) -> None:
    page, inside = blog(f"{visit.base}/watch/{played(server, 'portails')}")
    page.wait_for_load_state()
    expect(inside.locator(".app")).to_be_hidden()
    visit.faults.forgive("frame-ancestors")


def test_the_single_file_plays_in_a_frame_without_network(server: Server, visit: Visits, tmp_path: Path) -> None:
    opened(server, visit, tmp_path, "portails")
    (tmp_path / "blog.html").write_text('<!doctype html><iframe src="portails.html" width="900" height="700"></iframe>')
    page = visit(offline=True)
    page.goto((tmp_path / "blog.html").as_uri())
    inside = page.frame_locator("iframe")
    expect(inside.locator('main:not([data-frame="0"])')).to_be_visible()


def test_the_page_makes_a_moving_picture(server: Server, visit: Visits, tmp_path: Path) -> None:
    """Turns 1 to 2 at twice the usual speed: the frames of the stretch, a tenth of a second each."""
    match = played(server, "portails")
    turns = server.get(f"/api/matches/{match}/film")["turns"]
    page = visit(accept_downloads=True)
    page.goto(f"/watch/{match}?turn=1")
    seek(page, 1)
    page.get_by_role("button", name="Moving picture").click()
    page.get_by_label("From turn").fill("1")
    page.get_by_label("to turn").fill("2")
    page.get_by_role("dialog").get_by_label("Speed").select_option("2")
    page.get_by_role("button", name="Make it").click()
    with page.expect_download() as waiting:
        page.get_by_role("link", name="Save the moving picture").click()
    waiting.value.save_as(tmp_path / "m.gif")
    size, delays = gif_frames((tmp_path / "m.gif").read_bytes())
    positions = turns.index(3) - turns.index(1)
    assert (size, delays) == ((640, 400), [10] * (positions * 2) + [200])
