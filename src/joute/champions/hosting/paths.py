"""Paths of a champion: where its files are for the engine, and where the champion itself sees them."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from joute.champions.sandbox.limits import Level

INSIDE = "/champion"
"""Where a champion in a sandbox sees its folder."""


class ChampionPaths(NamedTuple):
    """A champion's file, and the file or folder that it may see."""

    path: Path
    root: Path

    @property
    def folder(self) -> Path:
        return self.root if self.root.is_dir() else self.root.parent

    def inside(self, level: Level) -> str:
        """The path of the champion's file as the champion sees it."""
        return f"{INSIDE}/{self.path.relative_to(self.folder)}" if level == Level.SANDBOX else str(self.path.absolute())

    def outside(self, level: Level, text: str) -> str:
        """A text of the champion (a traceback, its output) with paths as the engine knows them."""
        outside = "" if str(self.folder) == "." else f"{self.folder}/"
        return text.replace(f"{INSIDE}/", outside) if level == Level.SANDBOX else text
