"""What a viewer shows of a state, and how a terminal draws it (rules, 6.11).

`bases` are the cells where the pawns start, in seat order. Links and fields name portals by their index in `portals`;
fields come from the largest to the smallest, so that nested ones stay visible. `last` is what the last finished turn
changed; `paid` is what its player's fields brought.
"""

from __future__ import annotations

from typing import Any

from joute.core.drawing import COLUMNS, EDGE, Line, Part, grid, ones, outcome, seat_style, tens, to_play
from joute.core.events import named, noted
from joute.core.game import Game
from joute.core.marks import BUILD, CAPTURE, DEATH, Mark, MarkKind
from joute.core.points import Orders, Parts, Points
from joute.core.scenes import Grid, Scenes
from joute.core.text import Text, words

from .board import PLAYERS, cells_of
from .rules import RULES
from .rules.geometry import cross, inside
from .rules.state import NOBODY, World

Scene = dict[str, Any]
Cell = tuple[int, int]

NEUTRAL, TOGETHER, NOTHING = "○", "◈", "·"
BARE, PAWNS, BASES, SHIELDS = "●■", "◆◇", "⌂∆", ("123456789", "abcdefghi")
"""What is J1's and what is J2's: a portal without shields, a pawn, a base, a portal with one shield, with two..."""
SHADES = "░▒▓", ":%#"
"""A cell inside one field of J1 or of J2, two nested ones, or more."""
STROKES = "─│╲╱", "═║\\/"
"""A link of J1 or of J2: level, upright, falling and rising."""
OWNED = ("portals", "links", "fields")
FLAT_SLOPE = (2, 5)
"""A link whose rise is below this part of its run is drawn level, and the same the other way round."""


def scene(game: Game, world: World, seat: int | None) -> Scene:
    """Everything a viewer shows of a world; nothing is hidden but the points an opponent has left."""
    turn, head = game.turn(world, PLAYERS), world.state.head
    scene = {
        "game": game.name,
        "turn": game.shown_turn(world, turn.number),
        "turns": world.params.nb_tours,
        "phase": turn.phase,
        "current": int(head.player) if turn.phase == "turn" else None,
        "seat": seat,
        "size": world.board.size,
        "bases": _rows(world.board.starts, PLAYERS),
        "portals": _portals(world),
        "links": _links(world),
        "fields": sorted(_fields(world), key=lambda field: -field["twice_area"]),
        "last": _last(world),
        "paid": [named(event) for event in noted(world.scratch.events, RULES.events)],
    }
    return scene | {"players": [_player(game, world, scene, player) for player in range(PLAYERS)]}


def _rows(table: Any, count: int) -> list[list[int]]:
    """The first rows of a table."""
    return [[int(value) for value in row] for row in zip(*(column[:count] for column in table), strict=True)]


def _portals(world: World) -> list[dict[str, Any]]:
    portals = world.state.portals
    rows = _rows(
        (world.board.portals.x, world.board.portals.y, portals.owner, portals.shields), world.board.portal_count
    )
    return [
        {"x": x, "y": y, "owner": None if owner == NOBODY else owner, "shields": shields}
        for x, y, owner, shields in rows
    ]


def _links(world: World) -> list[dict[str, Any]]:
    links, owner = world.state.links, world.state.portals.owner
    rows = _rows((links.a, links.b, links.fresh), world.state.head.links)
    return [{"ends": [a, b], "owner": int(owner[a]), "fresh": bool(fresh)} for a, b, fresh in rows]


def _fields(world: World) -> list[dict[str, Any]]:
    fields, owner, cells = world.state.fields, world.state.portals.owner, cells_of(world.board)
    return [
        {"corners": [a, b, c], "owner": int(owner[a]), "twice_area": abs(cross(*cells[a], *cells[b], *cells[c]))}
        for a, b, c in _rows((fields.a, fields.b, fields.c), world.state.head.fields)
    ]


