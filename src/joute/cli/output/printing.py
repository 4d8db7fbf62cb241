"""Printing tables and text with rich, which is loaded only here and only when there is something to print."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from joute.core.control_chars import escaped_json, one_line, styled

if TYPE_CHECKING:
    from rich.console import Console

COMBINING = "\u0300"
"""The first character that may not be one column wide."""
PIPED_COLUMNS = 240
"""The width of a pipe: lines are not wrapped."""


def console(stderr: bool = False) -> Console:
    from .visible_console import VisibleConsole

    stream = sys.stderr if stderr else sys.stdout
    width = None if stream.isatty() or os.environ.get("COLUMNS") else PIPED_COLUMNS
    return VisibleConsole(file=styled(stream), width=width)


def rewrite_line(text: str) -> None:
    """Rewrite the progress line on standard error."""
    print(f"\r\x1b[K{one_line(text)}", end="", file=styled(sys.stderr), flush=True)


def print_table(columns: Sequence[str], rows: Sequence[Sequence[str]], right: Sequence[str] = ()) -> None:
    """A table without lines; the columns named in `right` hold numbers."""
    columns, rows = [*map(one_line, columns)], [[*map(one_line, row)] for row in rows]
    plain = _plain(columns, rows, right)
    if plain and not sys.stdout.isatty() and not os.environ.get("COLUMNS"):
        print("\n".join(plain))
        return
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
    for column in columns:
        table.add_column(column, justify="right" if column in right else "left", overflow="fold")
    for row in rows:
        table.add_row(*(Text(cell) for cell in row))
    out = console()
    with out.capture() as text:
        out.print(table)
    print("\n".join(line.rstrip() for line in text.get().splitlines()), file=styled(sys.stdout))


def _plain(columns: Sequence[str], rows: Sequence[Sequence[str]], right: Sequence[str]) -> list[str]:
    """The lines of a table that needs neither colours nor folding, without rich, which is slow to load; else none."""
    widths = [max(map(len, cells)) for cells in zip(columns, *rows, strict=True)]
    ready = all(max(cell, default="") < COMBINING and cell.isprintable() for row in (columns, *rows) for cell in row)
    if not ready or sum(widths) + 2 * len(widths) > PIPED_COLUMNS:
        return []
    kinds = [">" if column in right else "<" for column in columns]
    lines = []
    for row in (columns, *rows):
        cells = (f"{cell:{kind}{width}}" for cell, kind, width in zip(row, kinds, widths, strict=True))
        lines.append("  ".join(cells).rstrip())
    return lines


def print_json(value: Any) -> None:
    """One JSON value on one line, its control characters escaped."""
    print(escaped_json(json.dumps(value, ensure_ascii=False)), flush=True)
