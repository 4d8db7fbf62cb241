"""The diagrams of the chapter on chartichaud."""

from __future__ import annotations

from drawing import Diagram, Figure, circle, line

import joute
from joute.core.table import Table
from joute.match.start import table_from

FILM = "docs/films/chartichaud.jsonl"
ALONE = "B1C"
"""A map has units of both: one of B, outside the part that is shown."""


def board(*rows: str) -> Table:
    """A table on a map of these rows of tokens, before the first turn: no unit has acted."""
    height, width = len(rows), len(rows[0].split())
    text = "\n".join(["chartichaud-map 1", f"size {height} {width}", "gold A 60", "grid", *rows, "end", ""])
    return joute.Table(joute.load_game("chartichaud"), text)


def chain() -> Table:
    """A turn of A: harvest, construct, recruit a soldier, which walks away."""
    table = board("25+A2C . . .", f". . . {ALONE}")
    table.end_phase()
    api = table.seat(0).api
    give(api.farm(0, 0), api.build(0, 0, "B"), api.build(0, 0, "M"), api.move("M", 0, 0, 0, 1))
    return table


def give(*answers: int) -> None:
    """Every order of a diagram is accepted."""
    if any(answers):
        raise ValueError(f"the rules refuse an order of this diagram: {answers}")


FIGURES = {
    "idea": Figure(table_from(f"{FILM}:84"), Diagram(40)),
    "sight": Figure(
        board(
            ". 25 . . . . 9 . .",
            ". . A1C . 16 B1M . . .",
            ". . . . . . . 4 .",
            "36 . . . . . . . A1B",
            ". . . B1C . . . . .",
        ),
        Diagram(44, shapes=[circle(5, 1, 0.4, "red"), circle(3, 4, 0.4, "red")]),
        seat=0,
    ),
    "chain": Figure(chain(), Diagram(70, part=(0, 0, 3, 1), shapes=[line(0.2, 0, 0.8, 0, "green")])),
    "fights": Figure(
        board("A1M+B1M A2M+B1C1M A4M+B2C3M A1M+B3C2B", ". . . .", "B1M A1M B2C1M A1M"),
        Diagram(70, shapes=[line(column, 0.7, column, 1.3, "black") for column in range(4)]),
    ),
    "together": Figure(
        board(". A1M . .", "A1M B1C1M 9 .", ". A1M . ."),
        Diagram(
            56,
            shapes=[
                line(0.4, 1, 0.7, 1, "green"),
                line(1, 0.4, 1, 0.7, "green"),
                line(1, 1.6, 1, 1.3, "green"),
            ],
        ),
    ),
    "seize": Figure(
        board("A1C+B1B . A1C1M1B+B1B . A1C1M1B"),
        Diagram(70, shapes=[line(0.7, 0, 1.3, 0, "black"), line(2.7, 0, 3.3, 0, "black")]),
    ),
    "mirror": Figure(
        table_from(f"{FILM}:0"),
        Diagram(36, shapes=[line(4, 2, 11, 6, "blue"), circle(4, 2, 0.5, "blue"), circle(11, 6, 0.5, "blue")]),
    ),
}
