"""A seat in compiled code: what a call of the champion API does there, without Python.

The *exchange* is a row of words that the champion's side and the engine's side of one process share. Who calls writes
the arguments from GIVEN on and their number into COUNT, and calls `call(exchange, function)`. The answer is a number in
ANSWER; where it is a struct or a list, ANSWER is the number of rows, and they lie at the address in ROWS. Accepted
orders change the draft and are noted in a log, each between two copies of its length.

Kernel style. `source` writes the dispatch of a game; `lowering.py` puts its kernels into this module's namespace.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from joute.core.types import INT32_LEAST, INT32_MOST, Array

if TYPE_CHECKING:
    from joute.core.api import Api, Function
    from joute.core.game import Game
    from joute.core.world import Buffer

    answer: Any = None
    check = apply = copy = world = state_of = column = tail = answer
    OK = ORDERS_MOST = REFUSES = ORDERS_REFUSAL = LIVE = 0

(
    FUNCTION,  # one more than the number of the last function called, among those of the API; 0: none
    COUNT,  # the number of words of its arguments
    ANSWER,
    ROWS,  # the address of rows that are answered
    AWAKE,  # whether calls are answered here; else the host answers them
    SEAT,
    ORDERS,  # how many orders are noted
    LOG_END,  # the number of words in use in the log
    LOG_ROOM,
    LOG,  # its address
    STATE,  # the address of the state that queries read: the view as long as there are no orders, then the draft
    VIEW,
    DRAFT,
    STATE_WORDS,  # the length of each of these, and of a checkpoint
    REST,
    SLOTS,  # the address of the checkpoints, blocks with their offsets; 0 in games without undo
) = range(16)
CHECKPOINTS = 16
"""Two words a slot: the number of orders before it (0: empty), and the end of the log then."""
SLOT_COUNT = 11
ROW = CHECKPOINTS + 2 * SLOT_COUNT
"""The order: its action, which `call` writes, then the arguments."""
GIVEN = ROW + 1
CHECKPOINT = 64
"""How many orders lie between two checkpoints. The slot of a checkpoint is the number of times that two divides its
number, so those that stay lie further apart the older they are, and taking back orders remakes those between."""

DONE, HOST, TOO_MANY, NO_ROOM, NOW = range(5)
"""What `call` returns: answered; the host must answer; one order more than a turn holds; the log has no room; accepted,
and in a live game the engine must make it now."""


def limited(number: int) -> int:
    """A number as champions receive it, in 32 bits."""
    return min(max(number, INT32_LEAST), INT32_MOST)


def limit_rows(out: Buffer, words: int) -> None:
    for at in range(words):
        out[at] = limited(out[at])


def order(x: Buffer, action: int) -> int:
    """Check an order on the draft; make and note it if accepted."""
    x[ROW] = action
    full = x[ORDERS] >= ORDERS_MOST
    if full and REFUSES:
        x[ANSWER] = ORDERS_REFUSAL
        return DONE
    x[ANSWER] = check(world(x[STATE], x[REST]), x[SEAT], tail(x, ROW))
    if x[ANSWER] != OK:
        return DONE
    if full:
        return TOO_MANY
    if LIVE:
        return NOW
    length = 1 + x[COUNT]
    if x[LOG_END] + length + 2 > x[LOG_ROOM]:
        return NO_ROOM
    if x[STATE] == x[VIEW]:
        copy(state_of(x[VIEW]), state_of(x[DRAFT]))
        x[STATE] = x[DRAFT]
    log = column(x[LOG], x[LOG_ROOM])
    end = x[LOG_END]
    keep_checkpoint(x, x[ORDERS], end)
    log[end] = length
    for at in range(length):
        log[end + 1 + at] = x[ROW + at]
    log[end + 1 + length] = length
    x[LOG_END] = end + length + 2
    x[ORDERS] += 1
    apply(world(x[DRAFT], x[REST]), x[SEAT], tail(x, ROW))
    return DONE


def keep_checkpoint(x: Buffer, orders: int, end: int) -> None:
    """Copy the draft before an order, where a checkpoint is due."""
    if x[SLOTS] == 0 or orders == 0 or orders % CHECKPOINT != 0:
        return
    slot = 0
    number = orders // CHECKPOINT
    while number % 2 == 0 and slot < SLOT_COUNT - 1:
        number = number // 2
        slot += 1
    if x[CHECKPOINTS + 2 * slot] != orders:
        copy(state_of(x[DRAFT]), state_of(x[SLOTS] + 8 * slot * x[STATE_WORDS]))
        x[CHECKPOINTS + 2 * slot] = orders
        x[CHECKPOINTS + 2 * slot + 1] = end


def undo(x: Buffer) -> int:
    """Take back the last accepted order; 0 if there is none."""
    if x[ORDERS] == 0 or LIVE:
        return 0
    log = column(x[LOG], x[LOG_ROOM])
    x[ORDERS] -= 1
    x[LOG_END] -= log[x[LOG_END] - 1] + 2
    source = x[VIEW]
    orders = 0
    end = 0
    for slot in range(SLOT_COUNT):
        kept = x[CHECKPOINTS + 2 * slot]
        if kept > x[ORDERS]:
            x[CHECKPOINTS + 2 * slot] = 0
        elif kept > orders:
            source = x[SLOTS] + 8 * slot * x[STATE_WORDS]
            orders = kept
            end = x[CHECKPOINTS + 2 * slot + 1]
    copy(state_of(source), state_of(x[DRAFT]))
    while end < x[LOG_END]:
        keep_checkpoint(x, orders, end)
        apply(world(x[DRAFT], x[REST]), x[SEAT], tail(log, end + 1))
        end += log[end] + 2
        orders += 1
    return 1


def renew(x: Buffer) -> int:
    """Forget the draft and the orders: a new turn begins."""
    x[ORDERS] = 0
    x[LOG_END] = 0
    x[STATE] = x[VIEW]
    for slot in range(SLOT_COUNT):
        x[CHECKPOINTS + 2 * slot] = 0
    return DONE


KERNELS = (limited, limit_rows, keep_checkpoint, order, undo, renew)


def room(api: Api) -> int:
    """How many words the longest call has."""
    return max([1, *(sum(argument.type.most_ints() for argument in f.arguments) for f in api.functions.values())])


def words(game: Game) -> int:
    """The length of the exchange of a game."""
    return GIVEN + room(game.api)


def constants(game: Game) -> dict[str, int]:
    """What the kernels of this module need of a game besides its kernels."""
    return {
        "OK": game.ok,
        "ORDERS_MOST": game.orders_most,
        "REFUSES": int(game.orders_refusal is not None),
        "ORDERS_REFUSAL": game.orders_refusal or 0,
        "LIVE": int(game.live),
    }


def source(game: Game) -> str:
    """The text of `call(x, function)`: what each function of the API does."""
    lines = ["def call(x, function):", "    x[FUNCTION] = function + 1", "    if x[AWAKE] == 0:", "        return HOST"]
    for number, function in enumerate(game.api.functions.values()):
        if function.kernel is not None:
            body = [*_answered(function, game.api.query_numbers[function.name]), "return DONE"]
        elif function.kind == "action":
            body = [f"return order(x, {function.code})"]
        elif function.kind == "undo":
            done, nothing = map(int, function.malformed)
            body = [f"x[ANSWER] = {done} if undo(x) else {nothing}", "return DONE"]
        else:
            continue
        lines += [f"    if function == {number}:", *(f"        {line}" for line in body)]
    return "\n".join([*lines, "    return HOST", ""])


def _answered(query: Function, number: int) -> list[str]:
    """What answers a query: the number that its kernel returns, or the rows that it writes."""
    call = f"answer(world(x[STATE], x[REST]), x[SEAT], {number}, tail(x, GIVEN), "
    if not query.rows:
        return [f"x[ANSWER] = limited({call}tail(x, GIVEN)))"]
    asked = ["out = world(x[STATE], x[REST]).scratch.answer", f"x[ANSWER] = {call}out)"]
    if isinstance(query.returns, Array):
        return [*asked, f"limit_rows(out, x[ANSWER] * {query.returns.item.width})"]
    return [*asked, "x[ANSWER] = 1", f"limit_rows(out, {query.returns.width})"]
