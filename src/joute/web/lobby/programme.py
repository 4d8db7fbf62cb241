"""What is on television: the matches of the arena and of its tournaments that everybody may watch, the best first."""

from __future__ import annotations

import re
from functools import lru_cache
from statistics import fmean
from typing import TYPE_CHECKING, NamedTuple

from joute.arena.store.schema import State
from joute.arena.tournament import airing
from joute.arena.tournament.airing import Aired
from joute.champions.sources.strength import strengths
from joute.core.registry import game_names, load_game
from joute.core.text import Text
from joute.web import errors
from joute.web.errors import Refusal
from joute.web.wire import MatchHead, Programme, Showing

from .store import stored_match

if TYPE_CHECKING:
    from .arena import Arena

RECENT = 20
"""So many of the last results of the arena, and of tournaments, are shown while nothing is played."""
LISTED = 200
"""So many matches of a tournament are shown one after another."""
USUAL = 1500.0
"""The strength of who has no rating among the bundled champions: their mean."""
OWN = re.compile(r"[\w-]{1,64}", re.ASCII)
"""The id of a match that belongs to no tournament."""
NOTHING = Text("", "")


class _Candidate(NamedTuple):
    showing: Showing
    cup: bool
    strength: float
    """Among those of its kind: skill in a tournament, else ratings of bundled champions."""
    began: float


async def best(arena: Arena) -> Programme:
    """What is being played, then the last results, each the best first: those of tournaments, then by the strength of
    who plays, then the newest."""
    cups = [_of_cup(arena, one) for one in await arena.ask_store(airing.on_air, arena.store.base, RECENT)]
    heads = [head for head in await arena.listed(None, None) if head.state in ("playing", "over") and head.open]
    running = [_of_arena(arena, head) for head in heads if head.state == "playing"]
    over = [_of_arena(arena, head) for head in heads if head.state == "over"][:RECENT]
    everything = [one for one in [*cups, *running, *over] if one.showing.game in game_names()]
    everything.sort(key=lambda one: (one.showing.state != "playing", not one.cup, -one.strength, -one.began))
    return Programme([one.showing for one in everything], True)


async def playlist(arena: Arena, names: list[str]) -> Programme:
    """Some matches in the order wanted. Refuses one that everybody may not see."""
    known = {one.id: one for one in await arena.ask_store(_named, arena, names)}
    for id in names:
        if id not in known:
            if not OWN.fullmatch(id):  # a match of a tournament that is not for everybody has a key, too
                raise Refusal(errors.NO_MATCH, id=id.removeprefix("n.")[:40])
            known[id] = _of_arena(arena, await arena.head(id)).showing
    return Programme([known[id] for id in names if known[id].state != "failed"], False)


def _named(arena: Arena, names: list[str]) -> list[Showing]:
    """The matches of tournaments among those that are named."""
    numbers = [number for name in names if (number := arena.store.number(name)) is not None]
    return [_of_cup(arena, one).showing for one in airing.numbered(arena.store.base, numbers)]


async def of_tournament(arena: Arena, name: str, number: int | None) -> Programme:
    """The matches of a tournament, or of one of its rounds, in the order in which they were drawn."""
    aired, more = await arena.ask_store(airing.of_rounds, arena.store.base, name, number, LISTED)
    showings = [_of_cup(arena, one).showing for one in aired]
    return Programme([one for one in showings if one.state != "failed"], more)


def _of_cup(arena: Arena, aired: Aired) -> _Candidate:
    head = stored_match(aired.match).head
    state = "waiting" if aired.match.state == State.RUNNING and not aired.live else head.state
    showing = Showing(
        arena.store.id(aired.match.id), head.game, _title(arena, head.game), state, head.players, aired.stake
    )
    return _Candidate(showing, True, aired.skill, head.began)


def _of_arena(arena: Arena, head: MatchHead) -> _Candidate:
    state = "waiting" if head.state == "playing" and not head.open else head.state
    showing = Showing(head.id, head.game, _title(arena, head.game), state, head.players, NOTHING)
    ratings = _ratings(head.game)
    return _Candidate(showing, False, fmean(ratings.get(one.kind, USUAL) for one in head.players), head.began)


@lru_cache(maxsize=64)
def _ratings(game: str) -> dict[str, float]:
    """The ratings of the bundled champions of a game."""
    known = strengths(load_game(game)) if game in game_names() else None
    return {} if known is None else {name: float(one.points) for name, one in known.champions.items()}


def _title(arena: Arena, game: str) -> str:
    return arena.catalogue.game(game).info.title if game in game_names() else game
