"""Compiled twins: the same text of the rules, run by numba on blocks of words.

The rules carry no decorator. A twin is made of copies of their functions over a namespace in which every function is
its compiled copy. Compilation is lazy; its results are stored on disk in a folder named after a digest of the sources,
because numba's own cache does not notice a change in another file.
"""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Callable, Mapping, Sequence
from hashlib import blake2b
from importlib.metadata import version
from pathlib import Path
from types import FunctionType, ModuleType, SimpleNamespace
from typing import Any

import numba as untyped_numba
import numpy as np

from joute.core import chance, dispatch, playout
from joute.core.answers import reader
from joute.core.api import Function
from joute.core.batch import RandomPlayer
from joute.core.events import room_for
from joute.core.game import Game, kernels_of
from joute.core.world import AnyWorld, World

from . import entries
from .blocks import Plan, View
from .proxies import Group, WorldType, makers

numba: Any = untyped_numba
"""Its types know neither `_nrt` nor the settings."""
OPTIONS = {"nogil": True, "no_cfunc_wrapper": True, "_nrt": False}
"""Kernels allocate nothing, so numba need not count references: that alone makes play four times faster."""
INLINE_MOST = 700
"""Bytes of bytecode up to which a kernel is inlined: twice as fast again, and the compile time stays bounded."""


class CompiledGame(Game):
    """A game whose kernels are compiled and whose worlds are blocks of words."""

    compiled_backend = True

    def __init__(self, game: Game, boundscheck: bool = False) -> None:
        self.__dict__.update(game.__dict__)
        rules = self.rules
        self._state = Plan({"state": rules.state})
        self._rest = Plan({"params": rules.params, "board": rules.board, "scratch": rules.scratch})
        self._lookup = None if rules.fog is None else Plan({"lookup": rules.fog.lookup})
        self._twin = twin(game, self._state, self._rest, self._lookup, boundscheck)
        self.__dict__["kernels"] = self._twin.kernels
        self.__dict__["playout"] = None

    # Worlds

    def row(self, order: Sequence[int]) -> Any:
        return np.array(order, dtype=np.int64)

    def _hosted(self, world: AnyWorld) -> AnyWorld:
        rest = {"params": world.params, "board": world.board, "scratch": world.scratch}
        return World(
            self._viewed(self._state.pack({"state": world.state})),
            world.board,
            world.params,
            self._scratch(self._rest.pack(rest)),
        )

    def _viewed(self, block: Any) -> Any:
        return View(block, self._state.nodes["state"])

    def _scratch(self, block: Any) -> Any:
        return View(block, self._rest.nodes["scratch"])

    def with_state(self, world: AnyWorld, block: Any) -> AnyWorld:
        """The same world around another block."""
        return world._replace(state=self._viewed(block))

    def copy(self, world: AnyWorld) -> AnyWorld:
        return self.with_state(world, world.state.block.copy())

    def own(self, world: AnyWorld) -> AnyWorld:
        return self.copy(world)._replace(scratch=self._scratch(world.scratch.block.copy()))

    def listening(self, world: AnyWorld, most: int) -> AnyWorld:
        columns = {self._rest.nodes["scratch"]["events"]: room_for(most)}
        return world._replace(scratch=self._scratch(self._rest.replaced(world.scratch.block, columns)))

    def _blank(self, state: Any) -> Any:
        return self._viewed(self._state.blank(state.block))

    def _unsurveyed(self, board: Any) -> Any:
        assert self._lookup is not None
        lookup = super()._unsurveyed(board)
        return View(self._lookup.pack({"lookup": lookup}), self._lookup.nodes["lookup"])

    def _widened(self, view: AnyWorld, columns: Mapping[str, list[int]]) -> AnyWorld:
        places = {self._state.nodes["state"][name]: values for name, values in columns.items()}
        return view._replace(state=self._viewed(self._state.replaced(view.state.block, places)))

    # Kernels

    def answer(self, world: AnyWorld, seat: int, query: Function, plain: Sequence[Any]) -> Any:
        if query.kernel is None:
            return super().answer(world, seat, query, plain)
        out = world.scratch.answer if query.rows else self.row([0])
        number = self.api.query_numbers[query.name]
        answer = self.kernels.answer(world, seat, number, self.row(query.flat(plain) or [0]), out)
        return reader(query.returns)(out, answer) if query.rows else query.returns.give(answer)

    def random_play(self, player: RandomPlayer, world: AnyWorld, most: int) -> None:
        if len(player.draft.state.block) != len(world.state.block):  # a view may be longer or shorter than the truth
            player.draft = self.copy(world)
        self.random_batch(player, world.state.block, 0, player.rng, most, 0, 1, world)

    def random_batch(
        self,
        player: RandomPlayer,
        states: Any,
        length: int,
        rngs: Any,
        most: int,
        first: int,
        last: int,
        world: AnyWorld | None = None,
    ) -> None:
        """Play the games first..last-1 of a batch: states of `length` words one after the other, and generators."""
        rest = (world or player.world).scratch.block
        buffers = (player.draft.state.block, player.seats, rngs, player.rng, player.row, player.log, player.tally)
        self._twin.random_batch(states, length, rest, *buffers, most, first, last)


