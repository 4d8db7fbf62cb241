"""What a viewer shows of a state, and how a terminal draws it.

The cells of a scene are rows of objects that hold only what is there: `gold`, `harvested`, `units` ([C, M, B] of A,
then of B) and `acted` ([C, M, B] of the current player). A cell that the seat does not see is null.
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
    ones,
    row_number,
    ruler,
    seat_style,
    seen_by,
    short_number,
    tens,
    to_play,
    turn_of,
)
from joute.core.events import named, noted
from joute.core.game import Game
from joute.core.marks import DEATH, FIGHT, Mark, gathered
from joute.core.points import Orders, Parts, Points
from joute.core.scenes import Grid, Scenes
from joute.core.text import Text, words

from .api import LETTERS, WINNERS
from .rules import RULES
from .rules.sight import sees
from .rules.state import World, current_player
from .rules.vocabulary import KINDS, MILITARY, PLAYERS, UNKNOWN

Scene = dict[str, Any]
Cell = dict[str, Any]

NAMES = {
    "elimination": Text("elimination", "élimination"),
    "turn_limit": Text("after the last turn", "après le dernier tour"),
    "timeout": Text("out of time", "temps écoulé"),
    "crash": Text("a champion crashed", "un champion a planté"),
    "resign": Text("by resignation", "par abandon"),
}
KIND_LETTERS = ("C", "M", "B")
TEXT_LEAST, TEXT_MOST = 5, 9
"""How wide the inside of a cell is, as the board has room."""
DENSE_ROWS = 24
"""Boards higher than this, or too wide for cells of TEXT_LEAST, are drawn with one character a cell."""
EVENTS_SHOWN = 6
FOG, NOTHING, MIXED, COINS = "░", "·", "X", "$"


def scene(game: Game, world: World, seat: int | None) -> Scene:
    """Everything a viewer shows of a world as a seat knows it; None knows everything."""
    head, board = world.state.head, world.board
    turn = game.turn(world, PLAYERS)
    cells = [_cell(world, seat, cell) for cell in range(board.height * board.width)]
    return {
        "game": game.name,
        "turn": turn.number,
        "max_turns": world.params.max_turns,
        "phase": turn.phase,
        "current": current_player(world) if turn.phase == "turn" else None,
        "seat": seat,
        "players": [_player(game, world, player) for player in range(PLAYERS)],
        "winner": WINNERS[head.winner],
        "reason": RULES.reasons[head.reason],
        "height": board.height,
        "width": board.width,
        "cells": [cells[first : first + board.width] for first in range(0, len(cells), board.width)],
        "events": [named(fight) for fight in noted(world.scratch.events, RULES.events)],
    }


def _player(game: Game, world: World, player: int) -> dict[str, Any]:
    gold, score = int(world.state.players.gold[player]), int(world.state.players.score[player])
    return {"name": game.info.seat_name(player), "gold": None if gold == UNKNOWN else gold, "score": score}


def _cell(world: World, seat: int | None, cell: int) -> Cell | None:
    if seat is not None and not sees(world, seat, cell):
        return None
    cells = world.state.cells
    units = [int(count) for count in cells.units[cell * PLAYERS * KINDS : (cell + 1) * PLAYERS * KINDS]]
    acted = [int(count) for count in cells.acted[cell * KINDS : (cell + 1) * KINDS]]
    shown: Cell = {}
    if cells.gold[cell]:
        shown["gold"] = int(cells.gold[cell])
    if cells.harvested[cell]:
        shown["harvested"] = True
    if any(units):
        shown["units"] = [units[:KINDS], units[KINDS:]]
    if any(acted):
        shown["acted"] = acted
    return shown


def marks(scene: Scene) -> list[Mark]:
    """Fights, and who was eliminated."""
    marks: list[Mark] = [(FIGHT, event["attacker"], _fight_text(scene, event)) for event in scene["events"]]
    if scene["phase"] == "end" and scene["reason"] == "elimination" and scene["winner"] in LETTERS:
        loser = 1 - LETTERS.index(scene["winner"])
        name = scene["players"][loser]["name"]
        marks.append((DEATH, loser, Text(f"{name} has no unit left", f"{name} n'a plus d'unité")))
    return gathered(marks)


def _fight_text(scene: Scene, event: dict[str, Any]) -> Text:
    attacker, ours, theirs = event["attacker"], event["attacking"], event["defending"]
    names = [player["name"] for player in scene["players"]]
    cell, winner = f"{event['y']}, {event['x']}", names[event["survivor"]]
    return Text(
        f"{names[attacker]} attacks on {cell}, {ours} against {theirs}: {winner} stays",
        f"{names[attacker]} attaque en {cell}, {ours} contre {theirs} : {winner} reste",
    )


# Points


def gained(before: World, after: World, orders: Orders) -> Parts:
    """4.6, 4.10  Gold harvested, and the price of what a player destroyed: in its turn the other loses units in fights
    alone. Both know this: each its own harvest and its own losses, and both know the scores."""
    players = range(PLAYERS)
    destroyed = [_worth(before, 1 - player) - _worth(after, 1 - player) for player in players]
    fights = [destroyed[player] if player == current_player(before) else 0 for player in players]
    scores = [int(after.state.players.score[player] - before.state.players.score[player]) for player in players]
    return [[score - fight, fight] for score, fight in zip(scores, fights, strict=True)]


def _worth(world: World, player: int) -> int:
    """What all units of a player cost."""
    units = list(world.state.cells.units)
    return sum(
        int(sum(units[player * KINDS + kind :: PLAYERS * KINDS])) * world.params.price[kind] for kind in range(KINDS)
    )


POINTS = Points(
    parts=(Text("gold harvested", "or récolté"), Text("units destroyed", "unités détruites")), gained=gained
)


# Drawing


def drawing(scene: Scene) -> list[Line]:
    """The scene as lines of (text, style)."""
    room = _room(scene)
    cells = _grid(scene, room) if room else _dense_grid(scene)
    return [*_header(scene), [], *cells, [], _legend(not room), *_events(scene)]


def grid_of(scene: Scene) -> Grid:
    """Where the cells are in the drawing."""
    room, size = _room(scene), (scene["width"], scene["height"])
    top = len(_header(scene)) + 1
    if room:
        return Grid(top + 1, *size, wide=room + 1, high=2)
    return Grid(top + 2, *size, wide=1 + len(_gap(scene["width"])), rulers=2)


def _room(scene: Scene) -> int:
    """How many characters of text a cell has; none where each cell is one character."""
    room: int = (COLUMNS - EDGE) // scene["width"] - 1
    dense = room < TEXT_LEAST or scene["height"] > DENSE_ROWS
    return 0 if dense else min(TEXT_MOST, room)


def _header(scene: Scene) -> list[Line]:
    current, seat = scene["current"], scene["seat"]
    line: Line = [(f"{words('turn', 'tour')} {turn_of(scene)}", "title")]
    if scene["winner"]:
        line += [("   ", ""), *_outcome(scene)]
    elif current is not None:
        line += [("   ", ""), to_play(scene["players"][current]["name"], current)]
    else:
        line += [("   " + words("before the first turn", "avant le premier tour"), "dim")]
    if seat is not None:
        line += seen_by(scene["players"][seat]["name"], seat)
    return [line, _standings(scene)]


def _outcome(scene: Scene) -> Line:
    reason, french = scene["reason"].replace("_", " "), NAMES[scene["reason"]].fr
    if scene["winner"] not in LETTERS:
        equal = words(f"no one wins ({reason}, equal scores)", f"personne ne gagne ({french}, scores égaux)")
        return [(equal, "bold")]
    winner = LETTERS.index(scene["winner"])
    cause, loser = words(reason, french), LETTERS[1 - winner]
    if reason in ("timeout", "crash", "resign"):
        cause = words(f"{reason} of {loser}", f"{french} : {loser}")
    return [(f"{scene['winner']} {words('wins', 'gagne')}", seat_style(winner)), (f" ({cause})", "bold")]


def _standings(scene: Scene) -> Line:
    line: Line = []
    for seat, player in enumerate(scene["players"]):
        gold = "?" if player["gold"] is None else str(player["gold"])
        line += [
            (player["name"], seat_style(seat)),
            (f" score {player['score']}, {words('gold', 'or')} ", ""),
            (gold, "gold"),
            ("    ", ""),
        ]
    return line[:-1]


def _grid(scene: Scene, room: int) -> list[Line]:
    """Two lines a cell; its corner shows where it begins."""
    lines: list[Line] = [ruler(f" {x:<{room}}" for x in range(scene["width"]))]
    for y, row in enumerate(scene["cells"]):
        upper: Line = [row_number(y)]
        lower: Line = [(" " * EDGE, "")]
        for cell in row:
            top, bottom = _cell_lines(cell, room)
            upper += [(" ", ""), *_padded(top, room)]
            lower += [(" ", ""), *_padded(bottom, room)]
        lines += [upper, lower]
    return lines


def _padded(line: Line, room: int) -> Line:
    return [*line, (" " * (room - sum(len(text) for text, _ in line)), "")]


def _cell_lines(cell: Cell | None, room: int) -> tuple[Line, Line]:
    """The two lines of a cell: gold above units, or the units of A above those of B."""
    if cell is None:
        return [(FOG * room, "hidden")], [(FOG * room, "hidden")]
    gold: Line = [(short_number(cell["gold"], 10_000), "gold")] if "gold" in cell else []
    parties = [(seat, units) for seat, units in enumerate(cell.get("units", ())) if any(units)]
    if not parties:
        return (gold, []) if gold else ([], [(NOTHING, "dim")])
    if len(parties) == 1:
        return gold, [_party(*parties[0], room)]
    first, second = (_party(seat, units, room) for seat, units in parties)
    fits = bool(gold) and len(gold[0][0]) + 1 + len(first[0]) <= room
    return [*gold, (" ", ""), first] if fits else [first], [second]


def _party(seat: int, units: list[int], room: int) -> Part:
    """The units of a player, as `A3C1M`; in a small cell without ones, as `A3CM`, or all kinds together, as `A*44`."""
    groups = [(count, kind) for count, kind in zip(units, KIND_LETTERS, strict=True) if count]
    whole = "".join(f"{count}{kind}" for count, kind in groups)
    brief = "".join(f"{count if count > 1 else ''}{kind}" for count, kind in groups)
    texts = [f"{LETTERS[seat]}{text}" for text in (whole, brief, f"*{short_number(sum(units), 10_000)}")]
    return next((text for text in texts if len(text) <= room), texts[-1][:room]), seat_style(seat)


def _dense_grid(scene: Scene) -> list[Line]:
    """One character a cell, and a space between them where there is room."""
    width = scene["width"]
    gap = _gap(width)
    rows = [[(text + gap, style) for text, style in map(_mark, row)] for row in scene["cells"]]
    return [tens(width, gap), ones(width, gap), *grid(rows)]


def _gap(width: int) -> str:
    return " " if width * 2 + EDGE <= COLUMNS else ""


def _mark(cell: Cell | None) -> Part:
    """The one character of a cell: a player's letter, small without military."""
    if cell is None:
        return FOG, "hidden"
    parties = [(seat, units) for seat, units in enumerate(cell.get("units", ())) if any(units)]
    if len(parties) > 1:
        return MIXED, "warn"
    if parties:
        seat, units = parties[0]
        return LETTERS[seat] if units[MILITARY] else LETTERS[seat].lower(), seat_style(seat)
    return (COINS, "gold") if "gold" in cell else (NOTHING, "dim")


