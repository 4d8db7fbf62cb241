"""RULES in both languages: the pictures and tables that the engine itself must confirm."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import joute

from .test_examples import FOREST, PICTURES, WALL_PICTURES
from .vocabulary import SEED_MAP

FOLDER = Path(__file__).resolve().parents[1]
LANGUAGES = ("fr", "en")


def text(language: str) -> str:
    return (FOLDER / f"RULES.{language}.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    return re.findall(r"```\n(.*?)```", text(language), flags=re.DOTALL)


@pytest.mark.parametrize("language", LANGUAGES)
def test_seed_map_is_shown(language: str) -> None:
    assert SEED_MAP in blocks(language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_forest_pictures_show_what_the_engine_sees(language: str) -> None:
    """Each picture of the forest, laid over the forest itself, shows the visible cells of 5.3 and no other."""
    block = next(block for block in blocks(language) if "(a)" in block)
    drawn, pictures = block.split("\n\n")
    assert drawn.splitlines() == [row.replace("F", "?").rstrip() for row in FOREST]
    title, *rows = pictures.splitlines()
    starts = [title.index(f"({name})") for name in "abcd"]
    for name, start, end in zip("abcd", starts, [*starts[1:], 99], strict=True):
        (x, y), _, wanted = PICTURES[name]
        picture = [row[start:end] for row in rows]
        at = next((row.index("@"), number) for number, row in enumerate(picture) if "@" in row)
        seen = {
            (column - at[0] + x, number - at[1] + y)
            for number, row in enumerate(picture)
            for column, mark in enumerate(row)
            if mark in ".@"
        }
        assert seen == wanted, name


@pytest.mark.parametrize("language", LANGUAGES)
def test_wall_pictures_are_those_of_the_rules(language: str) -> None:
    block = next(block for block in blocks(language) if "#@#" in block)
    for rows, sujet, _ in WALL_PICTURES[:2]:
        for row in (*rows, *sujet):
            assert row in block


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_function_and_difference_is_named(language: str) -> None:
    found = text(language)
    game = joute.load_game("casus_belli")
    for name, function in game.api.functions.items():
        assert function.kind == "show" or f"`{name}" in found, name
    finale = joute.load_game("casus_belli", "finale").params
    for name, value in game.params.items():
        assert value == finale[name] or f"`{name}`" in found, name
