"""Matches of tournaments, watched while another program on this machine plays them.

That program writes a replay as it plays (`live_file`); a process of ours replays it from there, from the moment that
somebody wants to watch. The result is the store's: it is told when that program has filed it.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING

from joute.arena.tournament.model import live_file
from joute.web import errors
from joute.web.errors import Refusal
from joute.web.worker.pipe import FollowJob, Frame, JobFailed, MatchBegun, MatchEnded, PipeClosed

from . import causes
from .match import Match
from .store import StoredMatch

if TYPE_CHECKING:
    from .arena import Arena

FOLLOWED_MOST = 16
"""How many matches are followed at once."""
FILED_S, AGAIN_S = 30.0, 0.1
"""Seconds that a result may take to be filed, and between two looks for it."""


class Following:
    """The matches that are followed; they are among the matches of the arena as long as they last."""

    def __init__(self, arena: Arena) -> None:
        self.arena = arena
        self._begin = asyncio.Lock()

    async def match(self, id: str) -> Match | None:
        """The match of a tournament, if it is being played where we can see it: by its number, n.NUMBER."""
        number = self.arena.store.number(id)
        if number is None or not live_file(self.arena.store.base, number).is_file():
            return None
        async with self._begin:
            known = self.arena.matches.get(id)
            if known is not None:
                return known
            stored = await self.arena.stored(id)
            if stored.head.state != "playing":
                return None
            match = self._followed(id, number, stored)
        await match.begun.wait()
        return match if match.lasts else None

    def _followed(self, id: str, number: int, stored: StoredMatch) -> Match:
        arena = self.arena
        if sum(isinstance(one.job, FollowJob) for one in arena.matches.values()) >= FOLLOWED_MOST:
            raise Refusal(errors.TOO_MANY_RELAYS, 10)
        job = FollowJob(str(live_file(arena.store.base, number)))
        match = arena.matches[id] = Match(id, stored.head.game, stored.head.players, job)
        match.began = stored.head.began
        match.task = arena.start_task(self._follow(match))
        return match

    async def _follow(self, match: Match) -> None:
        """Show a match until it is over and filed; then it is one of the store's."""
        why = causes.SERVER_STOPPED.en
        try:
            why = await self._shown(match)
            filed = None if why else await self._filed(match.id)
            if filed is not None and filed.replay is not None:
                await asyncio.to_thread(self.arena.films.save, filed.replay, match.tracks)
                match.end("over")
        finally:
            if match.lasts:
                match.end("failed", why or causes.PROCESS_GONE.en)
            self.arena.matches.pop(match.id, None)

    async def _shown(self, match: Match) -> str:
        """Pass on the messages of the process that replays it: why it failed, or an empty string."""
        pipe = match.pipe = await self.arena.processes.begin(match.job)
        try:
            while True:
                message = await pipe.receive()
                if isinstance(message, JobFailed):
                    return message.why
                if isinstance(message, (MatchBegun, Frame, MatchEnded)):
                    match.receive(message)
                if isinstance(message, MatchEnded):
                    return match.void
        except PipeClosed:
            return causes.PROCESS_GONE.en
        finally:
            match.pipe = None
            pipe.close()
            self.arena.end_process(pipe)

    async def _filed(self, id: str) -> StoredMatch | None:
        """The match as it was filed; None where that takes too long."""
        with suppress(TimeoutError):
            async with asyncio.timeout(FILED_S):
                while (stored := await self.arena.stored(id)).head.state == "playing":
                    await asyncio.sleep(AGAIN_S)
                return stored
        return None
