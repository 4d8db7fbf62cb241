"""Arguments that no honest champion gives."""

from __future__ import annotations

from random import Random
from typing import Any, NamedTuple

from ..api import Function
from ..types import Array, Struct, Type
from .trial import random_value


class Stubborn:
    """Whatever is asked of it, it raises."""

    def _refuse(self, *_: Any) -> Any:
        raise RuntimeError("no")

    __index__ = __int__ = __float__ = __len__ = __iter__ = __getitem__ = __contains__ = _refuse
    __eq__ = __ne__ = __lt__ = __le__ = __gt__ = __ge__ = __hash__ = __bool__ = __repr__ = __str__ = _refuse


class StubbornInt(int):
    """A number that will not be compared."""

    __eq__ = __ne__ = __lt__ = __le__ = __gt__ = __ge__ = __hash__ = __index__ = Stubborn._refuse


class StubbornList(list[Any]):
    """A list that will not be counted."""

    __len__ = __iter__ = Stubborn._refuse


class LyingList(list[Any]):
    """A list that says it holds two items and gives three."""

    def __len__(self) -> int:
        return 2

    def __iter__(self) -> Any:
        return iter((0, 0, 0))


class Endless:
    """An index that is no number."""

    def __index__(self) -> Any:
        return "1"


class Stranger(NamedTuple):
    """A struct of no API."""

    a: Any = 0
    b: Any = 0
    c: Any = 0


def hostile_value(rng: Random) -> Any:
    """Something of a wrong type, size or character."""
    deep: list[Any] = []
    for _ in range(200):
        deep = [deep]
    loop: list[Any] = []
    loop.append(loop)
    return rng.choice(
        (
            *(None, True, False, "", "C", "OK", "12", b"1", "é" * 1000),
            *(0.0, 1.5, float("nan"), float("inf"), 1j),
            *(-1, 2**31, -(2**31) - 1, 2**63, 2**64, -(2**64), 10**400),
            *([], (), {}, [[]], [None], deep, loop, [0] * 2000, (0, 0), (0, 0, 0), [0.5, 0.5], "ab"),
            *({"y": 0}, {"y": 0, "x": "z"}, {"y": 0, "x": 0, "z": 0}, {0: 1}, {1, 2}, range(2), object(), int),
            *(Stubborn(), StubbornInt(1), StubbornList([0, 0]), LyingList(), Endless(), Stranger(), [Stubborn()]),
        )
    )


def hostile_arguments(function: Function, rng: Random) -> list[Any]:
    """Arguments for a function, most of them spoilt somewhere."""
    return [_spoilt(argument.type, rng) for argument in function.arguments]


def _spoilt(kind: Type, rng: Random) -> Any:
    luck = rng.random()
    if luck < 0.4:
        return hostile_value(rng)
    if luck < 0.6 and isinstance(kind, Struct):
        return tuple(_spoilt(field, rng) for _, field in kind.fields)
    if luck < 0.8 and isinstance(kind, Struct):
        return {name: _spoilt(field, rng) for name, field in kind.fields}
    if luck < 0.6 and isinstance(kind, Array):
        return [_spoilt(kind.item, rng) for _ in range(rng.randint(0, 3))]
    if luck < 0.7 and isinstance(kind, Array):
        return [random_value(kind.item, rng)] * (kind.most + 1)
    return random_value(kind, rng)
