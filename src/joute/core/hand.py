"""Playing by hand: what a person may do from a cell, in words. The page that asks knows no rules.

A game's `hand.py` exports a `Hand` as HAND. Cells are (column, row) of the picture, whatever coordinates the game has.
Nothing here changes a draft. Everybody else calls the functions below, which know when nothing can be done at all.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from .api import Row
from .errors import require_callable
from .text import Text
from .types import Malformed

if TYPE_CHECKING:
    from .game import Game
    from .seat import Seat

Cell = tuple[int, int]
"""A column and a row of the picture, from the top left corner."""
Call = tuple[str, list[Any]]
"""A function of the API and its arguments."""
REPEAT = -1
"""The argument of an amount that says how often the call is made."""
NOT_NOW = Text("It is not your turn.", "Ce n'est pas votre tour.")


@dataclass(frozen=True, slots=True)
class Target:
    """A cell to click: the whole arguments of the call it makes, what that costs and what comes of it."""

    cell: Cell
    args: list[Any]
    note: Text | None = None
    then: list[Target] = field(default_factory=list)
    """Cells of which one is clicked next (where to look), each with the arguments of the call; then `args` is empty."""


@dataclass(frozen=True, slots=True)
class Amount:
    """How many: the number replaces an argument, or says how often the call is made (REPEAT).

    `values`, if any, are the first arguments of calls that are made again, one after the other: the boats of a fleet.
    """

    argument: int
    least: int
    most: int
    usual: int
    values: list[int] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Offer:
    """One thing that can be done. Without targets it is a button, and `args` are the arguments of its call."""

    function: str
    title: Text
    note: Text | None = None
    targets: list[Target] = field(default_factory=list)
    args: list[Any] = field(default_factory=list)
    amount: Amount | None = None
    moves: bool = False
    """Whether what acts is on the cell of the target afterwards."""


@dataclass(frozen=True, kw_only=True)
class Hand:
    """What a person may do in a game, and how it is told."""

    places: Callable[[Seat], list[Cell]]
    """The cells where the seat can do something now."""
    offers: Callable[[Seat, Cell | None], list[Offer]]
    """What can be done from a cell; None: what needs no cell."""
    describe_order: Callable[[Game, Row], Text]
    """An order in words."""
    refusal: Callable[[Game, str, int], Text]
    """refusal(game, function, answer): an answer other than OK in words."""
    aim: Callable[[Seat, Row], Row] | None = None
    """What a person chooses of an order, where the offer settles the rest (which way to walk, which one of two equal
    boats); empty for an order that does nothing and is not offered."""
    explain: Callable[[Seat, Row, int], Text | None] | None = None
    """explain(seat, order, answer): why an order is refused now, with its figures; None: `refusal` says it all."""
    tries: Callable[[Seat, Cell, Cell], Iterable[Call]] | None = None
    """tries(seat, place, cell): what a person may want who has chosen a place and clicks a cell, the likeliest first.
    The same cell twice: what they may want from there. Either may be off the board."""

    way: Callable[[Seat, Row], list[Cell]] | None = None
    """way(seat, order): the cells over which an order goes that is about to be given, from where to where; one cell:
    where it is."""
    deferred: bool = False
    """Whether orders are carried out only when the phase ends, so that a draft does not show what they do."""
    draws: bool = False
    """Whether two people may agree on a draw: the game's own document knows drawn matches."""
    turn_s: int = 120
    """Seconds that people have for a phase where they play each other, unless they choose otherwise."""

    def __post_init__(self) -> None:
        optional = ("aim", "explain", "tries", "way")
        require_callable(self, "places", "offers", "describe_order", "refusal", optional=optional)


def playable(game: Game) -> bool:
    """Whether people can play a game: it has a `hand` module."""
    from importlib.util import find_spec

    return find_spec(f"{game.package}.hand") is not None


def may_act(seat: Seat) -> bool:
    """Whether orders of this seat count now."""
    game = seat.game
    return game.acts(seat.world) and bool(game.kernels.asked(seat.world, seat.index)) and not _full(seat)


def _full(seat: Seat) -> bool:
    return len(seat.orders) >= seat.game.orders_most


