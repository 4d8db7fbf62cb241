"""The file that a champion starts from, and so its language: by its name, or as a Makefile lists it."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from joute.champions.languages.language import ADAPTER, OLD_STEMS, Language
from joute.champions.languages.registry import compiled

from . import makefile

STEMS = (*OLD_STEMS, "Champion", "champion", "main")
"""The file to start from has one of these names, the first that exists."""


class Entry(NamedTuple):
    """Where a champion starts."""

    language: str
    file: str
    old: bool = False
    """Whether its folder has the layout of the old contests."""


def entry_names(language: Language) -> list[str]:
    """The names that the file to start from may have in a language, best first."""
    return [f"{stem}{suffix}" for stem in STEMS for suffix in language.suffixes]


def named_entry(folder: Path, languages: Iterable[Language]) -> Entry | None:
    """The file to start from that has one of the usual names; a better name counts before an earlier language."""
    known = tuple(languages)
    for stem in STEMS:
        for language in known:
            for suffix in language.suffixes:
                if (folder / f"{stem}{suffix}").is_file():
                    return Entry(language.name, f"{stem}{suffix}", stem in OLD_STEMS)
    return None


def listed_entry(folder: Path) -> Entry | None:
    """The first source that a Makefile of the old contests lists: those may have any name."""
    for name in makefile.variable(makefile.read(folder), "srcs"):
        for language in compiled():
            if name != ADAPTER and name.endswith(language.suffixes) and (folder / name).is_file():
                return Entry(language.name, name, old=True)
    return None
