"""A batch of games that lie side by side: on a graphics processor, or here, which proves that the text is right."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from joute.core.errors import EngineBug
from joute.core.playout import TALLY_COLUMNS, TURNS_CUT
from joute.core.policy import Mind
from joute.core.policy_play import Chance
from joute.core.policy_player import match_seeds
from joute.core.stepping import TURN_COLUMNS

from . import batch_entries
from .batch_entries import ADDRESS, BATCH_WORDS, FAULT, LENGTH, OFFSETS, REST, SEATS, STRIDE
from .blocks import Block, Fields, Node, mind_plan
from .building import require
from .library import Machine
from .plane_layout import ALIGNED, PlanePlan, PlanePlans, aligned, plane, plane_plans, to_block, to_planes

if TYPE_CHECKING:
    from joute.core.batch import Weights
    from joute.core.columns import Dims
    from joute.core.policy import Policy
    from joute.core.world import AnyWorld

    from .native import NativeGame

HOST = 1
"""What DLPack calls the memory of the processor."""


class Device(Protocol):
    """Where the games lie, and who plays them."""

    arrays: Any
    """The module of its arrays: numpy or CuPy."""
    machine: Machine | None
    """What its libraries are built for, None if for none;"""
    checked: bool
    """and whether they check every index and every width."""

    def address(self, array: Any) -> int:
        """Where an array lies in its memory."""

    def launch(self, library: Path, name: str, batch: Any, numbers: Sequence[int], games: int) -> None:
        """Call a function of a library for all games."""


class PlaneArea(NamedTuple):
    """The memory of an area, bytes, with room for so many games; a row of words has a length, a state has offsets."""

    memory: Any
    games: int
    length: int = 0
    plan: PlanePlan | None = None
    offsets: Block | None = None
    offsets_there: Any = None


class PlaneBatch:
    """The areas of a batch, by name, and the calls of its library; as `HostBatch`."""

    def __init__(self, game: NativeGame, world: AnyWorld, seats: int, size: int, dims: Dims, device: Device) -> None:
        self.game = game
        self.seats = seats
        self.size = size
        self._world = world
        self._plans = plans = plane_plans(game, dims)
        self._device = device
        self._arrays = device.arrays
        self._library = self._built(plans)
        self._areas: dict[str, PlaneArea] = {}
        self._words: Any = None
        self._rest = self._arrays.asarray(_words(world.scratch.block))
        self._of_states("FIRST", world.state.block, plans.state, ALIGNED)
        self._of_states("STATES", world.state.block, plans.state, aligned(size))
        self._of_states("SCRATCH", world.scratch.block, plans.scratch, aligned(size))

    def _built(self, plans: PlanePlans, policy: Policy | None = None) -> Path:
        return require(self.game, self._device.checked, policy, self._device.machine, plans)

    # Memory

    def _of_states(self, area: str, block: Block, plan: PlanePlan, games: int) -> None:
        """Have the same state for all games."""
        import numpy

        offsets = plan.offsets(block)
        few = numpy.zeros(offsets[-1] * ALIGNED, numpy.uint8)
        to_planes(plan, block, few, ALIGNED, offsets)
        self._set(area, PlaneArea(self._arrays.asarray(few), ALIGNED, 0, plan, offsets, self._there(offsets)))
        if games != ALIGNED:
            one, memory = self._areas[area], self._arrays.empty(offsets[-1] * games, self._arrays.uint8)
            for _, place in plan.leaves.values():
                plane(memory, games, offsets, place)[...] = plane(one.memory, ALIGNED, offsets, place)[..., :1]
            self._set(area, one._replace(memory=memory, games=games))

    def _set(self, area: str, made: PlaneArea) -> None:
        self._areas[area], self._words = made, None

    def _there(self, words: Block) -> Any:
        return self._arrays.asarray(_words(words))

    def room(self, area: str, length: int) -> None:
        """Have a row of so many words for every game."""
        if area not in self._areas or self._areas[area].length != length:
            games = aligned(self.size)
            self._set(area, PlaneArea(self._arrays.zeros(8 * games * length, self._arrays.uint8), games, length))

    def fill(self, area: str, values: Sequence[int]) -> None:
        """Have one word for every game."""
        self.room(area, 1)
        self.array(area)[:, 0] = self.asarray(values)

    def step_room(self, log: int) -> None:
        """Have what steps need of every game."""
        rows = {"LOGS": log, "TURNS": TURN_COLUMNS, "ANSWERS": 1, "CHOICES": 1, "OUTCOMES": 1 + 2 * self.seats}
        for area, length in rows.items():
            self.room(area, length)
        self._drafts()

    def _drafts(self) -> None:
        if "DRAFTS" not in self._areas:
            states = self._areas["STATES"]
            self._set("DRAFTS", states._replace(memory=states.memory.copy()))

    def views(self) -> None:
        """Have a view for every game, with room for all that a view alone can hold."""
        if "VIEWS" in self._areas:
            return
        plans, world = self._plans, self._world
        self._of_states("BLANK", self.game.blank_state(world), plans.state, ALIGNED)
        self._of_states("BLANK_VIEW", self.game.blank_view(world), plans.state, ALIGNED)
        self._of_states("VIEWS", self.game.blank_view(world), plans.state, aligned(self.size))
        if plans.lookup is not None:
            lookup = self.game.blank_lookup(world)
            self._of_states("BLANK_LOOKUP", lookup, plans.lookup, ALIGNED)
            self._of_states("LOOKUPS", lookup, plans.lookup, aligned(self.size))

    def array(self, area: str) -> Any:
        """An area of rows: a row a game."""
        memory, games, length, *_ = self._areas[area]
        return memory.view("q").reshape(length, games)[:, : self.size].T

    def asarray(self, values: Any) -> Any:
        """Values of a caller as an array of words of this device."""
        if hasattr(values, "__dlpack_device__") and values.__dlpack_device__()[0] != HOST:
            values = self._arrays.from_dlpack(values)
        return self._arrays.asarray(values, dtype=self._arrays.int64)

    def set_same(self, area: str, values: Any) -> None:
        """Have the same row for all games."""
        memory = self._arrays.ascontiguousarray(values).reshape(-1)
        self._set(area, PlaneArea(memory.view("B"), 1, memory.size))

    def view(self, area: str) -> PlaneView:
        made = self._areas[area]
        assert made.plan is not None
        return PlaneView(made, made.plan.node, self.size, self._arrays)

    def saved(self, areas: Sequence[str], rows: Any) -> list[Any]:
        """A copy of what chosen games have in some areas."""
        return [part[:, rows].copy() for area in areas for part in self._parts(area)]

    def restore(self, areas: Sequence[str], rows: Any, saved: Sequence[Any]) -> None:
        for part, values in zip((part for area in areas for part in self._parts(area)), saved, strict=True):
            part[:, rows] = values

    def _parts(self, area: str) -> list[Any]:
        """All planes of an area, those of one size together."""
        made = self._areas[area]
        if made.plan is None or made.offsets is None:
            return [self.array(area).T]
        places = [place for _, place in made.plan.leaves.values()]
        found = (plane(made.memory, made.games, made.offsets, place) for place in places)
        return [part.reshape(-1, made.games)[:, : self.size] for part in found]

    def block(self, index: int) -> Block:
        """The state of a game."""
        made = self._areas["STATES"]
        assert made.plan is not None
        assert made.offsets is not None
        memory = made.memory.reshape(-1)
        values = {
            path: self._host(plane(memory, made.games, made.offsets, place)[..., index])
            for path, (_, place) in made.plan.leaves.items()
        }
        return to_block(made.plan, self._world.state.block, values)

    def _host(self, values: Any) -> Any:
        return values.get() if hasattr(values, "get") else values

    # Calls

    def play(self, most: int, threads: int, log: int) -> list[int]:
        """Play every game on at random; the tally."""
        return self._played(log, self._library, "batch_play", most)

    def follow(self, policy: Policy, dims: Dims, seeds: Sequence[int], weights: Weights | None) -> None:
        """Have the library of a policy, which is built if need be, and minds for all games."""
        import numpy

        plans = plane_plans(self.game, dims, policy)
        assert plans.mind is not None
        self._policy_library = self._built(plans, policy)
        games = aligned(self.size)
        mind = Mind(policy.settled(), policy.layout.empty(dims), Chance([0]))
        self._of_states("MINDS", mind_plan(policy).pack(mind._asdict()), plans.mind, self.seats * games)
        self._set("MINDS", self._areas["MINDS"]._replace(length=games))
        seated = numpy.array([[one & 0xFFFFFFFF for one in match_seeds(seed, self.seats)] for seed in seeds])
        self._of_seats("chance", "rng", seated)
        if weights is not None:
            settled = cache(lambda given: policy.settled(dict(given)))
            given = numpy.array([[settled(tuple((own or {}).items())) for own in row] for row in weights])
            if given.shape[:2] != (self.size, self.seats):
                raise ValueError(f"weights need a row for each of {self.size} games, and in it one for each seat")
            for number, name in enumerate(policy.bounds):
                self._of_seats("weights", name, given[..., number])

    def _of_seats(self, part: str, name: str, values: Any) -> None:
        """Write a value of every mind, given by game and seat."""
        minds = self._areas["MINDS"]
        assert minds.plan is not None
        assert minds.offsets is not None
        there = plane(minds.memory, minds.games, minds.offsets, minds.plan.node[part][name])
        there.reshape(self.seats, minds.length)[:, : self.size] = self._arrays.asarray(values.T)

    def play_policy(self, most: int, threads: int, log: int) -> list[int]:
        """Play every game on by the policy; the tally."""
        return self._played(log, self._policy_library, "batch_policy", most, int(self.game.foggy))

    def _played(self, log: int, library: Path, name: str, *numbers: int) -> list[int]:
        self._drafts()
        self.room("LOGS", log)
        self.room("TALLIES", TALLY_COLUMNS)
        self.array("TALLIES")[:] = 0
        self._launch(library, name, numbers)
        tally = [int(count) for count in self.array("TALLIES").sum(axis=0)]
        self._require_sound(name)
        if tally[TURNS_CUT]:
            raise ValueError(f"{self.game.name}: a turn takes more than {log} words: Batch(..., log={4 * log})")
        return tally

    def call(self, name: str, *numbers: int, threads: int = 1) -> None:
        """Call a function of the library for all games."""
        self._launch(self._library, name, numbers)

    def _launch(self, library: Path, name: str, numbers: Sequence[int]) -> None:
        self.room("ROWS", self.game.api.row_most)
        if self._words is None:
            self._words = self._there(self._described())
        self._device.launch(library, name, self._words, numbers, self.size)

    def _described(self) -> Block:
        from array import array

        batch = array("q", bytes(8 * BATCH_WORDS))
        batch[SEATS], batch[REST] = self.seats, self._device.address(self._rest)
        for area, made in self._areas.items():
            place = getattr(batch_entries, area)
            batch[place + ADDRESS], batch[place + STRIDE] = self._device.address(made.memory), made.games
            batch[place + LENGTH] = made.length
            batch[place + OFFSETS] = 0 if made.offsets is None else self._device.address(made.offsets_there)
        return batch

    def _require_sound(self, name: str) -> None:
        if int(self._words[FAULT]):
            raise EngineBug(f"{name}: an index is out of bounds in the library")


class PlaneView(Fields):
    """States in planes: every value has the game as its last index."""

    def __init__(self, area: PlaneArea, node: Node, size: int, arrays: Any) -> None:
        self._area = area
        self._node = node
        self._size = size
        self._arrays = arrays

    def __getattr__(self, name: str) -> Any:
        place = self._node.get(name)
        if place is None:
            raise AttributeError(name)
        if isinstance(place, dict):
            return PlaneView(self._area, place, self._size, self._arrays)
        assert self._area.offsets is not None
        return plane(self._area.memory, self._area.games, self._area.offsets, place)[..., : self._size]

    def flat(self) -> Any:
        """All values in the order of the declaration, numbers before columns, as words: a row a game."""
        area = self._area
        assert area.plan is not None
        assert area.offsets is not None
        found = [plane(area.memory, area.games, area.offsets, place) for _, place in area.plan.leaves.values()]
        ordered = sorted(found, key=lambda values: values.ndim > 1)
        rows = [values.reshape(-1, area.games)[:, : self._size].astype("q") for values in ordered]
        return self._arrays.concatenate(rows).T


def _words(block: Block) -> Any:
    import numpy

    return numpy.frombuffer(block, dtype=numpy.int64)
