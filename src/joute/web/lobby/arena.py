"""The arena: the queue of matches, those that are being played, and what becomes of them."""

from __future__ import annotations

import asyncio
import logging
import os
import secrets
import signal
import time
from collections import OrderedDict
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from joute.core.rate import Rate
from joute.match.replay import Header
from joute.web import errors
from joute.web.errors import Refusal
from joute.web.settings import Settings
from joute.web.wire import ALL, FilmHead, MatchHead, NewMatch, NewMatchAnswer, PlayerHead
from joute.web.worker.pipe import (
    FilmJob,
    FilmMade,
    Frame,
    Job,
    JobFailed,
    Lines,
    MatchBegun,
    MatchEnded,
    PipeClosed,
    PlayJob,
    RelayJob,
    ServerEnd,
    ToSeat,
)
from joute.web.worker.zygote import GRACE_S, Zygote

from . import causes
from .catalogue import Catalogue
from .live_track import BEAT_S, LiveTrack
from .match import Match, seat_heads
from .store import Kept, Store
from .table_cache import Tables

REMEMBERED = 200
"""So many matches that are over stay in memory, for those who come back to their seats."""
FILM_S = 120.0
IDLE_CHECK_S = 5.0
FILMS_AT_ONCE = 2
RELAYS_MOST = 16
SEED_BITS = 53
"""Of a seed that nobody chose: too many to try them all against what a player sees, and exact in a browser."""
LOG = logging.getLogger("joute.web")
T = TypeVar("T")
HeaderLine = msgspec.json.Decoder(Header)


