"""Gymnasium's vectors: many games on `joute.Batch`, each of which takes one number a step, of the seat that acts."""

from __future__ import annotations

from array import array
from typing import Any, cast

import numpy
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from joute.core.backends.native import NativeGame
from joute.core.batch import Batch
from joute.core.game import NATIVE
from joute.core.stepping import END_TURN, ENDED, RENEWED
from joute.core.table import Table
from joute.core.world import AnyWorld

from .episode import NUMBERS_MOST, Seeds, Setting, final_rewards
from .masks import NO_LIST, List, Masks
from .numbering import END, ITEMS_MOST

NOTHING = -2
"""An order that none is, and that changes nothing."""


class ManyGames(VectorEnv[Any, Any, Any]):
    """Games that begin with the same position of the first board. The reward of a game is that of the seat which has
    given the number; `infos` has, by game, the seat that acts next (-1: over), and rewards, scores and ranks of all."""

    def __init__(self, setting: Setting, games: int, autoreset: str) -> None:
        if setting.game.backend != NATIVE:
            raise ValueError(f"many games at once need the library of the game: joute build {setting.game.name}")
        self.setting, self.num_envs = setting, games
        self.autoreset = AutoresetMode(autoreset)
        self.metadata = setting.metadata | {"autoreset_mode": self.autoreset}
        self.single_action_space = spaces.Discrete(setting.numbering.size)
        self.single_observation_space = setting.observation_space()
        self.action_space = batch_space(self.single_action_space, games)
        self.observation_space = batch_space(self.single_observation_space, games)
        self._masks = Masks(setting.game, setting.numbering)
        self._seeds = Seeds()
        self._fixed = self._same_for_all()

    def _same_for_all(self) -> Any:
        """The orders of all numbers but END, a row each, where they follow from no state; else None."""
        blocks = self.setting.numbering.blocks
        if any(block.patches or block.seats or block.split is not None for block in blocks):
            return None
        rows = numpy.zeros((self.setting.numbering.size - 1, max(block.rows.shape[1] for block in blocks)), numpy.int64)
        for block in blocks:
            rows[block.first - 1 : block.end - 1, : block.rows.shape[1]] = block.rows
        return rows

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Begin all games; the seed chooses the chance of them all."""
        setting = self.setting
        table = Table(setting.game, setting.boards[0], setting.seats, self._seeds.next(seed))
        self.batch = Batch(table, range(self.num_envs), autoreset=self.autoreset.value)
        native = cast("NativeGame", setting.game)
        self._world = self.batch.world(0)
        view = native.blank_view(self._world)
        self._offsets = native.offsets(view)
        places = setting.observing.places(view, self._world.state.node)
        self._places = places._replace(words=places.words - len(self._offsets))
        self._lists = [NO_LIST] * self.num_envs
        self._given = numpy.zeros(self.num_envs, dtype=numpy.int64)
        self.acting = self.batch.acting
        return self._observed(), self._told(*self.batch.outcomes())

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        """Give one number in every game. What the rules refuse changes nothing."""
        seats = self.acting
        done = self.batch.step(self._orders(numpy.asarray(actions)))
        for game in numpy.flatnonzero((done.answers == self.setting.game.ok) | done.over):
            self._lists[game] = NO_LIST
        self._given = numpy.where((done.answers == ENDED) | done.over | (done.answers == RENEWED), 0, self._given + 1)
        self.acting = done.acting
        told = self._told(done.over & (seats >= 0), done.scores, done.ranks)
        rewards = numpy.take_along_axis(told["rewards"], seats[:, None], axis=1)[:, 0]
        return self._observed(), rewards, done.over, numpy.zeros(self.num_envs, dtype=bool), told

    def _orders(self, numbers: Any) -> Any:
        """The numbers as orders of a batch, a row each; items of lists are kept here until the order is given."""
        if not (numbers.shape == (self.num_envs,) and ((numbers >= 0) & (numbers < self.setting.numbering.size)).all()):
            raise ValueError(f"expected {self.num_envs} numbers from 0 to {self.setting.numbering.size - 1}")
        ends = (numbers == END) | (self._given >= NUMBERS_MOST - 1)
        if self._fixed is not None:
            return numpy.where(ends[:, None], END_TURN, self._fixed[numbers - 1])
        rows = numpy.full((self.num_envs, self._width), NOTHING, dtype=numpy.int64)
        rows[ends, 0] = END_TURN
        for game in numpy.flatnonzero(~ends & (self.acting >= 0)):
            world, seat = self._knows(int(game)), int(self.acting[game])
            found = self._masks.order(world, seat, int(numbers[game]), self._lists[game])
            if isinstance(found, List):
                self._lists[game] = found
            elif found is not None:
                rows[game, : len(found)] = found
        for game in numpy.flatnonzero(ends):
            self._lists[game] = NO_LIST
        return rows

    def _observed(self) -> dict[str, Any]:
        """What the acting seat of every game knows, and the numbers it can give; zeros where the game is over."""
        playing = (self.acting >= 0)[:, None]
        self._flat = self.batch.observe().flat()
        observing, items = self.setting.observing, self.setting.numbering.items
        widths = [items.get(given.action, 1) for given in self._lists]
        seen = observing.completed(observing.gathered(self._flat, self._places), self.acting, self._lists, widths)
        return {"observation": seen * playing, "action_mask": self._mask() * playing}

    def _mask(self) -> Any:
        mask = numpy.zeros((self.num_envs, self.setting.numbering.size), dtype=numpy.int8)
        if self._fixed is not None:
            mask[:, 1:] = self.batch.legal(self._fixed)
        else:
            for game in numpy.flatnonzero(self.acting >= 0):
                mask[game] = self._masks.mask(self._knows(int(game)), int(self.acting[game]), self._lists[game])
        mask[self._given >= NUMBERS_MOST - 1] = 0
        mask[:, END] = 1
        return mask

    def _knows(self, game: int) -> AnyWorld:
        """What the acting seat of a game knows."""
        block = self._offsets + array("q", self._flat[game].tobytes())
        native = cast("NativeGame", self.setting.game)
        return native.with_state(self._world, block)

    @property
    def _width(self) -> int:
        """The most words of an order."""
        numbering = self.setting.numbering
        items = ITEMS_MOST * max(numbering.items.values(), default=0)
        return 1 + items + max(len(block.rows[0]) for block in numbering.blocks)

    def _told(self, over: Any, scores: Any, ranks: Any) -> dict[str, Any]:
        rewards = numpy.where(over[:, None], final_rewards(ranks), 0.0)
        return {"seat": self.acting, "rewards": rewards, "scores": scores, "ranks": ranks}
