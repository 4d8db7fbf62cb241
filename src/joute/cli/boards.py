"""Where boards come from: files, and the maps in a game's folder."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from joute.core.text import Text, located

from .exits import Exit, Stop

if TYPE_CHECKING:
    from joute.core.game import Game

COMMENT = "#"


def board_text(game: Game, name: str) -> str:
    """The text of the board a person named: one that comes with the game, or a file."""
    from joute.core.folder import board_names, boards_in_words, bundled_board

    if name in board_names(game):
        return bundled_board(game, name)
    path = Path(name)
    if not path.exists():
        have = boards_in_words(game)
        raise Stop(
            Exit.NOT_LOADED,
            Text(
                f"no board {name!r}: there is no such file, and {game.name} comes with {have}",
                f"pas de carte {name!r} : ce fichier n'existe pas, et {game.name} vient avec {have}",
            ),
        )
    return file_text(game, path)


def file_text(game: Game, path: Path) -> str:
    """The text of a board file; a game may have a code of its own for one that cannot be read."""
    code = f"{game.boards.unreadable}: " if game.boards.unreadable else ""
    try:
        return path.read_text(encoding="utf-8")
    except OSError as error:
        raise Stop(
            Exit.NOT_LOADED,
            Text(
                f"{path}: {code}cannot be read: {error.strerror}",
                f"{path} : {code}lecture impossible : {error.strerror}",
            ),
        ) from error
    except UnicodeDecodeError as error:
        raise Stop(
            Exit.NOT_LOADED,
            Text(
                f"{path}: {code}this is not UTF-8 text (byte {error.start})",
                f"{path} : {code}ce n'est pas du texte UTF-8 (octet {error.start})",
            ),
        ) from error


def require_board(game: Game, name: str, text: str, seats: int, seed: int) -> None:
    """Read a board before anything is played; an error names it."""
    from joute.core.errors import BoardError

    try:
        game.board(text, seats, seed)
    except BoardError as error:
        raise Stop(Exit.NOT_LOADED, located(name, error)) from error


def on_board(game: Game, name: str | None, seats: int, seed: int) -> tuple[Game, str | None]:
    """A game as the board that a person named asks for it, and the text of the board; without a name, as it is."""
    if name is None:
        return game, None
    text = board_text(game, name)
    fitted = game.fitted(text)
    require_board(fitted, name, text, seats, seed)
    return fitted, text


def first_comment(text: str) -> str:
    """What a map says of itself: its first comment line."""
    for line in text.splitlines():
        if line.lstrip().startswith(COMMENT):
            return line.lstrip(f" \t{COMMENT}").strip()
    return ""
