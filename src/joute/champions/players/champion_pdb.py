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

    def get_stack(self, frame: FrameType | None, traceback: Any) -> tuple[list[tuple[FrameType, int]], int]:
        """The stack from the champion's first frame on: below it is the engine."""
        stack, at = super().get_stack(frame, traceback)
        own = [is_inside(self._folder, known.f_code.co_filename) for known, _ in stack]
        first = own.index(True) if True in own else 0
        return stack[first:], at - first

    def interaction(self, frame: FrameType | None, traceback: Any) -> None:
        super().interaction(frame, traceback)
        if self.quitting:
            raise KeyboardInterrupt
