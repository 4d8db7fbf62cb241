"""Positions in every language: what their functions do, and their text in an API. `docs/en/position.md` explains them.

They have one name everywhere; C writes `joute_position_copy(p)` for `p.copy()`.
"""

from __future__ import annotations

from joute.core.game import Game
from joute.core.text import Text

from .notes import RUNTIMES, NoteFunction

ABOUT = Text(
    "Positions, to try things on by the exact rules: nothing that is done to one reaches the match.",
    "Positions, pour essayer des coups avec les règles exactes : rien de ce qui s'y passe n'atteint la partie.",
)
OTHERS = Text(
    "Write the other seats that are asked and have given no order.",
    "Écrit les autres places dont c'est le tour et qui n'ont rien ordonné.",
)
BYTES = Text("About how much memory it takes.", "À peu près la mémoire qu'elle prend.")
FUNCTIONS = (
    NoteFunction(
        "position",
        "",
        Text("A copy of what the functions of the API read now.", "Une copie de ce que lisent les fonctions de l'API."),
    ),
    NoteFunction(
        "give",
        "orders",
        Text(
            "Give orders of a position in the match; how many were accepted before the first refusal.",
            "Donne dans la partie les ordres d'une position ; combien furent acceptés avant le premier refus.",
        ),
    ),
    NoteFunction("p.copy", "", Text("Another one like it, orders included.", "Une autre, pareille, ordres compris.")),
    NoteFunction(
        "p.become",
        "other",
        Text("Be like another one, in the same memory.", "Devient pareille à une autre, dans la même mémoire."),
    ),
    NoteFunction(
        "p.enter",
        "",
        Text(
            "The functions of the API work on it until you leave it.",
            "Les fonctions de l'API y travaillent jusqu'à ce que vous la quittiez.",
        ),
    ),
    NoteFunction("p.turn", "", Text("The number of the turn.", "Le numéro du tour.")),
    NoteFunction("p.over", "", Text("Whether the match is over.", "Si la partie est finie.")),
    NoteFunction("p.seats", "", Text("How many seats there are.", "Le nombre de places.")),
    NoteFunction("p.asked", "seat", Text("Whether it is this seat's turn.", "Si c'est au tour de cette place.")),
    NoteFunction("p.seat", "", Text("The seat that it is played as.", "La place pour laquelle elle est jouée.")),
    NoteFunction(
        "p.play_as", "seat", Text("Play it as this seat, from 0 on.", "La joue pour cette place, à partir de 0.")
    ),
    NoteFunction(
        "p.sample",
        "",
        Text(
            "A legal order of the seat drawn at random, as a row of numbers; empty to give no more.",
            "Un ordre légal de la place tiré au hasard, en nombres ; vide pour n'en plus donner.",
        ),
    ),
    NoteFunction(
        "p.check",
        "order",
        Text("The answer of the rules to an order, which is not given.", "La réponse à un ordre, qui n'est pas donné."),
    ),
    NoteFunction(
        "p.act",
        "order",
        Text("Give an order, if it is accepted; the answer.", "Donne un ordre, s'il est accepté ; la réponse."),
    ),
    NoteFunction(
        "p.random_turn",
        "",
        Text("Give random orders until there are no more; how many.", "Donne des ordres au hasard ; combien."),
    ),
    NoteFunction(
        "p.orders",
        "",
        Text("The orders that the seat has given here in this phase.", "Les ordres que la place y a donnés."),
    ),
    NoteFunction(
        "p.determinise",
        "",
        Text(
            "In the fog, where the game can: become a truth, drawn at random, that looks to you as this does.",
            "Dans le brouillard, si le jeu le peut : devient une vérité au hasard que vous verriez ainsi.",
        ),
    ),
    NoteFunction(
        "p.end",
        "",
        Text(
            "End the phase: the seats that have given no order do nothing.",
            "Finit la phase : les places qui n'ont rien ordonné ne font rien.",
        ),
    ),
    NoteFunction(
        "p.end_random",
        "",
        Text(
            "End the phase: the other seats that have given no order play at random.",
            "Finit la phase : les autres places qui n'ont rien ordonné jouent au hasard.",
        ),
    ),
    NoteFunction(
        "p.end_with",
        "play",
        Text(
            "End the phase: play(p) plays each other seat that has given no order; the API works for it then.",
            "Finit la phase : play(p) joue chaque autre place sans ordre ; l'API y travaille alors pour elle.",
        ),
    ),
    NoteFunction("p.score", "seat", Text("The score of a seat as it stands.", "Le score d'une place en ce moment.")),
    NoteFunction("p.rank", "seat", Text("Its rank; 1 is the best.", "Son rang ; 1 est le meilleur.")),
    NoteFunction(
        "p.rollout",
        "phases",
        Text(
            "Play on at random, all seats, up to so many phases; how many were played. Orders given here stand.",
            "Joue la suite au hasard, jusqu'à tant de phases ; combien. Les ordres déjà donnés valent.",
        ),
    ),
    NoteFunction(
        "seed",
        "number",
        Text("Seed the generator of all positions.", "Donne sa graine au générateur de toutes les positions."),
    ),
)


def signature(function: NoteFunction) -> str:
    return f"{function.name}({function.arguments})"


def positions_text(name: str, game: Game, lang: str) -> str:
    """The file of `runtimes` that has positions in a language, documented."""
    text = (RUNTIMES / name).read_text(encoding="utf-8")
    docs = {"POSITIONS": ABOUT, "others": OTHERS, "bytes": BYTES} | {
        function.name: function.doc for function in FUNCTIONS
    }
    marks = {f"@{name}@": doc.fr if lang == "fr" else doc.en for name, doc in docs.items()}
    marks["@ROW@"] = str(game.api.row_most)
    for mark, content in marks.items():
        text = text.replace(mark, content)
    return text
