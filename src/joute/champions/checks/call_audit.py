"""An audit of a champion's calls: how many there are, which arguments are malformed, which orders the rules refuse."""

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
from joute.match.verdict import CALL_KEPT, truncated

KINDS_MOST = 20
"""How many different refusals, and how many different malformed arguments, are kept."""


class RefusedOrders(msgspec.Struct):
    """Orders of one function that the rules refused with one code."""

    function: str
    code: str
    first: str
    count: int = 0

    @property
    def key(self) -> tuple[str, str]:
        return self.function, self.code


class MalformedArgument(msgspec.Struct):
    """An argument that is not of its type, so that the call cannot do what was meant."""

    call: str
    argument: str
    found: str
    expected: str
    count: int = 0

    @property
    def key(self) -> tuple[str, str]:
        return self.call.partition("(")[0], self.argument


class CallAudit(msgspec.Struct):
    """The counts; what a host reports is its champion's word, and is bounded when it is added to another audit."""

    calls: int = 0
    orders: int = 0
    malformed: list[MalformedArgument] = []
    refusals: list[RefusedOrders] = []

    def add(self, other: CallAudit) -> None:
        """Add the counts of another audit."""
        self.calls += max(0, other.calls)
        self.orders += max(0, other.orders)
        for argument in other.malformed:
            count(self.malformed, argument.key, partial(msgspec.structs.replace, argument), argument.count)
        for refusal in other.refusals:
            count(self.refusals, refusal.key, partial(msgspec.structs.replace, refusal), refusal.count)


def count(known: list[Any], key: tuple[str, str], make: Callable[[], Any], times: int = 1) -> None:
    """Count one more of a known kind, or add a new kind."""
    same = next((other for other in known if other.key == key), None)
    if same is None and len(known) < KINDS_MOST:
        new = make()
        fields = msgspec.structs.asdict(new)
        texts = {name: truncated(text, CALL_KEPT) for name, text in fields.items() if name != "count"}
        known.append(msgspec.structs.replace(new, **texts, count=times))
    elif same is not None:
        same.count += times


class AuditedSeat:
    """A seat whose calls are audited; in all else it is the seat."""

    def __init__(self, seat: Seat, audit: CallAudit) -> None:
        self._seat = seat
        self.audit = audit

    def __getattr__(self, name: str) -> Any:
        return getattr(self._seat, name)

    def call(self, name: str, *values: Any) -> Any:
        function = self._seat.game.api.functions.get(name)
        self.audit.calls += 1
        if function is not None and len(values) == len(function.arguments):
            self._check(function, values)
        answer = self._seat.call(name, *values)
        if function is not None and function.kind == "action":
            self._count(function, values, answer)
        return answer

    def _check(self, function: Function, values: tuple[Any, ...]) -> None:
        """Count the arguments that are malformed."""
        for argument, value in zip(function.arguments, values, strict=True):
            try:
                argument.type.read(value)
            except Exception:  # Malformed, or whatever a champion's own values raise
                self._malformed(function, values, argument, value)

    def _malformed(self, function: Function, values: tuple[Any, ...], argument: Argument, value: Any) -> None:
        def malformed() -> MalformedArgument:
            return MalformedArgument(_call(function, values), argument.name, _repr(value), expected(argument.type))

        count(self.audit.malformed, (function.name, argument.name), malformed)

    def _count(self, function: Function, values: tuple[Any, ...], answer: int) -> None:
        if answer == self._seat.game.ok:
            self.audit.orders += 1
        else:
            name, code = function.name, function.returns.shown(answer)
            count(self.audit.refusals, (name, code), lambda: RefusedOrders(name, code, _call(function, values)))


def expected(kind: Type) -> str:
    """What an argument of a type may be, in words."""
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
