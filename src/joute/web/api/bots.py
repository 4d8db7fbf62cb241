"""The games' own HTTP protocols, served under a prefix; matches that are played there appear among the others."""

from __future__ import annotations

import asyncio
import tempfile
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import msgspec

from joute.core.game import Game
from joute.core.registry import game_names
from joute.match.replay import Named, header_of, phase_line, result_line
from joute.match.verdict import Report
from joute.web.errors import Refusal
from joute.web.lobby.arena import Arena
from joute.web.security import ASGIApp

PREFIX = "/http"


def has_protocol(game: Game) -> bool:
    return find_spec(f"{game.package}.http") is not None


def services(arena: Arena, invite: str) -> dict[str, ASGIApp]:
    """The games' own protocols by their prefix. Where the arena has an access token, it is their invitation code."""
    protocols: dict[str, ASGIApp] = {}
    for name in game_names():
        game = arena.catalogue.game(name)
        if has_protocol(game):
            filing = Filing(arena)
            protocols[f"{PREFIX}/{name}"] = game.module("http").Service(
                game.on(), lobby=True, invite=invite, finished=filing.begin
            )
    return protocols


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


def record(match: Any) -> bytes:
    """The replay of a match, from its first table (`first`), its phases (`record`) and its players (`names`)."""
    table = match.table.copy()
    game = table.game
    lines: list[Any] = [header_of(match.first, tuple(Named(name or "") for name in match.names))]
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
