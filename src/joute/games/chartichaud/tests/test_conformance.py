"""The conformance suite on both presets, interpreted and native."""

from __future__ import annotations

from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

import pytest

from joute.core.conformance import Check, parameters
from joute.core.registry import load_game

UNDER_WAY = """\
chartichaud-map 1
size 3 4
gold A 40
score B 7
turn 3
grid
9+A2C1M . 4 .
. A1C1B . B2M
. 25 B1C1B .
end
"""


def fog() -> Any:
    """The module beside this one that knows what a player may not know."""
    spec = spec_from_file_location("chartichaud_fog", Path(__file__).parent / "fog.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


SUJET = load_game("chartichaud")
ORIGINAL = load_game("chartichaud", "original", max_turns=60)
scramble = fog().scramble


@pytest.mark.parametrize(**parameters(SUJET, scramble=scramble, parts=["interpreted"]))
def test_sujet_conforms(check: Check) -> None:
    check()


@pytest.mark.parametrize(
    **parameters(ORIGINAL, boards=[UNDER_WAY], seeds=[3], phases=30, scramble=scramble, parts=["interpreted"])
)
def test_original_conforms_on_a_position_under_way(check: Check) -> None:
    check()


@pytest.mark.parametrize(**parameters(SUJET, boards=[None, UNDER_WAY], scramble=scramble, parts=["native"]))
def test_native_sujet_conforms(check: Check) -> None:
    check()


@pytest.mark.slow
@pytest.mark.parametrize(**parameters(ORIGINAL, boards=[UNDER_WAY], scramble=scramble, parts=["bounds"]))
def test_original_with_checked_indices_conforms(check: Check) -> None:
    check()
