"""The types of the champion API: how a Python value becomes integers of an order, and back."""

from __future__ import annotations

import re
from collections.abc import Sequence
from enum import IntEnum
from operator import index
from typing import Annotated, Any, NamedTuple, get_args, get_origin, get_type_hints

INT32_LEAST, INT32_MOST = -(2**31), 2**31 - 1
LIST_MOST = 1024
"""How many items a list argument may have, unless it says otherwise."""


class Malformed(Exception):
    """An argument of a wrong type, a number outside 32 bits or a list that is too long. Never leaves the API."""


class Most(NamedTuple):
    """Says how long a list may be: `Annotated[list[Position], Most(64)]`."""

    items: int


class Lettered(IntEnum):
    """An enumeration whose members a Python champion may also name by a string."""


class Type:
    """A type of the API. `width` is the number of integers it flattens to, or None where it varies."""

    name: str
    width: int | None = 1
    notes: tuple[Any, ...] = ()
    """What its annotation says besides (`choices.py`)."""

    def read(self, value: Any) -> Any:
        """The plain value an argument stands for; raises Malformed."""
        raise NotImplementedError

    def spoilt(self, number: int) -> Any:
        """What a malformed argument counts as."""
        return number

    def flatten(self, value: Any) -> list[int]:
        """A read value as the integers of an order."""
        return [int(value)]

    def take(self, row: Sequence[int], at: int) -> tuple[Any, int]:
        """The value that starts at `at` in a flattened row, and where it ends; raises Malformed."""
        if at >= len(row):
            raise Malformed
        return row[at], at + 1

    def most_ints(self) -> int:
        return 1

    @property
    def kernel_width(self) -> int:
        """How many arguments it makes for a kernel."""
        return self.width or 0

    def give(self, value: Any) -> Any:
        """A result as a champion receives it."""
        return value

    def shown(self, value: Any) -> str:
        """A value as people read it."""
        return repr(value)


class Int(Type):
    name = "int"

    def read(self, value: Any) -> int:
        try:
            number = index(value)
        except Exception as error:  # a champion's own __index__ may raise anything
            raise Malformed from error
        if not INT32_LEAST <= number <= INT32_MOST:
            raise Malformed
        return number

    def give(self, value: Any) -> int:
        return max(INT32_LEAST, min(INT32_MOST, int(value)))


class Bool(Type):
    name = "bool"

    def read(self, value: Any) -> bool:
        if type(value) is not bool:
            raise Malformed
        return value

    def give(self, value: Any) -> bool:
        return bool(value)


class Enum(Int):
    def __init__(self, kind: type[IntEnum]) -> None:
        self.kind = kind
        self.name = snake(kind.__name__)

    def read(self, value: Any) -> int:
        if issubclass(self.kind, Lettered) and type(value) is str and value in self.kind.__members__:
            return int(self.kind[value])
        return super().read(value)

    def shown(self, value: Any) -> str:
        known = {int(member): member.name for member in self.kind}
        return known.get(value, repr(value))


class Struct(Type):
    def __init__(self, kind: Any) -> None:
        self.kind = kind
        self.name = snake(kind.__name__)
        hints = get_type_hints(kind, include_extras=True)
        self.fields = tuple((field, type_of(hints[field])) for field in kind._fields)
        widths = [field.width for _, field in self.fields]
        self.width = None if None in widths else sum(width or 0 for width in widths)

    def read(self, value: Any) -> Any:
        if type(value) is dict:
            if set(value) != {name for name, _ in self.fields}:
                raise Malformed
            value = [value[name] for name, _ in self.fields]
        if not isinstance(value, (tuple, list)) or len(value) != len(self.fields):
            raise Malformed
        return self.kind(*(field.read(part) for (_, field), part in zip(self.fields, value, strict=True)))

    def spoilt(self, number: int) -> Any:
        return self.kind(*(field.spoilt(number) for _, field in self.fields))

    def flatten(self, value: Any) -> list[int]:
        return [number for (_, field), part in zip(self.fields, value, strict=True) for number in field.flatten(part)]

    def take(self, row: Sequence[int], at: int) -> tuple[Any, int]:
        parts = []
        for _, field in self.fields:
            part, at = field.take(row, at)
            parts.append(part)
        return self.kind(*parts), at

    def most_ints(self) -> int:
        return sum(field.most_ints() for _, field in self.fields)

    def give(self, value: Any) -> Any:
        return self.kind(*(field.give(part) for (_, field), part in zip(self.fields, value, strict=True)))

    def shown(self, value: Any) -> str:
        parts = [f"{name}={field.shown(part)}" for (name, field), part in zip(self.fields, value, strict=True)]
        return "{ " + ", ".join(parts) + " }"


class Array(Type):
    width = None

    def __init__(self, item: Type, most: int) -> None:
        self.item = item
        self.most = most
        self.name = f"{item.name} array"

    def read(self, value: Any) -> list[Any]:
        if not isinstance(value, (list, tuple)) or len(value) > self.most:
            raise Malformed
        return [self.item.read(part) for part in value]

    def spoilt(self, number: int) -> Any:
        return [self.item.spoilt(number)]

    def flatten(self, value: Any) -> list[int]:
        return [len(value), *(number for part in value for number in self.item.flatten(part))]

    def take(self, row: Sequence[int], at: int) -> tuple[Any, int]:
        count, at = super().take(row, at)
        if not 0 <= count <= self.most:
            raise Malformed
        parts = []
        for _ in range(count):
            part, at = self.item.take(row, at)
            parts.append(part)
        return parts, at

    def most_ints(self) -> int:
        return 1 + self.most * self.item.most_ints()

    @property
    def kernel_width(self) -> int:
        return 3

    def give(self, value: Any) -> Any:
        return [self.item.give(part) for part in value]

    def shown(self, value: Any) -> str:
        return "[" + ", ".join(self.item.shown(part) for part in value) + "]"


class Json(Type):
    """A result made of dicts, lists, numbers and strings: an object in Python, JSON text elsewhere."""

    name = "json"


class Void(Type):
    """No result."""

    name = "void"
    width = 0


def snake(name: str) -> str:
    """The API's name of a Python class: BateauType is bateau_type."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


def type_of(hint: Any) -> Type:
    """The API type an annotation stands for."""
    if get_origin(hint) is not Annotated:
        return _plain_type(hint, LIST_MOST)
    hint, *notes = get_args(hint)
    made = _plain_type(hint, next((note.items for note in notes if isinstance(note, Most)), LIST_MOST))
    made.notes = tuple(notes)
    return made


def _plain_type(hint: Any, most: int) -> Type:
    if get_origin(hint) is list:
        return Array(type_of(get_args(hint)[0]), most)
    if get_origin(hint) is dict:
        return Json()
    if hint is None or hint is type(None):
        return Void()
    if hint is bool:
        return Bool()
    if hint is int:
        return Int()
    if isinstance(hint, type) and issubclass(hint, IntEnum):
        return Enum(hint)
    if isinstance(hint, type) and issubclass(hint, tuple) and hasattr(hint, "_fields"):
        return Struct(hint)
    raise TypeError(f"{hint!r} is no type of the champion API")
