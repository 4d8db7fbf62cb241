"""Who is winning, and why: what each seat would have if the match ended now, and where its points come from."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from .text import Text
from .world import AnyWorld

if TYPE_CHECKING:
    from .game import Game

SCORE = Text("score", "score")
START = Text("at the start", "au départ")
"""The points with which a match began that did not begin at the beginning."""
Orders = Mapping[int, Sequence[Sequence[Any]]]
"""The orders of a phase by seat, each the name of its action, then its numbers."""
Parts = list[list[int]]
"""Points of each seat, part by part."""


@dataclass(frozen=True, kw_only=True)
class Points:
    """Where points come from: either what a position holds, or what each phase brought."""

    parts: tuple[Text, ...]
    words: Text = SCORE
    """What the sum of the parts is."""
    held: Callable[[AnyWorld], Parts] | None = None
    """held(world): what each seat would have if the match ended now; when it is over, the score."""
    gained: Callable[[AnyWorld, AnyWorld, Orders], Parts] | None = None
    """gained(before, after, orders): what a phase brought each seat; all phases together brought its score."""
    public: bool = True
    """Whether every seat may know what was gained by all."""

    def __post_init__(self) -> None:
        if (self.held is None) == (self.gained is None):
            raise TypeError("Points: expected either `held` or `gained`")
        if self.held is not None and not self.public:
            raise TypeError("Points: what is `held` decides who leads, so every seat must know it")

    @property
    def names(self) -> tuple[Text, ...]:
        """What to call the parts that a `Tally` counts."""
        return self.parts if self.gained is None else (*self.parts, START)


def points_for(game: Game, seat: int | None) -> Points | None:
    """What a game declares of its points, if a seat may know it; None knows everything."""
    points = game.scenes.points
    return points if points is not None and (seat is None or points.public or not game.foggy) else None


def lead_of(game: Game, view: AnyWorld, seat: int, scores: Sequence[int]) -> list[int]:
    """What each seat would have if the match ended now, as one of them may know it in the middle of a turn."""
    points = points_for(game, seat)
    held = None if points is None else points.held
    return list(scores) if held is None else [sum(parts) for parts in held(view)]


class Tally:
    """The points of all seats, part by part, from one position of a match to the next."""

    def __init__(self, points: Points | None) -> None:
        self.points = points
        self.parts: Parts | None = None
        """None where they are not known: they did not add up to the scores, in a position that was never played to."""
        self.lead: list[int] = []
        """What each seat would have if the match ended now."""
        self._before: AnyWorld | None = None

    @property
    def standing(self) -> bool:
        """Whether the lead is something else than the scores."""
        return self.points is not None and self.points.held is not None

    def add(self, game: Game, world: AnyWorld, scores: Sequence[int], orders: Orders) -> None:
        """The next position of the truth; `orders` led to it."""
        points = self.points
        self.lead = list(scores)
        if points is None:
            return
        if points.held is not None:
            self.parts = points.held(world)
            self.lead = [sum(parts) for parts in self.parts]
            return
        self._gain(game, world, scores, orders)

    def _gain(self, game: Game, world: AnyWorld, scores: Sequence[int], orders: Orders) -> None:
        assert self.points is not None
        assert self.points.gained is not None
        if self._before is None:
            self.parts = [[*[0] * len(self.points.parts), score] for score in scores]
        elif self.parts is not None:
            counted = orders if game.acts(self._before) else {}
            gained = self.points.gained(self._before, world, counted)
            self.parts = [
                [*(old + new for old, new in zip(own, more, strict=False)), own[-1]]
                for own, more in zip(self.parts, gained, strict=True)
            ]
            if [sum(own) for own in self.parts] != list(scores):
                self.parts = None
        self._before = game.copy(world)
