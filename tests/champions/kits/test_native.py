"""Kits for compiled languages: each builds as it is and plays a match; the API is documented in both languages."""

from __future__ import annotations

from pathlib import Path

import pytest

import joute
from joute.champions.kits.kit import starter_files, write_kit
from joute.champions.languages.registry import compiled
from joute.champions.players.simple import Idle
from joute.champions.sources.find import find
from joute.core.table import Table
from joute.match.referee import MatchResult, Referee
from joute.match.verdict import Verdict
from tests.champions import native_support

FIRST = "chartichaud"
GAMES = list(joute.game_names())
FAST = [(FIRST, language) for language in native_support.LANGUAGES] + [(name, "cxx") for name in GAMES if name != FIRST]
SLOW = [(name, language) for name in GAMES for language in native_support.LANGUAGES if (name, language) not in FAST]


def played(place: Path, name: str, language: str) -> tuple[MatchResult, Table]:
    game = joute.load_game(name).on()
    if language == "python":
        write_kit(game, language, "en", place)
        player = find(game, str(place))
    else:
        player = find(game, str(native_support.folder(place, game, language)))
    table = joute.Table(game)
    rest = [Idle() for _ in range(table.seats - 1)]
    return Referee(table, [player, *rest]).play(), table


@pytest.mark.parametrize(("name", "language"), [*FAST, *(pytest.param(*case, marks=pytest.mark.slow) for case in SLOW)])
def test_a_kit_plays_a_whole_match(tmp_path: Path, name: str, language: str) -> None:
    outcome, _ = played(tmp_path, name, language)
    assert outcome.void == ""
    assert outcome.reports[0].verdict == Verdict.OK, outcome.reports[0].faults
    assert outcome.result.over


STARTED = [FIRST, *(pytest.param(name, marks=pytest.mark.slow) for name in GAMES if name not in (FIRST, "toy"))]


@pytest.mark.parametrize("name", STARTED)
def test_the_starters_of_all_languages_win_the_same_match(tmp_path: Path, name: str) -> None:
    """Against champions that do nothing: first, and in the same state in every language, Python included."""
    ends = [played(tmp_path / language, name, language) for language in ("python", *native_support.LANGUAGES)]
    assert {outcome.result.winners for outcome, _ in ends} == {(0,)}
    assert len({table.digest for _, table in ends}) == 1


@pytest.mark.parametrize("language", native_support.LANGUAGES)
@pytest.mark.parametrize("name", GAMES)
def test_every_function_constant_and_callback_is_documented(name: str, language: str) -> None:
    game = joute.load_game(name)
    for doc in ("en", "fr"):
        kit = starter_files(game, language, doc)
        (header,) = (text for file, text in kit.items() if file.startswith("api."))
        flat = " ".join(header.replace("///", " ").replace("''", '"').split())
        for function in game.api.functions.values():
            assert function.name in header
            assert getattr(function.doc, doc) in flat
        for constant, value in game.constants.items():
            assert isinstance(value, str) or constant.lower() in header.lower()
        for phase in game.phases:
            assert any(phase.callback in text for file, text in kit.items() if file.startswith("champion."))


def test_there_is_a_kit_for_every_compiled_language() -> None:
    assert tuple(language.name for language in compiled()) == native_support.LANGUAGES
