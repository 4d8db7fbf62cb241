"""Finding champions: by path, or by the name of one that comes with the game."""

from __future__ import annotations

from hashlib import blake2b
from pathlib import Path

from joute.core.game import Game
from joute.match.referee import Player

from .errors import ChampionError
from .python import PythonChampion
from .simple import Idle, Random

ENTRIES = ("prologin.py", "Champion.py", "champion.py", "main.py")
"""The file a folder's champion starts from, the first that exists."""


def bundled(game: Game) -> dict[str, Path | None]:
    """The champions that come with a game, by name, with their files; those every game has are no files."""
    folder = Path(str(game.module("rules").__file__)).parent
    folder = folder if (folder / "champions").is_dir() else folder.parent
    own = {path.stem: path for path in sorted((folder / "champions").glob("*.py")) if path.stem != "__init__"}
    return {"idle": None, "random": None} | own


def find(game: Game, name: str, seed: int = 0) -> Player:
    """The champion a person named: a file, a folder, or a bundled name."""
    known = bundled(game)
    if name == "idle":
        return Idle()
    if name == "random":
        return Random(seed)
    if name in known:
        return _python(name, Path(str(known[name])))
    path = Path(name)
    if path.is_dir():
        return _python(name, _entry(path))
    if path.is_file():
        if path.suffix != ".py":
            raise ChampionError(f"{name}: a champion is a Python file (.py) or a folder with {' or '.join(ENTRIES)}")
        return _python(name, path)
    raise ChampionError(
        f"no champion {name!r}: there is no such file or folder, and {game.name} comes with {', '.join(known)}"
    )


def _entry(folder: Path) -> Path:
    for entry in ENTRIES:
        if (folder / entry).is_file():
            return folder / entry
    raise ChampionError(f"{folder}: no champion here; expected one of {', '.join(ENTRIES)}")


def _python(name: str, path: Path) -> PythonChampion:
    return PythonChampion(name, path, _digest(path))


def _digest(path: Path) -> str:
    """A hash of the champion's file, or of every Python file beside a folder's entry."""
    files = sorted(path.parent.rglob("*.py")) if path.name in ENTRIES else [path]
    digest = blake2b(digest_size=12)
    for file in files:
        digest.update(file.name.encode() + b"\0" + file.read_bytes() + b"\0")
    return digest.hexdigest()
