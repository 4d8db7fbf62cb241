"""The rules as players read them: complete, and with figures that are what the game draws."""

from __future__ import annotations

from pathlib import Path

import pytest

import joute

from .positions import ERRORS, GAME, arranged
from .test_scene import INNER, OUTER, P, Q, R, S, drawn

FOLDER = Path(__file__).parents[1]
DOCUMENTS = ("RULES.en.md", "RULES.fr.md")
BOARD_ERRORS = (
    "carte_illisible depart_illisible depart_hors_carte depart_hors_coin departs_confondus ligne_manquante "
    "ligne_longueur case_inconnue contenu_en_trop"
)


@pytest.mark.parametrize("name", DOCUMENTS)
def test_every_action_answer_and_error_is_explained(name: str) -> None:
    text = (FOLDER / name).read_text(encoding="utf-8")
    functions = joute.load_game(GAME).api.functions.values()
    wanted = [f"`{function.name}(" for function in functions if function.kind in ("action", "undo")]
    wanted += [f"`{function.name}`" for function in functions if function.name.startswith("hist_")]
    wanted += [f"`{error}`" for error in (*ERRORS, *BOARD_ERRORS.split())]
    assert [word for word in wanted if word not in text] == []


@pytest.mark.parametrize("name", DOCUMENTS)
def test_figures_are_what_the_game_draws(name: str) -> None:
    text = (FOLDER / name).read_text(encoding="utf-8")
    nested = arranged("finale", (9, 9), dict.fromkeys([P, Q, R, S], "J0"), [*OUTER, *INNER], TAILLE_TERRAIN=10)
    over = arranged(
        "finale", (9, 9), {(2, 5): "J0", (5, 5): "neutral", (8, 5): "J0"}, [((2, 5), (8, 5))], TAILLE_TERRAIN=10
    )
    for row in (*drawn(nested)[7:14], drawn(over)[11]):
        assert f"\n  {row}" in text
    assert [field["twice_area"] for field in nested.scene()["fields"]] == [36, 24, 6, 6]
    for number in ("36", "24", "72"):
        assert f" {number}\n" in text
