"""What a viewer shows of a state, and how a terminal draws it.

`map` holds the rows of the map in its own letters; `islands` and `fleets` only what stands on them: of an island its
place, owner and gold, of a fleet its place and, for each player, its caravelles, galions and gold. `boats` lists every
boat with the fields of the API. All players in a scene are seats.
"""

from __future__ import annotations

from typing import Any

from joute.core.events import noted
from joute.core.game import Game
from joute.core.marks import CAPTURE, FIGHT, Mark, gathered
from joute.core.text import Text

from . import rules
from .board import ISLAND_COLUMNS, SIDE, TERRAIN, VOLCAN, write
from .params import FIN_PARTIE
from .rules.fights import TO_ISLAND, TO_NOBODY
from .rules.state import (
    ACTIVE,
    BOAT_COLUMNS,
    BOATS,
    GALION,
    ISLE_COLUMNS,
    ISLE_GOLD,
    ISLE_OWNER,
    ISLE_X,
    ISLE_Y,
    SEATS,
)

Scene = dict[str, Any]
Line = list[tuple[str, str]]

BOAT_FIELDS = ("id", "x", "y", "seat", "btype", "nb_or", "deplacable")
EDGE = 3
"""The width of the row numbers."""
EVENTS_SHOWN = 6
SEA, MIXED, MANY = "·", "X", "+"
FLEET = "cG"
"""The letter of a fleet without and with galions."""


def scene(game: Game, world: Any, seat: int | None) -> Scene:
    """Everything a viewer shows of a world; nothing is hidden from any seat."""
    turn = game.turn(world, SEATS)
    islands = _islands(world)
    boats = _boats(world)
    return {
        "game": game.name,
        "turn": turn.number,
        "max_turns": int(world.params[FIN_PARTIE]),
        "phase": turn.phase,
        "current": int(world.state.head[ACTIVE]) if turn.phase == "turn" else None,
        "seat": seat,
        "height": int(world.board.head[SIDE]),
        "width": int(world.board.head[SIDE]),
        "map": write(world.board).split("\n")[SEATS:-1],
        "players": [_player(game, world, player, islands, boats) for player in range(SEATS)],
        "islands": islands,
        "fleets": _fleets(boats),
        "boats": boats,
        "events": _events(noted(world.scratch.events), int(world.board.head[SIDE])),
    }


