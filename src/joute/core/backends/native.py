"""Native play: a game whose kernels are those of its library, on worlds that are blocks of words."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Mapping, Sequence
from ctypes import addressof, c_int64
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from joute.core.answers import reader
from joute.core.api import Function, Row
from joute.core.batch import RandomPlayer
from joute.core.errors import EngineBug
from joute.core.events import room_for
from joute.core.game import Game, kernels_of
from joute.core.layout import RUN, ByteCache, Known, Runs, hashed
from joute.core.world import AnyWorld, World

from .blocks import Block, View, plans_of
from .entries import FAILED
from .library import LASTING, interface, loaded

WORLDS = {"reveal": (0, 4), "recall": (0, 4)}
"""Which blocks of a function are those of a world, with the one that follows; the first, if it is not listed here."""
GENERATED = ("check", "apply", "answer", "checks", "content", "news", "random_play")
"""The functions of every library besides the declared kernels."""


class NativeGame(Game):
    """A game on its library."""

    backend = "native"
    zero = array("q", [0])

    def __init__(self, game: Game, path: Path) -> None:
        self.__dict__.update(game.__dict__)
        self._interpreted = game
        self.library = loaded(path)
        self.library_path = path
        self._state, self._rest, self._lookup = plans_of(game)
        answer = self._rest.nodes["scratch"].get("answer")
        self._answer_at = answer.word if answer else 0
        """The word with the offset of the column for answers; games without queries that answer rows have none."""
        head = self._state.nodes["state"]["head"]
        self._turn_at, self._phase_at = head["turn"].word, head["phase"].word
        self._events = self._rest.nodes["scratch"]["events"]
        names = [name for name, kernel in kernels_of(self.rules).items() if kernel is not None and name != "renew"]
        doors = {name: _called(name, getattr(self.library, name)) for name in (*names, *GENERATED)}
        self.__dict__["kernels"] = SimpleNamespace(**dict.fromkeys(kernels_of(self.rules)) | doors)
        self.__dict__["playout"] = None
        self._empty_row = bytes(8 * self.api.row_most)

    @property
    def interpreted(self) -> Game:
        return self._interpreted

    def on(self, backend: str | None = None) -> Game:
        return self.interpreted.on(backend)

    def _now(self, world: AnyWorld) -> tuple[int, int]:
        block = world.state.block
        return block[self._turn_at], block[self._phase_at]

    # Worlds

    def new(self, board: Any, seats: int, seed: int) -> AnyWorld:
        _keep_freed_memory()
        return super().new(board, seats, seed)

    def row(self, order: Sequence[int]) -> Any:
        return array("q", order)

    def _hosted(self, world: AnyWorld) -> AnyWorld:
        rest = {"params": world.params, "board": world.board, "scratch": world.scratch}
        return World(
            self._viewed(self._state.pack({"state": world.state})),
            world.board,
            world.params,
            self._scratch(self._rest.pack(rest)),
        )

    def plain(self, world: AnyWorld) -> AnyWorld:
        """The world as lists, for the interpreted game: Python that reads much of it is faster so."""
        state, scratch = self.layout.listed(world.state), self.rules.scratch_layout.listed(world.scratch)
        return World(state, world.board, world.params, scratch)

    def _viewed(self, block: Block) -> Any:
        return View(block, self._state.nodes["state"])

    def _scratch(self, block: Block) -> Any:
        return View(block, self._rest.nodes["scratch"])

    def with_state(self, world: AnyWorld, block: Block) -> AnyWorld:
        """The same world around another block."""
        return World(self._viewed(block), world.board, world.params, world.scratch)

    def copy(self, world: AnyWorld) -> AnyWorld:
        return self.with_state(world, world.state.block[:])

    def own(self, world: AnyWorld) -> AnyWorld:
        return self.copy(world)._replace(scratch=self._scratch(world.scratch.block[:]))

    def listening(self, world: AnyWorld, most: int) -> AnyWorld:
        block, word = world.scratch.block, self._events.word
        if not most and block[word] == block[word + 1]:
            return world
        return world._replace(scratch=self._scratch(self._rest.replaced(block, {self._events: room_for(most)})))

    def _blank(self, state: Any) -> Any:
        return self._viewed(self._state.blank(state.block))

    @property
    def header(self) -> int:
        """How many words of a state's block are offsets."""
        return self._state.header

    def blank_state(self, world: AnyWorld) -> Block:
        return self._state.blank(world.state.block)

    def blank_view(self, world: AnyWorld) -> Block:
        """The block of a state that is all zero, with room for all that a view alone can hold."""
        node, fog = self._state.nodes["state"], self.rules.fog
        room = {node[name]: bytes(8 * len(getattr(world.scratch, name))) for name in (fog.view_only if fog else ())}
        columns = {place: array("q", zeros) for place, zeros in room.items()}
        return self._state.blank(self._state.replaced(world.state.block, columns))

    def blank_lookup(self, world: AnyWorld) -> Block:
        """The block of a lookup that is all zero; in games without fog nothing."""
        return array("q") if self._lookup is None else self._unsurveyed(world.board).block

    def _unsurveyed(self, board: Any) -> Any:
        assert self._lookup is not None
        lookup = super()._unsurveyed(board)
        return View(self._lookup.pack({"lookup": lookup}), self._lookup.nodes["lookup"])

    def _kept(self, values: Any) -> Any:
        return array("q", values.tobytes())

    def _with_columns(self, state: Any, columns: Mapping[str, Any]) -> Any:
        node = self._state.nodes["state"]
        block = self._state.replaced(state.block, {node[name]: values for name, values in columns.items()})
        for name, values in columns.items():
            block[node["head"][self.layout.counts[name]].word] = len(values)
        return self._viewed(block)

    def offsets(self, block: Block) -> Block:
        """The offsets of a state's columns."""
        return block[: self._state.header]

    def rows_address(self, world: AnyWorld) -> int:
        """Where queries write the rows of their answers."""
        place, block = self._rest.nodes["scratch"].get("answer"), world.scratch.block
        return 0 if place is None else block.buffer_info()[0] + 8 * block[place.word]

    # Other processes, and digests

    def news(self, world: AnyWorld, known: Known) -> tuple[list[Runs], Known]:
        """The changed words of the block. Where its sizes are others than before, its offsets come first, at -1."""
        block = world.state.block
        offsets = self.offsets(block)
        first: Runs = []
        if known and known[0].offsets == offsets:
            sent: Sent = known[0]
        else:
            sent = Sent(self._state.blank(block), offsets)
            first = [(-1, offsets.tobytes())]
        rest = world.scratch.block.buffer_info()[0]
        count = self.library.news(block.buffer_info()[0], rest, *sent.buffers)
        if count == FAILED:
            raise EngineBug("news: an index is out of bounds in the library")
        return [first + sent.changed(count)], [sent]

    def learn(self, world: AnyWorld, news: Sequence[Runs]) -> AnyWorld:
        for start, data in news[0]:
            words = array("q", data)
            if start < 0:
                world = self.with_state(world, words + array("q", bytes(8 * (words[-1] - len(words)))))
            else:
                world.state.block[start : start + len(words)] = words
        return world

    def digest(self, world: AnyWorld, cache: ByteCache | None = None) -> str:
        size = len(world.state.block)
        out = array("q") if cache is None else cache.get("", ([], array("q")))[1]
        if len(out) < size:
            out = array("q", bytes(8 * size))
            if cache is not None:
                cache[""] = [], out
        return hashed(out, self.kernels.content(world, out))

    # Kernels

    def answer(self, world: AnyWorld, seat: int, query: Function, plain: Sequence[Any]) -> Any:
        """Champions ask often, so this calls the library itself, without `_called`."""
        if query.kernel is None:
            return self.interpreted.answer(self.plain(world), seat, query, plain)
        rest, given = world.scratch.block, array("q", query.flat(plain))
        start, end = rest[self._answer_at : self._answer_at + 2] if query.rows else (0, 0)
        address = rest.buffer_info()[0]
        found = self.library.answer(
            world.state.block.buffer_info()[0],
            address,
            seat,
            self.api.query_numbers[query.name],
            *given.buffer_info(),
            address + 8 * start,
            end - start,
        )
        if found == FAILED:
            raise EngineBug(f"{query.name}: an index is out of bounds in the library")
        return reader(query.returns)(memoryview(rest)[start:end], found) if query.rows else query.returns.give(found)

    def sample(self, world: AnyWorld, seat: int, rng: Any) -> Row | None:
        row = array("q", self._empty_row)
        length = self.kernels.sample(world, seat, rng, row)
        return tuple(row[:length]) or None

    def seen(self, view: AnyWorld, seat: int | None) -> dict[str, Any]:
        return self.interpreted.seen(self.plain(view), seat)

    def random_play(self, player: RandomPlayer, world: AnyWorld, most: int) -> None:
        if self.offsets(player.draft.state.block) != self.offsets(world.state.block):  # a view may have other sizes
            player.draft = self.copy(world)
        buffers = (player.seats, player.rng, player.row, player.log, player.tally)
        self.kernels.random_play(world, player.draft.state, *buffers, most)


