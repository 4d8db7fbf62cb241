"""From the text of the rules to one LLVM module: numba lowers every kernel once, and nothing of Python is left.

The rules carry no decorator. Copies of their functions are lowered over a namespace in which every function is its
lowered copy. The functions of `entries.py` are the only ones that stay visible.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from types import FunctionType, ModuleType, SimpleNamespace
from typing import Any

import llvmlite.binding as llvm
import numba as untyped_numba
from numba.core import codegen, registry, types
from numba.core import config as untyped_config
from numba.np import arrayobj as untyped_arrayobj

from joute.core import dispatch, playout
from joute.core.game import Game, kernels_of
from joute.core.policy import Policy

from . import (
    batch_entries,
    batch_lowering,
    entries,
    exchange,
    planes,
    policy_batch_entries,
    policy_entries,
    policy_lowering,
    states,
)
from .blocks import plans_of
from .library import GAME_TEXTS, functions_of, interface, kernel_modules
from .plane_layout import PlanePlans
from .proxies import COLUMN, POINTER, WORD, Group, WorldType, makers

numba: Any = untyped_numba
config: Any = untyped_config
arrayobj: Any = untyped_arrayobj
"""Their types know neither `_nrt` nor the settings."""
OPTIONS = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True, "_nrt": False}
"""Kernels allocate nothing, so numba need not count references: that alone makes play four times faster."""
INLINE_MOST = 700
"""Bytes of bytecode up to which a kernel is inlined: twice as fast again, and the compile time stays bounded."""


class Library(codegen.AOTCodeLibrary):
    """The module of one function. Numba would link in and optimise all that it calls, for every function again."""

    def _optimize_functions(self, module: Any) -> None:
        """Done once, at the end, for all functions."""

    def finalize(self) -> None:
        self._finalized = True

    def all_called(self) -> Iterator[Library]:
        """This library and, each once, those of the functions that it calls."""
        seen, waiting = set(), [self]
        while waiting:
            library = waiting.pop()
            if library not in seen:
                seen.add(library)
                waiting += library._linking_libraries
                yield library


class Codegen(codegen.AOTCPUCodegen):
    _library_class = Library


def lowered(game: Game, checked: bool = False, policy: Policy | None = None, plans: PlanePlans | None = None) -> str:
    """The LLVM text of a game, or of a policy of it: its C interface, and all that it calls. `checked`: every index is
    compared. `plans`: the part for batches, of games that lie side by side."""
    texts = _texts(policy, plans)
    present = _present(game, texts)
    with _ahead_of_time():
        doors = dict(_doors(game, checked, policy, plans, texts))
        module = llvm.parse_assembly("")
        libraries = {one: None for door in doors.values() for one in door.library.all_called()}
        for library in libraries:
            module.link_in(library._final_module, preserve=True)
    wrappers = [_wrapper(name, doors[name].fndesc.llvm_func_name, kinds) for name, kinds in present.items()]
    return "\n".join([str(module), *wrappers])


def _texts(policy: Policy | None, plans: PlanePlans | None) -> tuple[ModuleType, ...]:
    if policy is None:
        return GAME_TEXTS if plans is None else (batch_entries,)
    return (policy_entries if plans is None else policy_batch_entries,)


@contextmanager
def _ahead_of_time() -> Iterator[None]:
    """Have numba lower functions without optimising them and without making machine code: both are done once, at the
    end, for the whole module. No index is negative in kernels, so none is taken for one that counts from the end."""
    context = registry.cpu_target.target_context
    before = config.OPT, context._internal_codegen, arrayobj.fix_integer_index
    config.OPT = config._OptLevel(0)
    context._internal_codegen = Codegen("joute", "generic")
    context.get_executable = lambda library, description, environment: [].append  # only a key for callers
    arrayobj.fix_integer_index = _index_from_start
    try:
        yield
    finally:
        config.OPT, context._internal_codegen, arrayobj.fix_integer_index = before
        del context.get_executable


def _index_from_start(context: Any, builder: Any, kind: Any, index: Any, size: Any) -> Any:
    return context.cast(builder, index, kind, types.intp)


def _present(game: Game, texts: tuple[ModuleType, ...]) -> dict[str, tuple[str, ...]]:
    """The functions of the interface that a game has."""
    absent = {name for name, kernel in kernels_of(game.rules).items() if kernel is None} - {"renew"}
    return {name: kinds for name, kinds in interface(texts).items() if name not in absent}


def _doors(
    game: Game, checked: bool, policy: Policy | None, plans: PlanePlans | None, texts: tuple[ModuleType, ...]
) -> Iterator[tuple[str, Any]]:
    """Every function of the interface, lowered."""
    kernels, made = _kernels(game, checked, policy, plans), _makers(game, checked, plans)
    if texts == GAME_TEXTS:
        kernels |= _seat_kernels(game, kernels, made, checked)
    entered = {name: value for text in texts for name, value in vars(text).items()}
    namespace = entered | made | {"EXCHANGE_WORDS": exchange.words(game)}
    namespace |= {f"kernel_{name}": kernel for name, kernel in kernels.items()}
    kinds_of = {"Block": (POINTER,), "Words": (COLUMN,), "int": (WORD,), "Short": (WORD,)}
    for name, kinds in _present(game, texts).items():
        entry = FunctionType(entered[name].__code__, namespace, name)
        door = numba.njit(boundscheck=checked, **OPTIONS)(entry)
        arguments = tuple(kind for word in kinds[:-1] for kind in kinds_of[word])
        door.compile(arguments)
        yield name, door.overloads[arguments]


def _makers(game: Game, checked: bool, sides: PlanePlans | None) -> dict[str, Any]:
    """What makes worlds, states and lookups in compiled code."""
    plans = plans_of(game)
    groups = {"state": Group(f"{game.name}.state", plans.state.nodes["state"], constant=False)}
    for name, node in plans.rest.nodes.items():
        groups[name] = Group(f"{game.name}.{name}", node, constant=name != "scratch")
    lookup = None
    if plans.lookup is not None:
        lookup = Group(f"{game.name}.lookup", plans.lookup.nodes["lookup"], constant=False)
    made = makers(WorldType(f"{game.name}.world", groups), lookup)
    if sides is not None:
        return made | planes.makers(game.name, sides, groups, checked)
    return batch_lowering.makers(made, lookup is not None, partial(_over, compiled=_compiler(checked)))


def _compiler(checked: bool) -> Callable[[Any], Any]:
    """What makes a function of kernel style one of numba's."""

    def compiled(function: Any) -> Any:
        small = len(function.__code__.co_code) <= INLINE_MOST and not checked
        return numba.njit(**OPTIONS, boundscheck=checked, forceinline=small)(function)

    return compiled


