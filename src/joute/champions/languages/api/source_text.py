"""Names that do not clash with reserved ones, and comments that fit the page, in generated source text."""

from __future__ import annotations

from textwrap import wrap

WIDTH = 110


def safe(name: str, reserved: frozenset[str]) -> str:
    """A name that may be used: a reserved one gets an underscore."""
    return f"{name}_" if name in reserved else name


def block(text: str, indent: str = "", notes: tuple[str, ...] = ()) -> list[str]:
    """A documentation comment as JavaScript and Java write it."""
    lines = wrap(text.replace("*/", "* /"), WIDTH - len(indent))
    return [f"{indent}/**", *(f"{indent} * {line}" for line in (*lines, *notes)), f"{indent} */"]
