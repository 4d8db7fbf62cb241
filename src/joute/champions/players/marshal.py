"""Marshalling between compiled code and the API: arguments and answers are words of 64 bits, or text."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from typing import Any

from joute.core.api import Function
from joute.core.types import Array, Bool, Enum, Int, Json, Struct, Type, Void

Taken = tuple[Any, int]
Reader = Callable[[Sequence[int]], Sequence[Any]]
Writer = Callable[[Any], tuple["array[int]", int]]
TOO_LONG = -1
"""The length of a list that is longer than the API allows; its items are not passed."""


def reader(function: Function) -> Reader:
    """A function that turns the words of a call into plain values."""
    kinds = [argument.type for argument in function.arguments]
    if all(type(kind) in (Int, Enum) for kind in kinds):
        return _unchanged

    def read(words: Sequence[int]) -> list[Any]:
        at, values = 0, []
        for kind in kinds:
            value, at = _take(kind, words, at)
            values.append(value)
        return values

    return read


def _unchanged(words: Sequence[int]) -> Sequence[Any]:
    return words


def _take(kind: Type, words: Sequence[int], at: int) -> Taken:
    """The value whose words start at `at`, and where they end; None for a list that is too long."""
    if isinstance(kind, Struct):
        parts = []
        for _, field in kind.fields:
            part, at = _take(field, words, at)
            parts.append(part)
        return tuple(parts), at
    if isinstance(kind, Array):
        return _take_list(kind, words, at)
    return (words[at] != 0 if isinstance(kind, Bool) else words[at]), at + 1


def _take_list(kind: Array, words: Sequence[int], at: int) -> Taken:
    length, at = words[at], at + 1
    if length == TOO_LONG:
        return None, at
    items = []
    for _ in range(length):
        item, at = _take(kind.item, words, at)
        items.append(item)
    return items, at


def is_number(kind: Type) -> bool:
    """Whether an answer is one number."""
    return isinstance(kind, (Int, Bool, Enum))


def writer(kind: Type) -> Writer:
    """A function that turns an answer that is more than a number into words, or bytes, and the number of its rows."""
    if isinstance(kind, Void):
        return lambda answer: (array("q"), 0)
    if isinstance(kind, Json):
        return _json_writer()
    if isinstance(kind, Array):
        return lambda answer: (array("q", kind.flatten(answer)[1:]), len(answer))
    return lambda answer: (array("q", kind.flatten(answer)), 1)


def _json_writer() -> Writer:
    from json import JSONEncoder  # few games need it, and all hosts would load it

    encode = JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode
    return lambda answer: (array("b", encode(answer).encode()), 0)


def nothing(function: Function, ok: int) -> Any:
    """The answer of a call that cannot be made: zeros and empty lists; for an action, any answer but its acceptance."""
    if function.kind == "action":
        kind = function.returns
        codes = [int(member) for member in kind.kind] if isinstance(kind, Enum) else [-1, 0]
        return next((code for code in codes if code != ok), ok)
    return _zero(function.returns)


def _zero(kind: Type) -> Any:
    if isinstance(kind, Struct):
        return kind.kind(*(_zero(field) for _, field in kind.fields))
    if isinstance(kind, Array):
        return []
    if isinstance(kind, Enum):
        return next(iter(kind.kind))
    return {} if isinstance(kind, Json) else 0
