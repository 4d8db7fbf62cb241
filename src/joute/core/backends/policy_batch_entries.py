"""The C interface of a policy's library for games that lie side by side, as text (as `batch_entries.py`)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .batch_entries import BATCH_WORDS, DRAFTS, LOGS, ROWS, SEATS, STATES, TALLIES

if TYPE_CHECKING:
    from joute.core.world import Buffer as Block

    column: Any = None
    world_at = buffer_at = kernel_policy_play = column


def batch_policy(batch: Block, most: int, hides: int, first: int, last: int, step: int) -> int:
    """Play every game on by the policy, up to `most` phases; nobody plays by a plan, so any row stands for it."""
    x = column(batch, BATCH_WORDS)
    for game in range(first, last, step):
        w, draft = world_at(x, STATES, game), world_at(x, DRAFTS, game)
        row, log, tally = buffer_at(x, ROWS, game), buffer_at(x, LOGS, game), buffer_at(x, TALLIES, game)
        kernel_policy_play(w, draft, x[SEATS], row, (x, game), row, log, tally, most, hides)
    return 0
