"""Play by policies, for every game and every backend: the kernels of batches, matches and searches.

Kernel style. `names` says what of a game and of a policy is put into this module's namespace. `minds` are those of all
seats; `hides` is 1 where each seat shall see no more than its view, in a game that has `hide`.
"""

from __future__ import annotations

from types import FunctionType, SimpleNamespace
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

from . import playout
from .columns import Column, rows
from .playout import ORDERS_GIVEN, ORDERS_REFUSED, PHASES_PLAYED, TURNS_CUT, replay_log
from .world import AnyWorld, Buffer

if TYPE_CHECKING:
    from .game import Game

    OK = ORDERS_MOST = ACTIONS = ACTING = LIVE = 0
    asked: Any = None
    check = apply = resolve = renew = hide = policy = mind_at = weights_of = memory_of = chance_of = asked


class Chance(NamedTuple):
    """The generator of a seat."""

    rng: Annotated[Column, rows(1)]


def names(game: Game, kernels: Any) -> dict[str, Any]:
    """What the functions of this module need of a game, besides `policy` and what reads minds."""
    acting = sum(phase.acts << number for number, phase in enumerate(game.phases))
    return playout.names(kernels, game.ok) | {
        "hide": kernels.hide or hide_nothing,
        "ORDERS_MOST": game.orders_most,
        "ACTIONS": len(game.rules.actions),
        "ACTING": acting,
        "LIVE": int(game.live),
    }


def bound(game: Game, kernel: Any) -> SimpleNamespace:
    """These functions over a game and the kernel of a policy, interpreted; minds are a list."""
    namespace = globals() | names(game, game.kernels) | {"policy": kernel}
    namespace |= {"mind_at": lambda minds, seat: minds[seat], "weights_of": lambda mind: mind.weights}
    namespace |= {"memory_of": lambda mind: mind.memory, "chance_of": lambda mind: mind.chance}
    functions = {one.__name__: FunctionType(one.__code__, namespace, one.__name__) for one in KERNELS}
    namespace |= functions
    return SimpleNamespace(**functions)


def hide_nothing(w: AnyWorld, seat: int) -> None:
    """Stands for `hide` in games where all know everything, or whose views are made elsewhere."""


def choose(w: AnyWorld, seat: int, mind: Any, row: Buffer) -> int:
    """The next order of a seat: its length, or 0 to end the turn."""
    return policy(w, seat, weights_of(mind), chance_of(mind).rng, memory_of(mind), row)  # type: ignore[no-any-return]


def show(w: AnyWorld, draft: AnyWorld, seat: int, hides: int) -> None:
    """Make the draft what a seat knows."""
    renew(w.state, draft.state)
    if hides:
        hide(draft, seat)


def allowed(w: AnyWorld, seat: int, row: Buffer) -> bool:
    return 0 <= row[0] < ACTIONS and check(w, seat, row) == OK


def noted(seat: int, row: Buffer, length: int, log: Buffer, end: int) -> int:
    """Write an order into the log as (seat, length, order). The new end."""
    log[end] = seat
    log[end + 1] = length
    for offset in range(length):
        log[end + 2 + offset] = row[offset]
    return end + 2 + length


def policy_turn(
    w: AnyWorld,
    draft: AnyWorld,
    direct: bool,
    seat: int,
    minds: Any,
    row: Buffer,
    log: Buffer,
    start: int,
    tally: Buffer,
    hides: int,
) -> int:
    """Give the orders of one seat, and write them into `log` from `start` on. The new end.

    They are made on `w` itself where that is `direct`, and on the draft otherwise; in a live game on both.
    """
    end = start
    here = w
    if not direct:
        show(w, draft, seat, hides)
        here = draft
    for _ in range(ORDERS_MOST):
        length = choose(here, seat, mind_at(minds, seat), row)
        if length <= 0:
            return end
        if end + 2 + length > len(log):
            tally[TURNS_CUT] += 1
            return end
        if not allowed(here, seat, row):
            tally[ORDERS_REFUSED] += 1
            return end
        tally[ORDERS_GIVEN] += 1
        end = noted(seat, row, length, log, end)
        if LIVE and not direct:
            apply(w, seat, row)
            show(w, draft, seat, hides)
        else:
            apply(here, seat, row)
    return end


def given_turn(
    w: AnyWorld,
    draft: AnyWorld,
    direct: bool,
    seat: int,
    plan: Buffer,
    row: Buffer,
    log: Buffer,
    start: int,
) -> int:
    """Give the orders of a plan, up to the first that is refused, as `policy_turn` gives its own."""
    end = start
    here = w
    if not direct:
        show(w, draft, seat, 0)
        here = draft
    at = 0
    while at < len(plan) and end + 2 + plan[at + 1] <= len(log):
        length = plan[at + 1]
        for offset in range(length):
            row[offset] = plan[at + 2 + offset]
        if not allowed(here, seat, row):
            return end
        end = noted(seat, row, length, log, end)
        if LIVE and not direct:
            apply(w, seat, row)
        apply(here, seat, row)
        at += 2 + length
    return end


def policy_phase(
    w: AnyWorld,
    draft: AnyWorld,
    seats: int,
    planner: int,
    plan: Buffer,
    minds: Any,
    row: Buffer,
    log: Buffer,
    tally: Buffer,
    hides: int,
) -> int:
    """Play one phase: the seat `planner`, if there is one, by a plan, all others by their policies, unseen by each
    other. 0 if the game is over."""
    count = 0
    for seat in range(seats):
        if asked(w, seat):
            count += 1
    if count == 0:
        return 0
    direct = count == 1 and not hides
    end = 0
    for seat in range(seats):
        if ACTING >> w.state.head.phase & 1 and asked(w, seat):
            if seat == planner:
                end = given_turn(w, draft, direct, seat, plan, row, log, end)
            else:
                end = policy_turn(w, draft, direct, seat, minds, row, log, end, tally, hides)
    if not direct and not LIVE:
        replay_log(w, row, log, 0, end)
    resolve(w)
    tally[PHASES_PLAYED] += 1
    return 1


def policy_play(
    w: AnyWorld,
    draft: AnyWorld,
    seats: int,
    plan: Buffer,
    minds: Any,
    row: Buffer,
    log: Buffer,
    tally: Buffer,
    most: int,
    hides: int,
) -> None:
    """Play up to `most` phases; `plan` is empty."""
    played = 0
    while played < most and policy_phase(w, draft, seats, -1, plan, minds, row, log, tally, hides):
        played += 1


KERNELS = (
    *(replay_log, choose, show, allowed, noted),
    *(policy_turn, given_turn, policy_phase, policy_play),
)
