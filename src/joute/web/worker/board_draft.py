"""The text of a board under way."""

from __future__ import annotations

import json
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

import msgspec

from joute.core.editor import Sketch, editor_of
from joute.core.errors import BoardError
from joute.core.folder import board_names, bundled_board
from joute.core.game import Game
from joute.core.hand import Cell
from joute.core.registry import settled_game
from joute.core.text import Text, text_of
from joute.match.start import saved
from joute.testing import first_turn
from joute.web.edits import Draft, EditAnswer, Paint, Resize, SetFigure, SheetRow, Trouble

from .brushwork import UNREADABLE, CannotChange, figure_value, no_figure, paint, within


class BoardDraft:
    """A board, sound or not."""

    def __init__(self, draft: Draft, seats: int | None) -> None:
        self.draft = draft
        self.usual = settled_game(draft.game, draft.preset, draft.params)
        self.seats = seats or self.usual.info.seats
        self.editor = editor_of(self.usual).board
        self.text = draft.text or self._usual_board()
        if self.text in board_names(self.usual):
            self.text = bundled_board(self.usual, self.text)

    def _usual_board(self) -> str:
        return self.usual.boards.write(self.usual.board(None, self.seats, 0))

    @property
    def game(self) -> Game:
        """The game with the parameters that the text asks for, whatever was chosen before."""
        demands = self.usual.boards.demands
        asked = demands(self.text) if demands else {}
        return Game(self.usual.package, self.usual.preset, self.usual.overrides | asked) if asked else self.usual

    def turned(self) -> Draft:
        """The first turn on this board."""
        table = first_turn(self.game, self.text, seats=self.seats)
        return Draft(self.draft.game, "position", json.dumps(saved(table)))

    # Changing

    def apply(self, edit: Any) -> Sequence[Text]:
        """Make a change; what a brush refused."""
        if isinstance(edit, Resize) and self.editor is not None and self.editor.size_param:
            self._begin_anew(self.editor.size_param, self._size(edit)[0])
            return ()
        sketch = self.editor.read(self.text) if self.editor else None
        if self.editor is None or sketch is None:
            raise CannotChange(UNREADABLE)
        refused: Sequence[Text] = ()
        if isinstance(edit, Paint):
            refused = paint(sketch, self.editor, sketch.size, self.seats, edit)
        elif isinstance(edit, SetFigure) and not edit.table:
            self._set(sketch, edit)
        elif isinstance(edit, Resize):
            self._resize(sketch, edit)
        else:
            raise CannotChange(Text("a board has no tables", "une carte n'a pas de tables"))
        self.text = self.editor.write(sketch)
        return refused

    def _set(self, sketch: Sketch, edit: SetFigure) -> None:
        assert self.editor is not None
        figure = next((one for one in self.editor.figures if one.name == edit.name), None)
        if figure is None:
            raise no_figure(edit.name)
        sketch.head[edit.name] = within(figure.words, int(edit.value), *figure.bounds)

    def _resize(self, sketch: Sketch, edit: Resize) -> None:
        assert self.editor is not None
        before, (columns, rows) = sketch.size, self._size(edit)
        sketch.resize(columns, rows, self.editor.blank)
        if self.editor.resized is not None:
            self.editor.resized(sketch, *before)

    def _begin_anew(self, param: str, side: int) -> None:
        """An empty board, where its size is a parameter."""
        self.usual = settled_game(self.draft.game, self.draft.preset, self.usual.overrides | {param: side})
        self.text = self._usual_board()

    def _size(self, edit: Resize) -> tuple[int, int]:
        """The columns and rows that are asked for, if the board may have them."""
        if self.editor is None or self.editor.sides is None:
            raise CannotChange(Text("this board keeps its size", "cette carte garde sa taille"))
        rows, sides = edit.columns if self.editor.square else edit.rows, self.editor.sides
        columns = within(Text("columns", "colonnes"), edit.columns, *sides)
        return columns, within(Text("rows", "lignes"), rows, *sides)

    # Reading

    def answer(self, cell: Cell | None, refused: list[Text]) -> EditAnswer:
        """The draft as it is now."""
        sketch = self.editor.read(self.text) if self.editor else None
        scene, trouble = self._drawn()
        return EditAnswer(
            draft=msgspec.structs.replace(self.draft, text=self.text, params=self.usual.overrides),
            seats=self.seats,
            over=False,
            scene=scene,
            trouble=trouble,
            refused=refused,
            size=sketch.size if self.editor and self.editor.sides and sketch else None,
            match=self._head(sketch) if sketch else [],
            here=[],
            more=0,
            grows=[],
        )

    def _drawn(self) -> tuple[dict[str, Any] | None, Trouble | None]:
        """The scene of the board, and what is wrong with it: of an unsound one there may be no scene."""
        game = self.game
        try:
            return self._scene(game, game.board(self.text, self.seats, 0)), None
        except BoardError as error:
            trouble = Trouble(text_of(error), error.line, on_picture(game, error.cell))
        with suppress(Exception):  # code that draws need not expect what the rules call impossible
            if self.editor is not None and self.editor.rough is not None:
                return self._scene(game, self.editor.rough(self.text, game.params)), trouble
        return None, trouble

    def _scene(self, game: Game, board: Any) -> dict[str, Any]:
        return game.scene(game.new(board, self.seats, 0))

    def _head(self, sketch: Sketch) -> list[SheetRow]:
        figures = self.editor.figures if self.editor else ()
        values = [figure_value(figure, sketch.head[figure.name], figure.bounds) for figure in figures]
        return [SheetRow("", 0, None, values, drops=False)] if values else []


def on_picture(game: Game, cell: tuple[int, int] | None) -> Cell | None:
    """A cell as an error of a board names it, on the picture."""
    if cell is None or min(cell) < 0:
        return None
    return cell if game.scenes.axes == "xy" else (cell[1], cell[0])
