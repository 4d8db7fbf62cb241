# mypy: ignore-errors
# ruff: noqa
"""Parameters: what a match may set by name, the values each may take, and how they reach the kernels."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from .errors import ParamError, printable, shown

INT32_MOST = 2**31 - 1
NONE = -1
"""How the parameter buffer writes «no value»."""


class ParamKind(NamedTuple):
    """A set of values: how to recognise one, how to say what was expected, and its number in the parameter buffer."""

    accepts: Callable[[Any], bool]
    expected: str
    number: Callable[[Any], int] = lambda value: 0


def whole(low: int = 0, high: int = INT32_MOST) -> ParamKind:
    """An integer between two bounds."""
    return ParamKind(
        lambda value: isinstance(value, int) and not isinstance(value, bool) and low <= value <= high,
        f"a whole number from {low} to {high}",
        int,
    )


def flag() -> ParamKind:
    """True or false."""
    return ParamKind(lambda value: isinstance(value, bool), "true or false", int)


def choice(*names: str) -> ParamKind:
    """One of some words; the kernels see its index."""
    return ParamKind(lambda value: value in names, f"one of {', '.join(names)}", names.index)


def subset(*names: str) -> ParamKind:
    """A list of some words, each at most once; the kernels see a bit mask."""
    return ParamKind(
        lambda value: (
            isinstance(value, (list, tuple)) and all(v in names for v in value) and len(set(value)) == len(value)
        ),
        f"a list of words out of {', '.join(names)}",
        lambda value: sum(1 << names.index(name) for name in value),
    )


def permutation(*names: str) -> ParamKind:
    """All of some words in an order."""
    return ParamKind(
        lambda value: isinstance(value, (list, tuple)) and sorted(map(str, value)) == sorted(names),
        f"{', '.join(names)} in some order",
    )


def optional(kind: ParamKind) -> ParamKind:
    """The same, or none."""
    return ParamKind(
        lambda value: value is None or kind.accepts(value),
        f"{kind.expected}, or null",
        lambda value: NONE if value is None else kind.number(value),
    )


def seconds() -> ParamKind:
    """A positive number of seconds, or none for no clock."""
    return ParamKind(
        lambda value: (
            value is None or (isinstance(value, (int, float)) and not isinstance(value, bool) and 0 < value < 1e9)
        ),
        "a positive number of seconds, or null",
    )


class Param(NamedTuple):
    """One parameter. `values` holds one value per preset; a function computes it from the parameters before it."""

    name: str
    kind: ParamKind
    values: tuple[Any, ...]
    doc: str
    slot: int | None = None
    constant: str | None = None
    alias: str | None = None
    echo: str | None = None

    @property
    def constants(self):
        return [n for n in (self.constant, self.alias, self.echo) if self.constant and n]


class Parameters:
    """All parameters of a game, under its presets; `call_ms` names the one that is the time for a callback, if any."""

    def __init__(
        self,
        presets: Sequence[str],
        params: Sequence[Param],
        validate: Callable[[Mapping[str, Any]], None] | None = None,
        call_ms: str | None = None,
    ) -> None:
        self.presets = tuple(presets)
        self.params = tuple(params)
        self.validate = validate
        self.call_ms = call_ms
        for param in self.params:
            if len(param.values) not in (1, len(self.presets)):
                raise TypeError(f"parameter {param.name}: one value, or one for each of {self.presets}")

    def resolve(self, preset: str | None, overrides: Mapping[str, Any]) -> dict[str, Any]:
        """The value of every parameter; a wrong preset, name or value is refused by name."""
        preset = preset or self.presets[0]
        if preset not in self.presets:
            raise ParamError(f"preset {shown(preset)} does not exist; there are {', '.join(self.presets)}")
        given = self._by_own_name(overrides)
        values: dict[str, Any] = {}
        for param in self.params:
            if param.name in given:
                values[param.name] = given[param.name]
            else:
                value = param.values[0 if len(param.values) == 1 else self.presets.index(preset)]
                values[param.name] = value(values) if callable(value) else value
            if not param.kind.accepts(values[param.name]):
                value = _written(values[param.name])
                raise ParamError(f"parameter {param.name}: found {value}, expected {param.kind.expected}")
        if self.validate is not None:
            self.validate(values)
        return values

    def _by_own_name(self, overrides: Mapping[str, Any]) -> dict[str, Any]:
        names = {param.name: param.name for param in self.params}
        names |= {param.alias: param.name for param in self.params if param.alias}
        given: dict[str, Any] = {}
        for name, value in overrides.items():
            if name not in names:
                raise ParamError(f"parameter {shown(name)} does not exist; there are {', '.join(names)}")
            own = names[name]
            if own in given and given[own] != value:
                raise ParamError(f"parameters {own} and {name} are one parameter, but were given two values")
            given[own] = value
        return given

    def as_buffer(self, values: Mapping[str, Any]) -> list[int]:
        """The parameter buffer: each parameter's number at its slot."""
        slotted = {param.slot: param.kind.number(values[param.name]) for param in self.params if param.slot is not None}
        if sorted(slotted) != list(range(len(slotted))):
            raise TypeError(f"parameter slots {sorted(slotted)} leave a gap")
        return [slotted[slot] for slot in range(len(slotted))]

    def constants(self, values: Mapping[str, Any]) -> dict[str, Any]:
        """What champions see: constants by name."""
        return {
            name: values[param.name]
            for param in self.params
            for name in (param.constant, param.alias, param.echo)
            if param.constant and name
        }


def parse_assignment(text: str) -> tuple[str, Any]:
    """`NAME=VALUE` as typed by a person: the value is JSON where it can be, else a bare word."""
    name, equals, value = text.partition("=")
    if not equals or not name:
        raise ParamError(f"found {text!r}, expected NAME=VALUE, for instance max_turns=50")
    try:
        from json import loads

        return name, loads(value)
    except ValueError:
        return name, value


def _written(value: Any) -> str:
    """A wrong value as it would stand in a file."""
    from json import dumps

    try:
        return printable(dumps(value, default=repr))
    except (RecursionError, ValueError):
        return shown(value)
