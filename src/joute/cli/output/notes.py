"""What champions printed and noted in a phase, for their owners."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from joute.core.control_chars import one_line

if TYPE_CHECKING:
    from joute.match.replay import PhaseLine


def noted(private: dict[str, Any]) -> list[str]:
    """The notes of one callback as lines, fit for a terminal whatever they hold."""
    from joute import debug

    notes = debug.bounded(private)
    lines = [*notes.get("print", "").splitlines(), *(f"note: {text}" for text in notes.get("log", []))]
    lines += [f"mark: {text}" for text in notes.get("mark", [])]
    return [one_line(line) for line in lines]


def phase_notes(line: PhaseLine, names: Sequence[str], seat: int | None = None) -> list[str]:
    """The notes of a phase, champion by champion, or of one seat alone."""
    lines: list[str] = []
    for index, private in line.private.items():
        mine = noted(private) if seat in (None, index) and 0 <= index < len(names) else []
        if mine:
            lines += [f"turn {line.turn}, {one_line(names[index])}:", *(f"  {text}" for text in mine)]
    return lines
