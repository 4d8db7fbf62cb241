"""What a viewer shows of a state, and how a terminal draws it.

A scene lists what is on the board: `places` (special cells, with the owner that `joueur_case` gives), `towers` and
`wizards`; seats are counted from 0, nobody is null. Nothing is hidden, so every seat has the same scene but for `seat`.
`tower_life` is the life of a new tower, `steps` how far a wizard walks. Events are those of `rules/events.py`.
"""

from __future__ import annotations

from typing import Any

from joute.core.drawing import COLUMNS, EDGE, Line, Part, first_of, grid, ruler, seat_style, seen_by, short_number
from joute.core.events import named, noted
from joute.core.game import Game
from joute.core.marks import BUILD, CAPTURE, DEATH, FIGHT, Mark, gathered
from joute.core.scenes import Scenes
from joute.core.text import Text

from .board import FOUNTAINS
from .params import NOBODY, PLAYERS
from .rules import RULES, rounds
from .rules.state import World

Scene = dict[str, Any]
Cells = dict[tuple[int, int], Part]
"""What a cell shows: a text and its style."""

ROOM_MOST = 3
"""How wide a cell is drawn, as the board has room."""
EVENTS_SHOWN = 6
NOTHING, TOWER, CROWD = "·", "▲", "++"
MARKS = {"base": "⌂", "fountain": "≈", "artefact": "◆"}
NAMES = {
    "construction": Text("construction", "construction"),
    "deplacement": Text("moves", "déplacement"),
    "tirs": Text("shots", "tirs"),
    "siege": Text("siege", "siège"),
}
PHASE_NAMES = {"init": "before the match", "deplacement": "déplacement", "siege": "siège", "end": "end of the match"}


def scene(game: Game, world: World, seat: int | None) -> Scene:
    """Everything a viewer shows of a world; nothing is hidden from any seat."""
    turn = game.turn(world, PLAYERS)
    side = world.board.side
    return {
        "game": game.name,
        "turn": turn.number,
        "max_turns": int(game.params["NB_TOURS_JOUES"]),
        "phase": turn.phase,
        "seat": seat,
        "side": side,
        "tower_life": world.params.vie_tourelle,
        "steps": world.params.portee_sorcier,
        "players": [_player(game, world, player) for player in range(PLAYERS)],
        "places": _places(world, side),
        "towers": [_tower(world, row) for row in range(world.state.head.towers)],
        "wizards": _wizards(world),
        "events": [named(event) for event in noted(world.scratch.events, RULES.events)],
    }


def _player(game: Game, world: World, seat: int) -> dict[str, Any]:
    players, owners = world.state.players, world.state.towers.seat
    return {
        "name": game.info.seat_name(seat),
        "alive": bool(players.vivant[seat]),
        "magic": int(players.magie[seat]),
        "score": int(rounds.score(world, seat)),
        "towers": sum(int(owners[row]) == seat for row in range(world.state.head.towers)),
        "wizards": sum(group["count"] for group in _wizards(world) if group["owner"] == seat),
        "fountains": int(rounds.fountains_of(world, seat)),
    }


def _places(world: World, side: int) -> list[dict[str, Any]]:
    """Bases in seat order, fountains, then the artefact, each with its owner."""
    places = []
    for seat in range(PLAYERS):
        owner = seat if world.state.players.vivant[seat] else None
        places.append(_place("base", world.board.bases[seat], side, owner) | {"home": seat})
    cells = [world.board.fountains[fountain] for fountain in range(FOUNTAINS)]
    places += [_place("fountain", cell, side, _holder(world, cell)) for cell in cells]
    artefact = world.board.artefact
    return [*places, _place("artefact", artefact, side, _holder(world, artefact))]


