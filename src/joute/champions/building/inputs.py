"""What goes into a build: the files of a folder, which of them are compiled, and the API in place of a copy."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from joute.champions.errors import ChampionError
from joute.champions.languages.api.prose import MARK
from joute.champions.languages.language import ADAPTER, Language
from joute.champions.languages.registry import languages
from joute.champions.sources.entry import Entry
from joute.champions.sources.makefile import listed_sources
from joute.core.game import Game

ARCHIVES = (".zip", ".tgz", ".gz")
FILES_MOST, BYTES_MOST = 2000, 32 << 20


def files(folder: Path) -> dict[str, bytes]:
    """The files a champion is built from: all but hidden ones, links, archives and what compilers wrote."""
    built = {*ARCHIVES, *(suffix for language in languages().values() for suffix in language.built_suffixes)}
    content: dict[str, bytes] = {}
    size = 0
    for path in sorted(folder.rglob("*")):
        inside = path.relative_to(folder)
        if path.is_symlink() or not path.is_file() or path.suffix in built:
            continue
        if any(part.startswith(".") or part in ("__MACOSX", "__pycache__") for part in inside.parts):
            continue
        size += path.stat().st_size
        if size > BYTES_MOST or len(content) >= FILES_MOST:
            raise ChampionError(f"{folder}: more than {FILES_MOST} files or {BYTES_MOST >> 20} MiB to build from")
        content[inside.as_posix()] = path.read_bytes()
    return content


def api_of_match(language: Language, game: Game, theirs: bytes) -> dict[str, str]:
    """The API as the match has it, in place of a copy of ours; a file that is not ours stays."""
    if MARK.encode() not in theirs[:200]:
        return {}
    return {language.api_file: language.api_text(game, "en")}


def sources(entry: Entry, content: Mapping[str, bytes], settings: Mapping[str, Any] | None = None) -> list[str]:
    """What is compiled: what the settings name, else what the Makefile lists, else all sources beside the entry."""
    known = settings or {}
    if known.get("alone"):
        return [entry.file, *_unlisted(entry, content)]
    if named := known.get("sources"):
        missing = [name for name in named if name not in content]
        if missing:
            raise ChampionError(f"champion.toml names sources that are not there: {', '.join(missing)}")
        return list(named)
    return sorted({entry.file, *_unnamed_sources(entry, content)})


def _unnamed_sources(entry: Entry, content: Mapping[str, bytes]) -> list[str]:
    language = languages()[entry.language]
    assert language.library is not None
    listed = [name for name in listed_sources(content) if name in content and Path(name).suffix in language.suffixes]
    extra = [ADAPTER] if language.library.takes_adapter and ADAPTER in content else []
    extra += _unlisted(entry, content) if listed else ()
    if entry.file in listed:
        chosen = listed
    else:
        parent, included = Path(entry.file).parent, _included(content)
        beside = [name for name in content if Path(name).parent == parent and Path(name).suffix in language.suffixes]
        chosen = [name for name in beside if name not in included]
    return [*chosen, *extra]


def _unlisted(entry: Entry, content: Mapping[str, bytes]) -> list[str]:
    """Sources that belong to every champion in its language."""
    library = languages()[entry.language].library
    assert library is not None
    return [name for name in library.unlisted if name in content]


def _included(content: Mapping[str, bytes]) -> set[str]:
    """Sources that another one includes: they are not compiled by themselves."""
    pattern = re.compile(rb'^[ \t]*#[ \t]*include[ \t]*"(?:\./)?([^"\n]+)"', re.MULTILINE)
    return {name.decode(errors="replace") for text in content.values() for name in pattern.findall(text)}
