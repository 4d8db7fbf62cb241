"""What a viewer shows of a state, and how a terminal draws it."""

from __future__ import annotations

from typing import Any

from joute.core.drawing import Line, seat_style
from joute.core.events import named, noted
from joute.core.game import Game
from joute.core.marks import CAPTURE, FIGHT, Mark, gathered
from joute.core.scenes import Scenes
from joute.core.text import Text

from . import rules

PHASES = {"placement": Text("placement", "placement"), "marche": Text("walk", "marche")}


def scene(game: Game, world: rules.World, seat: int | None) -> dict[str, Any]:
    """The board, its coins and holes, the walkers that are seen, and what befell them."""
    s = world.state
    return {
        "game": game.name,
        "seat": seat,
        "height": world.board.height,
        "width": world.board.width,
        "turn": s.head.turn,
        "phase": game.turn(world, rules.seat_count(world)).phase,
        "coins": [int(coins) for coins in s.coins],
        "dug": [int(dug) for dug in s.ground.dug],
        "walkers": [
            {"cell": int(cell), "score": int(score)}
            for cell, score in zip(s.walkers.cell, s.walkers.score, strict=True)
        ],
        "events": [
            named(event)
            for event in noted(world.scratch.events, rules.RULES.events)
            if seat is None or event.seat == seat
        ],
    }


def marks(scene: dict[str, Any]) -> list[Mark]:
    """Walkers that met, and coins found."""
    marks: list[Mark] = []
    for event in scene["events"]:
        if event["kind"] == "met":
            marks.append((FIGHT, event["seat"], Text("thrown back", "repoussé")))
        elif event["coins"]:
            marks.append((CAPTURE, event["seat"], Text(f"coins: {event['coins']}", f"pièces : {event['coins']}")))
    return gathered(marks)


def drawing(scene: dict[str, Any]) -> list[Line]:
    """The board for a terminal: walkers over holes over coins."""
    marks = [("o", "dim") if dug else (str(coins or "."), "gold" if coins else "") for coins, dug in _ground(scene)]
    for seat, walker in enumerate(scene["walkers"]):
        if walker["cell"] >= 0:
            marks[walker["cell"]] = (chr(ord("A") + seat % 26), seat_style(seat))
    width = scene["width"]
    grid = [marks[row : row + width] for row in range(0, len(marks), width)]
    return [[(f"turn {scene['turn']}", "title")], *grid]


def _ground(scene: dict[str, Any]) -> list[tuple[int, int]]:
    return list(zip(scene["coins"], scene["dug"], strict=True))


def goal(game: Game) -> list[Text]:
    return [Text("Most coins win.", "Le plus de pièces gagne.")]


SCENES = Scenes(scene=scene, drawing=drawing, marks=marks, names=PHASES, axes="yx", goal=goal)
