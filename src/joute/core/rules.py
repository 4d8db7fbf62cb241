"""The rules of a game as one declaration: its tables, its phases, its actions and its kernels.

Kernels are module-level functions over numbers and columns (`CONTRIBUTING.md`: kernel style); they take the world
first. What a game leaves out is absent on purpose; a name that does not exist, or a function of a wrong shape, is
refused when its rules are loaded, and mypy compares every kernel with its place here.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass, field, fields
from types import FunctionType
from typing import Any, Concatenate, Generic, ParamSpec

from . import events
from .columns import is_record
from .layout import Layout
from .text import Text
from .world import B, Buffer, P, Phase, S, T, World

ORDERS_MOST = 65_536
"""How many orders a turn holds where the rules do not say."""
A = ParamSpec("A")


@dataclass(frozen=True)
class Action(Generic[S, B, P, T, A]):
    """One action of the champion API. `check` answers the game's own code and changes nothing; `apply` makes the order.

    Both take the world, the seat and the action's arguments as numbers: a struct as its fields, a list as the order
    that holds it, the index of its first number there and the number of its items.
    """

    name: str
    words: Text
    """What a person reads on its button."""
    check: Callable[Concatenate[World[S, B, P, T], int, A], int]
    apply: Callable[Concatenate[World[S, B, P, T], int, A], None]

    def __post_init__(self) -> None:
        for name in ("check", "apply"):
            require_kernel(f"action {self.name}: {name}", getattr(self, name))
        if self.check.__code__.co_argcount != self.apply.__code__.co_argcount:
            raise TypeError(f"action {self.name}: check and apply take different arguments")


@dataclass(frozen=True, kw_only=True)
class Fog(Generic[S, B, P, T]):
    """Views for games with many seats, made at a cost that grows with what they show; small games have `hide`.

    `survey(w, earlier, common, lookup)` writes what all views of a state share: what everybody knows into the state
    `common` (all zero before), and what helps to find the rest into `lookup`, whose sizes depend on board and
    parameters alone. `lookup` comes as the survey of the state `earlier` of the same match left it (all zero: none).
    Tables named in `view_only`, each of one column, are filled in views alone: `recall(w, lookup, seat, view)` writes
    them into the scratch columns of the same names, and their counts into the head of `view`; it is not called again as
    long as `survey` returns true: nothing changed in them. `reveal(w, lookup, seat, view)` then adds what a seat knows
    to the world `view`, whose state is a copy of `common` with these tables; it may store in `lookup` what it computes.
    """

    lookup: type
    survey: Callable[[World[S, B, P, T], S, S, Any], bool]
    reveal: Callable[[World[S, B, P, T], Any, int, World[S, B, P, T]], None]
    recall: Callable[[World[S, B, P, T], Any, int, World[S, B, P, T]], None] | None = None
    view_only: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        _require_kernels(self, {"survey": 4, "reveal": 4, "recall": 4}, optional=("recall",))
        object.__setattr__(self, "layout", Layout(self.lookup))

    layout: Layout = field(init=False)


@dataclass(frozen=True)
class Soundness(Generic[S, B, P, T]):
    """`kernel(w)` returns 0 for a sound state, else the index in `reasons` of what makes a loaded state impossible.

    It is called after `reindex`, on a state in which a phase begins: a turn that contradicts the phase, a view passed
    off as the truth, rows that contradict each other.
    """

    kernel: Callable[[World[S, B, P, T]], int]
    reasons: tuple[str, ...]

    def __post_init__(self) -> None:
        require_kernel("rules.unsound", self.kernel, 1)
        if not isinstance(self.reasons, tuple) or not all(isinstance(reason, str) for reason in self.reasons):
            raise TypeError("rules.unsound: expected a tuple of str for the reasons")


ARGUMENTS = {
    "setup": 3,
    "reindex": 1,
    "asked": 2,
    "resolve": 1,
    "score": 2,
    "sample": 4,
    "hide": 2,
    "standing": 2,
    "forfeit": 3,
    "renew": 2,
    "determinise": 3,
}
OPTIONAL = ("hide", "standing", "forfeit", "renew", "determinise")


@dataclass(frozen=True, kw_only=True)
class Rules(Generic[S, B, P, T]):
    """What a game's `rules` export as RULES."""

    state: type[S]
    """Its first table is the record `head`, with at least the fields `turn` and `phase`; a phase number past the end of
    `phases` means that the game is over. A field `reason` is an index into `reasons`."""
    board: type[B]
    params: type[P]
    scratch: type[T]
    """Space to work in, of which nothing is kept from call to call. `events` is a column of size 0; where queries
    answer with rows, `answer` is a column as long as the longest answer."""
    phases: tuple[Phase, ...]
    ok: int
    """What a check answers to an order that is accepted."""
    actions: tuple[Action[S, B, P, T, Any], ...]
    setup: Callable[[World[S, B, P, T], int, int], None]
    """setup(w, seats, seed) writes the first state into one that is all zero."""
    reindex: Callable[[World[S, B, P, T]], None]
    """Rebuilds the derived tables."""
    asked: Callable[[World[S, B, P, T], int], bool]
    """Whether a seat is asked in this phase."""
    resolve: Callable[[World[S, B, P, T]], None]
    """Ends the phase."""
    score: Callable[[World[S, B, P, T], int], int]
    sample: Callable[[World[S, B, P, T], int, Buffer, Buffer], int]
    """sample(w, seat, rng, row) writes a legal order into `row` and returns its length, or 0 to stop."""
    gate: Callable[[World[S, B, P, T], int, int], int] | None = None
    """gate(w, seat, action) answers what is the same for all actions before their own checks; `ok` to go on."""
    hide: Callable[[World[S, B, P, T], int], None] | None = None
    """Removes from a state what a seat may not know; without it and without `fog`, all know everything."""
    fog: Fog[S, B, P, T] | None = None
    standing: Callable[[World[S, B, P, T], int], int] | None = None
    """Ranks the seats where their scores do not."""
    forfeit: Callable[[World[S, B, P, T], int, int], None] | None = None
    """forfeit(w, seat, cause) makes a failing champion lose the match; `cause` is an index into `reasons`."""
    renew: Callable[[S, S], None] | None = None
    """renew(source, target) makes one state equal to another, where a game can do that faster than value by value."""
    determinise: Callable[[World[S, B, P, T], int, Buffer], None] | None = None
    """determinise(w, seat, rng) turns the view of a seat into a truth, drawn at random, of which it is the view."""
    unsound: Soundness[S, B, P, T] | None = None
    events: tuple[type, ...] = ()
    reasons: tuple[str, ...] = ()
    """Why a match has ended; the first one, for a match that has not, is empty."""
    live: bool = False
    """Whether each accepted order changes the truth at once."""
    orders_most: int = ORDERS_MOST
    """How many orders a turn holds."""
    orders_refusal: int | None = None
    """What one order more is answered; None: the champion fails."""

    def __post_init__(self) -> None:
        _require_kernels(self, ARGUMENTS | {"gate": 3}, optional=(*OPTIONAL, "gate"))
        parts: dict[str, Any] = {"fog": Fog, "unsound": Soundness}
        for name, kind in parts.items():
            part = getattr(self, name)
            if part is not None and not isinstance(part, kind):
                raise TypeError(f"rules.{name}: found {part!r:.60}, expected a {kind.__name__}")
        if self.hide and self.fog:
            raise TypeError("rules: either `hide` or `fog`")
        if self.determinise and not self.foggy:
            raise TypeError("rules: `determinise` is for games in the fog")
        lists: dict[str, Any] = {"phases": Phase, "actions": Action, "events": type, "reasons": str}
        for name, kind in lists.items():
            values = getattr(self, name)
            if not isinstance(values, tuple) or not all(isinstance(value, kind) for value in values):
                raise TypeError(f"rules.{name}: expected a tuple of {kind.__name__}")
        events.declare(self.events)
        object.__setattr__(self, "layout", Layout(self.state))
        object.__setattr__(self, "scratch_layout", Layout(self.scratch))
        if type(self.ok) is not int:
            raise TypeError(f"rules.ok: found {self.ok!r:.60}, expected a number")
        head = next(iter(self.layout.tables.values()), None)
        if head is None or head.name != "head" or not is_record(head.kind) or not {"turn", "phase"} <= set(head.names):
            raise TypeError("rules.state: the first table is the record `head`, with the fields `turn` and `phase`")
        if ("reason" in head.names) != bool(self.reasons):
            raise TypeError("rules.reasons: `reasons` and the field `reason` of `head` go together")
        if "events" not in self.scratch_layout.tables:
            raise TypeError("rules.scratch: the column `events` is missing")

    layout: Layout = field(init=False)
    scratch_layout: Layout = field(init=False)

    @property
    def foggy(self) -> bool:
        """Whether a seat may not know everything."""
        return self.hide is not None or self.fog is not None


def _require_kernels(declared: Any, arguments: dict[str, int], optional: tuple[str, ...]) -> None:
    assert {field.name for field in fields(declared)} >= set(arguments)
    for name, count in arguments.items():
        kernel = getattr(declared, name)
        if kernel is not None or name not in optional:
            require_kernel(f"rules.{name}", kernel, count)


def require_kernel(place: str, kernel: Any, count: int | None = None) -> None:
    """Raise TypeError unless this is a function of a module that takes so many arguments."""
    if not isinstance(kernel, FunctionType):
        raise TypeError(f"{place}: found {kernel!r:.60}, expected a function of a module")
    if count is not None and kernel.__code__.co_argcount != count:
        raise TypeError(f"{place}: {kernel.__name__} takes {kernel.__code__.co_argcount} arguments, expected {count}")
    home: Any = sys.modules.get(kernel.__module__)
    if kernel.__defaults__ or getattr(home, kernel.__name__, None) is not kernel:
        raise TypeError(f"{place}: {kernel.__name__} is no function of a module without default values")