def _last(world: World) -> dict[str, Any]:
    """5  What the last finished turn changed, as its opponent is told."""
    head, portals, links, fields = world.state.head, world.state.portals, world.state.new_links, world.state.new_fields
    viewer = int(head.player)
    news = {
        "taken": (portals.taken_0, portals.taken_1),
        "lost": (portals.lost_0, portals.lost_1),
        "shielded": (portals.shielded_0, portals.shielded_1),
    }
    new_links = _rows((links.viewer, links.a, links.b), head.new_links)
    new_fields = _rows((fields.viewer, fields.a, fields.b, fields.c), head.new_fields)
    return {
        "player": 1 - viewer,
        **{what: [number for number, told in enumerate(columns[viewer]) if told] for what, columns in news.items()},
        "links": [ends for told, *ends in new_links if told == viewer],
        "fields": [corners for told, *corners in new_fields if told == viewer],
    }


def _player(game: Game, world: World, scene: Scene, player: int) -> dict[str, Any]:
    players = world.state.players
    owned = {name: [thing for thing in scene[name] if thing["owner"] == player] for name in OWNED}
    known = scene["seat"] in (None, player)
    return {
        "name": game.info.seat_name(player),
        "x": int(players.x[player]),
        "y": int(players.y[player]),
        "score": int(players.score[player]),
        "action_points": int(players.action_points[player]) if known else None,
        "move_points": int(players.move_points[player]) if known else None,
        **{name: len(things) for name, things in owned.items()},
        "twice_area": sum(field["twice_area"] for field in owned["fields"]),
    }


def marks(scene: Scene) -> list[Mark]:
    """What the last turn took, what it cost the other, and the fields it made."""
    last, names = scene["last"], [player["name"] for player in scene["players"]]
    if scene["phase"] == "over":
        return []
    player, other = last["player"], 1 - last["player"]
    taken, lost, fields = (len(last[what]) for what in ("taken", "lost", "fields"))
    changes: tuple[tuple[MarkKind, int, int, str, str], ...] = (
        (CAPTURE, player, taken, f"{names[player]} takes {taken} portal", f"{names[player]} prend {taken} portail"),
        (DEATH, other, lost, f"{names[other]} loses {lost} portal", f"{names[other]} perd {lost} portail"),
        (BUILD, player, fields, f"{names[player]} makes {fields} field", f"{names[player]} fait {fields} champ"),
    )
    plural = {count: "s" if count > 1 else "" for _, _, count, _, _ in changes}
    return [
        (kind, seat, Text(en + plural[count], fr + plural[count])) for kind, seat, count, en, fr in changes if count
    ]


def asides(scene: Scene) -> list[tuple[int | None, Text]]:
    """4.4  What fields have paid."""
    names = [player["name"] for player in scene["players"]]
    return [
        (
            paid["player"],
            Text(
                f"the fields of {names[paid['player']]}: +{paid['points']}",
                f"les champs de {names[paid['player']]} : +{paid['points']}",
            ),
        )
        for paid in scene["paid"]
    ]


# Points


def gained(before: World, after: World, orders: Orders) -> Parts:
    """4.4, 4.5  Points for captures and for links, whatever became of them, and for fields."""
    params, parts = after.params, [[0, 0, 0] for _ in range(PLAYERS)]
    worth = {"capturer": (0, params.points_creation_portail), "lier": (1, params.points_creation_lien)}
    for seat, given in orders.items():
        for order in given:
            part, points = worth.get(order[0], (0, 0))
            parts[seat][part] += points
    for paid in noted(after.scratch.events, RULES.events):
        parts[paid.player][2] += paid.points
    return parts


POINTS = Points(parts=(Text("captures", "captures"), Text("links", "liens"), Text("fields", "champs")), gained=gained)


# Drawing


class Canvas:
    """A grid of characters with styles, `wide` of them for each cell of the map."""

    def __init__(self, size: int, wide: int) -> None:
        self.size = size
        self.wide = wide
        self.marks: dict[Cell, Part] = {}

    def put(self, column: int, y: int, text: str, style: str) -> None:
        self.marks[column, y] = text, style

    def row(self, y: int) -> Line:
        """One row, character by character."""
        return [self.marks.get((column, y), self.blank(column)) for column in range(self.size * self.wide)]

    def blank(self, column: int) -> Part:
        """Where nothing was put."""
        return NOTHING if column % self.wide == 0 else " ", "dim"


