"""Notes, drawings and times in every language: what the functions of `joute.debug` do, and their text in an API.

They are called `log`, `mark`, `draw.cell` and so on everywhere, below the name that a language has for `debug`. In C,
C++ and OCaml that is `joute`: the API of a match replaces that of a champion, whose own text may use the name `debug`.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from joute.core.game import Game
from joute.core.text import Text

RUNTIMES = Path(__file__).parents[1] / "runtimes"
ABOUT = Text(
    "Notes and drawings for yourself, recorded with the match; the viewer shows them. A colour is one of CSS.",
    "Notes et dessins pour vous-même, gardés avec la partie ; la visionneuse les montre. Une couleur est de CSS.",
)


class NoteFunction(NamedTuple):
    """A function of `joute.debug`; {0} and {1} are the coordinates in the order of the game."""

    name: str
    arguments: str
    doc: Text


FUNCTIONS = (
    NoteFunction("log", "text", Text("Note something.", "Note quelque chose.")),
    NoteFunction(
        "mark",
        "text",
        Text(
            "Mark this turn, to find it again in the viewer.", "Marque ce tour, pour le retrouver dans la visionneuse."
        ),
    ),
    NoteFunction("draw.cell", "{0}, {1}, color", Text("Colour one cell.", "Colore une case.")),
    NoteFunction(
        "draw.line",
        "{0}1, {1}1, {0}2, {1}2, color",
        Text("Draw a line between two cells.", "Trace une ligne entre deux cases."),
    ),
    NoteFunction(
        "draw.circle",
        "{0}, {1}, radius, color",
        Text(
            "Draw a circle around a cell; the radius is in cells.",
            "Trace un cercle autour d'une case ; rayon en cases.",
        ),
    ),
    NoteFunction("draw.text", "{0}, {1}, text, color", Text("Write on a cell.", "Écrit sur une case.")),
    NoteFunction(
        "time_ms",
        "",
        Text(
            "The milliseconds that a callback may take, without those of the bank; none, or -1, without a clock.",
            "Les millisecondes d'un appel, sans celles de la banque ; rien, ou -1, sans horloge.",
        ),
    ),
    NoteFunction(
        "bank_ms",
        "",
        Text(
            "The milliseconds that were left in the bank when this callback began; none, or -1, without a clock.",
            "Les millisecondes qui restaient en banque au début de cet appel ; rien, ou -1, sans horloge.",
        ),
    ),
)


def signature(function: NoteFunction, game: Game) -> str:
    """A function as the reference of a game shows it."""
    return f"debug.{function.name}({function.arguments.format(*game.api.axes)})"


def notes_text(name: str, game: Game, lang: str) -> str:
    """The file of `runtimes` that has the functions in a language, for a game."""
    return with_notes((RUNTIMES / name).read_text(encoding="utf-8"), game, lang)


def with_notes(text: str, game: Game, lang: str) -> str:
    """A text with the documentation of the functions and the names of the coordinates at their marks."""
    docs = {"NOTES": ABOUT} | {function.name: function.doc for function in FUNCTIONS}
    marks = {name: doc.fr if lang == "fr" else doc.en for name, doc in docs.items()}
    marks |= {"1": game.api.axes[0], "2": game.api.axes[1]}
    for name, content in marks.items():
        text = text.replace(f"@{name}@", content)
    return text
