"""Boards and positions drawn in the browser: painted, taken back, saved, shared, opened and played."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from joute import load_game
from tests.web.support import Server

from .browser import Faults, click, pause, point, seek, unfit
from .conftest import Visits
from .matches import played

pytestmark = pytest.mark.slow
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True, "locale": "fr-FR"}
SOUND = "No mistake found: it can be played."
STROKES = {
    "archipel": ("Volcano", (1, 1), (4, 1)),
    "casus_belli": ("Forest", (8, 9), (11, 9)),
    "chartichaud": ("Buildings of B", (2, 3), (5, 3)),
    "portails": ("Portal", (3, 2), (6, 2)),
    "tours_de_magie": ("Tower of J3", (4, 5), (7, 5)),
}
"""A brush of each game and the cells from and to which it is drawn."""


def answered(page: Page, act: Any) -> dict[str, Any]:
    """What the server makes of the last change that something brings about."""
    with page.expect_response("**/api/edit") as answer:
        act()
    expect(page.locator(".edit")).to_be_visible()
    made: dict[str, Any] = answer.value.json()
    return made


def settled(page: Page) -> None:
    """Wait until nothing is being asked of the server."""
    expect(page.locator(".edit")).to_have_attribute("aria-busy", "false")


def drag(page: Page, start: tuple[int, int], end: tuple[int, int], button: Any = "left") -> None:
    box = page.locator(".board canvas").bounding_box()
    assert box is not None
    for number, cell in enumerate((start, end)):
        at = point(page, cell)
        page.mouse.move(box["x"] + at["x"], box["y"] + at["y"], steps=1 + 5 * number)
        if number == 0:
            page.mouse.down(button=button)
    page.mouse.up(button=button)


def choose(page: Page, brush: str) -> None:
    page.locator(".brushes label").filter(has_text=re.compile(f"^\\s*{re.escape(brush)}$")).click()
    expect(page.get_by_role("radio", name=brush, exact=True)).to_be_checked()


def text_of(page: Page) -> str:
    """The text of the board, as the page shows it."""
    page.locator(".board-text").evaluate("panel => (panel.open = true)")
    return page.get_by_label("As text").input_value()


def until_text(page: Page, text: str) -> None:
    page.locator(".board-text").evaluate("panel => (panel.open = true)")
    expect(page.get_by_label("As text")).to_have_value(text)


def link_of(page: Page) -> str:
    """The address that plays the draft; its end opens it."""
    address = page.get_by_role("link", name="Play it").get_attribute("href")
    assert address
    return address


@pytest.mark.parametrize("game", STROKES)
def test_a_board_is_drawn_saved_shared_and_played(server: Server, visit: Visits, tmp_path: Path, game: str) -> None:
    page = visit()
    page.goto(f"/edit/{game}?kind=board")
    expect(page.get_by_text(SOUND)).to_be_visible()
    before = text_of(page)
    brush, start, end = STROKES[game]
    choose(page, brush)
    drag(page, start, end)
    expect(page.get_by_label("As text")).not_to_have_value(before)
    expect(page.get_by_role("button", name="Redo")).to_be_disabled()
    settled(page)
    painted = text_of(page)
    with page.expect_download() as download:
        page.get_by_role("button", name="Save the map").click()
    download.value.save_as(tmp_path / "map.txt")
    assert download.value.suggested_filename == f"{game}.txt"
    assert (tmp_path / "map.txt").read_text() == painted
    plain = load_game(game).fitted(painted)
    assert plain.boards.write(plain.board(painted, plain.info.seats, 0)) == painted
    other = visit()
    address = link_of(page)
    other.goto(address.replace("/new/", "/edit/"))
    until_text(other, painted)
    other.goto(address)
    expect(other.locator(".lead")).to_contain_text("A board from the editor")
    other.get_by_role("button", name="Start the match").click()
    expect(other.locator("main.play")).to_be_visible()
    match = other.url.split("/play/")[1].split("#")[0]
    server.http.get(f"/api/matches/{match}")
    (asked,) = [one for one in server.get("/api/matches") if one["id"] == match]
    assert asked["game"] == game
    drag(page, start, end, button="right")
    page.get_by_role("button", name="Undo").click()
    until_text(page, painted)
    page.keyboard.press("Control+z")
    until_text(page, before)
    page.keyboard.press("Control+Shift+z")
    until_text(page, painted)


def test_every_cell_on_the_way_of_the_mouse_is_painted_once_and_mirrored(page: Page) -> None:
    page.goto("/edit/archipel?board=escarmouche-12")
    expect(page.get_by_text(SOUND)).to_be_visible()
    choose(page, "Sea")
    page.get_by_label("Symmetry").select_option(label="half turn")
    drag(page, (0, 0), (11, 0))
    rows = page.get_by_label("As text")
    page.locator(".board-text").evaluate("panel => (panel.open = true)")
    expect(rows).to_have_value(re.compile(r"^\d+ \d+\n\d+ \d+\n~{12}\n([~o^]{12}\n){10}~{12}\n$"))


def test_a_position_is_made_of_a_match_and_played_from(server: Server, visit: Visits, tmp_path: Path) -> None:
    id = played(server, "archipel")
    page = visit()
    page.goto(f"/watch/{id}")
    pause(page)
    seek(page, 2)
    page.get_by_role("link", name="Edit this position").click()
    expect(page.get_by_text(SOUND)).to_be_visible()
    choose(page, "Galions of J2")
    page.get_by_role("spinbutton", name="boats").fill("3")
    click(page, (5, 5))
    expect(page.locator(".sheets h2")).to_have_text("Cell 5, 5")
    expect(page.locator(".sheets fieldset legend").first).to_contain_text("Galion")
    gold = page.locator(".sheets fieldset").first.get_by_label("gold")
    gold.fill("77")
    answered(page, lambda: gold.press("Tab"))
    settled(page)
    with page.expect_download() as download:
        page.get_by_role("button", name="Save the position").click()
    download.value.save_as(tmp_path / "position.json")
    saved = json.loads((tmp_path / "position.json").read_text())
    boats = [boat for boat in saved["state"]["boats"] if (boat["x"], boat["y"]) == (5, 5)]
    assert [(boat["btype"], boat["seat"], boat["nb_or"]) for boat in boats] == [(1, 1, 77), (1, 1, 0), (1, 1, 0)]
    page.get_by_role("link", name="Play it").click()
    expect(page.locator(".lead")).to_contain_text("A position from the editor")
    for seat in ("Seat 1", "Seat 2"):
        page.get_by_label(seat, exact=True).select_option("idle")
    assert unfit(page) == []
    page.get_by_role("button", name="Start the match").click()
    expect(page.locator("main.viewer:not(.edit)")).to_be_visible()
    match = page.url.split("/watch/")[1].split("?")[0]
    server.until_over(match)
    fleets = server.get(f"/api/matches/{match}/film/all/0")[0]["fleets"]
    assert [fleet["sides"][1] for fleet in fleets if (fleet["x"], fleet["y"]) == (5, 5)] == [
        {"caravelles": 0, "galions": 3, "gold": 77}
    ]
    again = visit()
    again.goto("/edit/archipel")
    again.locator("input[type=file]").last.set_input_files(tmp_path / "position.json")
    expect(again.get_by_role("button", name="Save the position")).to_be_visible()
    expect(again.get_by_text(SOUND)).to_be_visible()


def test_a_draft_that_is_not_sound_is_shown_kept_and_not_played(visit: Visits) -> None:
    page = visit()
    page.goto("/edit/portails?kind=board")
    choose(page, "Base of J1")
    click(page, (7, 5))
    expect(page.get_by_role("alert")).to_contain_text("cell 7,5: J1 starts at (7,5); expected a corner of the map")
    expect(page.get_by_role("button", name="Play it")).to_be_disabled()
    page.get_by_role("button", name="Show line 1").click()
    chosen = "area => area.value.slice(area.selectionStart, area.selectionEnd)"
    assert page.get_by_label("As text").evaluate(chosen) == "7 5"
    assert unfit(page) == []
    page.goto("/edit/portails")  # what was drawn last is still there
    expect(page.get_by_role("alert")).to_contain_text("expected a corner of the map")
    area = page.get_by_label("As text")
    page.locator(".board-text").evaluate("panel => (panel.open = true)")
    area.fill(area.input_value().replace("7 5", "0 0", 1))
    expect(page.get_by_text(SOUND)).to_be_visible()
    area.fill("nonsense")
    expect(page.get_by_role("alert")).to_contain_text("depart_illisible: line 1: J1: found 'nonsense'")
    expect(page.get_by_role("alert")).to_contain_text("The board shows the last draft that can be drawn.")
    choose(page, "Portal")
    click(page, (3, 3))
    expect(page.get_by_text("The text cannot be taken apart as it stands: mend it, then paint.")).to_be_visible()


def test_the_keyboard_alone_paints_erases_and_undoes(page: Page) -> None:
    page.goto("/edit/tours_de_magie?kind=board")
    expect(page.get_by_text(SOUND)).to_be_visible()
    before = text_of(page)
    page.get_by_role("radio", name="Look").focus()
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("radio", name="Tower of J1")).to_be_checked()
    page.locator('.cell[tabindex="0"]').focus()
    for key in ("ArrowLeft", "ArrowLeft", "Enter"):
        page.keyboard.press(key)
    rows = before.splitlines()
    rows[15] = f"{rows[15][:13]}a{rows[15][14:]}"
    until_text(page, "\n".join([*rows, ""]))
    page.keyboard.press("Delete")
    until_text(page, before)
    page.keyboard.press("Control+z")
    until_text(page, "\n".join([*rows, ""]))
    expect(page.get_by_role("gridcell", name="Cell 13, 15")).to_have_attribute("aria-label", re.compile("tower of J1"))


def test_a_link_joins_two_portals(page: Page) -> None:
    page.goto("/edit/portails?kind=position")
    expect(page.get_by_text(SOUND)).to_be_visible()
    first = answered(page, lambda: click(page, (0, 0)))["scene"]["portals"]
    a, b = [(portal["x"], portal["y"]) for portal in first[:2]]
    choose(page, "Portal of J1")
    click(page, a)
    click(page, b)
    choose(page, "Link between two portals")
    click(page, a)
    expect(page.get_by_text("Now choose the second cell.")).to_be_visible()
    click(page, b)
    expect(page.locator(".sheets legend").filter(has_text="Link")).to_be_visible()
    page.get_by_role("button", name=re.compile("^Remove: Link")).click()
    expect(page.locator(".sheets legend").filter(has_text="Link")).to_have_count(0)
    expect(page.get_by_text(SOUND)).to_be_visible()


def test_links_that_hold_nothing_and_games_that_are_not_there_are_told(page: Page, faults: Faults) -> None:
    page.goto("/edit/archipel#draft=xxxx")
    expect(page.get_by_role("alert")).to_have_text("This link holds no draft that can be read.")
    page.goto("/new/archipel#draft=xxxx")
    expect(page.get_by_role("alert")).to_have_text("This link holds no draft that can be read.")
    page.goto("/edit/chess")
    expect(page.get_by_role("alert")).to_contain_text("There is no game 'chess'")
    faults.forgive("404")


def test_a_game_without_palette_is_edited_as_text_and_rows(page: Page) -> None:
    page.goto("/edit/toy?kind=position")
    expect(page.get_by_text(SOUND)).to_be_visible()
    expect(page.locator(".palette")).to_have_count(0)
    turn = page.locator(".sheets").get_by_label("turn", exact=True)
    turn.fill("3")
    answered(page, lambda: turn.press("Tab"))
    expect(page.get_by_role("button", name="Undo")).to_be_enabled()
    page.get_by_role("button", name="Edit its board").click()
    expect(page.get_by_label("As text")).to_have_count(1)
    assert unfit(page) == []


def test_the_editor_beside_the_choice_of_a_board(page: Page) -> None:
    page.goto("/new/archipel")
    page.locator("details summary").last.click()
    page.get_by_label("Board").select_option("escarmouche-12")
    page.get_by_role("link", name="Edit this board").click()
    expect(page.get_by_label("Side")).to_have_value("12")


@pytest.mark.parametrize("game", STROKES)
def test_a_phone_paints_in_french(visit: Visits, game: str) -> None:
    phone = visit(**PHONE)
    phone.goto(f"/edit/{game}?kind=position")
    expect(phone.get_by_text("Aucune erreur : on peut jouer.")).to_be_visible()
    assert phone.evaluate("document.documentElement.scrollWidth") == 390
    phone.locator(".brushes label").nth(1).tap()
    phone.locator(".board canvas").tap(position=point(phone, (3, 3)))
    expect(phone.locator(".sheets h2")).to_contain_text("3, 3")
    assert unfit(phone) == []
    assert phone.evaluate("document.documentElement.scrollWidth") == 390
