"""What viewers are told of a resolution. A character is its number, a place its cell."""

from __future__ import annotations

from typing import NamedTuple


class Struck(NamedTuple):
    """An attack took effect."""

    character: int
    attack: int
    cell: int


class Hit(NamedTuple):
    """A character wounded another one, or itself."""

    character: int
    victim: int
    damage: int


class Hurt(NamedTuple):
    """A character has lost life. Never noted: a team is told this instead of who hit its own."""

    character: int
    damage: int


class Thrown(NamedTuple):
    """A shout threw a character from one cell to another."""

    character: int
    start: int
    end: int


class Died(NamedTuple):
    """A character died on a cell."""

    character: int
    cell: int


class Lost(NamedTuple):
    """The order of a character was void."""

    character: int
    attack: int


class Walked(NamedTuple):
    """A character walked from one cell to another."""

    character: int
    start: int
    end: int


EVENTS = (Struck, Hit, Hurt, Thrown, Died, Lost, Walked)
Event = Struck | Hit | Hurt | Thrown | Died | Lost | Walked
