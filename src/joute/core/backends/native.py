"""Native play: a game whose kernels are those of its library, on worlds that are blocks of words."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Mapping, Sequence
from ctypes import addressof, c_int64
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from joute.core.answers import reader
from joute.core.api import Function
from joute.core.batch import RandomPlayer
from joute.core.errors import EngineBug
from joute.core.events import room_for
from joute.core.game import Game, kernels_of
from joute.core.layout import RUN, ByteCache, Known, Runs, hashed
from joute.core.world import AnyWorld, World

from .blocks import Block, View, plans_of
from .entries import FAILED
from .library import interface, loaded

GENERATED = ("check", "apply", "answer", "tidy", "content", "news", "random_batch")
"""The functions of every library besides the declared kernels."""


class NativeGame(Game):
    """A game on its library."""

    backend = "native"

    def __init__(self, game: Game, path: Path) -> None:
        self.__dict__.update(game.__dict__)
        self.interpreted = game
        self.library = loaded(path)
        self.library_path = path
        self._state, self._rest, self._lookup = plans_of(game)
        answer = self._rest.nodes["scratch"].get("answer")
        self._answer_at = answer.word if answer else 0
        """The word with the offset of the column for answers; games without queries that answer rows have none."""
        names = [name for name, kernel in kernels_of(self.rules).items() if kernel is not None and name != "renew"]
        doors = {name: _called(name, getattr(self.library, name)) for name in (*names, *GENERATED)}
        self.__dict__["kernels"] = SimpleNamespace(**dict.fromkeys(kernels_of(self.rules)) | doors)
        self.__dict__["playout"] = None

    def on(self, backend: str | None = None) -> Game:
        return self.interpreted.on(backend)

    # Worlds

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
        return world._replace(state=self._viewed(block))

    def copy(self, world: AnyWorld) -> AnyWorld:
        return self.with_state(world, world.state.block[:])

    def own(self, world: AnyWorld) -> AnyWorld:
        return self.copy(world)._replace(scratch=self._scratch(world.scratch.block[:]))

    def listening(self, world: AnyWorld, most: int) -> AnyWorld:
        columns = {self._rest.nodes["scratch"]["events"]: room_for(most)}
        return world._replace(scratch=self._scratch(self._rest.replaced(world.scratch.block, columns)))

    def _blank(self, state: Any) -> Any:
        return self._viewed(self._state.blank(state.block))

    def _unsurveyed(self, board: Any) -> Any:
        assert self._lookup is not None
        lookup = super()._unsurveyed(board)
        return View(self._lookup.pack({"lookup": lookup}), self._lookup.nodes["lookup"])

    def _widened(self, view: AnyWorld, columns: Mapping[str, list[int]]) -> AnyWorld:
        places = {self._state.nodes["state"][name]: values for name, values in columns.items()}
        return view._replace(state=self._viewed(self._state.replaced(view.state.block, places)))

    # Other processes, and digests

    def news(self, world: AnyWorld, known: Known) -> tuple[list[Runs], Known]:
        """As lists have them: hosts of champions are interpreted."""
        return self.layout.news(self.plain(world).state, known)

    def learn(self, world: AnyWorld, news: Sequence[Runs]) -> AnyWorld:
        for start, data in news[0]:
            words = array("q", data)
            if start == 0 and len(words) > RUN:
                world = self.with_state(world, words)
            else:
                world.state.block[start : start + len(words)] = words
        return world

    def digest(self, world: AnyWorld, cache: ByteCache | None = None) -> str:
        out = array("q", bytes(8 * len(world.state.block)))
        return hashed(out[: self.kernels.content(world, out)])

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

    def seen(self, view: AnyWorld, seat: int | None) -> dict[str, Any]:
        return self.interpreted.seen(self.plain(view), seat)

    def random_play(self, player: RandomPlayer, world: AnyWorld, most: int) -> None:
        if len(player.draft.state.block) != len(world.state.block):  # a view may be longer or shorter than the truth
            player.draft = self.copy(world)
        self.random_batch(player, world.state.block, 0, player.rng, most, 0, 1, world)

    def random_batch(
        self,
        player: RandomPlayer,
        states: Block,
        length: int,
        rngs: Block,
        most: int,
        first: int,
        last: int,
        world: AnyWorld | None = None,
    ) -> None:
        """Play the games first..last-1 of a batch: states of `length` words one after the other, and generators."""
        rest = (world or player.world).scratch.block
        buffers = (player.draft.state.block, player.seats, rngs, player.rng, player.row, player.log, player.tally)
        self.kernels.random_batch(states, length, rest, *buffers, most, first, last)


def _called(name: str, function: Any) -> Callable[..., Any]:
    """A function of a library that takes worlds, states and rows as Python has them."""
    kinds = interface()[name]

    def call(*values: Any) -> Any:
        given: list[Any] = []
        at = 0
        for value in values:
            if isinstance(value, int):
                given.append(value)
            elif isinstance(value, World):
                given += (value.state.block.buffer_info()[0], value.scratch.block.buffer_info()[0])
                at += 1
            elif isinstance(value, View):
                given.append(value.block.buffer_info()[0])
            else:
                given += _address(value)[: 2 if kinds[at] == "Words" else 1]
            at += 1
        answer = function(*given)
        if answer == FAILED:
            raise EngineBug(f"{name}: an index is out of bounds in the library")
        return answer

    return call


def _address(words: Any) -> tuple[int, int]:
    """Where a row lies, and its length."""
    if isinstance(words, array):
        return words.buffer_info()
    return (addressof(c_int64.from_buffer(words)), len(words)) if len(words) else (0, 0)
