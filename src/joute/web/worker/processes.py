"""The processes that do jobs, as the server sees them."""

from __future__ import annotations

import asyncio
import sys

from .pipe import FromProcess, Job, PipeClosed, ServerEnd

GRACE_S = 2.0
"""Seconds between asking a process to end and killing it."""


class Processes:
    """Starts a process for each job, and ends it."""

    def start(self) -> None:
        """Prepare the first process."""

    async def begin(self, job: Job) -> ServerEnd:
        """Start a process that does a job: the server's end of the pipe to it."""
        raise NotImplementedError

    def terminate(self, number: int) -> None:
        """Ask a process to end, if it still runs."""
        raise NotImplementedError

    def kill(self, number: int) -> None:
        """End a process, if it still runs."""
        raise NotImplementedError

    def close(self) -> None:
        """End all of them."""
        raise NotImplementedError

    async def ask(self, job: Job, most_s: float) -> FromProcess | None:
        """Have a process do a job that ends with its first answer; None if it died, or took too long."""
        pipe = await self.begin(job)
        try:
            async with asyncio.timeout(most_s):
                return await pipe.receive()
        except (PipeClosed, TimeoutError):
            return None
        finally:
            pipe.close()
            self.kill(pipe.number)


def processes() -> Processes:
    """Those of this system: forked where that is safe and the kernel ends them with the server."""
    if sys.platform == "linux":
        from .zygote import Zygote

        return Zygote()
    from .spawner import Spawner

    return Spawner()
