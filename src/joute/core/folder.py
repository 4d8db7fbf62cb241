"""What a game's folder holds besides code: boards by name, and the rules for people to read."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from .registry import GAMES, game_info

if TYPE_CHECKING:
    from .game import Game

BOARD_SUFFIX = ".txt"
LANGUAGES = ("fr", "en")


def game_folder(name: str) -> Path:
    """The folder of a game, without loading its rules."""
    game_info(name)
    return Path(import_module(f"{GAMES}.{name}").__path__[0])


def bundled_boards(game: Game) -> dict[str, Path]:
    """The maps that come with a game, by name."""
    folder = game_folder(game.name) / "maps"
    return {path.stem: path for path in sorted(folder.glob(f"*{BOARD_SUFFIX}"))}


def rules_file(name: str, lang: str) -> tuple[Path, str] | None:
    """The rules in a language, or in the other one where there is only that, and which it is; None: there are none."""
    folder = game_folder(name)
    for language in (lang, *(other for other in LANGUAGES if other != lang)):
        path = folder / f"RULES.{language}.md"
        if path.is_file():
            return path, language
    return None
