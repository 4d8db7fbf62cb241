"""Files of the old contest that declare the functions of its engine: here each gets a body, which asks ours.

So a champion keeps the types of its own file, whatever they are called and wherever they stand.
"""

from __future__ import annotations

import re

from joute.champions.errors import ChampionError
from joute.champions.languages.language import ChampionFiles

BYTES_MOST = 1 << 20
"""How long such a file may be. The pattern is bounded, too: a stranger wrote the text."""
SIGNATURE = r"\b{}\s([^;{{}}()]{{1,300}})\(([^()]{{0,2000}})\)\s{{0,100}};"


def with_bodies(text: str, keyword: str, call: str) -> str:
    """A text in which each function that `keyword` declares has a body: `call`, with its type, name and arguments."""

    def body(found: re.Match[str]) -> str:
        head, taken = found.groups()
        before, _, name = head.strip().rpartition(" ")
        kind = before.strip().rpartition(" ")[2]
        names = re.findall(r"(\w+)\s*(?:\[\])*\s*(?:,|$)", taken)
        asked = call.format(type="object" if kind == "void" else kind, given=", ".join([f'"{name}"', *names]))
        return f"{head}({taken}) {{ {'' if kind == 'void' else 'return '}{asked}; }}"

    return re.sub(SIGNATURE.format(keyword), body, text)


def own_api(champion: ChampionFiles, name: str, language: str) -> str:
    """The text of the API file that came with a champion; raises ChampionError where it is missing."""
    found = next((data for file, data in champion.content.items() if file.lower() == name.lower()), None)
    if found is None:
        raise ChampionError(
            f"{champion.entry} is a champion of the old contest; the file {name} is missing, which came with it and "
            "declares the functions and types that it uses. Put it there, or move your functions into a new kit: "
            f"joute new {champion.game.name} FOLDER --lang {language}"
        )
    if len(found) > BYTES_MOST:
        raise ChampionError(f"{name} has more than {BYTES_MOST >> 20} MiB; it should declare functions and types alone")
    return _decoded(found)


def in_utf8(champion: ChampionFiles, suffix: str) -> dict[str, str]:
    """The sources that are not in UTF-8, as old editors wrote them: their texts."""
    files = {name: data for name, data in champion.content.items() if name.endswith(suffix)}
    return {name: text for name, data in files.items() if (text := _decoded(data)).encode() != data}


def _decoded(data: bytes) -> str:
    try:
        return data.decode()
    except UnicodeDecodeError:
        return data.decode("latin-1")
