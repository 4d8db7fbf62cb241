"""Laying a board and a panel out on a screen of any size."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from joute.cli.output.paint import cropped
from joute.core.drawing import Line, joined
from joute.core.hand import Cell
from joute.core.scenes import Grid

PANEL = 38
"""The least width of a panel beside the board."""
GAP = 2
PANEL_ROWS, BOARD_ROWS = 7, 5
"""The least height of a panel below the board, and of the board."""


class Room(NamedTuple):
    """How a screen is shared."""

    columns: int
    rows: int
    beside: int
    """The width of the panel beside the board; 0 where it stands below."""

    @property
    def panel_width(self) -> int:
        return self.beside or self.columns


def room_of(grid: Grid, columns: int, rows: int) -> Room:
    """Share a screen, its last line aside."""
    beside = columns - _board_width(grid) - GAP
    return Room(columns, rows - 1, beside if beside >= PANEL else 0)


def _board_width(grid: Grid) -> int:
    return grid.left + grid.columns * grid.wide


# Cells


def cell_texts(lines: Sequence[Line], grid: Grid) -> list[list[str]]:
    """What is drawn in each cell, by rows."""
    texts = ["".join(text for text, _ in line) for line in lines]
    return [
        [
            "".join(_cut(texts[grid.top + row * grid.high + line], grid, column) for line in range(grid.high))
            for column in range(grid.columns)
        ]
        for row in range(grid.rows)
    ]


def _cut(text: str, grid: Grid, column: int) -> str:
    left = grid.left + column * grid.wide
    return text[left : left + grid.wide]


def marked(lines: Sequence[Line], grid: Grid, marks: Mapping[Cell, str]) -> list[Line]:
    """A drawing with marks on some of its cells."""
    drawn = list(lines)
    by_row: dict[int, dict[int, str]] = {}
    for (column, row), mark in marks.items():
        if grid.holds(column, row):
            by_row.setdefault(row, {})[column] = mark
    for row, columns in by_row.items():
        for line in range(grid.top + row * grid.high, grid.top + (row + 1) * grid.high):
            drawn[line] = _marked(drawn[line], grid, columns)
    return drawn


def _marked(line: Line, grid: Grid, marks: Mapping[int, str]) -> Line:
    characters = [(character, style) for text, style in line for character in text]
    width = _board_width(grid)
    characters += [(" ", "")] * (width - len(characters))
    for column, mark in marks.items():
        left = grid.left + column * grid.wide
        for at in range(left, left + max(1, grid.wide - (grid.wide > 1))):
            character, style = characters[at]
            characters[at] = character, f"{style}+{mark}"
    return joined(characters)


# The screen


def composed(
    lines: Sequence[Line], grid: Grid, head: Sequence[Line], panel: Sequence[Line], room: Room, cursor: Cell
) -> list[Line]:
    """The head, as much of the board around the cursor as fits, what stands below it, and the panel."""
    if room.beside:
        width = room.columns - room.beside - GAP
        left = _board_part(lines, grid, head, width, room.rows, cursor)
        return [_beside(one, other, width) for one, other in _paired(left, panel, room.rows)]
    panel_rows = max(min(len(panel), room.rows - len(head) - grid.rulers - BOARD_ROWS), min(PANEL_ROWS, room.rows // 2))
    board = _board_part(lines, grid, head, room.columns, room.rows - panel_rows, cursor)
    return [*board, *panel[:panel_rows]]


def _paired(left: list[Line], right: Sequence[Line], rows: int) -> list[tuple[Line, Line]]:
    empty: Line = []
    padded = [*left, *[empty] * (rows - len(left))], [*right[:rows], *[empty] * (rows - len(right))]
    return list(zip(*padded, strict=False))


def _beside(one: Line, other: Line, width: int) -> Line:
    one = cropped(one, width)
    return [*one, (" " * (width + GAP - sum(len(text) for text, _ in one)), ""), *other]


def _board_part(
    lines: Sequence[Line], grid: Grid, head: Sequence[Line], width: int, rows: int, cursor: Cell
) -> list[Line]:
    """So many rows: the head, the rulers, the rows around the cursor; where all of them fit, what stands below, too."""
    head = head[: max(0, rows - grid.rulers - BOARD_ROWS)]
    space = max(1, (rows - len(head) - grid.rulers) // grid.high)
    shown = min(space, grid.rows)
    first = max(0, min(grid.rows - shown, cursor[1] - shown // 2))
    rulers = lines[grid.top - grid.rulers : grid.top]
    top = grid.top + first * grid.high
    board = [*rulers, *lines[top : top + shown * grid.high]]
    part = [*head, *(_shifted(line, grid, width, cursor) for line in board)]
    return [*part, *lines[grid.top + grid.rows * grid.high :]][:rows] if shown == grid.rows else part[:rows]


def _shifted(line: Line, grid: Grid, width: int, cursor: Cell) -> Line:
    """The columns of a line around the cursor; the numbers of the rows stay."""
    shown = max(1, (width - grid.left) // grid.wide)
    first = max(0, min(grid.columns - shown, cursor[0] - shown // 2))
    characters = [(character, style) for text, style in line for character in text]
    left = grid.left + first * grid.wide
    return joined([*characters[: grid.left], *characters[left : left + shown * grid.wide]])


def wrapped(line: Line, width: int) -> list[Line]:
    """A line of text as lines of a panel, each part in its style."""
    text = "".join(part for part, _ in line)
    if len(text) <= width:
        return [line]
    style = line[-1][1]
    indent = " " * (len(text) - len(text.lstrip()))
    return [[(part, style)] for part in textwrap.wrap(text, width, subsequent_indent=indent + "  ") or [""]]
