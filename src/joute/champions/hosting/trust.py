"""Checks of what a host reports: it counts only where the engine finds the same. (Orders: `Seat.repeat`.)"""

from __future__ import annotations

from typing import Any

import msgspec

from joute import debug
from joute.champions.checks.call_audit import CallAudit
from joute.core.errors import EngineBug, printable
from joute.core.seat import Seat, TooManyOrders

from .wire import Bug, WireError


def confirm_bug(bug: Bug, seat: Seat) -> None:
    """Repeat the call that is said to have hit an engine bug, since a bug voids the match.

    Raises EngineBug if it fails here too, else WireError: the host has lied.
    """
    spare = seat._table.copy().seat(seat.index)
    function = spare.game.api.functions.get(bug.function)
    if function is not None and function.kind != "show":  # these print, and the engine prints for no champion
        try:
            spare.repeat(seat.orders)
            spare.call(bug.function, *bug.values)
        except (TypeError, TooManyOrders):
            pass
        except Exception as error:
            raise EngineBug(
                f"{bug.text}\nThe engine has repeated the call, and it fails here too: {error!r}"
            ) from error
    call = f"{printable(bug.function)}()"
    raise WireError(f"it reported an engine error in {call} that does not occur when the engine repeats the call")


def read_audit(data: dict[str, Any]) -> CallAudit:
    """The audit of a champion's calls, as its host reports it in a rehearsal."""
    try:
        return msgspec.convert(data, CallAudit)
    except msgspec.ValidationError as error:
        raise WireError(f"unreadable audit of its calls: {printable(str(error))}") from None


class DebugBudget:
    """Bounds what a champion logs and draws for its owner in a whole match."""

    def __init__(self) -> None:
        self._used = 0

    def bounded(self, private: dict[str, Any]) -> dict[str, Any]:
        """The notes of one callback, bounded; empty once the budget of the match is used up."""
        if not private:
            return {}
        notes = debug.bounded(private)
        self._used += len(msgspec.json.encode(notes))
        return notes if self._used <= debug.MATCH_MOST else {}
