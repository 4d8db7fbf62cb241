"""Compilers: which ones there are, where they are, and what of them a build must see."""

from __future__ import annotations

import os
import shutil
import subprocess
from functools import cache
from pathlib import Path
from typing import NamedTuple

from joute.champions.errors import ChampionError

PARTS = ("bin", "lib", "lib64", "libexec", "include", "conf")
"""The folders of a toolchain that does not belong to the system; what else lies beside its programs is not shown."""


class Toolchain(NamedTuple):
    """What a language needs: the programs, and the packages of Debian that bring them."""

    programs: tuple[str, ...]
    packages: tuple[str, ...]

    @property
    def missing(self) -> list[str]:
        return [program for program in self.programs if shutil.which(program) is None]


TOOLCHAINS = {
    "c": Toolchain(("gcc", "g++"), ("g++",)),
    "cxx": Toolchain(("g++",), ("g++",)),
    "ocaml": Toolchain(("ocamlopt", "ocamldep", "g++"), ("ocaml-nox", "g++")),
    "rust": Toolchain(("rustc", "g++"), ("rustc", "g++")),
}


def require(language: str) -> None:
    """Raises ChampionError where a compiler is missing, with the command that brings it."""
    missing = TOOLCHAINS[language].missing
    if missing:
        packages = " ".join(TOOLCHAINS[language].packages)
        raise ChampionError(
            f"{' and '.join(missing)} is needed to build a champion in this language and is not there; on Debian and "
            f"Ubuntu: apt install {packages}"
        )


def programs(*languages: str) -> dict[str, str]:
    """The compilers of some languages, or of all, that are there, by name."""
    names = sorted({name for language in languages or TOOLCHAINS for name in TOOLCHAINS[language].programs})
    return {name: place for name in names if (place := program(name, os.environ.get("PATH"))) is not None}


@cache
def program(name: str, path: str | None) -> str | None:
    """Where a program is; of one that stands for several, as rustup's, the one it stands for."""
    found = shutil.which(name, path=path)
    if found is None or name != "rustc":
        return found
    # In a folder of ours: rustup obeys a file of the folder in which it is run, which may be a stranger's.
    try:
        asked = subprocess.run([found, "--print", "sysroot"], cwd="/", capture_output=True, text=True, check=False)
    except OSError:
        return found
    real = os.path.join(asked.stdout.strip(), "bin", name)
    return real if asked.returncode == 0 and os.access(real, os.X_OK) else found


def toolchain_places() -> tuple[Path, ...]:
    """What a build must see of compilers that do not belong to the system."""
    places = set[Path]()
    for name in programs().values():
        found = Path(name).resolve()
        if not found.is_relative_to("/usr"):
            parts = [found.parents[1] / part for part in PARTS] if found.parent.name == "bin" else []
            places |= {part for part in parts if part.is_dir()} or {found}
    return tuple(sorted(places))