@cache
def _keep_freed_memory() -> None:
    """Views are freed and made again in each phase. glibc gives freed memory back to the kernel, page by page to be
    faulted in again, until it sees a block as large as this one freed (M_TRIM_THRESHOLD in mallopt(3))."""
    bytearray(1 << 24)


class Sent:
    """What a process was sent: the words of its state, and buffers to compare them."""

    def __init__(self, block: Block, offsets: Block) -> None:
        self.offsets = offsets
        columns = len(offsets) - 1
        self._block, self._ends = block, array("q", bytes(16 * columns))
        self._runs = array("q", bytes(16 * (len(block) // RUN + columns + 1)))
        self.buffers = (block.buffer_info()[0], columns, RUN, *self._ends.buffer_info(), *self._runs.buffer_info())
        """What the library is given of it."""

    def changed(self, count: int) -> Runs:
        """The runs that the library has found."""
        words, runs = memoryview(self._block), iter(self._runs[: 2 * count])
        return [(start, words[start : start + length].tobytes()) for start, length in zip(runs, runs, strict=True)]


def _called(name: str, function: Any) -> Callable[..., Any]:
    """A function of a library that takes worlds, states and rows as Python has them; written out for speed."""
    kinds, given, names = interface()[name][:-1], [], []
    at = 0
    while at < len(kinds):
        value = f"v{at}"
        if at in WORLDS.get(name, (0,)):
            given += [f"{value}.state.block.buffer_info()[0]", f"{value}.scratch.block.buffer_info()[0]"]
            at += 1
        elif kinds[at] == "Block":
            given.append(f"address({value})")
        elif kinds[at] == "Words":
            given.append(f"*words({value})" if name in LASTING else f"*{value}.buffer_info()")
        else:
            given.append(value)
        names.append(value)
        at += 1
    call = f"function({', '.join(given)})"
    text = f"lambda {', '.join(names)}: answer if (answer := {call}) != FAILED else failed()"

    def failed() -> None:
        raise EngineBug(f"{name}: an index is out of bounds in the library")

    known = {"function": function, "failed": failed, "FAILED": FAILED, "words": _words, "address": _address}
    made: Callable[..., Any] = eval(text, known)
    return made


def _address(block: Any) -> int:
    """Where a state, a lookup or a row of words lies."""
    address: int = getattr(block, "block", block).buffer_info()[0]
    return address


def _words(words: Any) -> tuple[int, int]:
    """Where a row lies, which may be one of numpy, and its length."""
    if isinstance(words, array):
        return words.buffer_info()
    return (addressof(c_int64.from_buffer(words)), len(words)) if len(words) else (0, 0)
