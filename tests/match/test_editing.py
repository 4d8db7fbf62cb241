"""Positions as text, and by assignments, in every game."""

from __future__ import annotations

import pytest

import joute
from joute.core.errors import StateError
from joute.core.registry import game_names
from joute.match.editing import assigned, position_text, read_position


def played(name: str, phases: int = 6) -> joute.Table:
    """A match in which everybody has played some phases at random."""
    table = joute.Table(joute.load_game(name), seed=3)
    rng = table.game.generator(5)
    for _ in range(phases):
        for seat in table.turn.seats:
            while table.game.acts(table.world) and (row := table.game.sample(table.seat(seat).world, seat, rng)):
                table.seat(seat).order(row)
        table.end_phase()
    return table


@pytest.mark.parametrize("name", game_names())
def test_the_text_of_a_position_is_read_as_the_same_position(name: str) -> None:
    table = played(name)
    text = position_text(table, ["a drawing", ""])
    assert text.startswith("# a drawing\n#\nseed = 3\n")
    assert read_position(table, text).dump() == table.dump()


@pytest.mark.parametrize("name", game_names())
def test_every_row_of_a_text_has_a_line_with_its_number(name: str) -> None:
    table = played(name)
    lines = position_text(table, []).splitlines()
    for rows in table.dump()["state"].values():
        for number, row in enumerate(rows if isinstance(rows, list) else ()):
            if isinstance(row, dict):
                fields = ", ".join(f"{field} = {value}" for field, value in row.items())
                assert f"  {{ {fields} }},  # {number}" in lines


def test_what_the_text_leaves_out_stays_as_it_is() -> None:
    table = played("toy")
    assert read_position(table, "seed = 9").dump() == table.dump() | {"seed": 9}
    assert read_position(table, "").dump() == table.dump()


def test_assignments_are_made_in_order_and_leave_the_table_alone() -> None:
    table = played("toy")
    before = table.dump()
    turn = before["state"]["head"]["turn"]
    made = assigned(table, ["head.turn=0", f"head.turn={turn}"])
    assert made.dump() == table.dump() == before
    with pytest.raises(StateError, match="state: unknown field 'more'"):
        assigned(table, ["more=1"])
