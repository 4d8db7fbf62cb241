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


def coloured() -> bool:
    """Whether standard output shows colours; NO_COLOR and FORCE_COLOR decide for themselves."""
    if os.environ.get("NO_COLOR"):
        return False
    if os.environ.get("FORCE_COLOR"):
        return True
    return sys.stdout.isatty() and os.environ.get("TERM") != "dumb"


def painted(line: Line, colour: bool) -> str:
    """A line as text, with our escape codes or without; never with those of others."""
    safe = [(one_line(text), style) for text, style in line]
    if not colour:
        return "".join(text for text, _ in safe).rstrip()
    return "".join(f"\x1b[{CODES[style]}m{text}{PLAIN}" if style in CODES else text for text, style in safe)


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
