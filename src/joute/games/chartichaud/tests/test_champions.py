"""The bundled champions: as strong as they are said to be, from both seats, and never at fault."""

from __future__ import annotations

from pathlib import Path

import pytest

from joute import Table, load_game
from joute.champions.sources.find import find
from joute.match.referee import Referee
from joute.match.verdict import Verdict

MAPS = Path(__file__).parents[1] / "maps"


def wins(first: str, second: str, seeds: range, preset: str = "sujet") -> tuple[int, int]:
    """How many matches each of two champions wins over some seeds, each played from both seats."""
    game = load_game("chartichaud", preset).native()
    won = [0, 0]
    for seed in seeds:
        for swapped in (False, True):
            names = (second, first) if swapped else (first, second)
            table = Table(game, seed=seed)
            outcome = Referee(table, [find(game, name, seed) for name in names]).play()
            assert [report.verdict for report in outcome.reports] == [Verdict.OK, Verdict.OK]
            for seat in outcome.result.winners if len(outcome.result.winners) == 1 else ():
                won[seat ^ swapped] += 1
    return won[0], won[1]


@pytest.mark.parametrize("preset", ["sujet", "original"])
def test_settler_beats_random(preset: str) -> None:
    assert wins("settler", "random", range(3), preset) == (6, 0)


def test_raider_beats_random() -> None:
    assert wins("raider", "random", range(3)) == (6, 0)


@pytest.mark.slow
def test_settler_beats_random_in_95_of_100() -> None:
    assert wins("settler", "random", range(50))[0] >= 95


@pytest.mark.slow
def test_raider_and_settler_are_a_match_for_each_other() -> None:
    raider, settler = wins("raider", "settler", range(10))
    assert raider + settler == 20
    assert min(raider, settler) >= 3


@pytest.mark.parametrize("name", ["duel", "classic", "river", "garrison", "gold_rush"])
def test_champions_play_every_map(name: str) -> None:
    game = load_game("chartichaud", max_turns=40)
    text = (MAPS / f"{name}.txt").read_text(encoding="utf-8")
    outcome = Referee(Table(game, text), [find(game, "settler"), find(game, "raider")]).play()
    assert [report.verdict for report in outcome.reports] == [Verdict.OK, Verdict.OK]
    assert outcome.result.over
