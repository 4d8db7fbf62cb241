"""The sentences around a generated API, in English and French."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from typing import Any

from joute.core.game import Game
from joute.core.text import Text

from .reference import constant_docs, localized

MARK = "joute api"
"""How a generated header starts: a folder's own copy gets the constants of the match it plays."""
WIDTH = 100
HEADER = Text(
    "the champion API of {game}. The constants below are those of «{preset}»; in a match they are those of the match. "
    "Do not edit: it is written anew when the champion is built.",
    "l'API des champions de {game}. Les constantes ci-dessous sont celles de «{preset}» ; dans une partie, ce sont "
    "celles de la partie. Ne pas modifier : ce fichier est réécrit à la compilation du champion.",
)
CALLBACKS = Text(
    "What the engine calls: you write these. Those in which no orders are given may be left out.",
    "Ce que le moteur appelle : c'est à vous de l'écrire. Les fonctions où l'on ne donne pas d'ordres peuvent manquer.",
)
C_LISTS = Text(
    "A list is a pointer to its items and their number. Lists and texts that a function returns are yours: "
    "free(list.datas), free(text).",
    "Une liste est un pointeur vers ses éléments et leur nombre. Les listes et les textes que renvoie une fonction "
    "sont à vous : free(liste.datas), free(texte).",
)
STARTER = Text(
    "A champion for {game} that does nothing yet. All it may ask and order is in {api}.",
    "Un champion pour {game} qui ne fait encore rien. Tout ce qu'il peut demander et ordonner est dans {api}.",
)
FIRST = Text(
    "Called once before the first turn; no orders are given here.",
    "Appelée une fois avant le premier tour ; on n'y donne pas d'ordres.",
)
ACTS = Text(
    "Called in each phase «{phase}» in which you may give orders.",
    "Appelée à chaque phase «{phase}» où vous pouvez donner des ordres.",
)
LAST = Text(
    "Called once after the last turn; no orders are given here.",
    "Appelée une fois après le dernier tour ; on n'y donne pas d'ordres.",
)


class Prose:
    """The sentences in one of the two, `en` or `fr`."""

    def __init__(self, lang: str) -> None:
        self.lang = lang

    def header(self, game: Game) -> str:
        return localized(HEADER, self.lang).format(game=game.name, preset=game.preset)

    def starter(self, game: Game, api: str) -> str:
        return localized(STARTER, self.lang).format(game=game.name, api=api)

    @property
    def callbacks(self) -> str:
        return localized(CALLBACKS, self.lang)

    @property
    def c_lists(self) -> str:
        return localized(C_LISTS, self.lang)

    def doc(self, doc: Text) -> str:
        return localized(doc, self.lang)

    def phase(self, game: Game, number: int) -> str:
        """When the callback of a phase is called."""
        phase = game.phases[number]
        doc = ACTS if phase.acts else FIRST if number == 0 else LAST
        return localized(doc, self.lang).format(phase=phase.name)


def empty_champion(game: Game, lang: str, api: str, opening: str, callback: str) -> str:
    """A champion with every callback and nothing in them, in a language with braces and `//` comments."""
    say = Prose(lang)
    lines = [*wrapped("// ", say.starter(game, api)), opening]
    for number, phase in enumerate(game.phases):
        lines += ["", *wrapped("// ", say.phase(game, number)), callback.format(phase.callback)]
    return "\n".join([*lines, ""])


def wrapped(start: str, text: str) -> list[str]:
    """A comment, each line after the same start."""
    return [start + line for line in textwrap.wrap(text, WIDTH - len(start))]


def constants(game: Game, lang: str) -> Iterator[tuple[str, int | bool, str]]:
    """The numbers among the constants, with what they mean."""
    docs = constant_docs(game, lang)
    for name, value in game.constants.items():
        if isinstance(value, (int, bool)):
            yield name, value, _sentence(docs.get(name, ""))


def _sentence(doc: Any) -> str:
    return f"{doc[0].upper()}{doc[1:]}." if doc else ""
