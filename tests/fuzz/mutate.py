"""Mutators: valid bytes, texts and values made slightly or wildly wrong. All chance comes from the `Random` given."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from copy import deepcopy
from random import Random
from typing import Any

CHANGES_MOST = 4
DEPTH = 2000
"""How deep a nested value is: deeper than any reader may go."""
INTEGERS = (0, 1, -1, 2, 7, 127, 128, 255, 256, 32767, 65535, 65536, 2**31 - 1, 2**31, -(2**31), 2**32, 2**53, 2**62)
HUGE = (2**62 + 1, 2**63 - 1, 2**63, -(2**63), 2**64, 10**30, -(10**30), 10**400)
STRANGE = (
    "",
    "\0",
    "\x1b[2J",
    "\u202e",
    "e\u0301",
    "\ud800",
    "\U0001f600",
    "..",
    "/",
    "~",
    "*",
    "**/*",
    "[",
    "a" * 5000,
)
WORDS = re.compile(r"[A-Za-z_]+|-?\d+|\s|[^\w\s]")


def changes(rng: Random) -> range:
    """How many changes to make: mostly one."""
    return range(1 if rng.random() < 0.6 else rng.randint(2, CHANGES_MOST))


# Bytes


def mutated_bytes(rng: Random, samples: Sequence[bytes]) -> bytes:
    """A sample with a few bytes changed, or spliced with another."""
    data = bytearray(rng.choice(samples))
    for _ in changes(rng):
        rng.choice(BYTES)(rng, data, samples)
    return bytes(data)


def _place(rng: Random, data: bytearray) -> int:
    return rng.randrange(len(data) + 1)


def _flip(rng: Random, data: bytearray, samples: Sequence[bytes]) -> None:
    if data:
        data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)


def _byte(rng: Random, data: bytearray, samples: Sequence[bytes]) -> None:
    if data:
        data[rng.randrange(len(data))] = rng.choice((0, 1, 0x7F, 0x80, 0xFE, 0xFF, rng.randrange(256)))


def _insert(rng: Random, data: bytearray, samples: Sequence[bytes]) -> None:
    at = _place(rng, data)
    data[at:at] = rng.randbytes(rng.choice((1, 1, 2, 4, 16, 300)))


def _delete(rng: Random, data: bytearray, samples: Sequence[bytes]) -> None:
    at = _place(rng, data)
    del data[at : at + rng.choice((1, 1, 2, 4, 16, 300))]


def _duplicate(rng: Random, data: bytearray, samples: Sequence[bytes]) -> None:
    at, size = _place(rng, data), rng.choice((1, 4, 32, 512, 4096))
    data[at:at] = data[at : at + size] * rng.choice((1, 2, 8))


def _truncate(rng: Random, data: bytearray, samples: Sequence[bytes]) -> None:
    del data[_place(rng, data) :]


def _splice(rng: Random, data: bytearray, samples: Sequence[bytes]) -> None:
    other = rng.choice(samples)
    at, cut = _place(rng, data), rng.randrange(len(other) + 1)
    data[at:] = other[cut:]


def _length(rng: Random, data: bytearray, samples: Sequence[bytes]) -> None:
    """An interesting number in place of one, in either order of bytes."""
    size = rng.choice((1, 2, 4, 8))
    if len(data) >= size:
        at = rng.randrange(len(data) - size + 1)
        number = rng.choice(INTEGERS) & ((1 << 8 * size) - 1)
        data[at : at + size] = number.to_bytes(size, rng.choice(("big", "little")))


BYTES: tuple[Callable[[Random, bytearray, Sequence[bytes]], None], ...] = (
    _flip,
    _flip,
    _byte,
    _insert,
    _delete,
    _duplicate,
    _truncate,
    _splice,
    _length,
    _length,
)


# Text


def mutated_text(rng: Random, samples: Sequence[str]) -> str:
    """A sample with a few of its words changed, moved or repeated; sometimes its bytes."""
    if rng.random() < 0.15:
        encoded = [text.encode("utf-8", "surrogatepass") for text in samples]
        return mutated_bytes(rng, encoded).decode("utf-8", "surrogateescape")
    words = WORDS.findall(rng.choice(samples))
    for _ in changes(rng):
        _change_words(rng, words, samples)
    return "".join(words)


def _change_words(rng: Random, words: list[str], samples: Sequence[str]) -> None:
    at = rng.randrange(len(words) + 1)
    what = rng.randrange(8)
    if what == 0:
        words[at:at] = [rng.choice(STRANGE)]
    elif what == 1:
        del words[at : at + rng.choice((1, 1, 2, 10))]
    elif what == 2:
        words[at:at] = words[at : at + rng.choice((1, 2, 20))] * rng.choice((1, 1, 3))
    elif what == 3:
        words[at : at + 1] = [str(rng.choice(INTEGERS + HUGE))]
    elif what == 4:
        words[at:] = WORDS.findall(rng.choice(samples))[at:]
    elif what == 5 and len(words) > 1:
        other = rng.randrange(len(words))
        at = min(at, len(words) - 1)
        words[at], words[other] = words[other], words[at]
    elif what == 6:
        words[at:at] = [rng.choice("[{(") * rng.choice((1, 3, DEPTH))]
    else:
        words[at : at + 1] = [rng.choice(words)] if words else []


# Values


def mutated_value(rng: Random, samples: Sequence[Any]) -> Any:
    """A sample with a few of its parts replaced, removed, repeated or added, anywhere in it."""
    root = [deepcopy(rng.choice(samples))]
    for _ in changes(rng):
        holder, key = _part(rng, root)
        _change_part(rng, holder, key, samples)
    return root[0]


def _part(rng: Random, root: list[Any]) -> tuple[Any, Any]:
    """Some part of a value: what holds it, and where."""
    holder, key = root, 0
    while isinstance(holder[key], (dict, list)) and holder[key] and rng.random() < 0.93:
        holder = holder[key]
        key = rng.choice(list(holder)) if isinstance(holder, dict) else rng.randrange(len(holder))
    return holder, key


def _change_part(rng: Random, holder: Any, key: Any, samples: Sequence[Any]) -> None:
    value = holder[key]
    if isinstance(value, int) and not isinstance(value, bool) and rng.random() < 0.85:
        holder[key] = value + rng.choice((-2, -1, 1, 1, 2, 10)) if rng.random() < 0.8 else rng.choice(INTEGERS + HUGE)
    elif isinstance(value, str) and rng.random() < 0.6:
        holder[key] = mutated_text(rng, [value or "a"])
    elif isinstance(value, list) and value and rng.random() < 0.6:
        row = rng.randrange(len(value))
        value.insert(row, copied(value[rng.randrange(len(value))])) if rng.random() < 0.5 else value.pop(row)
    elif isinstance(value, dict) and rng.random() < 0.5:
        value[rng.choice((*STRANGE, *value))] = strange_value(rng)
    elif rng.random() < 0.3 and len(holder) > 1:
        del holder[key]
    elif rng.random() < 0.3:
        other, place = _part(rng, [rng.choice(samples)])
        holder[key] = copied(other[place])
    else:
        holder[key] = strange_value(rng)


def copied(value: Any) -> Any:
    """A copy, unless the value is nested too deep to be copied."""
    try:
        return deepcopy(value)
    except RecursionError:
        return None


def strange_value(rng: Random) -> Any:
    """Any value of another type, or a large, deep or odd one."""
    return rng.choice(
        (
            None,
            True,
            False,
            1.5,
            float("nan"),
            float("inf"),
            rng.choice(INTEGERS),
            rng.choice(HUGE),
            rng.choice(STRANGE),
            [],
            {},
            [rng.choice(INTEGERS)] * 300,
            {rng.choice(STRANGE): rng.choice(INTEGERS)},
            nested(rng.choice((3, DEPTH)), rng.random() < 0.5),
        )
    )


def nested(depth: int, mapping: bool) -> Any:
    """Lists in lists, or objects in objects."""
    value: Any = 0
    for _ in range(depth):
        value = {"a": value} if mapping else [value]
    return value