def drawing(scene: Scene) -> list[Line]:
    """The scene as lines of (text, style)."""
    size = scene["size"]
    canvas = Canvas(size, _wide(size))
    _shade(canvas, scene)
    for link in scene["links"]:
        one, other = (scene["portals"][end] for end in link["ends"])
        _draw_link(canvas, one, other, link["owner"])
    for seat, (x, y) in enumerate(scene["bases"]):
        canvas.put(x * canvas.wide, y, BASES[seat], seat_style(seat))
    for portal in scene["portals"]:
        canvas.put(portal["x"] * canvas.wide, portal["y"], *_symbol(portal))
    _draw_pawns(canvas, scene["players"])
    gap = " " * (canvas.wide - 1)
    rows = grid(canvas.row(y) for y in range(size))
    return [*_header(scene), [], tens(size, gap), ones(size, gap), *rows, [], *_legend(scene), *_news(scene)]


def grid_of(scene: Scene) -> Grid:
    """Where the cells are in the drawing."""
    size = scene["size"]
    return Grid(len(_header(scene)) + 3, size, size, wide=_wide(size), rulers=2)


def _wide(size: int) -> int:
    """How many characters a cell has."""
    return 2 if size * 2 + EDGE <= COLUMNS else 1


def _shade(canvas: Canvas, scene: Scene) -> None:
    """The cells inside fields, darker where fields are nested; those of a field are its owner's."""
    depth: dict[Cell, int] = {}
    for field in scene["fields"]:
        corners = [(scene["portals"][corner]["x"], scene["portals"][corner]["y"]) for corner in field["corners"]]
        for cell in _cells_inside(corners):
            depth[cell] = depth.get(cell, 0) + 1
            shades = SHADES[field["owner"]]
            shade = shades[min(depth[cell], len(shades)) - 1]
            for part in range(canvas.wide):
                canvas.put(cell[0] * canvas.wide + part, cell[1], shade, seat_style(field["owner"]))


def _cells_inside(corners: list[Cell]) -> list[Cell]:
    (a, b, c), xs, ys = corners, [x for x, _ in corners], [y for _, y in corners]
    box = [(x, y) for x in range(min(xs) + 1, max(xs)) for y in range(min(ys) + 1, max(ys))]
    return [cell for cell in box if inside(*cell, *a, *b, *c)]


