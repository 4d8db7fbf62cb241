"""The C interface of batches, as text (as `entries.py`): many games, each by the kernels of random play and of steps.

A *batch* is a row of words: how many seats there are, where the rest is, then four words for each area of memory, in
which every game has its place. The text is the same for games that lie one after the other and for games that lie side
by side (`planes.py`): `world_at`, `lookup_at` and `buffer_at` know how they lie. Each function takes the games first,
first + step, ... below last.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from joute.core.world import Buffer as Block

    column: Any = None
    world_at = lookup_at = buffer_at = kernel_random_play = kernel_begin_phase = kernel_begin_anew = column
    kernel_step = kernel_write_outcome = kernel_show_view = kernel_replay_own = kernel_judge = column

SEATS, REST, FAULT = range(3)
"""FAULT is 1 once a graphics processor has met a bug."""
AREAS = (
    *("STATES", "DRAFTS", "FIRST", "VIEWS", "BLANK", "BLANK_VIEW", "LOOKUPS", "BLANK_LOOKUP", "SCRATCH"),
    *("RNGS", "ROWS", "LOGS", "TALLIES", "TURNS", "ORDERS", "ANSWERS", "OUTCOMES", "CHOICES"),
    *("CANDIDATES", "VERDICTS", "MINDS"),
)
"""FIRST has one game, the first position; BLANK, BLANK_VIEW and BLANK_LOOKUP one that is all zero; CANDIDATES are the
same for all games; SCRATCH is the rest where games lie side by side; CHOICES, what to begin or whose view to show;
MINDS are those of a policy, of each seat in turn those of all games, and LENGTH is how many these are."""
ADDRESS, STRIDE, LENGTH, OFFSETS = range(4)
"""The words of an area: its address; how far apart two games are in it; how many words one has; where the offsets of
columns are, if games lie side by side."""
AREA_WORDS = 4
(
    STATES,
    DRAFTS,
    FIRST,
    VIEWS,
    BLANK,
    BLANK_VIEW,
    LOOKUPS,
    BLANK_LOOKUP,
    SCRATCH,
    RNGS,
    ROWS,
    LOGS,
    TALLIES,
    TURNS,
    ORDERS,
    ANSWERS,
    OUTCOMES,
    CHOICES,
    CANDIDATES,
    VERDICTS,
    MINDS,
) = range(3, 3 + AREA_WORDS * len(AREAS), AREA_WORDS)
BATCH_WORDS = 3 + AREA_WORDS * len(AREAS)


def batch_play(batch: Block, most: int, first: int, last: int, step: int) -> int:
    """Play every game on at random, up to `most` phases."""
    x = column(batch, BATCH_WORDS)
    for game in range(first, last, step):
        w, draft = world_at(x, STATES, game), world_at(x, DRAFTS, game)
        rng, row, log = buffer_at(x, RNGS, game), buffer_at(x, ROWS, game), buffer_at(x, LOGS, game)
        kernel_random_play(w, draft, x[SEATS], rng, row, log, buffer_at(x, TALLIES, game), most)
    return 0


def batch_begin(batch: Block, first: int, last: int, step: int) -> int:
    """Begin the phases in which the chosen games stand; go back to the first position where that is chosen."""
    x = column(batch, BATCH_WORDS)
    for game in range(first, last, step):
        w, draft, turn = world_at(x, STATES, game), world_at(x, DRAFTS, game), buffer_at(x, TURNS, game)
        choice = buffer_at(x, CHOICES, game)[0]
        if choice == 1:
            kernel_begin_phase(w, draft, x[SEATS], turn)
        if choice == 2:
            kernel_begin_anew(w, draft, world_at(x, FIRST, 0), x[SEATS], turn)
    return 0


def batch_step(batch: Block, autoreset: int, first: int, last: int, step: int) -> int:
    """Give an order in every game, or end a turn."""
    x = column(batch, BATCH_WORDS)
    for game in range(first, last, step):
        w, draft, origin = world_at(x, STATES, game), world_at(x, DRAFTS, game), world_at(x, FIRST, 0)
        given, row, log = buffer_at(x, ORDERS, game), buffer_at(x, ROWS, game), buffer_at(x, LOGS, game)
        turn, out = buffer_at(x, TURNS, game), buffer_at(x, OUTCOMES, game)
        answer = kernel_step(w, draft, origin, x[SEATS], given, row, log, turn, out, autoreset)
        buffer_at(x, ANSWERS, game)[0] = answer
    return 0


def batch_judge(batch: Block, width: int, first: int, last: int, step: int) -> int:
    """Write for every game which of the same orders, of `width` words each, may be given."""
    x = column(batch, BATCH_WORDS)
    for game in range(first, last, step):
        w, draft, turn = world_at(x, STATES, game), world_at(x, DRAFTS, game), buffer_at(x, TURNS, game)
        orders, row, out = buffer_at(x, CANDIDATES, 0), buffer_at(x, ROWS, game), buffer_at(x, VERDICTS, game)
        kernel_judge(w, draft, orders, width, row, turn, out)
    return 0


def batch_view(batch: Block, first: int, last: int, step: int) -> int:
    """Write what the chosen seat of every game knows; where none is chosen, nothing."""
    x = column(batch, BATCH_WORDS)
    for game in range(first, last, step):
        seat = buffer_at(x, CHOICES, game)[0]
        if seat >= 0:
            w, view = world_at(x, STATES, game), world_at(x, VIEWS, game)
            blank, blank_view = world_at(x, BLANK, 0), world_at(x, BLANK_VIEW, 0)
            lookup, blank_lookup = lookup_at(x, LOOKUPS, game), lookup_at(x, BLANK_LOOKUP, 0)
            kernel_show_view(w, view, seat, blank, blank_view, lookup, blank_lookup)
            row, log, turn = buffer_at(x, ROWS, game), buffer_at(x, LOGS, game), buffer_at(x, TURNS, game)
            kernel_replay_own(view, seat, row, log, turn)
    return 0


def batch_outcomes(batch: Block, first: int, last: int, step: int) -> int:
    """Write the outcome of every game as it stands."""
    x = column(batch, BATCH_WORDS)
    for game in range(first, last, step):
        kernel_write_outcome(world_at(x, STATES, game), x[SEATS], buffer_at(x, OUTCOMES, game))
    return 0
