"""The numba types of compiled rules: a world is two pointers, and its attributes make views where they are used.

What is not used is not passed, so the number of columns costs nothing. Kernels that core writes for both backends
(`tables.py`, `events.note`, `playout.copy_state`) have their compiled text here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from numba.core import cgutils, types
from numba.core.imputils import lower_getattr_generic, lower_setattr_generic
from numba.core.typing.templates import AttributeTemplate
from numba.extending import infer_getattr, intrinsic, models, overload, register_model
from numba.np.arrayobj import make_array, populate_array

from joute.core import events, playout, tables

from .blocks import ColumnAt, Node, NumberAt

WORD = types.int64
POINTER = types.CPointer(WORD)
COLUMN = types.Array(WORD, 1, "C")


class Fields(types.Type):
    """A group of declared fields, wherever they lie."""

    def __init__(self, name: str, node: Node, *more: Any) -> None:
        self.node = node
        self.groups = {
            field: type(self)(f"{name}.{field}", place, *more)
            for field, place in node.items()
            if isinstance(place, dict)
        }
        super().__init__(name)

    def field(self, name: str) -> Any:
        """The type of a field; None if there is none of this name."""
        place = self.node.get(name)
        return self.groups[name] if isinstance(place, dict) else None if place is None else self.value(place)

    def value(self, place: Any) -> Any:
        """The type of what lies at a place."""
        raise NotImplementedError

    def copy(self, context: Any, builder: Any, args: Any) -> None:
        """Make one state equal to another of the same sizes."""
        raise NotImplementedError


class Group(Fields):
    """A group of fields in one block: a pointer to that block. What is `constant` is never written by compiled code."""

    def __init__(self, name: str, node: Node, constant: bool) -> None:
        self.constant = constant
        super().__init__(name, node, constant)

    def value(self, place: Any) -> Any:
        return WORD if isinstance(place, NumberAt) else COLUMN

    def copy(self, context: Any, builder: Any, args: Any) -> None:
        """Copy all of a block behind its offsets into another one."""
        columns = sum(1 for _ in _all_columns(self.node))
        old, new = (cgutils.create_struct_proxy(self)(context, builder, arg).words for arg in args)
        first = context.get_constant(WORD, columns + 1)
        length = builder.sub(_load(builder, context, old, columns, True), first)
        cgutils.memcpy(builder, builder.gep(new, [first]), builder.gep(old, [first]), length)


class WorldType(types.Type):
    """The state in one block; board, parameters and scratch in another."""

    def __init__(self, name: str, parts: Mapping[str, Fields]) -> None:
        self.parts = parts
        super().__init__(name)


@register_model(Group)
class GroupModel(models.StructModel):
    def __init__(self, manager: Any, kind: Any) -> None:
        super().__init__(manager, kind, [("words", POINTER)])


@register_model(WorldType)
class WorldModel(models.StructModel):
    def __init__(self, manager: Any, kind: Any) -> None:
        super().__init__(manager, kind, [("state", POINTER), ("rest", POINTER)])


@infer_getattr
class GroupAttributes(AttributeTemplate):
    key = Fields

    def generic_resolve(self, value: Any, attr: Any) -> Any:  # type: ignore[override]
        return value.field(attr)


@infer_getattr
class WorldAttributes(AttributeTemplate):
    key = WorldType

    def generic_resolve(self, value: Any, attr: Any) -> Any:  # type: ignore[override]
        return value.parts.get(attr)


@lower_getattr_generic(WorldType)
def world_attribute(context: Any, builder: Any, kind: WorldType, value: Any, name: str) -> Any:
    blocks = cgutils.create_struct_proxy(kind)(context, builder, value)
    return group_value(context, builder, kind.parts[name], blocks.state if name == "state" else blocks.rest)


@lower_getattr_generic(Group)
def group_attribute(context: Any, builder: Any, kind: Group, value: Any, name: str) -> Any:
    words = cgutils.create_struct_proxy(kind)(context, builder, value).words
    place = kind.node[name]
    if isinstance(place, dict):
        return group_value(context, builder, kind.groups[name], words)
    if isinstance(place, NumberAt):
        return _load(builder, context, words, place.word, kind.constant)
    start = _load(builder, context, words, place.word, True)
    end = _load(builder, context, words, place.word + 1, True)
    return column_of(context, builder, builder.gep(words, [start]), builder.sub(end, start))


@lower_setattr_generic(Group)
def set_group_attribute(context: Any, builder: Any, signature: Any, args: Any, name: str) -> None:
    kind, given = signature.args
    words = cgutils.create_struct_proxy(kind)(context, builder, args[0]).words
    number = context.cast(builder, args[1], given, WORD)
    builder.store(number, builder.gep(words, [context.get_constant(WORD, kind.node[name].word)]))


def group_value(context: Any, builder: Any, kind: Fields, words: Any) -> Any:
    group = cgutils.create_struct_proxy(kind)(context, builder)
    group.words = words
    return group._getvalue()


def _load(builder: Any, context: Any, words: Any, index: int, constant: bool) -> Any:
    """A word of a block; the optimiser may load a constant one once."""
    loaded = builder.load(builder.gep(words, [context.get_constant(WORD, index)]))
    if constant:
        loaded.set_metadata("invariant.load", builder.module.add_metadata([]))
    return loaded


def makers(world: WorldType, lookup: Group | None) -> dict[str, Any]:
    """Worlds, states and lookups for compiled code, each from pointers or addresses."""

    @intrinsic
    def make_world(typing: Any, state: Any, rest: Any) -> Any:
        def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            made = cgutils.create_struct_proxy(world)(context, builder)
            made.state, made.rest = (
                _pointer(context, builder, kind, arg) for kind, arg in zip(signature.args, args, strict=True)
            )
            return made._getvalue()

        return world(_place(state), _place(rest)), build

    return {
        "world": make_world,
        "state_of": group_maker(world.parts["state"]),
        "lookup_of": group_maker(lookup),
        "column": column,
        "tail": tail,
        "pointer_at": pointer_at,
    }


def group_maker(kind: Any) -> Any:
    """What makes a group of this kind from a pointer to its block, or from its address."""

    @intrinsic
    def make(typing: Any, block: Any) -> Any:
        def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            return group_value(context, builder, kind, _pointer(context, builder, signature.args[0], args[0]))

        return kind(_place(block)), build

    return make


@intrinsic
def column(typing: Any, start: Any, length: Any) -> Any:
    """The column of so many words at a pointer or at an address."""

    def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return column_of(context, builder, _pointer(context, builder, signature.args[0], args[0]), args[1])

    return COLUMN(_place(start), WORD), build


@intrinsic
def tail(typing: Any, words: Any, start: Any) -> Any:
    """The column from an index on."""

    def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        whole = make_array(COLUMN)(context, builder, args[0])
        (length,) = cgutils.unpack_tuple(builder, whole.shape)
        return column_of(context, builder, builder.gep(whole.data, [args[1]]), builder.sub(length, args[1]))

    return COLUMN(COLUMN, WORD), build


@intrinsic
def pointer_at(typing: Any, words: Any, index: Any) -> Any:
    """The pointer to a word of a block."""

    def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.gep(args[0], [args[1]])

    return POINTER(POINTER, WORD), build


def _place(kind: Any) -> Any:
    """The type of a place in memory: a pointer, or its address as a number."""
    return kind if kind == POINTER else WORD


def _pointer(context: Any, builder: Any, kind: Any, place: Any) -> Any:
    return place if kind == POINTER else builder.inttoptr(place, context.get_value_type(POINTER))


def column_of(context: Any, builder: Any, data: Any, length: Any) -> Any:
    """The column of so many words from a pointer on."""
    column = make_array(COLUMN)(context, builder)
    size = context.get_constant(types.intp, 8)
    populate_array(column, data=data, shape=[length], strides=[size], itemsize=size, meminfo=None)
    return column._getvalue()


# Kernels of core


def _columns(table: Any) -> list[tuple[str, int]]:
    """The columns of a table type, each as the text that reads it from `table`, and its width."""
    if isinstance(table, Fields):
        return [(name, place.width) for name, place in table.node.items()]
    return [("", 1)]


def _function(arguments: str, lines: list[str], **names: Any) -> Callable[..., Any]:
    """A function from its text."""
    exec("\n".join([f"def made({arguments}):", *(f"    {line}" for line in lines or ["pass"])]), names)
    made: Callable[..., Any] = names["made"]
    return made


def _read(table: str, name: str) -> str:
    return f"{table}.{name}" if name else table


def _require(outside: str) -> list[str]:
    """Raise where rows lie outside a table: numba checks no index in this text, whatever the options of its caller."""
    return [f"if {outside}: raise IndexError({tables.OUTSIDE!r})"]


@intrinsic
def move_words(typing: Any, source: Any, first: Any, target: Any, to: Any, count: Any) -> Any:
    """Copy words of a column into another one, or elsewhere in the same one: quicker to compile and run than a loop."""

    def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        first, to, words = (context.cast(builder, args[at], signature.args[at], WORD) for at in (1, 3, 4))
        if not isinstance(source, types.Array):
            source.move(context, builder, target, (args[0], first, args[2], to, words))
            return context.get_dummy_value()
        old, new = (make_array(signature.args[at])(context, builder, args[at]).data for at in (0, 2))
        cgutils.raw_memmove(builder, builder.gep(new, [to]), builder.gep(old, [first]), words, 8)
        return context.get_dummy_value()

    return types.void(source, first, target, to, count), build


@overload(tables.insert, strict=False)
def insert(table: Any, row: Any, count: Any) -> Any:
    lines = []
    for name, width in _columns(table):
        lines += [
            f"c = {_read('table', name)}",
            *_require(f"row < 0 or row > count or (count + 1) * {width} > len(c)"),
            f"move_words(c, row * {width}, c, (row + 1) * {width}, (count - row) * {width})",
            f"for at in range({width}): c[row * {width} + at] = 0",
        ]
    return _function("table, row, count", lines, move_words=move_words)


@overload(tables.remove, strict=False)
def remove(table: Any, row: Any, count: Any) -> Any:
    lines = []
    for name, width in _columns(table):
        lines += [
            f"c = {_read('table', name)}",
            *_require(f"row < 0 or row >= count or count * {width} > len(c)"),
            f"move_words(c, (row + 1) * {width}, c, row * {width}, (count - 1 - row) * {width})",
            f"for at in range({width}): c[(count - 1) * {width} + at] = 0",
        ]
    return _function("table, row, count", lines, move_words=move_words)


@overload(tables.copy_row, strict=False)
def copy_row(source: Any, row: Any, target: Any, to: Any) -> Any:
    lines = []
    for name, width in _columns(source):
        lines += [f"c, d = {_read('source', name)}, {_read('target', name)}"]
        lines += _require(f"row < 0 or to < 0 or (row + 1) * {width} > len(c) or (to + 1) * {width} > len(d)")
        lines += [f"d[to * {width} + {part}] = c[row * {width} + {part}]" for part in range(width)]
    return _function("source, row, target, to", lines)


@overload(tables.copy_rows, strict=False)
def copy_rows(source: Any, target: Any, count: Any) -> Any:
    lines = []
    for name, width in _columns(source):
        lines += [f"c, d = {_read('source', name)}, {_read('target', name)}"]
        lines += _require(f"count * {width} > len(c) or count * {width} > len(d)")
        lines += [f"if count > 0: move_words(c, 0, d, 0, count * {width})"]
    return _function("source, target, count", lines, move_words=move_words)


@overload(tables.clear, strict=False)
def clear(table: Any, first: Any, last: Any) -> Any:
    lines = []
    for name, width in _columns(table):
        lines += [f"c = {_read('table', name)}", *_require(f"first < 0 or last * {width} > len(c)")]
        lines += [f"for at in range(first * {width}, last * {width}): c[at] = 0"]
    return _function("table, first, last", lines)


@overload(tables.sort, strict=False)
def sort(table: Any, count: Any) -> Any:
    """By insertion: rows come nearly sorted."""
    cells = [
        (f"{_read('table', name)}[{{row}} * {width} + {part}]")
        for name, width in _columns(table)
        for part in range(width)
    ]
    compare = "False"
    for cell in reversed(cells):
        one, two = cell.format(row="(at - 1)"), cell.format(row="at")
        compare = f"({one} > {two} or ({one} == {two} and {compare}))"
    swaps = [
        f"        {c.format(row='(at - 1)')}, {c.format(row='at')} = {c.format(row='at')}, {c.format(row='(at - 1)')}"
        for c in cells
    ]
    return _function(
        "table, count",
        ["for row in range(1, count):", "    at = row", f"    while at > 0 and {compare}:", *swaps, "        at -= 1"],
    )


@overload(tables.find, strict=False)
def find(table: Any, count: Any, *key: Any) -> Any:
    """By halves, without branches: nobody can predict them."""
    lines = ["row, left = 0, count", "while left > 0:", "    half = (left + 1) >> 1", "    at = row + half - 1"]
    lines += [f"    row += half * {_before(table, key)}", "    left -= half", "return row"]
    return _function("table, count, *key", lines)


@overload(tables.is_at, strict=False)
def is_at(table: Any, row: Any, count: Any, *key: Any) -> Any:
    same = [f"{_read('table', name)}[row] == key[{n}]" for n, (name, _) in enumerate(_columns(table)[: _length(key)])]
    return _function("table, row, count, *key", [f"return row < count and {' and '.join(same)}"])


def _before(table: Any, key: Any) -> str:
    text = ""
    for number, (name, _) in reversed(list(enumerate(_columns(table)[: _length(key)]))):
        cell = f"{_read('table', name)}[at]"
        rest = f" | ({cell} == key[{number}]) & {text}" if text else ""
        text = f"(({cell} < key[{number}]){rest})"
    return text


def _length(key: Any) -> int:
    """How many values a key has: numba gives them as types, or as one type of a tuple."""
    return len(key[0]) if len(key) == 1 and isinstance(key[0], types.BaseTuple) else len(key)


@overload(events.note, strict=False)
def note(noted: Any, event: Any) -> Any:
    number = events.NUMBERS[event.instance_class]
    width = events.EVENT_COLUMNS
    lines = [
        "if len(events) > 0:",
        f"    start = 1 + events[0] * {width}",
        f"    if start + {width} <= len(events):",
        f"        events[start] = {number}",
        *(f"        events[start + {1 + field}] = event[{field}]" for field in range(len(event))),
        "        events[0] += 1",
    ]
    return _function("events, event", lines)


@overload(playout.copy_state, strict=False)
def copy_state(source: Any, target: Any) -> Any:
    return _function("source, target", ["copy_all(source, target)"], copy_all=copy_all)


@intrinsic
def copy_all(typing: Any, source: Any, target: Any) -> Any:
    """Copy all of a state; both have the same sizes."""

    def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        source.copy(context, builder, args)
        return context.get_dummy_value()

    return types.void(source, target), build


def _all_columns(node: Node) -> Any:
    for place in node.values():
        if isinstance(place, dict):
            yield from _all_columns(place)
        elif isinstance(place, ColumnAt):
            yield place
