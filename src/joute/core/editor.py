"""Drawing boards and positions: what a game's `web/editor.py` exports as EDITOR. The page that paints knows no rules.

A brush changes a cell of a `Sketch`, the text of a board taken apart, or of a `Position`, the dump of a table. It need
not leave something sound, since the engine judges the whole afterwards; what cannot even be written down it refuses in
words. Cells are (column, row) of the picture, as in `hand.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from .hand import Cell
from .text import Text

if TYPE_CHECKING:
    from collections.abc import Mapping

    from .game import Game

EDITOR = "web.editor"
"""The module of a game that declares it."""
NUMBER_DIGITS = 18
M = TypeVar("M")
Turned = Callable[[Cell], Cell]


# What is painted


@dataclass
class Sketch:
    """The text of a board in parts, sound or not: the numbers and words of its head by name, and what it writes for
    each cell, row by row."""

    head: dict[str, Any]
    rows: list[list[str]]

    @property
    def size(self) -> tuple[int, int]:
        """Columns and rows."""
        return len(self.rows[0]), len(self.rows)

    def at(self, cell: Cell) -> str:
        return self.rows[cell[1]][cell[0]]

    def put(self, cell: Cell, token: str) -> None:
        self.rows[cell[1]][cell[0]] = token

    def resize(self, columns: int, rows: int, blank: str) -> None:
        """Cut rows and columns off at the end, or add some that are blank."""
        width = self.size[0]
        kept = [row[:columns] + [blank] * (columns - width) for row in self.rows[:rows]]
        self.rows = kept + [[blank] * columns for _ in range(rows - len(kept))]


@dataclass
class Position:
    """A position under the brush: the tables of its state as a dump has them."""

    game: Game
    board: Any
    seats: int
    state: dict[str, Any]

    @property
    def head(self) -> dict[str, int]:
        head: dict[str, int] = self.state["head"]
        return head

    def rows(self, table: str) -> list[dict[str, int]]:
        rows: list[dict[str, int]] = self.state[table]
        return rows

    def keep(self, table: str, keep: Callable[[dict[str, int]], bool]) -> int:
        """Keep some rows of a table; how many went."""
        before = self.rows(table)
        self.state[table] = [row for row in before if keep(row)]
        return len(before) - len(self.state[table])

    def insert(self, table: str, row: dict[str, int], *order: str) -> None:
        """Put a row where it belongs among rows that are sorted by these columns."""
        rows = self.rows(table)
        rows.append(row)
        rows.sort(key=lambda one: [one[name] for name in order])


# What a game declares


@dataclass(frozen=True)
class Amount:
    """The number that a brush paints."""

    words: Text
    least: int
    most: int
    usual: int


@dataclass(frozen=True, kw_only=True)
class Brush(Generic[M]):
    """One thing to paint; of several seats, `kind` is the same."""

    kind: str
    words: Text
    paint: Callable[[M, Cell, int], Text | None] | None = None
    """paint(model, cell, amount): change a cell, or say why not."""
    join: Callable[[M, Cell, Cell], Text | None] | None = None
    """The same for what lies between two cells."""
    seat: int | None = None
    amount: Amount | None = None
    single: bool = False
    """Whether there is one alone, so that it moves instead of being painted along a line."""

    def __post_init__(self) -> None:
        if callable(self.paint) == callable(self.join):
            raise TypeError(f"brush {self.name}: expected a function, either paint or join")

    @property
    def name(self) -> str:
        return self.kind if self.seat is None else f"{self.kind}_{self.seat}"


@dataclass(frozen=True)
class Figure:
    """A number to be set by hand: a column of a table, or part of the head of a board.

    `least` and `most` are for boards: those of a state are declared with it.
    """

    name: str
    words: Text
    choices: tuple[tuple[int, Text], ...] = ()
    least: int = 0
    most: int = 2**31 - 1

    @property
    def bounds(self) -> tuple[int, int]:
        """The values that the head of a board may have."""
        numbers = [value for value, _ in self.choices]
        return (min(numbers), max(numbers)) if numbers else (self.least, self.most)


@dataclass(frozen=True, kw_only=True)
class Sheet:
    """The rows of a table of the state, as forms."""

    table: str
    figures: tuple[Figure, ...]
    title: Callable[[Position, int], Text] | None = None
    """title(position, row); None: the record speaks for itself."""
    cells: Callable[[Position, int], Sequence[Cell]] | None = None
    """cells(position, row): where it stands. None: it is about the whole match."""


@dataclass(frozen=True, kw_only=True)
class BoardEditor:
    """How boards are painted."""

    read: Callable[[str], Sketch | None]
    """None for a text that cannot be taken apart."""
    write: Callable[[Sketch], str]
    brushes: tuple[Brush[Sketch], ...]
    eraser: Brush[Sketch]
    figures: tuple[Figure, ...] = ()
    """What the head of a board says besides its size."""
    sides: tuple[int, int] | None = None
    """The least and the most rows and columns; None: the size cannot be changed."""
    square: bool = False
    blank: str = ""
    """What a new cell holds."""
    resized: Callable[[Sketch, int, int], None] | None = None
    """resized(sketch, columns, rows): mend the head of a board that had so many before."""
    size_param: str = ""
    """The parameter that says the size, where the text does not: then a new size begins an empty board."""
    homes: Callable[[Sketch], list[Cell]] | None = None
    """Where each seat starts, so that symmetric painting knows whose image is whose."""
    rough: Callable[[str, Mapping[str, Any]], Any] | None = None
    """rough(text, params): the board of a text that fails some checks, to be drawn alone."""

    def __post_init__(self) -> None:
        _require_distinct([*self.brushes, self.eraser])


@dataclass(frozen=True, kw_only=True)
class PositionEditor:
    """How positions are painted."""

    brushes: tuple[Brush[Position], ...]
    eraser: Brush[Position]
    sheets: tuple[Sheet, ...] = ()
    homes: Callable[[Position], list[Cell]] | None = None

    def __post_init__(self) -> None:
        _require_distinct([*self.brushes, self.eraser])


@dataclass(frozen=True, kw_only=True)
class Editor:
    """How boards and positions of a game are drawn. What is left out can be changed as text, and row by row."""

    board: BoardEditor | None = None
    position: PositionEditor | None = None


def _require_distinct(brushes: Sequence[Brush[Any]]) -> None:
    names = [brush.name for brush in brushes]
    for name in names:
        if names.count(name) > 1:
            raise TypeError(f"brush {name} is given twice")


def editor_of(game: Game) -> Editor:
    """What a game declares, if it does; TypeError for a table or column that its state has not."""
    from importlib.util import find_spec

    if not find_spec(f"{game.package}.web") or not find_spec(f"{game.package}.{EDITOR}"):
        return Editor()
    editor = getattr(game.module(EDITOR), "EDITOR", None)
    if not isinstance(editor, Editor):
        raise TypeError(f"{game.package}.{EDITOR}: found EDITOR = {editor!r:.40}, expected an Editor")
    for sheet in editor.position.sheets if editor.position else ():
        table = game.layout.tables.get(sheet.table)
        for figure in sheet.figures:
            if table is None or figure.name not in table.names:
                raise TypeError(f"{game.package}.{EDITOR}: the state has no {sheet.table}.{figure.name}")
    return editor


# Painting


class Symmetry(StrEnum):
    NONE = "none"
    TURN = "turn"
    COLUMNS = "columns"
    ROWS = "rows"
    BOTH = "both"
    QUARTER = "quarter"


def images(symmetry: Symmetry, columns: int, rows: int) -> list[Turned]:
    """Where a cell appears: on itself, then on its images."""

    def itself(cell: Cell) -> Cell:
        return cell

    def across(cell: Cell) -> Cell:
        return columns - 1 - cell[0], cell[1]

    def down(cell: Cell) -> Cell:
        return cell[0], rows - 1 - cell[1]

    def half(cell: Cell) -> Cell:
        return across(down(cell))

    def quarter(cell: Cell) -> Cell:
        return rows - 1 - cell[1], cell[0]

    others: dict[Symmetry, list[Turned]] = {
        Symmetry.TURN: [half],
        Symmetry.COLUMNS: [across],
        Symmetry.ROWS: [down],
        Symmetry.BOTH: [across, half, down],
        Symmetry.QUARTER: [quarter, half, lambda cell: quarter(half(cell))],
    }
    return [itself, *others.get(symmetry, [])]


@dataclass
class Stroke(Generic[M]):
    """A brush drawn over cells of a model, with its images; what it refused is in `refusals`, each reason once."""

    model: M
    brushes: Sequence[Brush[M]]
    size: tuple[int, int]
    seats: int
    homes: Sequence[Cell] = ()
    refusals: list[Text] = field(default_factory=list)

    def draw(self, brush: Brush[M], cells: Sequence[Cell], amount: int, symmetry: Symmetry) -> None:
        columns, rows = self.size
        if symmetry == Symmetry.QUARTER and columns != rows:
            self.refusals.append(
                Text("Quarter turns need a square board.", "Les quarts de tour demandent un plateau carré.")
            )
            return
        inside = [cell for cell in cells if 0 <= cell[0] < columns and 0 <= cell[1] < rows]
        for number, turned in enumerate(images(symmetry, columns, rows)):
            image = brush if brush.seat is None else self._of_seat(brush, self._seat(brush.seat, number, turned))
            for why in self._apply(image, [turned(cell) for cell in inside], amount):
                if why is not None and why not in self.refusals:
                    self.refusals.append(why)

    def _apply(self, brush: Brush[M], cells: Sequence[Cell], amount: int) -> Iterator[Text | None]:
        if brush.join is not None and len(cells) > 1:
            yield brush.join(self.model, cells[0], cells[-1])
        elif brush.paint is not None:
            for cell in cells[-1:] if brush.single else cells:
                yield brush.paint(self.model, cell, amount)

    def _seat(self, seat: int, number: int, turned: Turned) -> int:
        """Whose the image is: of the seat that starts on the image of the start, else of the next one."""
        if seat < len(self.homes) and turned(self.homes[seat]) in self.homes:
            return self.homes.index(turned(self.homes[seat]))
        return (seat + number) % self.seats

    def _of_seat(self, brush: Brush[M], seat: int) -> Brush[M]:
        return next((one for one in self.brushes if one.kind == brush.kind and one.seat == seat), brush)


# For the games: boards that are a head of numbers, then a letter for each cell


@dataclass(frozen=True)
class Letters:
    """A text of numbers, in lines of these names, then of rows of letters; what follows as many rows as a square has is
    left out."""

    lines: tuple[tuple[str, ...], ...] = ()
    square: bool = False

    def read(self, text: str) -> Sketch | None:
        names = [name for line in self.lines for name in line]
        words = text.split()
        numbers, rows = words[: len(names)], words[len(names) :]
        if self.square and rows:
            rows = rows[: len(rows[0])]
        whole = all(number.isascii() and number.isdecimal() and len(number) <= NUMBER_DIGITS for number in numbers)
        even = bool(rows) and all(len(row) == len(rows[0]) for row in rows)
        if not whole or not even or (self.square and len(rows) != len(rows[0])):
            return None
        return Sketch({name: int(number) for name, number in zip(names, numbers, strict=True)}, list(map(list, rows)))

    def write(self, sketch: Sketch) -> str:
        head = [" ".join(str(sketch.head[name]) for name in line) for line in self.lines]
        return "\n".join([*head, *map("".join, sketch.rows), ""])


def standing(table: str) -> Callable[[Position, int], list[Cell]]:
    """Where a row of a table stands whose columns x and y say it."""
    return lambda position, row: [(position.rows(table)[row]["x"], position.rows(table)[row]["y"])]


def brought_along(at: int, before: int, now: int) -> int:
    """A coordinate on a board that had so many columns or rows and has another number: its last one stays the last."""
    return now - 1 if at == before - 1 else min(at, now - 1)
