"""What a viewer shows of a state, and how a terminal draws it.

`ground` is the map, a string a row. `sight`, for a seat, says by `1` and `0` which cells its team sees; null for nobody
in particular. `characters` are those that are seen; `palantirs` and `zones` hold a place, or null, for each team, and a
seat is told of its own alone; a zone reaches `zone_size` cells around its place. `pace` is the longest walk. `events`
tell of the last resolution (`story.py`, `rules/events.py`); there a character is its number, team * 3 + class, and a
place its cell, y * width + x.
"""

from __future__ import annotations

from typing import Any

from joute.core.drawing import COLUMNS, Line, Part, first_of, grid, seat_style, seen_by, tens
from joute.core.events import named
from joute.core.game import Game
from joute.core.maptext import rows_of
from joute.core.marks import DEATH, FIGHT, Mark, gathered
from joute.core.scenes import Scenes
from joute.core.text import Text

from .board import LETTERS
from .rules import state, vocabulary
from .rules.calendar import score
from .rules.state import World
from .rules.vision import write_field, write_square
from .rules.vocabulary import CLASSES, NOWHERE
from .story import story

Scene = dict[str, Any]

NAMES = {
    "placement": Text("placement", "placement"),
    "attaque": Text("attack", "attaque"),
    "deplacement": Text("movement", "déplacement"),
}
CLASS_LETTERS = "VBE"
CLASS_NAMES = ("Voleur", "Barbare", "Elfe")
ATTACK_NAMES = ("strike", "palantír", "Traîtrise", "Bastoooon", "Fus Ro Dah", "I see", "Loto")
STRIKES = ("stabs at", "swings the hammer at", "shoots at")
"""What a class does with its normal attack."""
DEEDS = {
    vocabulary.PALANTIR: "lays the palantír at",
    vocabulary.TRAITRISE: "betrays all who stand at",
    vocabulary.BASTOOOON: "roars Bastoooon at",
    vocabulary.FUS_RO_DAH: "shouts Fus Ro Dah from",
    vocabulary.I_SEE: "reveals what is around",
    vocabulary.LOTO: "plays Loto on",
}
DEED_PARTS = 2
ARROWS = "^>v<"
EDGE = 4
"""The width of the row numbers: maps may have hundreds of rows."""
TEAMS_SHOWN = 10
EVENTS_SHOWN = 12


def scene(game: Game, world: World, seat: int | None) -> Scene:
    """Everything a viewer shows of a world as a seat knows it; None knows everything."""
    board, teams = world.board, state.team_count(world)
    turn = game.turn(world, teams)
    return {
        "game": game.name,
        "turn": turn.number,
        "placement": board.placement_turns,
        "max_turns": board.turns,
        "phase": turn.phase,
        "seat": seat,
        "teams": [{"name": game.info.seat_name(t), "score": int(score(world, t))} for t in range(teams)],
        "width": board.width,
        "height": board.height,
        "ground": rows_of("".join(LETTERS[zone] for zone in board.ground), board.width),
        "sight": None if seat is None else _sight(world, seat),
        "characters": _characters(world),
        "palantirs": [_place(world, cell) for cell in world.state.teams.palantir],
        "zones": [_place(world, cell) for cell in world.state.teams.zone],
        "zone_size": world.params.vision[vocabulary.ELFE],
        "pace": max(world.params.pace),
        "events": [named(event) for event in story(world, seat)],
    }


def _characters(world: World) -> list[dict[str, int]]:
    """The characters of the view, each cell's in the order of their arrival."""
    cells, arrived = world.state.characters.cell, world.state.characters.arrived
    present = [character for character, cell in enumerate(cells) if cell != NOWHERE]
    return [_character(world, character) for character in sorted(present, key=lambda one: arrived[one])]


def _character(world: World, character: int) -> dict[str, int]:
    characters, width = world.state.characters, world.board.width
    cell = int(characters.cell[character])
    return {
        "team": character // CLASSES,
        "class": character % CLASSES,
        "life": int(characters.life[character]),
        "full": world.params.life[character % CLASSES],
        "x": cell % width,
        "y": cell // width,
        "direction": int(characters.direction[character]),
    }


