"""Orders of each turn with the rules' answers, and what champions left for their authors: who may see them, and how."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

import joute
from joute.champions.sources.find import find
from joute.match.play import MatchSpec, play_match
from joute.match.replay import Recorder
from tests.web.support import Hand, Server

from .browser import pause, seek, unfit
from .conftest import Visits
from .matches import SHORT, played

pytestmark = pytest.mark.slow
LOSER = """
from api import *
from joute import debug
def jouer_tour():
    print("turn", tour_actuel())
    for turn in range(6):
        capturer()
    deplacer((1, 1))
    if tour_actuel() == 2:
        lier((-1, 5))
        raise ValueError("no more ideas")
"""


@pytest.fixture(scope="module")
def lost(server: Server, tmp_path_factory: pytest.TempPathFactory) -> tuple[str, str]:
    """A replay from elsewhere, in which a champion is refused orders and fails: the match, and its owner's secret."""
    folder = tmp_path_factory.mktemp("lost")
    (folder / "loser.py").write_text(LOSER)
    game = joute.load_game("portails", NB_TOURS=3).on()
    players = [find(game, str(folder / "loser.py"), 0), find(game, "warden")]
    players[0].name = "loser"
    with Recorder(folder / "match.jsonl") as recorder:
        play_match(MatchSpec(joute.Table(game, seed=1), players, recorder))
    answer = server.http.post("/api/replays", content=(folder / "match.jsonl").read_bytes())
    assert answer.status_code == 201, answer.text
    return answer.json()["match"]["id"], answer.json()["owner"]


def owning(visit: Visits, id: str, secret: str, **options: Any) -> Page:
    """The browser of whoever started a match."""
    page = visit(**options)
    page.add_init_script(f"localStorage.setItem('joute.owned', {json.dumps(json.dumps([[id, secret]]))})")
    return page


def of_turn(server: Server, id: str, turn: int, seat: int) -> int:
    """The position to which the orders of a seat in a turn led."""
    head = server.get(f"/api/matches/{id}/film")
    asked = [at for at in range(1, head["frames"]) if head["phases"][at - 1] == "turn" and head["times"][at][seat]]
    return next(at for at in asked if head["turns"][at - 1] == turn)


def test_the_author_sees_refusals_output_and_the_failure(server: Server, visit: Visits, lost: tuple[str, str]) -> None:
    page = owning(visit, *lost)
    page.goto(f"/watch/{lost[0]}")
    pause(page)
    seek(page, of_turn(server, lost[0], 2, 0))
    panel = page.locator(".course")
    expect(panel.get_by_role("heading").first).to_have_text("Turn 2: orders and events")
    expect(panel.locator("summary")).to_have_text("6 × the portal here is captured, refused: AUCUN_PORTAIL")
    panel.locator("summary").click()
    expect(panel.locator("details li.refused")).to_have_count(6)
    expect(panel.locator("details li").first).to_contain_text("AUCUN_PORTAIL There is no portal there.")
    expect(panel.locator("li.refused").last).to_contain_text("a link with -1, 5 POSITION_INVALIDE")
    expect(panel.locator(".failure .verdict")).to_have_text(re.compile("jouer_tour: ValueError: no more ideas"))
    expect(panel.locator(".failure code")).to_contain_text("lier(")
    expect(panel.locator(".failure pre")).to_contain_text('raise ValueError("no more ideas")')
    expect(panel.locator(".notes > pre")).to_have_text("turn 2")
    assert unfit(page) == []


def test_the_public_sees_accepted_orders_alone(server: Server, page: Page, lost: tuple[str, str]) -> None:
    page.goto(f"/watch/{lost[0]}")
    pause(page)
    seek(page, of_turn(server, lost[0], 1, 0))
    panel = page.locator(".course")
    expect(panel.locator("li.order")).to_have_text(["the pawn goes to 1, 1"])
    expect(panel).to_contain_text("is private")
    expect(panel.locator(".refused, .notes")).to_have_count(0)
    assert panel.get_by_label("Of which kind").locator("option[value=refused]").count() == 0
    public = server.http.get(f"/api/matches/{lost[0]}/replay")
    assert b"refused" not in public.content
    assert server.http.get(f"/api/matches/{lost[0]}/notes/0").status_code == 403


