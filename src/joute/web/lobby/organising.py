"""What the organiser's page asks of the server: playing tournaments, stopping them, and a log of every action."""

from __future__ import annotations

import asyncio
import os
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from joute.arena.tournament.service import READY
from joute.champions.sandbox.limits import NEEDS_LINUX
from joute.core.text import Text
from joute.web import errors
from joute.web.errors import Refusal

if TYPE_CHECKING:
    from .arena import Arena

LOG = "organiser.jsonl"
TOLD_MOST = 300


class Organising:
    """The tournaments that this server plays, each in a process of its own that ends with the server."""

    def __init__(self, arena: Arena) -> None:
        self.arena = arena
        self.trouble: dict[str, str] = {}
        """Why the server stopped playing a tournament, by its name."""
        self._playing: dict[str, asyncio.subprocess.Process] = {}
        self._beginning = asyncio.Lock()
        self.life, self._alive = os.pipe()
        """A pipe: when the server dies, however it does, the kernel closes `_alive`, which kills these processes."""

    async def start(self, name: str) -> None:
        """Play a tournament, or go on with it."""
        if sys.platform != "linux":
            raise Refusal(errors.TOURNAMENT, why=NEEDS_LINUX)
        async with self._beginning:
            if name in self._playing:
                raise Refusal(errors.PLAYED_ALREADY)
            process = await self._begun(name)
            self._playing[name] = process
            self.trouble.pop(name, None)
            self.arena.start_task(self._attend(name, process))

    async def _begun(self, name: str) -> asyncio.subprocess.Process:
        settings = self.arena.settings
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-P", "-m", "joute.arena.tournament.service"),
            *(settings.store, name, str(settings.running), str(self.life)),
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
            pass_fds=(self.life,),
        )
        assert process.stdout is not None
        if (await process.stdout.readline()).decode().strip() == READY:
            return process
        why = await _last_words(process)
        raise Refusal(errors.TOURNAMENT, why=Text(why, why))

    async def _attend(self, name: str, process: asyncio.subprocess.Process) -> None:
        """Wait for the end of a process; end it if the server stops first."""
        try:
            why = await _last_words(process)
            if process.returncode:
                self.trouble[name] = why
        finally:
            if process.returncode is None:
                process.terminate()
                await process.wait()
            del self._playing[name]

    async def stop(self, name: str) -> None:
        """Stop playing a tournament: what was filed stays, what was under way waits."""
        process = self._playing.get(name)
        if process is None:
            raise Refusal(errors.NOT_PLAYED_HERE)
        process.terminate()
        await process.wait()

    async def note(self, by: str, name: str, action: Any) -> None:
        """Write an action of the organiser to the log in the folder of the store."""
        line = {"time": round(time.time(), 3), "by": by, "tournament": name, "did": action}
        await self.arena.ask_store(_append, self.arena.store.folder / LOG, msgspec.json.encode(line) + b"\n")


def _append(path: Path, data: bytes) -> None:
    with path.open("ab") as file:
        file.write(data)


async def _last_words(process: asyncio.subprocess.Process) -> str:
    """The last line of the standard error of a process, once it has ended."""
    assert process.stderr is not None
    lines = (await process.stderr.read()).decode("utf-8", "replace").strip().splitlines()
    code = await process.wait()
    return lines[-1][:TOLD_MOST] if lines else f"its process ended with exit code {code}"
