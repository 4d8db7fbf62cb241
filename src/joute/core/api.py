"""The champion API of a game: declared once in its `api.py` as typed, documented functions; all else follows from it.

A query names the kernel that answers it, from what the caller may know:

    @query(queries.gold_at)
    def gold_at(y: int, x: int) -> int:
        '''Gold on the cell; -1 off the board or hidden.

        fr: L'or de la case ; -1 hors du plateau ou si elle est cachée.
        '''

The kernel takes the world, the caller's seat and the arguments as numbers (a struct as its fields; a list as the
buffer that holds it, the index of its first number there and the number of its items). It returns a number; where the
answer is a struct or a list it takes a buffer `out` last, writes the rows there, and returns how many there are.
A query that no kernel can answer says why, and has a body that takes the caller: `@query(why="its answer is text")`.

An action has no body either: its arguments, flattened, are the order that the rules check and apply.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from enum import IntEnum
from functools import cached_property
from types import FunctionType
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar, overload

from .answers import Asker, answers_rows, asker
from .text import Text
from .types import INT32_LEAST, INT32_MOST, Enum, Malformed, Struct, Type, type_of

if TYPE_CHECKING:
    from types import ModuleType

    from .game import Game
    from .world import AnyWorld

F = TypeVar("F", bound=Callable[..., Any])
Row = tuple[int, ...]
"""An order: the action's number, then its flattened arguments, each list preceded by its length."""

PASS_ON = object()
"""A query without an answer of its own for malformed arguments: they are passed on, spoilt."""


class WrongCall(TypeError):
    """A call with too many or too few arguments: a bug in the champion, raised at the call."""


class Me(NamedTuple):
    """Who calls: the game, what the caller knows of it, and its seat."""

    game: Game
    world: AnyWorld
    seat: int


class Argument(NamedTuple):
    name: str
    type: Type


class Function(NamedTuple):
    """One function of the API: `kind` is query, action, undo or show."""

    name: str
    kind: str
    arguments: tuple[Argument, ...]
    returns: Type
    doc: Text
    body: Callable[..., Any]
    malformed: Any = PASS_ON
    code: int = -1
    kernel: Callable[..., int] | None = None
    """What answers a query."""
    why: str = ""
    """Why no kernel answers it."""
    asked: Asker | None = None
    """What the kernel answers, interpreted: from read arguments to a value for champions."""

    @property
    def signature(self) -> str:
        return f"{self.name}({', '.join(f'{arg.name}: {arg.type.name}' for arg in self.arguments)})"

    @property
    def _hint(self) -> str:
        """How a struct is given, where its fields may have been given one by one."""
        structs = [arg.type for arg in self.arguments if isinstance(arg.type, Struct)]
        return "".join(f"; a {one.name} is one argument: ({', '.join(dict(one.fields))})" for one in structs[:1])

    @property
    def rows(self) -> bool:
        """Whether its kernel answers with rows, in a buffer."""
        return answers_rows(self.returns)

    def read(self, values: Sequence[Any], spoilt: int) -> tuple[list[Any], bool]:
        """The arguments as plain values, malformed ones replaced, and whether any was malformed."""
        if len(values) != len(self.arguments):
            taken = f"{len(self.arguments)} argument{'' if len(self.arguments) == 1 else 's'}"
            raise WrongCall(f"{self.signature} takes {taken}, {len(values)} given{self._hint}")
        plain, whole = [], True
        for argument, value in zip(self.arguments, values, strict=True):
            try:
                plain.append(argument.type.read(value))
            except Exception:  # Malformed, or whatever a champion's own sequence or number raises
                plain.append(argument.type.spoilt(spoilt))
                whole = False
        return plain, whole

    def row(self, plain: Sequence[Any]) -> Row:
        """The order that read arguments make."""
        return (self.code, *self.flat(plain))

    def answer(self, game: Game, world: AnyWorld, seat: int, plain: Sequence[Any]) -> Any:
        """What this query answers, interpreted."""
        if self.asked is not None:
            return self.asked(world, seat, plain)
        return self.returns.give(self.body(Me(game, world, seat), *plain))

    def flat(self, plain: Sequence[Any]) -> list[int]:
        """Read arguments as one row of numbers, each list preceded by its length."""
        pairs = zip(self.arguments, plain, strict=True)
        return [number for argument, value in pairs for number in argument.type.flatten(value)]

    def shown(self, plain: Sequence[Any]) -> str:
        """A call as people read it."""
        parts = [argument.type.shown(value) for argument, value in zip(self.arguments, plain, strict=True)]
        return f"{self.name}({', '.join(parts)})"


