"""What a game's folder holds besides code: boards by name, and the rules for people to read."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from .errors import BoardError
from .registry import GAMES, game_info

if TYPE_CHECKING:
    from .game import Game

BOARD_SUFFIX = ".txt"
LANGUAGES = ("fr", "en")


def game_folder(name: str) -> Path:
    """The folder of a game, without loading its rules."""
    game_info(name)
    return Path(import_module(f"{GAMES}.{name}").__path__[0])


def board_names(game: Game) -> list[str]:
    """The boards that come with a game: its maps, then those that it makes from seeds of its choice."""
    return [*_maps(game), *game.boards.seeds]


def boards_in_words(game: Game) -> str:
    """The names of these boards, for a message."""
    return ", ".join(filter(None, [*_maps(game), game.boards.series])) or "none"


def bundled_board(game: Game, name: str) -> str:
    """The text of a board that comes with a game."""
    if name in game.boards.seeds:
        return game.boards.write(game.boards.generate(game.params, game.info.seats, game.boards.seeds[name]))
    return _maps(game)[name].read_text(encoding="utf-8")


def fitting_boards(game: Game, seats: int) -> dict[str, str]:
    """The boards that come with a game and go with its parameters as they are: their texts by name."""
    texts = {name: bundled_board(game, name) for name in board_names(game)}
    return {name: text for name, text in texts.items() if _fits(game, text, seats)}


def _fits(game: Game, text: str, seats: int) -> bool:
    try:
        game.board(text, seats, 0)
    except BoardError:
        return False
    return True


def _maps(game: Game) -> dict[str, Path]:
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
