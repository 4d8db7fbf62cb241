"""Text in the two languages that people read here."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Text:
    """The same words in English and in French."""

    en: str
    fr: str

    def __str__(self) -> str:
        return self.en
