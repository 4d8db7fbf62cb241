"""The orders of a callback that the rules refused, for the champion's author: the first ones, and how many there were.

They are noted in words, which the host of a champion shares with the engine: how many were refused, how many words are
in use, then for each its length, the number of orders noted before it, the answer, and the order. `_refusals.c` writes
the same. A process has one champion at a time, so there is one log.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from joute.core.types import Malformed

if TYPE_CHECKING:
    from joute.core.api import Api, Row
    from joute.core.game import Game
    from joute.core.seat import Seat

try:
    from . import _calls
except ImportError:
    _calls = None  # type: ignore[assignment]

REFUSED, END, HEAD = range(3)
KEPT, WORDS = 256, 1 << 12
"""How many refused orders of a callback are kept, and the words for them."""
MATCH_KEPT = 8_192
"""How many are kept of a match."""
BITS, MANY, MIN_ENTRY = 64, 2**31, 2
_words = memoryview(array("q", bytes(8 * WORDS)))


def share(words: memoryview) -> None:
    """Note what this process's champion is refused in memory that it shares with the engine."""
    global _words
    _words = words


def begin(seat: Seat) -> None:
    """A callback begins at this seat."""
    _words[REFUSED], _words[END] = 0, HEAD
    seat.on_refusal = note


def note(before: int, answer: int, row: Row) -> None:
    """Note an order that was refused by Python."""
    end, size = _words[END], len(row) + 3
    _words[REFUSED] += 1
    if _words[REFUSED] <= KEPT and end + size <= WORDS:
        _words[end : end + size] = array("q", (size - 1, before, answer, *row))
        _words[END] = end + size


def told(refused: Sequence[Sequence[int]], more: int) -> None:
    """Note what a champion that answers calls itself says it refused."""
    for before, answer, *row in (entry for entry in refused if len(entry) > MIN_ENTRY):
        note(before, answer, tuple(row))
    _words[REFUSED] += more


def take(game: Game) -> dict[str, Any]:
    """What was refused since `begin`, as a record has it."""
    return record(_words, game)


# Compiled code


def listen(game: Game) -> None:
    """Have compiled code note what it refuses from now on."""
    if hasattr(_calls, "listen"):
        _calls.listen(_words, KEPT, game.ok, _actions(game.api))


@lru_cache(8)
def _actions(api: Api) -> int:
    """A bit for each function that gives an order; none in a game that has more functions than bits."""
    actions = [number for number, function in enumerate(api.functions.values()) if function.kind == "action"]
    return sum(1 << number for number in actions) if len(api.functions) <= BITS else 0


def noted(call: int, game: Game) -> int:
    """The address of what a compiled champion calls in place of the library's `call`."""
    if not hasattr(_calls, "noted"):
        return call
    listen(game)
    return _calls.noted(call)


# Reading


def record(words: Sequence[int], game: Game) -> dict[str, Any]:
    """What words of a champion's process say was refused, as a record has it; they may say anything."""
    count = words[REFUSED]
    actions = game.api.actions
    kept = [[before, answer, actions[row[0]].name, *row[1:]] for before, answer, row in _entries(words, game)]
    return _filled(kept, min(count, MANY) - len(kept))


def _filled(kept: list[Any], more: int) -> dict[str, Any]:
    return ({"refused": kept} if kept else {}) | ({"refused_more": more} if more > 0 else {})


def _entries(words: Sequence[int], game: Game) -> Iterator[tuple[int, int, Row]]:
    at, end, kept = HEAD, min(words[END], len(words)), 0
    while at < end and 3 <= (size := words[at]) < end - at + 1 and kept < KEPT:
        before, answer, *row = words[at + 1 : at + 1 + size]
        at, kept = at + 1 + size, kept + 1
        if _is_order(game, row) and 0 <= before < MANY:
            yield before, answer, tuple(row)


def _is_order(game: Game, row: Sequence[int]) -> bool:
    try:
        game.api.unflatten(row)
    except Malformed:
        return False
    return True


class RefusalBudget:
    """Bounds how many refused orders are kept of a champion in a whole match; the others are counted."""

    def __init__(self) -> None:
        self._left = MATCH_KEPT

    def bounded(self, private: dict[str, Any]) -> dict[str, Any]:
        kept = private.get("refused", [])
        shown, left_out = kept[: self._left], len(kept[self._left :])
        self._left -= len(shown)
        return _filled(shown, private.get("refused_more", 0) + left_out)