def _islands(world: Any) -> list[dict[str, Any]]:
    rows = world.state.islands
    return [
        {
            "x": int(rows[at + ISLE_X]),
            "y": int(rows[at + ISLE_Y]),
            "volcano": int(world.board.islands[at // ISLE_COLUMNS * ISLAND_COLUMNS + TERRAIN]) == VOLCAN,
            "owner": None if rows[at + ISLE_OWNER] < 0 else int(rows[at + ISLE_OWNER]),
            "gold": int(rows[at + ISLE_GOLD]),
        }
        for at in range(0, len(rows), ISLE_COLUMNS)
    ]


def _boats(world: Any) -> list[dict[str, int]]:
    words = [int(word) for word in world.state.boats[: int(world.state.head[BOATS]) * BOAT_COLUMNS]]
    rows = (words[at : at + BOAT_COLUMNS] for at in range(0, len(words), BOAT_COLUMNS))
    return [dict(zip(BOAT_FIELDS, row, strict=True)) for row in rows]


def _fleets(boats: list[dict[str, int]]) -> list[dict[str, Any]]:
    """The boats of each cell together, row by row."""
    found: dict[tuple[int, int], dict[str, Any]] = {}
    for boat in boats:
        place = {"x": boat["x"], "y": boat["y"]}
        empty = [{"caravelles": 0, "galions": 0, "gold": 0} for _ in range(SEATS)]
        side = found.setdefault((boat["y"], boat["x"]), place | {"sides": empty})["sides"][boat["seat"]]
        side["galions" if boat["btype"] == GALION else "caravelles"] += 1
        side["gold"] += boat["nb_or"]
    return [found[place] for place in sorted(found)]


def _player(game: Game, world: Any, seat: int, islands: list[Any], boats: list[Any]) -> dict[str, Any]:
    own = [island for island in islands if island["owner"] == seat]
    fleet = [boat for boat in boats if boat["seat"] == seat]
    galions = sum(boat["btype"] == GALION for boat in fleet)
    return {
        "name": game.info.seat_name(seat),
        "score": int(rules.score(world, seat)),
        "islands": sum(not island["volcano"] for island in own),
        "volcanoes": sum(island["volcano"] for island in own),
        "caravelles": len(fleet) - galions,
        "galions": galions,
        "gold": sum(island["gold"] for island in own),
        "cargo": sum(boat["nb_or"] for boat in fleet),
    }


def _events(rows: list[tuple[int, ...]], side: int) -> list[dict[str, Any]]:
    """The fights of the last resolution, each with all that came of it, then the income of each player."""
    fights: list[dict[str, Any]] = []
    income = [0] * SEATS
    for kind, a, b, c, d, e in rows:
        if kind == rules.FIGHT:
            fights.append(_fight(a, b, c, d, e, side))
        elif kind == rules.TAKEN:
            fights[-1]["taken"] = True
        elif kind == rules.SUNK:
            fights[-1]["sunk"].append({"id": b, "seat": c, "btype": d, "nb_or": e})
        elif kind == rules.LOOT:
            receiver = {TO_ISLAND: "island", TO_NOBODY: "nobody"}.get(c, c)
            fights[-1] |= {"loot": b, "receiver": receiver}
        elif kind == rules.INCOME_PAID:
            income[b] += c
    return [*fights, {"kind": "income", "gold": income}] if any(income) else list(fights)


def _fight(cell: int, attacker: int, attacking: int, defending: int, winner: int, side: int) -> dict[str, Any]:
    return {
        "kind": "fight",
        "x": cell % side,
        "y": cell // side,
        "attacker": attacker,
        "galions": [attacking, defending] if attacker == 0 else [defending, attacking],
        "winner": winner,
        "taken": False,
        "sunk": [],
        "loot": 0,
        "receiver": "nobody",
    }


def marks(scene: Scene) -> list[Mark]:
    """Fights by who attacked, and islands that changed hands in them."""
    found: list[Mark] = []
    for fight in (event for event in scene["events"] if event["kind"] == "fight"):
        winner, place = scene["players"][fight["winner"]]["name"], f"{fight['x']}, {fight['y']}"
        sunk = len(fight["sunk"])
        en, fr = f"{winner} wins the fight on {place}", f"{winner} gagne le combat en {place}"
        found.append((FIGHT, fight["attacker"], Text(f"{en}, boats sunk: {sunk}", f"{fr}, bateaux coulés : {sunk}")))
        if fight["taken"]:
            found.append((CAPTURE, fight["winner"], Text(f"{winner} takes {place}", f"{winner} prend {place}")))
    return gathered(found)


# Drawing


def drawing(scene: Scene) -> list[Line]:
    """The scene as lines of (text, style)."""
    return [
        _header(scene),
        *map(_standing, range(SEATS), scene["players"]),
        [],
        *_grid(scene),
        [],
        *LEGEND,
        *_told(scene),
    ]


def _header(scene: Scene) -> Line:
    if scene["current"] is not None:
        name = scene["players"][scene["current"]]["name"]
        line = [(f"round {scene['turn']} / {scene['max_turns']}", "title"), ("   ", "")]
        return [*line, (f"{name} to play", f"seat{scene['current']}")]
    if scene["phase"] == "init":
        return [("before the first round", "title")]
    return [(f"after {scene['max_turns']} rounds", "title"), ("   ", ""), _outcome(scene["players"])]


def _outcome(players: list[dict[str, Any]]) -> tuple[str, str]:
    lead = players[0]["score"] - players[1]["score"]
    if lead == 0:
        return "a draw", "bold"
    winner = int(lead < 0)
    return f"{players[winner]['name']} wins", f"seat{winner}"


def _standing(seat: int, player: dict[str, Any]) -> Line:
    lands = f"{player['islands']:>3} islands {player['volcanoes']:>2} volcanoes"
    boats = f"{player['galions']:>4} galions {player['caravelles']:>3} caravelles"
    gold = f"{player['gold']} on land, {player['cargo']} afloat"
    return [
        (f"{player['name']} {player['score']:>6}", f"seat{seat}"),
        (f"  {lands}  {boats}   ", ""),
        (gold, "gold"),
    ]


def _grid(scene: Scene) -> list[Line]:
    """Three characters a cell: its terrain in its owner's colour, then its fleet."""
    owners = {(island["x"], island["y"]): island["owner"] for island in scene["islands"]}
    fleets = {(fleet["x"], fleet["y"]): fleet["sides"] for fleet in scene["fleets"]}
    numbers = "".join(f"{x:<3}" for x in range(scene["width"])).rstrip()
    lines: list[Line] = [[(" " * EDGE + numbers, "dim")]]
    for y, row in enumerate(scene["map"]):
        line: Line = [(f"{y:>{EDGE - 1}} ", "dim")]
        for x, letter in enumerate(row):
            fleet = fleets.get((x, y))
            _append(line, *_land(letter, owners.get((x, y)), fleet is not None))
            _append(line, *_fleet(fleet))
        lines.append(line)
    return lines


def _append(line: Line, text: str, style: str) -> None:
    """Add a text, to the one before if it looks the same."""
    if line[-1][1] == style:
        line[-1] = line[-1][0] + text, style
    else:
        line.append((text, style))


def _land(letter: str, owner: int | None, sailed: bool) -> tuple[str, str]:
    if letter == "~":
        return " " if sailed else SEA, "dim"
    return letter, "bold" if owner is None else f"seat{owner}"


def _fleet(sides: list[dict[str, int]] | None) -> tuple[str, str]:
    """The letter of a fleet and how many boats it has, if several."""
    if sides is None:
        return "  ", "dim"
    sizes = [side["caravelles"] + side["galions"] for side in sides]
    number = sum(sizes)
    count = " " if number == 1 else str(number) if number < 10 else MANY
    if all(sizes):
        return MIXED + count, "warn"
    seat = int(sizes[0] == 0)
    return FLEET[sides[seat]["galions"] > 0] + count, f"seat{seat}"


LEGEND: list[Line] = [
    [
        ("o island   ^ volcano   G3 three boats, galions among them   c a caravelle   ", "dim"),
        (MIXED, "warn"),
        (" both players", "dim"),
    ]
]


def _told(scene: Scene) -> list[Line]:
    """What the last resolution brought, the first few fights in words."""
    fights = [event for event in scene["events"] if event["kind"] == "fight"]
    names = [player["name"] for player in scene["players"]]
    lines = [_told_fight(fight, names) for fight in fights[:EVENTS_SHOWN]]
    if len(fights) > len(lines):
        lines.append([(f"and {len(fights) - len(lines)} more fights", "dim")])
    return lines


def _told_fight(fight: dict[str, Any], names: list[str]) -> Line:
    first, second = fight["attacker"], 1 - fight["attacker"]
    winner = fight["winner"]
    lost = sum(boat["seat"] == winner for boat in fight["sunk"])
    sunk = len(fight["sunk"]) - lost
    words = f" sinks {sunk} and loses {lost}" + (", takes the island" if fight["taken"] else "")
    if fight["loot"]:
        to = {"island": "on the island", "nobody": "lost to the sea"}.get(fight["receiver"], "to a caravelle")
        words += f", {fight['loot']} gold {to}"
    return [
        (f"fight at {fight['x']},{fight['y']}: ", "warn"),
        (f"{names[first]} {fight['galions'][first]}", f"seat{first}"),
        (" against ", ""),
        (f"{names[second]} {fight['galions'][second]}", f"seat{second}"),
        (", ", ""),
        (f"{names[winner]}{words}", f"seat{winner}"),
    ]
