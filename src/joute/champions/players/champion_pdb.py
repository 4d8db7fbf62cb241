"""The debugger of Python champions: pdb, which stops in a champion's own code alone."""

from __future__ import annotations

import pdb
from pathlib import Path
from types import FrameType
from typing import Any

from .environment import is_inside


class ChampionPdb(pdb.Pdb):
    """A debugger of the champion whose files are in this folder. Quitting it interrupts the command."""

    def __init__(self, folder: Path) -> None:
        super().__init__()
        self._folder = folder

    def stop_here(self, frame: FrameType) -> bool:
        """Stepping passes over the engine, whose calls lie between those of the champion."""
        return super().stop_here(frame) and is_inside(self._folder, frame.f_code.co_filename)

    def interaction(self, frame: FrameType | None, traceback: Any) -> None:
        super().interaction(frame, traceback)
        if self.quitting:
            raise KeyboardInterrupt
