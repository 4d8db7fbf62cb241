"""What the editor's page asks of a draft: change it, say what is wrong with it, draw it as far as that can be."""

from __future__ import annotations

import msgspec

from joute.core.errors import BoardError, ParamError, StateError
from joute.core.text import Text, text_of
from joute.web.edits import Draft, EditAnswer, EditRequest

from .board_draft import BoardDraft
from .brushwork import CannotChange
from .position_draft import PositionDraft

REFUSALS_MOST = 5


def edited(request: EditRequest) -> EditAnswer:
    """A draft after all changes, checked by the engine."""
    draft, refused = _begun(request.draft, request.seats), []
    if request.turn_into is not None and request.turn_into != request.draft.kind:
        try:
            draft = _begun(draft.turned(), draft.seats)
        except (BoardError, StateError) as error:
            refused.append(text_of(error))
    for edit in request.edits:
        try:
            refused += draft.apply(edit)
        except (CannotChange, ParamError, BoardError, StateError) as error:
            refused.append(text_of(error))
    return draft.answer(request.cell, _distinct(refused)[:REFUSALS_MOST])


def _begun(draft: Draft, seats: int | None) -> BoardDraft | PositionDraft:
    if draft.kind == "position" and not draft.text:
        draft = BoardDraft(msgspec.structs.replace(draft, kind="board"), seats).turned()
    return BoardDraft(draft, seats) if draft.kind == "board" else PositionDraft(draft)


def _distinct(texts: list[Text]) -> list[Text]:
    return [text for number, text in enumerate(texts) if text not in texts[:number]]
