"""A box for compilers: they see the system and themselves, and write into one folder; no network, no home.

A champion's text is a stranger's: it may include any file by name and see it in what the compiler says.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from functools import cache
from pathlib import Path

from .tools import TOOLCHAINS, program

SYSTEM = ("bin", "sbin", "lib", "lib32", "lib64", "libx32")
SETTINGS = ("/etc/alternatives", "/etc/ld.so.cache")
PROBE_S = 10.0


def boxed(command: list[str], folder: Path) -> list[str]:
    """A command in a box of its own, where it may write to one folder."""
    words = ["bwrap", "--unshare-all", "--die-with-parent", "--new-session", "--cap-drop", "ALL"]
    words += ["--ro-bind", "/usr", "/usr", "--dir", "/etc", "--proc", "/proc", "--dev", "/dev", "--tmpfs", "/tmp"]
    for name in SYSTEM:
        path = Path("/", name)
        if path.is_symlink():
            words += ["--symlink", os.readlink(path), str(path)]
        elif path.is_dir():
            words += ["--ro-bind", str(path), str(path)]
    for place in (*SETTINGS, *map(str, Path("/etc").glob("java*")), *_elsewhere()):
        words += ["--ro-bind-try", place, place]
    return [*words, "--bind", str(folder), str(folder), "--chdir", str(folder), "--", *command]


@cache
def stands() -> bool:
    """Whether a box can be built on this machine."""
    if shutil.which("bwrap") is None:
        return False
    try:
        return subprocess.run(boxed(["true"], Path("/tmp")), capture_output=True, timeout=PROBE_S).returncode == 0
    except (OSError, subprocess.SubprocessError):
        return False


@cache
def _elsewhere() -> tuple[str, ...]:
    """Where compilers are that do not belong to the system."""
    names = {name for chain in TOOLCHAINS.values() for name in chain.programs}
    places = {str(Path(found).resolve().parents[1]) for name in names if (found := program(name)) is not None}
    return tuple(sorted(place for place in places if not Path(place).is_relative_to("/usr") and place != "/"))
