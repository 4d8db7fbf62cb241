"""Why a host ended, from its exit code or signal and from what it printed last."""

from __future__ import annotations

import os
import signal
from itertools import takewhile
from pathlib import Path

from joute.match.verdict import Verdict

from .child.host import OUT_OF_MEMORY

STACK = "Current thread", "Stack (most recent call first)"
"""The first words of the stack that `faulthandler` writes, in a crash or on request (`HostProcess.dump_stack`)."""
OURS = f'"{Path(__file__).parents[1]}{os.sep}'
"""The beginning of the file name in a frame of the engine's own code."""
MEMORY_SIGNS = ("std::bad_alloc", "MemoryError", "Out of memory", "Cannot allocate memory", "OutOfMemoryError")
CRASHES = (signal.SIGABRT, signal.SIGSEGV, signal.SIGBUS, signal.SIGILL, signal.SIGTRAP, signal.SIGFPE, signal.SIGKILL)
"""Signals by which a program ends that did not check whether its allocation succeeded."""


def exit_cause(code: int, output: str, oom_killed: bool, memory_mb: int) -> tuple[Verdict, str]:
    """The verdict and message for an exit code, or minus a signal; `oom_killed`: the kernel killed it for memory."""
    crashed = -code in CRASHES and any(sign in output for sign in MEMORY_SIGNS)
    if oom_killed or crashed or code == OUT_OF_MEMORY:
        return Verdict.OUT_OF_MEMORY, f"it needed more than {memory_mb} MB of memory"
    if code >= 0:
        return Verdict.CRASHED, f"its process exited by itself, with exit code {code}"
    names = {int(number): number.name for number in signal.Signals}
    return Verdict.CRASHED, f"its process was killed by the signal {names.get(-code, -code)}"


def split_stack(output: str) -> tuple[str, str]:
    """What a champion printed, and the stack that `faulthandler` wrote after it, without the engine's own frames."""
    starts = [start for sign in STACK if (start := output.rfind(sign)) >= 0]
    if not starts:
        return output, ""
    lines = takewhile(lambda line: OURS not in line, output[min(starts) :].strip().splitlines())
    return output[: min(starts)], "\n".join(lines)
