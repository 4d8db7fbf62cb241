"""The doctor: which protections work on this machine, how to get what is missing, and which languages can be built.

The sandbox is tried out: a box is built, and a champion in it attempts what must not be possible.
"""

from __future__ import annotations

import json
import os
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

from joute.champions.building import jail
from joute.champions.building.job import BuildFailed
from joute.champions.errors import ChampionError
from joute.champions.hosting.player import HostedChampion
from joute.champions.languages.registry import languages
from joute.champions.players import calls
from joute.champions.sandbox import bubblewrap, mounts, seccomp
from joute.champions.sandbox.cgroup import ENVIRONMENT, controlled, delegated
from joute.champions.sandbox.confine import landlock_version
from joute.champions.sandbox.limits import Hosting, Level, NoSandbox
from joute.core.errors import EngineBug
from joute.core.registry import game_names, load_game
from joute.core.table import Table
from joute.core.text import Text

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
"""A champion that attempts what must not be possible, and logs what was refused. In a box there are three processes."""
SHARE_S = 0.25
"""Seconds for which the doctor computes, to see which share of a core it gets."""
PROTECTIONS = {
    "files": Text(
        "sees no file but the system's, Python's, the engine's and its own",
        "ne voit que les fichiers du système, de Python, du moteur et les siens",
    ),
    "writing": Text("writes nowhere but in its own /tmp", "n'écrit que dans son propre /tmp"),
    "tmp": Text("has a private /tmp of bounded size", "a un /tmp privé de taille bornée"),
    "processes": Text("sees no process but its own", "ne voit que ses propres processus"),
    "network": Text("has no network", "n'a pas de réseau"),
    "calls": Text(
        "may make no system calls but those on a list (seccomp)",
        "ne peut faire que les appels système d'une liste (seccomp)",
    ),
    "rights": Text("can gain no rights", "ne peut gagner aucun droit"),
}


class Protection(NamedTuple):
    """One protection: what it means for a champion, whether it works here, and what to do if it does not."""

    name: str
    about: Text
    stands: bool
    remedy: str = ""


class LanguageCheck(NamedTuple):
    """One language: what is needed, whether it is there, and how to get it."""

    name: str
    needs: str
    ready: bool
    remedy: str = ""


class Builds(NamedTuple):
    """How champions are built: in a box, as another user, or not at all; and what to do if there is no box."""

    how: str
    remedy: str = ""


class PythonCalls(NamedTuple):
    """Whether a game's library answers the API calls of Python champions, through an extension; how to get that."""

    native: bool
    remedy: str = ""


class Health(NamedTuple):
    """The state of this machine."""

    level: Level
    why: str
    protections: list[Protection]
    languages: list[LanguageCheck]
    cores: int
    core_share: float
    """The part of a core that a program which computes gets at the moment."""
    builds: Builds
    python_calls: PythonCalls


def health() -> Health:
    """Examine everything."""
    works, why = _trial()
    protections = [Protection(name, about, works.get(name, False), why) for name, about in PROTECTIONS.items()]
    protections += _others()
    level = Level.SANDBOX if all(works.get(name) for name in PROTECTIONS) else Level.PROCESS
    cores = len(os.sched_getaffinity(0))
    return Health(level, why, protections, language_checks(), cores, core_share(), _builds(), _python_calls())


def core_share() -> float:
    """Compute for a moment, and see for how much of it there was a core."""
    began, used = time.perf_counter(), time.thread_time()
    while (passed := time.perf_counter() - began) < SHARE_S:
        pass
    return round(min(1.0, (time.thread_time() - used) / passed), 2)


def _trial() -> tuple[dict[str, bool], str]:
    """Which protections work in a box; if there is no box, why not."""
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
        except NoSandbox as error:
            return {}, str(error.__cause__ or error)
        except (EngineBug, ChampionError, OSError) as error:
            return {}, str(error)
        finally:
            champion.release()


