"""The film in one file: opened from disk, offline, it plays, seeks and shows fog."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.web.support import Server

from .browser import described, pause, seek, serious
from .conftest import Visits
from .matches import SHORT, played

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("browser")]


def opened(server: Server, visit: Visits, folder: Path, game: str, place: str = "") -> Page:
    """The one-file film of a match, downloaded with the button and opened without network."""
    page = visit(accept_downloads=True)
    page.goto(f"/watch/{played(server, game)}")
    with page.expect_download() as waiting:
        page.get_by_role("link", name="One-file film").click()
    path = folder / f"{game}.html"
    waiting.value.save_as(path)
    alone = visit(offline=True)
    alone.goto(f"file://{path}{place}")
    return alone


@pytest.mark.parametrize("game", SHORT)
def test_it_plays_from_disk(server: Server, visit: Visits, tmp_path: Path, game: str) -> None:
    head = server.get(f"/api/matches/{played(server, game)}/film")
    page = opened(server, visit, tmp_path, game)
    expect(page.get_by_role("heading", level=1)).to_have_text(head["title"])
    expect(page.locator('main:not([data-frame="0"])')).to_be_visible()
    page.keyboard.press("End")
    expect(page.locator(".ending")).to_be_visible()
    assert page.locator(".score").all_inner_texts() == [f"{score:,}" for score in head["scores"][-1]]


def test_it_has_the_fog_of_every_seat(server: Server, visit: Visits, tmp_path: Path) -> None:
    page = opened(server, visit, tmp_path, "chartichaud")
    pause(page)
    seek(page, 0)
    assert "B: 1 civilian" in described(page, (5, 0))
    page.get_by_role("radio").nth(1).check()
    expect(page.locator(".seat").nth(1)).to_contain_text("gold ?")
    assert not [line for line in described(page, (5, 0)) if "civilian" in line]
    assert serious(page) == []


def test_its_address_may_say_where_to_begin(server: Server, visit: Visits, tmp_path: Path) -> None:
    page = opened(server, visit, tmp_path, "chartichaud", "#turn=3&seat=1&speed=2")
    expect(page.locator(".where b")).to_have_text("turn 3")
    expect(page.get_by_role("radio").nth(2)).to_be_checked()
    expect(page.get_by_label("Speed")).to_have_value("2")


def test_a_file_without_a_film_says_so(server: Server, visit: Visits, tmp_path: Path) -> None:
    from joute.web.pages import STATIC

    for name, film in {"none": "null", "other": '{"film": 2}', "broken": "{"}.items():
        text = (STATIC / "viewer.html").read_text(encoding="utf-8")
        assert text.count('id="film">null<') == 1
        (tmp_path / f"{name}.html").write_text(text.replace('id="film">null<', f'id="film">{film}<'), encoding="utf-8")
        page = visit()
        page.goto(f"file://{tmp_path}/{name}.html")
        expect(page.get_by_role("alert")).to_contain_text("holds no film, or one of another version")
