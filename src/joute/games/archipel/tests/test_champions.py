"""The champions that come with the game: what they do, and how well."""

from __future__ import annotations

from pathlib import Path

import pytest

import joute
from joute.champions.sources.find import bundled, find
from joute.match.referee import Referee
from joute.match.verdict import Verdict

from .vocabulary import FOLDER, GAME


def play(preset: str, names: tuple[str, str], seed: int, **params: int) -> list[int]:
    """The scores of a match on the board of a seed; nobody may fail."""
    game = joute.load_game(GAME, preset, **params).native()
    outcome = Referee(joute.Table(game, seed=seed), [find(game, name, seed) for name in names]).play()
    assert outcome.void == ""
    assert [report.verdict for report in outcome.reports] == [Verdict.OK, Verdict.OK]
    return list(outcome.result.scores)


def wins(preset: str, name: str, other: str, seeds: range, **params: int) -> int:
    """How many matches the first champion wins, one on each seat for each seed."""
    count = 0
    for seed in seeds:
        own, theirs = play(preset, (name, other), seed, **params)
        count += own > theirs
        theirs, own = play(preset, (other, name), seed, **params)
        count += own > theirs
    return count


def test_the_champions_of_this_game() -> None:
    assert list(bundled(joute.load_game(GAME))) == ["idle", "random", "admiral", "corsair", "settler"]


@pytest.mark.parametrize("preset", ["sujet", "finale"])
def test_corsair_beats_random(preset: str) -> None:
    assert wins(preset, "corsair", "random", range(1000, 1002), FIN_PARTIE=100) == 4


@pytest.mark.parametrize("preset", ["sujet", "finale"])
def test_corsair_beats_settler(preset: str) -> None:
    assert wins(preset, "corsair", "settler", range(1), FIN_PARTIE=60) == 2


@pytest.mark.parametrize("preset", ["sujet", "finale"])
def test_settler_beats_idle_and_random(preset: str) -> None:
    assert wins(preset, "settler", "random", range(1), FIN_PARTIE=100) == 2
    assert wins(preset, "settler", "idle", range(1), FIN_PARTIE=50) == 2


@pytest.mark.parametrize("name", ["admiral", "corsair", "settler"])
@pytest.mark.parametrize(
    "params",
    [
        {"TAILLE_TERRAIN": 2},
        {"TAILLE_TERRAIN": 12, "LIMITE_BATEAUX": 0},
        {"TAILLE_TERRAIN": 12, "OR_INITIAL": 0, "REVENU_ILE": 0},
        {"TAILLE_TERRAIN": 12, "GALION_COUT": 0, "CARAVELLE_COUT": 0, "LIMITE_BATEAUX": 30},
        {"TAILLE_TERRAIN": 12, "TRANSPORTEURS": []},
        {"TAILLE_TERRAIN": 12, "PREMIER_JOUEUR": 0},
    ],
)
def test_champions_survive_odd_parameters(name: str, params: dict[str, int]) -> None:
    play("sujet", (name, "random"), 1, FIN_PARTIE=30, **params)


@pytest.mark.slow
@pytest.mark.parametrize("preset", ["sujet", "finale"])
def test_corsair_beats_random_in_98_of_100_matches(preset: str) -> None:
    assert wins(preset, "corsair", "random", range(50)) >= 98


@pytest.mark.parametrize("document", ["RULES.en.md", "RULES.fr.md"])
def test_the_champion_of_the_rules_plays(document: str, tmp_path: Path) -> None:
    text = (FOLDER / document).read_text(encoding="utf-8")
    champion = tmp_path / "champion.py"
    champion.write_text(text.split("```python\n")[1].split("```")[0], encoding="utf-8")
    own, idle = play("sujet", (str(champion), "idle"), 3, FIN_PARTIE=30)
    assert own > idle
