"""What tests of compiled champions share: folders made of a kit and a text, a seat that answers by a script."""

from __future__ import annotations

import shutil
import tempfile
from array import array
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

import joute
from joute.champions.building.library import build
from joute.champions.kits.kit import starter_files
from joute.champions.languages.registry import languages
from joute.champions.players.native import NativeChampion
from joute.core.backends import exchange
from joute.core.backends.seat import NativeSeat
from joute.core.game import Game
from joute.core.table import Table

LANGUAGES = ("c", "cxx", "ocaml", "rust")
ENTRY = {"c": "champion.c", "cxx": "champion.cc", "ocaml": "champion.ml", "rust": "champion.rs"}
OPENING = {
    "c": '#include "api.h"\n#include <stdlib.h>\n#include <string.h>\n#include <stdio.h>\n',
    "cxx": '#include "api.hh"\n#include <stdexcept>\n#include <new>\n',
    "ocaml": "open Api\n",
    "rust": "use crate::api::*;\n",
}


def need(language: str) -> None:
    """Skip where a compiler is missing, and say what brings it."""
    library = languages()[language].library
    assert library is not None
    if library.tools.missing:
        pytest.skip(f"{' and '.join(library.tools.missing)} missing: {library.tools.install}")


def folder(place: Path, game: Game, language: str, text: str | None = None) -> Path:
    """A champion's folder: the kit, with another text where there is one."""
    need(language)
    place.mkdir(parents=True, exist_ok=True)
    for name, content in starter_files(game, language, "en").items():
        (place / name).write_text(content)
    if text is not None:
        (place / ENTRY[language]).write_text(OPENING[language] + text)
    return place


def champion(place: Path, game: Game, language: str, text: str | None = None) -> NativeChampion:
    """The champion of such a folder, in this process."""
    return built(folder(place, game, language, text), game)


def built(place: Path, game: Game, settings: Mapping[str, Any] | None = None) -> NativeChampion:
    """The champion of a folder, in this process; from a copy of its library, which shares variables with no other."""
    copy = Path(tempfile.mkdtemp(dir=place.parent), "champion.so")
    shutil.copyfile(build(place, game, settings), copy)
    return NativeChampion(place.name, copy, "digest")


class Scripted:
    """A seat that notes every call and answers by a script."""

    def __init__(self, game: Game, answers: dict[str, Any]) -> None:
        self.game = game
        self.answers = answers
        self.calls: list[tuple[Any, ...]] = []

    def call(self, name: str, *values: Any) -> Any:
        self.calls.append((name, *values))
        return self.answers.get(name, 0)


def native(name: str, **overrides: Any) -> Game:
    """A game on its library; skips where there is none and none can be built."""
    game = joute.load_game(name, **overrides)
    if game.on().backend != "native":
        pytest.importorskip("numba")
    return game.on("native")


class View:
    """A table of one view, as a host has it, on which seats in compiled code can sit."""

    def __init__(self, table: Table, seat: int) -> None:
        self.game = table.game
        self.world = table.view(seat)
        self.seats = table.seats


def native_seat(table: Table, index: int) -> NativeSeat:
    """A seat in compiled code at what a seat of a table may know now."""
    return NativeSeat(View(table, index), index, memoryview(array("q", bytes(8 * exchange.words(table.game)))))
