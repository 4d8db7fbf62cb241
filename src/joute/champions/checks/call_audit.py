"""Watching a champion's calls: how many there are, which arguments are malformed, which orders the rules refuse."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import partial
from reprlib import repr as short_repr
from typing import Any

import msgspec

from joute.core.api import Argument, Function
from joute.core.seat import Seat
from joute.core.types import Array, Enum, Malformed, Struct, Type
from joute.match.verdict import CALL_KEPT, kept

SPOTS = 20
"""How many different things of a kind are told."""


class Refusal(msgspec.Struct):
    """Orders of one function that the rules refused with one code."""

    function: str
    code: str
    first: str
    count: int = 0

    @property
    def key(self) -> tuple[str, str]:
        return self.function, self.code


class Odd(msgspec.Struct):
    """An argument that is not of its type, so that the call cannot do what was meant."""

    call: str
    argument: str
    found: str
    expected: str
    count: int = 0

    @property
    def key(self) -> tuple[str, str]:
        return self.call.partition("(")[0], self.argument


class Notes(msgspec.Struct):
    """What was seen; those of a host are its champion's word, and are bounded when they are added to ours."""

    calls: int = 0
    orders: int = 0
    malformed: list[Odd] = []
    refusals: list[Refusal] = []

    def add(self, other: Notes) -> None:
        """Count what was seen elsewhere too."""
        self.calls += max(0, other.calls)
        self.orders += max(0, other.orders)
        for odd in other.malformed:
            count(self.malformed, odd.key, partial(msgspec.structs.replace, odd), odd.count)
        for refusal in other.refusals:
            count(self.refusals, refusal.key, partial(msgspec.structs.replace, refusal), refusal.count)


def count(known: list[Any], key: tuple[str, str], make: Callable[[], Any], times: int = 1) -> None:
    """Count something like what is known, or note it as something new."""
    same = next((other for other in known if other.key == key), None)
    if same is None and len(known) < SPOTS:
        made = make()
        texts = {name: kept(text, CALL_KEPT) for name, text in msgspec.structs.asdict(made).items() if name != "count"}
        known.append(msgspec.structs.replace(made, **texts, count=times))
    elif same is not None:
        same.count += times


class Watched:
    """A seat that notes what is asked of it; in all else it is the seat."""

    def __init__(self, seat: Seat, notes: Notes) -> None:
        self._seat = seat
        self.notes = notes

    def __getattr__(self, name: str) -> Any:
        return getattr(self._seat, name)

    def call(self, name: str, *values: Any) -> Any:
        function = self._seat.game.api.functions.get(name)
        self.notes.calls += 1
        if function is not None and len(values) == len(function.arguments):
            self._look(function, values)
        answer = self._seat.call(name, *values)
        if function is not None and function.kind == "action":
            self._count(function, values, answer)
        return answer

    def _look(self, function: Function, values: tuple[Any, ...]) -> None:
        """Note the arguments that are malformed."""
        for argument, value in zip(function.arguments, values, strict=True):
            try:
                argument.type.read(value)
            except Exception:  # Malformed, or whatever a champion's own values raise
                self._note(function, values, argument, value)

    def _note(self, function: Function, values: tuple[Any, ...], argument: Argument, value: Any) -> None:
        def odd() -> Odd:
            return Odd(_call(function, values), argument.name, _repr(value), expected(argument.type))

        count(self.notes.malformed, (function.name, argument.name), odd)

    def _count(self, function: Function, values: tuple[Any, ...], answer: int) -> None:
        if answer == self._seat.game.ok:
            self.notes.orders += 1
        else:
            name, code = function.name, function.returns.shown(answer)
            count(self.notes.refusals, (name, code), lambda: Refusal(name, code, _call(function, values)))


def expected(kind: Type) -> str:
    """What an argument of a type may be, for people."""
    if isinstance(kind, Array):
        return f"a list of at most {kind.most} items, each {expected(kind.item)}"
    if isinstance(kind, Struct):
        return f"{kind.name} ({', '.join(name for name, _ in kind.fields)})"
    if isinstance(kind, Enum):
        return f"{kind.name} ({', '.join(member.name for member in kind.kind)})"
    return "true or false" if kind.name == "bool" else "a whole number of 32 bits"


def _call(function: Function, values: tuple[Any, ...]) -> str:
    parts = [_shown(argument.type, value) for argument, value in zip(function.arguments, values, strict=True)]
    return f"{function.name}({', '.join(parts)})"


def _shown(kind: Type, value: Any) -> str:
    with suppress(Malformed):
        return kind.shown(kind.read(value))
    return _repr(value)


def _repr(value: Any) -> str:
    try:
        return short_repr(value)
    except Exception:
        return f"a value of type {type(value).__name__}"
