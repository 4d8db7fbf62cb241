"""A phase in the hands of a person: what can be done, and doing it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from joute.core import hand
from joute.core.drawing import Line, recoloured, seat_style
from joute.core.game import Game
from joute.core.hand import REPEAT, Amount, Cell, Offer, Target
from joute.core.scenes import Grid
from joute.core.seat import Seat, TooManyOrders
from joute.core.text import Text, read_here, words
from joute.core.types import Malformed

NO_UNDO = Text("There is no order to take back.", "Il n'y a pas d'ordre à annuler.")
NO_UNDO_HERE = Text("Orders cannot be taken back in this game.", "Dans ce jeu, on n'annule pas les ordres.")
TOO_MANY = Text("A turn cannot hold more orders.", "Un tour ne peut pas contenir plus d'ordres.")

Aim = tuple[Offer, Target]
"""An offer, and one of its targets."""


class Said(NamedTuple):
    """What came of something a person did, in words."""

    ok: bool
    text: Text


class Sitting:
    """One phase of one person. Everything is asked of the game anew: an order may change all of it."""

    def __init__(self, seat: Seat) -> None:
        self.seat = seat
        self.game = seat.game
        self._starts: list[int] = []
        """How many orders there were before each thing that was done."""

    @property
    def name(self) -> str:
        return self.game.info.seat_name(self.seat.index)

    @property
    def places(self) -> list[Cell]:
        """The cells where something can be done, row by row."""
        return sorted(dict.fromkeys(hand.places(self.seat)), key=lambda cell: cell[::-1])

    def offers(self, cell: Cell | None) -> list[Offer]:
        """What can be done from a cell; None: what needs no cell."""
        return hand.offers(self.seat, cell)

    @property
    def idle(self) -> bool:
        """Whether nothing at all can be done."""
        return not self.places and not self.offers(None)

    def scene(self) -> dict[str, Any]:
        """What the person sees, the orders of this phase made."""
        return self.game.scene(self.seat.world, self.seat.index)

    # Doing

    def act(self, offer: Offer, target: Target | None, number: int) -> Said:
        """Make the calls of an offer, one after the other, until one is refused."""
        start = len(self.seat.orders)
        said = self._act(offer, target, number)
        if len(self.seat.orders) > start:
            self._starts.append(start)
        return said

    def _act(self, offer: Offer, target: Target | None, number: int) -> Said:
        done: list[Text] = []
        for args in calls(offer, offer.args if target is None else target.args, number):
            said = self._call(offer.function, args)
            if not said.ok:
                return said
            done.append(said.text)
        return Said(True, _counted(done))

    def _call(self, function: str, args: Sequence[Any]) -> Said:
        try:
            answer = self.seat.call(function, *args)
        except TooManyOrders:
            return Said(False, TOO_MANY)
        if answer != self.game.ok:
            return Said(False, self._refusal(function, args, answer))
        return Said(True, hand.describe_order(self.game, self.seat.orders[-1]))

    def _refusal(self, function: str, args: Sequence[Any], answer: int) -> Text:
        try:
            return hand.refused(self.seat, hand.order_of(self.game, function, args), answer)
        except Malformed:
            return hand.refusal(self.game, function, answer)

    def why_not(self, place: Cell | None, cell: Cell, offer: Offer | None) -> Text:
        """Why nothing can be done on a cell, with a place chosen or none, and an offer or none."""
        return hand.why_not(self.seat, cell if place is None else place, cell, offer.function if offer else None)

    def follows(self, offer: Offer, from_: Cell | None, to: Cell | None) -> Cell | None:
        """The place that is chosen after an order: what has moved stays so, unless the others alone can act."""
        places = self.places
        if offer.moves and to is not None and (to in places or from_ not in places):
            return to
        return from_

    def undo(self) -> Said:
        """Take back what was done last: nobody has been told of it before the phase ends."""
        if self.game.live:
            return Said(False, NO_UNDO_HERE)
        if not self.seat.orders:
            return Said(False, NO_UNDO)
        start = self._starts.pop()
        text = _counted(self.orders[start:])
        while len(self.seat.orders) > start:
            self.seat.undo()
        return Said(True, Text(f"taken back: {text}", f"annulé : {text:fr}"))

    @property
    def orders(self) -> list[Text]:
        """The orders of this phase so far."""
        return [hand.describe_order(self.game, row) for row in self.seat.orders]


def calls(offer: Offer, args: list[Any], number: int) -> list[list[Any]]:
    """The calls that an offer makes: one with the number in its place, or so many, each with its own first argument."""
    amount = offer.amount
    if amount is None:
        return [args]
    if amount.argument != REPEAT:
        return [[number if at == amount.argument else arg for at, arg in enumerate(args)]]
    return [[amount.values[at], *args[1:]] if at < len(amount.values) else args for at in range(number)]


def _counted(texts: list[Text]) -> Text:
    """Several orders at once: the first in words, the others counted."""
    first, more = texts[0], len(texts) - 1
    return Text(f"{first}, and {more} more", f"{first:fr}, et {more} de plus") if more else first


def aims(offers: Sequence[Offer], cell: Cell | None = None) -> list[Aim]:
    """The targets of some offers, on one cell or on all."""
    return [(offer, target) for offer in offers for target in offer.targets if cell is None or target.cell == cell]


def choice(amount: Amount | None) -> bool:
    """Whether there is a number to choose."""
    return amount is not None and amount.most > amount.least


def usual(offer: Offer) -> int:
    return 1 if offer.amount is None else offer.amount.usual


# Words and drawings


def seat_colour(game: Game, seat: int) -> str:
    """The style of a seat, in the colour that the game names for it."""
    return seat_style(game.info.seat_shade(seat))


def drawing(game: Game, scene: dict[str, Any]) -> list[Line]:
    """A scene as lines, in the game's own colours."""
    return recoloured(game.scenes.drawing(scene), game.info)


def grid_of(seat: Seat, scene: dict[str, Any]) -> Grid | None:
    declared = seat.game.scenes.grid
    return declared(scene) if declared else None


def goal_of(game: Game) -> list[str]:
    """How one wins, and what scores."""
    goal = game.scenes.goal
    return [read_here(text) for text in goal(game)] if goal else []


def header(lines: Sequence[Line], grid: Grid | None) -> list[Line]:
    """What a drawing says above its board."""
    above = len(lines) if grid is None else grid.top - grid.rulers
    return [line for line in lines[:above] if line]


def sentence(text: Text) -> str:
    """What was done or refused, as a sentence."""
    said = hand.capital(read_here(text))
    return said + ("" if said.endswith((".", "!", "?")) else ".")


def phase_name(seat: Seat, phase: str) -> str:
    """A phase in words; empty where the game has one kind."""
    from joute.core.scenes import USUAL_NAMES

    return read_here(seat.game.scenes.names.get(phase) or USUAL_NAMES.get(phase, phase))


def nothing_to_do(turn: int, phase: str) -> str:
    """What is said of a phase that ended by itself."""
    name = f", {phase}" if phase else ""
    return words(
        f"turn {turn}{name}: there was nothing for you to do",
        f"tour {turn}{name} : rien n'était possible pour vous",
    )
