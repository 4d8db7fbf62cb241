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
    folder = Path(str(game.module("params").__file__)).parent / "champions"
    own = {path.stem: path for path in sorted(folder.glob("*.py")) if path.stem != "__init__"}
    return {"idle": None, "random": None} | own


def find(game: Game, name: str, seed: int = 0) -> Player:
    """The champion a person named: a file, a folder, or a bundled name."""
    known = bundled(game)
    if name == "idle":
        return Idle()
    if name == "random":
        return Random(seed)
    try:
        if name in known:
            return _of_file(name, Path(str(known[name])))
        return _of_path(game, name, Path(name))
    except (OSError, ValueError) as fault:
        if isinstance(fault, ChampionError):
            raise
        raise ChampionError(f"{name}: cannot be read: {fault}") from None


def _of_path(game: Game, name: str, path: Path) -> Player:
    if name and path.is_dir():
        return PythonChampion(name, _entry(path), _digest(path, _sources(path)))
    if path.is_file():
        if path.suffix != ".py":
            raise ChampionError(f"{name}: a champion is a Python file (.py) or a folder with {' or '.join(ENTRIES)}")
        return _of_file(name, path)
    raise ChampionError(
        f"no champion {name!r}: there is no such file or folder, and {game.name} comes with {', '.join(bundled(game))}"
    )


def _of_file(name: str, path: Path) -> Player:
    return PythonChampion(name, path, _digest(path.parent, [path]))


def _entry(folder: Path) -> Path:
    for entry in ENTRIES:
        if (folder / entry).is_file():
            return folder / entry
    raise ChampionError(f"{folder}: no champion here; expected one of {', '.join(ENTRIES)}")


def _sources(folder: Path) -> list[Path]:
    """The Python files of a folder and of those in it, but hidden ones."""
    found = [path for path in folder.rglob("*.py") if path.is_file()]
    return sorted(path for path in found if not any(part.startswith(".") for part in path.relative_to(folder).parts))


def _digest(folder: Path, files: list[Path]) -> str:
    """A hash of what a champion is: its files, with their places in its folder."""
    digest = blake2b(digest_size=12)
    for file in files:
        content = file.read_bytes()
        digest.update(f"{file.relative_to(folder).as_posix()}\0{len(content)}\0".encode("utf-8", "surrogateescape"))
        digest.update(content)
    return digest.hexdigest()
