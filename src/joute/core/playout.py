"""One generic random playout, for every game and every backend: sample, check, apply, resolve in a loop.

Kernel style. `bound` puts the kernels of a game (KERNELS, and `renew`) and its OK into this module's namespace.
"""

from __future__ import annotations

from types import FunctionType, SimpleNamespace
from typing import TYPE_CHECKING, Any

from .world import AnyWorld, Buffer

KERNELS = ("asked", "sample", "check", "apply", "resolve")

PHASES_PLAYED, ORDERS_GIVEN, ORDERS_REFUSED, TURNS_CUT = range(4)
"""What a tally counts; the last, turns that ended because the log was full."""
TALLY_COLUMNS = 4
TURN_MOST = 1 << 16
"""Orders of a turn at random: a game that samples without end is wrong."""

if TYPE_CHECKING:
    OK = 0

    def asked(w: AnyWorld, seat: int) -> int: ...
    def sample(w: AnyWorld, seat: int, rng: Buffer, row: Buffer) -> int: ...
    def check(w: AnyWorld, seat: int, order: Buffer) -> int: ...
    def apply(w: AnyWorld, seat: int, order: Buffer) -> None: ...
    def resolve(w: AnyWorld) -> None: ...
    def renew(source: Any, target: Any) -> None: ...


def copy_state(source: Any, target: Any) -> None:
    """Make one state equal to another; compiled, one run of words is copied."""
    for old, new in zip(source, target, strict=True):
        if isinstance(old, list):
            new[:] = old
        elif isinstance(old, tuple):
            for column, other in zip(old, new, strict=True):
                other[:] = column
        else:
            for name in old.__slots__:
                setattr(new, name, getattr(old, name))


def names(kernels: Any, ok: int) -> dict[str, Any]:
    """What the functions of this module need of a game."""
    return {name: getattr(kernels, name) for name in KERNELS} | {"renew": kernels.renew or copy_state, "OK": ok}


def bound(kernels: Any, ok: int) -> SimpleNamespace:
    """This playout over the kernels of a game, interpreted."""
    namespace = globals() | names(kernels, ok)
    functions = {kernel.__name__: FunctionType(kernel.__code__, namespace, kernel.__name__) for kernel in PLAYOUT}
    namespace |= functions
    return SimpleNamespace(**functions)


def random_turn(
    w: AnyWorld,
    draft: AnyWorld,
    alone: bool,
    seat: int,
    rng: Buffer,
    row: Buffer,
    log: Buffer,
    start: int,
    tally: Buffer,
) -> int:
    """Give random orders of one seat. The new end of the log.

    A seat that is not alone plays on a draft, made for its first order: many turns have none; and its orders are
    written into `log` from `start` on as (seat, length, order).
    """
    end = start
    here = w
    for given in range(TURN_MOST):
        length = sample(here, seat, rng, row)
        if length == 0:
            return end
        if check(here, seat, row) != OK:
            tally[ORDERS_REFUSED] += 1
            return end
        if not alone:
            if end + 2 + length > len(log):
                tally[TURNS_CUT] += 1
                return end
            log[end] = seat
            log[end + 1] = length
            for offset in range(length):
                log[end + 2 + offset] = row[offset]
            end += 2 + length
            if given == 0:
                renew(w.state, draft.state)
                here = draft
        tally[ORDERS_GIVEN] += 1
        apply(here, seat, row)
    return end


def replay_log(w: AnyWorld, row: Buffer, log: Buffer, start: int, end: int) -> None:
    """Apply the orders noted between two places of the log, in their order."""
    at = start
    while at < end:
        length = log[at + 1]
        for offset in range(length):
            row[offset] = log[at + 2 + offset]
        apply(w, log[at], row)
        at += 2 + length


def random_phase(w: AnyWorld, draft: AnyWorld, seats: int, rng: Buffer, row: Buffer, log: Buffer, tally: Buffer) -> int:
    """Play one phase at random; seats asked together play on drafts, unseen by each other. 0 if the game is over."""
    count = 0
    for seat in range(seats):
        if asked(w, seat):
            count += 1
    if count == 0:
        return 0
    end = 0
    for seat in range(seats):
        if asked(w, seat):
            end = random_turn(w, draft, count == 1, seat, rng, row, log, end, tally)
    if count > 1:
        replay_log(w, row, log, 0, end)
    resolve(w)
    tally[PHASES_PLAYED] += 1
    return 1


def random_play(
    w: AnyWorld, draft: AnyWorld, seats: int, rng: Buffer, row: Buffer, log: Buffer, tally: Buffer, most: int
) -> None:
    """Play up to `most` phases at random."""
    played = 0
    while played < most:
        if random_phase(w, draft, seats, rng, row, log, tally) == 0:
            return
        played += 1


PLAYOUT = (random_turn, replay_log, random_phase, random_play)
