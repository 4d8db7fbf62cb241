"""`champion.toml`: what a champion's folder declares about itself, which comes before anything that is detected."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec

from joute.champions.errors import ChampionError
from joute.champions.languages.registry import languages
from joute.core.text import Text, located
from joute.core.toml_file import read_toml

FILE = "champion.toml"
OTHER = "other"
"""A language that only its `run` command knows."""
TOML_MOST = 1 << 16
"""How many bytes the file may have."""
NAME_MOST = 200
"""How many characters the name of a source may have."""
EXPECTED = {
    "language": "one of {languages}",
    "build": 'a command, for instance "make" or ["make", "-s"]',
    "run": 'a command, for instance "node champion.js"',
    "sources": 'a list of files, the one to start from first, for instance ["champion.py"]',
    "game": "the game it plays, by name",
}


class Manifest(msgspec.Struct, frozen=True):
    """The content of `champion.toml`; every key may be left out."""

    language: str | None = None
    build: tuple[str, ...] | None = None
    run: tuple[str, ...] | None = None
    sources: tuple[str, ...] = ()
    game: str | None = None


def known_languages() -> tuple[str, ...]:
    """What `language` may be."""
    return (*languages(), OTHER)


def game_of(champion: Path) -> str | None:
    """The game that a champion's folder says it plays; of a file, the folder in which it lies."""
    manifest = manifest_of(champion if champion.is_dir() else champion.parent)
    return None if manifest is None else manifest.game


def manifest_of(folder: Path) -> Manifest | None:
    """The manifest of a folder, None where there is none; one that is wrong is refused, by key and with the remedy."""
    path = folder / FILE
    if not path.is_file():
        return None
    try:
        return _manifest(folder, read_toml(path, TOML_MOST))
    except ValueError as error:
        raise ChampionError(located(path, error)) from None


def _manifest(folder: Path, table: dict[str, Any]) -> Manifest:
    unknown = [key for key in table if key not in EXPECTED]
    if unknown:
        raise ValueError(
            Text(
                f"unknown key {unknown[0]!r:.100}; there are {', '.join(EXPECTED)}",
                f"clé inconnue {unknown[0]!r:.100} ; il y a {', '.join(EXPECTED)}",
            )
        )
    language = table.get("language")
    if "language" in table and language not in known_languages():
        raise ValueError(_wrong("language", language))
    sources = table.get("sources", [])
    if not isinstance(sources, list) or not all(isinstance(name, str) and name for name in sources):
        raise ValueError(_wrong("sources", sources))
    for name in sources:
        _require_inside(folder, name)
    game = table.get("game")
    if not isinstance(game, str | None):
        raise ValueError(_wrong("game", game))
    manifest = Manifest(language, _command(table, "build"), _command(table, "run"), tuple(sources), game)
    if manifest.language == OTHER and manifest.run is None:
        raise ValueError('language = "other" needs the key run: ' + EXPECTED["run"])
    return manifest


def _command(table: dict[str, Any], key: str) -> tuple[str, ...] | None:
    """A command as a string, split as a shell would but run without one, or as a list of strings."""
    if key not in table:
        return None
    value = table[key]
    if isinstance(value, str):
        try:
            from shlex import split

            value = split(value)
        except ValueError as error:
            raise ValueError(f"{_wrong(key, value)} ({error})") from None
    if not isinstance(value, list) or not value or not all(isinstance(part, str) for part in value) or not value[0]:
        raise ValueError(_wrong(key, table[key]))
    if any("\0" in part for part in value):
        raise ValueError(_wrong(key, table[key]))
    return tuple(value)


def _require_inside(folder: Path, name: str) -> None:
    """A source is a file of the folder."""
    path = Path(name)
    if len(name) > NAME_MOST:
        raise ValueError(
            Text(
                f"sources: {name[:NAME_MOST]!r}… has more than {NAME_MOST} characters",
                f"sources : {name[:NAME_MOST]!r}… a plus de {NAME_MOST} caractères",
            )
        )
    if "\0" in name or path.is_absolute() or ".." in path.parts:
        raise ValueError(
            Text(
                f"sources: {name!r} must be a path inside the folder",
                f"sources : {name!r} doit être un chemin dans le dossier",
            )
        )
    try:
        there = (folder / path).is_file()
    except OSError:  # a name that no file of this system can have
        there = False
    if not there:
        raise ValueError(
            Text(
                f"sources: there is no file {name!r} in this folder",
                f"sources : il n'y a pas de fichier {name!r} dans ce dossier",
            )
        )


def _wrong(key: str, value: Any) -> str:
    expected = EXPECTED[key].format(languages=", ".join(known_languages()))
    return f"{key}: found {str(value)!r:.100}, expected {expected}"
