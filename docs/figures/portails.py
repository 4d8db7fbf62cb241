"""The diagrams of the chapter on portails."""

from __future__ import annotations

from drawing import Diagram, Figure, circle, line

import joute


def table(board: str | None = None) -> joute.Table:
    """A new match, as the first turn begins."""
    made = joute.Table(joute.load_game("portails"), board)
    made.end_phase()
    return made


FIGURES = {
    "start": Figure(table(), Diagram(16)),
    "capture": Figure(
        table(), Diagram(40, part=(0, 0, 12, 6), shapes=[circle(2, 3, 1.5, "red"), line(2, 3, 8, 3, "red")])
    ),
}
