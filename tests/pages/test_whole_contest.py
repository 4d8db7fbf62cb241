"""A contest from its beginning to its end, in a browser: those who take part, the organiser, and who checks it."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from joute.arena.contest.links import ENTER, for_organiser
from joute.arena.store import Store
from joute.web.api.pages import INDEX, STATIC
from tests.web.contest.support import BROKEN, CONTEST, GOOD, PASSWORD, held
from tests.web.contest.support import Browser as Client
from tests.web.support import Server

from .browser import Faults, unfit
from .conftest import Visits

pytestmark = pytest.mark.slow
PLAYED_MS = 240_000
"""Building, rehearsing and playing take their time on a busy machine; nothing is measured."""


@pytest.fixture(scope="module")
def contest(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    if not (STATIC / INDEX).is_file():
        pytest.skip("the pages are not built: make pages")
    with held(tmp_path_factory.mktemp("whole") / "spring", CONTEST) as server:
        yield server


@pytest.fixture
def visit(browser: Browser, contest: Server, faults: Faults) -> Iterator[Visits]:
    visits = Visits(browser, contest, faults)
    yield visits
    for context in visits.contexts:
        context.close()


def register(page: Page, login: str, team: str) -> None:
    page.goto("/contest/join")
    page.get_by_label("Login").fill(login)
    page.get_by_label(re.compile("^Password")).fill(PASSWORD)
    page.keyboard.press("Enter")
    page.get_by_role("link", name="I have written them down").click()
    page.get_by_label("Name of the team").fill(team)
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name=team)).to_be_visible()


def submit(page: Page, folder: Path, text: str) -> None:
    (folder / "champion.py").write_text(text)
    page.goto("/contest/versions")
    page.get_by_label("a file").set_input_files(folder / "champion.py")


def as_organiser(contest: Server, page: Page) -> None:
    with Store.open(contest.store) as store, store.writing() as connection:
        secret = for_organiser(connection, "olga")
    page.goto(f"{ENTER}#{secret}")
    page.get_by_role("button", name="Sign in with this link").click()
    expect(page.get_by_text("signed in as olga")).to_be_visible()


def part(page: Page, name: str) -> None:
    page.goto(f"/contest/console#{name}")
    expect(page.locator(".tabs.inner [aria-current=page]")).to_be_visible()


def close_now(page: Page, *names: str) -> None:
    """Set times to now, as the organiser does it, and say why."""
    part(page, "times")
    for name in names:
        page.get_by_role("button", name=f"{name}: now").click()
    page.get_by_label("Why?").first.fill("it is time")
    page.get_by_role("button", name="Set the times").click()
    expect(page.get_by_text("Done.")).to_be_visible()


def command(*words: str) -> str:
    whole = [sys.executable, "-m", "joute.cli", "contest", *words]
    return subprocess.run(whole, capture_output=True, text=True, check=True).stdout


def test_from_the_first_registration_to_a_verified_export(visit: Visits, contest: Server, tmp_path: Path) -> None:
    ana, olga = visit(), visit()
    register(ana, "ana", "Les Portes")
    submit(ana, tmp_path, BROKEN)
    first = ana.locator(".version", has_text="Version 1")
    expect(first).to_contain_text("failed", timeout=PLAYED_MS)
    expect(first.locator(".log")).to_contain_text("this is not valid Python")
    ana.goto("/contest")
    expect(ana.get_by_role("rowheader", name=re.compile("^Les Portes"))).to_have_count(0)
    submit(ana, tmp_path, GOOD)
    expect(ana.locator(".version", has_text="Version 2")).to_contain_text("plays", timeout=PLAYED_MS)
    ana.goto("/contest/results")
    expect(ana.get_by_role("heading", name=re.compile("^Rank [123] of 3$"))).to_be_visible(timeout=PLAYED_MS)

    bob = Client(contest)
    bob.register("bob")
    bob.post("/teams", {"name": "Les Archers"}, 201)
    bob.submit("champion.py", f"# bob\n{GOOD}")
    ana.goto("/contest")
    expect(ana.get_by_role("rowheader", name=re.compile("^Les Archers"))).to_be_visible(timeout=PLAYED_MS)

    as_organiser(contest, olga)
    close_now(olga, "Submissions close", "The table is frozen")
    expect(olga.locator(".countdown")).to_have_count(0)
    assert unfit(olga) == []
    ana.reload()
    expect(ana.get_by_text("The table as it stood on")).to_be_visible()
    submit(ana, tmp_path, f"# late\n{GOOD}")
    expect(ana.get_by_text("Received after the deadline")).to_be_visible()

    close_now(olga, "Ranked play ends")
    part(olga, "finals")
    olga.get_by_role("button", name="Take them from the table").click()
    seeds = olga.get_by_label(re.compile("^Entrants, the best seeded first"))
    expect(seeds).to_have_value(re.compile("Les (Portes|Archers)\nLes (Portes|Archers)"))
    olga.get_by_label("Name").fill("Finale")
    olga.get_by_role("button", name="Begin the final").click()
    final = olga.locator(".rows > li", has_text="Finale")
    expect(final.get_by_text("over", exact=True)).to_be_visible(timeout=PLAYED_MS)
    expect(final).to_contain_text("0 of 1 rounds released")
    ana.goto("/tournaments/Finale")
    expect(ana.locator(".progress")).to_contain_text("0 of")
    assert unfit(olga) == []
    final.get_by_role("button", name="Release the next round").click()
    expect(final).to_contain_text("all is public")
    ana.reload()
    expect(ana.get_by_role("heading", name="Final table")).to_be_visible()

    part(olga, "times")
    end = olga.locator("summary", has_text="End ranked play for good")
    end.click()
    olga.get_by_label("Why?").last.fill("the contest is over")
    olga.get_by_role("button", name="End ranked play for good").click()
    expect(end).to_have_count(0)
    ana.goto("/contest")
    expect(ana.get_by_text("Ranked play has ended for good.")).to_be_visible()
    part(olga, "log")
    expect(olga.locator(".rows > li b")).to_contain_text(
        ["end ranked play", "release", "begin finals", "times", "times"]
    )

    out = tmp_path / "out"
    command("export", str(contest.store.parent), "-o", str(out))
    assert "all is as it should be" in command("verify", str(out))
