"""The words around a generated API, in two languages."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from typing import Any

from joute.core.game import Game
from joute.core.text import Text

from .reference import constant_docs

MARK = "joute api"
"""How a generated header starts: a folder's own copy gets the constants of the match it plays."""
WIDTH = 100
TEXTS = {
    "en": {
        "header": "the champion API of {game}. The constants below are those of «{preset}»; in a match they are those "
        "of the match. Do not edit: it is written anew when the champion is built.",
        "callbacks": "What the engine calls: you write these. Those in which no orders are given may be left out.",
        "c_lists": "A list is a pointer to its items and their number. Lists and texts that a function returns are "
        "yours: free(list.datas), free(text).",
        "starter": "A champion for {game} that does nothing yet. All it may ask and order is in {api}.",
        "init": "Called once before the first turn; no orders are given here.",
        "acts": "Called in each phase «{phase}» in which you may give orders.",
        "end": "Called once after the last turn; no orders are given here.",
    },
    "fr": {
        "header": "l'API des champions de {game}. Les constantes ci-dessous sont celles de «{preset}» ; dans une "
        "partie, ce sont celles de la partie. Ne pas modifier : ce fichier est réécrit à la compilation du champion.",
        "callbacks": "Ce que le moteur appelle : c'est à vous de l'écrire. Les fonctions où l'on ne donne pas "
        "d'ordres peuvent manquer.",
        "c_lists": "Une liste est un pointeur vers ses éléments et leur nombre. Les listes et les textes que renvoie "
        "une fonction sont à vous : free(liste.datas), free(texte).",
        "starter": "Un champion pour {game} qui ne fait encore rien. Tout ce qu'il peut demander et ordonner est dans "
        "{api}.",
        "init": "Appelée une fois avant le premier tour ; on n'y donne pas d'ordres.",
        "acts": "Appelée à chaque phase «{phase}» où vous pouvez donner des ordres.",
        "end": "Appelée une fois après le dernier tour ; on n'y donne pas d'ordres.",
    },
}


class Prose:
    """One of the two languages."""

    def __init__(self, language: str) -> None:
        self.language = language
        self._texts = TEXTS[language]

    def header(self, game: Game) -> str:
        return self._texts["header"].format(game=game.name, preset=game.preset)

    def starter(self, game: Game, api: str) -> str:
        return self._texts["starter"].format(game=game.name, api=api)

    @property
    def callbacks(self) -> str:
        return self._texts["callbacks"]

    @property
    def c_lists(self) -> str:
        return self._texts["c_lists"]

    def doc(self, doc: Text) -> str:
        return doc.fr if self.language == "fr" else doc.en

    def phase(self, game: Game, number: int) -> str:
        """When the callback of a phase is called."""
        phase = game.phases[number]
        kind = "acts" if phase.acts else "init" if number == 0 else "end"
        return self._texts[kind].format(phase=phase.name)


def wrapped(start: str, text: str) -> list[str]:
    """A comment, each line after the same start."""
    return [start + line for line in textwrap.wrap(text, WIDTH - len(start))]


def constants(game: Game, language: str) -> Iterator[tuple[str, int | bool, str]]:
    """The numbers among the constants, with what they mean."""
    docs = constant_docs(game, language)
    for name, value in game.constants.items():
        if isinstance(value, (int, bool)):
            yield name, value, _sentence(docs.get(name, ""))


def _sentence(doc: Any) -> str:
    return f"{doc[0].upper()}{doc[1:]}." if doc else ""
