"""The constants that a champion brings with it, as folders of the old contests do, compared with those of a match."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import NamedTuple

from joute.champions.errors import ChampionError
from joute.champions.languages.api.prose import MARK
from joute.champions.languages.registry import languages
from joute.champions.sources.recipe import Recipe, files_of, is_archive, recipe_of
from joute.core.game import Game
from joute.core.registry import settled_game
from joute.core.text import Text

STEMS = ("api", "prologin", "interface", "constante", "constantes", "constants")
"""The names of the files in which contests gave out their API, in any case."""
FILE_MOST = 2**18
"""No such file has more bytes."""


class OtherConstants(NamedTuple):
    """A file of a champion that was made for other constants than those of a game."""

    file: str
    differing: dict[str, tuple[int, int]]
    """By name, the number that the file has and that of the game."""
    preset: str | None
    """The preset that has all constants of the file, if there is one."""

    def sentence(self, game: Game) -> Text:
        (name, (own, ours)), *more = self.differing.items()
        preset = f"«{game.preset}»"
        whose = Text("this match", "ce match") if game.overrides else Text(preset, f"« {game.preset} »")
        rest = Text(f" (and {len(more)} more)", f" (et {len(more)} de plus)") if more else Text("", "")
        return Text(
            f"its own {self.file} says {name} {own}, {whose} has {ours}{rest}",
            f"son propre {self.file} dit {name} {own}, {whose:fr} a {ours}{rest:fr}",
        )


def other_constants(game: Game, champion: Path) -> OtherConstants | None:
    """The first file of a champion that was made for other constants than those of a game. None is run, and a champion
    that cannot be read has none."""
    with suppress(ChampionError, OSError, ValueError, RecursionError), ExitStack() as stack:
        if is_archive(champion):
            from joute.champions.sources.archive import Unpacked

            unpacked = Unpacked(champion)
            stack.callback(unpacked.close)
            champion = unpacked.folder
        for file, constants in _declared(recipe_of(champion)):
            differing = _differing(game, constants)
            if differing:
                return OtherConstants(file, differing, _fitting(game, constants))
    return None


def _declared(recipe: Recipe) -> Iterator[tuple[str, dict[str, int]]]:
    """The files of an API that a champion brings, each with its constants. Those of a kit get the constants of the
    match when they are built."""
    language = languages().get(recipe.language)
    if language is None or language.constants is None:
        return
    for file in files_of(recipe):
        path = recipe.folder / file
        known = path.stem.lower() in STEMS and path.suffix in language.constants.suffixes
        if known and path.stat().st_size <= FILE_MOST:
            text = path.read_bytes().decode("latin-1")
            if MARK not in text[:200]:
                yield file, language.constants.read(text)


def _differing(game: Game, constants: dict[str, int]) -> dict[str, tuple[int, int]]:
    ours = {name: int(value) for name, value in game.constants.items() if isinstance(value, int)}
    return {name: (own, ours[name]) for name, own in constants.items() if own != ours.get(name, own)}


def _fitting(game: Game, constants: dict[str, int]) -> str | None:
    """The first preset that has these constants where no parameter is set; its own first."""
    presets = (settled_game(game.name, preset, {}) for preset in (game.preset, *game.parameters.presets))
    return next((fitting.preset for fitting in presets if not _differing(fitting, constants)), None)
