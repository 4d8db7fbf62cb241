"""Start positions: the same for all four, reached by the rules, with every way open, and different games from each."""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from typing import Any

import pytest

import joute
from joute.champions.sources.find import find
from joute.core.folder import board_names, bundled_board, fitting_boards
from joute.core.game import Game
from joute.core.table import Table
from joute.match.play import MatchSpec, play_match
from joute.match.replay import PhaseLine

from ..board import STARTS, default, generate, write
from ..rules.terms import ASSIEGER, CONSTRUIRE, CREER, DEPLACER, SUPPRIMER, TIRER
from .vocabulary import GAME, PRESETS

Cell = tuple[int, int]
State = dict[str, Any]

FIRST = """\
1a..a.a........F............b.2
..............................b
a.....a........................
...............................
..............................b
...............................
............................b.b
"""
"""The first rows of depart-1."""
CELLS_OF = {CONSTRUIRE: (1,), SUPPRIMER: (1,), CREER: (), DEPLACER: (1, 3), TIRER: (2, 4), ASSIEGER: (1, 3)}
"""Where the row of an order has cells."""


@cache
def starts(preset: str) -> list[Table]:
    """The start positions, without the contest's own; not to be played on."""
    game = joute.load_game(GAME, preset)
    return [Table(game, bundled_board(game, name)) for name in board_names(game)[1:]]


# What comes with the game


def test_the_contest_start_and_a_hundred_and_more_others_come_with_the_game() -> None:
    game = joute.load_game(GAME)
    assert board_names(game) == ["concours", *(f"depart-{number}" for number in range(1, STARTS + 1))]
    assert STARTS >= 100
    texts = fitting_boards(game, 4)
    assert list(texts) == board_names(game)
    assert len(set(texts.values())) == 1 + STARTS
    assert game.board(texts["concours"], 4, 0) == default(game.params) == game.board(None, 4, 99)


def test_start_positions_never_change() -> None:
    texts = [write(table.board) for table in starts("sujet")]
    assert texts[0].startswith(FIRST)
    assert sha256("".join(texts).encode()).hexdigest()[:16] == "9ae37f3f5788c677"


def test_none_is_another_one_in_a_mirror() -> None:
    shapes = [tower_cells(table) for table in starts("sujet")]
    assert len({tuple(min(shape, sorted((y, x) for x, y in shape))) for shape in shapes}) == STARTS


def tower_cells(table: Table) -> list[Cell]:
    towers = table.state.towers
    return [(towers.x[row], towers.y[row]) for row in range(table.state.head.towers)]


# The same for all


def turned(cell: Cell, side: int) -> Cell:
    """A quarter turn to the right: north-west becomes north-east."""
    x, y = cell
    return side - 1 - y, x


def next_seats(table: Table) -> list[int]:
    """For each seat, the one whose base is a quarter turn further."""
    side = table.board.side
    bases = [divmod(base, side) for base in table.board.bases]
    return [bases.index(turned(base, side)) for base in bases]


def turned_state(table: Table) -> State:
    """The whole position, turned, every player a seat further."""
    state, side, seats = table.dump()["state"], table.board.side, next_seats(table)
    players = [dict[str, int]()] * len(seats)
    for seat, player in enumerate(state["players"]):
        players[seats[seat]] = player
    rows = {name: [turned_row(row, side, seats) for row in state[name]] for name in ("towers", "groups")}
    return state | {"players": players} | {name: sorted(rows[name], key=place) for name in rows}


def turned_row(row: dict[str, int], side: int, seats: list[int]) -> dict[str, int]:
    x, y = turned((row["x"], row["y"]), side)
    return row | {"x": x, "y": y, "seat": seats[row["seat"]]}


def place(row: dict[str, int]) -> tuple[int, ...]:
    return row["x"], row["y"], row["seat"]


@pytest.mark.parametrize("preset", PRESETS)
def test_a_quarter_turn_puts_every_player_in_the_place_of_the_next(preset: str) -> None:
    for table in starts(preset):
        assert sorted(next_seats(table)) == [0, 1, 2, 3]
        assert turned_state(table) == table.dump()["state"]
        assert len(tower_cells(table)) == 20


def turned_order(row: tuple[int, ...], side: int) -> tuple[int, ...]:
    numbers = list(row)
    for at in CELLS_OF[row[0]]:
        numbers[at : at + 2] = turned((row[at], row[at + 1]), side)
    return tuple(numbers)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("preset", PRESETS)
