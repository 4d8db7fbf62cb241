"""The inside of a jail: unpack the files of a job, run its steps, and send back the files that were declared.

This runs as an unprivileged user of its own, and so does the stranger's build: whatever is sent from here, a hostile
build may have sent.
"""

from __future__ import annotations

import os
import resource
import select
import subprocess
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Thread

from joute.champions.errors import ChampionError
from joute.champions.hosting.wire import HostWire, Seated
from joute.champions.languages.registry import languages

from .compilation import FOLDER, Compilation
from .job import LOG_MOST, BuildFailed, BuildJob, BuildRefused, Finished, StepFailed
from .outputs import Outputs

CHUNK = 2**16
TEMPORARY = "tmp"
"""HOME and TMPDIR of a build, below the one folder that may be written to, as FOLDER is."""

languages()  # loaded now: the user that a jail becomes may not be able to read the engine's modules


def serve(job: BuildJob, wire: HostWire, confine: Callable[[BuildJob], None]) -> None:
    """Confine this process as every host is, build, and send the result."""
    confine(job)
    if os.geteuid() == 0:
        raise PermissionError("a build never runs as root")
    resource.setrlimit(resource.RLIMIT_CPU, (job.build.cpu_s, job.build.cpu_s))
    wire.send(Seated())
    wire.send(_outcome(job))


def _outcome(job: BuildJob) -> Finished | BuildRefused:
    try:
        return built(job)
    except (BuildFailed, ChampionError) as failed:
        return BuildRefused(str(failed)[: 2 * LOG_MOST])
    except OSError as error:
        return BuildRefused(f"the build cannot be run: {error}")


def built(job: BuildJob) -> Finished:
    """Run all steps of a job; the files that come out, and what compilers warned of."""
    steps = Steps(job, Path(os.environ["TMPDIR"]))
    if job.parallel:
        with ThreadPoolExecutor(len(job.commands)) as pool:
            list(pool.map(lambda command: steps.run(*command), job.commands))
    else:
        for command in job.commands:
            steps.run(*command)
    warnings: list[str] = []
    if job.native is not None:
        compilation = Compilation(job.native, {file.name: file.content for file in job.files}, steps)
        compilation.build()
        warnings = compilation.warnings
    files = Outputs(job.build, steps.folder).declared(job.outputs)
    return Finished(files, "\n".join(warnings)[:LOG_MOST])


# Running


class Steps:
    """The folder of a build, with its files written; runs programs there until the time is up."""

    def __init__(self, job: BuildJob, scratch: Path) -> None:
        self.folder = scratch / FOLDER
        self._job = job
        self._until = time.monotonic() + job.build.time_s
        home = scratch / TEMPORARY
        home.mkdir(0o700)
        self.folder.mkdir(0o700)
        for file in job.files:
            path = self.folder / file.name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(file.content)
            path.chmod(0o700 if file.executable else 0o600)
        self._environment = {"PATH": job.path, "LC_ALL": "C.UTF-8", "PWD": str(self.folder)}
        self._environment |= {"HOME": str(home), "TMPDIR": str(home)}

    def run(self, *command: str) -> str:
        """Run a program; its output. Raises StepFailed if it fails or takes too long."""
        try:
            child = subprocess.Popen(
                [self._job.programs.get(command[0], command[0]), *command[1:]],
                cwd=self.folder,
                env=self._environment,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
            )
        except OSError as error:
            raise StepFailed(f"cannot be run: {error.strerror}", command, "") from None
        with child:
            text, late = self._output_of(child)
            if late:
                child.kill()
        if late:
            raise StepFailed(f"was not over after {self._job.build.time_s:g} s", command, text)
        if child.returncode < 0:
            raise StepFailed(f"was ended by the signal {-child.returncode}", command, text)
        if child.returncode > 0:
            raise StepFailed(f"failed (exit code {child.returncode})", command, text)
        return text

    def _output_of(self, child: subprocess.Popen[bytes]) -> tuple[str, bool]:
        """The output of a program until it exits, even if a child keeps the pipe open; and whether it took too long."""
        assert child.stdout is not None
        log, output = Log(), child.stdout.fileno()
        os.set_blocking(output, False)
        ended = _closed_when_exited(child)
        files = [output, ended]
        try:
            while (waited := self._until - time.monotonic()) > 0:
                ready, _, _ = select.select(files, [], [], waited)
                if output in ready and log.take(output):
                    continue
                if ended in ready:
                    return self._shown(log), False
                if output in ready:  # closed: only the end is left to wait for
                    files = [ended]
            return self._shown(log), True
        finally:
            os.close(ended)

    def _shown(self, log: Log) -> str:
        return log.text.replace(f"{self.folder}/", "")


def _closed_when_exited(child: subprocess.Popen[bytes]) -> int:
    """A descriptor that becomes readable when a program has exited: select() cannot wait for a process."""
    ours, theirs = os.pipe()

    def wait() -> None:
        child.wait()
        os.close(theirs)

    Thread(target=wait, daemon=True).start()
    return ours


class Log:
    """The first part of a program's output, where compilers say what matters, and the last."""

    def __init__(self) -> None:
        self._first, self._last = bytearray(), bytearray()

    def take(self, file: int) -> bool:
        """Read once what is there; whether there was anything."""
        try:
            data = os.read(file, CHUNK)
        except BlockingIOError:
            return False
        room = LOG_MOST // 2 - len(self._first)
        self._first += data[:room]
        self._last += data[room:]
        del self._last[: -LOG_MOST // 2]
        return bool(data)

    @property
    def text(self) -> str:
        return (self._first + self._last).decode("utf-8", "replace")
