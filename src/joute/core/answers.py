"""Answers to queries, by the shortest way: champions ask often, so what a declaration says is written out as source."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

from .types import INT32_LEAST, INT32_MOST, Array, Bool, Struct, Type

Reader = Callable[[Any, int], Any]
"""read(out, count): the value that a kernel has written into a buffer, of so many rows."""
Asker = Callable[[Any, int, Sequence[Any]], Any]
"""ask(world, seat, plain): what a kernel answers to read arguments, as champions receive it."""


def asker(kernel: Callable[..., int], arguments: Sequence[Type], returns: Type) -> Asker:
    names: dict[str, Any] = {"kernel": kernel, "give": returns.give, "rows": reader(returns)}
    given = [_given(kind, number, names) for number, kind in enumerate(arguments)]
    call = f"kernel({', '.join(['world', 'seat', *given])}"
    if answers_rows(returns):
        text = f"lambda world, seat, plain: rows(world.scratch.answer, {call}, world.scratch.answer))"
    else:
        text = f"lambda world, seat, plain: give({call}))"
    made: Asker = eval(text, names)
    return made


def _given(kind: Type, number: int, names: dict[str, Any]) -> str:
    """A read argument as the arguments of a kernel."""
    value = f"plain[{number}]"
    if isinstance(kind, Array):
        names[f"flatten_{number}"] = kind.flatten
        return f"flatten_{number}({value}), 1, len({value})"
    if isinstance(kind, Struct):
        if any(field.width != 1 for _, field in kind.fields):
            names[f"flatten_{number}"] = kind.flatten
            return f"*flatten_{number}({value})"
        return f"*{value}"
    return value


def answers_rows(returns: Type) -> bool:
    """Whether a kernel answers in a buffer: a struct, or a list of rows whose number it returns."""
    return isinstance(returns, (Array, Struct))


@cache
def reader(returns: Type) -> Reader:
    """How an answer in a buffer is read."""
    names: dict[str, Any] = {"number": number}
    if isinstance(returns, Array):
        item, _ = _read(returns.item, 0, names)
        width = returns.item.width
        text = f"lambda out, count: [{item} for at in range(0, count * {width}, {width})]"
    else:
        item, _ = _read(returns, 0, names)
        text = f"lambda out, count, at=0: {item}"
    made: Reader = eval(text, names)
    return made


def _read(kind: Type, offset: int, names: dict[str, Any]) -> tuple[str, int]:
    """The text that reads a value from `offset` after `at`, and where it ends."""
    if isinstance(kind, Struct):
        fields = []
        for _, field in kind.fields:
            text, offset = _read(field, offset, names)
            fields.append(text)
        names[kind.kind.__name__] = kind.kind
        return f"{kind.kind.__name__}({', '.join(fields)})", offset
    return f"{'bool' if isinstance(kind, Bool) else 'number'}(out[at + {offset}])", offset + 1


def number(value: Any) -> int:
    """A number as champions receive it, in 32 bits."""
    return int(value) if INT32_LEAST <= value <= INT32_MOST else INT32_LEAST if value < 0 else INT32_MOST
