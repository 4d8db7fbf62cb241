"""Kernels that follow from the declaration of a state, written as source: what goes to other processes, and digests."""

from __future__ import annotations

from joute.core.layout import Layout, Table


def sources(layout: Layout) -> dict[str, str]:
    """The text of `tidy(w)` and of `content(w, out)`."""
    return {"tidy": _tidy(layout), "content": _content(layout)}


def _tidy(layout: Layout) -> str:
    """Zero what lies beyond the counts of tables."""
    lines = ["def tidy(w):"]
    for table in layout.tables.values():
        if table.rows.count is not None:
            for column in table.columns:
                values = _column(table, column.name)
                lines += [f"    for at in range(w.state.head.{table.rows.count} * {column.width}, len({values})):"]
                lines += [f"        {values}[at] = 0"]
    return "\n".join([*lines, "    return", ""])


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
