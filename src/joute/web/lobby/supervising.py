"""The service of a contest beside the server: started with it, started again when it dies, ended with it."""

from __future__ import annotations

import asyncio
import logging
import sys
import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

    from .arena import Arena

LOG = logging.getLogger("joute.web")
FIRST_S, LONGEST_S = 0.5, 30.0
"""Seconds before it is started again, and the most where it keeps dying: each pause is twice the one before."""
LASTED_S = 60.0
"""Who lived for so long is started again after `FIRST_S`."""


async def supervise(arena: Arena, contest: Path) -> None:
    """Run the service of a contest until this task is cancelled."""
    pause = FIRST_S
    while True:
        began, code = time.monotonic(), await _lived(arena, contest)
        pause = FIRST_S if time.monotonic() - began >= LASTED_S else min(2 * pause, LONGEST_S)
        LOG.error("the service of the contest has ended (%s); it is started again in %.0f s", code, pause)
        await asyncio.sleep(pause)


async def _lived(arena: Arena, contest: Path) -> int | None:
    """Start it and wait for its end: its exit code."""
    life = arena.organising.life
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-P", "-m", "joute.arena.contest.service", str(contest), str(life)),
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.DEVNULL,
        pass_fds=(life,),
    )
    try:
        return await process.wait()
    finally:
        if process.returncode is None:
            process.terminate()
            await process.wait()
