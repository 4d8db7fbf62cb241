"""How a host ended: what an exit code, a signal and the last words tell."""

from __future__ import annotations

import os
import signal
from itertools import takewhile
from pathlib import Path

from joute.match.verdict import Verdict

from .child.host import OUT_OF_MEMORY

STACK = "Current thread", "Stack (most recent call first)"
"""How the stack begins that a host writes when it is asked where it is, or falls."""
OURS = f'"{Path(__file__).parents[1]}{os.sep}'
"""How the file of a frame of ours begins."""
MEMORY_SIGNS = ("std::bad_alloc", "MemoryError", "Out of memory", "Cannot allocate memory", "OutOfMemoryError")


FALLS = (signal.SIGABRT, signal.SIGSEGV, signal.SIGBUS, signal.SIGILL, signal.SIGTRAP, signal.SIGFPE, signal.SIGKILL)
"""The signals that end those who did not look whether they were given memory."""


def ended_by(code: int, output: str, starved: bool, memory_mb: int) -> tuple[Verdict, str]:
    """What an exit code, or minus a signal, tells; `starved` were those that the kernel ended for memory."""
    fell = -code in FALLS and any(sign in output for sign in MEMORY_SIGNS)
    if starved or fell or code == OUT_OF_MEMORY:
        return Verdict.OUT_OF_MEMORY, f"it needed more than {memory_mb} MB of memory"
    if code >= 0:
        return Verdict.CRASHED, f"its process ended by itself, with exit code {code}"
    known = {int(one): one.name for one in signal.Signals}
    return Verdict.CRASHED, f"it was ended by the signal {known.get(-code, -code)}"


def parted(output: str) -> tuple[str, str]:
    """What a champion printed, and the stack that its host wrote at the end, without our own part of it."""
    places = [place for sign in STACK if (place := output.rfind(sign)) >= 0]
    if not places:
        return output, ""
    lines = takewhile(lambda line: OURS not in line, output[min(places) :].strip().splitlines())
    return output[: min(places)], "\n".join(lines)
