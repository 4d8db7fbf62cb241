"""The dump of a table under way."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import suppress
from copy import deepcopy
from typing import Any

from joute.core.editor import Figure, Position, PositionEditor, Sheet, editor_of
from joute.core.errors import StateError, shown
from joute.core.game import Game
from joute.core.hand import Cell
from joute.core.layout import Table as TableLayout
from joute.core.registry import game_info
from joute.core.table import SUMMARY, Table
from joute.core.text import Text, text_of
from joute.match.start import saved
from joute.web.edits import AddRow, Draft, DropRow, EditAnswer, Paint, SetFigure, SheetRow, Trouble

from .brushwork import UNREADABLE, CannotChange, figure_value, no_figure, paint, within
from .positions import leads_on

ROWS_MOST = 300
"""How many rows an answer shows as forms."""
NOT_JSON = Text("this is no position: it is not JSON", "ce n'est pas une position : ce n'est pas du JSON")


class PositionDraft:
    """A position, sound or not: `table` is as far as it can be drawn, `error` why it cannot be."""

    def __init__(self, draft: Draft) -> None:
        self.name, self.text = draft.game, draft.text
        self.data: dict[str, Any] | None = None
        self.error: Exception | None = None
        self.table: Table | None = None
        with suppress(ValueError, RecursionError):
            read = json.loads(self.text)
            self.data = read if isinstance(read, dict) else None
        if self.data is not None:
            self._sketch(self.data)

    def _sketch(self, data: dict[str, Any]) -> None:
        self.error = self.table = None
        try:
            if data.get("game") != self.name:
                found, own = shown(data.get("game")), self.name
                raise StateError(
                    Text(f"game: found {found}, expected {own!r}", f"game : trouvé {found}, attendu {own!r}")
                )
            self.table = Table.sketched(data)
        except (ValueError, TypeError) as error:
            self.error = error

    @property
    def seats(self) -> int:
        return self.table.seats if self.table else game_info(self.name).seats

    def turned(self) -> Draft:
        """The board that the position is played on."""
        if self.table is None:
            raise StateError(UNREADABLE)
        game = self.table.game
        return Draft(self.name, "board", game.boards.write(self.table.board), game.preset, game.overrides)

    # Changing

    def apply(self, edit: Any) -> Sequence[Text]:
        """Make a change; what a brush refused. One that leaves a dump which cannot even be read is not made."""
        if self.table is None or self.data is None:
            raise CannotChange(UNREADABLE)
        before, table = self.data, self.table
        data = deepcopy({name: value for name, value in before.items() if name != SUMMARY})
        data |= {"orders": [[] for _ in range(table.seats)], "ended": []}
        refused = self._change(table, data["state"], edit)
        self._sketch(data)
        if self.error is not None:
            why = text_of(self.error)
            self._sketch(before)
            raise CannotChange(why)
        self.data = data
        return refused

    def _change(self, table: Table, state: dict[str, Any], edit: Any) -> Sequence[Text]:
        if isinstance(edit, Paint):
            position, palette = Position(table.game, table.board, table.seats, state), declared(table.game)
            return paint(position, palette, picture(table) if palette else (0, 0), table.seats, edit)
        layout = table.game.layout.tables.get(edit.table) if isinstance(edit, (SetFigure, AddRow, DropRow)) else None
        if layout is None or layout.rows.derived:
            raise CannotChange(Text("a position has no such table", "une position n'a pas cette table"))
        if isinstance(edit, SetFigure):
            self._set(table, layout, state, edit)
        elif layout.rows.count is None:
            raise CannotChange(Text("this table keeps its rows", "cette table garde ses rangées"))
        elif isinstance(edit, AddRow):
            state[edit.table].append(dict.fromkeys(layout.names, 0) if layout.kind else 0)
        else:
            del state[edit.table][existing(state[edit.table], edit.row)]
        return ()

    def _set(self, table: Table, layout: TableLayout, state: dict[str, Any], edit: SetFigure) -> None:
        if edit.name not in layout.names:
            raise no_figure(edit.name)
        value = within(Text(edit.name, edit.name), int(edit.value), *bounds_of(table, layout)[edit.name])
        rows = state[edit.table]
        row = rows if layout.record else rows[existing(rows, edit.row)]
        if isinstance(row, dict):
            row[edit.name] = value
        else:
            rows[edit.row] = value

    # Reading

    def answer(self, cell: Cell | None, refused: list[Text]) -> EditAnswer:
        """The draft as it is now."""
        trouble, over = self._judged()
        match, here, more = self._sheets(cell)
        game = self.table.game if self.table else None
        return EditAnswer(
            draft=Draft(self.name, "position", self.text),
            seats=self.seats,
            over=over,
            scene=self._scene(sound=trouble is None),
            trouble=trouble,
            refused=refused,
            size=None,
            match=match,
            here=here,
            more=more,
            grows=list(game.layout.counts) if game and not declared(game) else [],
        )

    def _judged(self) -> tuple[Trouble | None, bool]:
        """What is wrong with the position, and whether nobody can act in it; what can be read is written anew."""
        if self.data is None:
            return Trouble(NOT_JSON), False
        if self.error is not None:
            return Trouble(text_of(self.error)), False
        try:
            table = Table.load(self.data)
        except (ValueError, TypeError) as error:
            self.text = json.dumps(self.data)
            return Trouble(text_of(error)), False
        self.text = json.dumps(saved(table))
        return None, not leads_on(table)

    def _scene(self, sound: bool) -> dict[str, Any] | None:
        if self.table is None:
            return None
        try:
            return self.table.scene()
        except Exception:  # code that draws need not expect what the rules call impossible
            if sound:
                raise
            return None

    def _position(self, table: Table) -> Position:
        assert self.data is not None
        return Position(table.game, table.board, table.seats, self.data["state"])

    def _sheets(self, cell: Cell | None) -> tuple[list[SheetRow], list[SheetRow], int]:
        """Rows of the whole match, those of a cell, and how many are not shown."""
        match: list[SheetRow] = []
        here: list[SheetRow] = []
        if self.table is None:
            return match, here, 0
        position, more = self._position(self.table), 0
        for sheet in sheets(self.table.game):
            rows = position.state[sheet.table]
            for row in range(1 if isinstance(rows, dict) else len(rows)):
                if sheet.cells is not None and (cell is None or cell not in sheet.cells(position, row)):
                    continue
                if len(match) + len(here) == ROWS_MOST:
                    more += 1
                else:
                    (match if sheet.cells is None else here).append(shown_row(self.table, position, sheet, row))
        return match, here, more


def declared(game: Game) -> PositionEditor | None:
    return editor_of(game).position


def picture(table: Table) -> tuple[int, int]:
    """The columns and rows of the board."""
    grid = table.game.scenes.grid
    if grid is None:
        raise CannotChange(Text("this game has no grid of cells", "ce jeu n'a pas de grille de cases"))
    found = grid(table.scene())
    return found.columns, found.rows


def sheets(game: Game) -> Sequence[Sheet]:
    editor = declared(game)
    return editor.sheets if editor else list(every_table(game))


def every_table(game: Game) -> Iterator[Sheet]:
    """Forms for a game that declares none: all tables, row by row, under their own names."""
    for table in game.layout.tables.values():
        if not table.rows.derived:
            hidden = set(game.layout.counts.values()) if table.name == "head" else set()
            figures = tuple(Figure(name, Text(name, name)) for name in table.names if name not in hidden)
            yield Sheet(table=table.name, figures=figures, title=None if table.record else numbered(table.name))


def numbered(table: str) -> Any:
    return lambda position, row: Text(f"{table} {row}", f"{table} {row}")


def shown_row(table: Table, position: Position, sheet: Sheet, row: int) -> SheetRow:
    layout = table.game.layout.tables[sheet.table]
    bounds, rows = bounds_of(table, layout), position.state[sheet.table]
    values = rows if layout.record else rows[row]
    figures = [
        figure_value(figure, values.get(figure.name, 0) if isinstance(values, dict) else values, bounds[figure.name])
        for figure in sheet.figures
    ]
    title = sheet.title(position, row) if sheet.title else None
    return SheetRow(sheet.table, row, title, figures, layout.rows.count is not None)


def bounds_of(table: Table, layout: TableLayout) -> dict[str, tuple[int, int]]:
    """The values that each number of a row may have."""
    dims = table.game.dims(table.board, table.seats)
    return dict(zip(layout.names, (bounds.at(dims) for bounds in layout.bounds), strict=True))


def existing(rows: list[Any], row: int) -> int:
    if row >= len(rows):
        raise CannotChange(Text(f"there is no row {row}", f"il n'y a pas de rangée {row}"))
    return row
