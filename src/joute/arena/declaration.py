"""Files in which organisers declare tournaments and contests: reading them, and refusing what cannot be meant."""

from __future__ import annotations

import difflib
from pathlib import Path
from typing import Annotated, Any

import msgspec

from joute.champions.sandbox.limits import LEAST, LIMIT_MOST, Limits
from joute.core.errors import printable, shown
from joute.core.folder import board_names, boards_in_words, bundled_board
from joute.core.game import Game
from joute.core.text import Text, text_of
from joute.core.toml_file import read_toml

FILE_MOST = 1 << 20
GLOB = "*?["
Count = Annotated[int, msgspec.Meta(ge=1, le=1_000_000)]
Name = Annotated[str, msgspec.Meta(min_length=1, max_length=100, pattern=r"^[^\s\0](?:[^\0\n\r\t]*[^\s\0])?$")]


class DeclarationError(ValueError):
    """A declaration that cannot be used: the key, what was found, what was expected, and the remedy."""


class Boards(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`[boards]`: the boards of the legs, in turn; without any, the game makes a board from each seed."""

    names: tuple[str, ...] = ()
    files: tuple[str, ...] = ()
    generate: Annotated[int, msgspec.Meta(ge=0, le=10_000)] = 0


def read_table(path: Path) -> dict[str, Any]:
    try:
        return read_toml(path, FILE_MOST)
    except ValueError as error:
        raise DeclarationError(text_of(error)) from None


def require_known(table: dict[str, Any], kind: type[msgspec.Struct], where: str, *more: str) -> None:
    """Unknown keys are refused by name, with the nearest that is known."""
    known = (*kind.__struct_fields__, *more)
    for key in table:
        if key not in known:
            near = difflib.get_close_matches(key, known, 1)
            hint = (
                Text(f"did you mean {near[0]!r}?", f"vouliez-vous dire {near[0]!r} ?")
                if near
                else Text(f"there are {', '.join(known)}", f"il y a {', '.join(known)}")
            )
            raise DeclarationError(
                Text(
                    f"unknown key {shown(_at(where, key), 100)}; {hint}",
                    f"clé inconnue {shown(_at(where, key), 100)} ; {hint:fr}",
                )
            )


def _at(where: str, key: str) -> str:
    return f"{where}.{key}" if where else key


def converted(table: dict[str, Any], kind: type[Any], where: str) -> Any:
    try:
        return msgspec.convert(table, kind)
    except msgspec.ValidationError as error:
        message, _, path = printable(str(error)).partition(" - at `$")
        key = path.rstrip("`").lstrip(".")
        name = _at(where, key) if key else where
        raise DeclarationError(f"{name}: {message}" if name else message.replace("Object", "the file")) from None


def require_limits(limits: Limits) -> None:
    """Each limit is within its bounds."""
    for key, least in LEAST.items():
        value = getattr(limits, key)
        if value is not None and not least <= value <= LIMIT_MOST:
            raise DeclarationError(
                Text(
                    f"limits.{key}: found {value}, expected {least} to {LIMIT_MOST}",
                    f"limits.{key} : trouvé {value}, attendu {least} à {LIMIT_MOST}",
                )
            )


def matching(folder: Path, pattern: str, key: str) -> list[Path]:
    """The paths that match a pattern; raises DeclarationError if it is not a pattern."""
    try:
        return sorted(folder.glob(pattern))
    except (ValueError, NotImplementedError, OSError) as error:
        raise DeclarationError(
            Text(
                f"{key}: {shown(pattern)} is no pattern: {printable(str(error), 100)}",
                f"{key} : {shown(pattern)} n'est pas un motif : {printable(str(error), 100)}",
            )
        ) from None


def board_texts(folder: Path, game: Game, declared: Boards, seats: int) -> tuple[str, ...]:
    """The texts of the boards that are named, each tried once."""
    texts, known = [], board_names(game)
    for name in declared.names:
        if name not in known:
            have = boards_in_words(game)
            raise DeclarationError(
                Text(
                    f"boards.names: no board {shown(name)}; {game.name} comes with {have}",
                    f"boards.names : pas de carte {shown(name)} ; {game.name} vient avec {have}",
                )
            )
        texts.append((name, bundled_board(game, name)))
    for pattern in declared.files:
        many = any(mark in pattern for mark in GLOB)
        paths = matching(folder, pattern, "boards.files") if many else [folder / pattern]
        if not paths:
            raise DeclarationError(
                Text(
                    f"boards.files: no file matches {shown(pattern)}",
                    f"boards.files : aucun fichier ne répond à {shown(pattern)}",
                )
            )
        texts += [(str(path), _text(path)) for path in paths]
    for name, text in texts:
        try:
            fitted = game.fitted(text)
            fitted.new(fitted.board(text, seats, 0), seats, 0)
        except ValueError as error:
            raise DeclarationError(
                Text(f"boards: {printable(name)}: {error}", f"boards : {printable(name)} : {text_of(error):fr}")
            ) from None
    return tuple(text for _, text in texts)


def _text(path: Path) -> str:
    name = printable(str(path))
    try:
        return path.read_text(encoding="utf-8")
    except OSError as error:
        raise DeclarationError(
            Text(
                f"boards.files: {name}: cannot be read: {error.strerror}",
                f"boards.files : {name} : lecture impossible : {error.strerror}",
            )
        ) from None
    except UnicodeDecodeError:
        raise DeclarationError(
            Text(
                f"boards.files: {name}: this is not text in UTF-8",
                f"boards.files : {name} : ce n'est pas du texte en UTF-8",
            )
        ) from None
    except ValueError as error:
        raise DeclarationError(
            Text(
                f"boards.files: {name}: cannot be read: {error}",
                f"boards.files : {name} : lecture impossible : {error}",
            )
        ) from None
