"""The doctor: which walls stand on this machine, what is missing and how to get it, and which languages can be built.

What is said of the sandbox is tried: a box is built, and what must not be possible in it is attempted.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

from . import sandbox, seccomp
from .cgroup import ENVIRONMENT, controlled, delegated
from .limits import Level, NoSandbox
from .walls import landlock_version

TRIAL_S = 20
TRIAL = """
import json, os, socket
def refused(try_it):
    try:
        try_it()
    except OSError:
        return True
    return False
print(json.dumps({
    "files": refused(lambda: os.listdir("/home")) and refused(lambda: open("/etc/passwd")),
    "writing": refused(lambda: open("/usr/joute-trial", "w")) and refused(lambda: open("/champion/x", "w")),
    "tmp": not refused(lambda: open("/tmp/x", "w")),
    "processes": sum(name.isdecimal() for name in os.listdir("/proc")) <= 2,
    "network": [line.split(":")[0].strip() for line in open("/proc/net/dev") if ":" in line] == ["lo"],
    "calls": refused(socket.socket),
    "rights": "NoNewPrivs:\\t1" in open("/proc/self/status").read(),
}))
"""
WALLS = {
    "files": "sees no file but the system's, Python's, the engine's and its own",
    "writing": "writes nowhere but in its own /tmp",
    "tmp": "has a private /tmp of bounded size",
    "processes": "sees no process but its own",
    "network": "has no network",
    "calls": "is refused system calls it has no business with (seccomp)",
    "rights": "can gain no rights",
}


class Wall(NamedTuple):
    """One wall: what it does for a champion, whether it stands, and what to do if it does not."""

    name: str
    about: str
    stands: bool
    remedy: str = ""


class Language(NamedTuple):
    """One language: what is needed, whether it is there, and how to get it."""

    name: str
    needs: str
    ready: bool
    remedy: str = ""


class Health(NamedTuple):
    """What the doctor found."""

    level: Level
    why: str
    walls: list[Wall]
    languages: list[Language]
    cores: int


NEEDS = {
    "c": (("cc",), "gcc libc6-dev"),
    "cxx": (("c++",), "g++"),
    "ocaml": (("ocamlfind|ocamlopt",), "ocaml-nox"),
    "rust": (("rustc",), "rustc"),
    "javascript": (("node",), "nodejs"),
    "java": (("javac", "java"), "default-jdk-headless"),
}
"""The programs that a language needs, any of those between bars, and the packages that have them."""


def health() -> Health:
    """Look at everything."""
    found, why = _trial()
    walls = [Wall(name, about, found.get(name, False), why) for name, about in WALLS.items()]
    walls += _others()
    level = Level.SANDBOX if all(found.get(name) for name in WALLS) else Level.PROCESS
    return Health(level, why, walls, languages(), len(os.sched_getaffinity(0)))


def _trial() -> tuple[dict[str, bool], str]:
    """What holds in a box, and why there is none."""
    command = (os.path.realpath(sys.executable), "-I", "-S", "-c", TRIAL)
    box = sandbox.Box(sandbox.engine_folders(), Path(__file__), command, {})
    try:
        launch = sandbox.launch(box, [])
    except (NoSandbox, OSError) as fault:
        return {}, str(fault)
    try:
        ran = subprocess.run(launch.command, pass_fds=launch.files, capture_output=True, timeout=TRIAL_S, env={})
        return dict(json.loads(ran.stdout)), ""
    except subprocess.TimeoutExpired:
        return {}, f"a box did not answer within {TRIAL_S} s"
    except ValueError:
        told = ran.stderr.decode("utf-8", "replace").strip() or f"exit code {ran.returncode}"
        return {}, f"{told}; user namespaces may be forbidden here (sysctl kernel.unprivileged_userns_clone=1)"
    finally:
        sandbox.close([*launch.files, launch.info])


def _others() -> list[Wall]:
    version = landlock_version()
    return [
        Wall("limits", "is limited in memory, files and CPU time (rlimits), and in a sandbox in processes", True),
        Wall(
            "landlock",
            f"without a sandbox, is kept from {_kept_from(version)} (landlock, version {version})",
            version > 0,
            "needs Linux 5.13 or newer, with landlock among its security modules",
        ),
        Wall(
            "seccomp", "without a sandbox too, is refused system calls", seccomp.supported(), "x86_64 or aarch64 only"
        ),
        Wall(
            "alone",
            "without a sandbox, starts no process, unless it is a program of another language; threads and processes "
            "are counted ten times a second, and too many end it",
            seccomp.supported(),
            "they are counted; to refuse them takes seccomp",
        ),
        _groups(),
    ]


def _kept_from(version: int) -> str:
    """What a version of landlock refuses."""
    return "files, network and signals" if version >= 6 else "files and network" if version >= 4 else "files"


def _groups() -> Wall:
    """Groups are used where they were handed over; where not, whether they could be."""
    about = "is limited in memory and processes with all that it starts, by the kernel (cgroup)"
    if delegated():
        return Wall("cgroup", about, True)
    places = controlled()
    if isinstance(places, str):
        return Wall("cgroup", about, False, f"optional, and not to be had: {places}")
    made = [str(place / "joute") for place in places]
    remedy = f"optional; none is handed over: mkdir {' '.join(made)}, and set {ENVIRONMENT}={os.pathsep.join(made)}"
    return Wall("cgroup", about, False, remedy)


def languages() -> list[Language]:
    """Which languages can be built and run."""
    found = [Language("python", "this Python", True)]
    for name, (programs, packages) in NEEDS.items():
        missing = [program for program in programs if not any(map(shutil.which, program.split("|")))]
        remedy = f"apt install {packages}" if missing else ""
        found.append(Language(name, ", ".join(programs).replace("|", " or "), not missing, remedy))
    return found