def test_the_rules_know_no_direction(preset: str, seed: int) -> None:
    """Turned orders lead to the turned position: so a start that turns into itself is fair."""
    game = joute.load_game(GAME, preset, TAILLE_TERRAIN=11, MAX_TOUR=12, MAGIE_TOUR=60)
    board = game.boards.write(generate(game.params, 4, seed + 1))
    table, other, rng = Table(game, board), Table(game, board), game.generator(seed)
    seats, side, orders = next_seats(table), table.board.side, 0
    while table.turn.seats:
        for seat in range(4) if game.acts(table.world) else ():
            while (row := game.sample(table.seat(seat).world, seat, rng)) is not None:
                assert table.seat(seat).order(row) == game.ok
                assert other.seat(seats[seat]).order(turned_order(row, side)) == game.ok
                orders += 1
        table.end_phase()
        other.end_phase()
        assert turned_state(table) == other.dump()["state"]
    assert orders > 100
    assert [table.scores[seat] for seat in range(4)] == [other.scores[seats[seat]] for seat in range(4)]


# Sane


@pytest.mark.parametrize("preset", PRESETS)
def test_each_is_reached_when_all_build_a_tower_a_round(preset: str) -> None:
    for start in map(Table.copy, starts(preset)):
        table = Table(start.game)
        table.end_phase()
        left = [[cell for cell in tower_cells(start) if owner(start, cell) == seat] for seat in range(4)]
        while any(left):
            for seat in range(4):
                cell = next(cell for cell in left[seat] if table.seat(seat).call("constructible", cell, seat + 1))
                assert table.seat(seat).call("construire", cell, 3) == table.game.ok
                left[seat].remove(cell)
            for _ in range(4):
                table.end_phase()
        start.end_phase()
        reached, given = table.dump()["state"], start.dump()["state"]
        assert reached["head"].pop("turn") == 5
        assert given["head"].pop("turn") == 0
        assert reached == given


def owner(table: Table, cell: Cell) -> int:
    return int(table.board.owners[cell[0] * table.board.side + cell[1]])


@pytest.mark.parametrize("preset", PRESETS)
def test_every_way_is_open_and_no_place_is_in_the_power_of_another(preset: str) -> None:
    for table in starts(preset):
        board, api = table.board, table.seat(0).api
        home, *bases = [divmod(base, board.side) for base in board.bases]
        places = [divmod(cell, board.side) for cell in (*board.fountains, board.artefact)]
        assert all(api.chemin(home, goal) for goal in (*bases, *places))
        towers = [cell for cell in tower_cells(table) if owner(table, cell) == 0]
        assert min(api.distance(base, tower) for base in bases for tower in towers) > 3
        assert table.scores == [0, 0, 0, 0]
        assert Table.load(table.dump()).digest == table.digest


@pytest.mark.parametrize(
    ("changes", "towers"),
    [
        ({"TAILLE_TERRAIN": 3}, 0),
        ({"TAILLE_TERRAIN": 5}, 4),
        ({"MAX_NUMBER_TOURELLE": 2}, 8),
        ({"MAX_NUMBER_TOURELLE": 0}, 0),
        ({"CONSTRUCTION_TOURELLE": 0}, 0),
        ({"TAILLE_TERRAIN": 61, "BASES": ["SE", "SW", "NE", "NW"]}, 20),
    ],
)
def test_other_parameters_have_as_many_towers_as_there_is_room_for(changes: dict[str, Any], towers: int) -> None:
    game = joute.load_game(GAME, **changes)
    table = Table(game, bundled_board(game, "depart-3"))
    assert len(tower_cells(table)) == towers
    assert turned_state(table) == table.dump()["state"]


# Different games


def orders_of(game: Game, board: str, champion: str) -> list[Any]:
    """All orders of a match of four equal champions."""
    match = play_match(MatchSpec(Table(game, board), [find(game, champion) for _ in range(4)]))
    return [line.orders for line in match.record if isinstance(line, PhaseLine)]


def test_champions_without_chance_play_another_game_from_each() -> None:
    game = joute.load_game(GAME, MAX_TOUR=9)
    played = [orders_of(game, bundled_board(game, name), "mason") for name in ("concours", "depart-1", "depart-2")]
    assert played[0] != played[1] != played[2] != played[0]
    assert orders_of(game, bundled_board(game, "depart-2"), "mason") == played[2]
