"""What people may do, what is shown and what is sent to hosts: the same on both backends, in every game."""

from __future__ import annotations

import random

import pytest

from joute import Table, game_names, load_game
from joute.core.hand import describe_order, offers, places
from joute.match.positions import listen

PHASES = 12


@pytest.mark.parametrize("name", game_names())
def test_hands_and_scenes_are_the_same_natively(name: str) -> None:
    pytest.importorskip("numba")
    game = load_game(name)
    tables = [Table(game, seed=2), Table(game.native(), seed=2)]
    offered = 0
    rng = random.Random(2)
    for _ in range(PHASES):
        for table in tables:
            listen(table)
        for index in tables[0].turn.seats:
            seats = [table.seat(index) for table in tables]
            cells, same = (places(seat) for seat in seats)
            assert cells == same
            for cell in [None, *rng.sample(cells, min(3, len(cells)))]:
                here, there = (offers(seat, cell) for seat in seats)
                assert here == there
                offered += len(here)
            generator = game.generator(rng.randrange(2**32))
            row = game.sample(seats[0].world, index, generator)
            if row is not None:
                assert [seat.order(row) for seat in seats] == [game.ok] * 2
                assert describe_order(tables[0].game, row) == describe_order(tables[1].game, row)
            assert tables[0].scene(index) == tables[1].scene(index)
        for table in tables:
            if table.turn.seats:
                table.end_phase()
        assert tables[0].digest == tables[1].digest
    assert offered > 0
