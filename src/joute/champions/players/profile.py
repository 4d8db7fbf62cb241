"""Where the time of a Python champion goes, by its own functions."""

from __future__ import annotations

import cProfile
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from .environment import is_inside


class FunctionTime(NamedTuple):
    """A function of a champion: the time in itself, the time with all that it calls, and how often it was called."""

    where: str
    own_ms: float
    total_ms: float
    calls: int


class Profile:
    """Measures the callbacks of a match. Measuring takes time itself, the more the smaller the functions are."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._profiler = cProfile.Profile()

    def run(self, callback: Callable[[], object]) -> object:
        return self._profiler.runcall(callback)

    def functions(self) -> list[FunctionTime]:
        """The champion's own functions, the slowest first."""
        found = [self._time_of(entry) for entry in self._profiler.getstats() if self._is_own(entry)]
        return sorted(found, key=lambda one: -one.own_ms)

    @property
    def elsewhere_ms(self) -> float:
        """The time in calls of the API and in Python's own functions."""
        return sum(entry.inlinetime for entry in self._profiler.getstats() if not self._is_own(entry)) * 1e3

    def _is_own(self, entry: Any) -> bool:
        return not isinstance(entry.code, str) and is_inside(self._folder, entry.code.co_filename)

    def _time_of(self, entry: Any) -> FunctionTime:
        code = entry.code
        file = os.path.relpath(os.path.realpath(code.co_filename), self._folder)
        where = f"{file}:{code.co_firstlineno} {code.co_qualname}"
        return FunctionTime(where, entry.inlinetime * 1e3, entry.totaltime * 1e3, entry.callcount)