def _others() -> list[Protection]:
    version = landlock_version()
    return [
        Protection(
            "limits",
            Text(
                "is limited in memory and files (rlimits), in CPU time, and in a sandbox in processes",
                "est limité en mémoire et fichiers (rlimits), en temps de calcul, et dans un bac à sable en processus",
            ),
            True,
        ),
        Protection(
            "stopping",
            Text(
                "does not run between its turns (SIGSTOP, or the freezer of cgroup version 2), and is killed if it "
                "does",
                "ne tourne pas entre ses tours (SIGSTOP, ou le gel des cgroups version 2), et est tué s'il le fait",
            ),
            seccomp.supported(),
            "it is stopped, but could continue itself: only seccomp, on x86_64 and aarch64, prevents that",
        ),
        Protection(
            "waits",
            Text(
                "with --clock cpu, is not charged for the time in which it waits for a core (schedstat)",
                "avec --clock cpu, ne paie pas le temps où il attend un cœur (schedstat)",
            ),
            os.path.exists("/proc/self/schedstat"),
            "this kernel does not count it",
        ),
        Protection(
            "landlock",
            Text(
                f"without a sandbox, is kept from {_landlock_covers(version)} (landlock, version {version})",
                f"sans bac à sable, n'atteint pas {_landlock_covers(version):fr} (landlock, version {version})",
            ),
            version > 0,
            "needs Linux 5.13 or newer, with landlock among its security modules",
        ),
        Protection(
            "seccomp",
            Text(
                "without a sandbox too, may make no system calls but those on a list",
                "sans bac à sable aussi, ne peut faire que les appels système d'une liste",
            ),
            seccomp.supported(),
            "x86_64 or aarch64 only",
        ),
        _user(),
        Protection(
            "alone",
            Text(
                "without a sandbox, starts no process and sends no signals, unless it is a program of another "
                "language; threads and processes are counted ten times a second, and too many end it",
                "sans bac à sable, ne lance pas de processus et n'envoie pas de signaux, sauf s'il est un programme "
                "d'un autre langage ; on compte fils et processus dix fois par seconde, et trop y mettent fin",
            ),
            seccomp.supported(),
            "they are counted; only seccomp refuses them",
        ),
        _groups(),
    ]


def _user() -> Protection:
    """Without a sandbox, champions started by root run as another user, who must be able to read what they need."""
    about = Text(
        "without a sandbox too, is not root: it runs as an ordinary user without capabilities",
        "sans bac à sable aussi, n'est pas root : il tourne comme un utilisateur ordinaire sans capacités",
    )
    closed = mounts.closed_folders([str(folder) for folder in bubblewrap.engine_folders()])
    stands = os.geteuid() != 0 or not closed or mounts.possible()
    return Protection(
        "user", about, stands, "" if stands else f"other users may not enter {closed[0]}: chmod o+x {closed[0]}"
    )


def _builds() -> Builds:
    """How builds are isolated, which is tried out."""
    try:
        how, why = jail.isolation()
    except (EngineBug, OSError, BuildFailed) as error:
        return Builds(str(jail.Isolation.REFUSED), str(error))
    return Builds(str(how), why)


def _python_calls() -> PythonCalls:
    if calls.available():
        return PythonCalls(True)
    remedy = "install gcc, libc6-dev and Python's headers (python3-dev), then install joute again"
    return PythonCalls(False, f"its extension is missing, or of another version: {remedy}")


def _landlock_covers(version: int) -> Text:
    """What a version of landlock can refuse."""
    if version >= 6:
        return Text("files, network and signals", "les fichiers, le réseau et les signaux")
    return Text("files and network", "les fichiers et le réseau") if version >= 4 else Text("files", "les fichiers")


def _groups() -> Protection:
    """Control groups are used where they are delegated to joute; else the remedy says how to delegate them."""
    about = Text(
        "is limited in memory and processes with all that it starts, by the kernel (cgroup)",
        "est limité en mémoire et en processus avec tout ce qu'il lance, par le noyau (cgroup)",
    )
    if delegated():
        return Protection("cgroup", about, True)
    parents = controlled()
    if isinstance(parents, str):
        return Protection("cgroup", about, False, f"optional, and not available: {parents}")
    groups = [str(parent / "joute") for parent in parents]
    remedy = f"optional; none is delegated: mkdir {' '.join(groups)}, and set {ENVIRONMENT}={os.pathsep.join(groups)}"
    return Protection("cgroup", about, False, remedy)


def language_checks() -> list[LanguageCheck]:
    """Which languages can be built and run."""
    checks = []
    for language in languages().values():
        needs = ", ".join(language.tools.programs).replace("|", " or ") or "this Python"
        missing = language.tools.missing
        checks.append(LanguageCheck(language.name, needs, not missing, language.tools.install if missing else ""))
    return checks
