"""What holds whatever is played: found by random play and by hypothesis, against computations written anew here."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import joute
from joute.core.events import noted

from ..board import LETTERS, MUR, read
from ..rules.events import EVENTS, Died, Event, Hit
from ..rules.state import gather
from ..rules.vision import team_sees
from ..rules.vocabulary import NOWHERE
from ..scene import field
from .fog import penombre
from .test_conformance import CROWDED, OPEN
from .vocabulary import map_text

PRESETS = ("sujet", "finale")
EVENTS_MOST = 5000


def random_table(preset: str, seats: int, seed: int, phases: int, board: str = CROWDED) -> tuple[joute.Table, Random]:
    """A table some phases into a random game."""
    table, rng = joute.Table(joute.load_game("casus_belli", preset), board, seats, seed), Random(seed)
    for _ in range(phases):
        if table.turn.callback != "partie_fin":
            order_all(table, rng)
            table.end_phase()
    return table, rng


def order_all(table: joute.Table, rng: Random) -> None:
    """Random orders for every seat."""
    for index in range(table.seats):
        seat = table.seat(index)
        generator = table.game.generator(rng.getrandbits(32))
        row = table.game.sample(seat.world, index, generator)
        while row is not None:
            assert seat.order(row) == table.game.ok
            row = table.game.sample(seat.world, index, generator)


games = st.tuples(st.sampled_from(PRESETS), st.integers(2, 5), st.integers(0, 10**6), st.integers(0, 17))


# 5  Vision


@settings(max_examples=60)
@given(st.data())
def test_5_vision_turns_with_the_map(data: st.DataObject) -> None:
    """A quarter turn of the map and of the viewer turns what he sees; a mirror image mirrors it."""
    side, size = 9, data.draw(st.integers(0, 5))
    letters = data.draw(st.text(LETTERS + "....FF", min_size=side * side, max_size=side * side))
    x, y, direction = data.draw(st.integers(0, 8)), data.draw(st.integers(0, 8)), data.draw(st.integers(0, 3))
    preset = data.draw(st.sampled_from(PRESETS))
    rows = [letters[at : at + side] for at in range(0, side * side, side)]
    rows[y] = rows[y][:x] + rows[y][x].replace("#", ".") + rows[y][x + 1 :]
    turned = ["".join(rows[side - 1 - column][row] for column in range(side)) for row in range(side)]
    mirrored = [row[::-1] for row in rows]
    seen = sees(preset, rows, (x, y), direction, size)
    assert sees(preset, turned, (side - 1 - y, x), (direction + 1) % 4, size) == {(side - 1 - b, a) for a, b in seen}
    mirror = {0: 0, 1: 3, 2: 2, 3: 1}[direction]
    assert sees(preset, mirrored, (side - 1 - x, y), mirror, size) == {(side - 1 - a, b) for a, b in seen}


def sees(preset: str, rows: list[str], place: tuple[int, int], direction: int, size: int) -> set[tuple[int, int]]:
    game = joute.load_game("casus_belli", preset)
    free = next((x, y) for y, row in enumerate(rows) for x, c in enumerate(row) if c != "#")
    board = read(map_text(f"{free[0]},{free[1]}", rows, "0 1"), game.params)
    width = len(rows[0])
    cells = field(game.new(board, 2, 0), place[1] * width + place[0], direction, size)
    assert len(cells) == len(set(cells))
    return {(cell % width, cell // width) for cell in cells}


@settings(max_examples=40)
@given(st.data())
def test_5_3_segment_by_fractions(data: st.DataObject) -> None:
    """Lines of sight by exact geometry: a segment is cut at every grid line, and each piece lies in one cell."""
    from fractions import Fraction

    i, j = data.draw(st.integers(0, 20)), data.draw(st.integers(0, 21))
    if j > i + 1 or (i, j) == (0, 0):
        return
    game = joute.load_game("casus_belli", VOLEUR_VISION_PORTEE=20)
    lines = read("1 1 0 0 0 1 .", game.params).lines
    at = 2 * (i * (i + 3) // 2 + j)
    found = {(lines[n], lines[n + 1]) for n in range(lines[at], lines[at + 1], 2)}
    cuts = {Fraction(0), Fraction(1)}
    for n in range(max(i, j)):
        cuts |= {Fraction(2 * n + 1, 2 * length) for length in (i, j) if length and 2 * n + 1 < 2 * length}
    middles = [(a + b) / 2 for a, b in zip(sorted(cuts), sorted(cuts)[1:], strict=False)]
    crossed = {(round(t * i), round(t * j)) for t in middles} - {(0, 0), (i, j)}
    assert found == crossed


# 4.5  Movement


@settings(max_examples=40)
@given(games)
def test_4_5_pénombre_is_what_was_seen_at_every_step(game: Any) -> None:
    table, _ = random_table(*game)
    width = table.board.width
    for seat in range(table.seats):
        for rank in range(3):
            told = table.seat(seat).call("perso_penombre", (seat, rank, 10, 0))
            wanted = penombre(table.world, seat * 3 + rank)
            assert told == [(cell % width, cell // width) for cell in wanted]


def walked_by_hand(table: joute.Table) -> list[list[int]]:
    """4.5  The occupants of every cell after everybody has walked, step by step and order by order."""
    width = table.board.width
    crowds: list[list[int]] = [[] for _ in table.board.ground]
    chars = table.dump()["state"]["characters"]
    for number in sorted(range(len(chars)), key=lambda c: chars[c]["arrived"]):
        crowds[chars[number]["cell"]].append(number)
    orders = [(seat, row) for seat in range(table.seats) for row in table.seat(seat).orders]
    paths = [
        (seat * 3 + row[2], [row[7 + 2 * k] * width + row[6 + 2 * k] for k in range(row[5])]) for seat, row in orders
    ]
    for step in range(max((len(path) for _, path in paths), default=0)):
        for character, path in paths:
            if step < len(path):
                next(crowd for crowd in crowds if character in crowd).remove(character)
                crowds[path[step]].append(character)
    return crowds


@settings(max_examples=40)
@given(games)
def test_4_5_walks_and_occupants_step_by_step(game: Any) -> None:
    preset, seats, seed, phases = game
    table, rng = random_table(preset, seats, seed, phases)
    if table.turn.phase not in ("placement", "deplacement"):
        return
    order_all(table, rng)
    wanted = walked_by_hand(table)
    table.end_phase()
    for cell, crowd in enumerate(wanted):
        count = gather(table.world, cell)
        assert list(table.world.scratch.crowd[:count]) == crowd


# Everything


@settings(max_examples=25)
@given(games, st.sampled_from([CROWDED, OPEN]))
def test_nobody_is_ever_in_a_wall_or_off_the_map(game: Any, board: str) -> None:
    table, rng = random_table(*game, board=board)
    for _ in range(3):
        if table.turn.seats:
            order_all(table, rng)
            table.end_phase()
        for entry in table.dump()["state"]["characters"]:
            assert 0 <= entry["cell"] < len(table.board.ground)
            assert table.board.ground[entry["cell"]] != MUR
            assert 0 < entry["life"] <= 10


@settings(max_examples=25)
@given(games)
def test_4_4_result_does_not_depend_on_who_answers_first(game: Any) -> None:
    table, rng = random_table(*game)
    order_all(table, rng)
    digests = set()
    for _ in range(4):
        twin = table.copy()
        for seat in rng.sample(range(table.seats), table.seats):
            twin.end(seat)
        digests.add(twin.digest)
    assert len(digests) == 1


@settings(max_examples=25)
@given(games)
def test_4_7_scores_are_the_sum_of_the_rules(game: Any) -> None:
    """From who hit whom and who died: rule 1, 2 or 3 for each death, and nothing else."""
    preset, seats, seed, phases = game
    table, rng = random_table(preset, seats, seed, phases)
    for _ in range(4):
        if not table.turn.seats:
            break
        before = table.scores
        table.world = table.game.listening(table.world, EVENTS_MOST)
        order_all(table, rng)
        table.end_phase()
        gained = [after - score for after, score in zip(table.scores, before, strict=True)]
        events = list(noted(table.world.scratch.events, EVENTS))
        assert gained == points(events, seats, -1 if preset == "sujet" else -2)


def points(events: list[Event], seats: int, teamkill: int) -> list[int]:
    gained = [0] * seats
    hits = [event for event in events if isinstance(event, Hit)]
    for death in events:
        if isinstance(death, Died):
            own = death.character // 3
            teams = {hit.character // 3 for hit in hits if hit.victim == death.character}
            assert teams
            if teams == {own}:
                gained[own] += teamkill
            elif own not in teams:
                gained[own] -= 1
                for team in teams:
                    gained[team] += 1
    return gained


@pytest.mark.parametrize("preset", PRESETS)
def test_three_turns_of_a_hundred_teams(preset: str) -> None:
    """On a small board, where everybody is near; everybody sees himself and nobody out of sight."""
    table, rng = random_table(preset, 100, 7, 1, CROWDED.replace("1\n9\n", "1\n3\n"))
    while table.turn.callback != "partie_fin":
        order_all(table, rng)
        table.end_phase()
    assert table.turn.number == 3
    view = table.game.view(table.world, 42).state
    for character in range(300):
        truth = table.world.state.characters.cell[character]
        seen = team_sees(table.world, 42, truth, False)
        assert view.characters.cell[character] == (truth if seen else NOWHERE)
