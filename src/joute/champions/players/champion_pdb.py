"""The debugger of Python champions: pdb, which stops in a champion's own code alone."""

from __future__ import annotations

import os
import pdb
from pathlib import Path
from types import FrameType
from typing import Any


class ChampionPdb(pdb.Pdb):
    """A debugger of the champion whose files are in this folder. Quitting it interrupts the command."""

    def __init__(self, folder: Path) -> None:
        super().__init__()
        self._folder = folder

    def stop_here(self, frame: FrameType) -> bool:
        """Stepping passes over the engine, whose calls lie between those of the champion."""
        return super().stop_here(frame) and self._own(frame.f_code.co_filename)

    def _own(self, file: str) -> bool:  # not a name such as <string>, of code that was made while it ran
        return os.path.isabs(file) and Path(os.path.realpath(file)).is_relative_to(self._folder)

    def interaction(self, frame: FrameType | None, traceback: Any) -> None:
        super().interaction(frame, traceback)
        if self.quitting:
            raise KeyboardInterrupt
