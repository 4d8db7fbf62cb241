"""Parameters and presets (rules, section 2)."""

from __future__ import annotations

from typing import Annotated, NamedTuple

from joute.core.params import INT32_MOST, Param, Parameters, choice, flag, subset, whole

# Choices of EGALITE_ILE and of BUTIN_ILE, as the kernels see them
PROPRIETAIRE = 1
ILE = 0

FLEET_MOST = 1 << 16
"""The largest LIMITE_BATEAUX: a state makes room for all boats of both sides."""
ORDERS_MOST = 65_536
"""6.5  Accepted actions in a turn."""


def constant(values: tuple[int, ...], doc: str, name: str = "", low: int = 0, high: int = INT32_MOST) -> Param:
    """2.1  A number that champions see under its own name."""
    return Param(whole(low, high), values, doc, name, constant=True)


class Params(NamedTuple):
    """`revenu` is chosen by a terrain, `cout` and `deplacement` by a type of boat."""

    taille_terrain: Annotated[int, constant((32,), "width and height of the map, in cells", low=2)]
    fin_partie: Annotated[int, constant((200,), "rounds in a match", low=1)]
    max_joueurs: Annotated[int, Param(whole(2, 2), (2,), "number of players", constant=True)]
    revenu: Annotated[
        tuple[int, ...],
        constant((10, 5), "gold an owned island earns per round", "REVENU_ILE"),
        constant((20, 10), "gold an owned volcano earns per round", "REVENU_VOLCAN"),
    ]
    or_initial: Annotated[int, constant((20,), "gold on each starting island at the beginning")]
    cout: Annotated[
        tuple[int, ...],
        constant((3, 15), "price of a caravelle, and its worth in the score", "CARAVELLE_COUT"),
        constant((1, 4), "price of a galion, and its worth in the score", "GALION_COUT"),
    ]
    deplacement: Annotated[
        tuple[int, ...],
        constant((4,), "longest move of a caravelle, in cells", "CARAVELLE_DEPLACEMENT"),
        constant((6,), "longest move of a galion, in cells", "GALION_DEPLACEMENT"),
    ]
    limite_bateaux: Annotated[int, constant((10_000, 500), "most living boats one player may have", high=FLEET_MOST)]
    proprietaire_defend: Annotated[
        int, Param(flag(), (True, False), "owning an island is enough to defend it, without a boat there")
    ]
    egalite_ile: Annotated[
        int,
        Param(
            choice("defenseur", "proprietaire"), ("defenseur", "proprietaire"), "who wins an equal fight on an island"
        ),
    ]
    ile_vierge_au_vainqueur: Annotated[int, Param(flag(), (True, False), "winning a fight on a free island gives it")]
    butin_ile: Annotated[
        int,
        Param(
            choice("ile", "caravelle"), ("ile", "caravelle"), "where the loser's cargo goes after a fight on an island"
        ),
    ]
    score_apres_revenu: Annotated[
        int, Param(flag(), (True, False), "the published score contains the income of the round being closed")
    ]
    transporteurs: Annotated[
        int,
        Param(
            subset("BATEAU_CARAVELLE", "BATEAU_GALION"),
            (["BATEAU_CARAVELLE"], ["BATEAU_CARAVELLE", "BATEAU_GALION"]),
            "types of boat that carry gold",
        ),
    ]
    premier_joueur: Annotated[
        int, Param(whole(0, INT32_MOST - 1), (1,), "number of the first player, as champions see it")
    ]


PARAMETERS = Parameters(Params, presets=("sujet", "finale"), spelling=str.upper, turns="FIN_PARTIE")
