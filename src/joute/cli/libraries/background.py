"""Builds in the background: one at a time, with the lowest priority, and never beside matches whose times count.

One file in the cache is locked: a background build holds it exclusively and `undisturbed` shares it.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO

from joute.cli.exits import say
from joute.core.backends.building import require_tools
from joute.core.backends.library import BuildError, Machine, cache_folder
from joute.core.locks import lock
from joute.core.text import read_here, words

BUILD = "JOUTE_BUILD"
"""An environment variable: `background` (the default), or `never` for no builds but those that are asked for."""
LOCK, LOG, TRIED, HINT = "background.lock", "background.log", "background.tried", "hint"
"""Files in the cache: the lock with a process number, what that process printed, the names of the libraries that were
begun, each once, and when the tools were explained."""
DAY_S = 24 * 60 * 60
RETRY_S, STOP_S = 0.05, 5.0
"""Seconds between two attempts to take the lock, and for a build to end that was asked to."""
_begun: list[subprocess.Popen[bytes]] = []
"""Builds that this process has started; they outlive it."""


def allowed() -> bool:
    """Whether libraries are built unasked; raises BuildError for a word that JOUTE_BUILD does not know."""
    word = os.environ.get(BUILD) or "background"
    if word not in ("background", "never"):
        raise BuildError(
            words(
                f"{BUILD}: found {word[:40]!r}, expected background or never",
                f"{BUILD} : trouvé {word[:40]!r}, attendu background ou never",
            )
        )
    return word == "background"


def begin(missing: Mapping[str, str], machine: Machine, quiet: bool) -> None:
    """Start to build the libraries of games, given with their file names, if that is possible and allowed and was not
    tried before; `quiet`: without advice on tools."""
    folder = cache_folder()
    if folder is None or not allowed():
        return
    try:
        require_tools([machine])
    except BuildError as error:
        if not quiet:
            _advise(folder, read_here(error))
        return
    tried = (folder / TRIED).read_text().split() if (folder / TRIED).exists() else []
    games = [game for game, file in missing.items() if file not in tried]
    with suppress(OSError), open(folder / LOCK, "a") as lock:
        if games and _locked(lock):
            _start(folder, lock, games, machine)
            (folder / TRIED).write_text("\n".join([*tried, *missing.values()]))
            one, names = len(games) == 1, ", ".join(games)
            say(
                words(
                    f"building the native {'library' if one else 'libraries'} of {names} in the background: about a "
                    f"minute{'' if one else ' each'}; until then play is interpreted",
                    f"construction en arrière-plan {'de la bibliothèque' if one else 'des bibliothèques'} de {names} : "
                    f"une minute environ{'' if one else ' chacune'} ; d'ici là le jeu est interprété",
                )
            )


def _start(folder: Path, lock: IO[str], games: Sequence[str], machine: Machine) -> None:
    """Start a build in a session of its own; the lock goes to it, and with its end it is released."""
    command = [sys.executable, "-P", "-m", "joute.cli", "build", *games, "--machine", machine]
    with open(folder / LOG, "w") as log:
        process = subprocess.Popen(
            ["nice", "-n", "19", *command],
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            start_new_session=True,
            pass_fds=[lock.fileno()],
        )
    _begun.append(process)
    lock.truncate(0)
    lock.write(f"{process.pid}\n")


def _advise(folder: Path, missing: str) -> None:
    """Say once a day how to get the tools."""
    stamp = folder / HINT
    with suppress(OSError):
        if not stamp.exists() or time.time() - stamp.stat().st_mtime > DAY_S:
            stamp.touch()
            say(
                words(
                    f"play is interpreted; native play is many times faster, but {missing}; then: joute build",
                    f"le jeu est interprété ; le jeu natif est bien plus rapide, mais {missing} ; ensuite : joute "
                    "build",
                )
            )


# Beside nobody


@contextmanager
def undisturbed() -> Iterator[None]:
    """Have no build in the background meanwhile: one that runs now is stopped, and none begins."""
    folder = cache_folder()
    if folder is None:
        yield
        return
    try:
        lock = open(folder / LOCK, "a+")  # noqa: SIM115
    except OSError:  # nobody can have begun one here
        yield
        return
    with lock:
        stopped, until = None, time.monotonic() + STOP_S
        while not _locked(lock, shared=True):
            holder = _holder(lock)
            if holder is not None and holder != stopped:
                stopped = _stop(holder)
                (folder / TRIED).unlink(missing_ok=True)
            if time.monotonic() > until:
                say(
                    words(
                        "a build in the background goes on beside this, and cannot be stopped: times may suffer",
                        "une construction en arrière-plan continue à côté, et ne peut pas être arrêtée : les temps "
                        "peuvent en souffrir",
                    )
                )
                break
            time.sleep(RETRY_S)
        yield


def _locked(file: IO[str], shared: bool = False) -> bool:
    """Lock a file now; False if others hold it."""
    try:
        lock(file, shared=shared, wait=False)
    except BlockingIOError:
        return False
    return True


def _stop(process: int) -> int:
    """Ask a build to end; it stops its workers first."""
    with suppress(ProcessLookupError, PermissionError):
        os.kill(process, signal.SIGTERM)
    return process


def _holder(lock: IO[str]) -> int | None:
    """The process that is named in the lock file, if it really holds the lock."""
    lock.seek(0)
    word = lock.read(20).strip()
    return int(word) if word.isdecimal() and _holds(int(word), lock) else None


def _holds(process: int, lock: IO[str]) -> bool:
    """Whether a process holds a file locked exclusively: the number may belong to another process by now."""
    ours = os.fstat(lock.fileno())
    with suppress(OSError):
        for name in os.listdir(f"/proc/{process}/fd"):
            with suppress(OSError):
                theirs = os.stat(f"/proc/{process}/fd/{name}")
                if (theirs.st_dev, theirs.st_ino) == (ours.st_dev, ours.st_ino):
                    about = Path(f"/proc/{process}/fdinfo/{name}").read_text()
                    if "FLOCK" in about and "WRITE" in about:
                        return True
    return False
