"""The games' own HTTP protocols, served under a prefix; matches that are played there appear among the others."""

from __future__ import annotations

import asyncio
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from joute.core.registry import game_names
from joute.match.replay import Named, header_of, phase_line, result_line
from joute.match.verdict import Report
from joute.web import errors
from joute.web.errors import Refusal
from joute.web.lobby import causes
from joute.web.lobby.arena import Arena
from joute.web.lobby.forwarding import send_reply
from joute.web.lobby.match import Match
from joute.web.security import ASGIApp, Mount, Receive, Scope, Send, refuse
from joute.web.settings import Served, Settings
from joute.web.worker.clients import has_protocol
from joute.web.worker.pipe import HttpReply

PREFIX, MATCHES = "/http", "/m/"


class Programs:
    """A game's own protocol: its lobby, and below `/m/ID` the match of the arena with that id, where programs play."""

    def __init__(self, arena: Arena, lobby: ASGIApp) -> None:
        self.arena = arena
        self.lobby = lobby

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        raw: bytes = scope.get("raw_path") or scope["path"].encode()
        below = raw.decode("latin-1").removeprefix(f"{scope['root_path']}{MATCHES}")
        id, slash, rest = below.partition("/")
        match = self.arena.matches.get(id)
        if match is None or not match.clients:
            await self.lobby(scope, receive, send)
        elif (reply := await self._forward(match, scope, slash + rest)) is not None:
            await send_reply(send, reply)
        elif match.suspended:
            await refuse(scope, receive, send, Refusal(errors.SERVER_ENDS, 5))
        else:
            await refuse(scope, receive, send, Refusal(errors.IS_OVER, why=causes.cause(match.why or match.state)))

    async def _forward(self, match: Match, scope: Scope, path: str) -> HttpReply | None:
        await match.begun.wait()
        match.touched = time.monotonic()
        return None if match.pipe is None else await match.programs.ask(match.pipe, scope, path)


class Protocols(NamedTuple):
    """The games' own protocols by the prefix of their paths; what answers at the root, if one of them does; and what is
    to be called when the server starts."""

    mounts: dict[str, Mount]
    home: ASGIApp | None
    starts: list[Callable[[], None]]


def protocols(arena: Arena, settings: Settings) -> Protocols:
    """The games' own protocols.

    Where the arena has an access token, it is their invitation code.
    """
    mounts: dict[str, Mount] = {}
    home, starts = None, []
    for plain in filter(has_protocol, map(arena.catalogue.game, game_names())):
        at_root = settings.served is not None and settings.served.game.name == plain.name
        game, board, seed = settings.served if settings.served is not None and at_root else Served(plain.on())
        module = game.module("http")
        lobby = module.Lobby(
            game,
            board,
            seed,
            settings.token or "",
            Filing(arena).begin,
            folder=arena.store.folder / f"programs-{game.name}",
        )
        starts.append(lobby.restore)
        programs = Programs(arena, lobby)
        mounts[f"{PREFIX}/{game.name}"] = Mount(f"{PREFIX}/{game.name}", programs)
        if at_root:
            mounts |= {f"/{route}": Mount("", programs) for route in module.ROUTES}
            home = programs
    return Protocols(mounts, home, starts)


class Filing:
    """Adds matches that are over to those of the arena."""

    def __init__(self, arena: Arena) -> None:
        self.arena = arena
        self._tasks: set[asyncio.Task[None]] = set()

    def begin(self, match: Any) -> None:
        task = asyncio.get_running_loop().create_task(self._file(match))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _file(self, match: Any) -> None:
        lines = await asyncio.to_thread(record, match)
        with tempfile.NamedTemporaryFile(
            dir=self.arena.store.folder / "playing", suffix=".jsonl", delete=False
        ) as file:
            file.write(lines)
        with suppress(Refusal):
            await self.arena.adopt(Path(file.name))
            await self.arena.ask_store(lambda: None)
        if match.journal is not None:
            await asyncio.to_thread(match.journal.remove)


def record(match: Any) -> bytes:
    """The replay of a match, from its first table (`first`), its phases (`record`) and its `recorded_names`."""
    table = match.table.copy()
    game = table.game
    lines: list[Any] = [header_of(match.first, tuple(Named(name) for name in match.recorded_names))]
    lines += [
        phase_line(
            game,
            played.turn,
            played.orders,
            played.digest,
            wall_ms=(round(played.wall_ms, 3),) * len(played.turn.seats),
            forfeit=played.forfeit,
        )
        for played in match.record
    ]
    while (turn := table.turn).seats:
        table.end_phase()
        lines.append(phase_line(game, turn, [()] * len(turn.seats), table.digest))
    lines.append(result_line(table.result, (Report(),) * table.seats))
    return b"".join(msgspec.json.encode(line) + b"\n" for line in lines)