class Arena:
    """All that goes on. Everything here runs on the event loop, and nothing here takes long."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.catalogue = Catalogue(settings.champions)
        self.store = Store(settings.store)
        self.zygote = Zygote()
        self.matches: OrderedDict[str, Match] = OrderedDict()
        slack = settings.slack
        self.creation = Rate(30 * slack, 0.5 * slack)
        self.uploading = Rate(10 * slack, 0.2 * slack)
        self.guessing = Rate(20 * slack, 0.5 * slack)
        self.tables = Tables()
        self._slots = asyncio.Semaphore(settings.running)
        self._filming = asyncio.Semaphore(FILMS_AT_ONCE)
        self._films: dict[str, asyncio.Task[FilmHead]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._clerk = ThreadPoolExecutor(1, "clerk")
        """Reads and writes the store, in the order asked, off the event loop."""

    async def start(self) -> None:
        self.zygote.start()
        self._keep(self._beat())

    def _keep(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Something to be done beside the rest, until it is done or the server stops."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def _beat(self) -> None:
        """All who watch are heard of now and then."""
        while True:
            await asyncio.sleep(BEAT_S)
            for match in self.matches.values():
                for track in match.tracks.values():
                    for watcher in list(track.watchers):
                        watcher.beat()

    async def stop(self) -> None:
        """End every match; none is left."""
        for match in self.matches.values():
            if match.lasts:
                match.end("failed", causes.SERVER_STOPPED.en)
                self._file(match)
        for task in [*self._tasks, *self._films.values()]:
            task.cancel()
        await asyncio.gather(*self._tasks, *self._films.values(), return_exceptions=True)
        await asyncio.to_thread(self.zygote.close)
        await asyncio.to_thread(self._clerk.shutdown)
        self.store.close()

    # Asking for a match

    async def create(self, wanted: NewMatch) -> NewMatchAnswer:
        """A new match, in the queue or begun, with the only copy of its secrets."""
        game, board = await asyncio.to_thread(self.catalogue.settled, wanted)
        players = self.catalogue.players(game, wanted)
        people = any(player.kind == "human" for player in players)
        self._require_room(people)
        id = secrets.token_urlsafe(9)
        seed = secrets.randbits(SEED_BITS) if wanted.seed is None else wanted.seed
        job = PlayJob(
            game=game.name,
            preset=wanted.preset,
            params=wanted.params,
            board=board,
            seed=seed,
            players=players,
            clock=wanted.clock,
            isolation=self.settings.isolation,
            replay=str(self.store.playing(id)),
        )
        match = Match(id, game.name, seat_heads(players, game.info.seat_name), job, wanted.clock)
        owner, seats = match.new_secrets()
        self._enter(match, self._queued(match))
        return NewMatchAnswer(match.head(), seats, owner)

    def _require_room(self, people: bool) -> None:
        lasting = [match for match in self.matches.values() if match.lasts]
        if people and sum(bool(match.people) for match in lasting) >= self.settings.tables:
            raise Refusal(errors.TABLES_TAKEN, 30)
        waiting = sum(match.state == "waiting" and not match.people for match in lasting)
        if not people and waiting >= self.settings.waiting:
            raise Refusal(errors.QUEUE_FULL, 30)

    def _enter(self, match: Match, playing: Coroutine[Any, Any, None]) -> None:
        self.matches[match.id] = match
        self._file(match)
        match.task = self._keep(playing)
        over = [id for id, old in self.matches.items() if not old.lasts]
        for id in over[: max(0, len(over) - REMEMBERED)]:
            del self.matches[id]

    # Playing

    async def _queued(self, match: Match) -> None:
        """A match of champions waits for its turn; people do not."""
        if match.people:
            await self._played(match)
        else:
            async with self._slots:
                if match.lasts:
                    await self._played(match)

    async def _played(self, match: Match) -> None:
        """Play a match to its end, whatever that is, and file it."""
        match.began = time.time()
        told = await self._tried(match)
        if told == causes.PROCESS_GONE.en and not match.begun.is_set():
            told = await self._tried(match)  # the zygote died under it
        if match.lasts:
            await self._close(match, told)

    async def _tried(self, match: Match) -> str:
        """A process plays a match: why it failed, or nothing."""
        pipe = match.pipe = await self.zygote.begin(match.job)
        try:
            return await self._followed(match, pipe)
        except PipeClosed:
            return causes.PROCESS_GONE.en
        except TimeoutError:
            return causes.TOO_LONG.en
        finally:
            pipe.close()
            self._end_process(pipe)

    async def _followed(self, match: Match, pipe: ServerEnd) -> str:
        """Pass on what the process of a match says, until it is over; why it failed, or nothing."""
        limit = None if match.people else self.settings.match_s
        async with asyncio.timeout(limit):
            while True:
                message = await self._next(match, pipe)
                if message is None:
                    return causes.NOBODY_THERE.en
                if isinstance(message, JobFailed):
                    return message.why
                if isinstance(message, (MatchBegun, Frame, ToSeat, MatchEnded)):
                    match.hear(message)
                if isinstance(message, MatchBegun):
                    self._file(match)
                if isinstance(message, MatchEnded):
                    return match.void

    async def _next(self, match: Match, pipe: ServerEnd) -> object:
        """The next message; None where people have been away for too long."""
        receiving = asyncio.ensure_future(pipe.receive())
        try:
            while match.people:
                done, _ = await asyncio.wait({receiving}, timeout=IDLE_CHECK_S)
                if done:
                    break
                if time.monotonic() - match.touched > self.settings.idle_s:
                    return None
            return await receiving
        finally:
            receiving.cancel()

    def _end_process(self, pipe: ServerEnd) -> None:
        """Ask a process to end, and see to it that it does."""
        self.zygote.signal(pipe.number, signal.SIGTERM)

        async def kill() -> None:
            await asyncio.sleep(GRACE_S)
            self.zygote.signal(pipe.number, signal.SIGKILL)

        self._keep(kill())

    async def _close(self, match: Match, told: str) -> None:
        """File a match that is over, its replay under the name of its content and its film beside it."""
        path = self.store.playing(match.id)
        if told:
            match.end("failed", told)
            path.unlink(missing_ok=True)
        else:
            match.replay = await asyncio.to_thread(self._kept, path, match.tracks)
            match.end("over")
        self._file(match)

    def _kept(self, path: Path, tracks: dict[str, LiveTrack]) -> str:
        digest = self.store.adopt(path)
        folder = self.store.film(digest)
        making = folder.with_name(f"{digest}.{os.getpid()}")
        making.mkdir(exist_ok=True)
        for name, track in tracks.items():
            track.save(making, name)
        with suppress(OSError):
            making.rename(folder)
        self.store.thin_films()
        return digest

    def _file(self, match: Match) -> None:
        self._clerk.submit(self._put, match.kept())

    def _put(self, kept: Kept) -> None:
        try:
            self.store.put(kept)
        except Exception:
            LOG.exception("match %s cannot be filed", kept.head.id)

    async def ask_store(self, question: Callable[..., T], *values: Any) -> T:
        """What the store says, once all that is to be written is written."""
        return await asyncio.get_running_loop().run_in_executor(self._clerk, question, *values)

    async def cancel(self, match: Match) -> None:
        """The owner wants no more of it."""
        if match.lasts:
            match.end("failed", causes.OWNER_STOPPED.en)
            self._file(match)
            if match.task is not None:
                match.task.cancel()
                with suppress(asyncio.CancelledError):
                    await match.task
            self.store.playing(match.id).unlink(missing_ok=True)

    # Matches that are played elsewhere

    async def relay(self, header: bytes) -> NewMatchAnswer:
        """A match that somebody plays on this machine and lets others watch."""
        try:
            told = HeaderLine.decode(header)
        except (msgspec.MsgspecError, ValueError, RecursionError) as fault:
            raise Refusal(errors.WRONG_HEADER, why=fault) from None
        if sum(isinstance(match.job, RelayJob) and match.lasts for match in self.matches.values()) >= RELAYS_MOST:
            raise Refusal(errors.TOO_MANY_RELAYS, 10)
        game = self.catalogue.game(told.game)
        id = secrets.token_urlsafe(9)
        players = [
            PlayerHead(player.name[:200], game.info.seat_name(seat), player.name[:200])
            for seat, player in enumerate(told.players)
        ]
        match = Match(id, game.name, players, RelayJob(header, str(self.store.playing(id))))
        owner, _ = match.new_secrets()
        self._enter(match, self._played(match))
        await match.begun.wait()
        if match.state == "failed":
            raise Refusal(errors.WRONG_RELAY, why=causes.cause(match.told))
        return NewMatchAnswer(match.head(), [], owner)

    def pass_on(self, match: Match, data: bytes) -> None:
        """More lines of a match that is played elsewhere."""
        if not isinstance(match.job, RelayJob):
            raise Refusal(errors.PLAYED_HERE)
        if not match.lasts or match.pipe is None:
            raise Refusal(errors.IS_OVER, why=causes.cause(match.told or match.state))
        match.pipe.send(Lines(data))

    # Looking

    async def head(self, id: str) -> MatchHead:
        match = self.matches.get(id)
        return match.head() if match is not None else (await self.stored(id)).head

    async def stored(self, id: str) -> Kept:
        kept = await self.ask_store(self.store.match, id)
        if kept is None:
            raise Refusal(errors.NO_MATCH, id=id[:40])
        return kept

    async def listed(self, game: str | None, before: str | None) -> list[MatchHead]:
        found = await self.ask_store(self.store.matches, game, before)
        return [self.matches[kept.head.id].head() if kept.head.id in self.matches else kept.head for kept in found]

    def live(self, id: str) -> Match | None:
        """A match that can be watched while it is played, if it is being played."""
        match = self.matches.get(id)
        if match is None or not match.lasts:
            return None
        if match.state == "waiting":
            raise Refusal(errors.NOT_BEGUN, 1)
        if not match.open:
            raise Refusal(errors.IN_THE_FOG)
        return match

    async def film(self, id: str) -> Path:
        """The folder with the film of a match that is over, made again if need be."""
        kept = self.matches[id].kept() if id in self.matches else await self.stored(id)
        if kept.replay is None:
            raise Refusal(errors.NO_FILM, why=causes.cause(kept.head.told or kept.head.state))
        folder = self.store.film(kept.replay)
        if folder.is_dir():
            with suppress(OSError):
                os.utime(folder)
        else:
            await self.filmed(kept.replay)
        return folder

    async def filmed(self, digest: str) -> FilmHead:
        """Film a replay; who asks meanwhile waits for the same film."""
        task = self._films.get(digest)
        if task is None:
            task = self._films[digest] = asyncio.get_running_loop().create_task(self._make_film(digest))
            task.add_done_callback(lambda _: self._films.pop(digest, None))
        return await asyncio.shield(task)

    async def _make_film(self, digest: str) -> FilmHead:
        async with self._filming:
            job: Job = FilmJob(str(self.store.replay(digest)), str(self.store.film(digest)))
            pipe = await self.zygote.begin(job)
            try:
                async with asyncio.timeout(FILM_S):
                    message = await pipe.receive()
            except (PipeClosed, TimeoutError):
                raise Refusal(errors.COSTLY_REPLAY) from None
            finally:
                pipe.close()
                self.zygote.signal(pipe.number, signal.SIGKILL)
        if isinstance(message, FilmMade):
            return message.head
        if not isinstance(message, JobFailed):
            message = JobFailed("this replay cannot be shown")
        raise Refusal(errors.NOT_REPLAY if message.not_replay else errors.WRONG_REPLAY, why=message.why)

    async def adopt(self, upload: Path) -> NewMatchAnswer:
        """A replay that somebody has sent: looked at in a process of its own, and then a match like others."""
        digest = await asyncio.to_thread(self.store.adopt, upload)
        try:
            head = await self.filmed(digest)
        except Refusal:
            if not await self.ask_store(self.store.shows, digest):
                self.store.replay(digest).unlink(missing_ok=True)
            raise
        match = Match(secrets.token_urlsafe(9), head.game, head.players, FilmJob("", ""))
        owner, _ = match.new_secrets()
        match.replay = digest
        match.ranks = head.result.ranks if head.result else None
        match.tracks = {ALL: LiveTrack(head)}
        match.tracks[ALL].turns, match.tracks[ALL].scores = head.turns[-1:], head.scores[-1:]
        match.end("over", "" if head.damage is None else head.damage.en)
        self._file(match)
        return NewMatchAnswer(match.head(), [], owner)
