"""What the engine and a jail say to each other: a job goes in, and the files that were declared come out, or why not.

All that comes out may be a hostile build's word.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

import msgspec

from joute.champions.sandbox.limits import Limits

LOG_MOST = 16_000
"""How many characters of what a build printed come out."""
FILES_MOST = 5000
"""How many files come out at most, which is looked at before they are read."""
DEPTH_MOST = 20
"""How many folders deep a file may be that comes out."""


class BuildLimits(msgspec.Struct, frozen=True):
    """What one build may use; all but the size of a single file is of all its processes together."""

    time_s: float = 120.0
    cpu_s: int = 240
    memory_mb: int = 2048
    processes: int = 128
    """Processes and threads at once."""
    written_mb: int = 512
    """Written to its folder and to /tmp, which are one tmpfs; no single file is larger either."""
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
    """What the settings say of its sources, which are looked for again after a build command."""
    game: str
    callbacks: list[str]
    absent: list[str]
    """Callbacks that the champion's text lacks, where that is known before it is compiled."""
    objects: list[str]
    """Finished objects among the files, to be linked."""


class Job(msgspec.Struct, frozen=True, tag="build"):
    """A build: the files it starts from, what is run, and what comes out.

    `limits`, `user` and `roomy` are what a match's `Hello` has: the walls are the same.
    """

    files: list[File]
    commands: list[list[str]]
    """Run one after the other, or at the same time if they are `apart`."""
    outputs: list[str]
    """The files that come out; all regular files of the folder where none is named."""
    build: BuildLimits
    path: str
    """PATH inside."""
    programs: dict[str, str]
    """Where some programs are, by name."""
    native: Native | None = None
    apart: bool = False
    limits: dict[str, Any] = {}
    user: int | None = None
    roomy: bool = True


class Finished(msgspec.Struct, frozen=True, tag="finished"):
    """The build is over and has left what was declared."""

    files: Annotated[list[File], msgspec.Meta(max_length=FILES_MOST)]


class Refused(msgspec.Struct, frozen=True, tag="refused"):
    """The build has failed; `told` is meant for the person who wrote the champion."""

    told: str


class BuildFailed(Exception):
    """A build has come to nothing; the text says why."""


class StepFailed(BuildFailed):
    """A program of a build has failed: how, its command, and what it printed."""

    def __init__(self, how: str, command: Sequence[str], printed: str) -> None:
        super().__init__(f"the build {how}:\n  {' '.join(command):.500}\n{printed}".rstrip())
        refused = printed if how.startswith("failed") else ""
        self.said = refused.strip() or f"{command[0]} {how}\n{printed}".rstrip()
        """For a command that is none of the champion's: what a compiler refused, else how it ended."""