_TWINS: dict[tuple[int, bool], SimpleNamespace] = {}
"""By the identity of the rules: a game that is imported anew has others."""


def twin(game: Game, state: Any, rest: Any, lookup: Any, boundscheck: bool = False) -> SimpleNamespace:
    """The compiled twin of a game's rules: its kernels for Python, and `random_batch`."""
    key = (id(game.rules), boundscheck)
    if key not in _TWINS:
        _TWINS[key] = _compile(game, state, rest, lookup, boundscheck)
    return _TWINS[key]


def _compile(game: Game, state: Any, rest: Any, lookup: Any, boundscheck: bool) -> SimpleNamespace:
    label = f"{game.name}-{len(_TWINS)}"  # numba tells types apart by their names
    groups = {"state": Group(f"{label}.state", state.nodes["state"], constant=False)}
    for name, node in rest.nodes.items():
        groups[name] = Group(f"{label}.{name}", node, constant=name != "scratch")
    seen = None if lookup is None else Group(f"{label}.lookup", lookup.nodes["lookup"], constant=False)
    made = makers(WorldType(f"{label}.world", groups), seen)

    kernels = compiled_kernels(game, boundscheck)
    names = {f"kernel_{name}": kernel for name, kernel in kernels.items() if kernel is not None}
    namespace = vars(entries) | made | names
    before, numba.config.CACHE_DIR = numba.config.CACHE_DIR, str(cache_folder(game, boundscheck))
    try:
        doors = {}
        for name, entry in functions_of(entries):
            if f"kernel_{name}" in names or name == "random_batch":
                copy = FunctionType(entry.__code__, namespace, name)
                copy.__module__ = entry.__module__
                doors[name] = numba.njit(cache=True, boundscheck=boundscheck, **OPTIONS)(copy)
    finally:
        numba.config.CACHE_DIR = before
    called = {name: _called(doors[name]) if name in doors else None for name in kernels}
    return SimpleNamespace(kernels=SimpleNamespace(**called), random_batch=doors["random_batch"])


def _called(door: Any) -> Callable[..., Any]:
    """A door that takes worlds, states and lookups as Python has them."""

    def call(world: AnyWorld, *rest: Any) -> Any:
        blocks: list[Any] = [world.state.block, world.scratch.block]
        for value in rest:
            if isinstance(value, World):
                blocks += [value.state.block, value.scratch.block]
            else:
                blocks.append(getattr(value, "block", value))
        return door(*blocks)

    return call


