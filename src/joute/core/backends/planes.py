"""Games side by side: each value of a state is a plane, in which the game is the index, as wide as its bounds ask for.

So the threads of a graphics processor, one a game, read and write next to each other. Numbers come first, then the
columns, the widest first. The text of the rules is the same; these are numba's types for it.
"""

from __future__ import annotations

import operator
from collections.abc import Mapping, Sequence
from typing import Any

from llvmlite import ir
from numba.core import cgutils, types
from numba.core.imputils import lower_builtin, lower_getattr_generic, lower_setattr_generic
from numba.core.typing.templates import AbstractTemplate, infer_global, signature
from numba.extending import intrinsic, models, register_model
from numba.np.arrayobj import make_array

from .batch_entries import ADDRESS, LENGTH, OFFSETS, REST, SCRATCH, STRIDE
from .blocks import Node
from .plane_layout import PlaneNumber, PlanePlan, PlanePlans
from .proxies import COLUMN, POINTER, WORD, Fields, Group, WorldType, group_value

BYTES = types.CPointer(types.int8)
GLOBAL = 1
"""The address space of the memory of a graphics processor; it says nothing to others."""


class Planes(Fields):
    """A group of fields in planes: where they begin, the offsets of columns, how many games there are, and which."""

    def __init__(self, name: str, node: Node, checked: bool, runs: Sequence[tuple[int, int, int]]) -> None:
        self.checked = checked
        self.runs = runs
        super().__init__(name, node, checked, runs)

    def value(self, place: Any) -> Any:
        return WORD if isinstance(place, PlaneNumber) else Strided(place.size, self.checked)

    def copy(self, context: Any, builder: Any, args: Any) -> None:
        """Make one state equal to another of the same sizes."""
        old, new = (cgutils.create_struct_proxy(self)(context, builder, arg) for arg in args)
        for place in _numbers(self.node):
            value = _load(builder, _number(context, builder, old, place), place.size)
            _store(context, builder, value, _number(context, builder, new, place), place.size, False)
        for size, first, last in self.runs:
            start, end = (_offset(context, builder, old, word) for word in (first, last))
            count = _shifted(builder, builder.sub(end, start), size)
            with cgutils.for_range(builder, count, intp=count.type) as loop:
                at = builder.add(start, builder.mul(loop.index, context.get_constant(WORD, size)))
                value = _load(builder, _place(context, builder, old, at, size), size)
                _store(context, builder, value, _place(context, builder, new, at, size), size, False)


class PlaneWorld(WorldType):
    """State and scratch in planes; board and parameters in a block that all games share."""


class Strided(types.Type):
    """A column of which each value lies in a plane; `size` is the bytes of one."""

    def __init__(self, size: int, checked: bool) -> None:
        self.size = size
        self.checked = checked
        super().__init__(f"strided{8 * size}{'.checked' if checked else ''}")

    def move(self, context: Any, builder: Any, target: Strided, args: Any) -> None:
        """Copy items of a column into another one, or elsewhere in the same one."""
        source, first, into, to, count = args
        backwards = builder.icmp_signed(">", to, first)
        with cgutils.for_range(builder, count, intp=count.type) as loop:
            last = builder.sub(builder.sub(count, ir.Constant(count.type, 1)), loop.index)
            at = builder.select(backwards, last, loop.index)
            value = _load(builder, _item(context, builder, self, source, builder.add(first, at)), self.size)
            place = _item(context, builder, target, into, builder.add(to, at))
            _store(context, builder, value, place, target.size, target.checked)


@register_model(Planes)
class PlanesModel(models.StructModel):
    def __init__(self, manager: Any, kind: Any) -> None:
        super().__init__(manager, kind, [("data", BYTES), ("offsets", POINTER), ("games", WORD), ("game", WORD)])


@register_model(PlaneWorld)
class PlaneWorldModel(models.StructModel):
    def __init__(self, manager: Any, kind: Any) -> None:
        parts = [("state", kind.parts["state"]), ("scratch", kind.parts["scratch"]), ("rest", POINTER)]
        super().__init__(manager, kind, parts)


@register_model(Strided)
class StridedModel(models.StructModel):
    def __init__(self, manager: Any, kind: Any) -> None:
        super().__init__(manager, kind, [("data", BYTES), ("length", WORD), ("stride", WORD)])


# Fields


@lower_getattr_generic(PlaneWorld)
def world_attribute(context: Any, builder: Any, kind: PlaneWorld, value: Any, name: str) -> Any:
    world = cgutils.create_struct_proxy(kind)(context, builder, value)
    if name in ("state", "scratch"):
        return getattr(world, name)
    return group_value(context, builder, kind.parts[name], world.rest)


