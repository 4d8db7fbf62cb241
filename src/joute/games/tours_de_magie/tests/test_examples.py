"""The worked examples of section 8 of the rules, each in both presets and on both backends."""

from __future__ import annotations

from typing import Any

import pytest

import joute
from joute.core.conformance.scenario import Backend, Scenario, interpreted, native, read
from joute.core.errors import ParamError

from .vocabulary import FOLDER, GAME, PRESETS, parse, play

EXAMPLES = read(FOLDER / "tests" / "examples.txt")
NAMES = [case.name for case in EXAMPLES]

BACKENDS = [
    pytest.param(interpreted, id="interpreted"),
    pytest.param(native, id="native"),
]


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("case", EXAMPLES, ids=NAMES)
def test_example(case: Scenario, preset: str, backend: Backend) -> None:
    play(case, preset, backend)


def test_examples_are_all_there() -> None:
    numbers = sorted({int(name[1:3]) for name in NAMES})
    assert numbers == [*range(1, 39), *range(40, 44)]  # 39 is about parameters alone


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize(
    ("name", "overrides"),
    [
        ("NB_JOUEURS", {"NB_JOUEURS": 3}),
        ("TAILLE_TERRAIN", {"TAILLE_TERRAIN": 30}),
        ("TAILLE_TERRAIN", {"TAILLE_TERRAIN": 1}),
        ("BASES", {"BASES": ["NW", "NE", "SE", "SE"]}),
        ("REVENU_SORCIER", {"REVENU_SORCIER": 2}),
    ],
)
def test_example_e39_refused(preset: str, name: str, overrides: dict[str, Any]) -> None:
    with pytest.raises(ParamError, match=name):
        joute.load_game(GAME, preset, **overrides)


def test_example_e39_a_size_refused_by_the_reach_of_bases() -> None:
    assert joute.load_game(GAME, "sujet", TAILLE_TERRAIN=7).params["TAILLE_TERRAIN"] == 7
    with pytest.raises(ParamError, match=r"CONSTRUCTION_TOURELLE: found 3, expected less than 3 .* = 7 when"):
        joute.load_game(GAME, "finale", TAILLE_TERRAIN=7)


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("overrides", [{"TAILLE_TERRAIN": 9}, {"TAILLE_TERRAIN": 7, "CONSTRUCTION_TOURELLE": 2}])
def test_example_e39_accepted(preset: str, overrides: dict[str, Any]) -> None:
    table = joute.Table(joute.load_game(GAME, preset, **overrides))
    table.end_phase()
    assert table.turn.callback == "phase_construction"


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("P0 creer(11) = OK", r"scenario:2: E00 \[sujet\]: P0 creer\(11\) = OK: found 7, expected <Erreur.OK: 0>"),
        ("P0 constructible((1,1),1) = 1", "found True, expected 1"),
        ("then scores 0 0 0 1", r"found \[0, 0, 0, 0\], expected \[0, 0, 0, 1\]"),
        ("then sum(groups.sorciers) = 1", "found 0, expected 1"),
        ("P0 MAX_TOUR = 7", "found 100, expected 7"),
        ("then rounds 0", "expected"),
    ],
)
def test_notation_tells_a_wrong_line(line: str, message: str) -> None:
    with pytest.raises(AssertionError, match=message):
        play(parse(f"case E00 wrong\n{line}"), "sujet")
