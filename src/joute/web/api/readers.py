"""Who reads a match: its owner everything, a contestant what is their own, everybody else what is public."""

from __future__ import annotations

from typing import NamedTuple

from joute.web.contest.access import Sight, sight
from joute.web.lobby.arena import Arena

from .http import AnyRequest, is_owner


class Reader(NamedTuple):
    """What somebody may read of a match."""

    owner: bool
    sight: Sight | None
    """In a match of a contest: of which seats."""

    def noted(self, seat: int) -> bool:
        """Whether they may read the private notes of a seat's champion."""
        return self.owner or (self.sight is not None and seat in self.sight.seats)

    def told(self, seat: int) -> bool:
        """Whether they may read what went wrong at a seat: in a contest that is private, too."""
        return self.sight is None or seat in self.sight.seats


async def reader(arena: Arena, request: AnyRequest, id: str) -> Reader:
    """What whoever asks may read of a match; refuses those who may not even watch it."""
    known = await sight(arena, request, id)
    return Reader(known is None and await is_owner(arena, request, id), known)
