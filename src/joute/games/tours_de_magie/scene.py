"""What a viewer shows of a state, and how a terminal draws it.

A scene lists what is on the board: `places` (special cells, with the owner that `joueur_case` gives), `towers` and
`wizards`; seats are counted from 0, nobody is null. Nothing is hidden, so every seat has the same scene but for `seat`.
`tower_life` is the life of a new tower, `steps` how far a wizard walks. Events are those of `rules/events.py`.
"""

from __future__ import annotations

from typing import Any

from joute.core.drawing import (
    COLUMNS,
    EDGE,
    Line,
    Part,
    first_of,
    grid,
    ruler,
    seat_style,
    seen_by,
    short_number,
    turn_of,
)
from joute.core.events import named, noted
from joute.core.game import Game
from joute.core.marks import BUILD, CAPTURE, DEATH, FIGHT, Mark, gathered
from joute.core.points import Parts, Points
from joute.core.scenes import Grid, Scenes
from joute.core.text import Text, read_here, words

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
NOTHING, CROWD = "·", "+"
OWNERS, TOWERS = "abcd", "▲▼◀▶"
"""For each player a letter, capital on a base, a fountain or the artefact, and the shape of a tower."""
MARKS = {"base": "⌂", "fountain": "≈", "artefact": "◆"}
MARK_NAMES = {
    "base": Text("base", "base"),
    "fountain": Text("fountain", "fontaine"),
    "artefact": Text("artefact", "artefact"),
}
NAMES = {
    "construction": Text("construction", "construction"),
    "deplacement": Text("moves", "déplacement"),
    "tirs": Text("shots", "tirs"),
    "siege": Text("siege", "siège"),
}
PHASE_NAMES = {
    "init": Text("before the match", "avant le match"),
    "end": Text("end of the match", "fin du match"),
}


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


# Points


def held(world: World) -> Parts:
    """4.10  The score, as if the last round had ended: only captures count before."""
    players, params = world.state.players, world.params
    artefact = rounds.holder(world, world.board.artefact)
    return [
        [
            int(players.score[seat]),
            params.points_survivre if players.vivant[seat] else 0,
            params.points_controle_fontaine * int(rounds.fountains_of(world, seat)),
            params.points_controle_artefact if artefact == seat else 0,
        ]
        for seat in range(PLAYERS)
    ]


POINTS = Points(
    words=Text("points if it ended now", "points si la partie s'arrêtait là"),
    parts=(
        Text("bases captured", "bases prises"),
        Text("alive", "en vie"),
        Text("fountains", "fontaines"),
        Text("artefact", "artefact"),
    ),
    held=held,
)


# Drawing


def drawing(scene: Scene) -> list[Line]:
    """The scene as lines of (text, style)."""
    return [*_header(scene), [], *_grid(scene), [], *_legend(scene), *_events(scene)]


def grid_of(scene: Scene) -> Grid:
    """Where the cells are in the drawing."""
    side = scene["side"]
    return Grid(len(_header(scene)) + 2, side, side, wide=_room(side))


