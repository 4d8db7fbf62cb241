"""Printing tables and text with rich, which is loaded only here and only when there is something to print."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rich.console import Console

PIPED_COLUMNS = 240
"""Whoever reads a pipe does not want lines to be folded."""


def console(stderr: bool = False) -> Console:
    from rich.console import Console

    stream = sys.stderr if stderr else sys.stdout
    width = None if stream.isatty() or os.environ.get("COLUMNS") else PIPED_COLUMNS
    return Console(file=stream, width=width, highlight=False, markup=False, emoji=False, soft_wrap=False)


def print_table(columns: Sequence[str], rows: Sequence[Sequence[str]], right: Sequence[str] = ()) -> None:
    """A table without lines; the columns named in `right` hold numbers."""
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
    print("\n".join(line.rstrip() for line in text.get().splitlines()))


def print_json(value: Any) -> None:
    """One JSON value on one line."""
    print(json.dumps(value, ensure_ascii=False), flush=True)
