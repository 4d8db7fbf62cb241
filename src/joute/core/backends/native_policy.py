"""A policy on its library. Minds are blocks of words, one after the other."""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence
from contextlib import suppress
from itertools import repeat
from pathlib import Path
from typing import TYPE_CHECKING, Any

from joute.core.columns import Dims
from joute.core.policy import Policy
from joute.core.policy_player import BoundPolicy, Plan, PolicyPlayer, match_seeds

from . import policy_entries
from .blocks import ColumnAt, mind_plan
from .entries import FAILED
from .library import find, loaded

if TYPE_CHECKING:
    from joute.core.batch import Weights
    from joute.core.world import AnyWorld

    from .native import NativeGame


class PolicyFailed(RuntimeError):
    """A compiled policy has failed, where an interpreted one raises the error itself."""


def native_policy(policy: Policy, game: NativeGame) -> NativePolicy | None:
    """A policy on its library; None where it has none that can be loaded."""
    path = find(game, policy=policy)
    with suppress(OSError):
        return None if path is None else NativePolicy(policy, game, path)
    return None


class NativePolicy(BoundPolicy):
    """A policy on its library, over a native game."""

    game: NativeGame

    def __init__(self, policy: Policy, game: NativeGame, path: Path) -> None:
        super().__init__(policy, game)
        self.game = game
        self.library = loaded(path, (policy_entries,))
        self._plan = mind_plan(policy)
        self.length_at = self._plan.header - 1
        """The word of a mind that has its length."""
        generator = self._plan.nodes["chance"]["rng"]
        assert isinstance(generator, ColumnAt)
        self._weights = {name: place.word for name, place in self._plan.nodes["weights"].items()}
        self._generator = generator.word

    def minds(self, dims: Dims, seeds: Sequence[int], weights: Sequence[Mapping[str, Any] | None] | None = None) -> Any:
        plain = super().minds(dims, seeds, weights)
        return sum((self._plan.pack(mind._asdict()) for mind in plain), start=array("q"))

    def weights(self, minds: Any, seat: int) -> dict[str, int]:
        start = seat * minds[self.length_at]
        return {name: minds[start + word] for name, word in self._weights.items()}

    def weighted(self, minds: Any, seat: int, weights: Mapping[str, int]) -> Any:
        made, start = minds[:], seat * minds[self.length_at]
        for name, value in weights.items():
            made[start + self._weights[name]] = value
        return made

    def match_minds(self, dims: Dims, seeds: Sequence[int], weights: Weights | None) -> Any:
        """The minds of many matches, one after the other."""
        made, first = array("q"), dict[str, Any]()
        for seed, given in zip(seeds, weights or repeat(None, len(seeds)), strict=True):
            own = match_seeds(seed, dims.seats)
            key = str(given)
            if key not in first:
                first[key] = self.minds(dims, own, given)
            made.extend(self.copied(first[key], own))
        return made

    def play_batch(
        self, states: Any, world: AnyWorld, seats: int, minds: Any, most: int, first: int, last: int
    ) -> Sequence[int]:
        """Play some games of a batch, each seat by what it may know; the tally."""
        player = NativePolicyPlayer(self, world, seats)
        player.batch(states, player.world, minds, most, self.game.foggy, first, last)
        return player.tally  # type: ignore[no-any-return]

    def copied(self, minds: Any, seeds: Sequence[int]) -> Any:
        made = minds[:]
        length, generator = made[self.length_at], made[self._generator]
        for seat, seed in enumerate(seeds):
            made[seat * length + generator] = seed & 0xFFFFFFFF
        return made

    def _choose(self, world: AnyWorld, seat: int, minds: Any, row: Any) -> int:
        return self.called(self.library.choose(*blocks(world), seat, address(minds), *row.buffer_info()))

    def _made(self, world: AnyWorld, seats: int) -> PolicyPlayer:
        return NativePolicyPlayer(self, world, seats)

    def called(self, answer: int) -> int:
        """What a function of the library has answered."""
        if answer == FAILED:
            raise PolicyFailed(
                f"{self.policy.path.name}: the compiled policy has failed; with --backend interpreted it says why"
            )
        return answer


class NativePolicyPlayer(PolicyPlayer):
    """The same on the library."""

    policy: NativePolicy
    game: NativeGame

    def fits(self, world: AnyWorld) -> bool:
        return bool(self.game.offsets(self.draft.state.block) == self.game.offsets(world.state.block))

    def _turn(self, world: AnyWorld, seat: int, minds: Any) -> int:
        drafts = address(self.draft.state.block), seat, address(minds)
        return self.policy.called(self.policy.library.policy_turn(*blocks(world), *drafts, *self._buffers))

    def phase(self, world: AnyWorld, planner: int, plan: Plan, minds: Any) -> bool:
        given = address(self.draft.state.block), self.seats, planner, *plan.buffer_info(), address(minds)
        return bool(self.policy.called(self.policy.library.policy_phase(*blocks(world), *given, *self._buffers)))

    def play(self, world: AnyWorld, minds: Any, most: int, hides: bool = False) -> None:
        self.batch(world.state.block, world, minds, most, hides, 0, 1)

    def batch(self, states: Any, world: AnyWorld, minds: Any, most: int, hides: bool, first: int, last: int) -> None:
        """Play the games first..last-1 of a batch, whose states and minds lie one after the other."""
        sizes = len(world.state.block), address(world.scratch.block), address(self.draft.state.block), self.seats
        own = address(minds), self.seats * minds[self.policy.length_at], *self.nothing.buffer_info()
        play = self.policy.library.policy_batch
        self.policy.called(play(address(states), *sizes, *own, *self._buffers, most, int(hides), first, last))

    @property
    def _buffers(self) -> tuple[int, ...]:
        return (*self.row.buffer_info(), *self.log.buffer_info(), *self.tally.buffer_info())


def blocks(world: AnyWorld) -> tuple[int, int]:
    """Where the two blocks of a world lie."""
    return address(world.state.block), address(world.scratch.block)


def address(block: Any) -> int:
    """Where a block lies."""
    start: int = block.buffer_info()[0]
    return start
