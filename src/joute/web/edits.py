"""The types of what travels between the editor's page and the server; `typescript.py` writes them as TypeScript."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec

from joute.core.editor import Symmetry
from joute.core.hand import Cell
from joute.core.info import ColourName
from joute.core.scenes import Axes
from joute.core.text import Text

from .wire import SEATS_MOST, Fork, Name, PositionText, Scene

CELLS_MOST, EDITS_MOST, SIDE_MOST = 20_000, 1_000, 1_000
Digits = Annotated[str, msgspec.Meta(pattern="^-?[0-9]{1,20}$")]
"""A whole number of a state, which may have more digits than the numbers of a browser."""
Place = Annotated[int, msgspec.Meta(ge=0, le=10**7)]
DraftKind = Literal["board", "position"]


class Draft(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A board or a position under way, sound or not."""

    game: Name
    kind: DraftKind
    text: PositionText = ""
    """A board as `joute board` reads it, or the name of a bundled one; a position as `joute run --from` takes it.
    Empty: the usual board, or the first turn on it."""
    preset: Name | None = None
    params: dict[str, Any] = {}
    """Those of a position are in its text."""


# What the page does


class Paint(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="paint"):
    """Draw with a brush."""

    brush: Name
    cells: Annotated[list[Cell], msgspec.Meta(max_length=CELLS_MOST)]
    amount: Annotated[int, msgspec.Meta(ge=0, le=2**53)] = 0
    symmetry: Symmetry = Symmetry.NONE


class SetFigure(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="set"):
    """Set a number of a row; an empty table is the head of a board."""

    table: Annotated[str, msgspec.Meta(max_length=64)]
    row: Place
    name: Name
    value: Digits


class AddRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="add"):
    """Add a row of zeros at the end of a table."""

    table: Name


class DropRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="drop"):
    """Take a row out of a table."""

    table: Name
    row: Place


class Resize(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="size"):
    """Give a board another size."""

    columns: Annotated[int, msgspec.Meta(ge=1, le=SIDE_MOST)]
    rows: Annotated[int, msgspec.Meta(ge=1, le=SIDE_MOST)]


class EditRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A draft, and what is to be changed in it."""

    draft: Draft
    edits: Annotated[list[Paint | SetFigure | AddRow | DropRow | Resize], msgspec.Meta(max_length=EDITS_MOST)] = []
    cell: Cell | None = None
    """The cell whose numbers are asked for."""
    turn_into: DraftKind | None = None
    """Make a board a position, its first turn; or a position its board."""
    seats: Annotated[int, msgspec.Meta(ge=1, le=SEATS_MOST)] | None = None
    """How many play on a board, where that is open; null: as usual."""
    origin: Fork | None = None
    """Begin with a position of a match in the place of the draft."""


# What comes of it


class Choice(msgspec.Struct, frozen=True):
    """One of the values that a number may have, in words."""

    value: int
    words: Text


class FigureValue(msgspec.Struct, frozen=True):
    """A number that can be set."""

    name: str
    words: Text
    value: Digits
    least: int
    most: int
    choices: list[Choice]
    """Empty where any number between these two will do."""


class SheetRow(msgspec.Struct, frozen=True):
    """A row of a table, as a form."""

    table: str
    row: int
    title: Text | None
    """Null for the record of the match as a whole."""
    figures: list[FigureValue]
    drops: bool
    """Whether it can be taken out."""


class Trouble(msgspec.Struct, frozen=True):
    """Why a draft cannot be played, and where."""

    text: Text
    line: int | None = None
    """The line of the text, from 1."""
    cell: Cell | None = None


class EditAnswer(msgspec.Struct, frozen=True):
    """A draft as it is now."""

    draft: Draft
    seats: int
    over: bool
    """Whether nobody can act any more, so that nothing can be played."""
    scene: Scene | None
    """What the board draws; null where the draft cannot be drawn."""
    trouble: Trouble | None
    refused: list[Text]
    """What could not be changed, and why."""
    size: tuple[int, int] | None
    """The columns and rows of a board whose size can be changed."""
    match: list[SheetRow]
    """Numbers of the match as a whole, or of the head of a board."""
    here: list[SheetRow]
    """Numbers of the cell that was asked for."""
    more: int
    """How many rows are not shown."""
    grows: list[str]
    """Tables to which rows can be added."""


class AmountHead(msgspec.Struct, frozen=True):
    """The number that a brush paints."""

    words: Text
    least: int
    most: int
    usual: int


class BrushHead(msgspec.Struct, frozen=True):
    """A brush as the page offers it."""

    name: str
    words: Text
    seat: int | None
    amount: AmountHead | None
    joins: bool
    """Whether it is drawn from one cell to another."""
    single: bool
    """Whether there is one alone, which moves."""


class PaletteHead(msgspec.Struct, frozen=True):
    """What can be painted on boards, or on positions; empty where a game declares nothing."""

    brushes: list[BrushHead]
    """The last one is the eraser."""
    sides: tuple[int, int] | None
    """The least and the most columns and rows."""
    square: bool


class EditorHead(msgspec.Struct, frozen=True):
    """What the editor of a game offers."""

    game: str
    board: PaletteHead
    position: PaletteHead
    axes: Axes
    colours: list[ColourName]
    presets: list[str]
    boards: list[str]
    seats: tuple[int, int, int]
    """The least, the most and the usual number of players."""