@overload
def query(kernel: Callable[..., int], *, malformed: Any = ...) -> Callable[[F], F]: ...
@overload
def query(*, why: str, malformed: Any = ...) -> Callable[[F], F]: ...
def query(kernel: Any = None, *, why: str = "", malformed: Any = PASS_ON) -> Any:
    """Declare a query, with its kernel or why it has none; `malformed` is its answer to a malformed argument."""
    if (kernel is None) != bool(why) or not (kernel is None or isinstance(kernel, FunctionType)):
        raise TypeError(f"@query: found {kernel!r:.60}, expected the kernel that answers it, or why=... and a body")
    if kernel is not None and kernel.__doc__ and "fr:" in kernel.__doc__:
        raise TypeError(f"@query: {kernel.__name__} is the query itself; expected @query(kernel)")
    return _mark(None, kind="query", malformed=malformed, kernel=kernel, why=why)


def action(body: F) -> F:
    """Declare an action: a function without a body, whose order the rules judge."""
    marked: F = _mark(body, kind="action")
    return marked


def undo(*, done: Any, nothing: Any) -> Callable[[F], F]:
    """Declare the function that takes back the last accepted order, and what it answers."""
    mark: Callable[[F], F] = _mark(None, kind="undo", malformed=(done, nothing))
    return mark


def _mark(body: Any, **marks: Any) -> Any:
    def mark(function: Any) -> Any:
        function.declared = marks
        return function

    return mark if body is None else mark(body)


class Conventions(NamedTuple):
    """What holds for all functions of an API: its module exports this as CONVENTIONS."""

    malformed: int = -1
    """What a malformed number counts as."""
    show: str | None = None
    """Where the functions `afficher_<type>` print, of which there is one for each enumeration and struct: stdout or
    stderr. None: there are none."""
    axes: tuple[str, str] = ("x", "y")
    """The order in which functions take a column x and a row y. A struct `position` of both says it itself."""


class Api:
    """What a game's `api.py` declares: functions, enumerations, structs."""

    def __init__(self, module: ModuleType, actions: Sequence[str]) -> None:
        conventions = getattr(module, "CONVENTIONS", None)
        if not isinstance(conventions, Conventions):
            raise TypeError(f"{module.__name__}: expected CONVENTIONS, a Conventions")
        self.spoilt, self.show_on = conventions.malformed, conventions.show
        self.functions: dict[str, Function] = {}
        self.enums: dict[str, type[IntEnum]] = {}
        self.structs: dict[str, Any] = {}
        for name, value in vars(module).items():
            if hasattr(value, "declared"):
                self.functions[name] = _function(name, value, actions)
            elif getattr(value, "__module__", None) == module.__name__ and isinstance(value, type):
                if issubclass(value, IntEnum):
                    self.enums[Enum(value).name] = value
                elif hasattr(value, "_fields"):
                    self.structs[Struct(value).name] = value
        fields: Any = getattr(self.structs.get("position"), "_fields", ())
        self.axes: tuple[str, str] = fields if sorted(fields) == ["x", "y"] else conventions.axes
        """The order of a column x and a row y, for this game: drawings of champions take them so."""
        if sorted(self.axes) != ["x", "y"]:
            raise TypeError(f"{module.__name__}: found the coordinates {self.axes!r}, expected x and y, in one order")
        twice = self.functions.keys() & (self.enums.keys() | self.structs.keys())
        if twice:
            raise TypeError(f"{module.__name__}: {', '.join(sorted(twice))} is both a function and a type of the API")
        declared = [function.name for function in self.functions.values() if function.kind == "action"]
        if declared != list(actions):
            raise TypeError(f"{module.__name__}: actions {declared} differ from those of the rules, {list(actions)}")
        if self.show_on:
            self.functions |= {f.name: f for f in map(_shower, [*self.enums.values(), *self.structs.values()])}
        self.actions = tuple(self.functions[name] for name in actions)
        self.kernel_queries = tuple(function for function in self.functions.values() if function.kernel is not None)
        """The queries that kernels answer, in the order of their numbers."""
        self.query_numbers = {query.name: number for number, query in enumerate(self.kernel_queries)}

    @cached_property
    def row_most(self) -> int:
        """The longest order there can be."""
        widths = [sum(arg.type.most_ints() for arg in action.arguments) for action in self.actions]
        return 1 + max(widths, default=0)

    def names(self, constants: Mapping[str, Any]) -> dict[str, Any]:
        """What a Python champion imports besides the functions: constants, enumerations with members, structs."""
        names: dict[str, Any] = dict(constants)
        for name, kind in self.enums.items():
            names |= {name: kind, kind.__name__: kind} | dict(kind.__members__)
        for name, struct in self.structs.items():
            names |= {name: struct, struct.__name__: struct}
        return names

    def unflatten(self, row: Sequence[int]) -> tuple[Function, list[Any]]:
        """The action and arguments of an order; raises Malformed for a row that no call could have made."""
        if not row or not 0 <= row[0] < len(self.actions) or not all(map(self._in_reach, row)):
            raise Malformed
        action, at, plain = self.actions[row[0]], 1, []
        for argument in action.arguments:
            value, at = argument.type.take(row, at)
            plain.append(value)
        if at != len(row):
            raise Malformed
        return action, plain

    def _in_reach(self, number: int) -> bool:
        return INT32_LEAST <= number <= INT32_MOST or number == self.spoilt

    def shown(self, row: Sequence[int]) -> str:
        """An order as people read it."""
        action, plain = self.unflatten(row)
        return action.shown(plain)


