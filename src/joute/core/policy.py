"""Champions in kernel style: a *policy* writes the next order of a turn, by weights that can be tuned.

    class Weights(NamedTuple):
        link: Annotated[int, Weight(40, 0, 1000)]

    class Memory(NamedTuple):
        goal: Annotated[Column, rows(lambda dims: dims.seats)]

    def policy(w: World, seat: int, weights: Weights, rng: Buffer, memory: Memory, row: Buffer) -> int:
        ...

    POLICY = Policy(kernel=policy, weights=Weights, memory=Memory)

A policy is called again after each accepted order, with what its seat knows then; a refused one ends the turn. Its
file holds all its kernels; besides them they call those of the game's rules, and keep to the same style
(`CONTRIBUTING.md`). `docs/en/policies.md` says how to write one, tune one, and search on top of one.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import ModuleType
from typing import Annotated, Any, NamedTuple

from .columns import Column, Part, parts_of, rows
from .errors import ParamError, shown
from .layout import Layout
from .rules import require_kernel

NAME = "POLICY"
"""What the file of a policy calls it."""


class Weight(NamedTuple):
    """What a weight is at first, and the values that it may have, both ends included."""

    default: int
    low: int
    high: int


class NoWeights(NamedTuple):
    """The weights of a policy that has none."""


class NoMemory(NamedTuple):
    """The memory of a policy that keeps nothing."""

    nothing: Annotated[Column, rows(0)]


class Mind(NamedTuple):
    """What the policy of a seat goes by besides the world: its weights, its memory and its generator."""

    weights: Any
    memory: Any
    chance: Any


class Thinking(NamedTuple):
    """How long and how far a search thinks."""

    time_s: float | None = None
    """Seconds a turn, no more than a clock permits; None: as long as the tries last."""
    tries: int | None = None
    """How many tries at most; None: as many as the time permits."""
    depth: int = 12
    """How many phases a try lasts."""
    plies: int = 8
    """How many plans, one after the other, a path of the tree has at most; 1: flat Monte Carlo."""
    noise: float = 0.5
    """By how much the weights of a plan differ from those of the policy, relative to their value."""


@dataclass(frozen=True)
class PolicyText:
    """The file of a policy: all that it takes to find its library."""

    path: Path
    source: bytes = field(repr=False)


@dataclass(frozen=True, kw_only=True)
class Policy:
    """What the file of a policy exports as POLICY."""

    kernel: Callable[[Any, int, Any, list[int], Any, list[int]], int]
    """kernel(w, seat, weights, rng, memory, row) writes an order into `row` and returns its length; 0 ends the turn."""
    weights: type = NoWeights
    """A NamedTuple of numbers, each with its `Weight`."""
    memory: type = NoMemory
    """A NamedTuple of columns and tables, as a game's scratch; all zero at first, kept from call to call."""

    search: Thinking | None = None
    """How its champion searches on top of it; None: it plays what the policy says."""

    def __post_init__(self) -> None:
        require_kernel("policy.kernel", self.kernel, 6)
        object.__setattr__(self, "module", sys.modules[self.kernel.__module__])
        object.__setattr__(self, "source", self.path.read_bytes())
        object.__setattr__(self, "bounds", {part.name: _weight(self.weights, part) for part in parts_of(self.weights)})
        object.__setattr__(self, "layout", Layout(self.memory))

    module: ModuleType = field(init=False, repr=False)
    """The module of its kernels."""
    source: bytes = field(init=False, repr=False)
    """The text of its file."""
    bounds: dict[str, Weight] = field(init=False)
    """Its weights by name."""
    layout: Layout = field(init=False, repr=False)

    @property
    def path(self) -> Path:
        """The file that it comes from."""
        return Path(self.kernel.__code__.co_filename)

    def settled(self, given: Mapping[str, Any] | None = None) -> Any:
        """The weights: those given, and the defaults of all others; raises ParamError."""
        values = {name: weight.default for name, weight in self.bounds.items()} | dict(given or {})
        for name, value in values.items():
            self._require(name, value)
        return self.weights(**values)

    def _require(self, name: str, value: Any) -> None:
        if name not in self.bounds:
            raise ParamError(f"{self.path.name} has no weight {shown(name)}; it has {', '.join(self.bounds) or 'none'}")
        _, low, high = self.bounds[name]
        if type(value) is not int or not low <= value <= high:
            raise ParamError(f"weight {name}: found {shown(value)}, expected a number from {low} to {high}")


def _weight(kind: Any, part: Part) -> Weight:
    found: Weight | None = part.note(Weight)
    where = f"{kind.__qualname__}.{part.name}"
    if part.form is not int or found is None:
        raise TypeError(f"{where}: a weight is written as {part.name}: Annotated[int, Weight(default, low, high)]")
    if not all(type(value) is int for value in found) or not found.low <= found.default <= found.high:
        raise TypeError(f"{where}: found {found}, expected numbers of which the default lies between the other two")
    return found


def policy_in(module: ModuleType) -> Policy | None:
    """The policy that a module exports; None if it has none. Raises TypeError for something else of that name."""
    found = vars(module).get(NAME)
    if found is not None and not isinstance(found, Policy):
        raise TypeError(f"{NAME}: found {shown(found)}, expected a Policy")
    return found


def policy_of(path: Path) -> Policy | None:
    """The policy in a file, which is run; None if there is none."""
    source = path.read_bytes()
    if not declared(source):
        return None
    module = ModuleType(f"{__name__}.{path.stem}")
    module.__file__ = str(path)
    sys.modules[module.__name__] = module
    try:
        exec(compile(source, str(path), "exec", dont_inherit=True), vars(module))
    finally:
        del sys.modules[module.__name__]
    return policy_in(module)


def declared(source: bytes) -> bool:
    """Whether a file exports a policy, by its text."""
    return any(line.startswith(f"{NAME} =".encode()) for line in source.splitlines())