def _room(side: int) -> int:
    """How many characters a cell has."""
    return max(1, min(ROOM_MOST, (COLUMNS - EDGE) // side))


def _header(scene: Scene) -> list[Line]:
    phase = read_here((NAMES | PHASE_NAMES).get(scene["phase"], scene["phase"]))
    line: Line = [
        (f"{words('round', 'manche')} {turn_of(scene)}", "title"),
        (f"   {phase}", "bold"),
    ]
    if scene["seat"] is not None:
        line += seen_by(scene["players"][scene["seat"]]["name"], scene["seat"])
    return [line, *(_standing(seat, player) for seat, player in enumerate(scene["players"]))]


def _standing(seat: int, player: dict[str, Any]) -> Line:
    if not player["alive"]:
        gone = words("eliminated", "éliminé")
        return [(f"{player['name']:>4}", seat_style(seat)), (f"  score {player['score']:>2}   {gone}", "dim")]
    wizards, towers, fountains = short_number(player["wizards"], 1000), player["towers"], player["fountains"]
    text = words(
        f"   wizards {wizards:>4}   towers {towers:>2}   fountains {fountains}",
        f"   sorciers {wizards:>4}   tourelles {towers:>2}   fontaines {fountains}",
    )
    return [
        (f"{player['name']:>4}", seat_style(seat)),
        (f"  score {player['score']:>2}   {words('magic', 'magie')} ", ""),
        (f"{short_number(player['magic'], 1000):>4}", "gold"),
        (text, ""),
    ]


def _grid(scene: Scene) -> list[Line]:
    """One line a row; a cell shows its wizards, its tower with its life, or what it is."""
    side = scene["side"]
    room = _room(side)
    cells = _cells(scene, room)
    rows = [[cells.get((x, y), (NOTHING, "dim")) for x in range(side)] for y in range(side)]
    numbers = ruler(f"{x:>{room}}" if room > 1 else str(x % 10) for x in range(side))
    return [numbers, *grid([(text.rjust(room), style) for text, style in row] for row in rows)]


def _cells(scene: Scene, room: int) -> Cells:
    """The cells that show something; wizards hide the mark of a place, and have a capital there."""
    cells: Cells = {}
    for place in scene["places"]:
        owner, mark = place["owner"], MARKS[place["kind"]]
        whole = mark if owner is None else OWNERS[owner].upper() + mark
        cells[place["x"], place["y"]] = whole[:room], "bold" if owner is None else seat_style(owner)
    for tower in scene["towers"]:
        life = str(tower["life"]) if tower["life"] < 10 else ""
        cells[tower["x"], tower["y"]] = (TOWERS[tower["owner"]] + life)[:room], seat_style(tower["owner"])
    special = {(place["x"], place["y"]) for place in scene["places"]}
    for group in scene["wizards"]:
        cell, owner = (group["x"], group["y"]), OWNERS[group["owner"]]
        letter = owner.upper() if cell in special else owner
        cells[cell] = letter + _crowd(group["count"], room - 1), seat_style(group["owner"])
    return cells


def _crowd(count: int, room: int) -> str:
    """A number of wizards in few characters: 99, 7h for hundreds, 2k for thousands."""
    text = str(count) if count < 100 else f"{count // 100}h" if count < 1_000 else f"{count // 1000}k"
    return text if len(text) <= room else CROWD[:room]


def _legend(scene: Scene) -> list[Line]:
    names = [player["name"] for player in scene["players"]]
    whose: Line = []
    for seat, name in enumerate(names):
        whose += [(f"{OWNERS[seat]} {TOWERS[seat]} {name}", seat_style(seat)), ("   ", "")]
    places = "  ".join(f"{mark} {read_here(MARK_NAMES[kind])}" for kind, mark in MARKS.items())
    pieces = words(
        f"a12, a3h (300): wizards of {names[0]}   {TOWERS[0]}7: its tower, life 7",
        f"a12, a3h (300) : sorciers de {names[0]}   {TOWERS[0]}7 : sa tourelle, vie 7",
    )
    capital = words("a capital is who holds one", "une capitale dit qui en tient un")
    return [whose[:-1], [(pieces, "dim")], [(f"{places}   {capital}", "dim")]]


def _events(scene: Scene) -> list[Line]:
    """What the last resolution brought, the first few in words."""
    line_of = {"fight": _fight_line, "capture": _capture_line, "clash": _clash_line}
    return first_of([line_of[event["kind"]](scene, event) for event in scene["events"]], EVENTS_SHOWN)


def _name(scene: Scene, seat: int) -> Part:
    return scene["players"][seat]["name"], seat_style(seat)


def _fight_line(scene: Scene, fight: dict[str, Any]) -> Line:
    place = f"{fight['x']},{fight['y']}"
    line: Line = [(words(f"fight at {place}: ", f"combat en {place} : "), "warn")]
    for number, seat in enumerate(seat for seat in range(PLAYERS) if fight["seats"] >> seat & 1):
        line += [(", ", "")] * (number > 0) + [_name(scene, seat)]
    line.append((words(f"; {fight['lost']} wizards lost, ", f" ; {fight['lost']} sorciers perdus, "), ""))
    if fight["winner"] == NOBODY:
        return [*line, (words("nobody remains", "il ne reste personne"), "")]
    return [*line, _name(scene, fight["winner"]), (words(f" keeps {fight['left']}", f" en garde {fight['left']}"), "")]


def _capture_line(scene: Scene, capture: dict[str, Any]) -> Line:
    captor, vanquished = _name(scene, capture["captor"]), _name(scene, capture["vanquished"])
    return [captor, (words(" captures the base of ", " prend la base de "), "warn"), vanquished]


def _clash_line(scene: Scene, clash: dict[str, Any]) -> Line:
    keeper, refunded = _name(scene, clash["keeper"]), _name(scene, clash["refunded"])
    place, price = f"{clash['x']},{clash['y']}", clash["price"]
    return [
        (words(f"two towers at {place}: ", f"deux tourelles en {place} : "), "warn"),
        keeper,
        (words(" keeps its own, ", " garde la sienne, "), ""),
        refunded,
        (words(f" is paid back {price}", f" est remboursé de {price}"), ""),
    ]


def last_turn(world: World) -> int:
    return world.params.nb_tours_joues - 1


def goal(game: Game) -> list[Text]:
    """4.9  Points at the end, and for bases."""
    p = game.params
    rounds, alive, base = p["NB_TOURS_JOUES"], p["POINTS_SURVIVRE"], p["POINTS_VAINQUEUR"]
    fountain, artefact = p["POINTS_CONTROLE_FONTAINE"], p["POINTS_CONTROLE_ARTEFACT"]
    return [
        Text(f"The highest score after {rounds} rounds wins.", f"Le meilleur score après {rounds} manches gagne."),
        Text(
            f"Score: +{base} for a base captured; at the end +{alive} if you live, +{fountain} a fountain held, "
            f"+{artefact} the artefact.",
            f"Score : +{base} par base prise ; à la fin +{alive} si vous vivez, +{fountain} par fontaine tenue, "
            f"+{artefact} pour l'artefact.",
        ),
    ]


SCENES = Scenes(
    scene=scene, drawing=drawing, marks=marks, grid=grid_of, points=POINTS, last_turn=last_turn, names=NAMES, goal=goal
)
