"""Parameters and presets (rules, section 2)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from joute.core.legacy_params import INT32_MOST, Param, Parameters, choice, flag, subset, whole

# Slots of the parameter buffer; COST + type and RANGE + type belong to a type of boat, INCOME + terrain to a terrain.
FIN_PARTIE, INCOME, INCOME_VOLCAN, OR_INITIAL, COST, COST_GALION, RANGE, RANGE_GALION, LIMITE_BATEAUX = range(9)
PROPRIETAIRE_DEFEND, EGALITE_ILE, ILE_VIERGE_AU_VAINQUEUR, BUTIN_ILE, SCORE_APRES_REVENU, TRANSPORTEURS = range(9, 15)

# Choices of EGALITE_ILE and of BUTIN_ILE, as the kernels see them
PROPRIETAIRE = 1
ILE = 0

FLEET_MOST = 1 << 16
"""How many boats of one side a state has room for; a larger LIMITE_BATEAUX counts as this."""
ORDERS_MOST = 65_536
"""6.5  Accepted actions in a turn."""


def fleet_most(params: Mapping[str, Any]) -> int:
    """The most boats one side can have."""
    return int(min(params["LIMITE_BATEAUX"], FLEET_MOST))


def constant(name: str, values: tuple[int, ...], doc: str, slot: int | None = None, low: int = 0) -> Param:
    """2.1  A number that champions see under its own name."""
    return Param(name, whole(low), values, doc, slot=slot, constant=name)


PARAMETERS = Parameters(
    presets=("sujet", "finale"),
    params=(
        constant("TAILLE_TERRAIN", (32,), "width and height of the map, in cells", low=2),
        constant("FIN_PARTIE", (200,), "rounds in a match", FIN_PARTIE, low=1),
        Param("MAX_JOUEURS", whole(2, 2), (2,), "number of players", constant="MAX_JOUEURS"),
        constant("REVENU_ILE", (10, 5), "gold an owned island earns per round", INCOME),
        constant("REVENU_VOLCAN", (20, 10), "gold an owned volcano earns per round", INCOME_VOLCAN),
        constant("OR_INITIAL", (20,), "gold on each starting island at the beginning", OR_INITIAL),
        constant("CARAVELLE_COUT", (3, 15), "price of a caravelle, and its worth in the score", COST),
        constant("GALION_COUT", (1, 4), "price of a galion, and its worth in the score", COST_GALION),
        constant("CARAVELLE_DEPLACEMENT", (4,), "longest move of a caravelle, in cells", RANGE),
        constant("GALION_DEPLACEMENT", (6,), "longest move of a galion, in cells", RANGE_GALION),
        constant("LIMITE_BATEAUX", (10_000, 500), "most living boats one player may have", LIMITE_BATEAUX),
        Param(
            "PROPRIETAIRE_DEFEND",
            flag(),
            (True, False),
            "owning an island is enough to defend it, without a boat there",
            slot=PROPRIETAIRE_DEFEND,
        ),
        Param(
            "EGALITE_ILE",
            choice("defenseur", "proprietaire"),
            ("defenseur", "proprietaire"),
            "who wins an equal fight on an island",
            slot=EGALITE_ILE,
        ),
        Param(
            "ILE_VIERGE_AU_VAINQUEUR",
            flag(),
            (True, False),
            "winning a fight on a free island gives it",
            slot=ILE_VIERGE_AU_VAINQUEUR,
        ),
        Param(
            "BUTIN_ILE",
            choice("ile", "caravelle"),
            ("ile", "caravelle"),
            "where the loser's cargo goes after a fight on an island",
            slot=BUTIN_ILE,
        ),
        Param(
            "SCORE_APRES_REVENU",
            flag(),
            (True, False),
            "the published score contains the income of the round being closed",
            slot=SCORE_APRES_REVENU,
        ),
        Param(
            "TRANSPORTEURS",
            subset("BATEAU_CARAVELLE", "BATEAU_GALION"),
            (["BATEAU_CARAVELLE"], ["BATEAU_CARAVELLE", "BATEAU_GALION"]),
            "types of boat that carry gold",
            slot=TRANSPORTEURS,
        ),
        Param("PREMIER_JOUEUR", whole(0, INT32_MOST - 1), (1,), "number of the first player, as champions see it"),
    ),
)
