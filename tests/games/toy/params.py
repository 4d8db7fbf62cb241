"""Parameters and presets (rules, section 1)."""

from __future__ import annotations

from typing import Annotated, NamedTuple

from joute.core.params import Param, Parameters, choice, flag, optional, subset, whole

# Values of `choc`, and bits of `gestes`
THROWN_BACK, TOGETHER = range(2)
CLASHES = ("rejet", "partage")
GESTES = ("creuser", "passer", "signaler")

PATH_MOST = 8
"""The longest path a walker may plan, whatever its reach."""
TREASURE_MOST = 9


class Params(NamedTuple):
    nb_tours: Annotated[int, Param(whole(1, 1000), (6, 30), "turns", "NB_TOURS", constant=True, alias="max_turns")]
    premier_joueur: Annotated[
        int, Param(whole(0, 1), (0, 1), "the first player's number", "PREMIER_JOUEUR", constant=True)
    ]
    taille: Annotated[int, Param(whole(2, 40), (4, 9), "least side of a generated board", "TAILLE", constant=True)]
    tresors: Annotated[
        int, Param(whole(0, 10_000), (lambda v: 2 * v["TAILLE"],), "coins buried on a generated board", "TRESORS")
    ]
    portee: Annotated[int, Param(optional(whole(1, PATH_MOST)), (None, 3), "most steps of a path", "PORTEE")]
    brouillard: Annotated[int, Param(flag(), (True,), "a player sees only around its walker")]
    choc: Annotated[int, Param(choice(*CLASHES), ("rejet",), "what becomes of walkers that meet")]
    gestes: Annotated[int, Param(subset(*GESTES), (GESTES,), "the gestures allowed")]


PARAMETERS = Parameters(Params, presets=("petit", "grand"))
