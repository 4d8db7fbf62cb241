"""The reference follows from the program: every command, field and public name is in it."""

from __future__ import annotations

import sys
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import msgspec
import pytest

import joute
from joute.cli.main import COMMANDS

sys.path.insert(0, str(Path(__file__).parents[2] / "docs"))
import reference


class Colour(StrEnum):
    RED = "red"
    BLUE = "blue"


class Marble(msgspec.Struct):
    """One *marble*."""

    weight: Annotated[int, msgspec.Meta(ge=1, le=9)]
    """In grams | or more."""
    colour: Colour = Colour.RED
    owner: str | None = None


def test_a_block_of_a_page_is_written_by_the_program() -> None:
    page = "# A page\n\n```{generated} exit-codes\n```\n\nEnd.\n"
    made = reference.filled(page)
    assert made.startswith("# A page\n\n|  |  |\n| --- | --- |\n| 0 | done |\n")
    assert made.endswith("\n\nEnd.\n")


def test_a_structure_is_a_table_of_its_fields() -> None:
    made = reference.structures(__name__, "Marble")
    assert made.splitlines() == [
        "### Marble",
        "",
        r"One \*marble\*.",
        "",
        "| Field | Type | Default |  |",
        "| --- | --- | --- | --- |",
        r"| `weight` | integer, 1 to 9 | (required) | In grams \| or more. |",
        '| `colour` | `"blue"`, `"red"` | `"red"` |  |',
        "| `owner` | string |  |  |",
    ]


def test_a_structure_is_shown_in_french(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "fr_FR")
    head, _, weight, *_ = reference.structures(__name__, "Marble").splitlines()[4:]
    assert head == "| Champ | Type | Défaut |  |"
    assert weight.startswith("| `weight` | entier, 1 à 9 | (obligatoire) |")


def test_every_command_is_there_with_its_options() -> None:
    made = reference.commands()
    assert [name for name in COMMANDS if f"## joute {name}\n" not in made] == []
    assert "### joute tournament run\n" in made
    assert "`--seed N`\n: The seed of all that is random." in made


def test_every_public_name_is_there() -> None:
    made = reference.python("joute")
    assert [name for name in joute.__all__ if f"### joute.{name}\n" not in made] == ["__version__"]


def test_a_game_has_its_presets_api_and_rules() -> None:
    made = reference.game("toy")
    assert "## The champion API of toy" in made
