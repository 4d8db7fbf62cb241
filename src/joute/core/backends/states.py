"""Kernels that follow from the declaration of a state: what goes to other processes, and digests.

`used` and `content` are written as source for each layout; the rest works on the words of any block.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from joute.core.layout import Layout, Table

if TYPE_CHECKING:
    from joute.core.world import Buffer


def news(now: Buffer, known: Buffer, columns: int, run: int, ends: Buffer, out: Buffer) -> int:
    """Make the block `known` equal to another, what lies beyond the used part of a column being zero.

    `ends` has the number of words in use of each column, now and then as known. Where words have changed, an index and
    a length of at most `run` are written into `out`; returns how many such pairs.
    """
    found = changed_runs(now, known, columns + 1, now[0] - columns - 1, now[0] - columns - 1, run, out, 0)
    for column in range(columns):
        used = ends[column]
        most = max(used, ends[columns + column])
        found = changed_runs(now, known, now[column], used, most, run, out, found)
    return found


def changed_runs(
    now: Buffer, known: Buffer, start: int, used: int, most: int, run: int, out: Buffer, found: int
) -> int:
    at = 0
    while at < most:
        end = min(at + run, most)
        kept = min(max(used - at, 0), end - at)
        if differ(now, known, start + at, kept, end - at):
            for index in range(start + at, start + at + kept):
                known[index] = now[index]
            for index in range(start + at + kept, start + end):
                known[index] = 0
            out[2 * found] = start + at
            out[2 * found + 1] = end - at
            found += 1
        at = end
    return found


def differ(now: Buffer, known: Buffer, start: int, kept: int, length: int) -> bool:
    """Whether any of a run's words changes; without branches, so that several are compared at once."""
    difference = 0
    for index in range(start, start + kept):
        difference |= now[index] ^ known[index]
    for index in range(start + kept, start + length):
        difference |= known[index]
    return difference != 0


KERNELS = (differ, changed_runs, news)


def sources(layout: Layout) -> dict[str, str]:
    """The text of `used(w, ends)` and of `content(w, out)`."""
    return {"used": _used(layout), "content": _content(layout)}


def _used(layout: Layout) -> str:
    """The number of words in use of each column, in the order of the block."""
    lines, number = ["def used(w, ends):"], 0
    for table in layout.tables.values():
        for column in [] if table.record else table.columns:
            whole = f"len({_column(table, column.name)})"
            counted = f"w.state.head.{table.rows.count} * {column.width}"
            lines += [f"    ends[{number}] = {counted if table.rows.count else whole}"]
            number += 1
    return "\n".join([*lines, f"    return {number}", ""])


def _content(layout: Layout) -> str:
    """The same words as `Layout.content`, in the same order."""
    lines = ["def content(w, out):", "    at = 0"]
    for table in layout.tables.values():
        if table.rows.derived:
            continue
        if table.record:
            values = [f"w.state.{table.name}.{column.name}" for column in table.columns]
            lines += [f"    out[at + {place}] = {value}" for place, value in enumerate(values)]
            lines += [f"    at += {table.width}"]
            continue
        first = table.columns[0]
        rows = f"len({_column(table, first.name)}) // {first.width}"
        lines += [f"    for row in range({f'w.state.head.{table.rows.count}' if table.rows.count else rows}):"]
        place = 0
        for column in table.columns:
            for part in range(column.width):
                cell = f"{_column(table, column.name)}[row * {column.width} + {part}]"
                lines += [f"        out[at + {place}] = {cell}"]
                place += 1
        lines += [f"        at += {table.width}"]
    return "\n".join([*lines, "    return at", ""])


def _column(table: Table, name: str) -> str:
    return f"w.state.{table.name}.{name}" if name else f"w.state.{table.name}"
