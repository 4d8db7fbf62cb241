"""The doors into compiled code, as text: each makes a world of two blocks and calls a kernel.

`compiled.py` puts the kernels of a game, and `world`, `state_of` and `lookup_of` (`proxies.py`), into its namespace.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .blocks import Block

    world: Any = None
    state_of = lookup_of = kernel_setup = kernel_reindex = kernel_asked = kernel_check = kernel_apply = world
    kernel_resolve = kernel_score = kernel_standing = kernel_sample = kernel_answer = kernel_hide = world
    kernel_forfeit = kernel_unsound = kernel_survey = kernel_reveal = kernel_recall = kernel_random_play = world


def setup(state: Block, rest: Block, seats: int, seed: int) -> None:
    kernel_setup(world(state, 0, rest), seats, seed)


def reindex(state: Block, rest: Block) -> None:
    kernel_reindex(world(state, 0, rest))


def asked(state: Block, rest: Block, seat: int) -> Any:
    return kernel_asked(world(state, 0, rest), seat)


def check(state: Block, rest: Block, seat: int, order: Block) -> Any:
    return kernel_check(world(state, 0, rest), seat, order)


def apply(state: Block, rest: Block, seat: int, order: Block) -> None:
    kernel_apply(world(state, 0, rest), seat, order)


def resolve(state: Block, rest: Block) -> None:
    kernel_resolve(world(state, 0, rest))


def score(state: Block, rest: Block, seat: int) -> Any:
    return kernel_score(world(state, 0, rest), seat)


def standing(state: Block, rest: Block, seat: int) -> Any:
    return kernel_standing(world(state, 0, rest), seat)


def sample(state: Block, rest: Block, seat: int, rng: Block, row: Block) -> Any:
    return kernel_sample(world(state, 0, rest), seat, rng, row)


def answer(state: Block, rest: Block, seat: int, query: int, given: Block, out: Block) -> Any:
    return kernel_answer(world(state, 0, rest), seat, query, given, out)


def hide(state: Block, rest: Block, seat: int) -> None:
    kernel_hide(world(state, 0, rest), seat)


def forfeit(state: Block, rest: Block, seat: int, cause: int) -> None:
    kernel_forfeit(world(state, 0, rest), seat, cause)


def unsound(state: Block, rest: Block) -> Any:
    return kernel_unsound(world(state, 0, rest))


def survey(state: Block, rest: Block, earlier: Block, common: Block, lookup: Block) -> Any:
    return kernel_survey(world(state, 0, rest), state_of(earlier), state_of(common), lookup_of(lookup))


def reveal(state: Block, rest: Block, lookup: Block, seat: int, view: Block, view_rest: Block) -> None:
    kernel_reveal(world(state, 0, rest), lookup_of(lookup), seat, world(view, 0, view_rest))


def recall(state: Block, rest: Block, lookup: Block, seat: int, view: Block, view_rest: Block) -> None:
    kernel_recall(world(state, 0, rest), lookup_of(lookup), seat, world(view, 0, view_rest))


def random_batch(
    states: Block,
    length: int,
    rest: Block,
    draft: Block,
    seats: int,
    rngs: Block,
    rng: Block,
    row: Block,
    log: Block,
    tally: Block,
    most: int,
    first: int,
    last: int,
) -> None:
    """Play up to `most` phases at random in each of the games first..last-1, whose states lie one after the other."""
    for game in range(first, last):
        rng[0] = rngs[game]
        w = world(states, game * length, rest)
        kernel_random_play(w, world(draft, 0, rest), seats, rng, row, log, tally, most)
        rngs[game] = rng[0]
