"""The film in one file: opened from disk, offline, it plays, seeks and shows fog."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from joute.match.reading import read
from joute.web.film import single
from tests.web.support import Server

from .browser import described, pause, seek, unfit
from .conftest import Visits
from .matches import GOLD, SHORT, played

ROOT = Path(__file__).parents[2]
pytestmark = pytest.mark.slow


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
    assert "raider: 1 civilian" in described(page, (5, 0), "yx")
    page.get_by_role("radio").nth(1).check()
    expect(page.locator(".seat").nth(1)).to_contain_text("gold ?")
    assert not [line for line in described(page, (5, 0), "yx") if "civilian" in line]
    expect(page.get_by_role("img", name="Time per turn").locator("path[d^=M]")).to_have_count(1)
    assert unfit(page) == []


def test_its_address_may_say_where_to_begin(server: Server, visit: Visits, tmp_path: Path) -> None:
    page = opened(server, visit, tmp_path, "chartichaud", "#turn=3&seat=1&speed=2")
    expect(page.locator(".where b")).to_have_text("turn 3 of 5")
    expect(page.get_by_role("radio").nth(2)).to_be_checked()
    expect(page.get_by_label("Speed")).to_have_value("2")


NOTED = """
from api import *
from joute import debug


def jouer_tour():
    debug.log("turn", 1)
    debug.mark("here")
    debug.draw.cell(0, 1, "red")
"""


CORNER = """() => {
    const canvas = document.querySelector(".board canvas");
    const [left, top, size] = canvas.dataset.origin.split(" ").map(Number);
    return [...canvas.getContext("2d").getImageData(left + 1.2 * size, top + 0.2 * size, 1, 1).data];
}"""


@pytest.mark.parametrize("told", [True, False])
def test_a_champions_notes_are_there_only_where_they_were_asked_for(visit: Visits, tmp_path: Path, told: bool) -> None:
    (tmp_path / "noted.py").write_text(NOTED)
    (tmp_path / "gold.txt").write_text(GOLD)
    made = tmp_path / "noted.html"
    words = ["run", "chartichaud", "noted.py", "idle", "--isolation", "none", "--board", "gold.txt", "-o", made.name]
    words += ["--notes"] if told else []
    subprocess.run([sys.executable, "-m", "joute.cli", *words], check=True, capture_output=True, cwd=tmp_path)
    page = visit(offline=True)
    page.goto(f"{made.as_uri()}#turn=1")
    expect(page.locator(".transport")).to_be_visible()
    if not told:
        expect(page.locator(".notes")).to_have_count(0)
        return
    expect(page.locator(".notes").first).to_contain_text("Notes of noted.py")
    expect(page.locator(".notes pre")).to_contain_text("⚑ here")
    expect(page.locator(".notes pre")).to_contain_text("turn 1")
    drawn = page.evaluate(CORNER)
    page.keyboard.press("Home")
    expect(page.locator("main")).to_have_attribute("data-frame", "0")
    expect(page.locator(".notes pre")).to_have_count(0)
    assert page.evaluate(CORNER)[1] > drawn[1] + 20
    visit.faults.forgive("Canvas2D: Multiple readback")


def test_a_file_without_a_film_says_so(server: Server, visit: Visits, tmp_path: Path) -> None:
    from joute.web.api.pages import STATIC

    for name, film in {"none": "null", "other": '{"film": 2}', "broken": "{"}.items():
        text = (STATIC / "viewer.html").read_text(encoding="utf-8")
        assert text.count('id="film">null<') == 1
        (tmp_path / f"{name}.html").write_text(text.replace('id="film">null<', f'id="film">{film}<'), encoding="utf-8")
        page = visit()
        page.goto(f"file://{tmp_path}/{name}.html")
        expect(page.get_by_role("alert")).to_contain_text("holds no film, or one of another version")


def test_a_game_of_another_folder_has_its_board_once_the_pages_are_built(visit: Visits, tmp_path: Path) -> None:
    places = os.pathsep.join([str(ROOT / ".venv/node/bin"), os.environ["PATH"]])
    node = shutil.which("node", path=places)
    assert node, "node is missing: make pages"
    vite = [node, "node_modules/vite/bin/vite.js", "build", "--mode", "viewer", "--logLevel", "warn"]
    env = {**os.environ, "JOUTE_GAMES": str(ROOT / "tests/games"), "JOUTE_STATIC": str(tmp_path)}
    subprocess.run(vite, cwd=ROOT / "frontend", env=env, check=True, capture_output=True)
    match, made = tmp_path / "toy.jsonl", tmp_path / "toy.html"
    words = ["run", "toy", "random", "random", "-o", str(match)]
    subprocess.run([sys.executable, "-m", "joute.cli", *words], env=env, check=True, capture_output=True)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(single, "VIEWER", tmp_path / "viewer.html")
        made.write_bytes(single.page(read(match))[0])
    page = visit(offline=True)
    page.goto(made.as_uri())
    expect(page.locator('main:not([data-frame="0"])')).to_be_visible()
    expect(page.locator(".seat")).to_have_count(2)
    assert described(page, (0, 0), "yx") != []
