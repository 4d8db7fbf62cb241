"""Marks: what happened on the way to a position, for those who look for it in a long match."""

from __future__ import annotations

from typing import Final, Literal

from .text import Text

MarkKind = Literal["capture", "death", "fight", "build"]
"""What a game may mark: what is taken, who dies, where there is fighting, what is built."""
CAPTURE: Final = "capture"
DEATH: Final = "death"
FIGHT: Final = "fight"
BUILD: Final = "build"
KINDS = (CAPTURE, DEATH, FIGHT, BUILD)

Mark = tuple[MarkKind, int | None, Text]
"""A kind, the seat it is about (None: several), and a text."""


MARKS_MOST = 8
"""Of more marks than this at one position there is one for each kind."""


def gathered(marks: list[Mark]) -> list[Mark]:
    """The same marks, one for each kind and seat: the first in words, the others counted."""
    several = len({(kind, seat) for kind, seat, _ in marks}) > MARKS_MOST
    groups: dict[tuple[MarkKind, int | None], list[Text]] = {}
    for kind, seat, text in marks:
        groups.setdefault((kind, None if several else seat), []).append(text)
    return [(kind, seat, _counted(texts)) for (kind, seat), texts in groups.items()]


def _counted(texts: list[Text]) -> Text:
    first, more = texts[0], len(texts) - 1
    return Text(f"{first.en}, and {more} more", f"{first.fr}, et {more} de plus") if more else first
