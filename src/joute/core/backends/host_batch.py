"""A batch on the processor: the games of an area lie one after the other, each a block or a row of words."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any, NamedTuple

from joute.core.errors import EngineBug
from joute.core.playout import TALLY_COLUMNS
from joute.core.stepping import TURN_COLUMNS

from . import batch_entries
from .batch_entries import ADDRESS, BATCH_WORDS, LENGTH, REST, SEATS, STRIDE
from .blocks import BatchView, Block
from .building import require
from .entries import FAILED
from .native_policy import NativePolicy

if TYPE_CHECKING:
    from joute.core.batch import Weights
    from joute.core.columns import Dims
    from joute.core.policy import Policy
    from joute.core.world import AnyWorld

    from .native import NativeGame

PLAY_LOG = 1 << 16
"""Words of the log of a thread that plays at random."""


class Area(NamedTuple):
    """The words of an area, and how many there are from a game to the next: 0 if all share the same."""

    words: Block
    stride: int
    length: int


class HostBatch:
    """The areas of a batch, by name, and the calls of its library."""

    def __init__(self, game: NativeGame, world: AnyWorld, seats: int, size: int) -> None:
        self.game = game
        self.seats = seats
        self.size = size
        self._world = world
        block = world.state.block
        self._areas = {"STATES": Area(block * size, len(block), len(block)), "FIRST": Area(block, 0, len(block))}
        self._rests: list[Block] = []

    # Memory

    def room(self, area: str, length: int) -> None:
        """Have a row of so many words for every game."""
        if area not in self._areas or self._areas[area].length != length:
            self._areas[area] = Area(_zeros(length * self.size), length, length)

    def fill(self, area: str, values: Sequence[int]) -> None:
        """Have one word for every game."""
        self._areas[area] = Area(array("q", values), 1, 1)

    def step_room(self, log: int) -> None:
        """Have what steps need of every game."""
        for area, length in {"LOGS": log, "TURNS": TURN_COLUMNS, "ANSWERS": 1, "CHOICES": 1}.items():
            self.room(area, length)
        self.room("OUTCOMES", 1 + 2 * self.seats)
        if "DRAFTS" not in self._areas:
            states = self._areas["STATES"]
            self._areas["DRAFTS"] = states._replace(words=states.words[:])

    def views(self) -> None:
        """Have a view for every game, with room for all that a view alone can hold."""
        if "VIEWS" in self._areas:
            return
        blank = self.game.blank_view(self._world)
        lookup = self.game.blank_lookup(self._world)
        state = self.game.blank_state(self._world)
        for name, block in (("BLANK", state), ("BLANK_VIEW", blank), ("BLANK_LOOKUP", lookup)):
            self._areas[name] = Area(block, 0, len(block))
        self._areas["VIEWS"] = Area(blank * self.size, len(blank), len(blank))

    def array(self, area: str) -> Any:
        """An area as a numpy array: a row a game."""
        import numpy

        words, stride, length = self._areas[area]
        return numpy.frombuffer(words, dtype=numpy.int64).reshape(-1, stride or length)

    def asarray(self, values: Any) -> Any:
        """Values of a caller as a numpy array of words."""
        import numpy

        return numpy.asarray(values, dtype=numpy.int64)

    def set_same(self, area: str, values: Any) -> None:
        """Have the same row for all games."""
        words = array("q", values.tobytes())
        self._areas[area] = Area(words, 0, len(words))

    def view(self, area: str) -> BatchView:
        return BatchView(self.array(area), self._world.state.node, self.game.header)

    def saved(self, areas: Sequence[str], rows: Any) -> list[Any]:
        """A copy of what chosen games have in some areas."""
        return [self.array(area)[rows].copy() for area in areas]

    def restore(self, areas: Sequence[str], rows: Any, saved: Sequence[Any]) -> None:
        for area, values in zip(areas, saved, strict=True):
            self.array(area)[rows] = values

    def block(self, index: int) -> Block:
        """The state of a game."""
        words, stride, _ = self._areas["STATES"]
        return words[index * stride : (index + 1) * stride]

    # Calls

    def play(self, most: int, threads: int, log: int) -> list[int]:
        """Play every game on at random; the tally."""
        own = {
            "DRAFTS": lambda: self._world.state.block[:],
            "LOGS": lambda: _zeros(PLAY_LOG),
            "TALLIES": lambda: _zeros(TALLY_COLUMNS),
        }
        areas = self.call("batch_play", most, threads=threads, own=own)
        return [sum(values) for values in zip(*(part["TALLIES"].words for part in areas), strict=True)]

    def follow(self, policy: Policy, dims: Dims, seeds: Sequence[int], weights: Weights | None) -> None:
        """Have a policy on its library, which is built if need be, and minds for all games."""
        self._policy = NativePolicy(policy, self.game, require(self.game, policy=policy))
        self._minds = self._policy.match_minds(dims, seeds, weights)

    def play_policy(self, most: int, threads: int, log: int) -> list[int]:
        """Play every game on by the policy; the tally."""
        states = self._areas["STATES"].words

        def part(first: int, last: int) -> Sequence[int]:
            return self._policy.play_batch(states, self._world, self.seats, self._minds, most, first, last)

        cuts = [self.size * number // threads for number in range(threads + 1)]
        with ThreadPoolExecutor(threads) as pool:
            tallies = list(pool.map(part, cuts[:-1], cuts[1:]))
        return [sum(values) for values in zip(*tallies, strict=True)]

    def call(
        self, name: str, *numbers: int, threads: int = 1, own: Mapping[str, Callable[[], Block]] | None = None
    ) -> list[dict[str, Area]]:
        """Call a function of the library for all games, a part of them in each thread; the areas that each one had."""
        if threads == 1:
            return [self._call(name, numbers, 0, 0, self.size, own or {})]
        for thread in range(threads):
            self._rest(thread)
        cuts = [self.size * part // threads for part in range(threads + 1)]
        with ThreadPoolExecutor(threads) as pool:
            parts = [
                pool.submit(self._call, name, numbers, number, cuts[number], cuts[number + 1], own or {})
                for number in range(threads)
            ]
            return [part.result() for part in parts]

    def _call(
        self,
        name: str,
        numbers: Sequence[int],
        thread: int,
        first: int,
        last: int,
        own: Mapping[str, Callable[[], Block]],
    ) -> dict[str, Area]:
        areas = self._areas | {
            area: Area(block, 0, len(block))
            for area, make in {"ROWS": lambda: _zeros(self.game.api.row_most), **own}.items()
            for block in [make()]
        }
        if "BLANK_LOOKUP" in areas:
            areas["LOOKUPS"] = areas["BLANK_LOOKUP"]._replace(words=areas["BLANK_LOOKUP"].words[:])
        batch = _zeros(BATCH_WORDS)
        batch[SEATS], batch[REST] = self.seats, self._rest(thread).buffer_info()[0]
        for area, (words, stride, length) in areas.items():
            place = getattr(batch_entries, area)
            batch[place + ADDRESS], batch[place + STRIDE] = words.buffer_info()[0], stride
            batch[place + LENGTH] = length
        if getattr(self.game.library, name)(batch.buffer_info()[0], *numbers, first, last, 1) == FAILED:
            raise EngineBug(f"{name}: an index is out of bounds in the library")
        return areas

    def _rest(self, thread: int) -> Block:
        """Parameters, board and scratch of a thread."""
        while len(self._rests) <= thread:
            self._rests.append(self._world.scratch.block[:])
        return self._rests[thread]


def _zeros(length: int) -> Block:
    return array("q", bytes(8 * length))
