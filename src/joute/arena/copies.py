"""Copies of games: which rounds of the same champions count.

Where neither game nor champions use chance, a board that comes again brings the same games again, whatever the seed.
These copies are no evidence. So a board counts the first time, and again only once the seed has been seen to matter on
it. Thus whether a round counts is known before it is played. To leave out copies as they come would be choosing by the
result: who wins nine of ten games in the same way, and loses the tenth each time in another, would seem to lose.
"""

from __future__ import annotations

COPIES_MOST = 5
"""After so many rounds in a row without a new game no more are expected."""


class Games:
    """The games that were played, told apart by seats and courses."""

    def __init__(self) -> None:
        self.matches = 0
        self._courses = set[tuple[int, str]]()
        self._boards = set[int]()
        self._varied = set[int]()
        """The boards on which the seed has been seen to matter."""
        self._copies_in_a_row = 0

    @property
    def distinct(self) -> int:
        return len(self._courses)

    @property
    def repeat(self) -> bool:
        """Whether the same games come again and again."""
        return self._copies_in_a_row >= COPIES_MOST

    def take(self, board: int, courses: list[str]) -> bool:
        """Note the games of a round, one from each seat; whether the round counts."""
        new, met = set(enumerate(courses)) - self._courses, board in self._boards
        counts = board in self._varied if met else bool(new)
        if met and new:
            self._varied.add(board)
        self._boards.add(board)
        self._courses |= new
        self._copies_in_a_row = 0 if new else self._copies_in_a_row + 1
        self.matches += len(courses)
        return counts
