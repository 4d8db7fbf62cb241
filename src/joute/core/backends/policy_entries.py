"""The C interface of a policy's library, as text (as `entries.py`): play by the policy (`policy_play.py`).

Minds are blocks that lie one after the other, seat by seat, each laid out by `mind_plan`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from joute.core.world import Buffer as Block
    from joute.core.world import Buffer as Words

    world: Any = None
    kernel_show = kernel_choose = kernel_policy_turn = kernel_policy_phase = world
    kernel_policy_play = kernel_mind_at = pointer_at = world


def choose(state: Block, rest: Block, seat: int, minds: Block, row: Words) -> int:
    return int(kernel_choose(world(state, rest), seat, kernel_mind_at(minds, seat), row))


def policy_turn(
    state: Block, rest: Block, draft: Block, seat: int, minds: Block, row: Words, log: Words, tally: Words
) -> int:
    """Write the orders of a turn into the log, made on the draft; its end."""
    d = world(draft, rest)
    kernel_show(world(state, rest), d, seat, 0)
    return int(kernel_policy_turn(d, d, True, seat, minds, row, log, 0, tally, 0))


def policy_phase(
    state: Block,
    rest: Block,
    draft: Block,
    seats: int,
    planner: int,
    plan: Words,
    minds: Block,
    row: Words,
    log: Words,
    tally: Words,
) -> int:
    w, d = world(state, rest), world(draft, rest)
    return int(kernel_policy_phase(w, d, seats, planner, plan, minds, row, log, tally, 0))


def policy_batch(
    states: Block,
    length: int,
    rest: Block,
    draft: Block,
    seats: int,
    minds: Block,
    minds_length: int,
    plan: Words,
    row: Words,
    log: Words,
    tally: Words,
    most: int,
    hides: int,
    first: int,
    last: int,
) -> int:
    """Play up to `most` phases in each of the games first..last-1: their states lie one after the other, and so do
    their minds; `plan` is empty."""
    d = world(draft, rest)
    for game in range(first, last):
        w, own = world(pointer_at(states, game * length), rest), pointer_at(minds, game * minds_length)
        kernel_policy_play(w, d, seats, plan, own, row, log, tally, most, hides)
    return 0
