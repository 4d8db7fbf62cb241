"""A contest in the browser, as those who take part see it: a real server, whose service judges and plays."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from joute.web.api.pages import INDEX, STATIC
from tests.web.contest.support import BROKEN, CONTEST, GOOD, PASSWORD, held
from tests.web.contest.support import Browser as Client
from tests.web.support import Server

from .browser import Faults, unfit
from .conftest import Visits

pytestmark = pytest.mark.slow
TIMES = "\n[times]\nopens = 2020-01-01T00:00:00Z\nsubmissions_close = 2100-01-01T00:00:00Z\n"
JUDGED_MS = 120_000
"""Building and rehearsing take their time on a busy machine."""


@pytest.fixture(scope="module")
def contest(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    if not (STATIC / INDEX).is_file():
        pytest.skip("the pages are not built: make pages")
    with held(tmp_path_factory.mktemp("held"), CONTEST + TIMES) as server:
        yield server


@pytest.fixture
def visit(browser: Browser, contest: Server, faults: Faults) -> Iterator[Visits]:
    visits = Visits(browser, contest, faults)
    yield visits
    for context in visits.contexts:
        context.close()


def sign_in(page: Page, login: str) -> None:
    page.goto("/contest/enter")
    page.get_by_label("Login").fill(login)
    page.get_by_label("Password, or a recovery code").fill(PASSWORD)
    page.keyboard.press("Enter")
    page.wait_for_url("**/contest/versions")


def test_register_submit_a_broken_and_a_good_champion_and_see_the_rank(visit: Visits, tmp_path: Path) -> None:
    page = visit()
    page.goto("/")
    expect(page.get_by_role("heading", name="Spring")).to_be_visible()
    expect(page.get_by_role("timer")).to_contain_text("Submissions close")
    page.get_by_role("link", name="Register").click()
    page.get_by_label("Login").fill("ana")
    page.get_by_label(re.compile("^Password")).fill(PASSWORD)
    page.keyboard.press("Enter")
    expect(page.locator(".codes li")).to_have_count(8)
    assert unfit(page) == []
    page.get_by_role("link", name="I have written them down").click()
    page.get_by_label("Name of the team").fill("Les Portes")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Les Portes")).to_be_visible()
    page.get_by_role("link", name="Submit").click()

    broken = tmp_path / "champion.py"
    broken.write_text(BROKEN)
    page.get_by_label("a file").set_input_files(broken)
    expect(page.get_by_text("Received in time")).to_be_visible()
    first = page.locator(".version", has_text="Version 1")
    expect(first).to_contain_text("failed", timeout=JUDGED_MS)
    expect(first).to_contain_text("champion.py, line 1: this is not valid Python")
    expect(first.locator(".log")).to_contain_text("It failed.")
    assert unfit(page) == []

    folder = tmp_path / "mine"
    (folder / "parts").mkdir(parents=True)
    (folder / "champion.py").write_text(f"from parts import chosen\n\n\n{GOOD}")
    (folder / "parts" / "__init__.py").write_text("chosen = 1\n")
    page.get_by_label("A note for your team").fill("whole")
    page.get_by_label("a folder").set_input_files(folder)
    second = page.locator(".version", has_text="Version 2")
    expect(second).to_contain_text("plays", timeout=JUDGED_MS)
    expect(second).to_contain_text("“whole”")

    page.get_by_role("link", name="Contest").last.click()
    row = page.get_by_role("row").filter(has_text="Les Portes")
    expect(row).to_have_class("mine")
    expect(row.get_by_role("cell").first).to_have_text(re.compile("^[123]$"))
    page.get_by_role("link", name="Results").click()
    expect(page.locator(".played li").first).to_be_visible(timeout=JUDGED_MS)
    expect(page.get_by_role("heading", name=re.compile("^Rank [123] of 3$"))).to_be_visible()
    assert unfit(page) == []
    page.locator(".played .players").first.click()
    expect(page.locator("main.viewer, main[data-frame]").first).to_be_visible()


def test_an_archive_that_is_dropped_is_submitted_and_not_shown_as_a_replay(visit: Visits, contest: Server) -> None:
    bob = Client(contest)
    bob.register("bob")
    bob.post("/teams", {"name": "Les Archers"}, 201)
    page = visit()
    sign_in(page, "bob")
    dropped = page.evaluate_handle(
        "text => { const data = new DataTransfer(); data.items.add(new File([text], 'champion.py')); return data; }",
        GOOD,
    )
    for event in ("dragenter", "dragover", "drop"):
        page.locator(".takes").dispatch_event(event, {"dataTransfer": dropped})
    expect(page.get_by_text("Received in time")).to_be_visible()
    expect(page).to_have_url(re.compile("/contest/versions$"))
    expect(page.locator(".version", has_text="Version 1")).to_be_visible()


def test_a_member_is_invited_and_joins_by_a_link(visit: Visits, contest: Server) -> None:
    for login in ("cleo", "dan"):
        Client(contest).register(login)
    cleo, dan = visit(), visit(locale="fr-FR", color_scheme="dark", viewport={"width": 390, "height": 844})
    sign_in(cleo, "cleo")
    cleo.goto("/contest/team")
    cleo.get_by_label("Name of the team").fill("Deux")
    cleo.keyboard.press("Enter")
    cleo.get_by_role("button", name="Make an invitation link").click()
    link = cleo.locator(".once input").input_value()
    assert "/contest/join#" in link

    dan.goto("/contest/enter")
    dan.get_by_label("Identifiant").fill("dan")
    dan.get_by_label("Mot de passe").fill(PASSWORD)
    dan.keyboard.press("Enter")
    dan.wait_for_url("**/contest/versions")
    dan.goto(link)
    dan.get_by_role("button", name="Rejoindre Deux").click()
    expect(dan.get_by_text("L'équipe est complète.")).to_be_visible()
    assert "#" not in dan.url
    assert unfit(dan) == []
    for name in ("", "/versions", "/results", "/account"):
        dan.goto(f"/contest{name}")
        expect(dan.locator("main.held h2").first).to_be_visible()
        assert unfit(dan) == []
        assert dan.evaluate("document.documentElement.scrollWidth") <= 390


def test_a_lost_password_is_set_anew_by_a_recovery_code(visit: Visits, contest: Server) -> None:
    code = Client(contest).register("eve")["codes"][0]
    page = visit()
    page.goto("/contest/enter")
    page.get_by_label("Login").fill("eve")
    page.get_by_label("Password, or a recovery code").fill(code)
    page.keyboard.press("Enter")
    page.get_by_label("New password").fill("a password that is new")
    page.get_by_role("button", name="Set the password").click()
    expect(page.get_by_text("The password is set.")).to_be_visible()
    assert Client(contest).post("/sessions", {"login": "eve", "password": "a password that is new"})["login"] == "eve"


def test_a_token_is_made_and_shown_once(visit: Visits, contest: Server) -> None:
    Client(contest).register("fay")
    page = visit()
    sign_in(page, "fay")
    page.goto("/contest/account")
    page.get_by_label("What is it for?").fill("laptop")
    page.get_by_role("button", name="Make a token").click()
    assert len(page.locator(".once input").input_value()) == 32
    expect(page.locator(".tokens li")).to_contain_text("laptop never used")
    page.get_by_role("button", name="Take back").click()
    expect(page.locator(".tokens li")).to_have_count(0)
    assert unfit(page) == []
