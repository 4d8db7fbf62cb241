"""Watching: every game plays, seeks, and shows what a seat may know; links, live matches, files."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from joute.web.film.diff import patch
from joute.web.wire import CHUNK
from tests.web.support import Hand, Server

from .browser import Player, described, frame, pause, seek, turn_of
from .conftest import Visits
from .matches import SHORT, played, seated

pytestmark = pytest.mark.slow


def film(server: Server, id: str, track: str = "all") -> dict:
    return server.get(f"/api/matches/{id}/film?track={track}")


@pytest.mark.parametrize("game", SHORT)
def test_a_film_starts_at_once_and_goes_anywhere(server: Server, page: Page, game: str) -> None:
    id = played(server, game)
    head = film(server, id)
    last = head["frames"] - 1
    page.goto(f"/watch/{id}")
    expect(page.get_by_role("heading", level=1)).to_have_text(head["title"])
    expect(page.locator('main:not([data-frame="0"])')).to_be_visible()
    page.keyboard.press("End")
    expect(page.locator("main")).to_have_attribute("data-frame", str(last))
    expect(page.locator(".ending")).to_be_visible()
    seek(page, 1)
    expect(page.locator(".ending")).to_have_count(0)
    expect(page.locator(".where b")).to_have_text(turn_of(head, 1))
    page.keyboard.press("Home")
    page.keyboard.press("Shift+ArrowRight")
    ten = min(10, last)
    expect(page.locator("main")).to_have_attribute("data-frame", str(ten))
    scores = [f"{score:,}" for score in head["scores"][ten]]
    assert page.locator(".score").all_inner_texts() == scores
    page.keyboard.press("ArrowLeft")
    expect(page.locator("main")).to_have_attribute("data-frame", str(ten - 1))


def test_fog_hides_units_and_gold_of_the_other(server: Server, page: Page) -> None:
    page.goto(f"/watch/{played(server, 'chartichaud')}")
    pause(page)
    seek(page, 0)
    assert "raider: 1 civilian" in described(page, (5, 0), "yx")
    assert "5 gold" in described(page, (5, 0), "yx")
    page.get_by_role("radio").nth(1).check()
    expect(page.locator(".seat").nth(1)).to_contain_text("gold ?")
    assert "settler: 1 civilian" in described(page, (0, 0), "yx")
    hidden = described(page, (5, 0), "yx")
    assert not [line for line in hidden if "civilian" in line or "5 gold" in line], hidden
    page.keyboard.press("s")
    expect(page.get_by_role("radio").nth(2)).to_be_checked()
    assert "raider: 1 civilian" in described(page, (5, 0), "yx")
    assert not [line for line in described(page, (0, 0), "yx") if "civilian" in line]


def test_fog_hides_characters_out_of_sight(server: Server, page: Page) -> None:
    id = server.create("casus_belli", "hunter", "ambush", seed=1, board="duel")["match"]["id"]
    server.until_over(id)
    truth, seen = scenes(server, id, "all"), scenes(server, id, "1")
    at = next(n for n, scene in enumerate(seen) if len(scene["characters"]) < 6 and scene["phase"] == "attaque")
    hidden = next(one for one in truth[at]["characters"] if one not in seen[at]["characters"])
    cell = hidden["x"], hidden["y"]
    page.goto(f"/watch/{id}")
    pause(page)
    seek(page, at)
    expect(page.locator(".seats")).not_to_contain_text("?")
    assert [line for line in described(page, cell) if "hunter" in line]
    page.get_by_role("radio").nth(2).check()
    expect(page.locator(".seat").first).to_contain_text("?")
    assert not [line for line in described(page, cell) if "hunter" in line]


def test_the_seed_is_shown_when_the_match_is_over(server: Server, page: Page) -> None:
    seed, turns = 4_242_424_242, {"NB_TOURS": 1}
    made = server.create("portails", "@Ada", "idle", seed=seed, params=turns)
    id, secret = made["match"]["id"], made["seats"][0]["secret"]
    hand = Hand(server, id, secret)
    hand.until_asked()
    page.goto(f"/watch/{id}")
    expect(page.locator(".title")).to_contain_text("joute")
    expect(page.locator(".title")).not_to_contain_text("seed")
    hand.end()
    hand.until("over")
    expect(page.locator(".title")).to_contain_text(f"seed {seed} · joute")
    hand.close()


def test_a_seat_is_told_of_its_own_times_and_events_alone(server: Server, page: Page) -> None:
    id = played(server, "chartichaud")
    page.goto(f"/watch/{id}")
    page.keyboard.press("End")
    expect(page.locator(".ending")).to_be_visible()
    times = page.get_by_role("img", name="Time per turn")
    expect(times.locator("path[d^=M]")).to_have_count(2)
    told = {track: events(film(server, id, track)) for track in ("all", "0", "1")}
    expect(page.locator(".events li")).to_have_count(min(12, len(told["all"])))
    for seat in (0, 1):
        page.get_by_role("radio").nth(1 + seat).check()
        expect(times.locator("path[d^=M]")).to_have_count(1)
        expect(page.locator(".events li")).to_have_text(list(reversed(told[str(seat)]))[:12])
        expect(page.locator(".ending")).to_be_visible()


def events(head: dict) -> list[str]:
    """What happened, each with the turn whose orders led to it."""
    return [f"turn {head['turns'][max(0, mark['frame'] - 1)]} {mark['text']['en']}" for mark in head["marks"]]


def scenes(server: Server, id: str, track: str) -> list[dict]:
    """All positions of a track."""
    found: list[dict] = []
    for n in range(-(-film(server, id)["frames"] // CHUNK)):
        first, *changes = server.get(f"/api/matches/{id}/film/{track}/{n}")
        found.append(first)
        for change in changes:
            found.append(patch(found[-1], change))
    return found


def test_a_game_without_fog_offers_no_seats_to_see_with(server: Server, page: Page) -> None:
    page.goto(f"/watch/{played(server, 'archipel')}")
    expect(page.locator(".seat")).to_have_count(2)
    assert page.get_by_role("radio").count() == 0


@pytest.mark.parametrize(("locale", "named"), [("en-GB", "attack"), ("fr-FR", "attaque")])
def test_phases_are_named_in_the_readers_language(server: Server, visit: Visits, locale: str, named: str) -> None:
    id = played(server, "casus_belli")
    head = film(server, id)
    page = visit(locale=locale)
    page.goto(f"/watch/{id}?turn=1&step={head['phases'].index('attaque') - head['turns'].index(1)}")
    expect(page.locator(".where .dim").first).to_have_text(named)


def test_links_carry_turn_seat_and_speed(server: Server, visit: Visits) -> None:
    page = visit(permissions=["clipboard-read", "clipboard-write"])
    page.goto(f"/watch/{played(server, 'chartichaud')}")
    pause(page)
    page.get_by_role("radio").nth(2).check()
    page.get_by_label("Speed").select_option("4")
    seek(page, 3)
    page.get_by_role("button", name="Copy link").click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    link = page.evaluate("navigator.clipboard.readText()")
    page.wait_for_url(link)
    other = visit()
    other.goto(link)
    expect(other.locator("main")).to_have_attribute("data-frame", "3")
    expect(other.get_by_role("radio").nth(2)).to_be_checked()
    expect(other.get_by_label("Speed")).to_have_value("4")
    expect(other.get_by_role("button", name="Play (space)")).to_be_visible()


def test_an_embedded_film_has_no_frame_around_it(server: Server, page: Page) -> None:
    page.goto(f"/watch/{played(server, 'portails')}?embed=1")
    expect(page.locator(".board canvas[data-origin]")).to_be_visible()
    expect(page.locator(".bar")).to_have_count(0)
    expect(page.locator(".side")).to_be_hidden()


def test_zoom_and_pan_keep_the_cell_under_the_pointer(server: Server, page: Page) -> None:
    page.goto(f"/watch/{played(server, 'archipel')}")
    canvas = page.locator(".board canvas[data-origin]")
    expect(canvas).to_be_visible()
    origin = canvas.get_attribute("data-origin")
    described(page, (3, 4))
    page.mouse.wheel(0, -400)
    expect(page.locator(f'.board canvas:not([data-origin="{origin}"])')).to_be_visible()
    box = canvas.bounding_box()
    assert box is not None
    page.locator(".zoom").get_by_role("button").last.click()
    expect(page.locator(f'.board canvas[data-origin="{origin}"]')).to_be_visible()
    page.get_by_role("gridcell", name="Cell 6, 6").focus()
    page.keyboard.press("+")
    expect(page.locator(f'.board canvas:not([data-origin="{origin}"])')).to_be_visible()
    page.keyboard.press("0")
    expect(page.locator(f'.board canvas[data-origin="{origin}"]')).to_be_visible()


def test_help_tells_the_keys(server: Server, page: Page) -> None:
    page.goto(f"/watch/{played(server, 'archipel')}")
    expect(page.locator(".transport")).to_be_visible()
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_contain_text("play or pause")
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.get_by_role("button", name="Lire en français").click()
    page.keyboard.press("?")
    expect(page.get_by_role("dialog").locator("kbd").first).to_have_text("espace")


def test_a_live_match_is_followed_left_and_found_again(server: Server, visit: Visits) -> None:
    id, (seat,) = seated(server, "archipel", "Ada")
    ada = Player(visit(), seat)
    watcher = visit()
    watcher.goto(f"/watch/{id}")
    expect(watcher.locator(".badge.live").first).to_be_visible()
    assert ada.wait()
    ada.end()
    assert ada.wait()
    now = frame(ada.page)
    expect(watcher.locator("main")).to_have_attribute("data-frame", str(now))
    seek(watcher, 0)
    watcher.get_by_role("button", name="Back to live").click()
    expect(watcher.locator("main")).to_have_attribute("data-frame", str(now))
    while ada.wait():
        ada.end()
    expect(watcher.locator(".ending")).to_be_visible()
    expect(watcher.locator(".badge.live")).to_have_count(0)


@pytest.mark.parametrize(("locale", "told"), [("en-GB", "was stopped"), ("fr-FR", "a été interrompu")])
def test_a_live_match_that_is_stopped_says_so(server: Server, visit: Visits, locale: str, told: str) -> None:
    made = server.create("archipel", "@Ada", "idle", **SHORT["archipel"].more)
    id = made["match"]["id"]
    page = visit(locale=locale)
    with page.expect_response("**/orders"):
        page.goto(f"/watch/{id}")
    expect(page.locator(".badge.live").first).to_be_visible()
    stopped = server.http.delete(f"/api/matches/{id}", headers={"Authorization": f"Bearer {made['owner']}"})
    assert stopped.status_code == 204
    expect(page.get_by_role("alert")).to_contain_text(told)
    expect(page.locator(".badge.live")).to_have_count(0)


def test_a_match_of_people_in_the_fog_is_not_watched_before_it_is_over(server: Server, visit: Visits) -> None:
    id, (seat,) = seated(server, "chartichaud", "Ada")
    ada = Player(visit(), seat)
    watcher = visit()
    watcher.goto(f"/watch/{id}")
    expect(watcher.get_by_role("alert")).to_have_text(
        "This match is played in the fog: it can be watched here when it is over."
    )
    while ada.wait():
        ada.end()
    watcher.reload()
    expect(watcher.locator(".transport")).to_be_visible()


def test_what_does_not_exist_is_said_plainly(page: Page, visit: Visits) -> None:
    page.goto("/watch/nothing")
    expect(page.get_by_role("alert")).to_contain_text(re.compile("no match"))
    visit.faults.forgive("404")
    page.get_by_role("link", name="Back to the games").click()
    expect(page.get_by_role("heading", level=1)).to_be_visible()
