"""A real PostgreSQL for the tests: a cluster of its own in a folder that is removed, gone when the tests are."""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

MISSING = "PostgreSQL is missing; install it: sudo apt-get install postgresql (or: make system)"
PROGRAMS = "/usr/lib/postgresql"


def programs() -> Path | None:
    """The folder of initdb and postgres: of the system's newest version, or on the path."""
    found = sorted(Path(PROGRAMS).glob("*/bin/initdb"), key=lambda path: int(path.parts[-3]))
    alone = shutil.which("initdb")
    path = found[-1] if found else Path(alone).resolve() if alone else None
    return path and path.parent


class Server:
    """A server on a port of the loopback that may be stopped and started again with all that it has stored."""

    def __init__(self, folder: Path, place: Path) -> None:
        self.folder, self.place = folder, place
        self.port = _free_port()
        self.address = f"postgresql://joute@127.0.0.1:{self.port}"
        _own(place)
        _run(folder / "initdb", "-D", place / "data", "-A", "trust", "-U", "joute", "-E", "UTF8", "--no-sync", "-N")

    def start(self) -> None:
        """Start it, and wait until it answers; a server that ends instead says why."""
        place = self.place
        settings = ("-c", "fsync=off", "-c", f"unix_socket_directories={place}", "-c", "listen_addresses=127.0.0.1")
        words = [self.folder / "postgres", "-D", place / "data", "-p", str(self.port), *settings]
        with open(place / "log", "wb") as log:
            self._process = subprocess.Popen(_as_owner(words, "--pdeathsig", "QUIT"), stdout=log, stderr=log, cwd=place)
        ready = [self.folder / "pg_isready", "-q", "-h", "127.0.0.1", "-p", str(self.port), "-t", "5"]
        while subprocess.run(ready, check=False).returncode:
            if self._process.poll() is not None:
                raise RuntimeError((place / "log").read_text())

    def stop(self, number: signal.Signals = signal.SIGINT) -> None:
        """Stop it: whoever is connected is cut off (SIGINT); at once, so that it must recover (SIGQUIT)."""
        self._process.send_signal(number)
        self._process.wait()


@contextmanager
def server(folder: Path) -> Iterator[Server]:
    """A server of its own, started."""
    place = Path(tempfile.mkdtemp(prefix="joute-postgres-"))
    try:
        made = Server(folder, place)
        made.start()
        try:
            yield made
        finally:
            made.stop()
    finally:
        shutil.rmtree(place)


def _own(place: Path) -> None:
    """The server refuses to run as root."""
    if os.geteuid() == 0:
        user = pwd.getpwnam("postgres")
        os.chown(place, user.pw_uid, user.pw_gid)


def _as_owner(words: list[object], *more: str) -> list[str]:
    user = ["--reuid", "postgres", "--regid", "postgres", "--clear-groups"] if os.geteuid() == 0 else []
    return ["setpriv", *user, *more, *map(str, words)]


def _run(*words: object) -> None:
    subprocess.run(_as_owner(list(words)), check=True, stdout=subprocess.DEVNULL, cwd="/")


def _free_port() -> int:
    with socket.socket() as door:
        door.bind(("127.0.0.1", 0))
        port: int = door.getsockname()[1]
        return port
