"""A jail for one build, as the engine holds it: a host process in a box of its own, watched, and killed in the end.

Where bubblewrap works, a build runs in its box, whatever level the match has. Where it does not, root has builds run as
another user (level «process»), and an ordinary user is refused.
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
from joute.champions.sandbox import confine, seccomp
from joute.champions.sandbox.limits import Level, NoSandbox
from joute.core.control_chars import visible
from joute.core.errors import EngineBug
from joute.match.verdict import TRACEBACK_KEPT, truncated

from .compilers import toolchain_places
from .job import BUILD, LOG_MOST, BuildFailed, File, Finished, Job, Refused

STAND_S, GRACE_S = 30.0, 5.0
"""How long a jail may take to stand; and how long one whose time is up may take to say so and send what it has."""
MESSAGE_MOST = 1 << 20
"""How much longer than the files in it a message may be."""
_decode = msgspec.msgpack.Decoder(Seated | Finished | Refused).decode
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
"""What programs say that have met a limit, and which it was."""


class Kept(StrEnum):
    """How builds are kept apart on this machine."""

    BOX = "in a box"
    USER = "as another user"
    REFUSED = "refused"


class Unsafe(ChampionError):
    """No build can be run safely here: why, and what to do."""


def run_build(job: Job) -> list[File]:
    """The files that a build leaves, as it says: the caller checks them. Raises BuildFailed, or Unsafe."""
    how, why = how_kept()
    if how == Kept.REFUSED:
        raise Unsafe(f"builds need a sandbox, and there is none: {why}")
    try:
        return _run(job, Level.SANDBOX if how == Kept.BOX else Level.PROCESS)
    except NoSandbox as fault:
        raise Unsafe(f"builds need a sandbox, and there is none: {fault}; {REMEDY}") from None


def how_kept() -> tuple[Kept, str]:
    """How builds are kept apart here, and why not in a box."""
    why = no_box()
    if not why:
        return Kept.BOX, ""
    if os.geteuid() != 0:
        return Kept.REFUSED, f"{why}; {REMEDY}"
    if not seccomp.supported() or confine.landlock_version() == 0:
        return Kept.REFUSED, f"{why}; {REMEDY}; without it root needs landlock and seccomp, which are not here"
    return Kept.USER, f"{why}; {REMEDY}"


_stood = False


def no_box() -> str:
    """Why bubblewrap builds no box here, which is tried; empty if it does."""
    global _stood
    if not _stood:
        try:
            _run(Job([], [], [], BUILD, "", {}), Level.SANDBOX)
        except NoSandbox as fault:
            return str(fault)
        _stood = True
    return ""


def _run(job: Job, level: Level) -> list[File]:
    process = HostProcess(level, None, job.build.of_host(), "", None, toolchain_places())
    try:
        attendant = Attendant(process, job)
        files = attendant.files()
    finally:
        code = process.kill()
        process.close_last_call()
    if files is None:
        raise attendant.hung_up(code)
    return files


def _settled(job: Job, process: HostProcess) -> Job:
    """A job with the walls that the host is to build around itself."""
    limits = {"isolation": str(process.level), **msgspec.structs.asdict(job.build.of_host())}
    if process.level == Level.PROCESS:
        limits |= process.paths(None)
    return msgspec.structs.replace(job, limits=limits, user=process.user)


class Attendant:
    """Waits for one build, and ends the wait when it uses too much."""

    def __init__(self, process: HostProcess, job: Job) -> None:
        self._process, self._limits = process, job.build
        self._usage = Usage()
        most = (job.build.output_mb << 20) + MESSAGE_MOST
        self._wire = EngineWire(process.wire, Incoming(_decode, most))
        self._wire.send(_settled(job, process))
        self._until = time.monotonic() + STAND_S
        self._seated = False

    def files(self) -> list[File] | None:
        """The files that the build leaves; None if the other side has hung up. Raises BuildFailed."""
        self._process.join_cgroups()
        try:
            while (message := self._read()) is None:
                self._look()
                self._wait()
        except (OSError, EOFError):
            self._await_end()
            return None
        except WireError as error:
            raise BuildFailed(f"the build does not keep to the protocol: {error}") from None
        if isinstance(message, Refused):
            raise self._failed(message.told)
        return message.files

    def _wait(self) -> None:
        poll = select.poll()
        poll.register(self._process.wire, select.POLLIN | (select.POLLOUT if self._wire.waits_to_write else 0))
        if self._process.log_fd is not None:
            poll.register(self._process.log_fd, select.POLLIN)
        poll.poll(SAMPLE_S * 1e3)

    def _read(self) -> Finished | Refused | None:
        """Write and read what can be; the last message, once it is there."""
        self._wire.write()
        self._process.drain()
        while (message := self._wire.take()) is not None or self._wire.read():
            if isinstance(message, Finished | Refused):
                return message
            if isinstance(message, Seated):
                self._begin()
        return None

    def _begin(self) -> None:
        """The walls stand: what came before was our affair."""
        if self._seated:
            raise WireError("«Seated» out of place")
        self._seated = True
        self._until = time.monotonic() + self._limits.time_s + GRACE_S
        self._process.watch_pipe.await_spawn()

    def _look(self) -> None:
        """End the wait where the build has used too much."""
        if time.monotonic() > self._until:
            if not self._seated:
                raise EngineBug(f"the jail of a build did not stand after {STAND_S:g} s")
            raise BuildFailed(f"the build was not over after {self._limits.time_s:g} s")
        if self._seated:
            excess = self._usage.sample(self._process, self._limits.of_host())
            if excess is not None:
                raise self._failed(f"the build was stopped: {excess[1]}")

    def _await_end(self) -> None:
        """Who has hung up is about to end, and how it ends tells why."""
        self._process.watch_pipe.await_spawn()
        if not self._process.watch_pipe.ended:
            wait_readable(self._process.watch_pipe.file)

    def hung_up(self, code: int) -> BaseException:
        """Why the other side has hung up, which has ended since."""
        said = self._process.output.strip()
        if not self._seated:
            fell = said.startswith(BOX_ERRORS)
            return NoSandbox(said.splitlines()[0]) if fell else EngineBug(f"the host of a build failed: {said}")
        if self._process.oom_killed:
            return BuildFailed(f"the build was stopped: it needed more than {self._limits.memory_mb} MB of memory")
        how = f"by the signal {-code}" if code < 0 else f"with exit code {code}"
        return self._failed(f"the process of the build was ended {how}\n{said}".rstrip())

    def _failed(self, text: str) -> BuildFailed:
        """A failure, with the limit that it has met if it says so."""
        text = truncated(visible(text[: 2 * LOG_MOST]), TRACEBACK_KEPT)
        values = msgspec.structs.asdict(self._limits)
        found = {hint.format(**values): None for sign, hint in HINTS.items() if sign in text}
        return BuildFailed("\n".join([text, *found]))
