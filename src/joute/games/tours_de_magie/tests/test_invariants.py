"""What holds in every match (rules, 4.1 and 4.3), for random orders of every kind on a small board."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import joute
from joute.core.table import Table

from ..board import SIMPLE
from .vocabulary import GAME, PRESETS

SIDE = 9
PHASES_PLAYED = 60
CALM = settings(max_examples=12, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))

seeds = st.integers(0, 2**32 - 1)
presets = st.sampled_from(PRESETS)


def new_table(preset: str) -> Table:
    """Much magic on a small board, so that everything happens soon."""
    game = joute.load_game(GAME, preset, TAILLE_TERRAIN=SIDE, MAX_TOUR=30, MAGIE_TOUR=60, COUT_TOURELLE=12)
    return Table(game)


def wild_call(seat: Any, rng: Random) -> int:
    """Any action of the phase with arguments near what is there, accepted or not."""
    x, y = rng.randrange(-1, SIDE + 1), rng.randrange(-1, SIDE + 1)
    near = (x + rng.randint(-2, 2), y + rng.randint(-2, 2))
    phase = seat._table.turn.phase
    if phase == "construction":
        call: tuple[Any, ...] = rng.choice(
            [("construire", (x, y), rng.randint(2, 8)), ("supprimer", (x, y)), ("creer", rng.randint(-1, 40))]
        )
    elif phase == "deplacement":
        call = ("deplacer", (x, y), near, rng.randint(-1, 9))
    elif phase == "tirs":
        call = ("tirer", rng.randint(-1, 9), (x, y), near)
    else:
        call = ("assieger", (x, y), near, rng.randint(-1, 9))
    return int(seat.call(*call))


def give_orders(seat: Any, rng: Random) -> None:
    """Random orders, sensible ones and wild ones, with some taken back."""
    game = seat.game
    generator = game.generator(rng.getrandbits(32))
    for _ in range(rng.randint(0, 8)):
        kind = rng.random()
        if kind < 0.5:
            row = game.sample(seat.world, seat.index, generator)
            if row is not None:
                assert seat.order(row) == game.ok
        elif kind < 0.9:
            wild_call(seat, rng)
        else:
            seat.call("annuler")


def positions(preset: str, seed: int) -> Any:
    """Tables with orders noted by all seats, phase after phase."""
    rng = Random(seed)
    table = new_table(preset)
    table.end_phase()
    for _ in range(PHASES_PLAYED):
        if not table.game.acts(table.world):
            return
        for index in range(table.seats):
            give_orders(table.seat(index), rng)
        yield table
        table.end_phase()


def counts(table: Table) -> list[int]:
    """The wizards of each player."""
    groups = table.dump()["state"]["groups"]
    return [sum(group["sorciers"] for group in groups if group["seat"] == seat) for seat in range(table.seats)]


def snapshot(seat: Any) -> Any:
    """All values of a seat's draft."""
    return seat.game.layout.snapshot(seat.state)


def created(table: Table) -> list[int]:
    """The wizards that the noted orders create."""
    creer = table.game.api.functions["creer"].code
    return [sum(row[1] for row in table.seat(seat).orders if row[0] == creer) for seat in range(table.seats)]


@CALM
@given(seed=seeds, preset=presets)
def test_4_3_merging_does_not_depend_on_the_order_of_seats(seed: int, preset: str) -> None:
    """Even two towers on one cell (4.4.4) end alike, because the nearer base decides, not the order."""
    rng = Random(seed)
    for table in positions(preset, seed):
        twin = table.copy()
        twin.end_phase(rng.sample(range(4), 4))
        again = table.copy()
        again.end_phase()
        assert twin.digest == again.digest


@CALM
@given(seed=seeds, preset=presets)
def test_4_1_magic_is_never_negative_and_towers_stand_on_ordinary_cells(seed: int, preset: str) -> None:
    for table in positions(preset, seed):
        drafts = [seat.state for seat in map(table.seat, range(4))]
        for state in (table.state, *drafts):
            found = table.game.layout.dump(state, table.game.dims(table.board, 4))
            assert all(player["magie"] >= 0 for player in found["players"])
            assert all(table.board.kinds[tower["x"] * SIDE + tower["y"]] == SIMPLE for tower in found["towers"])
            assert all(tower["vie"] > 0 for tower in found["towers"])


