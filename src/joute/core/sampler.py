"""The policy that every game has: legal orders at random, by the `sample` of its rules."""

from __future__ import annotations

from types import FunctionType
from typing import TYPE_CHECKING, Any

from .policy import Policy, Thinking
from .world import AnyWorld, Buffer

if TYPE_CHECKING:
    sample: Any = None


DEPTH = 30
"""How many phases are played on at random: what a turn is good for is seen late."""


def sampled(w: AnyWorld, seat: int, weights: Any, rng: Buffer, memory: Any, row: Buffer) -> int:
    return sample(w, seat, rng, row)  # type: ignore[no-any-return]


SAMPLER = Policy(kernel=sampled, search=Thinking(depth=DEPTH))
FLAT = Policy(kernel=sampled, search=Thinking(depth=DEPTH, plies=1))


def kernel_over(policy: Policy, sample: Any) -> Any:
    """The kernel of a policy; that of this module over the `sample` of a game."""
    kernel: Any = policy.kernel
    return FunctionType(kernel.__code__, {"sample": sample}, "sampled") if kernel is sampled else kernel
