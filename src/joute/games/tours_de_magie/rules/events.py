"""What a viewer would like to know of the end of a phase. `seats` has a bit for each seat; NOBODY is no seat."""

from __future__ import annotations

from typing import NamedTuple


class Fight(NamedTuple):
    """4.5  Wizards of several players met on a cell: who remains with how many, how many were lost, who fought."""

    x: int
    y: int
    winner: int
    left: int
    lost: int
    seats: int


class Capture(NamedTuple):
    """4.8  A base was captured, by so many wizards."""

    x: int
    y: int
    vanquished: int
    captor: int
    wizards: int


class Clash(NamedTuple):
    """4.4.4  Two towers were built on a cell: whose stands, and who was paid its price back."""

    x: int
    y: int
    keeper: int
    refunded: int
    price: int
