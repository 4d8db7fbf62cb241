"""What a viewer shows of a state, and how a terminal draws it.

`ground` is the map, a string a row. `sight`, for a seat, says by `1` and `0` which cells its team sees; null for nobody
in particular. `characters` are those that are seen; `palantirs` and `zones` hold a place, or null, for each team, and a
seat is told of its own alone; a zone reaches `zone_size` cells around its place. `pace` is the longest walk. `events`
tell of the last resolution (`story.py`, `rules/events.py`); there a character is its number, team * 3 + class, and a
place its cell, y * width + x.
"""

from __future__ import annotations

from typing import Any

from joute.core.drawing import COLUMNS, Line, Part, first_of, grid, seat_style, seen_by, tens, turn_of
from joute.core.events import named, noted
from joute.core.game import Game
from joute.core.maptext import rows_of
from joute.core.marks import DEATH, FIGHT, Mark, gathered
from joute.core.points import Orders, Parts, Points
from joute.core.scenes import Grid, Scenes
from joute.core.text import Text, read_here, text_of, words

from .board import LETTERS
from .rules import state, vocabulary
from .rules.calendar import score
from .rules.events import EVENTS, Died, Hit
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
STRIKE = Text("strike", "coup")
ATTACK_NAMES = (STRIKE, "palantír", "Traîtrise", "Bastoooon", "Fus Ro Dah", "I see", "Loto")
STRIKES = (
    Text("stabs at", "poignarde en"),
    Text("swings the hammer at", "abat son marteau en"),
    Text("shoots at", "tire en"),
)
"""What a class does with its normal attack."""
DEEDS = {
    vocabulary.PALANTIR: Text("lays the palantír at", "pose le palantír en"),
    vocabulary.TRAITRISE: Text("betrays all who stand at", "trahit tous ceux qui sont en"),
    vocabulary.BASTOOOON: Text("roars Bastoooon at", "hurle Bastoooon en"),
    vocabulary.FUS_RO_DAH: Text("shouts Fus Ro Dah from", "crie Fus Ro Dah depuis"),
    vocabulary.I_SEE: Text("reveals what is around", "révèle ce qui entoure"),
    vocabulary.LOTO: Text("plays Loto on", "joue au Loto en"),
}
DEED_PARTS = 2
SEVERAL, MIXED = "*", "X"
MARKS = (("palantirs", "o"), ("zones", "x"))
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


