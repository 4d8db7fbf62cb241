"""The workshop: where a champion that must be built is built, on a copy, so that nothing is written into its folder."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import IO

from joute.match.verdict import TRACEBACK_KEPT, kept

from .child import killed, started
from .errors import ChampionError
from .recipe import Recipe, files_of

BUILD_S = 60.0
"""How long a build may take."""
COPIED_MOST = 256 << 20
"""How many bytes of a champion's folder are copied."""
PACKAGES = {
    "node": "apt install nodejs",
    "java": "apt install default-jdk-headless",
    "javac": "apt install default-jdk-headless",
}


def require(program: str, recipe: Recipe) -> None:
    """A program that is to be run must be there."""
    folder = recipe.folder
    if os.sep in program:
        if not recipe.build and not os.access(folder / program, os.X_OK):
            raise ChampionError(f"{folder}: {program} cannot be run: there is no such program that may be executed")
        return
    if shutil.which(program) is None:
        how = f"; on Debian and Ubuntu: {PACKAGES[program]}" if program in PACKAGES else ""
        raise ChampionError(f"{folder}: this champion ({recipe.language}) needs the program {program!r}{how}")


class Workshop:
    """A champion's folder, or the copy of it that was built."""

    def __init__(self, recipe: Recipe, build_s: float = BUILD_S) -> None:
        self.recipe = recipe
        self.folder = recipe.folder.absolute()
        self._copy: tempfile.TemporaryDirectory[str] | None = None
        if recipe.build:
            require(recipe.build[0], recipe)
            self._copy = tempfile.TemporaryDirectory(prefix="joute-build-", ignore_cleanup_errors=True)
            try:
                self.folder = Path(self._copy.name) / "champion"
                self._fill()
                self._build(build_s)
            except BaseException:
                self.close()
                raise

    def close(self) -> None:
        if self._copy is not None:
            self._copy.cleanup()
            self._copy = None

    def _fill(self) -> None:
        """Copy what the champion is made of; links are not followed out of the folder."""
        source, target = self.recipe.folder.absolute(), self.folder
        target.mkdir(mode=0o700)
        left = COPIED_MOST
        for file in files_of(self.recipe):
            left -= (source / file).stat().st_size
            if left < 0:
                raise ChampionError(f"{self.recipe.folder}: more than {COPIED_MOST >> 20} MiB; too much to be built")
            (target / file).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(source / file, target / file)

    def _build(self, build_s: float) -> None:
        command = self.recipe.build
        with tempfile.TemporaryFile() as output:
            try:
                process, leads = started(
                    command, cwd=self.folder, stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT
                )
            except OSError as fault:
                raise ChampionError(f"{self.recipe.folder}: {command[0]} cannot be run: {fault.strerror}") from None
            try:
                code = process.wait(build_s)
            except subprocess.TimeoutExpired:
                code = None
            finally:
                killed(process, leads)
            if code != 0:
                raise ChampionError(self._failure(code, build_s, _ends_of(output)))

    def _failure(self, code: int | None, build_s: float, text: str) -> str:
        how = f"was not over after {build_s:g} s" if code is None else f"failed (exit code {code})"
        command = " ".join(self.recipe.build)
        return f"{self.recipe.folder}: the build {how}:\n  {command:.500}\n{kept(text, TRACEBACK_KEPT)}".rstrip()


def _ends_of(file: IO[bytes]) -> str:
    """The first part of what a build has printed, where compilers say what matters, and the last."""
    size = file.seek(0, os.SEEK_END)
    file.seek(0)
    text = file.read(2 * TRACEBACK_KEPT)
    if size > 4 * TRACEBACK_KEPT:
        file.seek(size - 2 * TRACEBACK_KEPT)
    return (text + file.read(2 * TRACEBACK_KEPT)).decode("utf-8", "replace")
