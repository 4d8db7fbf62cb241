"""The build of the package compiles the extension of Python champions' API calls (`champions/players/_calls.c`).

Without a C compiler or Python's headers the package is built without it; calls are then answered in Python, which is
slower. `python hatch_build.py` compiles it in place, as an editable install does.
"""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
import sysconfig
from pathlib import Path
from typing import Any

SOURCES = tuple(f"src/joute/champions/players/{name}.c" for name in ("_calls", "_live", "_refusals"))
BUILT = "src/joute/champions/players/_calls.abi3.so"
MANUAL = ".docs/joute.1"
"""The manual page, where `make docs` has written it."""
OLDEST = (3, 11)
"""The oldest Python that the one file serves, and all newer ones with it."""
FLAGS = ("-O2", "-fPIC", "-shared", "-Wall", "-Wextra", f"-DPy_LIMITED_API=0x{OLDEST[0]:02x}{OLDEST[1]:02x}0000")


def compiled(root: Path) -> str:
    """Compile the extension; what went wrong, in one line, or nothing."""
    new = root / f"{BUILT}.{os.getpid()}"
    try:
        why = _compiled(root, new)
        if why:
            (root / BUILT).unlink(missing_ok=True)  # one of other sources is worse than none
        else:
            new.replace(root / BUILT)  # at once, since programs may be starting now
        return why
    finally:
        new.unlink(missing_ok=True)


def _compiled(root: Path, result: Path) -> str:
    if sysconfig.get_config_var("Py_GIL_DISABLED"):
        return "a Python without its global lock has no stable interface"
    compiler = shlex.split(os.environ.get("CC", "")) or ["cc"]
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


def tag() -> str:
    """What installers know the wheel by: this platform, and every Python from the oldest on."""
    platform = sysconfig.get_platform().replace("-", "_").replace(".", "_")
    return f"cp{OLDEST[0]}{OLDEST[1]}-abi3-{platform}"


try:
    from hatchling.builders.hooks.plugin.interface import BuildHookInterface
except ImportError:  # compiled in place, where hatchling need not be there
    pass
else:

    class ExtensionHook(BuildHookInterface[Any]):
        def initialize(self, version: str, build_data: dict[str, Any]) -> None:
            """Compile for a wheel, an editable one included; a source distribution has the C file."""
            if self.target_name != "wheel":
                return
            if (Path(self.root) / MANUAL).is_file():
                build_data["shared_data"][MANUAL] = "share/man/man1/joute.1"
            why = compiled(Path(self.root))
            if why:
                self.app.display_warning(warning(why))
                return
            build_data["artifacts"].append(f"/{BUILT}")
            build_data["pure_python"] = False
            build_data["tag"] = tag()


if __name__ == "__main__":
    failed = compiled(Path(__file__).parent)
    sys.exit(warning(failed) if failed else 0)
