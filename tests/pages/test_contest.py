"""Tournaments in the browser: the table, the matches, and what an organiser does."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.web.support import Server

from .browser import ORGANISER, unfit
from .conftest import Visits

pytestmark = pytest.mark.slow
CUP = """
name = "spring cup"
game = "chartichaud"
entrants = ["settler", "idle"]
[params]
max_turns = 20
[format]
kind = "round_robin"
legs = 1
"""


BRACKET = """
name = "bracket"
game = "chartichaud"
entrants = ["settler", "idle", "raider", "random"]
[params]
max_turns = 40
[format]
kind = "elimination"
seeding = "list"
[seeds]
value = 1
"""


def play(server: Server, folder: Path, text: str) -> None:
    (folder / "cup.toml").write_text(text)
    words = ["tournament", "run", str(folder / "cup.toml"), "--store", str(server.store), "--workers", "1"]
    subprocess.run([sys.executable, "-m", "joute.cli", *words], check=True, capture_output=True)


@pytest.fixture(scope="module")
def cup(server: Server, tmp_path_factory: pytest.TempPathFactory) -> str:
    """A tournament that is over, in the store of the arena: its address."""
    play(server, tmp_path_factory.mktemp("cup"), CUP)
    return "/tournaments/spring%20cup"


@pytest.fixture(scope="module")
def bracket(server: Server, tmp_path_factory: pytest.TempPathFactory) -> str:
    play(server, tmp_path_factory.mktemp("bracket"), BRACKET)
    return "/tournaments/bracket"


def test_the_table_leads_to_the_matches(cup: str, page: Page) -> None:
    page.goto("/")
    page.get_by_role("link", name="Tournaments").click()
    page.get_by_role("link", name="spring cup").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("spring cup")
    expect(page.locator(".progress")).to_contain_text("2 of 2 matches played")
    expect(page.locator("tbody th")).to_have_text(["settler", "idle"])
    expect(page.locator("tbody tr").first).to_contain_text("2 – 0 – 0")
    page.get_by_role("rowheader", name="settler").get_by_role("link").press("Enter")
    chosen = page.get_by_role("region", name="Matches of settler")
    expect(chosen).to_be_focused()
    expect(chosen.locator("a.players")).to_have_count(2)
    assert unfit(page) == []
    page.go_back()
    expect(chosen).to_have_count(0)
    page.go_forward()
    chosen.locator("a.players").first.click()
    expect(page.locator(".transport")).to_be_visible()


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (390, 844)], ids=["screen", "phone"])
def test_the_table_fits(bracket: str, visit: Visits, width: int, height: int) -> None:
    page = visit(viewport={"width": width, "height": height})
    page.goto(bracket)
    table = page.locator(".standings")
    expect(table.locator("tbody th")).to_have_count(4)
    assert table.evaluate("each => each.scrollWidth <= each.clientWidth")
    assert page.evaluate("document.documentElement.scrollWidth") == width
    assert unfit(page) == []


def test_the_pages_of_a_report_share_one_viewer(server: Server, bracket: str, visit: Visits, tmp_path: Path) -> None:
    (tmp_path / "cup.toml").write_text(BRACKET)
    words = ["tournament", "report", "cup.toml", "--store", str(server.store), "--html", "site"]
    subprocess.run([sys.executable, "-m", "joute.cli", *words], check=True, capture_output=True, cwd=tmp_path)
    page = visit(offline=True)
    page.goto(f"{(tmp_path / 'site/index.html').as_uri()}")
    assert page.locator(".standings").evaluate("each => each.scrollWidth <= each.clientWidth")
    page.get_by_role("link", name="watch").first.click()
    expect(page.locator('main:not([data-frame="0"])')).to_be_visible()
    expect(page.locator(".seat")).to_have_count(2)
    sizes = {path.name: path.stat().st_size for path in (tmp_path / "site/matches").iterdir()}
    films = [size for name, size in sizes.items() if name.endswith(".html")]
    assert len(films) == 3
    assert max(films) < sizes["viewer.js"]


def test_who_is_over_has_a_final_table(bracket: str, page: Page) -> None:
    page.goto(bracket)
    expect(page.get_by_role("heading", name="Final table")).to_be_visible()
    first = page.locator(".contest table").first
    expect(first.locator("thead")).to_contain_text("95 % interval")
    expect(first.locator("tbody th")).to_have_count(4)
    expect(first.locator("td.remark")).to_have_text(["won the final", "lost the final", *["out in round 1"] * 2])
    winner, loser = (first.locator("tbody th").nth(place).inner_text() for place in range(2))
    drawn = page.get_by_role("region", name="Bracket")
    expect(drawn.get_by_role("heading", level=3)).to_have_text(["Semi-finals", "Final"])
    final = drawn.locator("section").last
    expect(final.locator(".won .name")).to_have_text(winner)
    expect(final.locator(".lost .name")).to_have_text(loser)
    final.get_by_role("link").click()
    chosen = page.locator(".chosen")
    expect(chosen.get_by_role("heading")).to_have_text(re.compile(r"Matches of (\w+) against (\w+), round 2"))
    expect(chosen.locator("a.players")).to_have_count(1)
    expect(page.locator(".seeds code")).to_have_count(2)
    assert unfit(page) == []


def test_how_far_one_came_is_told_in_french(bracket: str, page: Page) -> None:
    page.goto(f"{bracket}?lang=fr")
    expect(page.locator("td.remark")).to_have_text(["a gagné la finale", "a perdu la finale", *["sorti au tour 1"] * 2])


def test_later_rounds_are_drawn_anew_once_that_is_confirmed(bracket: str, page: Page, visit: Visits) -> None:
    page.goto(bracket)
    page.get_by_text("For the organiser").click()
    page.get_by_label("Organiser's secret").fill(ORGANISER)
    page.get_by_role("button", name="Play again").last.click()
    dialog = page.get_by_role("dialog", name="Draw the later rounds anew?")
    expect(dialog).to_contain_text("Later rounds were drawn from results of round 1")
    assert unfit(page) == []
    dialog.get_by_role("button", name="No, go on").click()
    expect(dialog).to_have_count(0)
    page.get_by_role("button", name="Play again").last.click()
    dialog.get_by_role("button", name="Play again, and draw anew").click()
    expect(page.locator(".notice")).to_contain_text("Matches that wait to be played again: 1.")
    expect(page.get_by_role("heading", name="Standings")).to_be_visible()
    visit.faults.forgive("409")


def test_an_organiser_has_a_match_played_again(cup: str, page: Page, visit: Visits) -> None:
    page.goto(cup)
    expect(page.get_by_role("button", name="Play again")).to_have_count(0)
    page.get_by_text("For the organiser").click()
    page.get_by_label("Organiser's secret").fill("a guess")
    page.get_by_role("button", name="Play again").first.click()
    expect(page.locator(".notice")).to_contain_text("This needs the organiser's secret")
    visit.faults.forgive("403")
    page.get_by_label("Organiser's secret").fill(ORGANISER)
    page.get_by_role("button", name="Play again").first.click()
    expect(page.locator(".notice")).to_contain_text("Matches that wait to be played again: 1.")
    expect(page.locator(".progress")).to_contain_text("1 of 2 matches played")


def test_who_is_set_aside_is_so_for_a_reason_that_all_may_read(cup: str, page: Page) -> None:
    page.goto(cup)
    page.get_by_text("For the organiser").click()
    page.get_by_label("Organiser's secret").fill(ORGANISER)
    aside = page.locator("tr").filter(has=page.get_by_role("rowheader", name="idle")).get_by_role("button")
    aside.click()
    dialog = page.get_by_role("dialog", name="Does idle forfeit?")
    expect(dialog.get_by_label("Why?")).to_be_focused()
    expect(dialog.get_by_role("button", name="Forfeit")).to_be_disabled()
    assert unfit(page) == []
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    aside.click()
    dialog.get_by_label("Why?").fill("it never moves")
    page.keyboard.press("Enter")
    expect(dialog).to_have_count(0)
    expect(page.locator("td.remark")).to_have_text("set aside: it never moves")


ROUNDS = """
name = "rounds"
game = "chartichaud"
entrants = ["settler", "idle", "random"]
params = {{ max_turns = 10 }}
[format]
kind = "{kind}"
"""


def test_an_organiser_declares_a_tournament_and_the_arena_plays_it(page: Page, visit: Visits) -> None:
    page.goto("/tournaments")
    page.get_by_text("For the organiser").click()
    page.get_by_label("Organiser's secret").fill(ORGANISER)
    page.get_by_label("A new tournament").fill(ROUNDS.format(kind="swing") + "rounds = 2\n")
    page.get_by_role("button", name="Declare").click()
    expect(page.get_by_role("alert")).to_contain_text("Format.kind: found 'swing'")
    visit.faults.forgive("409")
    page.get_by_label("A new tournament").fill(ROUNDS.format(kind="swiss") + "rounds = 2\n")
    assert unfit(page) == []
    page.get_by_role("button", name="Declare").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("rounds")
    page.get_by_role("button", name="Play it here").click()
    expect(page.locator(".notice")).to_contain_text("The arena plays it now.")
    expect(page.get_by_role("heading", name="Final table")).to_be_visible()
    table = page.get_by_role("region", name="Rounds")
    expect(table.get_by_role("columnheader")).to_have_text(["Entrant", "1", "2", "Total"])
    expect(table.get_by_role("cell", name="bye")).to_have_count(2)
    assert unfit(page) == []
    table.get_by_role("cell").get_by_role("link").first.click()
    expect(page.locator(".chosen a.players")).to_have_count(2)


WAITER = """
import os, time