def compiled_kernels(game: Game, boundscheck: bool) -> dict[str, Any]:
    """Every kernel of a game, and the playout over them, as numba's functions; None for those that are absent."""

    def compiled(function: Any) -> Any:
        small = len(function.__code__.co_code) <= INLINE_MOST and not boundscheck
        return numba.njit(**OPTIONS, boundscheck=boundscheck, forceinline=small)(function)

    namespaces = [(module, dict(vars(module))) for module in kernel_modules(game)]
    copies: dict[Any, Any] = {}
    for module, namespace in namespaces:
        for name, function in functions_of(module):
            copy = FunctionType(function.__code__, namespace, name)
            copy.__module__ = function.__module__
            copies[function] = compiled(copy)
    for _, namespace in namespaces:
        namespace |= _replaced(namespace, copies)
    texts = {name: (text, _replaced(names, copies)) for name, (text, names) in game.dispatch.items()}
    kernels = {name: kernel and copies[kernel] for name, kernel in kernels_of(game.rules).items()}
    kernels |= dispatch.functions(texts, compiled)
    return kernels | _compiled_playout(SimpleNamespace(**kernels), game.ok, compiled)


def _compiled_playout(kernels: Any, ok: int, compiled: Callable[[Any], Any]) -> dict[str, Any]:
    namespace = vars(playout) | playout.names(kernels, ok)
    made = {k.__name__: compiled(FunctionType(k.__code__, namespace, k.__name__)) for k in playout.PLAYOUT}
    namespace |= made
    return made


def kernel_modules(game: Game) -> list[ModuleType]:
    """The modules whose functions are kernels: those of the game's folder that its kernels are in, and core's own."""
    named = [kernel for kernel in kernels_of(game.rules).values() if kernel is not None]
    named += [kernel for action in game.rules.actions for kernel in (action.check, action.apply)]
    named += [query.kernel for query in game.api.kernel_queries]
    waiting = [sys.modules[kernel.__module__] for kernel in named]
    modules = {chance.__name__: chance}
    while waiting:
        module = waiting.pop()
        if module.__name__ not in modules and module.__name__.startswith(f"{game.package}."):
            modules[module.__name__] = module
            kernels = [value for value in vars(module).values() if isinstance(value, FunctionType)]
            waiting += [sys.modules[kernel.__module__] for kernel in kernels]
    return list(modules.values())


def _replaced(names: Mapping[str, Any], compiled: Mapping[Any, Any]) -> dict[str, Any]:
    """The names, with each that stands for a kernel naming its compiled copy."""
    return {
        name: compiled[value] if isinstance(value, FunctionType) and value in compiled else value
        for name, value in names.items()
    }


def functions_of(module: ModuleType) -> list[tuple[str, FunctionType]]:
    """The functions that a module defines itself."""
    return [
        (name, value)
        for name, value in vars(module).items()
        if isinstance(value, FunctionType) and value.__module__ == module.__name__
    ]


def cache_folder(game: Game, boundscheck: bool = False) -> Path:
    """Where compiled code of a game is stored: a folder named by a digest of every source it depends on."""
    package = sys.modules[game.package]
    folders = Path(package.__path__[0]), Path(__file__).parents[1], Path(__file__).parent
    sources = {source for folder in folders for source in folder.glob("*.py")}
    sources |= {Path(str(module.__file__)) for module in kernel_modules(game)}
    digest = blake2b(f"{sys.version_info[:2]}{version('numba')}{boundscheck}".encode(), digest_size=10)
    for source in sorted(sources):
        digest.update(source.read_bytes())
    return _cache_root() / f"{game.name}-{digest.hexdigest()}"


def _cache_root() -> Path:
    base = os.environ.get("XDG_CACHE_HOME") or os.path.join(os.path.expanduser("~"), ".cache")
    root = Path(base) / "joute" / "kernels"
    try:
        root.mkdir(parents=True, exist_ok=True)
        if os.access(root, os.W_OK):
            return root
    except OSError:
        pass
    return Path(tempfile.gettempdir()) / f"joute-kernels-{os.getuid()}"