def _place(kind: str, cell: int, side: int, owner: int | None) -> dict[str, Any]:
    return {"kind": kind, "x": cell // side, "y": cell % side, "owner": owner}


def _holder(world: World, cell: int) -> int | None:
    return _seat(rounds.holder(world, cell))


def _seat(seat: Any) -> int | None:
    return None if seat == NOBODY else int(seat)


def _tower(world: World, row: int) -> dict[str, int]:
    towers = world.state.towers
    columns = {"x": towers.x, "y": towers.y, "owner": towers.seat}
    columns |= {"range": towers.portee, "life": towers.vie, "attack": towers.attaque}
    return {name: int(column[row]) for name, column in columns.items()}


def _wizards(world: World) -> list[dict[str, int]]:
    """Groups of wizards; those that have all died are left out."""
    groups = world.state.groups
    columns = {"x": groups.x, "y": groups.y, "owner": groups.seat}
    columns |= {"count": groups.sorciers, "movable": groups.deplacables}
    rows = [row for row in range(world.state.head.groups) if groups.sorciers[row]]
    return [{name: int(column[row]) for name, column in columns.items()} for row in rows]


def marks(scene: Scene) -> list[Mark]:
    """Fights, bases taken and lost, towers that clashed."""
    marks: list[Mark] = []
    names = [player["name"] for player in scene["players"]]
    for event in scene["events"]:
        if event["kind"] == "fight":
            marks.append((FIGHT, _seat(event["winner"]), _fought(names, event)))
        elif event["kind"] == "capture":
            captor, lost = names[event["captor"]], names[event["vanquished"]]
            taken = Text(f"{captor} takes the base of {lost}", f"{captor} prend la base de {lost}")
            marks.append((CAPTURE, event["captor"], taken))
            marks.append((DEATH, event["vanquished"], Text(f"{lost} is eliminated", f"{lost} est éliminé")))
        else:
            keeper, place = names[event["keeper"]], f"{event['x']}, {event['y']}"
            clash = Text(f"two towers on {place}: {keeper} stays", f"deux tourelles en {place} : {keeper} reste")
            marks.append((BUILD, event["keeper"], clash))
    return gathered(marks)


def _fought(names: list[str], event: dict[str, Any]) -> Text:
    place, lost = f"{event['x']}, {event['y']}", event["lost"]
    if event["winner"] == NOBODY:
        return Text(f"nobody remains on {place}, {lost} lost", f"plus personne en {place}, {lost} morts")
    winner = names[event["winner"]]
    return Text(f"{winner} wins on {place}, {lost} lost", f"{winner} gagne en {place}, {lost} morts")


# Drawing


def drawing(scene: Scene) -> list[Line]:
    """The scene as lines of (text, style)."""
    return [*_header(scene), [], *_grid(scene), [], _legend(), *_events(scene)]


def _header(scene: Scene) -> list[Line]:
    phase = PHASE_NAMES.get(scene["phase"], scene["phase"])
    line: Line = [(f"round {scene['turn']} / {scene['max_turns']}", "title"), (f"   {phase}", "bold")]
    if scene["seat"] is not None:
        line += seen_by(scene["players"][scene["seat"]]["name"], scene["seat"])
    return [line, *(_standing(seat, player) for seat, player in enumerate(scene["players"]))]


def _standing(seat: int, player: dict[str, Any]) -> Line:
    if not player["alive"]:
        return [(f"{player['name']:>4}", seat_style(seat)), (f"  score {player['score']:>2}   eliminated", "dim")]
    wizards = short_number(player["wizards"], 1000)
    text = f"   wizards {wizards:>4}   towers {player['towers']:>2}   fountains {player['fountains']}"
    return [
        (f"{player['name']:>4}", seat_style(seat)),
        (f"  score {player['score']:>2}   magic ", ""),
        (f"{short_number(player['magic'], 1000):>4}", "gold"),
        (text, ""),
    ]


def _grid(scene: Scene) -> list[Line]:
    """One line a row; a cell shows its wizards, its tower with its life, or what it is."""
    side = scene["side"]
    room = max(1, min(ROOM_MOST, (COLUMNS - EDGE) // side))
    cells = _cells(scene, room)
    rows = [[cells.get((x, y), (NOTHING, "dim")) for x in range(side)] for y in range(side)]
    numbers = ruler(f"{x:>{room}}" if room > 1 else str(x % 10) for x in range(side))
    return [numbers, *grid([(text.rjust(room), style) for text, style in row] for row in rows)]


def _cells(scene: Scene, room: int) -> Cells:
    """The cells that show something; wizards on a special cell stand beside its mark."""
    cells: Cells = {}
    marks = {(place["x"], place["y"]): MARKS[place["kind"]] for place in scene["places"]}
    for place in scene["places"]:
        owner, home = place["owner"], str(place.get("home", -1) + 1 or "")
        text = (MARKS[place["kind"]] + home)[:room]
        cells[place["x"], place["y"]] = text, "bold" if owner is None else seat_style(owner)
    for tower in scene["towers"]:
        life = str(tower["life"]) if tower["life"] < 10 else ""
        cells[tower["x"], tower["y"]] = (TOWER + life)[:room], seat_style(tower["owner"])
    for group in scene["wizards"]:
        cell = group["x"], group["y"]
        text = marks.get(cell, "") + _crowd(group["count"])
        cells[cell] = text if len(text) <= room else CROWD[:room], seat_style(group["owner"])
    return cells


def _crowd(count: int) -> str:
    """A number of wizards in two characters: 99, 7h for hundreds, 2k for thousands."""
    if count < 100:
        return str(count)
    if count < 1_000:
        return f"{count // 100}h"
    return f"{count // 1000}k" if count < 10_000 else CROWD


def _legend() -> Line:
    places = "  ".join(f"{mark} {kind}" for kind, mark in MARKS.items())
    return [(f"in its owner's colour: 12, 3h (300) wizards  {TOWER} tower ({TOWER}7: life 7)  {places}", "dim")]


def _events(scene: Scene) -> list[Line]:
    """What the last resolution brought, the first few in words."""
    line_of = {"fight": _fight_line, "capture": _capture_line, "clash": _clash_line}
    return first_of([line_of[event["kind"]](scene, event) for event in scene["events"]], EVENTS_SHOWN)


def _name(scene: Scene, seat: int) -> Part:
    return scene["players"][seat]["name"], seat_style(seat)


def _fight_line(scene: Scene, fight: dict[str, Any]) -> Line:
    line: Line = [(f"fight at {fight['x']},{fight['y']}: ", "warn")]
    for number, seat in enumerate(seat for seat in range(PLAYERS) if fight["seats"] >> seat & 1):
        line += [(", ", "")] * (number > 0) + [_name(scene, seat)]
    line.append((f"; {fight['lost']} wizards lost, ", ""))
    if fight["winner"] == NOBODY:
        return [*line, ("nobody remains", "")]
    return [*line, _name(scene, fight["winner"]), (f" keeps {fight['left']}", "")]


def _capture_line(scene: Scene, capture: dict[str, Any]) -> Line:
    captor, vanquished = _name(scene, capture["captor"]), _name(scene, capture["vanquished"])
    return [captor, (" captures the base of ", "warn"), vanquished]


def _clash_line(scene: Scene, clash: dict[str, Any]) -> Line:
    keeper, refunded = _name(scene, clash["keeper"]), _name(scene, clash["refunded"])
    place = f"two towers at {clash['x']},{clash['y']}: "
    return [(place, "warn"), keeper, (" keeps its own, ", ""), refunded, (f" is paid back {clash['price']}", "")]


SCENES = Scenes(scene=scene, drawing=drawing, marks=marks, names=NAMES)
