"""What a viewer shows of a state, and how a terminal draws it.

`map` holds the rows of the map in its own letters; `islands` and `fleets` only what stands on them: of an island its
cell, owner and gold, of a fleet its cell and, for each player, its caravelles, galions and gold. `boats` lists every
boat with the fields of the API. All players in a scene are seats.
"""

from __future__ import annotations

from typing import Any

from joute.core.drawing import Line, Part, first_of, grid, outcome, ruler, seat_style, to_play
from joute.core.legacy_events import noted
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

BOAT_FIELDS = ("id", "x", "y", "seat", "btype", "nb_or", "deplacable")
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
    values = [int(value) for value in world.state.boats[: int(world.state.head[BOATS]) * BOAT_COLUMNS]]
    rows = (values[at : at + BOAT_COLUMNS] for at in range(0, len(values), BOAT_COLUMNS))
    return [dict(zip(BOAT_FIELDS, row, strict=True)) for row in rows]


def _fleets(boats: list[dict[str, int]]) -> list[dict[str, Any]]:
    """The boats of each cell together, row by row."""
    fleets: dict[tuple[int, int], dict[str, Any]] = {}
    for boat in boats:
        empty = [{"caravelles": 0, "galions": 0, "gold": 0} for _ in range(SEATS)]
        fleet = fleets.setdefault((boat["y"], boat["x"]), {"x": boat["x"], "y": boat["y"], "sides": empty})
        side = fleet["sides"][boat["seat"]]
        side["galions" if boat["btype"] == GALION else "caravelles"] += 1
        side["gold"] += boat["nb_or"]
    return [fleets[cell] for cell in sorted(fleets)]


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
    marks: list[Mark] = []
    for fight in (event for event in scene["events"] if event["kind"] == "fight"):
        winner, cell = scene["players"][fight["winner"]]["name"], f"{fight['x']}, {fight['y']}"
        sunk = len(fight["sunk"])
        en, fr = f"{winner} wins the fight on {cell}", f"{winner} gagne le combat en {cell}"
        marks.append((FIGHT, fight["attacker"], Text(f"{en}, boats sunk: {sunk}", f"{fr}, bateaux coulés : {sunk}")))
        if fight["taken"]:
            marks.append((CAPTURE, fight["winner"], Text(f"{winner} takes {cell}", f"{winner} prend {cell}")))
    return gathered(marks)


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
        *_fights(scene),
    ]


def _header(scene: Scene) -> Line:
    if scene["current"] is not None:
        name = scene["players"][scene["current"]]["name"]
        line = [(f"round {scene['turn']} / {scene['max_turns']}", "title"), ("   ", "")]
        return [*line, to_play(name, scene["current"])]
    if scene["phase"] == "init":
        return [("before the first round", "title")]
    return [(f"after {scene['max_turns']} rounds", "title"), ("   ", ""), outcome(scene["players"])]


def _standing(seat: int, player: dict[str, Any]) -> Line:
    lands = f"{player['islands']:>3} islands {player['volcanoes']:>2} volcanoes"
    boats = f"{player['galions']:>4} galions {player['caravelles']:>3} caravelles"
    gold = f"{player['gold']} on land, {player['cargo']} afloat"
    return [
        (f"{player['name']} {player['score']:>6}", seat_style(seat)),
        (f"  {lands}  {boats}   ", ""),
        (gold, "gold"),
    ]


def _grid(scene: Scene) -> list[Line]:
    """Three characters a cell: its terrain in its owner's colour, then its fleet."""
    owners = {(island["x"], island["y"]): island["owner"] for island in scene["islands"]}
    fleets = {(fleet["x"], fleet["y"]): fleet["sides"] for fleet in scene["fleets"]}
    rows = [
        [part for x, letter in enumerate(row) for part in _cell(letter, owners.get((x, y)), fleets.get((x, y)))]
        for y, row in enumerate(scene["map"])
    ]
    return [ruler(f"{x:<3}" for x in range(scene["width"])), *grid(rows)]


def _cell(letter: str, owner: int | None, fleet: list[dict[str, int]] | None) -> tuple[Part, Part]:
    return _land(letter, owner, fleet is not None), _fleet(fleet)


def _land(letter: str, owner: int | None, sailed: bool) -> Part:
    if letter == "~":
        return " " if sailed else SEA, "dim"
    return letter, "bold" if owner is None else seat_style(owner)


def _fleet(sides: list[dict[str, int]] | None) -> Part:
    """The letter of a fleet and how many boats it has, if several."""
    if sides is None:
        return "  ", "dim"
    sizes = [side["caravelles"] + side["galions"] for side in sides]
    number = sum(sizes)
    count = " " if number == 1 else str(number) if number < 10 else MANY
    if all(sizes):
        return MIXED + count, "warn"
    seat = int(sizes[0] == 0)
    return FLEET[sides[seat]["galions"] > 0] + count, seat_style(seat)


LEGEND: list[Line] = [
    [
        ("o island   ^ volcano   G3 three boats, galions among them   c a caravelle   ", "dim"),
        (MIXED, "warn"),
        (" both players", "dim"),
    ]
]


def _fights(scene: Scene) -> list[Line]:
    """The fights of the last resolution, the first few in words."""
    names = [player["name"] for player in scene["players"]]
    fights = [_fight_line(event, names) for event in scene["events"] if event["kind"] == "fight"]
    return first_of(fights, EVENTS_SHOWN, "more fights")


def _fight_line(fight: dict[str, Any], names: list[str]) -> Line:
    first, second = fight["attacker"], 1 - fight["attacker"]
    winner = fight["winner"]
    lost = sum(boat["seat"] == winner for boat in fight["sunk"])
    sunk = len(fight["sunk"]) - lost
    result = f" sinks {sunk} and loses {lost}" + (", takes the island" if fight["taken"] else "")
    if fight["loot"]:
        to = {"island": "on the island", "nobody": "lost to the sea"}.get(fight["receiver"], "to a caravelle")
        result += f", {fight['loot']} gold {to}"
    return [
        (f"fight at {fight['x']},{fight['y']}: ", "warn"),
        (f"{names[first]} {fight['galions'][first]}", seat_style(first)),
        (" against ", ""),
        (f"{names[second]} {fight['galions'][second]}", seat_style(second)),
        (", ", ""),
        (f"{names[winner]}{result}", seat_style(winner)),
    ]
