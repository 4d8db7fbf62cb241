"""A game's library: what it is called, where it lies, and loading it. Neither numba nor numpy is needed for that.

A library is named by a digest of every source it was made from, so it never disagrees with the rules beside it. It
comes with the package, or lies in the cache of the user who built it.
"""

from __future__ import annotations

import ctypes
import os
import re
import stat
import sys
from collections.abc import Iterator
from contextlib import suppress
from enum import StrEnum
from functools import cache
from hashlib import blake2b
from pathlib import Path
from types import FunctionType, ModuleType
from typing import TYPE_CHECKING, Any

from joute.core import chance
from joute.core.game import kernels_of

from . import batch_entries, entries

if TYPE_CHECKING:
    from joute.core.game import Game
    from joute.core.policy import Policy, PolicyText

    from .plane_layout import PlanePlans

PACKAGED = Path(__file__).parents[2] / "native"
"""The libraries that come with the package."""
FOLDER = "JOUTE_LIBRARIES"
"""An environment variable: the folder of the user's libraries, in place of the cache."""
CORE = (
    *("answers", "api", "chance", "columns", "dispatch", "events", "game", "layout", "params", "playout", "rules"),
    *("stepping", "tables", "types", "world"),
    *(f"backends/{name}" for name in ("batch_entries", "batch_lowering", "blocks", "entries", "exchange", "library")),
    *(f"backends/{name}" for name in ("lowering", "plane_layout", "planes", "proxies", "states", "targets")),
)
"""The modules of core that a library depends on."""
POLICY_CORE = (
    *("policy_play", "backends/policy_batch_entries", "backends/policy_entries", "backends/policy_lowering"),
)
"""The modules of core that only the library of a policy depends on."""
NO_RULES = {"tests", "champions", "kits", "web", "maps", "scene.py", "hand.py", "refusals.py"}
"""The folders and modules of a game on which its library does not depend."""
GAME_TEXTS = (entries, batch_entries)
"""What the library of a game offers."""
BATCHES = {name for name in vars(batch_entries) if name.startswith("batch_")}
LASTING = {"checks", "random_play", "policy_batch", *BATCHES}
GIVEN: dict[str, Path] = {}
"""In a host: libraries by name that the engine has found. In a box files have other owners than outside."""
C_TYPES = {
    "Block": (ctypes.c_void_p,),
    "Words": (ctypes.c_void_p, ctypes.c_int64),
    "int": (ctypes.c_int64,),
    "Short": (ctypes.c_int32,),
}


class BuildError(Exception):
    """A library cannot be built; the message says what is missing."""


class Machine(StrEnum):
    X86_64 = "x86_64"
    AARCH64 = "aarch64"
    WASM32 = "wasm32"
    CUDA = "cuda"
    """Graphics processors of NVIDIA: the part for batches, as PTX, which the driver makes code of."""


ENDINGS = {Machine.WASM32: "wasm", Machine.CUDA: "ptx"}
"""How the names of files end; those of other machines, `so`."""


def this_machine() -> Machine | None:
    """The machine that this process runs on; None for one that libraries are not made for."""
    if sys.platform == "linux":
        with suppress(ValueError):
            return Machine(os.uname().machine)
    return None


def file_name(
    game: Game,
    machine: Machine,
    checked: bool = False,
    policy: Policy | PolicyText | None = None,
    plans: PlanePlans | None = None,
) -> str:
    """`plans`: for batches of games that lie side by side."""
    stem = f"{family(game, policy)}-{digest(game, policy)}{'' if plans is None else f'-{plans.code}'}"
    return _name(f"{stem}{'-checked' if checked else ''}", machine)


def family(game: Game, policy: Policy | PolicyText | None = None) -> str:
    """How the names of the libraries of a game, or of a policy of it, begin, whatever sources they were built from."""
    return game.name if policy is None else f"{game.name}+{policy.path.stem}"


def _name(stem: str, machine: Machine) -> str:
    return f"{stem}.{machine}.{ENDINGS.get(machine, 'so')}"


def find(
    game: Game,
    machine: Machine | None = None,
    checked: bool = False,
    policy: Policy | PolicyText | None = None,
    plans: PlanePlans | None = None,
) -> Path | None:
    """The library of a game, or of a policy of it, if there is one."""
    machine = machine or this_machine()
    if machine is None:
        return None
    name = file_name(game, machine, checked, policy, plans)
    if name in GIVEN:
        return GIVEN[name]
    if (PACKAGED / name).is_file():  # whoever can write there can write our modules too
        return PACKAGED / name
    folder = cache_folder()
    return folder / name if folder is not None and _trusted(folder / name) else None


