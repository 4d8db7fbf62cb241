"""The engine compiled for its hosts, which may not write: else each of them would compile it again.

Kept where champions may read and not write, and valid for the very files that it was made from.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from hashlib import blake2b
from importlib.util import cache_from_source
from pathlib import Path

from joute.champions.building.cache import home_cache, prune

KEPT_MOST, COMPILE_S = 40, 60.0
"""For how many engines and games it is kept, and how long one may take to be compiled."""


def folder(engine: Path, libraries: Path, game: Path) -> Path | None:
    """Where hosts find the engine and a game compiled; None if it lies beside the sources, or nowhere."""
    found = _found(engine, libraries, game)
    if found is None or found.is_dir():
        return found
    _found.cache_clear()  # somebody has tidied up
    return _found(engine, libraries, game)


@cache
def _found(engine: Path, libraries: Path, game: Path) -> Path | None:
    place = None if _current(engine / "champions" / "host.py") else home_cache("bytecode")
    if place is None:
        return None
    with suppress(OSError, subprocess.SubprocessError):
        return _made(place, engine, libraries, game)
    return None


def _current(source: Path) -> bool:
    """Whether a module is compiled where Python looks for it."""
    with suppress(OSError):
        return os.stat(cache_from_source(str(source))).st_mtime >= source.stat().st_mtime
    return False


def _made(place: Path, engine: Path, libraries: Path, game: Path) -> Path:
    found = place / _digest(engine, game)
    if found.is_dir():
        os.utime(found)  # what is used is not the oldest
        return found
    new = Path(tempfile.mkdtemp(prefix="new-", dir=place))
    try:
        _compile(new, engine, libraries, game)
        new.chmod(0o755)  # whoever a champion runs as may read it
        with suppress(OSError):  # somebody else may have been quicker
            new.rename(found)
    finally:
        shutil.rmtree(new, ignore_errors=True)
    prune(place, KEPT_MOST)
    return found


def _compile(place: Path, engine: Path, libraries: Path, game: Path) -> None:
    """Load all that a host loads, and have Python keep what it compiles."""
    games = "" if game.is_relative_to(engine) else str(game.parent)
    code = (
        f"import sys; sys.path += {[str(engine.parent), str(libraries)]!r}; sys.modules['typing_extensions'] = None; "
        f"sys.pycache_prefix = {str(place)!r}; "
        f"from joute.champions.hosting.child.host import load_all; load_all({game.name!r}, {games!r})"
    )
    subprocess.run(
        [os.path.realpath(sys.executable), "-s", "-P", "-S", "-c", code],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env={},
        umask=0o022,
        timeout=COMPILE_S,
        check=True,
    )


def _digest(engine: Path, game: Path) -> str:
    """What is compiled, as Python itself tells a source that has changed: by its time and size."""
    digest = blake2b(f"{sys.version}{engine}".encode(), digest_size=16)
    for source in _sources(engine, game):
        found = source.stat()
        digest.update(f"{source} {found.st_mtime_ns} {found.st_size}\n".encode())
    return digest.hexdigest()


def _sources(engine: Path, game: Path) -> Iterator[Path]:
    yield from sorted(engine.glob("*.py"))
    for part in (*(engine / name for name in ("core", "match", "champions")), game):
        yield from sorted(part.rglob("*.py"))
