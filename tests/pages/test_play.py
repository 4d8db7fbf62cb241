"""Playing by hand: whole matches by clicks, by keys, on a phone; two people; coming back; what goes wrong."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.web.support import Server

from .browser import END, Player, click, frame, point
from .conftest import Visits
from .matches import GOLD, SHORT, WIDE, seated

pytestmark = pytest.mark.slow
MOVE = re.compile(r"^Cell 0, \d: Move a civilian")
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True, "device_scale_factor": 2}


def told_winner(server: Server, id: str) -> str:
    """What the page has to say of the end."""
    match = server.get(f"/api/matches/{id}")
    first = [player["name"] for player, rank in zip(match["players"], match["ranks"], strict=True) if rank == 1]
    return f"{first[0]} wins" if len(first) == 1 else "A tie"


def play(player: Player) -> int:
    """Play to the end, one thing in each phase where there is one: how many were done."""
    done = 0
    while player.wait():
        done += player.act()
        player.end()
    return done


@pytest.mark.parametrize("game", SHORT)
def test_a_whole_match_by_clicking(server: Server, page: Page, game: str) -> None:
    id, (seat,) = seated(server, game, "Ada")
    done = play(Player(page, seat))
    assert done > 0
    match = server.get(f"/api/matches/{id}")
    assert match["state"] == "over"
    expect(page.locator(".ending")).to_contain_text(told_winner(server, id))
    expect(page.locator(".status [role=status]")).to_have_text(re.compile(r"^Over turn (\d+) of \1$"))
    expect(page.locator(".notice.first")).to_have_count(0)
    page.get_by_role("link", name="See the film of the match").click()
    expect(page.locator(".transport")).to_be_visible()


def test_two_people_in_the_fog_each_see_their_own(server: Server, visit: Visits) -> None:
    id, (first, second) = seated(server, "chartichaud", "Ada", "Blaise", board=WIDE, params={"max_turns": 4})
    ada, blaise = Player(visit(), first), Player(visit(), second)
    assert ada.wait()
    expect(blaise.page.locator(".status")).to_contain_text("Waiting for Ada")
    for name in ("Ada", "Blaise", "Ada", "Blaise"):
        player = ada if name == "Ada" else blaise
        assert player.wait()
        assert player.act()
        player.end()
    for player, other in ((ada, 1), (blaise, 0)):
        assert not player.wait()
        expect(player.ending).to_contain_text(told_winner(server, id))
        told = [message["scene"] for message in player.heard if message["type"] == "position"]
        positions = [scene for scene in told if scene["phase"] == "turn"]
        assert len(positions) >= 4
        cells = [cell for scene in positions for row in scene["cells"] for cell in row if cell]
        assert not [cell for cell in cells if any(cell.get("units", ((), ()))[other])]
        assert {scene["seat"] for scene in positions} == {1 - other}
        assert {scene["players"][other]["gold"] for scene in positions} == {None}


def test_a_reload_in_the_middle_finds_everything_as_it_was(server: Server, page: Page) -> None:
    _, (seat,) = seated(server, "chartichaud", "Ada")
    ada = Player(page, seat)
    assert ada.wait()
    assert ada.act()
    before, orders = frame(page), page.locator(".orders li").all_inner_texts()
    page.reload()
    assert ada.wait()
    expect(page.locator(".orders li")).to_have_text(orders)
    assert frame(page) == before
    ada.end()
    assert ada.wait()


def test_a_reload_finds_what_happened_before(server: Server, page: Page) -> None:
    champions, short, _ = SHORT["portails"]
    made = server.create("portails", "@Ada", champions[0], seed=1, **short)
    ada = Player(page, f"/play/{made['match']['id']}#{made['seats'][0]['secret']}")
    assert ada.wait()
    ada.end()
    assert ada.wait()
    happened = page.locator(".events li")
    expect(happened.first).to_be_visible()
    told = happened.all_inner_texts()
    page.reload()
    assert ada.wait()
    expect(happened).to_have_text(told)


def test_a_seat_opened_elsewhere_is_handed_over_and_back(server: Server, visit: Visits) -> None:
    _, (seat,) = seated(server, "archipel", "Ada")
    here, there = visit(), visit()
    Player(here, seat)
    Player(there, seat)
    expect(here.get_by_role("alert")).to_contain_text("another tab")
    here.get_by_role("button", name="Play here").click()
    expect(there.get_by_role("alert")).to_contain_text("another tab")
    expect(here.locator(".notice.warn")).to_have_count(0)
    expect(here.get_by_role("button", name=END)).to_be_enabled()


def test_a_lost_connection_is_found_again(server: Server, page: Page) -> None:
    _, (seat,) = seated(server, "archipel", "Ada")
    socket: list = []
    page.route_web_socket("**/play", lambda route: socket.append((route, route.connect_to_server())))
    ada = Player(page, seat)
    assert ada.wait()
    socket[0][0].close(code=1011)
    expect(page.locator(".notice.warn")).to_contain_text("The connection is lost")
    expect(page.locator(".notice.warn")).to_have_count(0)
    assert len(socket) == 2
    ada.end()
    assert ada.wait()


def test_who_is_cut_off_is_told_and_comes_back_by_a_click(server: Server, page: Page) -> None:
    _, (seat,) = seated(server, "archipel", "Ada")
    socket: list = []
    page.route_web_socket("**/play", lambda route: socket.append((route, route.connect_to_server())))
    ada = Player(page, seat)
    assert ada.wait()
    socket[0][0].close(code=1008)
    expect(page.get_by_role("alert")).to_contain_text("The arena has closed the connection.")
    expect(page.get_by_role("button", name=END)).to_be_disabled()
    page.get_by_role("button", name="Play here").click()
    expect(page.locator(".notice.warn")).to_have_count(0)
    ada.end()
    assert ada.wait()


def test_each_offer_is_there_once_and_a_phase_without_any_says_so(server: Server, page: Page) -> None:
    _, (seat,) = seated(server, "tours_de_magie", "Ada")
    ada = Player(page, seat)
    assert ada.wait()
    click(page, tuple(ada.position["places"][0]))
    expect(page.get_by_role("button", name="Build a tower")).to_have_count(1)
    expect(page.get_by_role("button", name="Create wizards")).to_have_count(1)
    expect(page.get_by_role("button", name="End the phase")).to_be_enabled()
    ada.end()
    assert ada.wait()
    expect(page.locator(".status")).to_contain_text("turn 0 of 1 · moves")
    expect(page.locator(".offers")).to_contain_text("Nothing is left to do: press “End”.")


def test_a_refusal_is_explained_in_words(server: Server, page: Page) -> None:
    _, (seat,) = seated(server, "chartichaud", "Ada")
    page.route_web_socket("**/play", lambda route: _meddle(route))
    ada = Player(page, seat)
    assert ada.wait()
    expect(page.locator(".offer").first).to_be_visible()
    page.locator(".offer").get_by_role("button", name="Harvest").first.click()
    expect(page.locator(".refusal")).not_to_be_empty()
    assert page.locator(".orders li").count() == 0


def _meddle(route) -> None:
    """Every order goes to a cell outside the board."""
    server = route.connect_to_server()

    def send(text: str) -> None:
        server.send(text.replace('"calls":[[0,0]]', '"calls":[[9,9]]'))

    route.on_message(send)


def test_undo_takes_the_last_order_back(server: Server, page: Page) -> None:
    _, (seat,) = seated(server, "portails", "Ada")
    ada = Player(page, seat)
    assert ada.wait()
    undo = page.get_by_role("button", name="Undo")
    expect(undo).to_be_disabled()
    assert ada.act()
    undo.click()
    expect(page.locator(".orders li")).to_have_count(0)
    expect(undo).to_be_disabled()


def test_hot_seat_passes_the_screen_round(server: Server, page: Page) -> None:
    made = server.create("chartichaud", "@Ada", "@Blaise", board=GOLD, params={"max_turns": 2})
    id = made["match"]["id"]
    page.goto(f"/play/{id}#{','.join(seat['secret'] for seat in made['seats'])}")
    for name in ("Ada", "Blaise"):
        page.get_by_role("button", name=f"I am {name}").click()
        expect(page.locator(".seat").filter(has_text=name)).to_contain_text("You")
        page.get_by_role("button", name=END).click()
    expect(page.locator(".ending")).to_contain_text("A tie")


def test_where_nothing_is_hidden_the_screen_stays_open_to_all(server: Server, page: Page) -> None:
    made = server.create("portails", "@Ada", "@Blaise")
    page.goto(f"/play/{made['match']['id']}#{','.join(seat['secret'] for seat in made['seats'])}")
    for name in ("Ada", "Blaise", "Ada"):
        expect(page.get_by_role("status").first).to_contain_text(f"{name}: your turn")
        page.get_by_role("button", name=END).click()


def test_where_all_act_at_once_the_screen_is_passed_round(server: Server, page: Page) -> None:
    made = server.create("tours_de_magie", "@Ada", "@Blaise", "idle", "idle")
    page.goto(f"/play/{made['match']['id']}#{','.join(seat['secret'] for seat in made['seats'])}")
    for name in ("Ada", "Blaise"):
        page.get_by_role("button", name=f"I am {name}").click()
        expect(page.get_by_role("status").first).to_contain_text(f"{name}: your turn")
        page.get_by_role("button", name=END).click()


def test_the_clock_ends_a_turn(server: Server, page: Page) -> None:
    clock = {"turn_ms": 1_000, "bank_ms": 0}
    _, (seat,) = seated(server, "chartichaud", "Ada", clock=clock, params={"max_turns": 1})
    player = Player(page, seat)
    expect(page.get_by_role("timer")).to_be_visible()
    expect(player.ending).to_be_visible()


def test_a_whole_match_by_keys_alone(server: Server, page: Page) -> None:
    _, (seat,) = seated(server, "chartichaud", "Ada", params={"max_turns": 3})
    player = Player(page, seat)
    while player.wait():
        expect(page.locator(".offer").first).to_be_visible()
        orders = len(player.position["orders"])
        tab_to(page, '[role="gridcell"]')
        page.keyboard.press("n")
        expect(page.locator('[role="gridcell"]:focus')).to_have_attribute("aria-label", MOVE)
        page.keyboard.press("Enter")
        expect(page.locator(".orders li").nth(orders)).to_be_visible()
        tab_to(page, ".status .button:last-child")
        before = frame(page)
        page.keyboard.press("Enter")
        expect(page.locator(f'main:not([data-frame="{before}"]), .ending').first).to_be_visible()
    expect(player.ending).to_be_visible()


def tab_to(page: Page, selector: str) -> None:
    """Press Tab until something that fits has the focus."""
    for _ in range(80):
        page.keyboard.press("Tab")
        if page.evaluate("selector => document.activeElement.matches(selector)", selector):
            return
    raise AssertionError(f"Tab never reaches {selector}")


def test_a_new_match_is_set_up_and_started_by_keys(page: Page) -> None:
    page.goto("/new/chartichaud")
    expect(page.locator(".chair")).to_have_count(2)
    tab_to(page, ".chair input")
    page.keyboard.type("Ada")
    tab_to(page, "button.large")
    page.keyboard.press("Enter")
    expect(page.locator(".status.mine")).to_be_visible()
    expect(page.locator(".seat").first).to_contain_text("Ada")
    expect(page.locator(".first")).to_contain_text("New here?")
    page.get_by_role("button", name="Got it").click()
    page.reload()
    expect(page.locator(".status.mine")).to_be_visible()
    expect(page.locator(".first")).to_have_count(0)


def test_the_first_opponents_are_the_gentlest(page: Page) -> None:
    page.goto("/new/tours_de_magie")
    for seat, name in ((2, "rush"), (3, "mason"), (4, "horde")):
        expect(page.get_by_label(f"Seat {seat}", exact=True)).to_have_value(name)


def test_who_gives_no_name_is_a_guest_to_all(page: Page, visit: Visits) -> None:
    page.goto("/new/archipel")
    page.get_by_role("button", name="Start the match").click()
    expect(page.locator(".status.mine")).to_be_visible()
    expect(page.get_by_role("heading", level=1)).to_have_text("La conquête de l'archipel")
    watcher = visit(locale="fr-FR")
    watcher.goto(page.url.partition("#")[0].replace("/play/", "/watch/"))
    expect(watcher.locator(".seat b").first).to_have_text("Guest")


def test_invitations_open_the_seats(page: Page, visit: Visits) -> None:
    page.goto("/new/portails")
    page.get_by_label("Seat 2", exact=True).select_option("human")
    page.get_by_label("Name, Seat 1").fill("Ada")
    page.get_by_label("Name, Seat 2").fill("Blaise")
    page.get_by_role("button", name="Start the match").click()
    links = [page.get_by_role("textbox", name=name).input_value() for name in ("Ada", "Blaise")]
    assert len(set(links)) == 2
    blaise = visit()
    blaise.goto(links[1])
    page.get_by_role("link", name="Take this seat").first.click()
    expect(page.locator(".status.mine")).to_be_visible()
    expect(blaise.locator(".status")).to_contain_text("Waiting for Ada")


def test_a_phone_plays_by_touch(server: Server, visit: Visits) -> None:
    page = visit(**PHONE)
    _, (seat,) = seated(server, "chartichaud", "Ada", params={"max_turns": 2})
    player = Player(page, seat)
    assert player.wait()
    page.get_by_role("button", name="Got it").tap()
    click(page, (0, 0))
    page.locator(".offer").get_by_role("button", name="Harvest").first.tap()
    expect(page.locator(".orders li")).to_have_count(1)
    page.get_by_role("button", name=END).tap()
    expect(player.ending).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_tap_on_a_phone_tells_what_is_on_a_cell(server: Server, visit: Visits) -> None:
    page = visit(**PHONE)
    id, _ = seated(server, "archipel", "Ada")
    page.goto(f"/watch/{id}")
    expect(page.locator(".board canvas[data-origin]")).to_be_visible()
    page.locator(".board canvas").tap(position=point(page, (2, 3)))
    expect(page.locator(".cell-panel h2")).to_have_text("Cell 2, 3")
    expect(page.locator(".cell-panel li").first).to_be_visible()


def test_a_link_without_its_key_is_explained(server: Server, page: Page) -> None:
    id, _ = seated(server, "archipel", "Ada")
    page.goto(f"/play/{id}")
    expect(page.get_by_role("alert")).to_contain_text("lacks the key")
    page.goto("about:blank")
    page.goto(f"/play/{id}#wrong")
    expect(page.get_by_role("alert")).to_contain_text("does not open a seat")
    page.get_by_role("button", name="Lire en français").click()
    expect(page.get_by_role("alert")).to_contain_text("n'ouvre aucune place")


def test_a_match_that_is_stopped_is_told_in_french(server: Server, visit: Visits) -> None:
    made = server.create("archipel", "@Ada", "idle", **SHORT["archipel"].more)
    id, page = made["match"]["id"], visit(locale="fr-FR")
    assert Player(page, f"/play/{id}#{made['seats'][0]['secret']}").wait()
    server.http.delete(f"/api/matches/{id}", headers={"Authorization": f"Bearer {made['owner']}"})
    expect(page.get_by_role("alert")).to_have_text("Cette partie a échoué\u00a0: son propriétaire l'a arrêté")
    expect(page.get_by_role("button", name="Finir le tour")).to_be_disabled()
