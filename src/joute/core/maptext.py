"""Maps as text: their words with line numbers, whole numbers, rows, and how an error message quotes a word."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain, islice, repeat
from typing import NamedTuple

BLANKS = " \t\n\r\v\f"
"""What separates words, unless the format of a game says otherwise."""
QUOTED_MOST = 24
"""How many characters of a word a message repeats."""
NUMBER = re.compile(r"[+-]?[0-9]+")


class Token(NamedTuple):
    """A word of a map and the line it stands on, from 1."""

    text: str
    line: int


def tokens_of(text: str, blanks: str = BLANKS, most: int | None = None) -> list[Token]:
    """The words of a text, or the first `most` of them."""
    tokens: list[Token] = []
    line, last = 1, 0
    for match in islice(re.finditer(f"[^{blanks}]+", text), most):
        line += text.count("\n", last, match.start())
        last = match.start()
        tokens.append(Token(match.group(), line))
    return tokens


def until_the_end(tokens: list[Token]) -> Iterator[Token]:
    """The words, then without end an empty one on the last line, for readers that ask for the next word."""
    return chain(tokens, repeat(Token("", tokens[-1].line if tokens else 1)))


class Huge(int):
    """A number beyond the largest that counts: it counts as that one, and is shown as it was written."""

    written: str

    def __new__(cls, value: int, written: str) -> Huge:
        number = super().__new__(cls, value)
        number.written = shortened(written)
        return number

    def __repr__(self) -> str:
        return self.written

    def __str__(self) -> str:
        return self.written

    def __format__(self, spec: str) -> str:
        return self.written


def whole_number(text: str, most: int, plus: bool = True) -> int | None:
    """The whole number that a word writes, however many digits it has, cut to `most` (then `Huge`); None if it is none.

    `plus` allows a plus sign.
    """
    if not NUMBER.fullmatch(text) or (text[0] == "+" and not plus):
        return None
    digits, sign = text.lstrip("+-").lstrip("0") or "0", -1 if text[0] == "-" else 1
    if len(digits) > len(str(most)) or int(digits) > most:
        return Huge(sign * most, text)
    return sign * int(digits)


def rows_of(cells: str, width: int) -> list[str]:
    """The rows of a map whose cells are given in one string."""
    return [cells[start : start + width] for start in range(0, len(cells), width)]


def shortened(text: str) -> str:
    """A word as a message repeats it: its beginning."""
    return text if len(text) <= QUOTED_MOST else text[:QUOTED_MOST] + "..."


def quoted(text: str) -> str:
    """A word in quotes, short, and printable whatever it holds."""
    return repr(shortened(text))
