"""What a viewer shows of a game: what its `scene.py` exports as SCENES."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple

from .drawing import EDGE, Line
from .errors import require_callable
from .marks import Mark
from .points import Points
from .text import Text
from .world import AnyWorld

Axes = Literal["xy", "yx"]
"""In which order the coordinates of a cell are written: column first, or row first."""
USUAL_NAMES = {
    "init": Text("before the match", "avant le match"),
    "turn": Text("", ""),
    "end": Text("the end", "la fin"),
    "fin": Text("the end", "la fin"),
    "over": Text("over", "terminé"),
    "resign": Text("by resignation", "par abandon"),
    "draw": Text("by agreement", "d'un commun accord"),
}
"""What phases and the reasons of an end are called, where a game does not say."""


class Grid(NamedTuple):
    """Where the cells of a board stand in its drawing."""

    top: int
    """The line of the first row."""
    columns: int
    rows: int
    left: int = EDGE
    """How many characters stand left of a row."""
    wide: int = 1
    """How many characters a cell has."""
    high: int = 1
    """How many lines."""
    rulers: int = 1
    """How many lines above the first row have the numbers of the columns."""

    def holds(self, column: int, row: int) -> bool:
        return 0 <= column < self.columns and 0 <= row < self.rows


@dataclass(frozen=True, kw_only=True)
class Scenes:
    """How the positions of a game are shown."""

    scene: Callable[[Any, AnyWorld, int | None], dict[str, Any]]
    """scene(game, world, seat): everything a viewer shows of the view of a seat (None: of the truth), as JSON."""
    drawing: Callable[[dict[str, Any]], list[Line]]
    """The same for a terminal, from the scene."""
    marks: Callable[[dict[str, Any]], list[Mark]] | None = None
    """What happened on the way to a scene."""
    asides: Callable[[dict[str, Any]], list[tuple[int | None, Text]]] | None = None
    """What else happened, too usual to be marked: the seat it is about (None: several), and a text."""
    last_turn: Callable[[AnyWorld], int] | None = None
    """The number of the last turn in which somebody plays, where there is one; what comes after it is still that
    turn to those who watch."""
    grid: Callable[[dict[str, Any]], Grid] | None = None
    """Where the cells are in that drawing; without it, people in a terminal play line by line."""
    names: Mapping[str, Text] = field(default_factory=dict)
    """A text for each phase and each reason of an end, by its name, where the name itself will not do."""
    axes: Axes = "xy"
    """The order of coordinates in the game's API; everything that is shown or told follows it."""
    goal: Callable[[Any], list[Text]] | None = None
    """goal(game): how one wins, then what scores, with the figures of its parameters; a line each."""
    points: Points | None = None
    """Where points come from; without it, who leads is told by the scores alone."""

    def __post_init__(self) -> None:
        require_callable(self, "scene", "drawing", optional=("marks", "asides", "last_turn", "goal", "grid"))

    def told(self, scene: dict[str, Any]) -> list[tuple[int | None, Text]]:
        """All that happened on the way to a scene: the seat it is about (None: several), and a text."""
        marks = self.marks(scene) if self.marks else []
        return [*((seat, text) for _, seat, text in marks), *(self.asides(scene) if self.asides else [])]

    def at(self, column: int, row: int) -> str:
        """A cell of the picture in the coordinates of the game."""
        return f"{row}, {column}" if self.axes == "yx" else f"{column}, {row}"
