"""Short matches on small boards, one or more of each game."""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

from tests.web.support import Server

GOLD = "chartichaud-map 1\nsize 1 6\ngrid\n5+A1C . . . . 5+B1C\nend\n"
WIDE = f"chartichaud-map 1\nsize 1 12\ngrid\n5+A1C {'. ' * 10}5+B1C\nend\n"
FOREST = "\n".join(["9 9", "4 4", "1", "3", "#########", *["#.......#"] * 7, "#########", ""])


class Short(NamedTuple):
    """A game, who plays it, and how it is made short."""

    champions: tuple[str, ...]
    more: dict[str, Any]
    foggy: bool = False


SHORT = {
    "archipel": Short(("settler", "corsair"), {"board": "escarmouche-12", "params": {"FIN_PARTIE": 4}}),
    "casus_belli": Short(("hunter", "ambush"), {"board": FOREST}, foggy=True),
    "chartichaud": Short(("settler", "raider"), {"board": GOLD, "params": {"max_turns": 6}}, foggy=True),
    "portails": Short(("weaver", "warden"), {"preset": "finale", "board": "amas-30", "params": {"NB_TOURS": 3}}),
    "tours_de_magie": Short(("mason", "rush", "mason", "rush"), {"params": {"MAX_TOUR": 2}}),
}


@cache
def played(server: Server, game: str) -> str:
    """The id of a match that is over."""
    champions, more, _ = SHORT[game]
    made = server.create(game, *champions, seed=1, **more)
    assert server.until_over(made["match"]["id"])["state"] == "over"
    return str(made["match"]["id"])


def seated(server: Server, game: str, *people: str, **more: Any) -> tuple[str, list[str]]:
    """A match with people in its first seats: its id, and the addresses of their seats."""
    champions, short, _ = SHORT[game]
    players = [*(f"@{name}" for name in people), *("idle" for _ in champions[len(people) :])]
    made = server.create(game, *players, seed=1, **{**short, **more})
    id = made["match"]["id"]
    return id, [f"/play/{id}#{seat['secret']}" for seat in made["seats"]]
