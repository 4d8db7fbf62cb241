"""The build of the package: the extension of Python champions' API calls (`champions/players/_calls.c`), and the
libraries of games that `joute build` has left in `src/joute/native`.

A wheel is for one machine, and for every Python from the oldest on. Without a C compiler or Python's headers it is for
any machine: calls are then answered in Python, and games played interpreted, which is slower. `python hatch_build.py`
compiles the extension in place, as an editable install does.
"""

from __future__ import annotations

import os
import platform
import shlex
import subprocess
import sys
import sysconfig
from pathlib import Path
from typing import Any

SOURCES = tuple(f"src/joute/champions/players/{name}.c" for name in ("_calls", "_live", "_refusals"))
BUILT = "src/joute/champions/players/_calls.abi3.so"
NATIVE = "src/joute/native"
PAGES = "src/joute/web/static"
MANUAL = ".docs/joute.1"
"""The manual page, where `make docs` has written it."""
OLDEST = (3, 11)
"""The oldest Python that the one file serves, and all newer ones with it."""
GLIBC = (2, 17)
"""The oldest C library that has what the extension calls; the libraries of games call nothing."""
FLAGS = ("-O2", "-fPIC", "-shared", "-Wall", "-Wextra", f"-DPy_LIMITED_API=0x{OLDEST[0]:02x}{OLDEST[1]:02x}0000")
MACHINE = "JOUTE_MACHINE"
"""An environment variable: the machine that a wheel is for, `x86_64`, `aarch64` or `any`, in place of this one."""


def compiled(root: Path, machine: str = "") -> str:
    """Compile the extension, for this machine in place; what went wrong, in one line, or nothing."""
    target = root / built_for(machine)
    new = target.with_name(f"{target.name}.{os.getpid()}")
    try:
        new.parent.mkdir(parents=True, exist_ok=True)
        why = _compiled(root, new, machine)
        if why:
            target.unlink(missing_ok=True)  # one of other sources is worse than none
        else:
            new.replace(target)  # at once, since programs may be starting now
        return why
    finally:
        new.unlink(missing_ok=True)


def built_for(machine: str) -> str:
    """Where the extension for a machine is, in this project."""
    return BUILT if machine in ("", platform.machine()) else f"build/{machine}/{Path(BUILT).name}"


def _compiled(root: Path, result: Path, machine: str) -> str:
    if sysconfig.get_config_var("Py_GIL_DISABLED"):
        return "a Python without its global lock has no stable interface"
    if sys.platform != "linux":
        return "it is for Linux"
    foreign = machine not in ("", platform.machine())
    compiler = [f"{machine}-linux-gnu-gcc"] if foreign else shlex.split(os.environ.get("CC", "")) or ["cc"]
    include = f"-I{sysconfig.get_path('include')}"
    command = [*compiler, *FLAGS, include, "-o", str(result), *SOURCES]
    try:
        done = subprocess.run(command, cwd=root, capture_output=True, text=True, check=False)
    except OSError as error:
        return f"{compiler[0]}: {error.strerror}"
    if done.returncode == 0:
        return ""
    lines = [line for line in done.stderr.splitlines() if "error" in line] or [f"{compiler[0]} failed"]
    return lines[0]


def warning(why: str) -> str:
    return f"built without the extension for Python champions, whose API calls are slower so ({why})"


def tag(machine: str) -> str:
    """What installers know the wheel by: a platform, and every Python from the oldest on."""
    libc = "manylinux_{}_{}".format(*GLIBC) if platform.libc_ver()[0] == "glibc" else "linux"
    return f"cp{OLDEST[0]}{OLDEST[1]}-abi3-{libc}_{machine}"


try:
    from hatchling.builders.hooks.plugin.interface import BuildHookInterface
except ImportError:  # compiled in place, where hatchling need not be there
    pass
else:

    class BuildHook(BuildHookInterface[Any]):
        def initialize(self, version: str, build_data: dict[str, Any]) -> None:
            """Compile for a wheel, an editable one included; a source distribution has the C files."""
            root = Path(self.root)
            if version == "standard" and not (root / PAGES / "index.html").exists():
                self.app.display_warning("built without the pages of the web arena: «make pages» makes them, with Node")
            if self.target_name == "wheel" and (root / MANUAL).is_file():
                build_data["shared_data"][MANUAL] = "share/man/man1/joute.1"
            asked = os.environ.get(MACHINE, "")
            if self.target_name != "wheel" or asked == "any":
                return
            machine = asked or platform.machine()
            why = compiled(root, machine)
            if why and asked:
                self.app.abort(f"no wheel for {machine}: {why}")
            if why:
                self.app.display_warning(warning(why))
                return
            build_data["force_include"][str(root / built_for(machine))] = BUILT.removeprefix("src/")
            build_data["artifacts"] += [f"/{NATIVE}/*.{machine}.so", f"/{NATIVE}/*.wasm"]
            build_data["pure_python"] = False
            build_data["tag"] = tag(machine)
            if version == "standard" and not [*root.glob(f"{NATIVE}/*.{machine}.so")]:
                self.app.display_warning(
                    f"built without libraries of games for {machine}: they are played interpreted until «joute build»"
                )


if __name__ == "__main__":
    failed = compiled(Path(__file__).parent)
    sys.exit(warning(failed) if failed else 0)
