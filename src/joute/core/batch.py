"""A batch of games on one board, played by compiled code at random or by a policy: for search, statistics, learning."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, cast

from .game import Game
from .playout import ORDERS_GIVEN, ORDERS_REFUSED, PHASES_PLAYED, TALLY_COLUMNS
from .world import AnyWorld, Result

if TYPE_CHECKING:
    from .backends.native import NativeGame
    from .backends.native_policy import NativePolicy
    from .policy import Policy
    from .table import Table

LOG_LENGTH = 1 << 16
FOREVER = 2**62


class RandomPlayer:
    """The buffers one thread needs to play at random: a draft, a generator, a row, a log and a tally."""

    def __init__(self, game: Game, world: AnyWorld, seats: int) -> None:
        self.game = game
        self.seats = seats
        self.world = game.own(world)
        self.draft = self.world._replace(state=game.copy(world).state)
        self.row = game.row([0] * game.api.row_most)
        self.log = game.row([0] * LOG_LENGTH)
        self.tally = game.row([0] * TALLY_COLUMNS)
        self.rng = game.generator(0)

    @property
    def phases(self) -> int:
        return int(self.tally[PHASES_PLAYED])

    @property
    def orders(self) -> int:
        return int(self.tally[ORDERS_GIVEN])

    @property
    def refused(self) -> int:
        """Orders that the game sampled and then refused: a bug of the game."""
        return int(self.tally[ORDERS_REFUSED])

    def play(self, world: AnyWorld, seed: int, most: int = FOREVER) -> None:
        """Play a world on at random, in place, up to `most` phases."""
        self.rng[0] = seed & 0xFFFFFFFF
        self.game.random_play(self, world, most)


Weights = Sequence[Sequence[Mapping[str, int] | None]]


class Batch:
    """Many games that go on from the position of one table. `states` reads like a state of which every number and every
    column has one more index, the game: `batch.states.players.gold[seat, game]`. They are numpy arrays.

    With a policy it plays all seats; `weights` has, for each game and each seat, those that are not its defaults.
    """

    def __init__(
        self, table: Table, seeds: Sequence[int], policy: Policy | None = None, weights: Weights | None = None
    ) -> None:
        if table.game.backend != "native":
            raise ValueError("a batch needs a table of a native game: joute.Table(game.native())")
        if not seeds:
            raise ValueError("a batch needs at least one seed")
        self.game = game = cast("NativeGame", table.game)
        self.seats = table.seats
        self.size = len(seeds)
        self._first = world = game.copy(table.world)
        self._length = len(world.state.block)
        self._blocks = world.state.block * self.size
        self._rngs = game.row([seed & 0xFFFFFFFF for seed in seeds])
        self.orders = 0
        self.phases = 0
        self._policy = None if policy is None else _require_policy(game, policy)
        if self._policy is not None:
            self._minds = self._policy.match_minds(game.dims(table.board, self.seats), seeds, weights)

    @property
    def states(self) -> Any:
        import numpy

        from .backends.blocks import BatchView

        blocks = numpy.frombuffer(self._blocks, dtype=numpy.int64).reshape(self.size, self._length)
        return BatchView(blocks, self._first.state.node)

    def play(self, most: int = FOREVER, threads: int = 1) -> None:
        """Play every game on, at random or by its policy, up to `most` phases each."""
        from concurrent.futures import ThreadPoolExecutor  # slow to load, and native play needs this module

        cuts = [self.size * part // threads for part in range(threads + 1)]
        with ThreadPoolExecutor(threads) as pool:
            for tally in pool.map(lambda part: self._play(most, cuts[part], cuts[part + 1]), range(threads)):
                self.orders += tally[ORDERS_GIVEN]
                self.phases += tally[PHASES_PLAYED]

    def _play(self, most: int, first: int, last: int) -> Sequence[int]:
        """Play some of the games; the tally of that."""
        if self._policy is not None:
            return self._policy.play_batch(self._blocks, self._first, self.seats, self._minds, most, first, last)
        player = RandomPlayer(self.game, self._first, self.seats)
        self.game.random_batch(player, self._blocks, self._length, self._rngs, most, first, last)
        return cast("Sequence[int]", player.tally)

    def world(self, index: int) -> AnyWorld:
        """One game of the batch, as a world of its own."""
        return self.game.with_state(self._first, self._blocks[index * self._length : (index + 1) * self._length])

    def results(self) -> list[Result]:
        """The result of every game as it stands."""
        return [self.game.result(self.world(index), self.seats) for index in range(self.size)]


def _require_policy(game: NativeGame, policy: Policy) -> NativePolicy:
    """The policy on its library, which is built if need be."""
    from .backends.building import require
    from .backends.native_policy import NativePolicy

    if game.rules.fog is not None:
        raise ValueError(f"{game.name}: a batch cannot play by a policy where views have sizes of their own")
    return NativePolicy(policy, game, require(game, policy=policy))