def asides(scene: Scene) -> list[tuple[int | None, Text]]:
    """What characters did, where they went or were thrown, and which orders were void."""
    return [
        (event["character"] // CLASSES, _aside(scene, event))
        for event in scene["events"]
        if event["kind"] in ("struck", "thrown", "lost", "walked")
    ]


def _aside(scene: Scene, event: dict[str, Any]) -> Text:
    who = _named(scene, event["character"])
    if event["kind"] in ("struck", "lost"):
        what = _order_text(scene, event)
        return Text(f"{who} {what.en}", f"{who} {what.fr}")
    start, end = (_at(scene, event[name], ", ") for name in ("start", "end"))
    if event["kind"] == "thrown":
        return Text(f"{who} is thrown from {start} to {end}", f"{who} est projeté de {start} à {end}")
    return Text(f"{who} walks from {start} to {end}", f"{who} va de {start} à {end}")


def _order_text(scene: Scene, event: dict[str, Any], comma: str = ", ") -> Text:
    """What came of an order to attack."""
    attack = event["attack"]
    if event["kind"] == "lost":
        name = text_of(ATTACK_NAMES[attack])
        return Text(f"loses its order ({name.en})", f"perd son ordre ({name.fr})")
    verb = STRIKES[event["character"] % CLASSES] if attack == vocabulary.NORMALE else DEEDS[attack]
    place = _at(scene, event["cell"], comma)
    return Text(f"{verb.en} {place}", f"{verb.fr} {place}")


def _named(scene: Scene, character: int) -> str:
    return f"{CLASS_NAMES[character % CLASSES]} {_team_name(scene, character // CLASSES)}"


# Points


def gained(before: World, after: World, orders: Orders) -> Parts:
    """4.7  What each death brought, by the teams that hit the victim. A team is told neither of these."""
    params, teams = after.params, state.team_count(after)
    parts = [[0, 0, 0, 0] for _ in range(teams)]
    hits: dict[int, set[int]] = {}
    for event in noted(after.scratch.events, EVENTS):
        if isinstance(event, Hit):
            hits.setdefault(event.victim, set()).add(event.character // CLASSES)
        elif isinstance(event, Died):
            own, killers = event.character // CLASSES, hits.get(event.character, set())
            if not killers - {own}:
                parts[own][2] += params.points_teamkill
            elif own in killers:
                for team in range(teams):
                    parts[team][3] += params.points_mixte
            else:
                parts[own][1] += params.points_mort
                for team in killers:
                    parts[team][0] += params.points_meurtre
    return parts


POINTS = Points(
    parts=(
        Text("kills", "victimes"),
        Text("deaths", "morts"),
        Text("killed by their own", "tués par les leurs"),
        Text("killed by friend and foe", "tués par amis et ennemis"),
    ),
    gained=gained,
    public=False,
)


# Drawing


def drawing(scene: Scene) -> list[Line]:
    """The scene as lines of (text, style)."""
    return [*_header(scene), [], *_grid(scene), [], *_teams(scene), *_legend(), *_events(scene)]


def grid_of(scene: Scene) -> Grid:
    """Where the cells are in the drawing."""
    return Grid(len(_header(scene)) + 2, scene["width"], len(scene["ground"]), EDGE, wide=_room(scene))


def _room(scene: Scene) -> int:
    """How many characters a cell has."""
    number = len(str(len(scene["teams"])))
    return next((room for room in (2 + number, 1 + number) if room * scene["width"] + EDGE <= COLUMNS), 1)


def _header(scene: Scene) -> list[Line]:
    phase = read_here(NAMES.get(scene["phase"], scene["phase"]))
    line: Line = [
        (f"{words('turn', 'tour')} {turn_of(scene)}", "title"),
        (f"   {phase}", "bold"),
    ]
    if scene["seat"] is not None:
        line += seen_by(scene["teams"][scene["seat"]]["name"], scene["seat"])
    return [line]


def _grid(scene: Scene) -> list[Line]:
    """Columns a cell as there is room: who stands there, the number of his team, and where he looks."""
    room = _room(scene)
    crowds: dict[tuple[int, int], list[dict[str, int]]] = {}
    for character in scene["characters"]:
        crowds.setdefault((character["x"], character["y"]), []).append(character)
    rows = [
        [_mark(scene, x, y, letter, crowds.get((x, y), []), room) for x, letter in enumerate(row)]
        for y, row in enumerate(scene["ground"])
    ]
    rows = [[(text[:room].ljust(room), style) for text, style in row] for row in rows]
    return [tens(scene["width"], " " * (room - 1), EDGE), *grid(rows, EDGE)]


def _mark(scene: Scene, x: int, y: int, letter: str, crowd: list[dict[str, int]], room: int) -> Part:
    """What a cell shows, which may be longer than its room."""
    if crowd:
        first, teams = crowd[0], {character["team"] for character in crowd}
        if len(teams) > 1:
            return MIXED, "warn"
        mark, arrow = (SEVERAL, "") if len(crowd) > 1 else (CLASS_LETTERS[first["class"]], ARROWS[first["direction"]])
        return f"{mark}{first['team'] + 1}{arrow}", seat_style(first["team"])
    for places, mark in MARKS:
        for team, place in enumerate(scene[places]):
            if place == [x, y]:
                return f"{mark}{team + 1}", seat_style(team)
    shown = letter * room if letter == "#" else letter
    if scene["sight"] is not None and scene["sight"][y][x] == "0":
        return shown, "hidden"
    return shown, "" if scene["sight"] is not None else "dim"


def _teams(scene: Scene) -> list[Line]:
    """The teams with their scores and those of their characters that are seen; of many, the best."""
    order = sorted(range(len(scene["teams"])), key=lambda team: -scene["teams"][team]["score"])
    shown = order if len(order) > TEAMS_SHOWN else sorted(order)
    return first_of([_team(scene, team) for team in shown], TEAMS_SHOWN, Text("more teams", "autres équipes"))


def _team(scene: Scene, team: int) -> Line:
    entry = scene["teams"][team]
    line: Line = [(f"{entry['name']:>4}", seat_style(team)), (f" score {entry['score']:>3}  ", "")]
    for character in sorted(scene["characters"], key=lambda c: c["class"]):
        if character["team"] == team:
            letter, life = CLASS_LETTERS[character["class"]], f"{character['life']}/{character['full']}"
            line += [(f" {letter} {life} ({character['x']},{character['y']})", seat_style(team))]
    for places, mark in MARKS:
        if scene[places][team] is not None:
            x, y = scene[places][team]
            line += [(f" {mark} ({x},{y})", seat_style(team))]
    return line


def _legend() -> list[Line]:
    people = words(
        "V1 Voleur of J1  B Barbare  E Elfe  ^>v< facing  *1 several  X many teams  o1 palantír  x1 zone",
        "V1 Voleur de J1  B Barbare  E Elfe  ^>v< regard  *1 plusieurs  X équipes  o1 palantír  x1 zone",
    )
    ground = words(
        ". grass  _ road  F forest  ~ marsh  # wall  T tower", ". herbe  _ route  F forêt  ~ marais  # mur  T tour"
    )
    return [[(people, "dim")], [(ground, "dim")]]


# The last resolution in words


def _events(scene: Scene) -> list[Line]:
    """The deaths first, then a line a blow, or a line a team that walked."""
    events = scene["events"]
    walked = [event for event in events if event["kind"] == "walked"]
    deaths = [_death(scene, event) for event in events if event["kind"] == "died"]
    walks = [_walks(scene, team, walked) for team in sorted({event["character"] // CLASSES for event in walked})]
    lines = first_of([*deaths, *_blows(scene), *walks], EVENTS_SHOWN)
    title = (
        words("In the walk before:", "Au déplacement précédent :")
        if walked
        else words("In the attack before:", "À l'attaque précédente :")
    )
    return [[(title, "bold")], *lines] if lines else []


def _name(scene: Scene, character: int) -> Part:
    team = character // CLASSES
    of = words("of", "de")
    return f"{CLASS_NAMES[character % CLASSES]} {of} {_team_name(scene, team)}", seat_style(team)


def _team_name(scene: Scene, team: int) -> str:
    return str(scene["teams"][team]["name"])


def _death(scene: Scene, event: dict[str, Any]) -> Line:
    """Who died, and by whose hand: that decides about the points (4.7)."""
    victim, own = event["character"], event["character"] // CLASSES
    hits = [e for e in scene["events"] if e["kind"] == "hit" and e["victim"] == victim]
    killers = sorted({hit["character"] // CLASSES for hit in hits})
    place = _at(scene, event["cell"])
    line = [_name(scene, victim), (words(f" dies at {place}", f" meurt en {place}"), "warn")]
    if killers == [own]:
        return [*line, (words(" by its own team", " par sa propre équipe"), "")]
    for number, team in enumerate(killers):
        last = number == len(killers) - 1
        joint = words(" by ", " par ") if number == 0 else words(" and ", " et ") if last else ", "
        line += [(joint, ""), (_team_name(scene, team), seat_style(team))]
    both = words(": friend and enemy, no points", " : amis et ennemis, aucun point")
    return [*line, (both, "")] if own in killers else line


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
                lines.append(
                    [_name(scene, who), (words(" is one of two who shout", " est l'un des deux qui crient"), "")]
                )
            lines[-1] += [(_joint(lines[-1]), ""), _name(scene, event["victim"]), (f" -{event['damage']}", "")]
        elif event["kind"] == "hurt":
            lines.append([_name(scene, who), (f" -{event['damage']}", "")])
        elif event["kind"] == "thrown":
            flight = f" {words('flies', 'vole')} {_from_to(scene, event)}"
            if scene["seat"] is not None:
                lines.append([_name(scene, who), (flight, "")])
            else:
                lines[-1] += [(_joint(lines[-1]), ""), _name(scene, who), (flight, "")]
    return lines


def _joint(line: Line) -> str:
    """Between a deed and the first it struck, or between two of them."""
    return words(": ", " : ") if len(line) == DEED_PARTS else ", "


def _deed(scene: Scene, event: dict[str, Any]) -> Line:
    """An order in words, in DEED_PARTS parts."""
    text = read_here(_order_text(scene, event, ","))
    return [_name(scene, event["character"]), (f" {text}", "dim" if event["kind"] == "lost" else "")]


def _walks(scene: Scene, team: int, walked: list[dict[str, Any]]) -> Line:
    """Where the characters of a team went."""
    steps = [
        f"{CLASS_NAMES[event['character'] % CLASSES]} {_from_to(scene, event)}"
        for event in sorted(walked, key=lambda event: int(event["character"]))
        if event["character"] // CLASSES == team
    ]
    return [(_team_name(scene, team), seat_style(team)), (words(" walks: ", " marche : ") + ", ".join(steps), "")]


def _from_to(scene: Scene, event: dict[str, Any]) -> str:
    start, end = _at(scene, event["start"]), _at(scene, event["end"])
    return words(f"{start} to {end}", f"de {start} à {end}")


def _at(scene: Scene, cell: int, comma: str = ",") -> str:
    return f"{cell % scene['width']}{comma}{cell // scene['width']}"


def last_turn(world: World) -> int:
    return world.board.turns - 1


def goal(game: Game) -> list[Text]:
    """6  Points for kills."""
    p = game.params
    kill, death, own = p["POINTS_MEURTRE"], p["POINTS_MORT"], p["POINTS_TEAMKILL"]
    return [
        Text("The highest score after the last turn wins.", "Le meilleur score après le dernier tour gagne."),
        Text(
            f"Score: {kill:+} for an enemy killed, {death:+} for one of yours, {own:+} if you killed it yourself.",
            f"Score : {kill:+} par ennemi tué, {death:+} par mort des vôtres, {own:+} si vous l'avez tué vous-même.",
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
    names=NAMES,
    goal=goal,
)
