"""The French of kits: in its `kits/fr.toml` a game translates its own sentences."""

from __future__ import annotations

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
"""The sentences that the starters of all games share."""


def french(game: Game) -> dict[str, str]:
    """The French of sentences, by the English, the longest first."""
    import tomllib  # slow to load

    path = Path(str(game.module("params").__file__)).parent / "kits" / "fr.toml"
    own = tomllib.loads(path.read_text("utf-8"))["words"] if path.is_file() else {}
    known: dict[str, str] = SHARED | own
    return dict(sorted(known.items(), key=lambda pair: -len(pair[0])))


def translated(game: Game, text: str, lang: str) -> str:
    """A starter with its comments in `en` or `fr`."""
    if lang == "fr":
        for sentence, translation in french(game).items():
            text = text.replace(sentence, translation)
    return text
