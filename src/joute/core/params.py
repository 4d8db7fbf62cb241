"""Parameters: what a match may set by name, the values each may take, and how they reach the kernels."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from .columns import Part, parts_of
from .errors import ParamError, printable, shown
from .text import Text, text_of

INT32_MOST = 2**31 - 1
NONE = -1
"""The number of «no value»."""


class ParamKind(NamedTuple):
    """A set of values: how to recognise one, how to say what was expected, and the number that kernels read."""

    accepts: Callable[[Any], bool]
    expected: str | Text
    number: Callable[[Any], int] = lambda value: 0
    plain: Callable[[Any], Any] = lambda value: value
    """A value as it is written down."""


def whole(low: int = 0, high: int = INT32_MOST) -> ParamKind:
    """An integer between two bounds."""
    return ParamKind(
        lambda value: isinstance(value, int) and not isinstance(value, bool) and low <= value <= high,
        Text(f"a whole number from {low} to {high}", f"un nombre entier de {low} à {high}"),
        int,
    )


def flag() -> ParamKind:
    """True or false."""
    return ParamKind(lambda value: isinstance(value, bool), Text("true or false", "true ou false"), int)


def choice(*names: str) -> ParamKind:
    """One of some words; the kernels see its index."""
    return ParamKind(
        lambda value: value in names, Text(f"one of {', '.join(names)}", f"l'un de {', '.join(names)}"), names.index
    )


def subset(*names: str) -> ParamKind:
    """A list of some words, each at most once; the kernels see a bit mask."""
    return ParamKind(
        lambda value: (
            isinstance(value, (list, tuple, set, frozenset))
            and all(v in names for v in value)
            and len(set(value)) == len(value)
        ),
        Text(f"a list of words out of {', '.join(names)}", f"une liste de mots parmi {', '.join(names)}"),
        lambda value: sum(1 << names.index(name) for name in value),
        lambda value: [name for name in names if name in value] if isinstance(value, (set, frozenset)) else value,
    )


def permutation(*names: str) -> ParamKind:
    """All of some words in an order."""
    return ParamKind(
        lambda value: isinstance(value, (list, tuple)) and sorted(map(str, value)) == sorted(names),
        Text(f"{', '.join(names)} in some order", f"{', '.join(names)} dans un ordre quelconque"),
    )


def optional(kind: ParamKind) -> ParamKind:
    """The same, or none."""
    return ParamKind(
        lambda value: value is None or kind.accepts(value),
        Text(f"{kind.expected}, or null", f"{text_of(kind.expected):fr}, ou null"),
        lambda value: NONE if value is None else kind.number(value),
    )


def seconds() -> ParamKind:
    """A positive number of seconds, or none for no clock."""
    return ParamKind(
        lambda value: (
            value is None or (isinstance(value, (int, float)) and not isinstance(value, bool) and 0 < value < 1e9)
        ),
        Text("a positive number of seconds, or null", "un nombre de secondes positif, ou null"),
    )


class Param(NamedTuple):
    """One parameter, said of a field of the game's `Params`: `Annotated[int, Param(whole(1, 9), (3,), "...")]`."""

    kind: ParamKind
    values: tuple[Any, ...]
    """One value, or one for each preset; a function computes it from the parameters before it."""
    doc: str
    name: str = ""
    """The name by which a match sets it; without one, that of the field as the game spells names."""
    constant: bool = False
    """Whether champions see it, under its name in capitals."""
    alias: str | None = None
    """One more name, for matches and champions alike."""
    echo: str | None = None
    """One more name under which champions see it; unlike an alias, no parameter may be set by it."""

    @property
    def constants(self) -> list[str]:
        """The names under which champions see it."""
        return [name for name in (self.name.upper(), self.alias, self.echo) if name] if self.constant else []


