"""The C interface of a game's library, as text: each function makes a world of two blocks and calls a kernel.

`lowering.py` puts the kernels of a game, and the makers of `proxies.py`, into this module's namespace. In C a `Block`
is a pointer to words, `Words` are a pointer and a length, and `Short` is a number of 32 bits. A function that fails
(an index out of bounds: a bug) returns FAILED, a `Short` one -1.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from joute.core.world import Buffer as Block
    from joute.core.world import Buffer as Words

    Short = int
    world: Any = None
    state_of = lookup_of = kernel_setup = kernel_reindex = kernel_asked = kernel_check = world
    kernel_apply = kernel_resolve = kernel_score = kernel_standing = kernel_sample = kernel_answer = world
    kernel_hide = kernel_determinise = kernel_forfeit = kernel_unsound = kernel_survey = kernel_reveal = (
        kernel_recall
    ) = world
    kernel_random_play = kernel_used = kernel_news = tail = kernel_content = kernel_call = kernel_renew_seat = (
        column
    ) = world
    EXCHANGE_WORDS = 0

FAILED = -(2**63)


def setup(state: Block, rest: Block, seats: int, seed: int) -> int:
    kernel_setup(world(state, rest), seats, seed)
    return 0


def reindex(state: Block, rest: Block) -> int:
    kernel_reindex(world(state, rest))
    return 0


def asked(state: Block, rest: Block, seat: int) -> int:
    return int(kernel_asked(world(state, rest), seat))


def check(state: Block, rest: Block, seat: int, order: Words) -> int:
    return int(kernel_check(world(state, rest), seat, order))


def apply(state: Block, rest: Block, seat: int, order: Words) -> int:
    kernel_apply(world(state, rest), seat, order)
    return 0


def resolve(state: Block, rest: Block) -> int:
    kernel_resolve(world(state, rest))
    return 0


def score(state: Block, rest: Block, seat: int) -> int:
    return int(kernel_score(world(state, rest), seat))


def standing(state: Block, rest: Block, seat: int) -> int:
    return int(kernel_standing(world(state, rest), seat))


def sample(state: Block, rest: Block, seat: int, rng: Words, row: Words) -> int:
    return int(kernel_sample(world(state, rest), seat, rng, row))


def answer(state: Block, rest: Block, seat: int, query: int, given: Words, out: Words) -> int:
    return int(kernel_answer(world(state, rest), seat, query, given, out))


def hide(state: Block, rest: Block, seat: int) -> int:
    kernel_hide(world(state, rest), seat)
    return 0


def forfeit(state: Block, rest: Block, seat: int, cause: int) -> int:
    kernel_forfeit(world(state, rest), seat, cause)
    return 0


def determinise(state: Block, rest: Block, seat: int, rng: Words) -> int:
    kernel_determinise(world(state, rest), seat, rng)
    return 0


def unsound(state: Block, rest: Block) -> int:
    return int(kernel_unsound(world(state, rest)))


def survey(state: Block, rest: Block, earlier: Block, common: Block, lookup: Block) -> int:
    return int(kernel_survey(world(state, rest), state_of(earlier), state_of(common), lookup_of(lookup)))


def reveal(state: Block, rest: Block, lookup: Block, seat: int, view: Block, view_rest: Block) -> int:
    kernel_reveal(world(state, rest), lookup_of(lookup), seat, world(view, view_rest))
    return 0


def recall(state: Block, rest: Block, lookup: Block, seat: int, view: Block, view_rest: Block) -> int:
    kernel_recall(world(state, rest), lookup_of(lookup), seat, world(view, view_rest))
    return 0


def content(state: Block, rest: Block, out: Words) -> int:
    """Write the primary values row by row, as digests read them; how many words that are."""
    return int(kernel_content(world(state, rest), out))


def news(state: Block, rest: Block, known: Block, columns: int, run: int, ends: Words, out: Words) -> int:
    """Make the state `known` equal to another, and write where it has changed (`states.py`)."""
    kernel_used(world(state, rest), ends)
    kernel_used(world(known, rest), tail(ends, columns))
    length = column(state, columns + 1)[columns]
    return int(kernel_news(column(state, length), column(known, length), columns, run, ends, out))


def random_play(
    state: Block, rest: Block, draft: Block, seats: int, rng: Words, row: Words, log: Words, tally: Words, most: int
) -> int:
    """Play up to `most` phases at random."""
    kernel_random_play(world(state, rest), world(draft, rest), seats, rng, row, log, tally, most)
    return 0


def call(exchange: Block, function: Short) -> Short:
    """Answer one call of the champion API (`exchange.py`)."""
    return int(kernel_call(column(exchange, EXCHANGE_WORDS), function))


def renew(exchange: Block) -> Short:
    """Begin a turn: forget draft and orders."""
    return int(kernel_renew_seat(column(exchange, EXCHANGE_WORDS)))
