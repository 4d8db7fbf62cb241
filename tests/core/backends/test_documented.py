"""docs/en/libraries.md: its C interface is that of the libraries."""

from __future__ import annotations

from pathlib import Path

import pytest

from joute.core.backends import batch_entries, entries
from joute.core.backends.library import interface

PAGE = Path(__file__).parents[3] / "docs" / "en" / "libraries.md"
C = {"Block": "word *{0}", "Words": "word *{0}, word {0}_length", "int": "word {0}", "Short": "int32_t {0}"}


def declared() -> list[str]:
    lines = []
    for name, kinds in interface().items():
        entry = getattr(entries, name, None) or getattr(batch_entries, name)
        arguments = list(entry.__annotations__)[:-1]
        given = ", ".join(C[kind].format(argument) for kind, argument in zip(kinds, arguments, strict=False))
        lines.append(f"{'int32_t' if kinds[-1] == 'Short' else 'word'} joute_{name}({given});")
    return lines


def test_every_function_is_documented_as_it_is() -> None:
    assert PAGE.read_text().partition("```c\n")[2].partition("```")[0].splitlines() == declared()


@pytest.mark.parametrize("name", interface())
def test_every_function_is_explained(name: str) -> None:
    explained = PAGE.read_text().rpartition("```\n")[2]
    assert f"`{name}`" in explained
