"""Home, rules, files dropped onto the page, languages, colours, and what everybody needs to use them."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.web.support import Server

from .browser import unfit
from .conftest import Visits
from .matches import SHORT, played, seated

pytestmark = pytest.mark.slow


def replay(server: Server, game: str) -> bytes:
    """The replay of a match, as lines."""
    return gzip.decompress(server.http.get(f"/api/matches/{played(server, game)}/replay").content)


def test_all_games_are_there_and_one_click_shows_a_match(server: Server, page: Page) -> None:
    for game in SHORT:
        played(server, game)
    page.goto("/")
    titles = [game["title"] for game in server.get("/api/games")]
    expect(page.locator(".card h2")).to_have_text(titles)
    page.get_by_role("button", name=f"Watch a match : {titles[0]}").click()
    expect(page.locator('main.viewer:not([data-frame="0"])')).to_be_visible()
    expect(page.get_by_role("heading", level=1)).to_have_text(titles[0])


def test_the_list_of_matches_leads_to_their_films(server: Server, page: Page) -> None:
    id = played(server, "portails")
    page.goto("/")
    page.locator(f'a.match[href="/watch/{id}"]').click()
    expect(page.locator(".transport")).to_be_visible()


def test_a_replay_dropped_onto_the_page_is_shown(server: Server, page: Page) -> None:
    page.goto("/")
    expect(page.locator(".card").first).to_be_visible()
    drop(page, replay(server, "archipel").decode())
    expect(page.locator(".transport")).to_be_visible()
    expect(page.locator(".notice.warn")).to_have_count(0)


def drop(page: Page, text: str) -> None:
    """Drop a file with this text onto the page."""
    carried = page.evaluate_handle(
        """text => { const carried = new DataTransfer();
        carried.items.add(new File([text], "match.jsonl")); return carried; }""",
        text,
    )
    page.dispatch_event("body", "dragenter", {"dataTransfer": carried})
    expect(page.locator(".drop")).to_be_visible()
    page.dispatch_event("body", "drop", {"dataTransfer": carried})


def test_a_damaged_replay_is_shown_as_far_as_it_is_sound(server: Server, page: Page, tmp_path: Path) -> None:
    whole = replay(server, "chartichaud").splitlines(keepends=True)
    path = tmp_path / "half.jsonl"
    path.write_bytes(b"".join(whole[:4]) + whole[4][:20])
    page.goto("/")
    page.locator('.file input[type="file"]').set_input_files(path)
    expect(page.get_by_role("alert")).to_contain_text("This film is not whole.")
    expect(page.get_by_role("slider")).to_have_attribute("max", "3")


def test_what_is_no_replay_is_refused_in_words(page: Page, visit: Visits) -> None:
    page.goto("/")
    expect(page.locator(".card").first).to_be_visible()
    drop(page, "not a replay\n")
    expect(page.locator(".toast")).not_to_contain_text("Reading")
    expect(page.locator(".toast").get_by_role("alert")).not_to_be_empty()
    visit.faults.forgive("the server responded with a status of 4")


def test_refusals_are_told_in_the_readers_language_which_may_change(visit: Visits) -> None:
    page = visit(locale="fr-FR")
    page.goto("/")
    expect(page.locator(".card").first).to_be_visible()
    drop(page, "pas un replay\n")
    toast = page.locator(".toast").get_by_role("alert")
    expect(toast).to_contain_text("Ce fichier n'est pas un replay de Joute, ou vient d'une autre version\u00a0: sa")
    page.get_by_role("button", name="Read in English").click()
    expect(toast).to_contain_text("This replay, line 1: this is no replay of Joute")
    page.goto("/watch/nothing?lang=fr")
    expect(page.get_by_role("alert")).to_have_text("Le match 'nothing' n'existe pas")
    page.goto("/tournaments/coupe")
    expect(page.get_by_role("alert")).to_contain_text("Pas de tournoi 'coupe' dans cet entrepôt")
    page.goto("/rules/nothing")
    expect(page.get_by_role("alert")).to_contain_text("Le jeu 'nothing' n'existe pas ; il y a")
    visit.faults.forgive("the server responded with a status of 4")


def test_a_new_match_that_cannot_be_is_refused_in_french(visit: Visits) -> None:
    page = visit(locale="fr-FR")
    page.route("**/api/matches", lambda route: route.continue_(post_data=route.request.post_data.replace("idle", "x")))
    page.goto("/new/archipel")
    page.get_by_label("Place 2").select_option("idle")
    page.get_by_role("button", name="Lancer le match").click()
    expect(page.get_by_role("alert")).to_contain_text("Le champion 'x' n'existe pas\u00a0; il y a")
    visit.faults.forgive("the server responded with a status of 4")


def test_rules_of_every_game_in_both_languages(server: Server, page: Page) -> None:
    for game in SHORT:
        page.goto(f"/rules/{game}")
        expect(page.locator("article h1")).to_contain_text("the rules")
        chapters = page.locator("article h2").count()
        assert chapters == page.locator(".contents li").count() > 3
    page.get_by_role("button", name="Lire en français").click()
    expect(page.locator("article h1")).to_contain_text("les règles")
    expect(page.locator("html")).to_have_attribute("lang", "fr")


def test_the_language_follows_the_browser_and_is_remembered(visit: Visits) -> None:
    page = visit(locale="fr-FR")
    page.goto("/")
    expect(page.locator("html")).to_have_attribute("lang", "fr")
    expect(page.get_by_role("link", name="Jouer").first).to_be_visible()
    page.get_by_role("button", name="Read in English").click()
    page.reload()
    expect(page.get_by_role("link", name="Play").first).to_be_visible()


def test_dark_and_light_follow_the_system_until_switched(visit: Visits) -> None:
    page = visit(color_scheme="dark")
    page.goto("/")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    page.emulate_media(color_scheme="light")
    expect(page.locator("html")).to_have_attribute("data-theme", "light")
    page.get_by_role("button", name="Dark colours").click()
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")


@pytest.mark.parametrize("scheme", ["dark", "light"])
def test_no_serious_fault_for_people_who_see_or_move_otherwise(server: Server, visit: Visits, scheme: str) -> None:
    page = visit(color_scheme=scheme, reduced_motion="reduce")
    watch = [f"/watch/{played(server, game)}?turn=2" for game in ("archipel", "chartichaud")]
    compare = f"/compare?a={played(server, 'archipel')}&b={played(server, 'archipel')}"
    _, (seat,) = seated(server, "chartichaud", "Ada")
    shown = {"/": ".card", "/new/casus_belli": ".chair", "/rules/portails": "article", seat: ".offer"}
    shown |= {compare: ".differences", "/tournaments": ".contests h1", "/nowhere": ".notice", "/watch/x": ".notice"}
    for path, part in [*shown.items(), *((path, ".transport") for path in watch)]:
        page.goto(path)
        expect(page.locator(part).first).to_be_visible()
        assert unfit(page) == [], path
    visit.faults.forgive("404")


def test_every_page_fits_a_phone(server: Server, visit: Visits) -> None:
    page = visit(viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True)
    film = f"/watch/{played(server, 'tours_de_magie')}"
    shown = {"/": ".card", "/new/casus_belli": ".chair", "/rules/archipel": "article", film: ".transport"}
    for path, part in shown.items():
        page.goto(path)
        expect(page.locator(part).first).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), path


def test_the_end_of_a_film_covers_no_button_on_a_phone(server: Server, visit: Visits) -> None:
    page = visit(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    page.goto(f"/watch/{played(server, 'portails')}")
    page.keyboard.press("End")
    ending = page.locator(".ending")
    expect(ending).to_be_visible()
    ending.evaluate("one => Promise.all(one.getAnimations().map(({ finished }) => finished))")
    over, zoom = ending.bounding_box(), page.locator(".zoom").bounding_box()
    assert over is not None
    assert zoom is not None
    assert over["y"] + over["height"] <= zoom["y"]


UNKNOWN = {
    "/nowhere": "nothing at this address",
    "/nowhere/at/all.html": "nothing at this address",
    "/watch": "nothing at this address",
    "/watch/nothing": "There is no match 'nothing'",
    "/play/nothing": "lacks the key of the seat",
    "/play/nothing#secret": "There is no match 'nothing'",
    "/new/nothing": "nothing at this address",
    "/edit/nothing": "There is no game",
    "/rules/50%25%": "There is no game",
    "/compare?a=nothing": "There is no match 'nothing'",
    "/tournaments/nothing": "o tournament 'nothing'",
}


@pytest.mark.parametrize("address", UNKNOWN)
def test_an_unknown_page_says_so_and_leads_home(page: Page, visit: Visits, address: str) -> None:
    found = page.goto(address)
    assert found is not None
    unknown = address.startswith("/nowhere") or address == "/watch"
    assert found.status == (404 if unknown else 200)
    expect(page.get_by_role("alert")).to_contain_text(UNKNOWN[address])
    page.get_by_role("link", name="Back to the games").click()
    expect(page.locator(".card").first).to_be_visible()
    visit.faults.told = [fault for fault in visit.faults.told if "404" not in fault]


def test_a_part_of_the_pages_that_cannot_be_fetched_is_told(page: Page, visit: Visits) -> None:
    page.route("**/assets/Rules-*.js", lambda route: route.abort())
    page.goto("/rules/archipel")
    expect(page.get_by_role("alert")).to_contain_text("The arena does not answer")
    visit.faults.forgive("ERR_FAILED")


def test_a_wrong_seed_is_shown_even_where_it_was_folded_away(page: Page) -> None:
    page.goto("/new/archipel")
    page.locator("summary").click()
    page.get_by_label("Seed").fill("-1")
    page.locator("summary").click()
    expect(page.get_by_label("Seed")).to_be_hidden()
    page.get_by_role("button", name="Start the match").click()
    expect(page.get_by_label("Seed")).to_be_focused()