def _draw_link(canvas: Canvas, one: dict[str, int], other: dict[str, int], owner: int) -> None:
    """A straight run of line characters between two portals."""
    dx, dy = other["x"] - one["x"], other["y"] - one["y"]
    across = dx * canvas.wide
    steps, stroke = max(abs(across), abs(dy)), STROKES[owner][_slope(dx, dy)]
    for step in range(1, steps):
        column = one["x"] * canvas.wide + (2 * across * step + steps) // (2 * steps)
        canvas.put(column, one["y"] + (2 * dy * step + steps) // (2 * steps), stroke, seat_style(owner))


def _slope(dx: int, dy: int) -> int:
    """Which stroke draws a link."""
    part, whole = FLAT_SLOPE
    if abs(dy) * whole < abs(dx) * part:
        return 0
    if abs(dx) * whole < abs(dy) * part:
        return 1
    return 2 if (dx > 0) == (dy > 0) else 3


def _symbol(portal: dict[str, Any]) -> Part:
    """A portal: nobody's, a player's, or a player's with so many shields."""
    owner, shields = portal["owner"], portal["shields"]
    if owner is None:
        return NEUTRAL, "bold"
    most = len(SHIELDS[owner])
    return SHIELDS[owner][min(shields, most) - 1] if shields else BARE[owner], seat_style(owner)


def _draw_pawns(canvas: Canvas, players: list[dict[str, Any]]) -> None:
    """Pawns stand right of what is on their cell where there is room, else over it."""
    for seat, player in enumerate(players):
        canvas.put(player["x"] * canvas.wide + canvas.wide - 1, player["y"], PAWNS[seat], seat_style(seat))
    first, second = players
    if (first["x"], first["y"]) == (second["x"], second["y"]):
        canvas.put(first["x"] * canvas.wide + canvas.wide - 1, first["y"], TOGETHER, "warn")


def _header(scene: Scene) -> list[Line]:
    current = scene["current"]
    line: Line = [
        (f"{words('round', 'manche')} {scene['turn']} / {scene['turns']}", "title"),
        ("   ", ""),
    ]
    if current is not None:
        line.append(to_play(scene["players"][current]["name"], current))
    elif scene["phase"] == "init":
        line.append((words("before the first turn", "avant le premier tour"), "dim"))
    else:
        line.append(outcome(scene["players"]))
    return [line, *(_standing(player, seat) for seat, player in enumerate(scene["players"]))]


def _standing(player: dict[str, Any], seat: int) -> Line:
    action, move = player["action_points"], player["move_points"]
    left = words(f"   {action} action, {move} move", f"   {action} action, {move} déplacement")
    area = f"{player['twice_area'] // 2}{'.5' if player['twice_area'] % 2 else ''}"
    portals, links, fields = player["portals"], player["links"], player["fields"]
    counts = words(
        f"{portals} portals, {links} links, {fields} fields of area {area}",
        f"{portals} portails, {links} liens, {fields} champs d'aire {area}",
    )
    return [
        (f"{player['name']} {PAWNS[seat]}", seat_style(seat)),
        (f" score {player['score']}   {counts}", ""),
        (left if action is not None else "", "dim"),
    ]


def _legend(scene: Scene) -> list[Line]:
    """What belongs to nobody, then what belongs to each."""
    neutral = (
        f"{NEUTRAL} {words('portal of nobody', 'portail à personne')}   {TOGETHER} {words('both pawns', 'deux pions')}"
    )
    return [[(neutral, "dim")], *(_owned(seat, player["name"]) for seat, player in enumerate(scene["players"]))]


def _owned(seat: int, name: str) -> Line:
    least, most = SHIELDS[seat][0], SHIELDS[seat][-1]
    portal = words(
        f"{BARE[seat]} portal, {least} to {most} with 1 to {len(SHIELDS[seat])} shields",
        f"{BARE[seat]} portail, {least} à {most} avec 1 à {len(SHIELDS[seat])} boucliers",
    )
    others = words(
        f"{PAWNS[seat]} pawn   {BASES[seat]} base   {STROKES[seat][0]} link   {SHADES[seat]} inside 1, 2, 3 fields",
        f"{PAWNS[seat]} pion   {BASES[seat]} base   {STROKES[seat][0]} lien   {SHADES[seat]} dans 1, 2, 3 champs",
    )
    return [(words(f"{name}: ", f"{name} : "), "dim"), (f"{portal}   {others}", seat_style(seat))]


def _news(scene: Scene) -> list[Line]:
    """The last turn in words, where it changed something."""
    last = scene["last"]
    counts = (
        (len(last["taken"]), words("portals taken", "portails pris")),
        (len(last["lost"]), words("portals lost by the other", "portails perdus par l'autre")),
        (len(last["links"]), words("new links", "nouveaux liens")),
        (len(last["fields"]), words("new fields", "nouveaux champs")),
    )
    news = [f"{count} {what}" for count, what in counts if count]
    news += [
        words(f"{paid['points']} points from fields", f"{paid['points']} points des champs")
        for paid in scene["paid"]
        if paid["player"] == last["player"]
    ]
    if not news:
        return []
    name = scene["players"][last["player"]]["name"]
    return [[(words(f"{name}: ", f"{name} : "), seat_style(last["player"])), (", ".join(news), "")]]


def last_turn(world: World) -> int:
    return world.params.nb_tours


def goal(game: Game) -> list[Text]:
    """4.6  Portals, links and above all fields."""
    p = game.params
    turns, portal, link, field = (
        p["NB_TOURS"],
        p["POINTS_CREATION_PORTAIL"],
        p["POINTS_CREATION_LIEN"],
        p["POINTS_CHAMP"],
    )
    return [
        Text(f"The higher score after {turns} rounds wins.", f"Le meilleur score après {turns} manches gagne."),
        Text(
            f"Score: +{portal} for a portal captured, +{link} for a link, each turn +{field} × area of your fields.",
            f"Score : +{portal} par portail capturé, +{link} par lien, à chaque tour +{field} × l'aire de vos champs.",
        ),
        Text(
            "A field is a triangle of three portals of yours, linked pairwise.",
            "Un champ est un triangle de trois de vos portails, liés deux à deux.",
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