@CALM
@given(seed=seeds, preset=presets)
def test_4_1_wizards_come_by_creation_and_go_by_fights_fire_and_elimination(seed: int, preset: str) -> None:
    for table in positions(preset, seed):
        phase, before, new = table.turn.phase, counts(table), created(table)
        alive = [player["vivant"] for player in table.dump()["state"]["players"]]
        after_table = table.copy()
        after_table.end_phase()
        after = counts(after_table)
        if phase == "construction":
            assert after == [old + more for old, more in zip(before, new, strict=True)]
        elif phase in ("deplacement", "tirs"):
            assert all(now <= old for now, old in zip(after, before, strict=True))
        else:
            left = [player["vivant"] for player in after_table.dump()["state"]["players"]]
            assert after == [old * now for old, now in zip(before, left, strict=True)]
            assert all(now <= old for now, old in zip(left, alive, strict=True))


@CALM
@given(seed=seeds, preset=presets)
def test_4_1_wizards_of_one_player_a_cell_and_never_on_a_tower(seed: int, preset: str) -> None:
    for table in positions(preset, seed):
        assert table.game.unsound(table.world) == ""
        state = table.dump()["state"]
        cells = [(group["x"], group["y"]) for group in state["groups"] if group["sorciers"]]
        towers = [(tower["x"], tower["y"]) for tower in state["towers"]]
        assert len(set(cells)) == len(cells)
        assert len(set(towers)) == len(towers)
        assert not set(cells) & set(towers)


@CALM
@given(seed=seeds, preset=presets)
def test_6_3_annuler_restores_the_view_exactly(seed: int, preset: str) -> None:
    rng = Random(seed)
    for table in positions(preset, seed):
        seat = table.copy().seat(rng.randrange(4))
        past = [snapshot(seat)]
        for _ in range(12):
            noted = len(seat.orders)
            wild_call(seat, rng)
            if len(seat.orders) > noted:
                past.append(snapshot(seat))
        while len(past) > 1:
            past.pop()
            assert seat.call("annuler") == 0
            assert snapshot(seat) == past[-1]


@CALM
@given(seed=seeds, preset=presets)
def test_6_3_zero_amounts_change_nothing(seed: int, preset: str) -> None:
    rng = Random(seed)
    for table in positions(preset, seed):
        seat = table.copy().seat(rng.randrange(4))
        before = snapshot(seat)
        for _ in range(6):
            cells = [(rng.randrange(SIDE), rng.randrange(SIDE)) for _ in range(2)]
            seat.call("deplacer", *cells, 0)
            seat.call("tirer", 0, *cells)
            seat.call("assieger", *cells, 0)
        assert snapshot(seat) == before


@CALM
@given(seed=seeds, preset=presets)
def test_4_4_2_construire_agrees_with_constructible(seed: int, preset: str) -> None:
    rng = Random(seed)
    for table in positions(preset, seed):
        if table.turn.phase == "construction":
            seat = table.copy().seat(rng.randrange(4))
            for _ in range(10):
                cell = (rng.randrange(SIDE), rng.randrange(SIDE))
                free = seat.call("constructible", cell, seat.index + 1)
                answer = seat.call("construire", cell, 3)
                assert answer in ((0, 4, 6, 7, 12) if free else (3, 4, 12))


@CALM
@given(seed=seeds, preset=presets)
def test_4_5_moves_agree_with_paths(seed: int, preset: str) -> None:
    rng = Random(seed)
    for table in positions(preset, seed):
        if table.turn.phase == "deplacement" and seat_lives(table, 0):
            seat = table.copy().seat(0)
            for _ in range(10):
                a, b = ((rng.randrange(SIDE), rng.randrange(SIDE)) for _ in range(2))
                free = seat.call("info_case", a) != 1 and seat.call("info_case", b) != 1
                steps = len(seat.call("chemin", a, b))
                short = a == b or 0 < steps <= 4
                assert (seat.call("deplacer", a, b, 0) == 0) == (free and short)


def seat_lives(table: Table, seat: int) -> bool:
    return bool(table.dump()["state"]["players"][seat]["vivant"])


@pytest.mark.parametrize("preset", PRESETS)
def test_random_matches_use_every_action_and_eliminate(preset: str) -> None:
    used: set[int] = set()
    lost = 0
    for seed in range(6):
        for table in positions(preset, seed):
            used |= {row[0] for seat in range(4) for row in table.seat(seat).orders}
            lost = max(lost, sum(not seat_lives(table, seat) for seat in range(4)))
    assert used == set(range(6))
    assert lost >= 1
