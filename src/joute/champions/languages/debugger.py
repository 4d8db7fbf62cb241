"""How a debugger is started for a champion that is no Python module."""

from __future__ import annotations

import shlex
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from .language import Tools


class Target(NamedTuple):
    """A champion that is to be debugged."""

    folder: Path
    """Of its sources."""
    entry: str
    callbacks: tuple[str, ...]
    pid: int
    port: int
    """Of this machine, for those that a debugger reaches so."""
    scratch: Path
    """A folder for files that the debugger reads; removed afterwards."""


class Debugger(NamedTuple):
    """A debugger: what it needs, how it is started, and what the champion's own command has in addition."""

    tools: Tools
    command: Callable[[Target], list[str]]
    run: Callable[[tuple[str, ...], int], tuple[str, ...]] | None = None
    """From the command that runs a champion to the one that lets it be debugged at a port; None: by its pid."""


def gdb(breakpoints: str = "break {}") -> Debugger:
    """gdb, attached to a host that is stopped: it sets a breakpoint at each callback and lets the host run."""

    def command(target: Target) -> list[str]:
        first = [
            *PRINTERS,
            f"directory {shlex.quote(str(target.folder))}",
            f"handle {QUIET} nostop noprint pass",
            f"python {AT_END}",
        ]
        first += [breakpoints.format(name) for name in target.callbacks]
        options = [part for line in SETTINGS for part in ("-iex", f"set {line}")]
        options += [part for line in (*first, "continue") for part in ("-ex", line)]
        return ["gdb", "-q", *options, "-p", str(target.pid)]

    return Debugger(Tools(("gdb",), ("gdb",)), command)


SETTINGS = (
    "pagination off",
    "confirm off",
    "breakpoint pending off",
    "debuginfod enabled off",
    "print symbol-loading off",
    "auto-load python-scripts off",
)
PRINTERS = ("set auto-load python-scripts on", "nosharedlibrary", "sharedlibrary")
"""Libraries are read again with their scripts, which print vectors and strings as such. Python's own is not wanted."""
QUIET = "SIGSTOP SIGCONT SIGUSR1"
"""The signals by which the engine stops a host, lets it run and asks for its stack."""
LEAVE = "gdb.post_event(lambda: gdb.execute('quit'))"
AT_END = f"gdb.events.exited.connect(lambda end: hasattr(end, 'exit_code') and {LEAVE})"
"""gdb ends with the champion. To leave it while the champion runs is the same event, without a code."""