@lower_getattr_generic(Planes)
def planes_attribute(context: Any, builder: Any, kind: Planes, value: Any, name: str) -> Any:
    place = kind.node[name]
    if isinstance(place, dict):
        return value
    planes = cgutils.create_struct_proxy(kind)(context, builder, value)
    if isinstance(place, PlaneNumber):
        return _load(builder, _number(context, builder, planes, place), place.size)
    start, end = (_offset(context, builder, planes, place.word + more) for more in (0, 1))
    return _strided(
        context,
        builder,
        Strided(place.size, kind.checked),
        _place(context, builder, planes, start, place.size),
        _shifted(builder, builder.sub(end, start), place.size),
        builder.mul(planes.games, context.get_constant(WORD, place.size)),
    )


@lower_setattr_generic(Planes)
def set_planes_attribute(context: Any, builder: Any, signature: Any, args: Any, name: str) -> None:
    kind, given = signature.args
    planes, place = cgutils.create_struct_proxy(kind)(context, builder, args[0]), kind.node[name]
    number = context.cast(builder, args[1], given, WORD)
    _store(context, builder, number, _number(context, builder, planes, place), place.size, kind.checked)


def _number(context: Any, builder: Any, planes: Any, place: PlaneNumber) -> Any:
    return _place(context, builder, planes, context.get_constant(WORD, place.start), place.size)


def _place(context: Any, builder: Any, planes: Any, start: Any, size: int) -> Any:
    """Where the value of this game lies in the plane that begins at so many bytes a game."""
    plane = builder.gep(planes.data, [builder.mul(start, planes.games)])
    return builder.gep(plane, [builder.mul(planes.game, context.get_constant(WORD, size))])


def _offset(context: Any, builder: Any, planes: Any, word: int) -> Any:
    loaded = builder.load(builder.gep(planes.offsets, [context.get_constant(WORD, word)]))
    loaded.set_metadata("invariant.load", builder.module.add_metadata([]))
    return loaded


def _shifted(builder: Any, length: Any, size: int) -> Any:
    """So many bytes, as values."""
    return builder.lshr(length, ir.Constant(length.type, size.bit_length() - 1))


def _load(builder: Any, place: Any, size: int) -> Any:
    narrow = ir.IntType(8 * size)
    loaded = builder.load(builder.bitcast(place, narrow.as_pointer()))
    return loaded if size == 8 else builder.sext(loaded, ir.IntType(64))


def _store(context: Any, builder: Any, number: Any, place: Any, size: int, checked: bool) -> None:
    narrow = ir.IntType(8 * size)
    short = number if size == 8 else builder.trunc(number, narrow)
    if checked and size < 8:
        _require(context, builder, builder.icmp_signed("==", builder.sext(short, number.type), number))
    builder.store(short, builder.bitcast(place, narrow.as_pointer()))


def _require(context: Any, builder: Any, holds: Any) -> None:
    with builder.if_then(builder.not_(holds), likely=False):
        context.call_conv.return_user_exc(builder, IndexError, ("an index or a number is out of bounds",))


# Columns


@infer_global(operator.getitem)
class GetStrided(AbstractTemplate):
    def generic(self, args: Any, kws: Any) -> Any:
        if len(args) == 2 and isinstance(args[0], Strided) and isinstance(args[1], types.Integer):
            return signature(WORD, args[0], WORD)
        return None


@infer_global(operator.setitem)
class SetStrided(AbstractTemplate):
    def generic(self, args: Any, kws: Any) -> Any:
        if len(args) == 3 and isinstance(args[0], Strided) and isinstance(args[1], types.Integer):
            return signature(types.none, args[0], WORD, WORD)
        return None


@infer_global(len)
class LengthOfStrided(AbstractTemplate):
    def generic(self, args: Any, kws: Any) -> Any:
        return signature(WORD, args[0]) if len(args) == 1 and isinstance(args[0], Strided) else None


@lower_builtin(operator.getitem, Strided, types.Integer)
def get_strided(context: Any, builder: Any, signature: Any, args: Any) -> Any:
    kind = signature.args[0]
    return _load(builder, _item(context, builder, kind, *args), kind.size)


@lower_builtin(operator.setitem, Strided, types.Integer, types.Integer)
def set_strided(context: Any, builder: Any, signature: Any, args: Any) -> Any:
    kind = signature.args[0]
    _store(context, builder, args[2], _item(context, builder, kind, *args[:2]), kind.size, kind.checked)
    return context.get_dummy_value()


@lower_builtin(len, Strided)
def length_of_strided(context: Any, builder: Any, signature: Any, args: Any) -> Any:
    return cgutils.create_struct_proxy(signature.args[0])(context, builder, args[0]).length


