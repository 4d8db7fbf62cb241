"""The messages between the engine and a jail: a job goes in; the declared files come out, or the reason why not.

Whatever comes out may have been sent by a hostile build.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

import msgspec

from joute.champions.sandbox.limits import Limits

LOG_MOST = 16_000
"""How many characters of a build's output come out."""
FILES_MOST = 5000
"""How many files may come out; checked before they are decoded."""
DEPTH_MOST = 20
"""How many folders deep a file may be that comes out."""


class BuildLimits(msgspec.Struct, frozen=True):
    """What one build may use, all its processes together."""

    time_s: float = 120.0
    cpu_s: int = 240
    memory_mb: int = 2048
    processes: int = 128
    """Processes and threads at once."""
    written_mb: int = 512
    """Written to its folder and to /tmp, which are one tmpfs; also the most that one file may have."""
    open_files: int = 1024
    input_mb: int = 64
    output_mb: int = 128
    output_files: int = FILES_MOST

    def of_host(self) -> Limits:
        """The limits of the host process in which the build runs."""
        return Limits(
            memory_mb=self.memory_mb,
            processes=self.processes,
            open_files=self.open_files,
            tmp_mb=self.written_mb,
            cpu_s=self.cpu_s,
        )


BUILD = BuildLimits()
"""The usual limits."""


class File(msgspec.Struct, frozen=True):
    """One file that goes in or comes out; the name is relative to the folder in which the build runs."""

    name: str
    content: bytes
    executable: bool = False


class Native(msgspec.Struct, frozen=True):
    """A champion that is compiled into one library."""

    language: str
    entry: str
    old: bool
    sources: list[str]
    named: dict[str, Any]
    """The settings about its sources, which are searched again after a build command has run."""
    game: str
    callbacks: list[str]
    absent: list[str]
    """Callbacks that the champion's text lacks, where that is known before it is compiled."""
    objects: list[str]
    """Finished objects among the files, to be linked."""


class BuildJob(msgspec.Struct, frozen=True, tag="build"):
    """A build: the files it starts from, what is run, and what comes out.

    `limits`, `user` and `needs_address_space` are what a match's `HostHello` has: a build is confined like a champion.
    """

    files: list[File]
    commands: list[list[str]]
    """Run one after the other, or at the same time if `parallel`."""
    outputs: list[str]
    """The files that come out; all regular files of the folder where none is named."""
    build: BuildLimits
    path: str
    """PATH inside."""
    programs: dict[str, str]
    """The paths of some programs, by name."""
    native: Native | None = None
    parallel: bool = False
    limits: dict[str, Any] = {}
    user: int | None = None
    needs_address_space: bool = True


class Finished(msgspec.Struct, frozen=True, tag="finished"):
    """The build has succeeded; the files that were declared, and what compilers warned of."""

    files: Annotated[list[File], msgspec.Meta(max_length=FILES_MOST)]
    warnings: str = ""


class BuildRefused(msgspec.Struct, frozen=True, tag="refused"):
    """The build has failed; the message is for the author of the champion."""

    message: str


class BuildFailed(Exception):
    """A build has failed; the text says why."""


class StepFailed(BuildFailed):
    """A program of a build has failed: how, its command, and its output."""

    def __init__(self, how: str, command: Sequence[str], printed: str) -> None:
        super().__init__(f"the build {how}:\n  {' '.join(command):.500}\n{printed}".rstrip())
        errors = printed if how.startswith("failed") else ""
        self.message = errors.strip() or f"{command[0]} {how}\n{printed}".rstrip()
        """For a command of ours: the errors that a compiler printed, else how it ended."""
