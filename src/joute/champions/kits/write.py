"""Kits: what a contestant starts from, in each language. A game's own starters are in its folder, under `kits/`."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from pathlib import Path

from joute.champions.errors import ChampionError
from joute.champions.languages import java_api, javascript_api, python_api
from joute.champions.languages.french import spoken
from joute.core.game import Game

Kit = Callable[[Game, str], dict[str, str]]
"""The files of a kit by name, from the game and the language of its documentation, `fr` or `en`."""
BOARD, README = "board.txt", "README.md"


def python_kit(game: Game, doc: str) -> dict[str, str]:
    """A Python file, and a stub of the API for editors."""
    return _started(game, "python", doc, {"champion.py": python_api.starter(game, doc)}) | {
        "api.pyi": python_api.stub(game, doc)
    }


def javascript_kit(game: Game, doc: str) -> dict[str, str]:
    """A file for node, and the module it requires."""
    files = _started(game, "javascript", doc, {"champion.js": javascript_api.starter(game, doc)})
    return files | {"joute.js": javascript_api.library(game, doc)}


def java_kit(game: Game, doc: str) -> dict[str, str]:
    """A class, and the one it extends."""
    files = _started(game, "java", doc, {"Champion.java": java_api.starter(game, doc)})
    return files | {"Api.java": java_api.library(game, doc)}


def _native(language: str) -> Kit:
    """A kit of a language that is built into a library."""

    def kit(game: Game, doc: str) -> dict[str, str]:
        try:
            kits = import_module("joute.champions.kits.native")
        except ModuleNotFoundError:
            raise ChampionError(f"there is no kit for {language} in this version of joute") from None
        files: dict[str, str] = getattr(kits, language)(game, doc)
        return files

    return kit


KITS: dict[str, Kit] = {
    "python": python_kit,
    "c": _native("c"),
    "cxx": _native("cxx"),
    "ocaml": _native("ocaml"),
    "rust": _native("rust"),
    "javascript": javascript_kit,
    "java": java_kit,
}


def _started(game: Game, language: str, doc: str, plain: dict[str, str]) -> dict[str, str]:
    """The game's own starter in a language; without one, a champion that does nothing."""
    folder = Path(str(game.module("params").__file__)).parent / "kits" / language
    found = [path for path in sorted(folder.glob("*.*")) if path.is_file()]
    return {path.name: spoken(game, path.read_text(encoding="utf-8"), doc) for path in found} or plain


def kit_files(game: Game, language: str, doc: str) -> dict[str, str]:
    """All files of a kit: the starter, the API, a board and what to read first."""
    if language not in KITS:
        raise ChampionError(f"no kit for {language!r}; there are {', '.join(KITS)}")
    files = KITS[language](game, doc)
    board: str = game.boards.write(game.board(None, game.info.seats, 0))
    return {README: _readme(game, doc, files), BOARD: board} | files


def write_kit(game: Game, language: str, doc: str, folder: Path) -> list[str]:
    """Write a kit into a new or empty folder; the names of its files."""
    files = kit_files(game, language, doc)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if any(folder.iterdir()):
            raise ChampionError(f"{folder}: this folder is not empty; a kit goes into a new one")
        for name, text in files.items():
            (folder / name).write_text(text, encoding="utf-8")
    except FileExistsError:
        raise ChampionError(f"{folder}: there is a file of this name; a kit goes into a new folder") from None
    except OSError as fault:
        raise ChampionError(f"{folder}: cannot be written: {fault.strerror}") from None
    return sorted(files)


TEXTS = {
    "en": """# A champion for {game}

Your champion is `{entry}`; it plays already. {others}. Try it from this folder:

```
joute run {game} . {opponents} --board {board}
joute check . --game {game}
joute rules {game} --lang en
joute api {game} --lang en
```

To send it in, pack this folder into a `.zip` or `.tar.gz`.
""",
    "fr": """# Un champion pour {game}

Votre champion est `{entry}` ; il joue déjà. {others}. Essayez-le depuis ce dossier :

```
joute run {game} . {opponents} --board {board}
joute check . --game {game}
joute rules {game} --lang fr
joute api {game} --lang fr
```

Pour l'envoyer, mettez ce dossier dans un `.zip` ou un `.tar.gz`.
""",
}
BESIDE = {
    "en": ("{} documents the API", "{} document the API", " and "),
    "fr": ("{} documente l'API", "{} documentent l'API", " et "),
}


def _readme(game: Game, doc: str, files: dict[str, str]) -> str:
    entry = next(name for name in files if name.lower().startswith("champion") and not name.endswith(".toml"))
    others = [f"`{name}`" for name in files if name != entry and not name.endswith(".toml")]
    one, many, joint = BESIDE[doc]
    told = (one if len(others) == 1 else many).format(joint.join(others))
    opponents = " ".join(["random"] * (game.info.seats - 1))
    return TEXTS[doc].format(game=game.name, entry=entry, others=told, opponents=opponents, board=BOARD)
