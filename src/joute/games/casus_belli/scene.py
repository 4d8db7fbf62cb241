"""What a viewer shows of a state, and how a terminal draws it.

`ground` is the map, a string a row. `sight`, for a seat, says by `1` and `0` which cells its team sees; null for nobody
in particular. `characters` are those that are seen; `palantirs` and `zones` hold a place, or null, for each team, and a
seat is told of its own alone; a zone reaches `zone_size` cells around its place. `pace` is the longest walk. `events`
tell of the last resolution (`story.py`).
"""

from __future__ import annotations

from typing import Any

from joute.core.drawing import COLUMNS, Line, Part, first_of, grid, seat_style, seen_by, tens
from joute.core.game import Game
from joute.core.maptext import rows_of
from joute.core.marks import DEATH, FIGHT, Mark, gathered
from joute.core.text import Text

from . import rules
from .api import field_of
from .board import HEIGHT, LETTERS, PLACEMENT_TURNS, TURNS, WIDTH
from .params import LIFE, PACE, VISION
from .rules import state, vision
from .rules.state import CHARACTER_COLUMNS, CLASSES, DIRECTION, LIFE_LEFT, NOWHERE, TEAM_COLUMNS
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
    state.PALANTIR: "lays the palantír at",
    state.TRAITRISE: "betrays all who stand at",
    state.BASTOOOON: "roars Bastoooon at",
    state.FUS_RO_DAH: "shouts Fus Ro Dah from",
    state.I_SEE: "reveals what is around",
    state.LOTO: "plays Loto on",
}
DEED_PARTS = 2
ARROWS = "^>v<"
EDGE = 4
"""The width of the row numbers: maps may have hundreds of rows."""
TEAMS_SHOWN = 10
EVENTS_SHOWN = 12


def scene(game: Game, world: Any, seat: int | None) -> Scene:
    """Everything a viewer shows of a world as a seat knows it; None knows everything."""
    width, height = int(world.board.head[WIDTH]), int(world.board.head[HEIGHT])
    letters = "".join(LETTERS[zone] for zone in world.board.ground)
    teams = state.team_count(world)
    turn = game.turn(world, teams)
    return {
        "game": game.name,
        "turn": turn.number,
        "placement": int(world.board.head[PLACEMENT_TURNS]),
        "max_turns": int(world.board.head[TURNS]),
        "phase": turn.phase,
        "seat": seat,
        "teams": [{"name": game.info.seat_name(t), "score": int(rules.score(world, t))} for t in range(teams)],
        "width": width,
        "height": height,
        "ground": rows_of(letters, width),
        "sight": None if seat is None else _sight(world, seat),
        "characters": [_character(world, c) for c in _present(world)],
        "palantirs": [_place(world, t, state.PALANTIR_CELL) for t in range(teams)],
        "zones": [_place(world, t, state.ZONE_CELL) for t in range(teams)],
        "zone_size": int(world.params[VISION + state.ELFE]),
        "pace": max(int(world.params[PACE + rank]) for rank in range(CLASSES)),
        "events": story(world, seat),
    }


def _present(world: Any) -> list[int]:
    """The characters of the view, each cell's in the order of their arrival."""
    present = [c for c in range(state.character_count(world)) if state.cell_of(world, c) != NOWHERE]
    return sorted(present, key=lambda c: int(world.state.characters[c * CHARACTER_COLUMNS + state.ARRIVED]))


def _character(world: Any, character: int) -> dict[str, int]:
    at, width = character * CHARACTER_COLUMNS, int(world.board.head[WIDTH])
    cell = int(state.cell_of(world, character))
    return {
        "team": character // CLASSES,
        "class": character % CLASSES,
        "life": int(world.state.characters[at + LIFE_LEFT]),
        "full": int(world.params[LIFE + character % CLASSES]),
        "x": cell % width,
        "y": cell // width,
        "direction": int(world.state.characters[at + DIRECTION]),
    }


