"""Compilers: which ones there are, and running them with bounds on time, memory and what they say."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

from joute.champions.errors import ChampionError

SECONDS, MEMORY_MB, FILE_MB = 120, 4096, 256
OUTPUT_KEPT = 8000
LIMITED = '{ ulimit -v "$1"; ulimit -f "$2"; ulimit -t "$3"; ulimit -c 0; } 2>/dev/null; shift 3; exec "$@"'
ROOMY = LIMITED.replace("ulimit -v", "ulimit -d")
"""For programs that reserve far more address space than they use, as some run times do."""

Wrap = Callable[[list[str], Path], list[str]]
"""Puts a command, which writes into one folder only, behind walls."""


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


@cache
def program(name: str) -> str | None:
    """Where a program is; of one that stands for several, as rustup's, the one it stands for."""
    found = shutil.which(name)
    if found is None or name != "rustc":
        return found
    asked = subprocess.run([found, "--print", "sysroot"], capture_output=True, text=True, check=False)
    real = os.path.join(asked.stdout.strip(), "bin", name)
    return real if asked.returncode == 0 and os.access(real, os.X_OK) else found


class CompilerFailed(Exception):
    """A compiler refused; the text is what it said."""


def require(language: str) -> None:
    """Raises ChampionError where a compiler is missing, with the command that brings it."""
    missing = TOOLCHAINS[language].missing
    if missing:
        packages = " ".join(TOOLCHAINS[language].packages)
        raise ChampionError(
            f"{' and '.join(missing)} is needed to build a champion in this language and is not there; on Debian and "
            f"Ubuntu: apt install {packages}"
        )


def limited(command: Sequence[str], seconds: float, limits: str = LIMITED) -> list[str]:
    """A command with bounds on what each of its processes uses."""
    bounds = [str(MEMORY_MB * 1024), str(FILE_MB * 1024), str(int(seconds) + 1)]
    return ["/bin/sh", "-c", limits, "sh", *bounds, *command]


def environment(folder: Path) -> dict[str, str]:
    """What a compiler finds in its environment: nothing of ours but where programs are."""
    path = os.environ.get("PATH", os.defpath)
    return {"PATH": path, "LC_ALL": "C.UTF-8", "TMPDIR": str(folder), "HOME": str(folder)}


def run(command: Sequence[str], folder: Path, wrap: Wrap | None = None, seconds: float = SECONDS) -> str:
    """What a compiler prints, run in a folder that it may write to; raises CompilerFailed."""
    line = limited([program(command[0]) or command[0], *command[1:]], seconds)
    with tempfile.TemporaryFile() as output:
        child = subprocess.Popen(
            wrap(line, folder) if wrap else line,
            cwd=folder,
            env=environment(folder),
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
        late = _waited(child, seconds)
        output.seek(0)
        text = output.read(OUTPUT_KEPT * 4).decode(errors="replace").replace(f"{folder}/", "")
    if late:
        raise CompilerFailed(f"{text}\nstopped after {seconds:g} seconds")
    if child.returncode:
        raise CompilerFailed(text.strip()[:OUTPUT_KEPT] or f"{command[0]} ended with status {child.returncode}")
    return text


def _waited(child: subprocess.Popen[bytes], seconds: float) -> bool:
    """Wait for a compiler; whether it was too slow, and was killed with all that it started."""
    try:
        child.wait(seconds)
        return False
    except subprocess.TimeoutExpired:
        os.killpg(child.pid, signal.SIGKILL)
        child.wait()
        return True
    except BaseException:
        os.killpg(child.pid, signal.SIGKILL)
        child.wait()
        raise
