"""Kits: what a contestant starts from, in each language. A game's own starters are in its folder, under `kits/`."""

from __future__ import annotations

import gzip
import io
import json
import tarfile
from pathlib import Path

from joute.champions.errors import ChampionError
from joute.champions.languages.api.french import translated
from joute.champions.languages.api.reference import localized
from joute.champions.languages.registry import languages
from joute.champions.sources.manifest import FILE
from joute.core.game import Game
from joute.core.text import Text

BOARD, README, TESTS, LAUNCH = "board.txt", "README.md", "tests.toml", ".vscode/launch.json"


def starter_files(game: Game, language: str, lang: str) -> dict[str, str]:
    """A champion that plays, and the API, by file name; documented in `en` or `fr`."""
    if language not in languages():
        raise ChampionError(
            Text(
                f"no kit for {language!r}; there are {', '.join(languages())}",
                f"pas de kit pour {language!r} ; il y a {', '.join(languages())}",
            )
        )
    chosen = languages()[language]
    starter = _own_starter(game, language, lang) or {chosen.entry: chosen.starter(game, lang)}
    return starter | {chosen.api_file: chosen.api_text(game, lang)} | chosen.kit_files(game, lang)


def _own_starter(game: Game, language: str, lang: str) -> dict[str, str]:
    """The starter that a game's folder has for a language, if any."""
    folder = Path(str(game.module("params").__file__)).parent / "kits" / language
    paths = [path for path in sorted(folder.glob("*")) if path.is_file()]
    return {path.name: translated(game, path.read_text(encoding="utf-8"), lang) for path in paths}


def kit_files(game: Game, language: str, lang: str) -> dict[str, str]:
    """All files of a kit: the starter, the API, a board, a test, what to read first, and how VS Code debugs it."""
    files = starter_files(game, language, lang)
    board: str = game.boards.write(game.board(None, game.info.seats, 0))
    declared = {FILE: f'game = "{game.name}"\n', TESTS: localized(FIRST_TEST, lang), LAUNCH: _launch(language)}
    return {README: _readme(game, language, lang, files), BOARD: board} | declared | files


def packed_kit(game: Game, language: str, lang: str) -> bytes:
    """A kit as a .tar.gz, in a folder of its own."""
    plain = io.BytesIO()
    with tarfile.open(fileobj=plain, mode="w") as archive:
        for name, text in kit_files(game, language, lang).items():
            entry, content = tarfile.TarInfo(f"{game.name}-{language}/{name}"), text.encode()
            entry.size = len(content)
            archive.addfile(entry, io.BytesIO(content))
    return gzip.compress(plain.getvalue(), mtime=0)


def write_kit(game: Game, language: str, lang: str, folder: Path) -> list[str]:
    """Write a kit into a new or empty folder; the names of its files."""
    files = kit_files(game, language, lang)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if any(folder.iterdir()):
            raise ChampionError(
                Text(
                    f"{folder}: this folder is not empty; a kit goes into a new one",
                    f"{folder} : ce dossier n'est pas vide ; un kit va dans un nouveau",
                )
            )
        for name, text in files.items():
            (folder / name).parent.mkdir(exist_ok=True)
            (folder / name).write_text(text, encoding="utf-8")
    except FileExistsError:
        raise ChampionError(
            Text(
                f"{folder}: there is a file of this name; a kit goes into a new folder",
                f"{folder} : il y a un fichier de ce nom ; un kit va dans un nouveau dossier",
            )
        ) from None
    except OSError as error:
        raise ChampionError(
            Text(f"{folder}: cannot be written: {error.strerror}", f"{folder} : écriture impossible : {error.strerror}")
        ) from None
    return sorted(files)


