"""The last call of a champion: kept by whoever answered it, or read from the exchange of its seat."""

from __future__ import annotations

from collections.abc import Sequence
from reprlib import repr as short_repr
from typing import TYPE_CHECKING, Any, NamedTuple

from joute.core.api import Function
from joute.core.backends.exchange import COUNT, FUNCTION, GIVEN
from joute.core.types import Type

from .marshal import reader

if TYPE_CHECKING:
    from joute.core.backends.seat import NativeSeat
    from joute.core.game import Game

PENDING = object()
"""The answer of a call that has not returned yet."""


class ApiCall(NamedTuple):
    """A call and its answer."""

    function: Function
    values: tuple[Any, ...]
    answer: Any = PENDING

    def shown(self) -> str:
        """The call as people read it. Values are the champion's own objects, whose repr() may run any code."""
        arguments = self.function.arguments
        if len(arguments) == len(self.values):
            parts = [_shown(arg.type, value) for arg, value in zip(arguments, self.values, strict=True)]
        else:
            parts = [short_repr(value) for value in self.values]
        end = "" if self.answer is PENDING else f" = {self.function.returns.shown(self.answer)}"
        return f"{self.function.name}({', '.join(parts)}){end}"


def function_in(words: Sequence[int], game: Game) -> Function | None:
    """The function of the last call that was written as words into an exchange; None if there is none."""
    functions = list(game.api.functions.values())
    return functions[words[FUNCTION] - 1] if 1 <= words[FUNCTION] <= len(functions) else None


def call_in(words: Any, function: Function) -> ApiCall:
    """The call of this function that an exchange holds. Raises an error for words that are none."""
    return ApiCall(function, tuple(reader(function)(words[GIVEN : GIVEN + words[COUNT]].tolist())))


def last_of(seat: NativeSeat) -> ApiCall | None:
    """The last call that a seat's library has answered; None if there is none, or if one in Python came after it."""
    function = function_in(seat.exchange, seat.game)
    if function is None:
        return None
    try:
        return call_in(seat.exchange, function)._replace(answer=seat.answered(function))
    except (IndexError, ValueError):  # the champion may have written anything there
        return None


def _shown(kind: Type, value: Any) -> str:
    try:
        return kind.shown(kind.read(value))
    except Exception:  # malformed: shown as it was given
        return short_repr(value)
