"""Text in the two languages that people read here."""

from __future__ import annotations

import os
from dataclasses import dataclass

LANGUAGES = ("fr", "en")


@dataclass(frozen=True, slots=True)
class Text:
    """The same words in English and in French."""

    en: str
    fr: str

    def __str__(self) -> str:
        return self.en

    def __format__(self, language: str) -> str:
        """f"{text:fr}" is its French."""
        return self.fr if language == "fr" else self.en


def terminal_language() -> str:
    """French where the environment asks for it, else English."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if os.environ.get(name):
            return "fr" if os.environ[name].lower().startswith("fr") else "en"
    return "en"


def words(en: str, fr: str) -> str:
    """The words for whoever sits at this terminal; never for a file, nor for a program to read."""
    return fr if terminal_language() == "fr" else en


def text_of(said: object) -> Text:
    """What a text says, or an error that was given one; what there is in one language only is the same in both."""
    if isinstance(said, BaseException) and len(said.args) == 1:
        said = said.args[0]
    return said if isinstance(said, Text) else Text(str(said), str(said))


def located(place: object, error: object) -> Text:
    """What an error says, after the file or board it is about."""
    return Text(f"{place}: {error}", f"{place} : {text_of(error):fr}")


def read_here(said: object) -> str:
    """The same in the language of this terminal."""
    return f"{text_of(said):{terminal_language()}}"
