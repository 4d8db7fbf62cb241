"""What the editor's page asks of a draft: change it, say what is wrong with it, draw it as far as that can be."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from copy import deepcopy
from functools import cached_property
from typing import Any

import msgspec

from joute.core.editor import Figure, Position, Sheet, Sketch, Stroke, editor_of
from joute.core.errors import BoardError, ParamError, StateError, shown
from joute.core.folder import board_names, bundled_board
from joute.core.game import Game
from joute.core.hand import Cell
from joute.core.layout import Table as TableLayout
from joute.core.registry import settled_game
from joute.core.table import SUMMARY, Table
from joute.core.text import Text, text_of
from joute.match.start import saved
from joute.testing import first_turn
from joute.web.edits import (
    AddRow,
    Choice,
    Draft,
    DropRow,
    EditAnswer,
    EditRequest,
    FigureValue,
    Paint,
    Resize,
    SetFigure,
    SheetRow,
    Trouble,
)

from .positions import leads_on

ROWS_MOST = 300
"""How many rows an answer shows as forms."""
REFUSALS_MOST = 5
ROW = re.compile(r"state\.(\w+)\[(\d+)\]")
"""The place that an error of a state names."""
UNREADABLE = Text(
    "The text cannot be taken apart as it stands: mend it, then paint.",
    "Le texte ne peut pas être découpé tel quel : réparez-le, puis peignez.",
)
NOT_JSON = Text("this is no position: it is not JSON", "ce n'est pas une position : ce n'est pas du JSON")


class Undoable(ValueError):
    """A change that cannot be made."""


def edited(request: EditRequest) -> EditAnswer:
    """A draft after all changes, checked by the engine."""
    draft: BoardDraft | PositionDraft
    draft = (BoardDraft if request.draft.kind == "board" else PositionDraft)(request.draft, request.seats)
    refused: list[Text] = []
    if request.turn_into is not None and request.turn_into != request.draft.kind:
        try:
            draft = draft.turned(request.seats)
        except (BoardError, StateError) as error:
            refused.append(text_of(error))
    for edit in request.edits:
        try:
            refused += draft.apply(edit)
        except (Undoable, ParamError, BoardError, StateError) as error:
            refused.append(text_of(error))
    distinct = [text for number, text in enumerate(refused) if text not in refused[:number]]
    return draft.answer(request.cell, distinct[:REFUSALS_MOST])


def no_brush(name: str) -> Undoable:
    return Undoable(Text(f"there is no brush {shown(name)}", f"il n'y a pas de pinceau {shown(name)}"))


def no_figure(name: str) -> Undoable:
    return Undoable(Text(f"there is no number {shown(name)} here", f"il n'y a pas ici de nombre {shown(name)}"))


def bounded(words: Text, value: int, least: int, most: int) -> int:
    if not least <= value <= most:
        raise Undoable(
            Text(
                f"{words}: found {value}, expected a number from {least} to {most}",
                f"{words:fr} : trouvé {value}, attendu un nombre de {least} à {most}",
            )
        )
    return value


class BoardDraft:
    """The text of a board under way."""

    def __init__(self, draft: Draft, seats: int | None) -> None:
        self.draft = draft
        self.usual = settled_game(draft.game, draft.preset, draft.params)
        self.seats = seats or self.usual.info.seats
        self.editor = editor_of(self.usual).board
        self.text = draft.text
        if not self.text:
            self.text = self.usual.boards.write(self.usual.board(None, self.seats, 0))
        elif self.text in board_names(self.usual):
            self.text = bundled_board(self.usual, self.text)

    @property
    def game(self) -> Game:
        """The game with the parameters that the text asks for, whatever was chosen before."""
        demands = self.usual.boards.demands
        asked = demands(self.text) if demands else {}
        return Game(self.usual.package, self.usual.preset, self.usual.overrides | asked) if asked else self.usual

    def turned(self, seats: int | None) -> PositionDraft:
        """The first turn on this board."""
        table = first_turn(self.game, self.text, seats=seats)
        return PositionDraft(Draft(self.draft.game, "position", json.dumps(saved(table))), None)

    # Changing

    def apply(self, edit: Any) -> Sequence[Text]:
        if isinstance(edit, Resize) and self.editor is not None and self.editor.size_param:
            self._begin_anew(edit)
            return ()
        sketch = self.editor.read(self.text) if self.editor else None
        if self.editor is None or sketch is None:
            raise Undoable(UNREADABLE)
        refused: Sequence[Text] = ()
        if isinstance(edit, Paint):
            refused = self._paint(sketch, edit)
        elif isinstance(edit, SetFigure) and not edit.table:
            figure = next((one for one in self.editor.figures if one.name == edit.name), None)
            if figure is None:
                raise no_figure(edit.name)
            least, most = limits(figure, figure.least, figure.most)
            sketch.head[edit.name] = bounded(figure.words, int(edit.value), least, most)
        elif isinstance(edit, Resize):
            self._resize(sketch, edit)
        else:
            raise Undoable(Text("a board has no tables", "une carte n'a pas de tables"))
        self.text = self.editor.write(sketch)
        return refused

    def _paint(self, sketch: Sketch, edit: Paint) -> list[Text]:
        assert self.editor is not None
        brushes = [*self.editor.brushes, self.editor.eraser]
        brush = next((one for one in brushes if one.name == edit.brush), None)
        if brush is None:
            raise no_brush(edit.brush)
        amount = edit.amount if brush.amount is None else painted(brush.amount, edit.amount)
        homes = self.editor.homes(sketch) if self.editor.homes else ()
        stroke = Stroke(sketch, brushes, sketch.size, self.seats, homes)
        stroke.draw(brush, edit.cells, amount, edit.symmetry)
        return stroke.refusals

    def _resize(self, sketch: Sketch, edit: Resize) -> None:
        editor = self.editor
        columns, rows = sized(editor.sides if editor else None, bool(editor and editor.square), edit)
        before = sketch.size
        assert editor is not None
        sketch.resize(columns, rows, editor.blank)
        if editor.resized is not None:
            editor.resized(sketch, *before)

    def _begin_anew(self, edit: Resize) -> None:
        """An empty board, where its size is a parameter."""
        assert self.editor is not None
        side, _ = sized(self.editor.sides, self.editor.square, edit)
        params = self.usual.overrides | {self.editor.size_param: side}
        self.usual = settled_game(self.draft.game, self.draft.preset, params)
        self.text = self.usual.boards.write(self.usual.board(None, self.seats, 0))

    # Reading

    def answer(self, cell: Cell | None, refused: list[Text]) -> EditAnswer:
        game, trouble, scene = self.game, None, None
        try:
            scene = self._scene(game, game.board(self.text, self.seats, 0))
        except BoardError as error:
            trouble = Trouble(text_of(error), error.line, on_picture(game, error.cell))
            if self.editor is not None and self.editor.rough is not None:
                with suppress(Exception):  # of a board that is known to be unsound: there is no drawing then
                    scene = self._scene(game, self.editor.rough(self.text, game.params))
        sketch = self.editor.read(self.text) if self.editor else None
        return EditAnswer(
            draft=msgspec.structs.replace(self.draft, text=self.text, params=self.usual.overrides),
            seats=self.seats,
            over=False,
            scene=scene,
            trouble=trouble,
            refused=refused,
            size=sketch.size if self.editor and self.editor.sides and sketch else None,
            match=[self._head(sketch)] if self.editor and self.editor.figures and sketch else [],
            here=[],
            more=0,
            grows=[],
        )

    def _scene(self, game: Game, board: Any) -> dict[str, Any]:
        return game.scene(game.new(board, self.seats, 0))

    def _head(self, sketch: Sketch) -> SheetRow:
        assert self.editor is not None
        figures = [
            shown_figure(figure, sketch.head[figure.name], (figure.least, figure.most))
            for figure in self.editor.figures
        ]
        return SheetRow("", 0, None, figures, drops=False)


class PositionDraft:
    """The dump of a table under way."""

    def __init__(self, draft: Draft, seats: int | None) -> None:
        self.draft = draft
        self.text = draft.text
        if not self.text:
            self.text = BoardDraft(msgspec.structs.replace(draft, kind="board"), seats).turned(seats).text
        self.data: dict[str, Any] | None = None
        self.error: Exception | None = None
        self.table: Table | None = None
        with suppress(ValueError, RecursionError):
            read = json.loads(self.text)
            self.data = read if isinstance(read, dict) else None
        if self.data is not None:
            self._sketch()

    def _sketch(self) -> None:
        """The table as far as it can be drawn."""
        assert self.data is not None
        self.error = self.table = None
        try:
            if self.data.get("game") != self.draft.game:
                raise StateError(
                    Text(
                        f"game: found {shown(self.data.get('game'))}, expected {self.draft.game!r}",
                        f"game : trouvé {shown(self.data.get('game'))}, attendu {self.draft.game!r}",
                    )
                )
            self.table = Table.sketched(self.data)
        except (ValueError, TypeError) as error:
            self.error = error

    def turned(self, seats: int | None) -> BoardDraft:
        """The board that the position is played on."""
        if self.table is None:
            raise StateError(UNREADABLE)
        game, text = self.table.game, self.table.game.boards.write(self.table.board)
        return BoardDraft(Draft(game.name, "board", text, game.preset, game.overrides), self.table.seats)

    @cached_property
    def _game(self) -> Game:
        return self.table.game if self.table else settled_game(self.draft.game, None, {})

    # Changing

    def apply(self, edit: Any) -> Sequence[Text]:
        """A change that leaves a dump which cannot even be read is not made."""
        if self.table is None or self.data is None:
            raise Undoable(UNREADABLE)
        before = self.data
        self.data = deepcopy({name: value for name, value in before.items() if name != SUMMARY})
        self.data |= {"orders": [[] for _ in range(self.table.seats)], "ended": []}
        try:
            refused = self._change(self.table, self.data["state"], edit)
            self._sketch()
        except Undoable:
            self.data = before
            raise
        if self.error is not None:
            why, self.data = text_of(self.error), before
            self._sketch()
            raise Undoable(why)
        return refused

    def _change(self, table: Table, state: dict[str, Any], edit: Any) -> Sequence[Text]:
        if isinstance(edit, Paint):
            return self._paint(table, state, edit)
        layout = table.game.layout.tables.get(edit.table) if isinstance(edit, (SetFigure, AddRow, DropRow)) else None
        if layout is None or layout.rows.derived:
            raise Undoable(Text("a position has no such table", "une position n'a pas cette table"))
        if isinstance(edit, SetFigure):
            self._set(table, layout, state, edit)
        elif layout.rows.count is None:
            raise Undoable(Text("this table keeps its rows", "cette table garde ses rangées"))
        elif isinstance(edit, AddRow):
            state[edit.table].append(dict.fromkeys(layout.names, 0) if layout.kind else 0)
        else:
            del state[edit.table][existing(state[edit.table], edit.row)]
        return ()

    def _paint(self, table: Table, state: dict[str, Any], edit: Paint) -> list[Text]:
        editor = editor_of(table.game).position
        brushes = [*editor.brushes, editor.eraser] if editor else []
        brush = next((one for one in brushes if one.name == edit.brush), None)
        if editor is None or brush is None:
            raise no_brush(edit.brush)
        position = Position(table.game, table.board, table.seats, state)
        amount = edit.amount if brush.amount is None else painted(brush.amount, edit.amount)
        homes = editor.homes(position) if editor.homes else ()
        stroke = Stroke(position, brushes, self._picture(table), table.seats, homes)
        stroke.draw(brush, edit.cells, amount, edit.symmetry)
        return stroke.refusals

    def _picture(self, table: Table) -> tuple[int, int]:
        """The columns and rows of the board."""
        editor = editor_of(table.game).board
        sketch = editor.read(table.game.boards.write(table.board)) if editor else None
        if sketch is None:
            raise Undoable(UNREADABLE)
        return sketch.size

    def _set(self, table: Table, layout: TableLayout, state: dict[str, Any], edit: SetFigure) -> None:
        if edit.name not in layout.names:
            raise no_figure(edit.name)
        dims = table.game.dims(table.board, table.seats)
        value = bounded(
            Text(edit.name, edit.name), int(edit.value), *layout.bounds[layout.names.index(edit.name)].at(dims)
        )
        rows = state[edit.table]
        if layout.record:
            rows[edit.name] = value
        elif layout.kind is None and layout.rows.keys is None:
            rows[existing(rows, edit.row)] = value
        else:
            rows[existing(rows, edit.row)][edit.name] = value

    # Reading

    def answer(self, cell: Cell | None, refused: list[Text]) -> EditAnswer:
        trouble, over, scene = None, False, None
        if self.data is None:
            trouble = Trouble(NOT_JSON)
        elif self.error is not None:
            trouble = self._trouble(self.error)
        else:
            try:
                table = Table.load(self.data)
                self.text = json.dumps(saved(table))
                over = not leads_on(table)
            except (ValueError, TypeError) as error:
                self.text = json.dumps(self.data)
                trouble = self._trouble(error)
            scene = self._scene(trouble is None)
        match, here, more = self._sheets(cell)
        return EditAnswer(
            draft=Draft(self.draft.game, "position", self.text),
            seats=self.table.seats if self.table else self._game.info.seats,
            over=over,
            scene=scene,
            trouble=trouble,
            refused=refused,
            size=None,
            match=match,
            here=here,
            more=more,
            grows=[] if self._declared or self.table is None else list(self.table.game.layout.counts),
        )

    def _scene(self, sound: bool) -> dict[str, Any] | None:
        if self.table is None:
            return None
        try:
            return self.table.scene()
        except Exception:  # code that draws need not expect what the rules call impossible
            if sound:
                raise
            return None

    def _trouble(self, error: Exception) -> Trouble:
        """An error, and the cell of the row that it names."""
        text, cell = text_of(error), None
        place = ROW.search(text.en)
        sheet = next((one for one in self._declared or () if place and one.table == place[1]), None)
        if place and sheet and sheet.cells and self.table:
            with suppress(IndexError, KeyError):
                cell = next(iter(sheet.cells(self._position(self.table), int(place[2]))), None)
        return Trouble(text, None, cell)

    @property
    def _declared(self) -> Sequence[Sheet] | None:
        editor = editor_of(self._game).position
        return editor.sheets if editor else None

    def _position(self, table: Table) -> Position:
        assert self.data is not None
        return Position(table.game, table.board, table.seats, self.data["state"])

    def _sheets(self, cell: Cell | None) -> tuple[list[SheetRow], list[SheetRow], int]:
        """Rows of the whole match, those of a cell, and how many are not shown."""
        if self.table is None:
            return [], [], 0
        match: list[SheetRow] = []
        here: list[SheetRow] = []
        more, position = 0, self._position(self.table)
        for sheet in self._declared if self._declared is not None else every_table(self.table.game):
            for row in range(row_count(position.state[sheet.table])):
                if sheet.cells is not None and (cell is None or cell not in sheet.cells(position, row)):
                    continue
                into = match if sheet.cells is None else here
                if len(match) + len(here) == ROWS_MOST:
                    more += 1
                else:
                    into.append(self._row(self.table, position, sheet, row))
        return match, here, more

    def _row(self, table: Table, position: Position, sheet: Sheet, row: int) -> SheetRow:
        layout = table.game.layout.tables[sheet.table]
        dims = table.game.dims(table.board, table.seats)
        limits = dict(zip(layout.names, (bounds.at(dims) for bounds in layout.bounds), strict=True))
        rows = position.state[sheet.table]
        values = rows if layout.record else rows[row]
        figures = [
            shown_figure(
                figure, values.get(figure.name, 0) if isinstance(values, dict) else values, limits[figure.name]
            )
            for figure in sheet.figures
        ]
        title = sheet.title(position, row) if sheet.title else None
        return SheetRow(sheet.table, row, title, figures, layout.rows.count is not None)


def every_table(game: Game) -> Iterator[Sheet]:
    """Forms for a game that declares none: all tables, row by row, under their own names."""
    for table in game.layout.tables.values():
        if not table.rows.derived:
            hidden = set(game.layout.counts.values()) if table.name == "head" else set()
            figures = tuple(Figure(name, Text(name, name)) for name in table.names if name not in hidden)
            yield Sheet(table=table.name, figures=figures, title=None if table.record else numbered(table.name))


def numbered(table: str) -> Any:
    return lambda position, row: Text(f"{table} {row}", f"{table} {row}")


def row_count(rows: Any) -> int:
    return 1 if isinstance(rows, dict) else len(rows)


def existing(rows: list[Any], row: int) -> int:
    if row >= len(rows):
        raise Undoable(Text(f"there is no row {row}", f"il n'y a pas de rangée {row}"))
    return row


def painted(amount: Any, value: int) -> int:
    return bounded(amount.words, value, amount.least, amount.most)


def limits(figure: Figure, least: int, most: int) -> tuple[int, int]:
    numbers = [value for value, _ in figure.choices]
    return (min(numbers), max(numbers)) if numbers else (least, most)


def shown_figure(figure: Figure, value: int, bounds: tuple[int, int]) -> FigureValue:
    choices = [Choice(number, words) for number, words in figure.choices]
    return FigureValue(figure.name, figure.words, str(value), *bounds, choices)


def sized(sides: tuple[int, int] | None, square: bool, edit: Resize) -> tuple[int, int]:
    """The columns and rows that a board may have; Undoable says why not."""
    if sides is None:
        raise Undoable(Text("this board keeps its size", "cette carte garde sa taille"))
    rows = edit.columns if square else edit.rows
    return bounded(Text("columns", "colonnes"), edit.columns, *sides), bounded(Text("rows", "lignes"), rows, *sides)


def on_picture(game: Game, cell: tuple[int, int] | None) -> Cell | None:
    """A cell as an error of a board names it, on the picture."""
    if cell is None or min(cell) < 0:
        return None
    return cell if game.scenes.axes == "xy" else (cell[1], cell[0])
