"""Compilers: where they are on this machine, and what of them a build must see."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterable
from functools import cache
from pathlib import Path

from joute.champions.errors import NotBuilt
from joute.champions.languages.language import Library
from joute.champions.languages.registry import compiled

PARTS = ("bin", "lib", "lib64", "libexec", "include", "conf")
"""The folders of a toolchain that does not belong to the system; what else lies beside its programs is not shown."""


def require(library: Library) -> None:
    """Raise NotBuilt where a compiler is missing, with the command that installs it."""
    missing = library.tools.missing
    if missing:
        raise NotBuilt(
            f"{' and '.join(missing)} is needed to build a champion in this language and is not there; on Debian and "
            f"Ubuntu: {library.tools.install}"
        )


def installed(names: Iterable[str]) -> dict[str, str]:
    """The paths of those of these programs that are installed, by name."""
    paths = {name: program(name, os.environ.get("PATH")) for name in sorted(set(names))}
    return {name: path for name, path in paths.items() if path is not None}


@cache
def program(name: str, search: str | None) -> str | None:
    """The path of a program; of a proxy, as rustup's, that of the real program."""
    path = shutil.which(name, path=search)
    if path is None:
        return None
    real = next((one.real_programs[name] for one in _libraries() if name in one.real_programs), None)
    return path if real is None else real(path)


def toolchain_paths() -> tuple[Path, ...]:
    """What a build must see of compilers that do not belong to the system."""
    shown = set[Path]()
    for name in installed(name for library in _libraries() for name in library.tools.programs).values():
        path = Path(name).resolve()
        if not path.is_relative_to("/usr"):
            parts = [path.parents[1] / part for part in PARTS] if path.parent.name == "bin" else []
            shown |= {part for part in parts if part.is_dir()} or {path}
    return tuple(sorted(shown))


def _libraries() -> list[Library]:
    return [language.library for language in compiled() if language.library is not None]
