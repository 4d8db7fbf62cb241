"""Demo matches: one of each game between its bundled champions, so that there is something to watch."""

from __future__ import annotations

from contextlib import suppress

from joute.champions.sources.find import bundled
from joute.core.registry import game_names
from joute.web.errors import Refusal
from joute.web.wire import NewMatch, NewPlayer

from .arena import Arena

SEED = 1


async def play_demos(arena: Arena) -> None:
    """Play a match of each game that has none yet."""
    for name in game_names():
        if not any(head.state != "failed" for head in await arena.listed(name, None)):
            game = arena.catalogue.game(name)
            own = [champion for champion, path in bundled(game).items() if path is not None] or ["random"]
            seats = game.info.seats
            players = [NewPlayer("champion", own[seat % len(own)]) for seat in range(seats)]
            with suppress(Refusal):
                await arena.create(NewMatch(name, players, seed=SEED))
