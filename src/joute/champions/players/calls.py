"""API calls of Python champions that the library of their game answers, through the extension `_calls`.

The extension is optional: without it all calls are answered in Python, which is slower and otherwise the same.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable
from itertools import chain
from typing import Any

from joute.core.api import Function
from joute.core.backends import exchange
from joute.core.backends.seat import NativeSeat, SeatView
from joute.core.seat import Seat
from joute.core.types import Array, Bool, Int, Struct, Type

from . import refusals
from .api_call import ApiCall, last_of

try:
    from . import _calls
except ImportError:
    _calls = None  # type: ignore[assignment]

LAYOUT = (
    *(exchange.COUNT, exchange.ANSWER, exchange.ROWS, exchange.ORDERS, exchange.VIEW, exchange.STATE_WORDS),
    *(exchange.ROW, exchange.GIVEN, exchange.DONE, exchange.NOW),
)
KINDS = INT, BOOL, STRUCT, LIST = tuple(range(4))


def available() -> bool:
    """Whether the extension is there, and was built for these sources."""
    return _calls is not None and (_calls.LAYOUT, _calls.KINDS) == (LAYOUT, KINDS)


def library_calls(seat: Seat) -> LibraryCalls | None:
    """What answers the calls of a champion at a seat; None where only Python can."""
    return LibraryCalls() if available() and _suits(seat) else None


def connect_live(seat: Seat, wire: int) -> Callable[[int], None]:
    """In a live game: have the orders of champions in this process sent by a wire without Python, where that can be;
    the function that is told the number of each callback."""
    fixed = seat.game.live and seat.game.rules.fog is None  # else views have other sizes from time to time
    if not fixed or not isinstance(seat, NativeSeat) or not available():
        return lambda number: None
    most = 5 * len(seat.world.state.block)  # a run of a single word takes four, and there is the number of columns
    seat.caller = _calls.live(seat.caller, wire, most)
    return _calls.begin


def _suits(seat: Seat) -> bool:
    return seat.game.backend == "native" and (type(seat) is Seat or isinstance(seat, NativeSeat))


class LibraryCalls:
    """The calls of one champion. Between `begin` and `end` the library answers them, at other times Python does."""

    def __init__(self) -> None:
        self._caller = _calls.Caller()

    def function(self, number: int, function: Function, otherwise: Callable[..., Any]) -> Callable[..., Any]:
        """The function with a number in the API, for champions; `otherwise` answers whatever the library does not."""
        classes: list[Any] = []
        kinds = [argument.type for argument in function.arguments]
        arguments = [_program(kind, classes) for kind in kinds]
        answer = _program(Int() if function.kind == "action" else function.returns, classes)
        by_kernel = function.kernel is not None or function.kind in ("action", "undo")
        if not by_kernel or not all(arguments) or not answer:
            return otherwise
        return self._caller.function(
            otherwise.__name__,
            f"{otherwise.__name__}(*values)\n--\n\n{otherwise.__doc__}",  # C's way to write a signature
            number,
            len(kinds),
            sum(kind.most_ints() for kind in kinds),
            array("i", chain(*arguments)).tobytes(),
            array("i", answer).tobytes(),
            tuple(classes),
            {int(member): member for member in function.malformed} if function.kind == "undo" else None,
            otherwise,
        )

    def sit(self, seat: Seat) -> None:
        """Take a seat. One of an ordinary table gets a native seat beside it."""
        self._caller.disconnect()
        self._seat = seat
        self._view = SeatView(seat) if type(seat) is Seat and _suits(seat) else None
        self._native = seat if isinstance(seat, NativeSeat) else None if self._view is None else self._view.seat
        if self._native is not None:
            self._caller.connect(self._native.exchange, self._native.caller, True)

    def begin(self) -> Seat:
        """The champion's code begins to run: the seat at which it plays."""
        if self._view is not None:
            self._view.begin()
        if self._native is not None:
            self._native.on_refusal = self._seat.on_refusal
            refusals.listen(self._seat.game)
        self._wake(1)
        return self._native or self._seat

    def end(self) -> Seat:
        """It has ended: the seat that was taken."""
        self._wake(0)
        if self._view is not None:
            self._view.end()
        return self._seat

    def redirect(self, seat: Seat | None) -> None:
        """Have the functions work at a seat of a position; None: at the champion's own. The last call is of its own."""
        if self._native is None:
            return
        if self._caller.noting:
            self._answered = self._caller.answered
        if isinstance(seat, NativeSeat):
            self._caller.connect(seat.exchange, seat.caller, False)
        else:
            self._caller.connect(self._native.exchange, self._native.caller, True)
            self._caller.answered = self._answered

    def stop(self) -> None:
        """Have Python answer all other calls of this callback."""
        self._wake(0)

    def _wake(self, awake: int) -> None:
        if self._native is not None:
            self._native.exchange[exchange.AWAKE] = awake

    def noted(self) -> None:
        """A call was noted in Python: the library's is no longer the last."""
        self._caller.answered = False

    @property
    def last(self) -> ApiCall | None:
        """The last call, if the library answered it."""
        return last_of(self._native) if self._native is not None and self._caller.answered else None


def _program(kind: Type, classes: list[Any]) -> list[int]:
    """A kind of value for the extension, which numbers classes as they come; empty for one that it does not know."""
    if isinstance(kind, Int):
        return [INT]
    if isinstance(kind, Bool):
        return [BOOL]
    if isinstance(kind, Array):
        item = _program(kind.item, classes)
        return [LIST, kind.most, len(item), *item] if item else []
    if isinstance(kind, Struct) and kind.kind.__bases__ == (tuple,):  # else it may have a __new__ of its own
        classes.append(kind.kind)
        number = len(classes) - 1
        fields = [_program(field, classes) for _, field in kind.fields]
        return [STRUCT, len(fields), number, *chain(*fields)] if all(fields) else []
    return []