def _place(world: Any, team: int, column: int) -> list[int] | None:
    cell, width = int(world.state.teams[team * TEAM_COLUMNS + column]), int(world.board.head[WIDTH])
    return None if cell == NOWHERE else [cell % width, cell // width]


def _sight(world: Any, seat: int) -> list[str]:
    """5.6  The cells that a team sees, a string a row."""
    width, cells = int(world.board.head[WIDTH]), len(world.board.ground)
    seen = {cell for rank in range(CLASSES) for cell in field_of(world, seat * CLASSES + rank)}
    squares = ((state.PALANTIR_CELL, state.VOLEUR), (state.ZONE_CELL, state.ELFE))
    for column, rank in squares:
        centre = int(world.state.teams[seat * TEAM_COLUMNS + column])
        if centre != NOWHERE:
            size = int(world.params[VISION + rank])
            seen |= {cell for cell in range(cells) if vision.in_square(world, centre, size, cell)}
    marks = "".join("1" if cell in seen else "0" for cell in range(cells))
    return rows_of(marks, width)


def marks(scene: Scene) -> list[Mark]:
    """Deaths, and hits by who gave them; to a team, what its own have lost."""
    marks: list[Mark] = []
    for event in scene["events"]:
        if event["kind"] == "died":
            who = _named(scene, event["team"], event["class"])
            marks.append((DEATH, event["team"], Text(f"{who} dies", f"{who} meurt")))
        elif event["kind"] == "hurt":
            who, damage = _named(scene, event["team"], event["class"]), event["damage"]
            marks.append((FIGHT, event["team"], Text(f"{who} loses {damage} life", f"{who} perd {damage} de vie")))
        elif event["kind"] == "hit":
            who, whom = _named(scene, event["team"], event["class"]), _named(scene, *event["victim"])
            damage = event["damage"]
            marks.append(
                (FIGHT, event["team"], Text(f"{who} hits {whom}: {damage}", f"{who} touche {whom} : {damage}"))
            )
    return gathered(marks)


def _named(scene: Scene, team: int, rank: int) -> str:
    return f"{CLASS_NAMES[rank]} {scene['teams'][team]['name']}"


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
    walks = [_walks(scene, team, walked) for team in sorted({event["team"] for event in walked})]
    lines = first_of([*deaths, *_blows(scene), *walks], EVENTS_SHOWN)
    title = "In the walk before:" if walked else "In the attack before:"
    return [[(title, "bold")], *lines] if lines else []


def _name(scene: Scene, team: int, rank: int) -> Part:
    return f"{CLASS_NAMES[rank]} of {_team_name(scene, team)}", seat_style(team)


def _team_name(scene: Scene, team: int) -> str:
    return str(scene["teams"][team]["name"])


def _death(scene: Scene, event: dict[str, Any]) -> Line:
    """Who died, and by whose hand: that decides about the points (4.7)."""
    own = event["team"]
    hits = [e for e in scene["events"] if e["kind"] == "hit" and e["victim"] == [own, event["class"]]]
    killers = sorted({hit["team"] for hit in hits})
    line = [_name(scene, own, event["class"]), (f" dies at {event['x']},{event['y']}", "warn")]
    if killers == [own]:
        return [*line, (" by its own team", "")]
    for number, team in enumerate(killers):
        joint = " by " if number == 0 else " and " if number == len(killers) - 1 else ", "
        line += [(joint, ""), (_team_name(scene, team), seat_style(team))]
    return [*line, (": friend and enemy, no points", "")] if own in killers else line


def _blows(scene: Scene) -> list[Line]:
    """A line for each order: what was done, then who was hit or flew; a team is not told by whose order."""
    lines: list[Line] = []
    author: tuple[int, int] | None = None
    for event in scene["events"]:
        who = event["team"], event["class"]
        if event["kind"] in ("struck", "lost"):
            author = who
            lines.append(_deed(scene, event))
        elif event["kind"] == "hit":
            if author != who:
                author = who
                lines.append([_name(scene, *who), (" is one of two who shout", "")])
            lines[-1] += [(_joint(lines[-1]), ""), _name(scene, *event["victim"]), (f" -{event['damage']}", "")]
        elif event["kind"] == "hurt":
            lines.append([_name(scene, *who), (f" -{event['damage']}", "")])
        elif event["kind"] == "thrown":
            flight = f" flies {_at(event['from'])} to {_at(event['to'])}"
            if scene["seat"] is not None:
                lines.append([_name(scene, *who), (flight, "")])
            else:
                lines[-1] += [(_joint(lines[-1]), ""), _name(scene, *who), (flight, "")]
    return lines


def _joint(line: Line) -> str:
    """Between a deed and the first it struck, or between two of them."""
    return ": " if len(line) == DEED_PARTS else ", "


def _deed(scene: Scene, event: dict[str, Any]) -> Line:
    """An order in words, in DEED_PARTS parts."""
    who, attack = _name(scene, event["team"], event["class"]), event["attack"]
    if event["kind"] == "lost":
        return [who, (f" loses its order ({ATTACK_NAMES[attack]})", "dim")]
    verb = STRIKES[event["class"]] if attack == state.NORMALE else DEEDS[attack]
    return [who, (f" {verb} {event['x']},{event['y']}", "")]


def _walks(scene: Scene, team: int, walked: list[dict[str, Any]]) -> Line:
    """Where the characters of a team went."""
    steps = [
        f"{CLASS_NAMES[event['class']]} {_at(event['from'])} to {_at(event['to'])}"
        for event in sorted(walked, key=lambda event: int(event["class"]))
        if event["team"] == team
    ]
    return [(_team_name(scene, team), seat_style(team)), (" walks: " + ", ".join(steps), "")]


def _at(place: list[int]) -> str:
    return f"{place[0]},{place[1]}"
