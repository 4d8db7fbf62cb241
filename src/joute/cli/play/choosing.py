"""What a person is about to do on the screen: the cursor, the chosen place, its offers, and what a key does to them."""

from __future__ import annotations

from typing import NamedTuple

from joute.core.hand import Amount, Cell, Offer, Target
from joute.core.scenes import Grid
from joute.core.text import Text

from .sitting import Aim, Said, Sitting, aims, choice, usual

PAGE = 9
"""So many offers have a key at once."""


class Question(NamedTuple):
    """An offer that waits for a number."""

    offer: Offer
    target: Target | None
    typed: str = ""

    @property
    def amount(self) -> Amount:
        assert self.offer.amount is not None
        return self.offer.amount

    @property
    def number(self) -> int:
        return int(self.typed) if self.typed else self.amount.usual


class Choosing:
    """The choices of one phase. A place is chosen, then an offer or a target; what acts is done at once."""

    def __init__(self, sitting: Sitting, grid: Grid, cursor: Cell) -> None:
        self.sitting = sitting
        self.grid = grid
        self.cursor = cursor
        self.picked: Cell | None = None
        self.aim: Offer | None = None
        self.half: Aim | None = None
        """A target that was chosen, and waits for a cell beside it: where to look."""
        self.doubt: list[Aim] = []
        """Several things that Enter could do."""
        self.question: Question | None = None
        self.said: Said | None = None
        self.first = 0
        self._renew()
        if self.picked is not None:
            self.cursor = self.picked
        elif self.places and cursor not in self.places:
            self.cursor = self.places[0]

    # What can be chosen

    @property
    def numbered(self) -> list[Offer]:
        """The offers that have a key now."""
        return self.offers[self.first : self.first + PAGE]

    @property
    def targets(self) -> list[Aim]:
        """Where Enter acts now."""
        if self.half is not None:
            offer, target = self.half
            return [(offer, side) for side in target.then]
        return aims([self.aim] if self.aim else self.offers)

    @property
    def under_cursor(self) -> list[Aim]:
        return [aim for aim in self.targets if aim[1].cell == self.cursor]

    def _renew(self) -> None:
        """Ask anew what can be done. Where there is one place to choose, it is chosen."""
        self.places = self.sitting.places
        if self.picked not in self.places:
            self.picked = self.places[0] if len(self.places) == 1 else None
        local = [] if self.picked is None else self.sitting.offers(self.picked)
        self.local = len(local)
        self.offers = [*local, *(offer for offer in self.sitting.offers(None) if offer not in local)]
        again = [offer for offer in self.offers if self.aim and offer.function == self.aim.function and offer.targets]
        self.aim = again[0] if len(again) == 1 else None
        self.half, self.doubt, self.question = None, [], None
        self.first = min(self.first, max(0, len(self.offers) - 1) // PAGE * PAGE)

    # Keys

    def move(self, columns: int, rows: int) -> None:
        column, row = self.cursor
        self.cursor = (
            max(0, min(self.grid.columns - 1, column + columns)),
            max(0, min(self.grid.rows - 1, row + rows)),
        )

    def next(self, step: int) -> None:
        """Go to the next target of the chosen offer, or to the next place, and choose it."""
        cells = [target.cell for _, target in self.targets] if self.aim else self.places
        cells = sorted(dict.fromkeys(cells), key=lambda cell: cell[::-1])
        if not cells:
            return
        at = cells.index(self.cursor) + step if self.cursor in cells else 0 if step > 0 else -1
        self.cursor = cells[at % len(cells)]
        if not self.aim:
            self._pick(self.cursor)

    def enter(self) -> None:
        """Act on the cell under the cursor, or choose it; answer a question."""
        self.said = None
        if self.question is not None:
            self._answer(self.question)
            return
        here, place = self.under_cursor, self.cursor in self.places
        own = self.cursor == self.picked
        if self.half is not None:
            self._act(*here[0]) if here else self.back()
        elif place and not own and (self.aim is None or not here):
            self._pick(self.cursor)
        elif len(here) > 1 or (here and place):
            self.doubt = here
        elif here:
            self._act(*here[0])
        elif not own:
            self.said = Said(False, self.sitting.why_not(self.picked, self.cursor, self.aim))

    def digit(self, digit: int) -> None:
        """A digit: of a number that is asked for, or the key of an offer."""
        self.said = None
        if self.question is not None:
            typed = f"{self.question.typed}{digit}".lstrip("0")
            if len(typed) <= len(str(self.question.amount.most)):
                self.question = self.question._replace(typed=typed)
        elif self.doubt or self.half:
            several = self.doubt or self.targets
            if 1 <= digit <= len(several):
                self._act(*several[digit - 1])
        elif 1 <= digit <= len(self.numbered):
            offer = self.numbered[digit - 1]
            if not offer.targets:
                self._act(offer, None)
            else:
                self._take(offer)

    def step(self, by: int) -> None:
        """More or fewer of what is asked for."""
        if self.question is not None:
            amount = self.question.amount
            number = max(amount.least, min(amount.most, self.question.number + by))
            self.question = self.question._replace(typed=str(number))

    def erase(self) -> None:
        if self.question is not None:
            self.question = self.question._replace(typed=self.question.typed[:-1])

    def back(self) -> None:
        """Give up what was chosen last."""
        if self.question is not None:
            self.question = None
        elif self.doubt or self.half:
            self.half, self.doubt = None, []
        elif self.aim is not None:
            self.aim = None
        else:
            self.picked = None
            self._renew()
        self.said = None

    def turn_page(self, step: int) -> None:
        first = self.first + step * PAGE
        if 0 <= first < len(self.offers):
            self.first = first

    def undo(self) -> None:
        self.said = self.sitting.undo()
        self.aim = None
        self._renew()

    # Acting

    def _pick(self, cell: Cell) -> None:
        self.picked, self.aim, self.first = cell, None, 0
        self._renew()

    def _take(self, offer: Offer) -> None:
        """Show the targets of one offer alone, or again all; one that has a single target, half an order, goes on."""
        self.aim = None if self.aim is offer else offer
        if self.aim is not None and len(offer.targets) == 1:
            self.cursor = offer.targets[0].cell
            self.half = (offer, offer.targets[0]) if offer.targets[0].then else None

    def _act(self, offer: Offer, target: Target | None) -> None:
        if target is not None and target.then:
            self.doubt, self.half, self.cursor = [], (offer, target), target.cell
        elif choice(offer.amount):
            self.doubt, self.question = [], Question(offer, target)
        else:
            self._do(offer, target, usual(offer))

    def _answer(self, question: Question) -> None:
        least, most = question.amount.least, question.amount.most
        if least <= question.number <= most:
            self._do(question.offer, question.target, question.number)
        else:
            self.said = Said(
                False, Text(f"Expected a number from {least} to {most}.", f"Attendu : un nombre de {least} à {most}.")
            )
            self.question = question._replace(typed="")

    def _do(self, offer: Offer, target: Target | None, number: int) -> None:
        self.said = self.sitting.act(offer, target, number)
        to = self.half[1].cell if self.half else None if target is None else target.cell
        if self.said.ok:
            self.picked = self.sitting.follows(offer, self.picked, to)
            self.cursor = self.cursor if to is None else to
        self._renew()
