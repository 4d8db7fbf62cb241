"""The champions that come with the game: they play without a fault, and as well as they should."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import joute
from joute.champions.sources.find import find
from joute.match.referee import Referee
from joute.match.verdict import Verdict

from .positions import GAME

OWN = ("warden", "weaver")
MAPS = {path.stem: path for path in (Path(__file__).parents[1] / "maps").glob("*.txt")}


def match(preset: str, names: tuple[str, str], seed: int, board: str | None = None, **params: Any) -> tuple[int, ...]:
    """The scores of a match in which nobody failed."""
    game = joute.load_game(GAME, preset, **params).native()
    table = joute.Table(game, board, seed=seed)
    outcome = Referee(table, [find(game, name, seed) for name in names]).play()
    assert outcome.void == ""
    assert [report.verdict for report in outcome.reports] == [Verdict.OK, Verdict.OK]
    return outcome.result.scores


def wins(preset: str, name: str, other: str, seeds: range) -> int:
    """How many seeded matches a champion wins; seats alternate."""
    won = 0
    for seed in seeds:
        own = seed % 2
        scores = match(preset, (other, name) if own else (name, other), seed)
        won += scores[own] > scores[1 - own]
    return won


@pytest.mark.parametrize("preset", ["sujet", "finale"])
def test_warden_beats_random(preset: str) -> None:
    assert wins(preset, "warden", "random", range(2)) == 2


@pytest.mark.parametrize("preset", ["sujet", "finale"])
def test_warden_beats_weaver(preset: str) -> None:
    assert wins(preset, "warden", "weaver", range(1, 2)) == 1


def test_weaver_beats_random_and_idle() -> None:
    assert wins("finale", "weaver", "random", range(2)) == 2
    assert wins("finale", "weaver", "idle", range(2)) == 2


@pytest.mark.slow
@pytest.mark.parametrize("preset", ["sujet", "finale"])
def test_warden_beats_random_98_times_of_100(preset: str) -> None:
    assert wins(preset, "warden", "random", range(100)) >= 98


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(MAPS))
def test_champions_play_on_every_map(name: str) -> None:
    preset = "sujet" if name.endswith("-40") else "finale"
    board = MAPS[name].read_text(encoding="utf-8")
    first, second = match(preset, OWN, 0, board)
    assert first > second
    second, first = match(preset, (OWN[1], OWN[0]), 0, board)
    assert first > second


@pytest.mark.parametrize("names", [OWN, (OWN[1], OWN[0])])
@pytest.mark.parametrize(
    "params",
    [
        {"TAILLE_TERRAIN": 2},
        {"TAILLE_TERRAIN": 6, "GAIN_TURBO": 0},
        {"TAILLE_TERRAIN": 9, "COUT_VIRUS": 3, "COUT_LIEN": 0, "COUT_TURBO": 0},
        {"TAILLE_TERRAIN": 9, "NB_POINTS_DEPLACEMENT": 0, "GAIN_TURBO": 40},
        {"TAILLE_TERRAIN": 9, "COUT_BOUCLIER": 0, "SURCOUT_BOUCLIER": 0, "POINTS_CHAMP": 0, "PREMIER_JOUEUR": 0},
    ],
)
def test_champions_stand_odd_parameters(names: tuple[str, str], params: dict[str, int]) -> None:
    assert min(match("finale", names, 1, NB_TOURS=12, **params)) >= 0


def test_champions_stand_an_empty_map() -> None:
    board = "0 0\n1 1\n..\n..\n"
    assert match("finale", ("warden", "weaver"), 0, board, TAILLE_TERRAIN=2, NB_TOURS=3) == (0, 0)