def places(seat: Seat) -> list[Cell]:
    """The cells where this seat can do something now."""
    return seat.game.hand.places(seat) if may_act(seat) else []


def offers(seat: Seat, cell: Cell | None) -> list[Offer]:
    """What this seat can do from a cell; None: what needs no cell."""
    return seat.game.hand.offers(seat, cell) if may_act(seat) else []


def describe_order(game: Game, row: Row) -> Text:
    """An order in words."""
    return game.hand.describe_order(game, row)


def way(seat: Seat, row: Row) -> list[Cell]:
    """The cells over which an order goes; empty where the game does not say."""
    found = seat.game.hand.way
    return found(seat, row) if found else []


def ways_ahead(seat: Seat) -> list[list[Cell]]:
    """From where to where the orders of a seat go that are carried out when the phase ends."""
    if not seat.game.hand.deferred:
        return []
    return [cells for cells in (way(seat, row) for row in seat.orders) if cells[0] != cells[-1]]


def refusal(game: Game, function: str, answer: int) -> Text:
    """Why an order was refused, in words."""
    return game.hand.refusal(game, function, answer)


def aim(seat: Seat, row: Row) -> Row:
    """What a person chooses of an order: all of it, unless the game says otherwise."""
    chosen = seat.game.hand.aim
    return chosen(seat, row) if chosen else row


def refused(seat: Seat, row: Row, answer: int) -> Text:
    """Why the rules refuse an order now: with its figures, where there are any."""
    explain = seat.game.hand.explain
    text = explain(seat, row, answer) if explain else None
    return text or refusal(seat.game, seat.game.api.unflatten(row)[0].name, answer)


def why_not(seat: Seat, place: Cell, cell: Cell, function: str | None = None) -> Text:
    """Why a click on a cell gives no order, with a place chosen (the cell itself: none), and perhaps what to do."""
    if not may_act(seat):
        return NOT_NOW
    game, tries = seat.game, seat.game.hand.tries
    for name, args in tries(seat, place, cell) if tries else ():
        if function in (None, name):
            try:
                order = order_of(game, name, args)
            except Malformed:
                continue
            answer = game.check(seat.world, seat.index, order)
            if answer != game.ok:
                return refused(seat, order, answer)
    return _nothing(at(game, place), at(game, cell))


def _nothing(place: str, cell: str) -> Text:
    if place == cell:
        return Text(f"Nothing of yours can act on {cell} now.", f"Rien à vous ne peut agir en {cell} maintenant.")
    return Text(f"Nothing on {place} can act on {cell} now.", f"Rien en {place} ne peut agir en {cell} maintenant.")


def choices(offer: Offer) -> list[Target]:
    """The targets of an offer with the cells that are clicked next in their place: each makes a call."""
    return [last for target in offer.targets for last in (target.then or [target])]


# For the games


def at(game: Game, cell: Cell) -> str:
    """A cell in the coordinates of the game, in its own order."""
    return game.scenes.at(*cell)


def distance(one: Cell, other: Cell) -> int:
    """Columns and rows between two cells."""
    return abs(one[0] - other[0]) + abs(one[1] - other[1])


def cells_away(one: Cell, other: Cell) -> Text:
    """The distance between two cells in words, to begin a sentence with."""
    far = distance(one, other)
    return Text(f"{far} cell{'s' * (far > 1)} away", f"À {far} case{'s' * (far > 1)}")


def order_of(game: Game, function: str, args: Sequence[Any]) -> Row:
    """The order that a call makes; raises Malformed."""
    action = game.api.functions[function]
    plain, whole = action.read(args, game.api.spoilt)
    if not whole:
        raise Malformed
    return action.row(plain)


def accepts(seat: Seat, function: str, *args: Any) -> bool:
    """Whether the rules would accept a call now."""
    game = seat.game
    try:
        order = order_of(game, function, args)
    except Malformed:
        return False
    return game.check(seat.world, seat.index, order) == game.ok


def capital(text: str) -> str:
    """The same with a capital letter, to begin a sentence with."""
    return text[:1].upper() + text[1:]


def joined(notes: Sequence[Text]) -> Text | None:
    """Several notes as one."""
    return Text(", ".join(note.en for note in notes), ", ".join(note.fr for note in notes)) if notes else None
