"""A jail for one build, on the engine's side: a host process in a box of its own, watched, and killed in the end.

Where bubblewrap works, a build runs in its box, whatever level the match has. Where it does not, root's builds run as
another user (level «process»), and those of an ordinary user are refused.
"""

from __future__ import annotations

import os
import select
import time
from enum import StrEnum

import msgspec

from joute.champions.errors import ChampionError
from joute.champions.hosting.player import ALLOW, BOX_ERRORS
from joute.champions.hosting.process import HostProcess
from joute.champions.hosting.usage import SAMPLE_S, Usage
from joute.champions.hosting.watch_pipe import wait_readable
from joute.champions.hosting.wire import EngineWire, Incoming, Seated, WireError
from joute.champions.languages.registry import etc_paths
from joute.champions.sandbox import confine, seccomp
from joute.champions.sandbox.limits import Level, NoSandbox
from joute.core.control_chars import visible
from joute.core.errors import EngineBug
from joute.match.verdict import TRACEBACK_KEPT, truncated

from .compilers import toolchain_paths
from .job import BUILD, LOG_MOST, BuildFailed, BuildJob, BuildRefused, Finished

STAND_S, GRACE_S = 30.0, 5.0
"""Seconds for a jail to be set up, and for a build whose time is up to say so and send its output."""
MESSAGE_MOST = 1 << 20
"""How many bytes a message may have besides the files in it."""
_decode = msgspec.msgpack.Decoder(Seated | Finished | BuildRefused).decode
REMEDY = f"«make system» or «apt install bubblewrap» gets it, and «{ALLOW}» allows user namespaces"
HINTS = {
    "Resource temporarily unavailable": "a build may have {processes} processes and threads at once",
    "No space left on device": "a build may write {written_mb} MB in all",
    "File too large": "a build may write {written_mb} MB in all",
    "Too many open files": "a build may have {open_files} files open at once",
    "annot allocate memory": "a build may use {memory_mb} MB of memory",
    "MemoryError": "a build may use {memory_mb} MB of memory",
    "bad_alloc": "a build may use {memory_mb} MB of memory",
    "out of memory": "a build may use {memory_mb} MB of memory",
    "OutOfMemoryError": "a build may use {memory_mb} MB of memory",
}
"""What programs print when they meet a limit, and which limit that is."""


class Isolation(StrEnum):
    """How builds are isolated on this machine."""

    BOX = "in a box"
    USER = "as another user"
    REFUSED = "refused"


class Unsafe(ChampionError):
    """No build can be run safely on this machine; the text says why, and what to do."""


def run_build(job: BuildJob) -> Finished:
    """Run a build; what comes out, which the caller must check. Raises BuildFailed, or Unsafe."""
    how, why = isolation()
    if how == Isolation.REFUSED:
        raise Unsafe(f"builds need a sandbox, and there is none: {why}")
    try:
        return _run(job, Level.SANDBOX if how == Isolation.BOX else Level.PROCESS)
    except NoSandbox as error:
        raise Unsafe(f"builds need a sandbox, and there is none: {error}; {REMEDY}") from None


def isolation() -> tuple[Isolation, str]:
    """How builds are isolated here, and why not in a box."""
    why = no_box()
    if not why:
        return Isolation.BOX, ""
    if os.geteuid() != 0:
        return Isolation.REFUSED, f"{why}; {REMEDY}"
    if not seccomp.supported() or confine.landlock_version() == 0:
        return Isolation.REFUSED, f"{why}; {REMEDY}; without it root needs landlock and seccomp, which are not here"
    return Isolation.USER, f"{why}; {REMEDY}"


_stood = False


def no_box() -> str:
    """Why bubblewrap builds no box here, empty if it does: one is built to find out."""
    global _stood
    if not _stood:
        try:
            _run(BuildJob([], [], [], BUILD, "", {}), Level.SANDBOX)
        except NoSandbox as error:
            return str(error)
        _stood = True
    return ""


def _run(job: BuildJob, level: Level) -> Finished:
    process = HostProcess(level, None, job.build.of_host(), "", None, (*toolchain_paths(), *etc_paths()))
    try:
        build = RunningBuild(process, job)
        finished = build.finished()
    finally:
        code = process.kill()
        process.close_memory()
    if finished is None:
        raise build.hung_up(code)
    return finished


