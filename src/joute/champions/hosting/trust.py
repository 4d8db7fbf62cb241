"""What a host says, judged: a champion's word counts only where we find the same."""

from __future__ import annotations

from typing import Any

import msgspec

from joute import debug
from joute.champions.checks.call_audit import Notes
from joute.core.errors import EngineBug, printable
from joute.core.seat import Seat, TooManyOrders

from .wire import Bug, WireFault


def believe(bug: Bug, seat: Seat) -> None:
    """A bug of ours voids the match, so we see for ourselves; a call that works for us was a lie."""
    spare = seat._table.copy().seat(seat.index)
    function = spare.game.api.functions.get(bug.function)
    if function is not None and function.kind != "show":  # which prints
        try:
            spare.repeat(seat.orders)
            spare.call(bug.function, *bug.values)
        except (TypeError, TooManyOrders):
            pass
        except Exception as found:
            raise EngineBug(f"{bug.text}\nwhich happens here too: {found!r}") from found
    raise WireFault("it tells of a bug of the engine that is none")


def notes(told: dict[str, Any]) -> Notes:
    """What was seen of its calls in a rehearsal."""
    try:
        return msgspec.convert(told, Notes)
    except msgspec.ValidationError as fault:
        raise WireFault(f"notes that cannot be read: {printable(str(fault))}") from None


class Diary:
    """What a champion logs and draws for its owner, within the budget of the match."""

    def __init__(self) -> None:
        self._noted = 0

    def kept(self, private: dict[str, Any]) -> dict[str, Any]:
        if not private:
            return {}
        found = debug.bounded(private)
        self._noted += len(msgspec.json.encode(found))
        return found if self._noted <= debug.MATCH_MOST else {}