def _kernels(game: Game, checked: bool, policy: Policy | None, plans: PlanePlans | None) -> dict[str, Any]:
    """Every kernel of a game and of a policy, and those over them, as numba's functions."""

    compiled = _compiler(checked)
    namespaces = [(module, dict(vars(module))) for module in kernel_modules(game, policy)]
    copies: dict[Any, Any] = {}
    for module, namespace in namespaces:
        for name, function in functions_of(module):
            copy = FunctionType(function.__code__, namespace, name)
            copy.__module__ = function.__module__
            copies[function] = compiled(copy)
    for _, namespace in namespaces:
        namespace |= _replaced(namespace, copies)
    texts = {name: (text, _replaced(names, copies)) for name, (text, names) in game.dispatch.items()}
    texts |= {name: (text, {}) for name, text in states.sources(game.layout).items()}
    kernels = {name: copies[kernel] for name, kernel in kernels_of(game.rules).items() if kernel is not None}
    kernels |= dispatch.functions(texts, compiled)
    kernels |= _over(dict(vars(states)), states.KERNELS, compiled)
    names = playout.names(SimpleNamespace(**{"renew": None} | kernels), game.ok)
    kernels |= _over(vars(playout) | names, playout.PLAYOUT, compiled)
    over = partial(_over, compiled=compiled)
    if policy is None:
        kernels |= batch_lowering.kernels(game, kernels, over, compiled)
    else:
        kernels |= policy_lowering.kernels(game, policy, plans, checked, kernels, copies, over, compiled)
    return kernels


def _seat_kernels(game: Game, kernels: Mapping[str, Any], made: Mapping[str, Any], checked: bool) -> dict[str, Any]:
    """`call` and `renew` of an exchange."""

    def compiled(function: Any) -> Any:
        return numba.njit(**OPTIONS, boundscheck=checked)(function)

    namespace = vars(exchange) | exchange.constants(game) | dict(made)
    namespace |= {name: kernels[name] for name in ("answer", "check", "apply")}
    namespace["copy"] = kernels.get("renew") or playout.copy_state
    own = _over(namespace, exchange.KERNELS, compiled)
    (call,) = dispatch.functions({"call": (exchange.source(game), namespace | own)}, compiled).values()
    return {"call": call, "renew_seat": own["renew"]}


def _over(namespace: dict[str, Any], functions: Any, compiled: Callable[[Any], Any]) -> dict[str, Any]:
    """Functions compiled over a namespace that has them, too."""
    made = {one.__name__: compiled(FunctionType(one.__code__, namespace, one.__name__)) for one in functions}
    namespace |= made
    return made


LLVM = {"Block": ("ptr",), "Words": ("ptr", "i64"), "int": ("i64",), "Short": ("i32",)}


def _wrapper(name: str, symbol: str, kinds: tuple[str, ...]) -> str:
    """A function of the C interface, in LLVM's language: numba's own return a status, and fill what is pointed to."""
    types = [kind for word in kinds[:-1] for kind in LLVM[word]]
    lines, given, at = [], ["ptr %answer", "ptr %failure"], 0
    for word in kinds[:-1]:
        if word == "Words":  # numba's array: two owners, items, the size of one, data, shape, strides
            data, length = f"ptr %a{at}", f"i64 %a{at + 1}"
            given += ["ptr null", "ptr null", length, "i64 8", data, length, "i64 8"]
        elif word == "Short":
            lines += [f"  %w{at} = sext i32 %a{at} to i64"]
            given += [f"i64 %w{at}"]
        else:
            given += [f"{LLVM[word][0]} %a{at}"]
        at += len(LLVM[word])
    arguments = ", ".join(f"{kind} %a{number}" for number, kind in enumerate(types))
    short = kinds[-1] == "Short"
    result = ["  %short = trunc i64 %value to i32", "  ret i32 %short"] if short else ["  ret i64 %value"]
    return "\n".join(
        [
            f"define {'i32' if short else 'i64'} @joute_{name}({arguments}) {{",
            "  %answer = alloca i64",
            "  %failure = alloca ptr",
            *lines,
            f"  %status = call i32 @{symbol}({', '.join(given)})",
            "  %done = icmp eq i32 %status, 0",
            "  br i1 %done, label %fine, label %failed",
            "fine:",
            "  %value = load i64, ptr %answer",
            *result,
            "failed:",
            f"  ret {'i32 -1' if short else f'i64 {entries.FAILED}'}",
            "}",
        ]
    )


def _replaced(names: Mapping[str, Any], compiled: Mapping[Any, Any]) -> dict[str, Any]:
    """The names, with each that stands for a kernel naming its compiled copy."""
    return {
        name: compiled[value] if isinstance(value, FunctionType) and value in compiled else value
        for name, value in names.items()
    }
