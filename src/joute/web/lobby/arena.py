"""The arena: the matches that wait, are played, or are over, and the tasks that play them."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections import OrderedDict, deque
from collections.abc import Callable, Coroutine, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from joute.core.rate import Rate
from joute.match.replay import Header
from joute.web import errors
from joute.web.contest.desk import Desk
from joute.web.errors import Refusal
from joute.web.settings import Settings
from joute.web.wire import ALL, MatchHead, NewMatch, NewMatchAnswer, PlayerHead
from joute.web.worker.pipe import (
    FilmJob,
    FollowJob,
    Frame,
    HttpReply,
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
from joute.web.worker.processes import GRACE_S, processes

from . import causes
from .catalogue import Catalogue
from .editing import Editing
from .films import Films
from .following import Following
from .forks import SEED_BITS, forked, placed
from .live_track import BEAT_S, LiveTrack
from .match import Match, seat_heads
from .organising import Organising
from .pictures import Pictures
from .store import MatchStore, StoredMatch
from .supervising import supervise
from .table_cache import TableCache

REMEMBERED = 200
"""How many matches that are over stay in memory, for people who reconnect to their seats."""
IDLE_CHECK_S = 5.0
LINGER_S = 600.0
"""How long programs that play over HTTP are answered when their match is over."""
LINGERING_MOST = 16
"""How many processes may do nothing else."""
RELAYS_MOST = 16
"""How many matches that are played elsewhere may be shown at once."""
LOG = logging.getLogger("joute.web")
T = TypeVar("T")
_HEADER = msgspec.json.Decoder(Header).decode


class Arena:
    """All matches of the server. This runs on the event loop: what takes long goes to a thread or a process."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.catalogue = Catalogue(settings.champions)
        self.store = MatchStore(settings.store, settings.contest is not None)
        self.processes = processes()
        self.matches: OrderedDict[str, Match] = OrderedDict()
        slack = settings.slack
        self.creation = Rate(30 * slack, 0.5 * slack)
        self.uploading = Rate(10 * slack, 0.2 * slack)
        self.guessing = Rate(20 * slack, 0.5 * slack)
        self.changes = Rate(200 * slack, 20 * slack)
        self.tables = TableCache()
        self._slots = asyncio.Semaphore(settings.running)
        self.films = Films(self.store, self.processes)
        self.editing = Editing(self)
        self.pictures = Pictures()
        self.following = Following(self)
        self.organising = Organising(self)
        self.contest = None if settings.contest is None else Desk(settings.contest, self.store.base, slack)
        self._tasks: set[asyncio.Task[None]] = set()
        self._lingering: deque[asyncio.Task[None]] = deque()
        self._store_thread = ThreadPoolExecutor(1, "store")
        """Reads and writes the store off the event loop: one thread, so that writes keep their order."""

    async def start(self) -> None:
        """Start what plays matches, and go on with those that were interrupted."""
        self.processes.start()
        for stored in await self.ask_store(self.store.interrupted):
            self._go_on(stored)
        self.start_task(self._beat())
        if self.settings.contest is not None:
            self.start_task(supervise(self, self.settings.contest))

    def start_task(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Start a task that is cancelled when the server stops. The event loop itself holds tasks only weakly."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def _beat(self) -> None:
        """Send every watcher something now and then, and disconnect those who read nothing."""
        while True:
            await asyncio.sleep(BEAT_S)
            for match in self.matches.values():
                for track in match.tracks.values():
                    for watcher in list(track.watchers):
                        watcher.beat()

    def hang_up(self) -> None:
        """The server ends: let go of everybody who waits for something. Matches that are played here go on when it is
        started again."""
        for match in self.matches.values():
            if match.lasts and isinstance(match.job, PlayJob):
                match.suspend()
            elif match.lasts:
                match.end("failed", causes.SERVER_STOPPED.en)
                self._record(match)

    async def stop(self) -> None:
        """End every process."""
        self.hang_up()
        tasks = [*self._tasks, *self.films.tasks.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await asyncio.to_thread(self.processes.close)
        await asyncio.to_thread(self._store_thread.shutdown)
        self.store.close()

    # New matches

    async def create(self, wanted: NewMatch) -> NewMatchAnswer:
        """Start a match or put it in the queue. The answer has the only copy of its secrets."""
        start, origin, board = None, None, None
        if wanted.origin is not None:
            game, start, origin = await forked(self, wanted, wanted.origin)
        elif wanted.position is not None:
            game, start = await placed(self, wanted, wanted.position)
        else:
            game, board = await asyncio.to_thread(self.catalogue.settled, wanted)
        players = self.catalogue.players(game, wanted)
        guests = any(player.kind != "champion" for player in players)
        self._require_room(guests)
        id = secrets.token_urlsafe(9)
        chosen = wanted.seed if start is None else start["seed"]
        seed = secrets.randbits(SEED_BITS) if chosen is None else int(chosen)
        job = PlayJob(
            game=game.name,
            preset=wanted.preset if start is None else start["preset"],
            params=wanted.params if start is None else start["params"],
            board=board,
            seed=seed,
            players=players,
            clock=wanted.clock,
            isolation=self.settings.isolation,
            replay=str(self.store.playing(id)),
            invite=self.settings.token or "",
            start=start,
            origin=origin,
        )
        match = Match(id, game.name, seat_heads(players, game.info), job, wanted.clock)
        owner, seats = match.new_secrets()
        self._add(match, self._queue(match))
        await self.ask_store(lambda: None)  # its secrets are given when it is on the disk, not before
        if match.clients:
            await match.begun.wait()  # programs may give up on an answer that takes more than a few milliseconds
        return NewMatchAnswer(match.head(), seats, owner)

    def _go_on(self, stored: StoredMatch) -> None:
        """Go on with a match that was interrupted."""
        assert isinstance(stored.job, PlayJob)
        job = msgspec.structs.replace(
            stored.job,
            isolation=self.settings.isolation,
            replay=str(self.store.playing(stored.head.id)),
            invite=self.settings.token or "",
        )
        match = Match.interrupted(stored, job)
        self._add(match, self._queue(match))

    def _require_room(self, guests: bool) -> None:
        lasting = [match for match in self.matches.values() if match.lasts]
        if guests and sum(match.guests for match in lasting) >= self.settings.tables:
            raise Refusal(errors.TABLES_TAKEN, 30)
        waiting = sum(match.state == "waiting" and not match.guests for match in lasting)
        if not guests and waiting >= self.settings.waiting:
            raise Refusal(errors.QUEUE_FULL, 30)

    def _add(self, match: Match, playing: Coroutine[Any, Any, None]) -> None:
        self.matches[match.id] = match
        self._record(match)
        match.task = self.start_task(playing)
        over = [id for id, old in self.matches.items() if not old.lasts]
        for id in over[: max(0, len(over) - REMEMBERED)]:
            del self.matches[id]

    # Playing

    async def _queue(self, match: Match) -> None:
        """Play a match: at once where guests play, else when a slot is free."""
        if match.guests:
            await self._play(match)
        else:
            async with self._slots:
                if match.lasts:
                    await self._play(match)

    async def _play(self, match: Match) -> None:
        """Play a match to its end and store it."""
        if not match.goes_on:
            match.began = time.time()
        why_failed = await self._run_process(match)
        if why_failed == causes.PROCESS_GONE.en and not match.begun.is_set():
            why_failed = await self._run_process(match)  # the zygote had died; it was started again
        if match.lasts:
            await self._close(match, why_failed)

    async def _run_process(self, match: Match) -> str:
        """Have a process play a match: why it failed, or an empty string."""
        pipe = match.pipe = await self.processes.begin(match.job)
        lingers = False
        try:
            why_failed = await self._follow(match, pipe)
            lingers = bool(match.clients) and why_failed in ("", causes.NOBODY_CAME.en)
            return why_failed
        except PipeClosed:
            return causes.PROCESS_GONE.en
        except TimeoutError:
            return causes.TOO_LONG.en
        finally:
            if lingers:
                self._lingering.append(self.start_task(self._linger(match, pipe)))
            else:
                self._dismiss(match, pipe)

    async def _linger(self, match: Match, pipe: ServerEnd) -> None:
        """The match is over, but its programs go on asking who has won: its process answers them for a while."""
        while len(self._lingering) > LINGERING_MOST:
            self._lingering.popleft().cancel()
        try:
            async with asyncio.timeout(LINGER_S):
                while isinstance(message := await pipe.receive(), HttpReply):
                    match.receive(message)
        except (PipeClosed, TimeoutError):
            pass
        finally:
            self._dismiss(match, pipe)

    def _dismiss(self, match: Match, pipe: ServerEnd) -> None:
        """End a process that is done with a match."""
        match.pipe = None
        match.programs.close()
        pipe.close()
        self.end_process(pipe)

    async def _follow(self, match: Match, pipe: ServerEnd) -> str:
        """Pass on the messages of the process until the match is over: why it failed, or an empty string."""
        limit = None if match.guests else self.settings.match_s
        async with asyncio.timeout(limit):
            while True:
                message = await self._next(match, pipe)
                if message is None:
                    return causes.NOBODY_THERE.en
                if isinstance(message, JobFailed):
                    return message.why
                if isinstance(message, (MatchBegun, Frame, ToSeat, HttpReply, MatchEnded)):
                    match.receive(message)
                if isinstance(message, MatchBegun):
                    self._record(match)
                if isinstance(message, MatchEnded):
                    return match.void

    async def _next(self, match: Match, pipe: ServerEnd) -> object:
        """The next message; None where the guests of a match have sent nothing for `idle_s`."""
        receiving = asyncio.ensure_future(pipe.receive())
        try:
            while match.guests:
                done, _ = await asyncio.wait({receiving}, timeout=IDLE_CHECK_S)
                if done:
                    break
                if time.monotonic() - match.touched > self.settings.idle_s:
                    return None
            return await receiving
        finally:
            receiving.cancel()

    def end_process(self, pipe: ServerEnd) -> None:
        """Ask a process to end, and kill it if it does not."""
        self.processes.terminate(pipe.number)

        async def kill() -> None:
            await asyncio.sleep(GRACE_S)
            self.processes.kill(pipe.number)

        self.start_task(kill())

    async def _close(self, match: Match, why_failed: str) -> None:
        """Store a match that is over, its replay under its digest and its film beside it."""
        if why_failed:
            match.end("failed", why_failed)
        else:
            match.replay = await asyncio.to_thread(self._save, self.store.playing(match.id), match.tracks)
            match.end("over")
        self._record(match)

    def _save(self, path: Path, tracks: dict[str, LiveTrack]) -> str:
        digest = self.store.adopt(path)
        self.films.save(digest, tracks)
        return digest

    def _record(self, match: Match) -> None:
        """Write the state of a match to the store, in the background; another program does it for one we follow."""
        if isinstance(match.job, FollowJob):
            return
        self._store_thread.submit(self._put, match.stored())

    def _put(self, match: StoredMatch) -> None:
        try:
            self.store.put(match)
        except Exception:
            LOG.exception("match %s cannot be stored", match.head.id)

    async def ask_store(self, question: Callable[..., T], *values: Any) -> T:
        """Ask the store something, once all that waits to be written is written."""
        return await asyncio.get_running_loop().run_in_executor(self._store_thread, question, *values)

    async def cancel(self, match: Match) -> None:
        """Stop a match for its owner."""
        if match.lasts:
            match.end("failed", causes.OWNER_STOPPED.en)
            self._record(match)
            if match.task is not None:
                match.task.cancel()
                with suppress(asyncio.CancelledError):
                    await match.task
            self.store.clear(match.id)  # what its process has still written

    # Matches that are played elsewhere

    async def relay(self, header: bytes) -> NewMatchAnswer:
        """Show a match that another program plays (`joute run --live`), from its header line."""
        try:
            first = _HEADER(header)
        except (msgspec.MsgspecError, ValueError, RecursionError) as error:
            raise Refusal(errors.WRONG_HEADER, why=error) from None
        if sum(isinstance(match.job, RelayJob) and match.lasts for match in self.matches.values()) >= RELAYS_MOST:
            raise Refusal(errors.TOO_MANY_RELAYS, 10)
        game = self.catalogue.game(first.game)
        id = secrets.token_urlsafe(9)
        players = [
            PlayerHead.of(game.info, seat, player.name[:200], player.name[:200])
            for seat, player in enumerate(first.players)
        ]
        match = Match(id, game.name, players, RelayJob(header, str(self.store.playing(id))))
        owner, _ = match.new_secrets()
        self._add(match, self._play(match))
        await match.begun.wait()
        if match.state == "failed":
            raise Refusal(errors.WRONG_RELAY, why=causes.cause(match.why))
        return NewMatchAnswer(match.head(), [], owner)

    def pass_on(self, match: Match, data: bytes) -> None:
        """Send more lines of a match that is played elsewhere to its process."""
        if not isinstance(match.job, RelayJob):
            raise Refusal(errors.PLAYED_HERE)
        if not match.lasts or match.pipe is None:
            raise Refusal(errors.IS_OVER, why=causes.cause(match.why or match.state))
        match.pipe.send(Lines(data))

    # Matches and films

    async def head(self, id: str) -> MatchHead:
        match = self.matches.get(id) or await self.following.match(id)
        return match.head() if match is not None else (await self.stored(id)).head

    async def stored(self, id: str) -> StoredMatch:
        match = await self.ask_store(self.store.match, id)
        if match is None:
            raise Refusal(errors.NO_MATCH, id=id[:40])
        return match

    async def listed(self, game: str | None, before: str | None) -> list[MatchHead]:
        heads = [match.head for match in await self.ask_store(self.store.matches, game, before)]
        return [self.matches[head.id].head() if head.id in self.matches else head for head in heads]

    async def heads(self, ids: Sequence[str]) -> list[MatchHead]:
        """Some matches by their ids; those that are not there are left out."""
        found = []
        for id in ids:
            with suppress(Refusal):
                found.append(await self.head(id))
        return found

    def live(self, id: str) -> Match | None:
        """The match if it is being played and may be watched; None if it is over; else a refusal."""
        match = self.matches.get(id)
        if match is None or not match.lasts:
            return None
        if match.state == "waiting":
            raise Refusal(errors.NOT_BEGUN, 1)
        if not match.open:
            raise Refusal(errors.IN_THE_FOG)
        return match

    async def film(self, id: str) -> Path:
        """The folder with the film of a match that is over."""
        match = self.matches[id].stored() if id in self.matches else await self.stored(id)
        if match.replay is None:
            raise Refusal(errors.NO_FILM, why=causes.cause(match.head.told or match.head.state))
        return await self.films.folder(match.replay)

    async def replay_file(self, id: str) -> Path:
        """The file of a match, as far as it is played."""
        match = self.matches.get(id)
        if match is not None and match.state == "playing":
            return self.store.playing(id)
        replay = match.replay if match is not None else (await self.stored(id)).replay
        if replay is None:
            raise Refusal(errors.NO_REPLAY)
        return self.store.replay(replay)

    async def adopt(self, upload: Path) -> NewMatchAnswer:
        """Show a replay that somebody has sent: filmed in a process of its own, then a match like the others."""
        digest = await asyncio.to_thread(self.store.adopt, upload)
        await asyncio.to_thread(upload.unlink)
        try:
            head = await self.films.make(digest)
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
        self._record(match)
        return NewMatchAnswer(match.head(), [], owner)
