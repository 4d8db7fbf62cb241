"""The environment of a Python champion in our own process: set up while it runs, restored afterwards.

Restored are the standard streams, `sys.path`, `sys.modules`, the working directory and the recursion limit. All else
that is shared in a process (threads, signals, files, the insides of other modules) is not: champions that run here
are trusted. In a process of the champion's own nothing is restored: the environment is set up once.
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

from joute.debug import PRINT_MOST, last_printed
from joute.match.verdict import OUTPUT_KEPT

API_MODULES = ("api", "_api")
KEPT = 4 * PRINT_MOST
"""Bytes of the output that are kept: a character has up to four."""
ENGINE = "joute"


class OutputTail(io.RawIOBase):
    """A stream that keeps the end of what was written to it, and cannot be closed."""

    pass_on: ClassVar[int | None] = None
    """In a host: the descriptor to which everything is written at once, since a host may be killed at any time."""

    def __init__(self) -> None:
        self._data = bytearray()
        self._unread = 0

    def writable(self) -> bool:
        return True

    def write(self, data: Any) -> int:
        if self.pass_on is not None:
            with suppress(OSError):
                os.write(self.pass_on, data)
        self._data += data[-KEPT:]
        self._unread += len(data)
        if len(self._data) > 2 * KEPT:
            del self._data[:-KEPT]
        return len(data)

    def printed(self) -> str:
        """What was written since this was last asked; the end of it, if it is long."""
        new, self._unread = min(self._unread, len(self._data)), 0
        return last_printed(self._data[len(self._data) - new :].decode("utf-8", "replace")) if new else ""

    def close(self) -> None:
        """Do nothing: a champion may close its output, and what it printed is still needed."""

    def has(self, text: str) -> bool:
        """Whether a text is in what is kept, which is more than what is shown."""
        return text.encode() in self._data

    @property
    def text(self) -> str:
        return self._data[-OUTPUT_KEPT:].decode("utf-8", "replace")


class Environment:
    """One champion's folder, modules and output."""

    own_process: ClassVar[bool] = False

    def __init__(self, folder: Path) -> None:
        self.folder = folder.resolve()
        self.modules: dict[str, ModuleType] = {}
        self.output = OutputTail()
        self.captures = True
        """Whether its output is captured; one that is debugged has the terminal."""
        self._names = _own_names(self.folder)
        self._foreign: set[str] = set()
        """Modules known not to be the champion's own: there are many, and they would be checked at each callback."""
        self._set_up = False

    def active(self) -> AbstractContextManager[None]:
        """While it is entered, the champion's modules and folder are in place and its output is captured."""
        if not self.own_process:
            return self._temporary()
        if not self._set_up:
            self._install()
            self._set_up = True
        return nullcontext()

    @contextmanager
    def _temporary(self) -> Iterator[None]:
        modules, loaded = sys.modules, dict(sys.modules)
        path, entries = sys.path, list(sys.path)
        streams = sys.stdin, sys.stdout, sys.stderr
        here, limit = _current_folder(), sys.getrecursionlimit()
        try:
            self._install()
            yield
        finally:
            sys.setrecursionlimit(limit)
            sys.stdin, sys.stdout, sys.stderr = streams
            sys.path = path
            path[:] = entries
            sys.modules = modules
            self.modules = self._removed(modules)
            modules.update(loaded)
            _return_to(here)

    def _install(self) -> None:
        self._removed(sys.modules)
        sys.modules.update(self.modules)
        sys.path.insert(0, str(self.folder))
        if self.captures:
            self._capture()

    def _capture(self) -> None:
        sys.stdin = io.StringIO()
        sys.stdout = sys.stderr = io.TextIOWrapper(
            self.output, encoding="utf-8", errors="backslashreplace", write_through=True
        )

    def _removed(self, modules: dict[str, ModuleType]) -> dict[str, ModuleType]:
        """Remove the modules with the champion's own names from those that are loaded, and return them."""
        if not any(name in modules for name in self._names):  # a host would copy the memory of all names to read them
            return {}
        new = modules.keys() - self._foreign
        own = {name for name in new if str(name).partition(".")[0] in self._names}
        self._foreign |= new - own
        return {name: modules.pop(name) for name in own}


def is_inside(folder: Path, file: str) -> bool:
    """Whether code of this file name is of a champion's folder; made while it ran, it has a name such as <string>."""
    return os.path.isabs(file) and Path(os.path.realpath(file)).is_relative_to(folder)


def _own_names(folder: Path) -> set[str]:
    """The names of a champion's own modules: those of its folder, without loaded modules of Python, and the engine."""
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