FIRST_TEST = Text(
    en="""# Run them here:  joute test
# In a test the champion plays one turn: of a replay (position = "match.jsonl:30"), of a saved position, or the first.

[[tests]]
name = "it plays its first turn"
seat = 0
# expect = ["function", "function((1, 2))"]     # orders that it must give, by name or in full
# forbid = ["function"]                         # orders that it must not give
# printed = "text"                              # what it must print
""",
    fr="""# Lancez-les ici :  joute test
# Dans un test il joue un tour : d'un replay (position = "match.jsonl:30"), d'une position gardée, ou le premier.

[[tests]]
name = "il joue son premier tour"
seat = 0
# expect = ["fonction", "fonction((1, 2))"]     # les ordres qu'il doit donner, par leur nom ou en entier
# forbid = ["fonction"]                         # les ordres qu'il ne doit pas donner
# printed = "texte"                             # ce qu'il doit écrire
""",
)
GUIDE = Text(
    en="""# A champion for {game}

Your champion is `{entry}`; it plays already. {others}. Try it from this folder:

```
joute run {game} . {opponents} --board {board}
joute check .
joute test
joute rules {game} --lang en
joute api {game} --lang en
```

{notes}{again} (F5 does it in VS Code):

```
joute run {game} . {opponents} -o match.jsonl
joute rerun match.jsonl --seat 0 . --turn 2{debug}
```

To send it in, pack this folder into a `.zip` or `.tar.gz`.
""",
    fr="""# Un champion pour {game}

Votre champion est `{entry}` ; il joue déjà. {others}. Essayez-le depuis ce dossier :

```
joute run {game} . {opponents} --board {board}
joute check .
joute test
joute rules {game} --lang fr
joute api {game} --lang fr
```

{notes}{again} (F5 le fait dans VS Code) :

```
joute run {game} . {opponents} -o match.jsonl
joute rerun match.jsonl --seat 0 . --turn 2{debug}
```

Pour l'envoyer, mettez ce dossier dans un `.zip` ou un `.tar.gz`.
""",
)
NOTES = Text(
    en="""To see what it thinks, note and draw in any callback (coordinates are {axes}):

```
{example}
```

`joute run` with `--log` prints the notes; with `-o match.html --notes` the page shows them and the drawings.

""",
    fr="""Pour voir ce qu'il pense, notez et dessinez dans n'importe quelle fonction (les coordonnées sont {axes}) :

```
{example}
```

`joute run` avec `--log` affiche les notes ; avec `-o match.html --notes`, la page les montre avec les dessins.

""",
)
STOP = Text(
    "To stop in a turn of a match, with the debugger of your language",
    "Pour s'arrêter dans un tour d'une partie, avec le débogueur de votre langage",
)
PLAY_AGAIN = Text(
    "To play a turn of a match once more, with what it prints", "Pour rejouer un tour d'une partie, avec ce qu'il écrit"
)
ONE_DOCUMENTS = Text("{} documents the API", "{} documente l'API")
MANY_DOCUMENT = Text("{} document the API", "{} documentent l'API")
AND = Text(" and ", " et ")


def _launch(language: str) -> str:
    """What F5 does in VS Code: a champion in our own process runs under its debugger, any other in its terminal."""
    command = ["rerun", "match.jsonl", "--seat", "0", ".", "--turn", "${input:turn}"]
    chosen = languages()[language]
    if chosen.commands is None and chosen.library is None:
        how = {"type": "debugpy", "module": "joute", "args": [*command, "--isolation", "none", "--no-clock"]}
    else:
        how = {"type": "node-terminal", "command": " ".join(["joute", *command]) + _debug(language)}
    asked = {"id": "turn", "type": "promptString", "description": "The turn of match.jsonl to stop in", "default": "2"}
    started = {"name": "A turn of match.jsonl", "request": "launch", **how}
    return json.dumps({"version": "0.2.0", "configurations": [started], "inputs": [asked]}, indent=2) + "\n"


def _debug(language: str) -> str:
    """What `joute rerun` takes besides to stop in the debugger of a language, if it has one."""
    chosen = languages()[language]
    none = chosen.debugger is None and chosen.commands is not None
    return "" if none else " --debug"


def _notes(game: Game, language: str, lang: str) -> str:
    """How to note and draw, where the language can."""
    example = languages()[language].notes
    return localized(NOTES, lang).format(axes=", ".join(game.api.axes), example=example) if example else ""


def _readme(game: Game, language: str, lang: str, files: dict[str, str]) -> str:
    entry = next(name for name in files if name.lower().startswith("champion") and not name.endswith(".toml"))
    others = [f"`{name}`" for name in files if name != entry and not name.endswith((".toml", "test_champion.py"))]
    sentence = localized(ONE_DOCUMENTS if len(others) == 1 else MANY_DOCUMENT, lang)
    beside = sentence.format(localized(AND, lang).join(others))
    opponents = " ".join(["random"] * (game.info.seats - 1))
    debug = _debug(language)
    return localized(GUIDE, lang).format(
        game=game.name,
        entry=entry,
        others=beside,
        opponents=opponents,
        board=BOARD,
        notes=_notes(game, language, lang),
        again=localized(STOP if debug else PLAY_AGAIN, lang),
        debug=debug,
    )
