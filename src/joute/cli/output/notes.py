"""What champions printed and noted in a phase, for their owners."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from joute.champions.checks.report import noted
from joute.core.control_chars import one_line
from joute.core.text import read_here, words

if TYPE_CHECKING:
    from joute.match.replay import PhaseLine


def phase_notes(line: PhaseLine, names: Sequence[str], seat: int | None = None) -> list[str]:
    """The notes of a phase, champion by champion, or of one seat alone."""
    lines: list[str] = []
    for index, private in line.private.items():
        mine = noted(private) if seat in (None, index) and 0 <= index < len(names) else []
        if mine:
            name = one_line(names[index])
            lines += [words(f"{_when(line)}, {name}:", f"{_when(line)}, {name} :"), *(f"  {text}" for text in mine)]
    return lines


def _when(line: PhaseLine) -> str:
    """The turn of a phase; before the first and after the last turn, its name."""
    from joute.core.scenes import USUAL_NAMES

    return read_here(USUAL_NAMES.get(line.phase, "")) or words(f"turn {line.turn}", f"tour {line.turn}")