def _place(world: World, cell: int) -> list[int] | None:
    """A cell as a place of the picture."""
    return None if cell == NOWHERE else [int(cell) % world.board.width, int(cell) // world.board.width]


# 5  Fields of vision


def field(world: World, eye: int, direction: int, size: int) -> list[int]:
    """5.4, 5.5  The cells of a field of vision, in listing order."""
    out = [0] * (2 * state.cell_count(world))
    return _cells(world, out, write_field(world, eye, direction, size, out))


def field_of(world: World, character: int) -> list[int]:
    """5.4, 5.5  The cells of a character's field of vision, in listing order."""
    eye, direction = world.state.characters.cell[character], world.state.characters.direction[character]
    return field(world, int(eye), int(direction), world.params.vision[character % CLASSES])


def squares_of(world: World, team: int) -> set[int]:
    """5.4  The cells that a team's palantír and its zone show."""
    teams, vision = world.state.teams, world.params.vision
    seen: set[int] = set()
    for centre, size in (
        (teams.palantir[team], vision[vocabulary.VOLEUR]),
        (teams.zone[team], vision[vocabulary.ELFE]),
    ):
        if centre != NOWHERE:
            out = [0] * (2 * state.cell_count(world))
            seen.update(_cells(world, out, write_square(world, int(centre), size, out)))
    return seen


def _cells(world: World, positions: list[int], count: int) -> list[int]:
    return [positions[at + 1] * world.board.width + positions[at] for at in range(0, 2 * count, 2)]


def _sight(world: World, seat: int) -> list[str]:
    """5.6  The cells that a team sees, a string a row."""
    seen = {cell for rank in range(CLASSES) for cell in field_of(world, seat * CLASSES + rank)} | squares_of(
        world, seat
    )
    marks = "".join("1" if cell in seen else "0" for cell in range(state.cell_count(world)))
    return rows_of(marks, world.board.width)


# Marks


def marks(scene: Scene) -> list[Mark]:
    """Deaths, and hits by who gave them; to a team, what its own have lost."""
    marks: list[Mark] = []
    for event in scene["events"]:
        who, team = _named(scene, event["character"]), event["character"] // CLASSES
        if event["kind"] == "died":
            marks.append((DEATH, team, Text(f"{who} dies", f"{who} meurt")))
        elif event["kind"] == "hurt":
            damage = event["damage"]
            marks.append((FIGHT, team, Text(f"{who} loses {damage} life", f"{who} perd {damage} de vie")))
        elif event["kind"] == "hit":
            whom, damage = _named(scene, event["victim"]), event["damage"]
            marks.append((FIGHT, team, Text(f"{who} hits {whom}: {damage}", f"{who} touche {whom} : {damage}")))
    return gathered(marks)


def _named(scene: Scene, character: int) -> str:
    return f"{CLASS_NAMES[character % CLASSES]} {_team_name(scene, character // CLASSES)}"


# Drawing


def drawing(scene: Scene) -> list[Line]:
    """The scene as lines of (text, style)."""
    return [*_header(scene), [], *_grid(scene), [], *_teams(scene), *_legend(), *_events(scene)]


def _header(scene: Scene) -> list[Line]:
    line: Line = [(f"turn {scene['turn']} / {scene['max_turns']}", "title"), (f"   {scene['phase']}", "bold")]
    if scene["seat"] is not None:
        line += seen_by(scene["teams"][scene["seat"]]["name"], scene["seat"])
    return [line]


def _grid(scene: Scene) -> list[Line]:
    """Two columns a cell where there is room: who stands there and where he looks."""
    wide = 2 * scene["width"] + EDGE <= COLUMNS
    crowds: dict[tuple[int, int], list[dict[str, int]]] = {}
    for character in scene["characters"]:
        crowds.setdefault((character["x"], character["y"]), []).append(character)
    rows = [
        [_mark(scene, x, y, letter, crowds.get((x, y), [])) for x, letter in enumerate(row)]
        for y, row in enumerate(scene["ground"])
    ]
    if not wide:
        rows = [[(text[0], style) for text, style in row] for row in rows]
    return [tens(scene["width"], " " * wide, EDGE), *grid(rows, EDGE)]


def _mark(scene: Scene, x: int, y: int, letter: str, crowd: list[dict[str, int]]) -> Part:
    """The two characters of a cell."""
    if len(crowd) == 1:
        return CLASS_LETTERS[crowd[0]["class"]] + ARROWS[crowd[0]["direction"]], seat_style(crowd[0]["team"])
    if crowd:
        mixed = len({character["team"] for character in crowd}) > 1
        return (f"{len(crowd)}*" if len(crowd) < 10 else "**"), "warn" if mixed else seat_style(crowd[0]["team"])
    for places, mark in ((scene["palantirs"], "o "), (scene["zones"], "x ")):
        for team, place in enumerate(places):
            if place == [x, y]:
                return mark, seat_style(team)
    shown = "##" if letter == "#" else letter + " "
    if scene["sight"] is not None and scene["sight"][y][x] == "0":
        return shown, "hidden"
    return shown, "" if scene["sight"] is not None else "dim"


def _teams(scene: Scene) -> list[Line]:
    """The teams with their scores and those of their characters that are seen; of many, the best."""
    order = sorted(range(len(scene["teams"])), key=lambda team: -scene["teams"][team]["score"])
    shown = order if len(order) > TEAMS_SHOWN else sorted(order)
    return first_of([_team(scene, team) for team in shown], TEAMS_SHOWN, "more teams")


def _team(scene: Scene, team: int) -> Line:
    entry = scene["teams"][team]
    line: Line = [(f"{entry['name']:>4}", seat_style(team)), (f" score {entry['score']:>3}  ", "")]
    for character in sorted(scene["characters"], key=lambda c: c["class"]):
        if character["team"] == team:
            letter, life = CLASS_LETTERS[character["class"]], f"{character['life']}/{character['full']}"
            line += [(f" {letter} {life} ({character['x']},{character['y']})", seat_style(team))]
    return line


def _legend() -> list[Line]:
    people = "V Voleur  B Barbare  E Elfe (^>v< where they look)   2* several   o palantír  x zone"
    return [[(people, "dim")], [(". grass  _ road  F forest  ~ marsh  # wall  T tower", "dim")]]


# The last resolution in words


def _events(scene: Scene) -> list[Line]:
    """The deaths first, then a line a blow, or a line a team that walked."""
    events = scene["events"]
    walked = [event for event in events if event["kind"] == "walked"]
    deaths = [_death(scene, event) for event in events if event["kind"] == "died"]
    walks = [_walks(scene, team, walked) for team in sorted({event["character"] // CLASSES for event in walked})]
    lines = first_of([*deaths, *_blows(scene), *walks], EVENTS_SHOWN)
    title = "In the walk before:" if walked else "In the attack before:"
    return [[(title, "bold")], *lines] if lines else []


def _name(scene: Scene, character: int) -> Part:
    team = character // CLASSES
    return f"{CLASS_NAMES[character % CLASSES]} of {_team_name(scene, team)}", seat_style(team)


def _team_name(scene: Scene, team: int) -> str:
    return str(scene["teams"][team]["name"])


def _death(scene: Scene, event: dict[str, Any]) -> Line:
    """Who died, and by whose hand: that decides about the points (4.7)."""
    victim, own = event["character"], event["character"] // CLASSES
    hits = [e for e in scene["events"] if e["kind"] == "hit" and e["victim"] == victim]
    killers = sorted({hit["character"] // CLASSES for hit in hits})
    line = [_name(scene, victim), (f" dies at {_at(scene, event['cell'])}", "warn")]
    if killers == [own]:
        return [*line, (" by its own team", "")]
    for number, team in enumerate(killers):
        joint = " by " if number == 0 else " and " if number == len(killers) - 1 else ", "
        line += [(joint, ""), (_team_name(scene, team), seat_style(team))]
    return [*line, (": friend and enemy, no points", "")] if own in killers else line


def _blows(scene: Scene) -> list[Line]:
    """A line for each order: what was done, then who was hit or flew; a team is not told by whose order."""
    lines: list[Line] = []
    author: int | None = None
    for event in scene["events"]:
        who = event["character"]
        if event["kind"] in ("struck", "lost"):
            author = who
            lines.append(_deed(scene, event))
        elif event["kind"] == "hit":
            if author != who:
                author = who
                lines.append([_name(scene, who), (" is one of two who shout", "")])
            lines[-1] += [(_joint(lines[-1]), ""), _name(scene, event["victim"]), (f" -{event['damage']}", "")]
        elif event["kind"] == "hurt":
            lines.append([_name(scene, who), (f" -{event['damage']}", "")])
        elif event["kind"] == "thrown":
            flight = f" flies {_from_to(scene, event)}"
            if scene["seat"] is not None:
                lines.append([_name(scene, who), (flight, "")])
            else:
                lines[-1] += [(_joint(lines[-1]), ""), _name(scene, who), (flight, "")]
    return lines


def _joint(line: Line) -> str:
    """Between a deed and the first it struck, or between two of them."""
    return ": " if len(line) == DEED_PARTS else ", "


def _deed(scene: Scene, event: dict[str, Any]) -> Line:
    """An order in words, in DEED_PARTS parts."""
    who, attack = _name(scene, event["character"]), event["attack"]
    if event["kind"] == "lost":
        return [who, (f" loses its order ({ATTACK_NAMES[attack]})", "dim")]
    verb = STRIKES[event["character"] % CLASSES] if attack == vocabulary.NORMALE else DEEDS[attack]
    return [who, (f" {verb} {_at(scene, event['cell'])}", "")]


def _walks(scene: Scene, team: int, walked: list[dict[str, Any]]) -> Line:
    """Where the characters of a team went."""
    steps = [
        f"{CLASS_NAMES[event['character'] % CLASSES]} {_from_to(scene, event)}"
        for event in sorted(walked, key=lambda event: int(event["character"]))
        if event["character"] // CLASSES == team
    ]
    return [(_team_name(scene, team), seat_style(team)), (" walks: " + ", ".join(steps), "")]


def _from_to(scene: Scene, event: dict[str, Any]) -> str:
    return f"{_at(scene, event['start'])} to {_at(scene, event['end'])}"


def _at(scene: Scene, cell: int) -> str:
    return f"{cell % scene['width']},{cell // scene['width']}"


SCENES = Scenes(scene=scene, drawing=drawing, marks=marks, names=NAMES)