def _settled(job: BuildJob, process: HostProcess) -> BuildJob:
    """A job with the limits that the host is to set for itself."""
    limits = {"isolation": str(process.level), **msgspec.structs.asdict(job.build.of_host())}
    if process.level == Level.PROCESS:
        limits |= process.paths(None)
    return msgspec.structs.replace(job, limits=limits, user=process.user)


class RunningBuild:
    """Waits for one build, and ends it when it uses too much."""

    def __init__(self, process: HostProcess, job: BuildJob) -> None:
        self._process, self._limits = process, job.build
        self._usage = Usage()
        most = (job.build.output_mb << 20) + MESSAGE_MOST
        self._wire = EngineWire(process.wire, Incoming(_decode, most))
        self._wire.send(_settled(job, process))
        self._until = time.monotonic() + STAND_S
        self._seated = False

    def finished(self) -> Finished | None:
        """What comes out; None if the host process has closed the connection. Raises BuildFailed."""
        self._process.join_cgroups()
        try:
            while (message := self._read()) is None:
                self._check_limits()
                self._wait()
        except (OSError, EOFError):
            self._await_end()
            return None
        except WireError as error:
            raise BuildFailed(f"the build breaks the protocol: {error}") from None
        if isinstance(message, BuildRefused):
            raise self._failed(message.message)
        return message

    def _wait(self) -> None:
        poll = select.poll()
        poll.register(self._process.wire, select.POLLIN | (select.POLLOUT if self._wire.waits_to_write else 0))
        if self._process.log_fd is not None:
            poll.register(self._process.log_fd, select.POLLIN)
        poll.poll(SAMPLE_S * 1e3)

    def _read(self) -> Finished | BuildRefused | None:
        """Write and read what can be; the last message, once it is there."""
        self._wire.write()
        self._process.drain()
        while (message := self._wire.take()) is not None or self._wire.read():
            if isinstance(message, Finished | BuildRefused):
                return message
            if isinstance(message, Seated):
                self._begin()
        return None

    def _begin(self) -> None:
        """The jail is set up: start the build's own time limit."""
        if self._seated:
            raise WireError("unexpected second message Seated")
        self._seated = True
        self._until = time.monotonic() + self._limits.time_s + GRACE_S
        self._process.watch_pipe.await_spawn()

    def _check_limits(self) -> None:
        """Raise BuildFailed if the build has used too much."""
        if time.monotonic() > self._until:
            if not self._seated:
                raise EngineBug(f"the jail of a build was not ready after {STAND_S:g} s")
            raise BuildFailed(f"the build was not over after {self._limits.time_s:g} s")
        if self._seated:
            excess = self._usage.sample(self._process, self._limits.of_host())
            if excess is not None:
                raise self._failed(f"the build was stopped: {excess[1]}")

    def _await_end(self) -> None:
        """A host that has closed the connection is about to exit; its exit code says why."""
        self._process.watch_pipe.await_spawn()
        if not self._process.watch_pipe.ended:
            wait_readable(self._process.watch_pipe.file)

    def hung_up(self, code: int) -> BaseException:
        """Why the host process has closed the connection; it has exited since."""
        output = self._process.output.strip()
        if not self._seated:
            no_box = output.startswith(BOX_ERRORS)
            return NoSandbox(output.splitlines()[0]) if no_box else EngineBug(f"the host of a build failed: {output}")
        if self._process.oom_killed:
            return BuildFailed(f"the build was stopped: it needed more than {self._limits.memory_mb} MB of memory")
        how = f"by the signal {-code}" if code < 0 else f"with exit code {code}"
        return self._failed(f"the process of the build was ended {how}\n{output}".rstrip())

    def _failed(self, text: str) -> BuildFailed:
        """A failure, with a hint where the output shows that a limit was met."""
        text = truncated(visible(text[: 2 * LOG_MOST]), TRACEBACK_KEPT)
        values = msgspec.structs.asdict(self._limits)
        hints = {hint.format(**values): None for sign, hint in HINTS.items() if sign in text}
        return BuildFailed("\n".join([text, *hints]))
