"""Policies that play: bound to a game, at one seat or at all, interpreted or on a library."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, cast

from .batch import LOG_LENGTH
from .columns import Dims
from .playout import TALLY_COLUMNS
from .policy import Mind, Policy
from .policy_play import Chance
from .policy_play import bound as play_over
from .sampler import kernel_over
from .world import AnyWorld

if TYPE_CHECKING:
    from .api import Row
    from .backends.native import NativeGame
    from .game import Game
    from .seat import Seat
    from .table import Table

Plan = Any
"""The orders of a turn one after the other, each as (seat, length, order), in a buffer of the backend."""


def match_seeds(seed: int, seats: int) -> Sequence[int]:
    """The generators of the seats of a match; that of champions has the seed 0."""
    return range(31 * seed + 1, 31 * seed + seats + 1)


class BoundPolicy:
    """A policy over a game, interpreted. `game` is the one it plays on: where a policy without a library meets a native
    game, that is the same one interpreted."""

    def __init__(self, policy: Policy, game: Game) -> None:
        self.policy = policy
        self.game = game.interpreted
        self._given = game
        self._player: PolicyPlayer | None = None

    @cached_property
    def functions(self) -> Any:
        """Those of `policy_play`, over this policy."""
        return play_over(self.game, kernel_over(self.policy, self.game.rules.sample))

    # Minds

    def minds(self, dims: Dims, seeds: Sequence[int], weights: Sequence[Mapping[str, Any] | None] | None = None) -> Any:
        """What the seats begin a match with: a generator each, and weights where others than the defaults are given."""
        return [self._mind(dims, seed, own) for seed, own in zip(seeds, weights or [None] * len(seeds), strict=True)]

    def _mind(self, dims: Dims, seed: int, weights: Mapping[str, Any] | None) -> Mind:
        return Mind(self.policy.settled(weights), self.policy.layout.empty(dims), Chance([seed & 0xFFFFFFFF]))

    def copied(self, minds: Any, seeds: Sequence[int]) -> Any:
        """Minds like these, with other generators."""
        copy = self.policy.layout.copy
        return [
            Mind(mind.weights, copy(mind.memory), Chance([seed & 0xFFFFFFFF]))
            for mind, seed in zip(minds, seeds, strict=True)
        ]

    def weights(self, minds: Any, seat: int) -> dict[str, int]:
        """The weights of a seat, by name."""
        return {name: int(getattr(minds[seat].weights, name)) for name in self.policy.bounds}

    def weighted(self, minds: Any, seat: int, weights: Mapping[str, int]) -> Any:
        """Minds like these, with other weights at one seat."""
        made = list(minds)
        made[seat] = minds[seat]._replace(weights=minds[seat].weights._replace(**weights))
        return made

    # Playing

    def choose(self, world: AnyWorld, seat: int, minds: Any) -> Row | None:
        """The next order of a turn, by what a seat knows; None to end it."""
        row = self.game.row([0] * self.game.api.row_most)
        length = self._choose(self.own(world), seat, minds, row)
        return tuple(row[:length]) or None

    def _choose(self, world: AnyWorld, seat: int, minds: Any, row: Any) -> int:
        return int(self.functions.choose(world, seat, minds[seat], row))

    def own(self, world: AnyWorld) -> AnyWorld:
        """A world of the game that was given, as this policy plays on it."""
        if self._given is self.game:
            return world
        return cast("NativeGame", self._given).plain(world)

    def player(self, world: AnyWorld, seats: int) -> PolicyPlayer:
        """What plays worlds of the sizes of this one on; the same as before, if it fits."""
        if self._player is None or not self._player.fits(world):
            self._player = self._made(world, seats)
        return self._player

    def _made(self, world: AnyWorld, seats: int) -> PolicyPlayer:
        return PolicyPlayer(self, self.own(world), seats)


class PolicyPlayer:
    """The buffers that one thread needs to play by a policy. Worlds are those of its `game`, and change in place."""

    def __init__(self, policy: BoundPolicy, world: AnyWorld, seats: int) -> None:
        self.policy, self.game, self.seats = policy, policy.game, seats
        self.world = self.game.own(world)
        self.draft = self.world._replace(state=self.game.copy(world).state)
        self.row = self.game.row([0] * self.game.api.row_most)
        self.log = self.game.row([0] * LOG_LENGTH)
        self.tally = self.game.row([0] * TALLY_COLUMNS)
        self.nothing: Plan = self.game.row([])

    def fits(self, world: AnyWorld) -> bool:
        """Whether its buffers are of the sizes of a world."""
        return True

    def turn(self, world: AnyWorld, seat: int, minds: Any) -> Plan:
        """The orders that a seat would give now; the world stays as it is."""
        end = self._turn(world, seat, minds)
        return self.log[:end]

    def _turn(self, world: AnyWorld, seat: int, minds: Any) -> int:
        draft = self.game.copy(world)
        turn = self.policy.functions.policy_turn
        return int(turn(draft, draft, True, seat, minds, self.row, self.log, 0, self.tally, 0))

    def phase(self, world: AnyWorld, planner: int, plan: Plan, minds: Any) -> bool:
        """Play one phase, a seat by a plan and the others by the policy; False if the game is over."""
        buffers = (minds, self.row, self.log, self.tally)
        return bool(self.policy.functions.policy_phase(world, self.draft, self.seats, planner, plan, *buffers, 0))

    def play(self, world: AnyWorld, minds: Any, most: int, hides: bool = False) -> None:
        """Play up to `most` phases; `hides`: each seat by its view, in a game that has `hide`."""
        buffers = (self.nothing, minds, self.row, self.log, self.tally)
        self.policy.functions.policy_play(world, self.draft, self.seats, *buffers, most, int(hides))


def bound(policy: Policy, game: Game) -> BoundPolicy:
    """A policy over a game: compiled, where the game is and the policy has a library."""
    if game.backend == "native":
        from .backends.native_policy import native_policy

        return native_policy(policy, cast("NativeGame", game)) or BoundPolicy(policy, game)
    return BoundPolicy(policy, game)


def rows_of(plan: Plan) -> list[Row]:
    """The orders of a plan."""
    rows, at = list[Any](), 0
    while at < len(plan):
        end = at + 2 + plan[at + 1]
        rows.append(tuple(plan[at + 2 : end]))
        at = end
    return rows


def give_turn(policy: BoundPolicy, seat: Seat, minds: Any) -> None:
    """Give the orders of a turn at a table. One that the rules refuse ends it."""
    for _ in range(seat.game.orders_most):
        row = policy.choose(seat.world, seat.index, minds)
        if row is None or not seat.repeat([row]):
            return


def play_table(policy: BoundPolicy, table: Table, minds: Any) -> None:
    """Play a match to its end, all seats by a policy: what a batch does, for games and backends that have none."""
    while seats := table.turn.seats:
        if table.game.acts(table.world):
            for seat in seats:
                give_turn(policy, table.seat(seat), minds)
        table.end_phase()
