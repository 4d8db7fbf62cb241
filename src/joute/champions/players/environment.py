"""The stage: what a champion in our own process finds in place while it runs, and what is put back afterwards.

Put back are the standard streams, `sys.path`, `sys.modules`, the current folder and the recursion limit. All else that
a process shares (threads, signals, files, the insides of other modules) is not: champions that run here are trusted.
In a process of the champion's own nothing is put back: the stage is up once and for all.
"""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from pathlib import Path
from types import ModuleType
from typing import Any, ClassVar

from joute.match.verdict import OUTPUT_KEPT

API_MODULES = ("api", "_api")
ENGINE = "joute"


class Tail(io.RawIOBase):
    """A stream that remembers the end of what was written to it, and stays open."""

    pass_on: ClassVar[int | None] = None
    """Where a host, which may be killed at any time, writes it at once."""

    def __init__(self) -> None:
        self._data = bytearray()

    def writable(self) -> bool:
        return True

    def write(self, data: Any) -> int:
        if self.pass_on is not None:
            with suppress(OSError):
                os.write(self.pass_on, data)
        self._data += data[-OUTPUT_KEPT:]
        if len(self._data) > 2 * OUTPUT_KEPT:
            del self._data[:-OUTPUT_KEPT]
        return len(data)

    def close(self) -> None:
        """A champion may close its output; what it printed is still wanted."""

    @property
    def text(self) -> str:
        return self._data[-OUTPUT_KEPT:].decode("utf-8", "replace")


class Stage:
    """One champion's folder, modules and output."""

    own_process: ClassVar[bool] = False

    def __init__(self, folder: Path) -> None:
        self.folder = folder.resolve()
        self.modules: dict[str, ModuleType] = {}
        self.output = Tail()
        self._names = _own_names(self.folder)
        self._foreign: set[str] = set()
        """Modules that were found not to be of the champion's names: there are many, and they are looked at often."""
        self._stands = False

    def up(self) -> AbstractContextManager[None]:
        """The champion's own modules and folder in place and its printing caught; all put back afterwards."""
        if not self.own_process:
            return self._for_a_while()
        if not self._stands:
            self._raise()
            self._stands = True
        return nullcontext()

    @contextmanager
    def _for_a_while(self) -> Iterator[None]:
        modules, loaded = sys.modules, dict(sys.modules)
        path, places = sys.path, list(sys.path)
        streams = sys.stdin, sys.stdout, sys.stderr
        here, limit = _current_folder(), sys.getrecursionlimit()
        try:
            self._raise()
            yield
        finally:
            sys.setrecursionlimit(limit)
            sys.stdin, sys.stdout, sys.stderr = streams
            sys.path = path
            path[:] = places
            sys.modules = modules
            self.modules = self._taken(modules)
            modules.update(loaded)
            _return_to(here)

    def _raise(self) -> None:
        self._taken(sys.modules)
        sys.modules.update(self.modules)
        sys.path.insert(0, str(self.folder))
        sys.stdin = io.StringIO()
        sys.stdout = sys.stderr = io.TextIOWrapper(
            self.output, encoding="utf-8", errors="backslashreplace", write_through=True
        )

    def _taken(self, modules: dict[str, ModuleType]) -> dict[str, ModuleType]:
        """Modules of the champion's names, taken out of those that are loaded."""
        new = modules.keys() - self._foreign
        own = {name for name in new if str(name).partition(".")[0] in self._names}
        self._foreign |= new - own
        return {name: modules.pop(name) for name in own}


def _own_names(folder: Path) -> set[str]:
    """The modules a champion has for itself: those of its folder, but none of Python's that we have loaded, nor us."""
    try:
        names = {entry.partition(".")[0] for entry in os.listdir(folder)}
    except OSError:
        names = set()
    shared = {name for name in names & sys.stdlib_module_names if name in sys.modules}
    return (names - shared - {ENGINE}) | set(API_MODULES)


def _current_folder() -> str:
    with suppress(OSError):
        return os.getcwd()
    return ""


def _return_to(folder: str) -> None:
    with suppress(OSError):
        if folder and _current_folder() != folder:
            os.chdir(folder)
