"""Parameters and presets (rules, section 1)."""

from __future__ import annotations

from joute.core.params import Param, Parameters, choice, flag, optional, subset, whole

# Slots of the parameter buffer
TURNS, REACH, FOG, CLASH, GESTURES = range(5)

# Values of CLASH, and bits of GESTURES
THROWN_BACK, TOGETHER = range(2)
CLASHES = ("rejet", "partage")
GESTES = ("creuser", "passer", "signaler")

PATH_MOST = 8
"""The longest path a walker may plan, whatever its reach."""
TREASURE_MOST = 9

PARAMETERS = Parameters(
    presets=("petit", "grand"),
    params=(
        Param("NB_TOURS", whole(1, 1000), (6, 30), "turns", slot=TURNS, constant="NB_TOURS", alias="max_turns"),
        Param("PREMIER_JOUEUR", whole(0, 1), (0, 1), "the first player's number", constant="PREMIER_JOUEUR"),
        Param("TAILLE", whole(2, 40), (4, 9), "least side of a generated board", constant="TAILLE"),
        Param("TRESORS", whole(0, 10_000), (lambda v: 2 * v["TAILLE"],), "coins buried on a generated board"),
        Param("PORTEE", optional(whole(1, PATH_MOST)), (None, 3), "most steps of a path", slot=REACH),
        Param("brouillard", flag(), (True,), "a player sees only around its walker", slot=FOG),
        Param("choc", choice(*CLASHES), ("rejet",), "what becomes of walkers that meet", slot=CLASH),
        Param("gestes", subset(*GESTES), (GESTES,), "the gestures allowed", slot=GESTURES),
    ),
)