def _item(context: Any, builder: Any, kind: Strided, value: Any, index: Any) -> Any:
    """Where an item lies. Index and stride are below 2**32: one multiplication of 32 bits."""
    column = cgutils.create_struct_proxy(kind)(context, builder, value)
    if kind.checked:
        _require(context, builder, builder.icmp_unsigned("<", index, column.length))
    short, word = ir.IntType(32), ir.IntType(64)
    factors = (builder.zext(builder.trunc(factor, short), word) for factor in (index, column.stride))
    return builder.gep(column.data, [builder.mul(*factors)])


def _strided(context: Any, builder: Any, kind: Strided, data: Any, length: Any, stride: Any) -> Any:
    column = cgutils.create_struct_proxy(kind)(context, builder)
    column.data, column.length, column.stride = data, length, stride
    return column._getvalue()


def _numbers(node: Any) -> Any:
    for place in node.values():
        if isinstance(place, dict):
            yield from _numbers(place)
        elif isinstance(place, PlaneNumber):
            yield place


# Batches


def makers(game: str, plans: PlanePlans, groups: Mapping[str, Group], checked: bool) -> dict[str, Any]:
    """What finds worlds, lookups and rows of a batch whose games lie side by side; `groups` has board and params."""
    name = f"{game}.{plans.code}"
    parts = {part: group(name, part, getattr(plans, part), checked) for part in ("state", "scratch")}
    world = PlaneWorld(f"{parts['state'].name}.world", {**groups, **parts})

    @intrinsic
    def world_at(typing: Any, x: Any, area: Any, game: Any) -> Any:
        def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            x, area, game = args
            words = _words(context, builder, x)
            made = cgutils.create_struct_proxy(world)(context, builder)
            made.state = _planes_at(context, builder, world.parts["state"], words, area, game)
            scratch = context.get_constant(WORD, SCRATCH)
            made.scratch = _planes_at(context, builder, world.parts["scratch"], words, scratch, game)
            made.rest = _pointer(context, builder, _word(context, builder, words, REST), POINTER)
            return made._getvalue()

        return world(x, WORD, WORD), build

    @intrinsic
    def no_lookup_at(typing: Any, x: Any, area: Any, game: Any) -> Any:
        return WORD(x, WORD, WORD), lambda context, builder, signature, args: context.get_constant(WORD, 0)

    @intrinsic
    def buffer_at(typing: Any, x: Any, area: Any, game: Any) -> Any:
        kind = Strided(8, checked)

        def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            x, area, game = args
            words = _words(context, builder, x)
            address, stride, length = (_word(context, builder, words, at, area) for at in (ADDRESS, STRIDE, LENGTH))
            eight = context.get_constant(WORD, 8)
            data = builder.gep(_pointer(context, builder, address, BYTES), [builder.mul(game, eight)])
            return _strided(context, builder, kind, data, length, builder.mul(stride, eight))

        return kind(x, WORD, WORD), build

    lookup_at = no_lookup_at if plans.lookup is None else finder(group(name, "lookup", plans.lookup, checked))
    return {"world_at": world_at, "buffer_at": buffer_at, "lookup_at": lookup_at}


def group(name: str, part: str, plan: PlanePlan, checked: bool) -> Planes:
    """The type of a part; numba takes types of one name for the same."""
    return Planes(f"{name}{'.checked' if checked else ''}.{part}", plan.node, checked, plan.runs)


def finder(kind: Planes) -> Any:
    """What finds a group of a batch."""

    @intrinsic
    def group_at(typing: Any, x: Any, area: Any, game: Any) -> Any:
        def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            x, area, game = args
            return _planes_at(context, builder, kind, _words(context, builder, x), area, game)

        return kind(x, WORD, WORD), build

    return group_at


def _words(context: Any, builder: Any, batch: Any) -> Any:
    return make_array(COLUMN)(context, builder, batch).data


def _word(context: Any, builder: Any, words: Any, at: int, area: Any = None) -> Any:
    """A word of a batch; none changes while a function runs."""
    index = context.get_constant(WORD, at)
    loaded = builder.load(builder.gep(words, [index if area is None else builder.add(area, index)]))
    loaded.set_metadata("invariant.load", builder.module.add_metadata([]))
    return loaded


def _planes_at(context: Any, builder: Any, kind: Any, words: Any, area: Any, game: Any) -> Any:
    made = cgutils.create_struct_proxy(kind)(context, builder)
    address, offsets = (_word(context, builder, words, at, area) for at in (ADDRESS, OFFSETS))
    made.data, made.offsets = _pointer(context, builder, address, BYTES), _pointer(context, builder, offsets, POINTER)
    made.games, made.game = _word(context, builder, words, STRIDE, area), game
    return made._getvalue()


def _pointer(context: Any, builder: Any, address: Any, kind: Any) -> Any:
    """The pointer to an address in the memory of a graphics processor."""
    model = context.get_value_type(kind)
    there = builder.inttoptr(address, ir.PointerType(model.pointee, GLOBAL))
    return builder.addrspacecast(there, model)
