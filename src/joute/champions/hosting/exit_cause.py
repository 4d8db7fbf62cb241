"""Why a host ended, from its exit code or signal and from what it printed last."""

from __future__ import annotations

import re
import signal
from pathlib import Path

from joute.match.verdict import Verdict

from .wire import OUT_OF_MEMORY

STACK = "Current thread", "Stack (most recent call first)"
"""The first words of the stack that `faulthandler` writes, in a crash or on request (`HostProcess.dump_stack`)."""
FATAL = re.compile(r"Fatal Python error: .*\s*\Z")
"""What it writes before the stack of a crash, which need not be Python's."""
ADDRESSES = re.compile(r"joute: stack((?: [0-9a-f]{1,16}){0,64})\n")
"""The stack that compiled code writes there before it (`tell_stack` in `host.cc`)."""
OURS = re.compile(rf'"({re.escape(str(Path(__file__).parents[2]))}/(?!games/\w+/champions/)|<string>")')
"""In a frame of the engine's own code, some of which is generated: how the name of its file begins."""
MEMORY_SIGNS = ("std::bad_alloc", "MemoryError", "Out of memory", "Cannot allocate memory", "OutOfMemoryError")
CRASHES = {"SIGABRT", "SIGSEGV", "SIGBUS", "SIGILL", "SIGTRAP", "SIGFPE", "SIGKILL"}
"""Signals by which a program ends that did not check whether its allocation succeeded."""


def exit_cause(code: int, output: str, oom_killed: bool, memory_mb: int) -> tuple[Verdict, str]:
    """The verdict and message for an exit code, or minus a signal; `oom_killed`: the kernel killed it for memory."""
    names = {int(number): number.name for number in signal.Signals}
    crashed = names.get(-code) in CRASHES and any(sign in output for sign in MEMORY_SIGNS)
    if oom_killed or crashed or code == OUT_OF_MEMORY:
        return Verdict.OUT_OF_MEMORY, f"it needed more than {memory_mb} MB of memory"
    if code >= 0:
        return Verdict.CRASHED, f"its process exited by itself, with exit code {code}"
    return Verdict.CRASHED, f"its process was killed by the signal {names.get(-code, -code)}"


def split_stack(output: str) -> tuple[str, str]:
    """What a champion printed, and the stack that `faulthandler` wrote after it, without the engine's own frames."""
    output = ADDRESSES.sub("", output)
    starts = [start for sign in STACK if (start := output.rfind(sign)) >= 0]
    if not starts:
        return output, ""
    printed = FATAL.sub("", output[: min(starts)])
    lines = output[min(starts) :].strip().splitlines()
    ours = [at for at, line in enumerate(lines) if OURS.search(line)]  # the last of them is what runs in every host
    theirs = [line for at, line in enumerate(lines[: max(ours, default=None)]) if at not in ours]
    return printed, "\n".join(theirs) if len(theirs) > 1 else ""  # the first line is a title


def addresses(output: str) -> list[int]:
    """Where compiled code was when it crashed or its time was up, from the innermost call on."""
    found = ADDRESSES.findall(output)
    return [int(address, 16) for address in found[-1].split()] if found else []