def test_rows_are_filtered_and_lead_to_their_turn_and_cells(
    server: Server, visit: Visits, lost: tuple[str, str]
) -> None:
    page = owning(visit, *lost)
    page.goto(f"/watch/{lost[0]}")
    pause(page)
    page.keyboard.press("End")
    panel = page.locator(".course")
    panel.get_by_label("Of whom").select_option(label="loser")
    panel.get_by_label("Of which kind").select_option(label="refused")
    earlier = panel.locator(".events li")
    expect(earlier.first).to_contain_text(re.compile(r"^turn \d loser: Refused: "), ignore_case=True)
    expect(panel.locator("li.event, li.order")).to_have_count(0)
    panel.get_by_label("Of which kind").select_option(label="Move (deplacer)")
    expect(earlier.last).to_contain_text("turn 1 loser: the pawn goes to 1, 1")
    earlier.last.get_by_role("button").focus()
    page.keyboard.press("Enter")
    expect(page.locator("main")).to_have_attribute("data-frame", str(of_turn(server, lost[0], 1, 0)))
    row = panel.locator("li.order").first.get_by_role("button")
    expect(row).to_have_attribute("aria-pressed", "true")
    with_mark = page.locator(".board canvas").screenshot()
    row.click()
    expect(row).to_have_attribute("aria-pressed", "false")
    page.wait_for_function(
        "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(true))))"
    )
    assert page.locator(".board canvas").screenshot() != with_mark


@pytest.mark.parametrize("game", SHORT)
def test_every_order_of_every_game_is_told_in_words_by_name(server: Server, page: Page, game: str) -> None:
    id = played(server, game)
    head = server.get(f"/api/matches/{id}/film")
    chunk = server.get(f"/api/matches/{id}/film/all/0/orders")
    at = max(range(len(chunk)), key=lambda frame: len(chunk[frame]))
    assert chunk[at]
    page.goto(f"/watch/{id}")
    pause(page)
    seek(page, at)
    panel = page.locator(".course")
    expect(panel.locator("li.order, summary").first).to_be_visible()
    for summary in panel.locator("summary").all():
        summary.click()
    shown = panel.locator("> ol").get_by_role("button").locator(".words")
    texts = [one["text"]["en"] for one in sorted(chunk[at], key=lambda one: one["seat"])]
    events = [mark["text"]["en"] for mark in head["marks"] if mark["frame"] == at]
    expect(shown).to_have_text([*events, *texts])
    told = " ".join(mark["text"]["en"] for mark in head["marks"])
    assert not re.search(r"\bJ[1-9]\b", re.sub(r"\(J[1-9]\)", "", told))


def test_a_seat_in_the_fog_is_told_its_own_orders(server: Server, page: Page) -> None:
    id = played(server, "chartichaud")
    frames = server.get(f"/api/matches/{id}/film")["frames"]
    chunk = server.get(f"/api/matches/{id}/film/all/0/orders")
    at = next(frame for frame in range(frames) if any(one["seat"] == 1 for one in chunk[frame]))
    page.goto(f"/watch/{id}")
    pause(page)
    seek(page, at)
    panel = page.locator(".course")
    expect(panel.locator("li.order").first).to_be_visible()
    page.get_by_role("radio").nth(1).check()
    expect(panel.locator("li.order")).to_have_count(0)
    page.get_by_role("radio").nth(2).check()
    expect(panel.locator("li.order").first).to_be_visible()


def test_orders_of_a_live_match_are_told_as_they_are_made(server: Server, page: Page) -> None:
    made = server.create("portails", "@Ada", "idle", seed=1, params={"NB_TOURS": 2})
    id = made["match"]["id"]
    hand = Hand(server, id, made["seats"][0]["secret"])
    hand.until_asked()
    page.goto(f"/watch/{id}")
    expect(page.locator(".badge.live").first).to_be_visible()
    assert hand.ask(type="call", function="deplacer", calls=[[[2, 1]]])["ok"]
    hand.end()
    hand.until_asked()
    last = server.get(f"/api/matches/{id}/film")["frames"] - 1
    expect(page.locator("main")).to_have_attribute("data-frame", str(last))  # at the newest it would follow the match
    seek(page, of_turn(server, id, 1, 0))
    expect(page.locator(".course li.order")).to_have_text(["the pawn goes to 2, 1"])
    expect(page.locator(".course")).to_contain_text("is private")
    expect(page.locator(".badge.live").first).to_be_visible()
    hand.close()


def test_the_film_in_one_file_has_the_orders(server: Server, page: Page, tmp_path: Path) -> None:
    path = tmp_path / "film.html"
    path.write_bytes(server.http.get(f"/api/matches/{played(server, 'portails')}/html").content)
    page.goto(path.as_uri())
    pause(page)
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect(page.locator(".course li.order, .course summary").first).to_be_visible()
