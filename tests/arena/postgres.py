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


@contextmanager
def cluster(folder: Path) -> Iterator[str]:
    """Start a server on a free port of the loopback; gives the address of it, without a database."""
    place = Path(tempfile.mkdtemp(prefix="joute-postgres-"))
    try:
        _own(place)
        _run(folder / "initdb", "-D", place / "data", "-A", "trust", "-U", "joute", "-E", "UTF8", "--no-sync", "-N")
        port = _free_port()
        settings = ("-c", "fsync=off", "-c", f"unix_socket_directories={place}", "-c", "listen_addresses=127.0.0.1")
        words = _as_owner(
            [folder / "postgres", "-D", place / "data", "-p", str(port), *settings], "--pdeathsig", "QUIT"
        )
        with open(place / "log", "wb") as log, subprocess.Popen(words, stdout=log, stderr=log, cwd=place) as server:
            try:
                _wait(folder, place, port, server)
                yield f"postgresql://joute@127.0.0.1:{port}"
            finally:
                server.send_signal(signal.SIGINT)  # whoever is still connected is cut off
                server.wait()
    finally:
        shutil.rmtree(place)


def _wait(folder: Path, place: Path, port: int, server: subprocess.Popen[bytes]) -> None:
    """Until it answers; a server that ends instead says why."""
    ready = [folder / "pg_isready", "-q", "-h", "127.0.0.1", "-p", str(port), "-t", "5"]
    while subprocess.run(ready, check=False).returncode:
        if server.poll() is not None:
            raise RuntimeError((place / "log").read_text())


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