def _function(name: str, body: Any, actions: Sequence[str]) -> Function:
    marks = body.declared
    hints = _hints(body)
    code = body.__code__
    names = [argument for argument in code.co_varnames[: code.co_argcount] if hints[argument] is not Me]
    arguments = tuple(Argument(parameter, type_of(hints[parameter])) for parameter in names)
    returns = type_of(hints["return"])
    kernel = _kernel(name, marks, arguments, returns)
    return Function(
        name,
        marks["kind"],
        arguments,
        returns,
        _doc(body),
        body,
        marks.get("malformed", PASS_ON),
        actions.index(name) if name in actions else -1,
        kernel,
        marks.get("why", ""),
        None if kernel is None else asker(kernel, [argument.type for argument in arguments], returns),
    )


def _kernel(name: str, marks: dict[str, Any], arguments: Sequence[Argument], returns: Type) -> Any:
    """The kernel of a query, if it has one."""
    kernel = marks.get("kernel")
    if kernel is not None:
        require_width(f"query {name}: its kernel", kernel, arguments, answers_rows(returns))
    return kernel


def require_width(what: str, kernel: Callable[..., Any], arguments: Sequence[Argument], out: bool = False) -> None:
    """A kernel takes the world, the seat, and as many numbers as the arguments of its function come to."""
    wanted = 2 + sum(argument.type.kernel_width for argument in arguments) + out
    taken: int = kernel.__code__.co_argcount
    if taken != wanted:
        raise TypeError(f"{what} takes {taken} arguments, expected {wanted}")


def _hints(body: Any) -> dict[str, Any]:
    """The types of a function's arguments and of what it returns; `inspect` does the same, and takes long to load."""
    texts = body.__annotations__.items()
    return {name: eval(text, body.__globals__) if isinstance(text, str) else text for name, text in texts}


def _shower(kind: Any) -> Function:
    """afficher_<type>: writes a value as people read it."""
    shown = type_of(kind)
    doc = Text(f"Print a value of type `{shown.name}`.", f"Affiche une valeur de type `{shown.name}`.")
    return Function(f"afficher_{shown.name}", "show", (Argument("v", shown),), type_of(None), doc, shown.shown)


def _doc(body: Any) -> Text:
    """English first, then the paragraph that opens with «fr:»."""
    en, _, fr = (body.__doc__ or "").partition("fr:")
    if not en.strip() or not fr.strip():
        raise TypeError(f"{body.__module__}.{body.__name__}: needs a docstring in English, then in French after «fr:»")
    return Text(" ".join(en.split()), " ".join(fr.split()))
