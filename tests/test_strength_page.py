"""docs/en/strength.md tells how strong every bundled champion is in every preset."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import joute
from joute.champions.sources.find import bundled
from joute.core.registry import game_names

PAGE = Path(__file__).parents[1] / "docs" / "en" / "strength.md"


@pytest.mark.parametrize("name", [name for name in game_names() if name != "toy"])
def test_it_rates_every_bundled_champion(name: str) -> None:
    page = PAGE.read_text(encoding="utf-8")
    for preset in joute.load_game(name).parameters.presets:
        (table,) = re.findall(rf"\*\*{name}, preset {preset}\*\*.*?\n\n(.*?)\n\n", page, re.DOTALL)
        rated = re.findall(r"^\| (\w+) \| -?\d+ \| -?\d+ to -?\d+ \|$", table, re.MULTILINE)
        assert sorted(rated) == sorted(bundled(joute.load_game(name)))
