"""The vocabulary every game shares: buffers, worlds, turns and results."""

from __future__ import annotations

from typing import Any, Generic, NamedTuple, TypeVar

Buffer = list[int]
"""An order, the state of a generator, an answer: a list of integers when interpreted, an int64 array when compiled."""

S = TypeVar("S")
B = TypeVar("B")
P = TypeVar("P")
T = TypeVar("T")


class World(NamedTuple, Generic[S, B, P, T]):
    """All a kernel may touch: the state it changes, what is constant, and space to work in."""

    state: S
    board: B
    params: P
    scratch: T


AnyWorld = World[Any, Any, Any, Any]


class Phase(NamedTuple):
    """One kind of turn: its name, the champion's callback, and whether orders given there count."""

    name: str
    callback: str
    acts: bool = True


class Turn(NamedTuple):
    """Who is asked now, and for what. No seats: the game is over."""

    number: int
    phase: str
    callback: str
    seats: tuple[int, ...]


class Result(NamedTuple):
    """Scores and ranks in seat order; rank 1 is best and equal ranks are ties."""

    over: bool
    scores: tuple[int, ...]
    ranks: tuple[int, ...]
    reason: str = ""

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that share the first place."""
        return tuple(seat for seat, rank in enumerate(self.ranks) if rank == 1)
