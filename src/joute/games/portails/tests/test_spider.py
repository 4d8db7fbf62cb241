"""What spider knows: each position has one turn that is clearly best, and it plays it."""

from __future__ import annotations

from typing import Any

import pytest

import joute
from joute.champions.sources.find import find
from joute.core.world import Turn
from joute.match.player import Player
from joute.match.referee import Referee

from .positions import GAME, Cell, arranged


def turn_of(table: joute.Table) -> None:
    """Spider plays the turn of J0; no order of it is refused."""
    player, seat = spider(table.game), table.seat(0)
    refused: list[Any] = []
    seat.on_refusal = lambda *what: refused.append(what)
    assert player.load(seat) is None
    assert player.ask(Turn(1, "turn", "jouer_tour", (0,))).fault is None
    assert refused == []
    table.end_phase()


def spider(game: joute.Game) -> Player:
    return find(game, "spider")


def owners(table: joute.Table, *cells: Cell) -> list[int]:
    """Who holds some portals: 0, 1, or -1 for nobody."""
    board, portals = table.world.board, table.world.state.portals
    places = list(zip(board.portals.x, board.portals.y, strict=True))
    return [portals.owner[places.index(cell)] for cell in cells]


def areas(table: joute.Table) -> list[int]:
    return list(table.world.state.areas)


SMALL = {"TAILLE_TERRAIN": 12, "NB_TOURS": 20}
SQUARE = [(2, 2), (2, 9), (9, 2)]


@pytest.mark.parametrize("preset", ["sujet", "finale"])
def test_it_captures_the_portal_in_reach(preset: str) -> None:
    table = arranged(preset, (5, 5), {(7, 7): "neutral"}, **SMALL)
    turn_of(table)
    assert owners(table, (7, 7)) == [0]


@pytest.mark.parametrize("preset", ["sujet", "finale"])
def test_it_closes_a_field(preset: str) -> None:
    table = arranged(preset, (8, 3), {(2, 2): "J0", (2, 9): "J0", (9, 2): "neutral"}, [((2, 2), (2, 9))], **SMALL)
    turn_of(table)
    assert areas(table) == [7 * 7, 0]


def test_it_weaves_from_the_inside_outwards() -> None:
    """The inner portal is linked before the outer field covers it: four fields instead of one."""
    portals = dict.fromkeys([*SQUARE, (4, 4)], "J0")
    links = [((2, 2), (2, 9)), ((2, 2), (4, 4)), ((2, 9), (4, 4))]
    table = arranged("finale", (9, 2), portals, links, **SMALL)
    turn_of(table)
    assert (table.world.state.head.links, table.world.state.head.fields) == (6, 4)
    assert areas(table) == [2 * 7 * 7, 0]


@pytest.mark.parametrize("preset", ["sujet", "finale"])
def test_it_brings_down_the_field_of_the_enemy(preset: str) -> None:
    links = [(SQUARE[0], SQUARE[1]), (SQUARE[1], SQUARE[2]), (SQUARE[0], SQUARE[2])]
    table = arranged(preset, (4, 4), dict.fromkeys(SQUARE, "J1"), links, **SMALL)
    assert areas(table) == [0, 49]
    turn_of(table)
    assert areas(table) == [0, 0]


def test_it_takes_the_corner_with_fewest_shields() -> None:
    links = [(SQUARE[0], SQUARE[1]), (SQUARE[1], SQUARE[2]), (SQUARE[0], SQUARE[2])]
    shields = {SQUARE[0]: 6, SQUARE[1]: 6, SQUARE[2]: 1}
    table = arranged("finale", (6, 6), dict.fromkeys(SQUARE, "J1"), links, shields=shields, **SMALL)
    turn_of(table)
    assert owners(table, *SQUARE) == [1, 1, 0]


def test_it_walks_on_towards_what_is_out_of_reach() -> None:
    table = arranged("finale", (0, 0), {(29, 29): "neutral"})
    turn_of(table)
    players = table.world.state.players
    assert players.x[0] + players.y[0] == 6 + 7


def test_it_shields_with_what_is_left() -> None:
    table = arranged("finale", (5, 5), {(5, 5): "J0"}, **SMALL)
    turn_of(table)
    assert list(table.world.state.portals.shields) == [6]


def scores_of(names: tuple[str, str], preset: str, seed: int, native: bool, **params: Any) -> tuple[str, Any]:
    game = joute.load_game(GAME, preset, **params)
    game = game.native() if native else game
    table = joute.Table(game, seed=seed)
    outcome = Referee(table, [find(game, name) for name in names]).play()
    assert outcome.void == ""
    assert not outcome.failed
    return table.digest, outcome.result.scores


@pytest.mark.parametrize("seats", [("spider", "warden"), ("warden", "spider")])
@pytest.mark.parametrize("preset", ["sujet", "finale"])
def test_it_beats_warden(preset: str, seats: tuple[str, str]) -> None:
    _, scores = scores_of(seats, preset, 0, native=True, NB_TOURS=25)
    own = seats.index("spider")
    assert scores[own] > 2 * scores[1 - own]


def test_same_orders_on_both_backends() -> None:
    seats = ("spider", "spider")
    params = {"TAILLE_TERRAIN": 14, "NB_TOURS": 6}
    assert scores_of(seats, "finale", 0, True, **params) == scores_of(seats, "finale", 0, False, **params)
