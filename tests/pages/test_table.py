"""People at a table in a browser: they give up, agree, come back after closing the tab, and see what the others did."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.web.support import Server

from .browser import Player, unfit
from .conftest import Visits
from .matches import SHORT, seated

pytestmark = pytest.mark.slow


def menu(page: Page, entry: str) -> None:
    """Choose an entry of the menu of the match."""
    page.locator(".manage summary").click()
    page.get_by_role("button", name=entry).click()


@pytest.mark.parametrize("game", SHORT)
def test_one_gives_up_by_clicking_and_the_film_says_so(server: Server, page: Page, game: str) -> None:
    id, (seat,) = seated(server, game, "Ada")
    assert Player(page, seat).wait()
    menu(page, "Give up…")
    page.get_by_role("dialog").get_by_role("button", name="Cancel").click()
    expect(page.locator(".ending")).to_have_count(0)
    menu(page, "Give up…")
    assert unfit(page) == []
    page.get_by_role("dialog").get_by_role("button", name="Give up", exact=True).click()
    expect(page.locator(".ending")).to_contain_text("Ada gave up")
    page.get_by_role("link", name="See the film of the match").click()
    expect(page.locator(".transport")).to_be_visible()
    assert server.get(f"/api/matches/{id}/film")["result"]["reason"] == "resign"


def test_the_menu_closes_by_escape_and_by_a_click_elsewhere(server: Server, page: Page) -> None:
    _, (seat,) = seated(server, "portails", "Ada")
    assert Player(page, seat).wait()
    entry, opener = page.get_by_role("button", name="Give up…"), page.locator(".manage summary")
    for close in (lambda: page.keyboard.press("Escape"), lambda: page.locator(".cell-panel").click()):
        opener.click()
        expect(entry).to_be_visible()
        close()
        expect(entry).to_be_hidden()
    expect(page.locator(".offers h2").first).to_contain_text("From cell")  # what was chosen stays chosen


def test_on_a_phone_the_end_offers_another_match_with_the_same_players(server: Server, visit: Visits) -> None:
    page = visit(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    _, (seat,) = seated(server, "portails", "Ada")
    assert Player(page, seat).wait()
    menu(page, "Give up…")
    page.get_by_role("dialog").get_by_role("button", name="Give up", exact=True).click()
    page.get_by_role("link", name="Another match").click()
    expect(page.get_by_label("Name, Seat 1")).to_have_value("Ada")
    expect(page.get_by_label("Seat 2", exact=True)).to_have_value("idle")


def test_a_draw_is_offered_declined_and_agreed(server: Server, visit: Visits) -> None:
    _, (first, second) = seated(server, "portails", "Ada", "Blaise")
    ada, blaise = Player(visit(), first), Player(visit(), second)
    assert ada.wait()
    menu(ada.page, "Offer a draw")
    expect(ada.page.locator(".proposal")).to_contain_text("Not agreed yet: Blaise")
    expect(blaise.page.locator(".proposal")).to_contain_text("Ada offers a draw.")
    blaise.page.get_by_role("button", name="Decline").click()
    expect(ada.page.locator(".notice.info")).to_contain_text("Blaise declines the draw.")
    expect(ada.page.locator(".proposal")).to_have_count(0)
    menu(blaise.page, "Offer a draw")
    ada.page.get_by_role("button", name="Agree").click()
    for player in (ada, blaise):
        expect(player.ending).to_contain_text("A tie")
        expect(player.ending).to_contain_text("by agreement")


def test_a_closed_tab_is_found_again_on_the_home_page(server: Server, visit: Visits) -> None:
    id, (first, second) = seated(server, "portails", "Ada", "Blaise")
    ada, blaise = Player(visit(), first), Player(visit(), second)
    assert ada.wait()
    expect(blaise.page.locator(".seat").filter(has_text="Ada")).not_to_contain_text("not here")
    context = ada.page.context
    ada.page.close()
    expect(blaise.page.locator(".seat").filter(has_text="Ada")).to_contain_text("not here")
    home = context.new_page()
    home.goto("/")
    mine = home.locator(".yours")
    expect(mine).to_contain_text("your turn")
    assert unfit(home) == []
    mine.locator("a.match").click()
    expect(home.locator(".status.mine")).to_be_visible()
    expect(blaise.page.locator(".seat").filter(has_text="Ada")).not_to_contain_text("not here")
    home.get_by_role("button", name=re.compile("^End the turn$")).click()
    expect(home.locator(".status:not(.mine)")).to_be_visible()
    home.goto("/")
    expect(mine).to_contain_text("others play")
    menu(blaise.page, "Give up…")
    blaise.page.get_by_role("dialog").get_by_role("button", name="Give up", exact=True).click()
    expect(mine).to_contain_text("over")
    expect(mine.locator("a.match")).to_have_attribute("href", f"/watch/{id}")
    mine.get_by_role("button", name="off this list").click()
    expect(mine).to_have_count(0)
    home.reload()
    expect(home.locator(".cards")).to_be_visible()
    expect(mine).to_have_count(0)


def test_invitations_survive_a_reload_and_say_who_has_come(page: Page, visit: Visits) -> None:
    page.goto("/new/portails")
    page.get_by_label("Seat 2", exact=True).select_option("human")
    page.get_by_label("Name, Seat 1").fill("Ada")
    page.get_by_label("Name, Seat 2").fill("Blaise")
    page.locator("summary", has_text="Board, length").click()
    expect(page.get_by_label("Clock")).to_have_value("")
    page.get_by_label("Length").select_option("20 turns")
    page.get_by_role("button", name="Start the match").click()
    link = page.get_by_role("textbox", name="Blaise").input_value()
    page.reload()
    assert page.get_by_role("textbox", name="Blaise").input_value() == link
    blaise = visit()
    blaise.goto(link)
    expect(page.locator(".invitations li").nth(1)).to_contain_text("is at the table")
    expect(page.get_by_text("These links open on this machine only")).to_be_visible()
    expect(blaise.locator(".status")).to_contain_text("turn 1 of 20")
    expect(blaise.locator(".seat .clock")).to_be_visible()  # Ada's: a match of people has a clock
    page.goto("/")
    page.locator(".yours a.match").click()
    expect(page.get_by_role("textbox", name="Blaise")).to_have_value(link)


def test_what_the_opponent_did_is_told_and_shown_until_the_first_order(server: Server, visit: Visits) -> None:
    _, (first, second) = seated(server, "portails", "Ada", "Blaise")
    ada, blaise = Player(visit(), first), Player(visit(), second)
    assert ada.wait()
    assert ada.act()
    order = ada.page.locator(".orders li").first.inner_text()
    ada.end()
    assert blaise.wait()
    news = blaise.page.locator(".news")
    expect(news).to_contain_text("Ada")
    expect(news).to_contain_text("turn 1 of 3")
    expect(news).to_contain_text(order[1:])
    expect(news).to_contain_text("Changed cells are marked")
    blaise.page.reload()
    expect(news).to_contain_text(order[1:])
    assert blaise.wait()
    assert blaise.act()
    expect(news).not_to_contain_text("Changed cells are marked")


def test_a_turn_is_taken_back_by_clicking_when_the_other_agrees(server: Server, visit: Visits) -> None:
    _, (first, second) = seated(server, "portails", "Ada", "Blaise")
    ada, blaise = Player(visit(), first), Player(visit(), second)
    assert ada.wait()
    assert ada.act()
    before = ada.page.locator(".status .dim").inner_text()
    ada.end()
    assert blaise.wait()
    menu(ada.page, "Take my last turn back")
    expect(blaise.page.locator(".proposal")).to_contain_text("Ada would like to take the last turn back.")
    blaise.page.get_by_role("button", name="Agree").click()
    assert ada.wait()
    expect(ada.page.locator(".status .dim")).to_have_text(before)
    expect(ada.page.locator(".orders li")).to_have_count(0)
    expect(blaise.page.locator(".news")).to_have_count(0)
    assert ada.act()
    ada.end()
    assert blaise.wait()