def _legend(dense: bool) -> Line:
    if dense:
        return [
            (COINS, "gold"),
            (words(" gold   A B military   a b other units   ", " or   A B militaires   a b autres unités   "), "dim"),
            (MIXED, "warn"),
            (words(f" both players   {FOG} hidden", f" les deux joueurs   {FOG} caché"), "dim"),
        ]
    text = words(
        f" gold   A3C1M: of A, 3 civilians and 1 military (B: building, *: several kinds)   {FOG} hidden",
        f" or   A3C1M : à A, 3 civils et 1 militaire (B : bâtiment, * : plusieurs sortes)   {FOG} caché",
    )
    return [("12", "gold"), (text, "dim")]


def _events(scene: Scene) -> list[Line]:
    """The fights of the last resolution, the first few in words."""
    return first_of(
        [_fight_line(fight) for fight in scene["events"]], EVENTS_SHOWN, Text("more fights", "autres combats")
    )


def _fight_line(fight: dict[str, Any]) -> Line:
    attacker, defender, survivor = fight["attacker"], 1 - fight["attacker"], fight["survivor"]
    place = f"{fight['y']},{fight['x']}"
    return [
        (words(f"fight at {place}: ", f"combat en {place} : "), "warn"),
        (f"{LETTERS[attacker]} {fight['attacking']}", seat_style(attacker)),
        (words(" against ", " contre "), ""),
        (f"{LETTERS[defender]} {fight['defending']}", seat_style(defender)),
        (", ", ""),
        (f"{LETTERS[survivor]} {words('keeps', 'garde')} {fight['left']}", seat_style(survivor)),
    ]


def last_turn(world: World) -> int:
    return world.params.max_turns - 1


def goal(game: Game) -> list[Text]:
    """6  Gold harvested and enemies destroyed; or nobody left."""
    p = game.params
    turns = p["max_turns"]
    prices = p["price_C"], p["price_M"], p["price_B"]
    out = Text("; who has no unit left loses at once.", " ; qui n'a plus d'unité perd aussitôt.")
    end = out if p["elimination_wins"] else Text(".", ".")
    return [
        Text(
            f"The higher score after {turns} turns wins{end.en}",
            f"Le meilleur score après {turns} tours gagne{end.fr}",
        ),
        Text(
            "Score: 1 for each gold harvested; for enemies destroyed in your turn, "
            "{} a civilian, {} a military, {} a building.".format(*prices),
            "Score : 1 par pièce d'or récoltée ; par ennemi détruit pendant votre tour, "
            "{} pour un civil, {} pour un militaire, {} pour un bâtiment.".format(*prices),
        ),
    ]


SCENES = Scenes(
    scene=scene,
    drawing=drawing,
    marks=marks,
    grid=grid_of,
    points=POINTS,
    last_turn=last_turn,
    names=NAMES,
    axes="yx",
    goal=goal,
)
