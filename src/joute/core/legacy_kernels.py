# mypy: ignore-errors
# ruff: noqa
"""Compiled twins: the same text of the rules, run by numba on arrays.

The rules carry no decorator. A twin is made of copies of their functions over a namespace in which every function is
its compiled copy. Compilation is lazy; its results are stored on disk in a folder named after a digest of the sources,
because numba's own cache does not notice a change in another file.
"""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Mapping, Sequence
from hashlib import blake2b
from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from types import FunctionType, ModuleType, SimpleNamespace
from typing import Any

from . import chance, legacy_events as events, legacy_playout as playout
from .legacy_game import LegacyGame as Game
from .world import AnyWorld, World

OPTIONS = {"cache": True, "nogil": True, "no_cfunc_wrapper": True, "_nrt": False}
"""Kernels allocate nothing, so numba need not count references: that alone makes play four times faster."""
INLINE_MOST = 700
"""Bytes of bytecode up to which a kernel is inlined: twice as fast again, and the compile time stays bounded."""


class CompiledGame(Game):
    """A game whose kernels are compiled and whose buffers are int64 arrays."""

    compiled_backend = True

    def __init__(self, game: Game, boundscheck: bool = False) -> None:
        self.__dict__.update(game.__dict__)
        self.kernels = self.playout = twin(game.rules, boundscheck)

    def _hosted(self, world: AnyWorld) -> AnyWorld:
        return World(
            type(world.state)(*map(self.row, world.state)),
            type(world.board)(*map(self.row, world.board)),
            self.row(world.params),
            type(world.scratch)(*map(self.row, world.scratch)),
        )

    def row(self, order: Sequence[int]) -> Any:
        import numpy

        return numpy.array(order, dtype=numpy.int64)


def kernel_modules(rules: ModuleType) -> list[ModuleType]:
    """The modules whose functions are kernels: the rules (a package with all it imports of itself), and core's own."""
    modules = {rules.__name__: rules, chance.__name__: chance, events.__name__: events}
    waiting = [rules]
    while waiting:
        for value in vars(waiting.pop()).values():
            home = value.__module__ if isinstance(value, FunctionType) else ""
            if home.startswith(rules.__name__ + ".") and home not in modules:
                modules[home] = sys.modules[home]
                waiting.append(modules[home])
    return list(modules.values())


def bound_playout(rules: ModuleType) -> SimpleNamespace:
    """The generic playout over the kernels of a game, interpreted."""
    namespace = vars(playout) | _playout_names(rules)
    functions = {name: FunctionType(function.__code__, namespace, name) for name, function in _functions(playout)}
    namespace |= functions
    return SimpleNamespace(**functions)


def twin(rules: ModuleType, boundscheck: bool = False) -> SimpleNamespace:
    """The compiled twin of a rules module and of the generic playout over it."""
    key = (rules.__name__, boundscheck)
    if key not in _TWINS:
        _TWINS[key] = _compile(rules, boundscheck)
    return _TWINS[key]


_TWINS: dict[tuple[str, bool], SimpleNamespace] = {}


def _compile(rules: ModuleType, boundscheck: bool) -> SimpleNamespace:
    try:
        numba: Any = import_module("numba")
    except ImportError as error:
        raise RuntimeError("compiled play needs numba: install it with `pip install 'joute[fast]'`") from error

    namespaces = [(module, dict(vars(module))) for module in kernel_modules(rules)]
    namespaces.append((playout, vars(playout) | _playout_names(rules)))
    compiled: dict[Any, Any] = {}
    before, numba.config.CACHE_DIR = numba.config.CACHE_DIR, str(cache_folder(rules, boundscheck))
    try:
        for module, namespace in namespaces:
            for name, function in _functions(module):
                copy = FunctionType(function.__code__, namespace, name)
                copy.__module__ = function.__module__
                small = len(copy.__code__.co_code) <= INLINE_MOST and not boundscheck
                compiled[function] = numba.njit(**OPTIONS, boundscheck=boundscheck, forceinline=small)(copy)
    finally:
        numba.config.CACHE_DIR = before
    for _, namespace in namespaces:
        namespace |= _replaced(namespace, compiled)
    return SimpleNamespace(**_replaced(vars(rules), compiled), **_replaced(vars(playout), compiled))


def _playout_names(rules: ModuleType) -> dict[str, Any]:
    names = {name: getattr(rules, name) for name in (*playout.KERNELS, "OK")}
    return names | {playout.RENEW: getattr(rules, playout.RENEW, playout.copy_state)}


def _replaced(names: Mapping[str, Any], compiled: Mapping[Any, Any]) -> dict[str, Any]:
    """The names that stand for a kernel, each with its compiled copy."""
    return {n: compiled[value] for n, value in names.items() if isinstance(value, FunctionType) and value in compiled}


def _functions(module: ModuleType) -> list[tuple[str, FunctionType]]:
    return [
        (name, value)
        for name, value in vars(module).items()
        if isinstance(value, FunctionType) and value.__module__ == module.__name__
    ]


def cache_folder(rules: ModuleType, boundscheck: bool = False) -> Path:
    """Where compiled code of these rules is stored: a folder named by a digest of every source it depends on."""
    package = sys.modules[rules.__name__.rpartition(".")[0]]
    sources = {Path(str(module.__file__)) for module in [*kernel_modules(rules), playout]}
    sources |= set(Path(package.__path__[0]).glob("*.py"))
    digest = blake2b(f"{sys.version_info[:2]}{version('numba')}{boundscheck}".encode(), digest_size=10)
    for source in sorted(sources):
        digest.update(source.read_bytes())
    return _cache_root() / f"{package.__name__.rpartition('.')[2]}-{digest.hexdigest()}"


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
