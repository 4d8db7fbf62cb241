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


def read_here(text: object) -> str:
    """A text, or an error that carries one, in the language of this terminal."""
    if isinstance(text, BaseException):
        text = text.args[0] if len(text.args) == 1 and isinstance(text.args[0], Text) else str(text)
    return f"{text:{terminal_language()}}" if isinstance(text, Text) else str(text)
