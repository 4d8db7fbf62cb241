"""What a viewer shows of a state, and how a terminal draws it.

`map` holds the rows of the map in its own letters; `islands` and `fleets` only what stands on them: of an island its
cell, owner and gold, of a fleet its cell and, for each player, its caravelles, galions and gold. `boats` lists every
boat with the fields of the API. All players in a scene are seats.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from joute.core.drawing import Line, Part, first_of, grid, outcome, ruler, seat_style, to_play
from joute.core.events import noted
from joute.core.game import Game
from joute.core.marks import CAPTURE, FIGHT, Mark, gathered
from joute.core.points import Parts, Points
from joute.core.scenes import Grid, Scenes
from joute.core.text import Text, read_here, words

from .board import VOLCAN, write
from .rules import RULES
from .rules.events import TO_ISLAND, TO_NOBODY, Earned, Fought, Looted, Published, Sunk, Taken
from .rules.state import GALION, NOBODY, PLAY, SEATS, Boats, World

Scene = dict[str, Any]

EVENTS_SHOWN = 6
SEA, MIXED, MANY = "·", "X", "+"
LANDS, FLEETS = {"o": "Ii", "^": "Vv"}, ("Cc", "Gg")
"""The letters of what is owned, for J1 and for J2: an island and a volcano; a fleet without and with galions."""
LOOT = {"island": Text("on the island", "sur l'île"), "nobody": Text("lost to the sea", "perdu en mer")}
TO_CARAVELLE = Text("to a caravelle", "à une caravelle")
"""Where the gold of a fight goes, in words."""
RECEIVERS = {TO_ISLAND: "island", TO_NOBODY: "nobody"}


def scene(game: Game, world: World, seat: int | None) -> Scene:
    """Everything a viewer shows of a world; nothing is hidden from any seat."""
    turn = game.turn(world, SEATS)
    islands = _islands(world)
    boats = _boats(world)
    return {
        "game": game.name,
        "turn": game.shown_turn(world, turn.number),
        "max_turns": world.params.fin_partie,
        "phase": turn.phase,
        "current": world.state.head.seat if turn.phase == "turn" else None,
        "seat": seat,
        "height": world.board.side,
        "width": world.board.side,
        "map": write(world.board).split("\n")[SEATS:-1],
        "players": [_player(game, world, player, islands, boats) for player in range(SEATS)],
        "islands": islands,
        "fleets": _fleets(boats),
        "boats": boats,
        "events": _events(noted(world.scratch.events, RULES.events), world.board.side),
    }


def _islands(world: World) -> list[dict[str, Any]]:
    islands, terrain = world.state.islands, world.board.islands.terrain
    return [
        {
            "x": int(islands.x[island]),
            "y": int(islands.y[island]),
            "volcano": terrain[island] == VOLCAN,
            "owner": None if islands.seat[island] == NOBODY else int(islands.seat[island]),
            "gold": int(islands.nb_or[island]),
        }
        for island in range(len(terrain))
    ]


def _boats(world: World) -> list[dict[str, int]]:
    used = world.state.head.boats
    columns = [map(int, getattr(world.state.boats, name)[:used]) for name in Boats._fields]
    return [dict(zip(Boats._fields, boat, strict=True)) for boat in zip(*columns, strict=True)]


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


def _player(game: Game, world: World, seat: int, islands: list[Any], boats: list[Any]) -> dict[str, Any]:
    own = [island for island in islands if island["owner"] == seat]
    fleet = [boat for boat in boats if boat["seat"] == seat]
    galions = sum(boat["btype"] == GALION for boat in fleet)
    return {
        "name": game.info.seat_name(seat),
        "score": int(world.state.scores[seat]),
        "islands": sum(not island["volcano"] for island in own),
        "volcanoes": sum(island["volcano"] for island in own),
        "caravelles": len(fleet) - galions,
        "galions": galions,
        "gold": sum(island["gold"] for island in own),
        "cargo": sum(boat["nb_or"] for boat in fleet),
    }


def _events(events: Iterable[Any], side: int) -> list[dict[str, Any]]:
    """The fights of the last resolution, each with all that came of it, then scores and income of each player."""
    fights: list[dict[str, Any]] = []
    income, scores = [0] * SEATS, dict[int, int]()
    for event in events:
        if isinstance(event, Fought):
            fights.append(_fight(event, side))
        elif isinstance(event, Taken):
            fights[-1]["taken"] = True
        elif isinstance(event, Sunk):
            boat = {"id": event.id, "seat": event.seat, "btype": event.btype, "nb_or": event.nb_or}
            fights[-1]["sunk"].append(boat)
        elif isinstance(event, Looted):
            fights[-1] |= {"loot": event.nb_or, "receiver": RECEIVERS.get(event.receiver, event.receiver)}
        elif isinstance(event, Earned):
            income[event.seat] += event.nb_or
        elif isinstance(event, Published):
            scores[event.seat] = event.score
    closing = {
        "kind": "income",
        "gold": income,
        "scores": [scores.get(seat) for seat in range(SEATS)] if scores else [],
    }
    return [*fights, closing] if any(income) or scores else list(fights)


def _fight(event: Fought, side: int) -> dict[str, Any]:
    galions = [event.attacking, event.defending]
    return {
        "kind": "fight",
        "x": event.cell % side,
        "y": event.cell // side,
        "attacker": event.attacker,
        "galions": galions if event.attacker == 0 else galions[::-1],
        "winner": event.winner,
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
        sunk, loot = len(fight["sunk"]), _loot(fight)
        en, fr = f"{winner} wins the fight on {cell}", f"{winner} gagne le combat en {cell}"
        text = Text(f"{en}, boats sunk: {sunk}{loot.en}", f"{fr}, bateaux coulés : {sunk}{loot.fr}")
        marks.append((FIGHT, fight["attacker"], text))
        if fight["taken"]:
            marks.append((CAPTURE, fight["winner"], Text(f"{winner} takes {cell}", f"{winner} prend {cell}")))
    return gathered(marks)


def _loot(fight: dict[str, Any]) -> Text:
    """4.6 step 9  What became of the cargo, to end a sentence with."""
    if not fight["loot"]:
        return Text("", "")
    to = LOOT.get(fight["receiver"], TO_CARAVELLE)
    return Text(f", {fight['loot']} gold {to}", f", {fight['loot']} or {to:fr}")


def asides(scene: Scene) -> list[tuple[int | None, Text]]:
    """4.7  The fortune of each player, and what the islands brought."""
    told: list[tuple[int | None, Text]] = []
    for event in (event for event in scene["events"] if event["kind"] == "income"):
        for seat, (player, gold) in enumerate(zip(scene["players"], event["gold"], strict=True)):
            name = player["name"]
            score = event["scores"][seat] if event["scores"] else None
            if score is not None:
                told.append((seat, Text(f"the fortune of {name}: {score}", f"la fortune de {name} : {score}")))
            if gold:
                told.append((seat, Text(f"the islands of {name} earn {gold}", f"les îles de {name} rapportent {gold}")))
    return told


# Points


def held(world: World) -> Parts:
    """4.9  The fortune of this instant. Where the last income comes after the last score, it is not part of it."""
    params, islands, boats = world.params, world.state.islands, world.state.boats
    parts = [[0, 0, 0, 0] for _ in range(SEATS)]
    late = world.state.head.phase > PLAY and not params.score_apres_revenu
    for island, terrain in enumerate(world.board.islands.terrain):
        if islands.seat[island] != NOBODY:
            parts[islands.seat[island]][0] += int(islands.nb_or[island]) - (params.revenu[terrain] if late else 0)
    for row in range(world.state.head.boats):
        own, kind = parts[boats.seat[row]], boats.btype[row]
        own[1] += int(boats.nb_or[row])
        own[3 if kind == GALION else 2] += params.cout[kind]
    return parts


POINTS = Points(
    words=Text("fortune now", "fortune à cet instant"),
    parts=(
        Text("gold on islands", "or sur les îles"),
        Text("gold aboard", "or à bord"),
        Text("caravelles", "caravelles"),
        Text("galions", "galions"),
    ),
    held=held,
)


# Drawing


def drawing(scene: Scene) -> list[Line]:
    """The scene as lines of (text, style)."""
    return [
        _header(scene),
        *map(_standing, range(SEATS), scene["players"]),
        [],
        *_grid(scene),
        [],
        *_legend(),
        *_fights(scene),
    ]


def grid_of(scene: Scene) -> Grid:
    """Where the cells are in the drawing."""
    return Grid(SEATS + 3, scene["width"], len(scene["map"]), wide=3)


def _header(scene: Scene) -> Line:
    if scene["current"] is not None:
        name = scene["players"][scene["current"]]["name"]
        line = [(f"{words('round', 'manche')} {scene['turn']} / {scene['max_turns']}", "title"), ("   ", "")]
        return [*line, to_play(name, scene["current"])]
    if scene["phase"] == "init":
        return [(words("before the first round", "avant la première manche"), "title")]
    after = words(f"after {scene['max_turns']} rounds", f"après {scene['max_turns']} manches")
    return [(after, "title"), ("   ", ""), outcome(scene["players"])]


def _standing(seat: int, player: dict[str, Any]) -> Line:
    lands = (
        f"{player['islands']:>3} {words('islands', 'îles')} {player['volcanoes']:>2} {words('volcanoes', 'volcans')}"
    )
    boats = f"{player['galions']:>4} galions {player['caravelles']:>3} caravelles"
    gold = words(
        f"{player['gold']} on land, {player['cargo']} afloat", f"{player['gold']} à terre, {player['cargo']} en mer"
    )
    return [
        (f"{player['name']} {player['score']:>6}", seat_style(seat)),
        (f"  {lands}  {boats}   ", ""),
        (gold, "gold"),
    ]


def _grid(scene: Scene) -> list[Line]:
    """Three characters a cell: its terrain, then its fleet, in the letters and the colours of their owners."""
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
    return (letter, "bold") if owner is None else (LANDS[letter][owner], seat_style(owner))


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
    return FLEETS[sides[seat]["galions"] > 0][seat] + count, seat_style(seat)


def _legend() -> list[Line]:
    lands = words(
        "Capitals are J1's, small letters J2's.   o ^ island and volcano of nobody   I V of J1   i v of J2",
        "Capitales à J1, minuscules à J2.   o ^ île et volcan à personne   I V à J1   i v à J2",
    )
    boats = words(
        "G3 three boats of J1, galions among them   C a caravelle   ",
        "G3 trois bateaux de J1, dont des galions   C une caravelle   ",
    )
    return [[(lands, "dim")], [(boats, "dim"), (MIXED, "warn"), (words(" both players", " les deux joueurs"), "dim")]]


def _fights(scene: Scene) -> list[Line]:
    """The fights of the last resolution, the first few in words."""
    names = [player["name"] for player in scene["players"]]
    fights = [_fight_line(event, names) for event in scene["events"] if event["kind"] == "fight"]
    return first_of(fights, EVENTS_SHOWN, Text("more fights", "autres combats"))


def _fight_line(fight: dict[str, Any], names: list[str]) -> Line:
    first, second = fight["attacker"], 1 - fight["attacker"]
    winner = fight["winner"]
    lost = sum(boat["seat"] == winner for boat in fight["sunk"])
    sunk = len(fight["sunk"]) - lost
    result = words(f" sinks {sunk} and loses {lost}", f" coule {sunk} et perd {lost}")
    if fight["taken"]:
        result += words(", takes the island", ", prend l'île")
    result += read_here(_loot(fight))
    place = f"{fight['x']},{fight['y']}"
    return [
        (words(f"fight at {place}: ", f"combat en {place} : "), "warn"),
        (f"{names[first]} {fight['galions'][first]}", seat_style(first)),
        (words(" against ", " contre "), ""),
        (f"{names[second]} {fight['galions'][second]}", seat_style(second)),
        (", ", ""),
        (f"{names[winner]}{result}", seat_style(winner)),
    ]


def last_turn(world: World) -> int:
    return world.params.fin_partie


def goal(game: Game) -> list[Text]:
    """6  The larger fortune at the end."""
    p = game.params
    rounds, island, volcano = p["FIN_PARTIE"], p["REVENU_ILE"], p["REVENU_VOLCAN"]
    caravelle, galion = p["CARAVELLE_COUT"], p["GALION_COUT"]
    return [
        Text(
            f"The larger fortune after {rounds} rounds wins.", f"La plus grande fortune après {rounds} manches gagne."
        ),
        Text(
            f"Score: all your gold, and each caravelle {caravelle}, each galion {galion}.",
            f"Score : tout votre or, chaque caravelle {caravelle}, chaque galion {galion}.",
        ),
        Text(
            f"Each round an island earns {island} gold, a volcano {volcano}.",
            f"À chaque manche, une île rapporte {island} or, un volcan {volcano}.",
        ),
    ]


SCENES = Scenes(
    scene=scene,
    drawing=drawing,
    marks=marks,
    asides=asides,
    grid=grid_of,
    points=POINTS,
    last_turn=last_turn,
    goal=goal,
)
