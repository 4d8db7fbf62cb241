"""Files of the old contest that declare the functions of its engine: here each gets a body, which asks ours.

So a champion keeps the types of its own file, whatever they are called and wherever they stand.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from joute.champions.errors import ChampionError

if TYPE_CHECKING:
    from joute.champions.sources.recipe import Recipe
    from joute.core.game import Game

SIGNATURE = (
    r"\b{}\s+(?P<before>[^;{{}}()]*?)(?P<type>[\w.]+(?:<[^<>()]*>|\[\])*)\s+(?P<name>\w+)\s*\((?P<taken>[^()]*)\)\s*;"
)


def with_bodies(text: str, keyword: str, call: str) -> str:
    """A text in which each function that `keyword` declares has a body: `call`, with its name and its arguments."""

    def body(found: re.Match[str]) -> str:
        names = re.findall(r"(\w+)\s*(?:\[\])*\s*(?:,|$)", found["taken"])
        asked = call.format(
            type=found["type"].replace("void", "object"), given=", ".join([f'"{found["name"]}"', *names])
        )
        back = "" if found["type"] == "void" else "return "
        return f"{found['before']}{found['type']} {found['name']}({found['taken']}) {{ {back}{asked}; }}"

    return re.sub(SIGNATURE.format(keyword), body, text)


def api_file(recipe: Recipe, game: Game, name: str) -> str:
    """The text of the file that came with a champion, in whatever case its name is; raises ChampionError without it."""
    paths = [path for path in recipe.folder.iterdir() if path.name.lower() == name.lower() and path.is_file()]
    if not paths:
        raise ChampionError(
            f"{recipe.folder}: {recipe.entry} is a champion of the old contest; the file {name} is missing, which came "
            "with it and declares the functions and types that it uses. Put it there, or move your functions into a "
            f"new kit: joute new {game.name} FOLDER --lang {recipe.language}"
        )
    data = paths[0].read_bytes()
    return data.decode("utf-8" if is_utf8(data) else "latin-1")


def is_utf8(data: bytes) -> bool:
    """Whether a text is in UTF-8; else it is in Latin-1, as old editors wrote it."""
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True
