"""Where a champion lies: its paths as we know them, and as it finds them."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from joute.champions.sandbox.limits import Level

INSIDE = "/champion"
"""Where a champion in a sandbox finds its folder."""


class Place(NamedTuple):
    """A champion's file, and the file or folder of which it sees all."""

    path: Path
    root: Path

    @property
    def folder(self) -> Path:
        return self.root if self.root.is_dir() else self.root.parent

    def inside(self, level: Level) -> str:
        """The champion's file as it finds it."""
        return f"{INSIDE}/{self.path.relative_to(self.folder)}" if level == Level.SANDBOX else str(self.path.absolute())

    def outside(self, level: Level, text: str) -> str:
        """A text of the champion's with its paths as we know them."""
        outside = "" if str(self.folder) == "." else f"{self.folder}/"
        return text.replace(f"{INSIDE}/", outside) if level == Level.SANDBOX else text
