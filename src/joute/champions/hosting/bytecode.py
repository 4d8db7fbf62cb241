"""A bytecode cache for fork servers, where the engine has none beside its sources: hosts cannot write one.

It is where champions may read and not write, and belongs to the very files that it was compiled from.
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
from pathlib import Path

from joute.champions.building.cache import home_cache, prune

from .child import STAND_INS
from .forkserver import has_bytecode

KEPT_MOST, COMPILE_S = 40, 60.0
"""How many caches are kept (one for each version of engine and game), and seconds to compile one."""


def folder(engine: Path, libraries: Path, game: Path) -> Path | None:
    """The cache of the engine and a game; None if bytecode is beside the sources, or if none can be made."""
    compiled = _prepared(engine, libraries, game)
    if compiled is None or compiled.is_dir():
        return compiled
    _prepared.cache_clear()  # somebody has removed it
    return _prepared(engine, libraries, game)


@cache
def _prepared(engine: Path, libraries: Path, game: Path) -> Path | None:
    parent = None if has_bytecode(engine) else home_cache("bytecode")
    if parent is None:
        return None
    with suppress(OSError, subprocess.SubprocessError):
        return _compiled(parent, engine, libraries, game)
    return None


def _compiled(parent: Path, engine: Path, libraries: Path, game: Path) -> Path:
    """The cache for the present sources, compiled if it is not there."""
    target = parent / _digest(engine, game)
    if target.is_dir():
        os.utime(target)  # `prune` removes the oldest
        return target
    new = Path(tempfile.mkdtemp(prefix="new-", dir=parent))
    try:
        _compile(new, engine, libraries, game)
        new.chmod(0o755)  # readable by the user that a champion runs as
        with suppress(OSError):  # another engine may have been quicker
            new.rename(target)
    finally:
        shutil.rmtree(new, ignore_errors=True)
    prune(parent, KEPT_MOST)
    return target


def _compile(folder: Path, engine: Path, libraries: Path, game: Path) -> None:
    """Import all that a host imports, in a Python that writes bytecode to this folder."""
    games = "" if game.is_relative_to(engine) else str(game.parent)
    code = (
        f"import sys; sys.path += {[str(engine.parent), str(libraries)]!r}; {STAND_INS}; "
        f"sys.pycache_prefix = {str(folder)!r}; "
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
    """A digest of the sources by name, time and size, as Python itself decides whether bytecode is current."""
    digest = blake2b(f"{sys.version}{engine}".encode(), digest_size=16)
    for source in _sources(engine, game):
        status = source.stat()
        digest.update(f"{source} {status.st_mtime_ns} {status.st_size}\n".encode())
    return digest.hexdigest()


def _sources(engine: Path, game: Path) -> Iterator[Path]:
    yield from sorted(engine.glob("*.py"))
    for part in (*(engine / name for name in ("core", "match", "champions")), game):
        yield from sorted(part.rglob("*.py"))
