"""Play order by order, for every game and every backend: what a step of a batch does.

Kernel style. `bound` puts the kernels of a game, and what it declares, into this module's namespace. A game notes in
`turn` whose turn it is. Where several seats are asked, or not all is known to all, a seat gives its orders on a draft,
and the truth changes when all have ended.
"""

from __future__ import annotations

from types import FunctionType, SimpleNamespace
from typing import TYPE_CHECKING, Any

from . import playout
from .playout import copy_state, replay_log
from .world import AnyWorld, Buffer

if TYPE_CHECKING:
    from .game import Game

    OK = ORDERS_MOST = ACTIONS = ACTING = LIVE = FOGGY = PHASES = 0
    asked: Any = None
    check = apply = resolve = renew = score = standing = measure = asked

SEAT, DIRECT, START, END, GIVEN = range(5)
"""What `turn` holds: the seat, NOBODY if the game is over; whether its orders change the truth at once; where in the
log its orders begin and end; how many it has given."""
TURN_COLUMNS = 5
NOBODY = -1
END_TURN = -1
"""Given in place of an action, it ends the turn of the seat."""

ENDED, OVER, MALFORMED, TOO_MANY, RENEWED = range(-1, -6, -1)
"""What a step answers besides the answers of the game, which are not negative: the turn has ended; the game was over
already; no call of the API makes such an order; the turn holds no more orders; the step has begun a new game."""
DISABLED, NEXT_STEP, SAME_STEP = range(3)
"""When a game that is over begins anew by itself."""


def names(game: Game, kernels: Any) -> dict[str, Any]:
    """What the functions of this module need of a game."""
    return playout.names(kernels, game.ok) | {
        "score": kernels.score,
        "standing": kernels.standing or kernels.score,
        "measure": kernels.measure,
        "ORDERS_MOST": game.orders_most,
        "ACTIONS": len(game.rules.actions),
        "ACTING": sum(phase.acts << number for number, phase in enumerate(game.phases)),
        "LIVE": int(game.live),
        "FOGGY": int(game.foggy),
        "PHASES": len(game.phases),
    }


def begin_phase(w: AnyWorld, draft: AnyWorld, seats: int, turn: Buffer) -> None:
    """Begin the turn of the first seat that is asked. Phases in which no orders count are passed over."""
    turn[SEAT] = NOBODY
    while True:
        count = 0
        for seat in range(seats):
            if asked(w, seat):
                count += 1
        if count == 0:
            return
        if ACTING >> w.state.head.phase & 1:
            break
        resolve(w)
    turn[DIRECT] = int(LIVE or (count == 1 and not FOGGY))
    turn[END] = 0
    begin_turn(w, draft, seats, 0, turn)


def begin_turn(w: AnyWorld, draft: AnyWorld, seats: int, first: int, turn: Buffer) -> None:
    """Begin the turn of the next seat that is asked, if there is one."""
    turn[SEAT] = NOBODY
    turn[START] = turn[END]
    turn[GIVEN] = 0
    for seat in range(first, seats):
        if asked(w, seat):
            turn[SEAT] = seat
            if not turn[DIRECT]:
                renew(w.state, draft.state)
            return


def end_turn(w: AnyWorld, draft: AnyWorld, seats: int, row: Buffer, log: Buffer, turn: Buffer) -> None:
    """End the turn of a seat; after the last one make all orders, and end the phase."""
    begin_turn(w, draft, seats, turn[SEAT] + 1, turn)
    if turn[SEAT] == NOBODY:
        if not turn[DIRECT]:
            replay_log(w, row, log, 0, turn[END])
        resolve(w)
        begin_phase(w, draft, seats, turn)


def read_order(orders: Buffer, start: int, given: int, row: Buffer) -> int:
    """Copy the order in the words from `start` on, of which `given` are there, into a row that has room for the longest
    one; its length, 0 if no call makes such an order."""
    for at in range(len(row)):
        row[at] = orders[start + at] if at < given else 0
    if row[0] < 0 or row[0] >= ACTIONS:
        return 0
    length: int = measure(row)
    if length > given:
        return 0
    for at in range(length):
        if row[at] < -(2**31) or row[at] > 2**31 - 1:
            return 0
    return length


