"""The doctor: which walls stand on this machine, what is missing and how to get it, and which languages can be built.

What is said of the sandbox is tried: a box is built, and what must not be possible in it is attempted.
"""

from __future__ import annotations

import json
import os
import tempfile
from pathlib import Path
from typing import NamedTuple

from joute.champions.building import jail
from joute.champions.building.job import BuildFailed
from joute.champions.errors import ChampionError
from joute.champions.hosting.player import HostedChampion
from joute.champions.languages.registry import languages
from joute.champions.sandbox import bubblewrap, mounts, seccomp
from joute.champions.sandbox.cgroup import ENVIRONMENT, controlled, delegated
from joute.champions.sandbox.confine import landlock_version
from joute.champions.sandbox.limits import Hosting, Level, NoSandbox
from joute.core.errors import EngineFault
from joute.core.registry import game_names, load_game
from joute.core.table import Table

TRIAL = """
import json, os, socket
from joute import debug
def refused(try_it):
    try:
        try_it()
    except OSError:
        return True
    return False
def {callback}():
    debug.log(json.dumps({{
        "files": refused(lambda: os.listdir("/home")) and refused(lambda: open("/etc/passwd")),
        "writing": refused(lambda: open("/usr/joute-trial", "w")) and refused(lambda: open("/champion/x", "w")),
        "tmp": not refused(lambda: open("/tmp/x", "w")),
        "processes": sum(name.isdecimal() for name in os.listdir("/proc")) <= 3,
        "network": [line.split(":")[0].strip() for line in open("/proc/net/dev") if ":" in line] == ["lo"],
        "calls": refused(socket.socket),
        "rights": "NoNewPrivs:\\t1" in open("/proc/self/status").read(),
    }}))
"""
"""A champion that attempts what must not be possible, and notes what was refused; it sees itself and its box."""
WALLS = {
    "files": "sees no file but the system's, Python's, the engine's and its own",
    "writing": "writes nowhere but in its own /tmp",
    "tmp": "has a private /tmp of bounded size",
    "processes": "sees no process but its own",
    "network": "has no network",
    "calls": "may make no system calls but those on a list (seccomp)",
    "rights": "can gain no rights",
}


class Wall(NamedTuple):
    """One wall: what it does for a champion, whether it stands, and what to do if it does not."""

    name: str
    about: str
    stands: bool
    remedy: str = ""


class LanguageCheck(NamedTuple):
    """One language: what is needed, whether it is there, and how to get it."""

    name: str
    needs: str
    ready: bool
    remedy: str = ""


class Builds(NamedTuple):
    """How champions are built: in a box, as another user, or not at all; and what to do where there is no box."""

    how: str
    remedy: str = ""


class Health(NamedTuple):
    """What the doctor found."""

    level: Level
    why: str
    walls: list[Wall]
    languages: list[LanguageCheck]
    cores: int
    builds: Builds


def health() -> Health:
    """Look at everything."""
    found, why = _trial()
    walls = [Wall(name, about, found.get(name, False), why) for name, about in WALLS.items()]
    walls += _others()
    level = Level.SANDBOX if all(found.get(name) for name in WALLS) else Level.PROCESS
    return Health(level, why, walls, language_checks(), len(os.sched_getaffinity(0)), _builds())


def _trial() -> tuple[dict[str, bool], str]:
    """What holds in a box, and why there is none."""
    game = load_game(game_names()[0])
    table = Table(game)
    turn = table.turn
    acting = dict.fromkeys(phase.callback for phase in game.phases if phase.acts)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "trial.py")
        path.write_text("\n".join(TRIAL.format(callback=callback) for callback in {*acting, turn.callback}))
        champion = HostedChampion("trial", path, "", Hosting())
        try:
            fault = champion.load(table.seat(0)) or (answer := champion.ask(turn)).fault
            return ({}, fault.message) if fault else (dict(json.loads(answer.private["log"][0])), "")
        except NoSandbox as why:
            return {}, str(why.__cause__ or why)
        except (EngineFault, ChampionError, OSError) as why:
            return {}, str(why)
        finally:
            champion.leave()


def _others() -> list[Wall]:
    version = landlock_version()
    return [
        Wall("limits", "is limited in memory and files (rlimits), in CPU time, and in a sandbox in processes", True),
        Wall(
            "stopping",
            "does not run between its turns (SIGSTOP, or a freezer of cgroup version 2), and is killed if it does",
            seccomp.supported(),
            "it is stopped, but might let itself go on: to refuse that takes seccomp, for x86_64 and aarch64 only",
        ),
        Wall(
            "landlock",
            f"without a sandbox, is kept from {_kept_from(version)} (landlock, version {version})",
            version > 0,
            "needs Linux 5.13 or newer, with landlock among its security modules",
        ),
        Wall(
            "seccomp",
            "without a sandbox too, may make no system calls but those on a list",
            seccomp.supported(),
            "x86_64 or aarch64 only",
        ),
        _user(),
        Wall(
            "alone",
            "without a sandbox, starts no process and sends no signals, unless it is a program of another language; "
            "threads and processes are counted ten times a second, and too many end it",
            seccomp.supported(),
            "they are counted; to refuse them takes seccomp",
        ),
        _groups(),
    ]


def _user() -> Wall:
    """Without a sandbox, root's champions run as another user, who must be able to read what they need."""
    about = "without a sandbox too, is not root: it runs as an ordinary user without capabilities"
    closed = mounts.closed_folders([str(folder) for folder in bubblewrap.engine_folders()])
    stands = os.geteuid() != 0 or not closed or mounts.possible()
    return Wall(
        "user", about, stands, "" if stands else f"other users may not enter {closed[0]}: chmod o+x {closed[0]}"
    )


def _builds() -> Builds:
    """How builds are isolated: one is run to find out."""
    try:
        how, why = jail.isolation()
    except (EngineFault, OSError, BuildFailed) as error:
        return Builds(str(jail.Isolation.REFUSED), str(error))
    return Builds(str(how), why)


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


def language_checks() -> list[LanguageCheck]:
    """Which languages can be built and run."""
    checks = []
    for language in languages().values():
        needs = ", ".join(language.tools.programs).replace("|", " or ") or "this Python"
        missing = language.tools.missing
        checks.append(LanguageCheck(language.name, needs, not missing, language.tools.install if missing else ""))
    return checks
