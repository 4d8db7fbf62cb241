"""What kits say in French: in `kits/fr.toml` a game has the French of its own sentences, by the English ones."""

from __future__ import annotations

import tomllib
from pathlib import Path

from joute.core.game import Game

SHARED = {
    "Called once before the first turn; no orders are given here.": "Appelée une fois avant le premier tour ; on n'y "
    "donne pas d'ordres.",
    "Called whenever it is your turn.": "Appelée chaque fois que c'est à vous de jouer.",
    "Called once after the last turn; no orders are given here.": "Appelée une fois après le dernier tour ; on n'y "
    "donne pas d'ordres.",
    "All you may ask and order is in": "Tout ce qu'on peut demander et ordonner est dans",
    "How the engine finds your functions.": "Comment le moteur trouve vos fonctions.",
}
"""What the starters of all games say."""


def french(game: Game) -> dict[str, str]:
    """The French of sentences, by the English, the longest first."""
    path = Path(str(game.module("params").__file__)).parent / "kits" / "fr.toml"
    own = tomllib.loads(path.read_text("utf-8"))["words"] if path.is_file() else {}
    known: dict[str, str] = SHARED | own
    return dict(sorted(known.items(), key=lambda pair: -len(pair[0])))


def spoken(game: Game, text: str, doc: str) -> str:
    """A starter with its comments in the language of the documentation."""
    if doc == "fr":
        for english, said in french(game).items():
            text = text.replace(english, said)
    return text