def others(path: Path) -> dict[Machine, Path]:
    """The libraries that lie beside one, itself among them, and can be read here: of the same sources, by machine."""
    stem = path.name.split(".")[0]
    paths = {machine: path.with_name(_name(stem, machine)) for machine in Machine}
    return {machine: path for machine, path in paths.items() if os.access(path, os.R_OK)}


def _trusted(path: Path) -> bool:
    """Whether a file is there that nobody but this user, or root, can have written."""
    with suppress(OSError):
        about = path.stat()
        return stat.S_ISREG(about.st_mode) and about.st_uid in (0, os.geteuid()) and not about.st_mode & 0o022
    return False


def cache_folder() -> Path | None:
    """Where this user's libraries lie; None without a home."""
    if os.environ.get(FOLDER):
        return Path(os.environ[FOLDER]).absolute()  # hosts have other working directories
    base = Path(os.environ.get("XDG_CACHE_HOME") or os.path.join(os.path.expanduser("~"), ".cache"))
    if not base.is_absolute():  # the specification has such a path ignored; or there is no home
        return None
    folder = base / "joute" / "libraries"
    with suppress(OSError):
        folder.mkdir(parents=True, exist_ok=True, mode=0o755)  # champions, another user, load libraries too
        return folder
    return folder if folder.is_dir() else None


@cache
def loaded(path: Path, texts: tuple[ModuleType, ...] = GAME_TEXTS) -> Any:
    """The functions of a library, by name, as `texts` have them. Only those that last let other threads run."""
    library, lasting = ctypes.PyDLL(str(path)), ctypes.CDLL(str(path))
    for name, kinds in interface(texts).items():
        function = getattr(lasting if name in LASTING else library, f"joute_{name}", None)
        if function is not None:
            function.argtypes = [kind for word in kinds[:-1] for kind in C_TYPES[word]]
            function.restype = C_TYPES[kinds[-1]][0]
            setattr(library, name, function)
    return library


# What a library is made from


_DIGESTS: dict[int, tuple[Any, str]] = {}
"""By the identity of the rules, which stay here: a game that is imported anew has others."""


def digest(game: Game, policy: Policy | PolicyText | None = None) -> str:
    """A digest of every source that a library of these rules, or of a policy of them, depends on."""
    if id(game.rules) not in _DIGESTS:
        _DIGESTS[id(game.rules)] = game.rules, _digest(game)
    made = _DIGESTS[id(game.rules)][1]
    return made if policy is None else _policy_digest(made, policy)


def _policy_digest(rules: str, policy: Policy | PolicyText) -> str:
    """The defaults of weights are no part of it: they are not compiled, and tuning writes them."""
    made = blake2b(rules.encode(), digest_size=10)
    for name in POLICY_CORE:
        made.update((Path(__file__).parents[1] / f"{name}.py").read_bytes())
    made.update(re.sub(rb"\bWeight\(\s*-?[\d_]+", b"Weight(", policy.source))
    return made.hexdigest()


def _digest(game: Game) -> str:
    folder = Path(sys.modules[game.package].__path__[0])
    sources = {path for path in folder.rglob("*.py") if not NO_RULES.intersection(path.relative_to(folder).parts)}
    sources |= {Path(__file__).parents[1] / f"{name}.py" for name in CORE}
    made = blake2b(digest_size=10)
    for source in sorted(sources):
        made.update(source.read_bytes())
    return made.hexdigest()


def kernel_modules(game: Game, policy: Policy | None = None) -> list[ModuleType]:
    """The modules whose functions are kernels: those of the game's folder that its kernels are in, core's own, and that
    of a policy."""
    named = [kernel for kernel in kernels_of(game.rules).values() if kernel is not None]
    named += [kernel for action in game.rules.actions for kernel in (action.check, action.apply)]
    named += [query.kernel for query in game.api.kernel_queries]
    own = None if policy is None else policy.module
    waiting = [*(sys.modules[kernel.__module__] for kernel in named), *filter(None, [own])]
    modules = {chance.__name__: chance}
    while waiting:
        module = waiting.pop()
        if module.__name__ not in modules and (module is own or module.__name__.startswith(f"{game.package}.")):
            modules[module.__name__] = module
            kernels = [value for value in vars(module).values() if isinstance(value, FunctionType)]
            waiting += [sys.modules[kernel.__module__] for kernel in kernels if kernel.__module__ in sys.modules]
    return list(modules.values())


@cache
def interface(texts: tuple[ModuleType, ...] = GAME_TEXTS) -> dict[str, tuple[str, ...]]:
    """The functions of a library, each with the kinds of its arguments and of what it returns."""
    return {name: tuple(entry.__annotations__.values()) for text in texts for name, entry in functions_of(text)}


def functions_of(module: ModuleType) -> Iterator[tuple[str, FunctionType]]:
    """The functions that a module defines itself."""
    for name, value in vars(module).items():
        if isinstance(value, FunctionType) and value.__module__ == module.__name__:
            yield name, value
