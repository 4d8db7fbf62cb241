"""The workshop: where a champion that must be built is built, on a copy, so that nothing is written into its folder.

Compilers run behind walls where there are some, with limits of their own; what they made is kept.
"""

from __future__ import annotations

import os
import shutil
import stat
import subprocess
import tempfile
from collections.abc import Sequence
from contextlib import suppress
from hashlib import blake2b
from pathlib import Path
from typing import IO

from joute.match.verdict import TRACEBACK_KEPT, kept

from .cache import cache_folder, prune, remove
from .child import killed, started
from .errors import ChampionError
from .native import box
from .native.tools import ROOMY, environment, limited
from .recipe import Recipe, digest_of, files_of, require

BUILD_S = 120.0
"""How long a build may take, which is apart from what a champion may take to start."""
COPIED_MOST = 256 << 20
"""How many bytes of a champion's folder are copied."""


def built(recipe: Recipe, build_s: float = BUILD_S, cache: Path | None = None) -> Path:
    """Where a champion lies once it is built: a copy that is kept for as long as nothing changes."""
    place = cache or cache_folder("built")
    kept_at = place / _digest(recipe)
    if kept_at.is_dir():
        with suppress(OSError):
            os.utime(kept_at)  # what is used is not the oldest
        return kept_at
    require(recipe.build[0], recipe)
    made = Path(tempfile.mkdtemp(dir=place, prefix="new-"))
    try:
        _fill(recipe, made)
        _build(recipe, made, build_s)
        _open_to_all(made)
        with suppress(OSError):  # somebody else may have been quicker
            os.rename(made, kept_at)
    finally:
        remove(made)
        prune(place)
    return kept_at


def _digest(recipe: Recipe) -> str:
    """What was built from what, by what."""
    found = shutil.which(recipe.build[0])
    stamp = os.stat(found).st_mtime_ns if found else 0
    return blake2b(f"{digest_of(recipe)}\0{recipe.build}\0{found}\0{stamp}".encode(), digest_size=12).hexdigest()


def _fill(recipe: Recipe, target: Path) -> None:
    """Copy what the champion is made of; links are not followed out of the folder."""
    source = recipe.folder.absolute()
    left = COPIED_MOST
    for file in files_of(recipe):
        left -= (source / file).stat().st_size
        if left < 0:
            raise ChampionError(f"{recipe.folder}: more than {COPIED_MOST >> 20} MiB; too much to be built")
        (target / file).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(source / file, target / file)


def _build(recipe: Recipe, folder: Path, build_s: float) -> None:
    """Run the command in a box where one stands, within bounds of its own."""
    with tempfile.TemporaryFile() as output:
        try:
            process, leads = started(
                _behind_walls(recipe.build, folder, build_s),
                cwd=folder,
                env=environment(folder),
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
            )
        except OSError as fault:
            raise ChampionError(f"{recipe.folder}: {recipe.build[0]} cannot be run: {fault.strerror}") from None
        try:
            code = process.wait(build_s)
        except subprocess.TimeoutExpired:
            code = None
        finally:
            killed(process, leads)
        if code != 0:
            raise ChampionError(_failure(recipe, code, build_s, _ends_of(output).replace(f"{folder}/", "")))


def _behind_walls(command: Sequence[str], folder: Path, build_s: float) -> list[str]:
    words = limited(command, build_s, ROOMY)
    return box.boxed(words, folder) if box.stands() else words


def _failure(recipe: Recipe, code: int | None, build_s: float, text: str) -> str:
    how = f"was not over after {build_s:g} s" if code is None else f"failed (exit code {code})"
    command = " ".join(recipe.build)
    return f"{recipe.folder}: the build {how}:\n  {command:.500}\n{kept(text, TRACEBACK_KEPT)}".rstrip()


def _open_to_all(folder: Path) -> None:
    """Whoever a champion runs as may read what was built; what a build may have linked to is left alone."""
    os.chmod(folder, 0o755)
    for place, folders, names in os.walk(folder):
        for name in (*folders, *names):
            path = os.path.join(place, name)
            mode = os.lstat(path).st_mode
            if stat.S_ISDIR(mode):
                os.chmod(path, 0o755)
            elif stat.S_ISREG(mode):
                os.chmod(path, 0o755 if mode & 0o100 else 0o644)


def _ends_of(file: IO[bytes]) -> str:
    """The first part of what a build has printed, where compilers say what matters, and the last."""
    size = file.seek(0, os.SEEK_END)
    file.seek(0)
    text = file.read(2 * TRACEBACK_KEPT)
    if size > 4 * TRACEBACK_KEPT:
        file.seek(size - 2 * TRACEBACK_KEPT)
    return (text + file.read(2 * TRACEBACK_KEPT)).decode("utf-8", "replace")
