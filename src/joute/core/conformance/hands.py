"""What a person may do: every offer is accepted, every legal order is offered, all texts are in two languages."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict
from random import Random
from typing import Any

from .. import hand
from ..api import Row
from ..game import Game
from ..hand import REPEAT, Offer
from ..marks import KINDS
from ..seat import Seat
from ..table import Table
from ..text import Text
from .trial import Trial, give_orders, require, same, same_values, some_seats, values_of

SAMPLES = 3
"""How many random orders are looked for among the offers of a phase."""
PLACES_TRIED = 4
"""From how many places every offer is tried."""


def offers_are_accepted(trial: Trial) -> None:
    """What is offered, the rules accept, with any amount; asking changes nothing; nobody else is offered anything."""
    game = trial.game
    for table, rng in trial.walks():
        table = table.copy()
        for index in some_seats(table, rng):
            seat = table.seat(index)
            give_orders(seat, rng, rng.randrange(3))
            before = values_of(game, seat.state)
            places = hand.places(seat)
            _check_unique(game, places)
            for place in [None, *rng.sample(places, min(PLACES_TRIED, len(places)))]:
                offers = hand.offers(seat, place)
                require(bool(offers) or place is None, game, f"nothing is offered from {place}, one of the places")
                for offer in offers:
                    _check_offer(table, seat, offer)
                    _check_effect(game, seat, offer)
            same_values(game, before, seat.state, "asking for places and offers changed the draft")
            if not (game.acts(table.world) and index in table.turn.seats):
                same(game, [], [*places, *hand.offers(seat, None)], "offered to a seat that is not asked")


def _check_unique(game: Game, places: list[hand.Cell]) -> None:
    require(len(set(places)) == len(places), game, f"places repeat themselves: {places!r:.200}")


def _check_offer(table: Table, seat: Seat, offer: Offer) -> None:
    """An offer can be sent to a page, and each of its calls is accepted."""
    game = table.game
    json.dumps(asdict(offer))
    _check_text(game, offer.title, f"the title of {offer.function}")
    require(not (offer.targets and offer.args), game, f"{offer.function} is offered with targets and as a button")
    for target in [*offer.targets, *hand.choices(offer)]:
        if target.note is not None:
            _check_text(game, target.note, f"a note of {offer.function}")
    if offer.note is not None:
        _check_text(game, offer.note, f"the note of {offer.function}")
    for args in _calls(offer):
        answer = game.check(seat.world, seat.index, hand.order_of(game, offer.function, args))
        require(answer == game.ok, game, f"{offer.function}{tuple(args)} is offered, and answered {answer}")
    if offer.amount is not None and offer.amount.argument == REPEAT:
        _repeated(table, seat, offer)


def _check_effect(game: Game, seat: Seat, offer: Offer) -> None:
    """No offer does nothing: `aim` chooses something, and some amount of the first target changes the draft."""
    orders = [hand.order_of(game, offer.function, args) for args in _calls(offer)]
    for order in orders:
        require(bool(hand.aim(seat, order)), game, f"{game.api.shown(order)} is offered, and does nothing")
    require(
        any(_changes(seat, order) for order in orders[:3]), game, f"{offer.function} is offered, and changes nothing"
    )


def _changes(seat: Seat, order: Row) -> bool:
    game, world = seat.game, seat.game.copy(seat.world)
    game.apply(world, seat.index, order)
    return values_of(game, world.state) != values_of(game, seat.state)


def _calls(offer: Offer) -> Iterator[list[Any]]:
    """The arguments of every call that an offer can make; of amounts the least, the usual and the most."""
    for args in [target.args for target in hand.choices(offer)] or [offer.args]:
        if offer.amount is None or offer.amount.argument == REPEAT:
            yield args
        else:
            for amount in (offer.amount.least, offer.amount.usual, offer.amount.most):
                yield [amount if at == offer.amount.argument else value for at, value in enumerate(args)]


def _repeated(table: Table, seat: Seat, offer: Offer) -> None:
    """The most that can be repeated, one call after another."""
    assert offer.amount is not None
    trial = table.copy().seat(seat.index)
    args = hand.choices(offer)[0].args if offer.targets else offer.args
    for number in range(offer.amount.most):
        first = offer.amount.values[number : number + 1] or args[:1]
        answer = trial.call(offer.function, *first, *args[1:])
        require(answer == table.game.ok, table.game, f"{offer.function} repeated: number {number} is answered {answer}")


def orders_are_offered(trial: Trial) -> None:
    """Every order that `sample` gives can be given by hand, and `describe_order` has words for it."""
    game, given = trial.game, set()
    for table, rng in trial.walks():
        table = table.copy()
        for index in some_seats(table, rng):
            seat = table.seat(index)
            for row in _sampled(seat, rng):
                given.add(row[0])
                _check_text(game, hand.describe_order(game, row), f"the order {game.api.shown(row)}")
                shown = game.api.shown(row)
                require(_reachable(seat, row), game, f"{shown} is legal, but offered nowhere to seat {index}")
    require(bool(given), game, "sample never gave an order")


def _sampled(seat: Seat, rng: Random) -> Iterator[Row]:
    """Random orders, each to be looked for before it is given."""
    generator = seat.game.generator(rng.getrandbits(32))
    for _ in range(SAMPLES):
        row = seat.game.sample(seat.world, seat.index, generator)
        if row is None:
            return
        yield row
        seat.order(row)


def _reachable(seat: Seat, row: Row) -> bool:
    wanted = hand.aim(seat, row)
    return not wanted or any(_offers(seat, offer, row, wanted) for offer in all_offers(seat))


def all_offers(seat: Seat) -> Iterator[Offer]:
    """What a seat can do now, from nowhere and from every place."""
    for place in [None, *hand.places(seat)]:
        yield from hand.offers(seat, place)


def _offers(seat: Seat, offer: Offer, row: Row, wanted: Row) -> bool:
    """Whether an offer leads to an order, or to one that a person cannot tell from it."""
    game, amount = seat.game, offer.amount
    action, plain = game.api.unflatten(row)
    if offer.function != action.name:
        return False
    for args in [target.args for target in hand.choices(offer)] or [offer.args]:
        if amount is not None and amount.argument != REPEAT and amount.least <= plain[amount.argument] <= amount.most:
            args = [plain[at] if at == amount.argument else value for at, value in enumerate(args)]
        if hand.aim(seat, hand.order_of(game, action.name, args)) == wanted:
            return True
    return False


def refusals_are_described(trial: Trial) -> None:
    """`refusal` has words for every answer of every action."""
    game = trial.game
    for action in game.api.actions:
        for answer in getattr(action.returns, "kind", ()):
            what = f"the answer {answer!r} to {action.name}"
            try:
                text = hand.refusal(game, action.name, int(answer))
            except LookupError as error:
                raise AssertionError(f"{game.name}: {what} has no words in `refusal`") from error
            _check_text(game, text, what)


def clicks_are_explained(trial: Trial) -> None:
    """`why_not` has words for a click on any cell, on the board or off it, from any place; asking changes nothing."""
    game = trial.game
    for table, rng in trial.walks():
        table = table.copy()
        for index in some_seats(table, rng):
            seat = table.seat(index)
            before = values_of(game, seat.state)
            for place in [*hand.places(seat)[:PLACES_TRIED], *_random_cells(rng)]:
                for cell in [place, *_random_cells(rng)]:
                    _check_text(game, hand.why_not(seat, place, cell), f"a click on {cell} from {place}")
            same_values(game, before, seat.state, "asking why changed the draft")


def _random_cells(rng: Random) -> list[hand.Cell]:
    near, far = (rng.randrange(12), rng.randrange(12)), (rng.randrange(-3, 1 << 40), rng.randrange(-3, 40))
    return [near, far]


def marks_are_described(trial: Trial) -> None:
    """Every mark has a known kind, a seat at the table, and a text."""
    game = trial.game
    marks = game.scenes.marks
    for table, rng in trial.walks():
        table = table.copy()
        table.world = game.listening(table.world, 64)
        for index in table.turn.seats:
            give_orders(table.seat(index), rng)
        if table.turn.seats:
            table.end_phase()
        for seat in (*some_seats(table, rng), None):
            scene = table.scene(seat)
            for name in ("game", "turn", "phase", "seat"):
                require(name in scene, game, f"a scene without {name!r}")
            for kind, whose, text in marks(scene) if marks else ():
                require(kind in KINDS, game, f"{kind!r} is no mark out of {', '.join(KINDS)}")
                require(whose is None or 0 <= whose < table.seats, game, f"a mark of seat {whose}")
                _check_text(game, text, f"the mark {kind}")


def _check_text(game: Game, text: object, what: str) -> None:
    """A text in both languages, each of one line."""
    one_line = isinstance(text, Text) and all(part.strip() and "\n" not in part for part in (text.en, text.fr))
    require(one_line, game, f"{what} is {text!r:.200}, expected a Text of one line in each language")
