"""What the numbers of an order may be, for those who number all orders of a game (`joute.env`): notes in its `api.py`.

    def move(unit: Annotated[int, own("units", "id")], pos: Annotated[Position, near("unit", reach)]) -> Error: ...
    def load(unit: Annotated[int, own("units", "id")], gold: Annotated[int, amount(1000)]) -> Error: ...

`bounded(low, high)` (`columns.py`) is every number between two, and an enumeration without a note all its members. A
note of a struct is that of its fields, one of an argument goes before those of its type. They bound nothing that a
champion does: the rules judge that.
"""

from __future__ import annotations

from typing import NamedTuple

from .columns import Bound, Bounds


class Amount(NamedTuple):
    """A number too wide to be counted out: 1, 2, 4, 8, … up to `most`."""

    most: Bound


class Own(NamedTuple):
    """Values of a row of a table, those of each field of the argument in one column. Rows are the first ones of the
    seat; of all where the table has no column `seat`."""

    table: str
    columns: tuple[str, ...]


class Near(NamedTuple):
    """At most `reach` away from an earlier argument, all numbers of the order that are near to another taken together.

    A struct is near to one with the same fields, or to a row of a table with columns of their names.
    """

    argument: str
    reach: Bound


class Player(NamedTuple):
    """The number of the player who gives the order; the first seat has `first`."""

    first: Bound


Choice = Bounds | Amount | Own | Near | Player


class Fields(NamedTuple):
    """The notes of the fields of a struct, in their order."""

    notes: tuple[Choice, ...]


def amount(most: Bound) -> Amount:
    return Amount(most)


def own(table: str, *columns: str) -> Own:
    return Own(table, columns)


def near(argument: str, reach: Bound) -> Near:
    return Near(argument, reach)


def player(first: Bound) -> Player:
    return Player(first)


def fields(*notes: Choice) -> Fields:
    return Fields(notes)
