"""What the rules' texts of several games say alike."""

from __future__ import annotations

import pytest

from joute.core.folder import game_folder
from joute.core.registry import game_names, load_game

HEADS = {"en": "**A champion that fails.**", "fr": "**Un champion qui échoue.**"}


@pytest.mark.parametrize("language", HEADS)
def test_what_becomes_of_a_champion_that_fails_is_said_in_the_same_words(language: str) -> None:
    """Where it does not forfeit the match; `tests` games have short rules."""
    told = {}
    for name in game_names():
        folder = game_folder(name)
        if load_game(name).forfeits or "tests" in folder.parts:
            continue
        text = (folder / f"RULES.{language}.md").read_text(encoding="utf-8").replace("’", "'")
        told[name] = next(part for part in text.split("\n\n") if part.startswith(HEADS[language]))
    assert len(told) == 4
    assert len(set(told.values())) == 1