def give_order(w: AnyWorld, draft: AnyWorld, length: int, row: Buffer, log: Buffer, turn: Buffer) -> int:
    """Give an order: the game's own answer, or TOO_MANY."""
    seat, end = turn[SEAT], turn[END]
    here = w
    if not turn[DIRECT]:
        here = draft
    answer: int = check(here, seat, row)
    if answer != OK:
        return answer
    if turn[GIVEN] >= ORDERS_MOST or (not turn[DIRECT] and end + 2 + length > len(log)):
        return TOO_MANY
    turn[GIVEN] += 1
    if not turn[DIRECT]:
        log[end] = seat
        log[end + 1] = length
        for at in range(length):
            log[end + 2 + at] = row[at]
        turn[END] = end + 2 + length
    apply(here, seat, row)
    return answer


def take(w: AnyWorld, draft: AnyWorld, seats: int, order: Buffer, row: Buffer, log: Buffer, turn: Buffer) -> int:
    """Give an order of the seat whose turn it is, or end its turn."""
    if turn[SEAT] == NOBODY:
        return OVER
    if order[0] == END_TURN:
        end_turn(w, draft, seats, row, log, turn)
        return ENDED
    length = read_order(order, 0, len(order), row)
    if length == 0:
        return MALFORMED
    return give_order(w, draft, length, row, log, turn)


def judge(w: AnyWorld, draft: AnyWorld, orders: Buffer, width: int, row: Buffer, turn: Buffer, out: Buffer) -> None:
    """Write whether the seat whose turn it is may give each of some orders, which take `width` words each."""
    here = w
    if not turn[DIRECT]:
        here = draft
    for number in range(len(out)):
        out[number] = 0
        if turn[SEAT] != NOBODY and read_order(orders, number * width, width, row) > 0:
            out[number] = int(check(here, turn[SEAT], row) == OK)


def replay_own(w: AnyWorld, seat: int, row: Buffer, log: Buffer, turn: Buffer) -> None:
    """Make on a view what its seat has ordered in this turn."""
    if seat == turn[SEAT] and not turn[DIRECT]:
        replay_log(w, row, log, turn[START], turn[END])


def begin_anew(w: AnyWorld, draft: AnyWorld, first: AnyWorld, seats: int, turn: Buffer) -> None:
    """Go back to the first position."""
    copy_state(first.state, w.state)
    begin_phase(w, draft, seats, turn)


def write_outcome(w: AnyWorld, seats: int, out: Buffer) -> None:
    """Whether the game is over, then the score of each seat, then its rank: 1 is best, equal ranks are ties."""
    out[0] = int(w.state.head.phase >= PHASES)
    for seat in range(seats):
        out[1 + seat] = score(w, seat)
        own = standing(w, seat)
        rank = 1
        for other in range(seats):
            if standing(w, other) > own:
                rank += 1
        out[1 + seats + seat] = rank


def step(
    w: AnyWorld,
    draft: AnyWorld,
    first: AnyWorld,
    seats: int,
    order: Buffer,
    row: Buffer,
    log: Buffer,
    turn: Buffer,
    out: Buffer,
    autoreset: int,
) -> int:
    """Take what a seat gives, and write the outcome; begin anew when the time for that has come."""
    if autoreset == NEXT_STEP and turn[SEAT] == NOBODY:
        begin_anew(w, draft, first, seats, turn)
        write_outcome(w, seats, out)
        return RENEWED
    answer = take(w, draft, seats, order, row, log, turn)
    write_outcome(w, seats, out)
    if autoreset == SAME_STEP and turn[SEAT] == NOBODY:
        begin_anew(w, draft, first, seats, turn)
    return answer


def bound(game: Game) -> SimpleNamespace:
    """These functions over the kernels of a game, interpreted."""
    namespace = globals() | names(game, game.kernels)
    functions = {one.__name__: FunctionType(one.__code__, namespace, one.__name__) for one in KERNELS}
    namespace |= functions
    return SimpleNamespace(**functions)


KERNELS = (
    *(replay_log, begin_turn, begin_phase, end_turn, read_order, give_order, take, judge),
    *(replay_own, begin_anew, write_outcome, step),
)
