"""Films of replays: each made once, in a process of its own, and kept on disk."""

from __future__ import annotations

import asyncio
import os
from contextlib import suppress
from pathlib import Path

from joute.web import errors
from joute.web.errors import Refusal
from joute.web.wire import FilmHead
from joute.web.worker.pipe import FilmJob, FilmMade, FromProcess, Job, JobFailed, PositionFound, PositionJob
from joute.web.worker.processes import Processes

from .live_track import LiveTrack
from .store import MatchStore

FILM_S = 120.0
"""Seconds that a film may take to make."""
AT_ONCE = 2
"""How many films are made at once."""


class Films:
    """The films of a store, by the digest of their replay."""

    def __init__(self, store: MatchStore, processes: Processes) -> None:
        self._store = store
        self._processes = processes
        self._slots = asyncio.Semaphore(AT_ONCE)
        self.tasks: dict[str, asyncio.Task[FilmHead]] = {}
        """The films that are being made."""

    async def folder(self, digest: str) -> Path:
        """The folder of a film, which is made if it is not there."""
        folder = self._store.film(digest)
        if folder.is_dir():
            with suppress(OSError):
                os.utime(folder)  # the films that are used least recently are removed first
        else:
            await self.make(digest)
        return folder

    async def make(self, digest: str) -> FilmHead:
        """Make a film. Everybody who asks for it meanwhile waits for the same process."""
        task = self.tasks.get(digest)
        if task is None:
            task = self.tasks[digest] = asyncio.get_running_loop().create_task(self._make(digest))
            task.add_done_callback(lambda _: self.tasks.pop(digest, None))
        return await asyncio.shield(task)  # one reader who leaves must not stop it for the others

    async def _make(self, digest: str) -> FilmHead:
        message = await self._answer(FilmJob(str(self._store.replay(digest)), str(self._store.film(digest))))
        if isinstance(message, FilmMade):
            return message.head
        raise _refused(message)

    async def position(self, replay: Path, frame: int, seed: int | None) -> PositionFound:
        """A position of a replay to play on from, with another seed if one is given."""
        message = await self._answer(PositionJob(str(replay), frame, seed))
        if isinstance(message, PositionFound):
            return message
        if isinstance(message, JobFailed) and message.over:
            raise Refusal(errors.NOTHING_LEFT)
        raise _refused(message)

    async def _answer(self, job: Job) -> FromProcess:
        """Have a process do a job that ends with its first answer."""
        async with self._slots:
            answer = await self._processes.ask(job, FILM_S)
        if answer is None:
            raise Refusal(errors.COSTLY_REPLAY)
        return answer

    def save(self, digest: str, tracks: dict[str, LiveTrack]) -> None:
        """Write the film of a match that was watched live. Takes a while: not for the event loop."""
        folder = self._store.film(digest)
        making = folder.with_name(f"{digest}.{os.getpid()}")
        making.mkdir(exist_ok=True)
        for name, track in tracks.items():
            track.save(making, name)
        with suppress(OSError):  # the same film may be there already
            making.rename(folder)
        self._store.remove_old_films()


def _refused(message: FromProcess) -> Refusal:
    """Why a replay cannot be shown."""
    if not isinstance(message, JobFailed):
        message = JobFailed("this replay cannot be shown")
    return Refusal(errors.NOT_REPLAY if message.not_replay else errors.WRONG_REPLAY, why=message.why)
