"""From drawings to the colours of a terminal. Seats begin with blue and orange, which all eyes tell apart."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

from joute.core.control_chars import one_line, styled
from joute.core.drawing import Line

PLAIN = "\x1b[0m"
SEAT_COLOURS = (33, 208, 36, 175, 220, 141, 160, 108, 75, 250)
"""In the order of `joute.core.info.COLOURS`, and two more."""
CODES = {
    "dim": "2",
    "bold": "1",
    "gold": "33",
    "hidden": "2;90",
    "title": "1",
    "warn": "1;31",
} | {f"seat{seat}": f"1;38;5;{colour}" for seat, colour in enumerate(SEAT_COLOURS)}

MARKS = {"cursor": "7", "place": "1;4", "target": "1;97;44", "changed": "1;97;45"}
"""What may be added to the style of a cell on a screen, as in `seat0+cursor`."""
PLAIN_MARKS = {"cursor": "7", "place": "4", "target": "4", "changed": "1"}
"""The same without colours."""


def coloured() -> bool:
    """Whether standard output shows colours; NO_COLOR and FORCE_COLOR decide for themselves."""
    if os.environ.get("NO_COLOR"):
        return False
    if os.environ.get("FORCE_COLOR"):
        return True
    return sys.stdout.isatty() and os.environ.get("TERM") != "dumb"


def painted(line: Line, colour: bool, marked: bool = False) -> str:
    """A line as text, with our escape codes or without; never with those of others. On a screen (`marked`), marks are
    seen without colours too."""
    safe = [(one_line(text), style) for text, style in line]
    if not colour and not marked:
        return "".join(text for text, _ in safe).rstrip()
    known = CODES | MARKS if colour else PLAIN_MARKS
    return "".join(_styled(text, [known[name] for name in style.split("+") if name in known]) for text, style in safe)


def _styled(text: str, codes: list[str]) -> str:
    return f"\x1b[{';'.join(codes)}m{text}{PLAIN}" if codes else text


def cropped(line: Line, columns: int) -> Line:
    """As much of a line as fits."""
    parts: Line = []
    for text, style in line:
        parts.append((text[:columns], style))
        columns -= len(text)
        if columns <= 0:
            break
    return parts


def print_lines(lines: Sequence[Line]) -> None:
    """A drawing on standard output."""
    colour = coloured()
    print("\n".join(painted(line, colour) for line in lines), file=styled(sys.stdout), flush=True)
