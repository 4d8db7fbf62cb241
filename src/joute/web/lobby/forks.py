"""Playing on: matches that begin in a position of another match."""

from __future__ import annotations

import asyncio
import json
import secrets
from typing import TYPE_CHECKING, Any

import msgspec

from joute.core.game import Game
from joute.match.replay import Origin
from joute.web import errors
from joute.web.edits import Draft, EditRequest
from joute.web.errors import Refusal
from joute.web.wire import ALL, FilmHead, Fork, NewMatch
from joute.web.worker.pipe import PositionFound

if TYPE_CHECKING:
    from .arena import Arena

SEED_BITS = 64
"""Bits of a seed that nobody chose: too many for a player to try them all."""
OWN = ("preset", "params", "board", "seed")
"""What a position has already."""
_HEAD = msgspec.json.Decoder(FilmHead).decode


async def forked(arena: Arena, wanted: NewMatch, fork: Fork) -> tuple[Game, dict[str, Any], Origin]:
    """The game and the position in which a match is to begin. Refuses what does not fit."""
    _require_alone(wanted, "origin", *OWN, "position")
    head = await arena.head(fork.match)
    if head.game != wanted.game:
        raise Refusal(errors.OTHER_GAME, id=fork.match, game=head.game, other=wanted.game)
    game = await asyncio.to_thread(arena.catalogue.seated, arena.catalogue.game(head.game), wanted, len(head.players))
    found = await position_of(arena, fork)
    return game, found.dump, Origin(found.turn, found.step, fork.match)


def _require_alone(wanted: NewMatch, source: str, *names: str) -> None:
    """Refuse what a position has already."""
    for name in names:
        if getattr(wanted, name):
            raise Refusal(errors.NOT_WITH_ORIGIN, name=name, source=source)


async def placed(arena: Arena, wanted: NewMatch, text: str) -> tuple[Game, dict[str, Any]]:
    """The game and the position of a text in which a match is to begin. Refuses what cannot be played."""
    _require_alone(wanted, "position", *OWN)
    game = arena.catalogue.game(wanted.game)
    answer = await arena.editing.answer(EditRequest(Draft(game.name, "position", text)))
    if answer.trouble is not None:
        raise Refusal(errors.WRONG_POSITION, why=answer.trouble.text)
    if answer.over:
        raise Refusal(errors.NOTHING_LEFT)
    start: dict[str, Any] = json.loads(answer.draft.text)
    return await asyncio.to_thread(arena.catalogue.seated, game, wanted, answer.seats), start


async def position_of(arena: Arena, fork: Fork) -> PositionFound:
    """A position of a match that is over, or that everybody may watch; of the latter with a seed of its own, since
    nobody may know that of a match that is being played."""
    live = arena.live(fork.match)
    if live is None:
        folder = await arena.film(fork.match)
        frames = (await asyncio.to_thread(lambda: _HEAD((folder / f"{ALL}.json").read_bytes()))).frames
    else:
        frames = live.tracks[ALL].frames
    if fork.frame >= frames:
        raise Refusal(errors.NO_POSITION, frame=fork.frame, last=frames - 1)
    seed = None if live is None else secrets.randbits(SEED_BITS)
    return await arena.films.position(await arena.replay_file(fork.match), fork.frame, seed)
