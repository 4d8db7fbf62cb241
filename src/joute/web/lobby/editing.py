"""Drafts of boards and positions: each change is made and checked in a process of its own, and nothing is kept."""

from __future__ import annotations

import asyncio
import json
from typing import TYPE_CHECKING

import msgspec

from joute.core.editor import Amount, BoardEditor, PositionEditor, editor_of
from joute.core.folder import board_names
from joute.web import errors
from joute.web.edits import AmountHead, BrushHead, Draft, EditAnswer, EditorHead, EditRequest, PaletteHead
from joute.web.errors import Refusal
from joute.web.worker.pipe import DraftEdited, EditJob, JobFailed

from .forks import position_of

if TYPE_CHECKING:
    from .arena import Arena

EDIT_S = 30.0
"""Seconds that one change may take."""
AT_ONCE = 4
"""How many are made at once."""


class Editing:
    """What the editor's page asks for."""

    def __init__(self, arena: Arena) -> None:
        self._arena = arena
        self._slots = asyncio.Semaphore(AT_ONCE)

    async def answer(self, request: EditRequest) -> EditAnswer:
        """The draft of a request after its changes."""
        self._arena.catalogue.game(request.draft.game)
        if request.origin is not None:
            found = await position_of(self._arena, request.origin)
            draft = Draft(str(found.dump["game"]), "position", json.dumps(found.dump))
            request = msgspec.structs.replace(request, draft=draft, origin=None)
        async with self._slots:
            message = await self._arena.processes.ask(EditJob(request), EDIT_S)
        if isinstance(message, DraftEdited):
            return message.answer
        if isinstance(message, JobFailed):
            raise Refusal(errors.WRONG_DRAFT, why=message.why)
        raise Refusal(errors.COSTLY_DRAFT)

    def head(self, name: str) -> EditorHead:
        """What the editor of a game offers."""
        game = self._arena.catalogue.game(name)
        editor, info = editor_of(game), game.info
        return EditorHead(
            name,
            palette(editor.board),
            palette(editor.position),
            game.scenes.axes,
            list(info.seat_colours),
            list(game.parameters.presets),
            board_names(game),
            (info.seats_least, info.seats_most, info.seats),
        )


def palette(editor: BoardEditor | PositionEditor | None) -> PaletteHead:
    if editor is None:
        return PaletteHead([], None, square=False)
    brushes = [
        BrushHead(brush.name, brush.words, brush.seat, amount(brush.amount), brush.join is not None, brush.single)
        for brush in (*editor.brushes, editor.eraser)
    ]
    if isinstance(editor, PositionEditor):
        return PaletteHead(brushes, None, square=False)
    return PaletteHead(brushes, editor.sides, editor.square)


def amount(declared: Amount | None) -> AmountHead | None:
    return None if declared is None else AmountHead(declared.words, declared.least, declared.most, declared.usual)