class Parameters:
    """All parameters of a game, declared as the fields of its `Params`; kernels read them as `w.params.name`.

    A field is a number with one `Param`, or a tuple with several: a family, chosen by a number. `spelling` makes the
    name of a parameter from that of its field. `call_ms` names the one that is the time for a callback, if any, and
    `turns` the one that is the number of turns (or rounds) of a match.
    """

    def __init__(
        self,
        kind: Any,
        presets: Sequence[str],
        *,
        spelling: Callable[[str], str] = str,
        validate: Callable[[Mapping[str, Any]], None] | None = None,
        call_ms: str | None = None,
        turns: str | None = None,
    ) -> None:
        self.kind = kind
        self.presets = tuple(presets)
        self.validate = validate
        self.call_ms = call_ms
        self.turns = turns
        self._fields = [_field(kind, part, spelling) for part in parts_of(kind)]
        self.params = tuple(param for _, params in self._fields for param in params)
        names = [name for param in self.params for name in (param.name, param.alias) if name]
        for name in {name for name in (*names, *self.presets) if names.count(name) + self.presets.count(name) > 1}:
            raise TypeError(f"{kind.__qualname__}: {name} is the name of two parameters or presets")
        for param in self.params:
            if len(param.values) not in (1, len(self.presets)):
                raise TypeError(f"parameter {param.name}: one value, or one for each of {self.presets}")

    def resolve(self, preset: str | None, overrides: Mapping[str, Any]) -> dict[str, Any]:
        """The value of every parameter; a wrong preset, name or value is refused by name."""
        preset = preset or self.presets[0]
        if preset not in self.presets:
            raise ParamError(
                Text(
                    f"preset {shown(preset)} does not exist; there are {', '.join(self.presets)}",
                    f"le réglage {shown(preset)} n'existe pas ; il y a {', '.join(self.presets)}",
                )
            )
        given = self._by_own_name(overrides)
        values: dict[str, Any] = {}
        for param in self.params:
            if param.name in given:
                values[param.name] = param.kind.plain(given[param.name])
            else:
                value = param.values[0 if len(param.values) == 1 else self.presets.index(preset)]
                values[param.name] = value(values) if callable(value) else value
            if not param.kind.accepts(values[param.name]):
                value = _written(values[param.name])
                raise ParamError(
                    Text(
                        f"parameter {param.name}: found {value}, expected {param.kind.expected}",
                        f"paramètre {param.name} : trouvé {value}, attendu {text_of(param.kind.expected):fr}",
                    )
                )
        if self.validate is not None:
            self.validate(values)
        return values

    def _by_own_name(self, overrides: Mapping[str, Any]) -> dict[str, Any]:
        names = {param.name: param.name for param in self.params}
        names |= {param.alias: param.name for param in self.params if param.alias}
        given, said = dict[str, Any](), dict[str, str]()
        for name, value in overrides.items():
            if name not in names:
                raise ParamError(
                    Text(
                        f"parameter {shown(name)} does not exist; there are {', '.join(names)}",
                        f"le paramètre {shown(name)} n'existe pas ; il y a {', '.join(names)}",
                    )
                )
            own = names[name]
            if own in given and given[own] != value:
                raise ParamError(
                    Text(
                        f"parameters {said[own]} and {name} are one parameter, but were given two values",
                        f"les paramètres {said[own]} et {name} n'en font qu'un, mais ont reçu deux valeurs",
                    )
                )
            given[own], said[own] = value, name
        return given

    def plain(self, overrides: Mapping[str, Any]) -> dict[str, Any]:
        """The same overrides, which `resolve` accepts, as they are written down."""
        kinds = {name: param.kind for param in self.params for name in (param.name, param.alias) if name}
        return {name: kinds[name].plain(value) for name, value in overrides.items()}

    def numbers(self, values: Mapping[str, Any]) -> Any:
        """The parameters as kernels read them."""
        fields = [[param.kind.number(values[param.name]) for param in params] for _, params in self._fields]
        pairs = zip(self._fields, fields, strict=True)
        return self.kind(*(tuple(numbers) if many else numbers[0] for (many, _), numbers in pairs))

    def constants(self, values: Mapping[str, Any]) -> dict[str, Any]:
        """What champions see: constants by name."""
        return {name: values[param.name] for param in self.params for name in param.constants}


def _field(kind: Any, part: Part, spelling: Callable[[str], str]) -> tuple[bool, list[Param]]:
    """Whether a field is a family, and its parameters."""
    params = [note for note in part.notes if isinstance(note, Param)]
    family = part.form is tuple
    if (family and not all(param.name for param in params)) or (not family and len(params) != 1):
        raise TypeError(f"{kind.__qualname__}.{part.name}: a number has one Param, a tuple some with names")
    return family, [param._replace(name=param.name or spelling(part.name)) for param in params]


def parse_assignment(text: str) -> tuple[str, Any]:
    """`NAME=VALUE` as typed by a person: the value is JSON where it can be, else a bare word."""
    name, equals, value = text.partition("=")
    if not equals or not name:
        raise ParamError(
            Text(
                f"found {text!r}, expected NAME=VALUE, for instance max_turns=50",
                f"trouvé {text!r}, attendu NOM=VALEUR, par exemple max_turns=50",
            )
        )
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