def jouer_tour():
    while not os.path.exists({gate!r}):
        time.sleep(0.01)
"""
LIVE = """
name = "live"
game = "chartichaud"
entrants = ["idle", "slow.py"]
isolation = "none"
params = { max_turns = 4 }
[format]
kind = "elimination"
"""


def test_a_match_of_a_tournament_is_watched_as_it_is_played(server: Server, tmp_path: Path, page: Page) -> None:
    gate = tmp_path / "gate"
    (tmp_path / "slow.py").write_text(WAITER.format(gate=str(gate)))
    (tmp_path / "cup.toml").write_text(LIVE)
    words = ["tournament", "run", "cup.toml", "--store", str(server.store), "--workers", "1"]
    command = [sys.executable, "-m", "joute.cli", *words]
    with subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as running:
        try:
            assert running.stdout is not None
            assert b"commitment" in running.stdout.readline()  # it has begun
            page.goto("/tournaments/live")
            page.get_by_role("region", name="Bracket").get_by_role("link", name="live").click()
            expect(page.locator(".badge.live").first).to_be_visible()
        finally:
            gate.touch()
        expect(page.locator("main")).to_have_attribute("data-frame", re.compile("[1-9]"))
        assert running.wait(60) == 0


def test_an_unknown_tournament_is_said_plainly(page: Page, visit: Visits) -> None:
    page.goto("/tournaments/nothing")
    expect(page.get_by_role("alert")).to_contain_text("No tournament")
    visit.faults.forgive("404")
