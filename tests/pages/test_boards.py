"""Every board draws scenes of real matches in a real browser."""

from __future__ import annotations

import itertools
import os
import runpy
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route

import joute
from joute.core.registry import game_names

from .browser import Faults

ROOT = Path(__file__).parents[2]
BASE = "http://boards.localhost/"
"""Answered from the folder of the gallery; browsers trust such a name as they trust https."""
PHASES = 30
SOME = (1, 5, -10, -1)
"""Of the scenes played, those that are looked at. Each is a pair: all of it, and what seat 0 sees."""
Match = tuple[str, list[tuple[dict[str, Any], dict[str, Any]]]]
SIDE = 480


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The gallery of all boards, with that of the toy."""
    folder = tmp_path_factory.mktemp("gallery")
    command = ["node", "node_modules/vite/bin/vite.js", "build", "--mode", "gallery", "--logLevel", "warn"]
    path = os.pathsep.join([str(Path(sys.prefix, "node", "bin")), os.environ["PATH"]])
    surroundings = {**os.environ, "JOUTE_STATIC": str(folder), "PATH": path}
    subprocess.run(command, cwd=ROOT / "frontend", env=surroundings, check=True)
    return folder


@pytest.fixture(scope="module")
def gallery(browser: Browser, built: Path) -> Iterator[Page]:
    """The page of the gallery; nothing on it may go wrong."""

    def answer(route: Route) -> None:
        path = built / route.request.url.removeprefix(BASE)
        if path.is_file():
            route.fulfill(path=path)
        else:
            route.fulfill(status=200, content_type="application/json", body="{}")

    faults = Faults()
    context = browser.new_context()
    context.route(f"{BASE}**", answer)
    page = context.new_page()
    faults.watch(page, BASE)
    page.goto(f"{BASE}gallery.html")
    page.wait_for_function("() => 'picture' in window")
    yield page
    context.close()
    assert faults.told == []


@pytest.fixture(scope="module", params=game_names())
def match(request: pytest.FixtureRequest) -> Match:
    """A game, and the first scenes of a match between its champions."""
    played = runpy.run_path(str(ROOT / "frontend/gallery/scenes.py"))["played"]
    return request.param, played(joute.load_game(request.param), 3, PHASES)


def picture(page: Page, game: str, *step: Any, **look: Any) -> dict[str, Any]:
    chosen = {"theme": "dark", "part": 1, "side": SIDE, **look}
    found: dict[str, Any] = page.evaluate("args => picture(...args)", [game, step, chosen])
    return found


def test_a_step_ends_as_its_last_scene_stands(gallery: Page, match: Match):
    game, scenes = match
    for at in SOME:
        before, after = scenes[at - 1][0], scenes[at][0]
        stands = picture(gallery, game, after, after)
        assert picture(gallery, game, before, after)["digest"] == stands["digest"]
        assert picture(gallery, game, before, after, part=0.3, still=True)["digest"] == stands["digest"]


def test_a_step_shows_movement_in_between(gallery: Page, match: Match):
    game, scenes = match
    steps = ([before[0], after[0]] for before, after in itertools.pairwise(scenes))
    drawn = ({picture(gallery, game, *step, part=part)["digest"] for part in (0, 0.5, 1)} for step in steps)
    assert any(len(digests) == 3 for digests in drawn)


def test_seats_are_drawn_in_their_colours_dark_and_light(gallery: Page, match: Match):
    game, scenes = match
    scene = scenes[-1][0]
    dark, light = (picture(gallery, game, scene, scene, theme=theme) for theme in ("dark", "light"))
    assert dark["digest"] != light["digest"]
    assert dark["seats"][:2] == light["seats"][:2] == [True, True]
    assert min(dark["colours"], light["colours"]) > 50


def test_what_the_fog_hides_is_not_drawn(gallery: Page, match: Match):
    game, scenes = match
    hidden = 0
    for at in SOME:
        whole, seat = scenes[at]
        drawn = {picture(gallery, game, scene, scene)["digest"] for scene in (whole, seat)}
        assert len(drawn) == 1 or {**whole, "seat": 0} != seat
        hidden += len(drawn) - 1
    assert (hidden > 0) == joute.load_game(game).foggy


def test_a_closer_look_and_a_far_one_are_drawn(gallery: Page, match: Match):
    game, scenes = match
    step = [scenes[-2][0], scenes[-1][0]]
    assert picture(gallery, game, *step, zoom=4, x=1, y=1, part=0.7)["colours"] > 20
    assert picture(gallery, game, *step, side=90)["colours"] > 20
