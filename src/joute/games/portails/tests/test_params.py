"""Parameters and presets (rules, section 2)."""

from __future__ import annotations

from typing import Any

import pytest

import joute

from .positions import GAME, table_of

SUJET = (40, True, 100, 6, 42, 1, 1, 10, 4, 2, 0, 20, 6, 1, 4, 3, 5, 10, 1)
FINALE = (30, False, 100, 6, 42, 3, 2, 10, 5, 3, 1, -1, 6, 1, 6, 10, 0, 2, 1)


@pytest.mark.parametrize(("preset", "values"), [("sujet", SUJET), ("finale", FINALE), (None, SUJET)])
def test_2_presets(preset: str | None, values: tuple[Any, ...]) -> None:
    assert tuple(joute.load_game(GAME, preset).params.values()) == values


def test_2_constants_champions_see() -> None:
    game = joute.load_game(GAME, "finale")
    hidden = {"DEPARTS_EN_COIN", "PREMIER_JOUEUR"}
    shown = {name: value for name, value in game.params.items() if name not in hidden}
    assert game.constants == shown | {"POINTS_CAPTURE": 10}


@pytest.mark.parametrize(
    "given",
    [{"POINTS_CAPTURE": 7}, {"POINTS_CREATION_PORTAIL": 7}, {"POINTS_CAPTURE": 7, "POINTS_CREATION_PORTAIL": 7}],
)
def test_e43_one_reward_two_names(given: dict[str, int]) -> None:
    table = table_of("finale", [(10, 10), (14, 14)], [(10, 10)], **given)
    assert (table.game.constants["POINTS_CAPTURE"], table.game.constants["POINTS_CREATION_PORTAIL"]) == (7, 7)
    assert table.seat(0).call("capturer") == 0
    assert table.seat(0).call("score", 0) == 7


@pytest.mark.parametrize(
    ("overrides", "name"),
    [
        ({"POINTS_CAPTURE": 7, "POINTS_CREATION_PORTAIL": 8}, "POINTS_CREATION_PORTAIL"),
        ({"PREMIER_JOUEUR": -1}, "PREMIER_JOUEUR"),
        ({"PREMIER_JOUEUR": 2**31 - 1}, "PREMIER_JOUEUR"),
        ({"POINTS_CHAMP": 3}, "POINTS_CHAMP: found 3, expected an even"),
        ({"POINTS_CHAMP": True}, "POINTS_CHAMP"),
        ({"POINTS_CHAMP": -2}, "POINTS_CHAMP"),
        ({"TAILLE_TERRAIN": 1}, "TAILLE_TERRAIN"),
        ({"NB_TOURS": 0}, "NB_TOURS"),
        ({"NB_TOURS": 2**31}, "NB_TOURS"),
        ({"COUT_VIRUS": -2}, "COUT_VIRUS"),
        ({"COUT_LIEN": -1}, "COUT_LIEN"),
        ({"COUT_LIEN": 1.5}, "COUT_LIEN"),
        ({"COUT_LIEN": "2"}, "COUT_LIEN"),
        ({"DEPARTS_EN_COIN": 1}, "DEPARTS_EN_COIN"),
        ({"NB_POINTS_ACTION": 39}, "NB_POINTS_ACTION: found 39, expected at least 40"),
        ({"MAX_BOUCLIERS": 7}, "MAX_BOUCLIERS"),
        ({"NB_PORTAILS": 7}, "'NB_PORTAILS' does not exist"),
    ],
)
def test_2_bad_parameters_are_named(overrides: dict[str, Any], name: str) -> None:
    with pytest.raises(ValueError, match=name):
        joute.load_game(GAME, "finale", **overrides)


@pytest.mark.parametrize(
    "overrides",
    [
        {"PREMIER_JOUEUR": 2**31 - 2},
        {"NB_POINTS_ACTION": 40},
        {"COUT_VIRUS": 0},
        {"TAILLE_TERRAIN": 2},
        {"NB_TOURS": 1},
        {"POINTS_CHAMP": 0},
    ],
)
def test_2_extreme_parameters_are_accepted(overrides: dict[str, int]) -> None:
    params = joute.load_game(GAME, "finale", **overrides).params
    assert overrides.items() <= params.items()


def test_unknown_preset() -> None:
    with pytest.raises(ValueError, match="'final' does not exist; there are sujet, finale"):
        joute.load_game(GAME, "final")
