"""A seat whose view, draft and orders lie where its library works on them: champions in this process can call the API
through the exchange (`exchange.py`), with no Python in between."""

from __future__ import annotations

import mmap
from array import array
from ctypes import addressof, c_char, c_void_p, cast
from typing import TYPE_CHECKING, Any

from joute.core.answers import reader
from joute.core.api import Function, Row
from joute.core.errors import EngineBug
from joute.core.seat import Seat, TooManyOrders
from joute.core.world import AnyWorld

from . import exchange
from .blocks import Block
from .exchange import GIVEN, NO_ROOM, SLOT_COUNT, TOO_MANY

if TYPE_CHECKING:
    from .native import NativeGame

LOG_WORDS = 1 << 10
"""The length of the log at first; it grows."""


class NativeSeat(Seat):
    """A seat at a table of one view. `words` is the memory of its exchange."""

    game: NativeGame

    def __init__(self, table: Any, index: int, words: memoryview) -> None:
        self.game = table.game
        self.index = index
        self._table = table
        self._functions = self.game.api.functions
        self._numbers = {function.name: number for number, function in enumerate(self._functions.values())}
        self._undo = next((n for n, f in enumerate(self._functions.values()) if f.kind == "undo"), None)
        self.exchange = words
        self._address = addressof(c_char.from_buffer(words))
        self.caller: int = cast(self.game.library.call, c_void_p).value or 0
        """The address of what champions in this process call."""
        self._view = self._draft_block = self._rest = array("q")
        self._log = array("q", bytes(8 * LOG_WORDS))
        self._slots: mmap.mmap | None = None
        words[exchange.SEAT] = index
        words[exchange.LOG], words[exchange.LOG_ROOM] = self._log.buffer_info()
        self.renew()

    def answered(self, function: Function) -> Any:
        """What the last call, of this function, was answered."""
        answer = self.exchange[exchange.ANSWER]
        if function.rows:
            return reader(function.returns)(self._table.world.scratch.answer, answer)
        return function.returns.give(answer)

    # The draft

    @property
    def world(self) -> AnyWorld:
        if self.exchange[exchange.STATE] == self.exchange[exchange.VIEW]:
            return self._table.world
        return self.game.with_state(self._table.world, self._draft_block)

    @property
    def orders(self) -> list[Row]:  # type: ignore[override]
        """Those of the log, as far as it makes sense: a champion may have written anything there."""
        found, at = [], 0
        end = min(self.exchange[exchange.LOG_END], len(self._log))
        while at < end and 1 <= (length := self._log[at]) <= end - at - 2:
            found.append(tuple(self._log[at + 1 : at + 1 + length]))
            at += length + 2
        return found

    def order(self, row: Row) -> int:
        words = self.exchange
        words[exchange.COUNT] = len(row) - 1
        words[GIVEN : GIVEN + len(row) - 1] = array("q", row[1:])
        status = self._call(self._numbers[self.game.api.actions[row[0]].name])
        if status == NO_ROOM:
            self._grow()
            return self.order(row)
        if status == TOO_MANY:
            raise TooManyOrders(f"a turn of {self.game.name} holds at most {self.game.orders_most} orders")
        answer = words[exchange.ANSWER]
        if status == exchange.NOW:
            words[exchange.ORDERS] += 1
            self._table.apply_now(self.index, row)
        if answer != self.game.ok and self.on_refusal is not None:
            self.on_refusal(words[exchange.ORDERS], answer, row)
        return answer

    def undo(self) -> bool:
        before = self.exchange[exchange.ORDERS]
        if self._undo is None or self.game.live:
            return False
        self.exchange[exchange.COUNT] = 0
        self._call(self._undo)
        return bool(self.exchange[exchange.ORDERS] < before)

    def renew(self) -> None:
        self.game.library.renew(self._address)
        self.refresh()

    def refresh(self) -> None:
        """The view may be another: point at it. A draft has the sizes of the view."""
        words, world = self.exchange, self._table.world
        view = world.state.block
        rest = world.scratch.block
        if rest is not self._rest:
            self._rest = rest
            words[exchange.REST] = rest.buffer_info()[0]
            words[exchange.ROWS] = self.game.rows_address(world)
        if view is not self._view and self.game.offsets(self._draft_block) != self.game.offsets(view):
            self._draft_block = view[:]
            words[exchange.DRAFT], words[exchange.STATE_WORDS] = self._draft_block.buffer_info()
            words[exchange.SLOTS] = self._room_for_checkpoints(view)
        self._view = view
        words[exchange.VIEW] = words[exchange.STATE] = view.buffer_info()[0]

    def _room_for_checkpoints(self, view: Block) -> int:
        """Memory for checkpoints, of which each page takes none before it is written to."""
        if self._undo is None:
            return 0
        size = 8 * len(view)
        self._slots = mmap.mmap(-1, size * SLOT_COUNT, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
        offsets = self.game.offsets(view).tobytes()
        for slot in range(SLOT_COUNT):
            self._slots[slot * size : slot * size + len(offsets)] = offsets
        return addressof(c_char.from_buffer(self._slots))

    def _call(self, number: int) -> int:
        """Call a function of the API in the library, whatever the champion may do now."""
        awake, self.exchange[exchange.AWAKE] = self.exchange[exchange.AWAKE], 1
        status: int = self.game.library.call(self._address, number)
        self.exchange[exchange.AWAKE] = awake
        if status < 0:
            raise EngineBug("call: an index is out of bounds in the library")
        return status

    def _grow(self) -> None:
        self._log.extend(array("q", bytes(8 * len(self._log))))
        self.exchange[exchange.LOG], self.exchange[exchange.LOG_ROOM] = self._log.buffer_info()


class DraftSeat(NativeSeat):
    """A seat at a position that is only tried. It has no checkpoints: to take an order back remakes those before."""

    def __init__(self, position: Any, index: int) -> None:
        words = array("q", bytes(8 * exchange.words(position.game)))
        words[exchange.AWAKE] = 1
        super().__init__(position, index, memoryview(words))

    def _room_for_checkpoints(self, view: Block) -> int:
        return 0


class SeatView:
    """The table of a native seat beside a seat of a table in this process: what that seat may know, in scratch of its
    own. A champion plays a callback there, and the seat is given its orders."""

    def __init__(self, beside: Seat) -> None:
        self.game: NativeGame = beside.game  # type: ignore[assignment]
        self.seats = beside.seats
        self._beside = beside
        self.world = self.game.own(beside.view())
        self.seat = NativeSeat(self, beside.index, memoryview(array("q", bytes(8 * exchange.words(self.game)))))

    def begin(self) -> None:
        """Look at the table again; orders that the seat has noted already are made on the draft."""
        self._look()
        self.seat.renew()
        if self.game.live:
            self.seat.exchange[exchange.ORDERS] = len(self._beside.orders)
        else:
            self.seat.repeat(self._beside.orders)

    def end(self) -> None:
        """Give the seat the orders. In a live game it has them."""
        if not self.game.live:
            self._beside.orders = self.seat.orders
            self._beside.refresh()

    def apply_now(self, index: int, row: Row) -> None:
        """In a live game an accepted order is made at once."""
        self._beside.order(row)
        self._look()
        self.seat.refresh()

    def _look(self) -> None:
        self.world = self._beside.view()._replace(scratch=self.world.scratch)
