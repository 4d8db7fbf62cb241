"""The languages: found, not listed. A module of this folder that defines `LANGUAGE` is one."""

from __future__ import annotations

import os
from functools import cache
from importlib import import_module
from pathlib import Path

from .language import Language

PACKAGE = __package__
ETC = Path("/etc")


@cache
def languages() -> dict[str, Language]:
    """All languages by name, in the order in which they are listed."""
    modules = [import_module(f"{PACKAGE}.{name}") for name in _module_names()]
    known = [module.LANGUAGE for module in modules if hasattr(module, "LANGUAGE")]
    return {language.name: language for language in sorted(known, key=lambda one: (one.order, one.name))}


@cache
def candidates() -> tuple[Language, ...]:
    """All languages, in the order in which they are tried where a folder holds files of several."""
    return tuple(sorted(languages().values(), key=lambda one: one.order if one.tried is None else one.tried))


def compiled() -> list[Language]:
    """The languages that are compiled into a library."""
    return [language for language in languages().values() if language.library is not None]


def by_name(name: str) -> Language | None:
    """The language of a name or of an alias."""
    return next((one for one in languages().values() if name == one.name or name in one.aliases), None)


def etc_paths() -> tuple[Path, ...]:
    """What the programs of all languages read of /etc."""
    return tuple(
        sorted({path for language in languages().values() for name in language.etc for path in ETC.glob(name)})
    )


def _module_names() -> list[str]:
    """The modules of this folder; `pkgutil` would find the same, and takes long to load."""
    files = os.listdir(os.path.dirname(__file__))
    names = (file.removesuffix(".py") for file in files if file.endswith(".py"))
    return sorted(name for name in names if name.isidentifier() and not name.startswith("_"))
