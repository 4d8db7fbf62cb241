"""Parameters and presets (rules, section 2)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from joute.core.errors import ParamError
from joute.core.legacy_params import INT32_MOST, Param, Parameters, ParamKind, choice, flag, optional, permutation, whole

# Slots of the parameter buffer.
MAGIE_TOUR, MAGIE_FONTAINES, MAGIE_COMBAT, MAGIE_SUPPRESSION, MAGIE_INITIALE = range(5)
COUT_SORCIER, COUT_TOURELLE, COUT_PORTEE = range(5, 8)
PORTEE_SORCIER, PORTEE_TOURELLE, PORTEE_TOURELLE_MAX, CONSTRUCTION_TOURELLE = range(8, 12)
VIE_TOURELLE, ATTAQUE_TOURELLE, MAX_NUMBER_TOURELLE = range(12, 15)
POINTS_SURVIVRE, POINTS_VAINQUEUR, POINTS_CONTROLE_FONTAINE, POINTS_CONTROLE_ARTEFACT = range(15, 19)
NB_TOURS_JOUES, RECOMPENSE_COMBAT, BASE_ENNEMIE_BLOQUE, REPOS_APRES_CAPTURE = range(19, 23)

PLAYERS = 4
SIZE_LEAST, SIZE_MOST = 3, 61
"""A column of the board, with a bit for each of its cells, fits in a word (3)."""
ROUNDS_MOST = 1_000_000
CORNERS = ("NW", "NE", "SW", "SE")
TOTAL, SECOND = range(2)
"""What a won fight is paid on (4.5): the choices of RECOMPENSE_COMBAT."""


def odd(low: int, high: int) -> ParamKind:
    """2.2  An odd number between two bounds: the middle of a side must be a cell."""
    return ParamKind(
        lambda value: whole(low, high).accepts(value) and value % 2 == 1, f"an odd number from {low} to {high}", int
    )


def validate(values: Mapping[str, Any]) -> None:
    """2.2  What no parameter can say alone: no cell may be within building reach of two bases."""
    reach, size = values["CONSTRUCTION_TOURELLE"], values["TAILLE_TERRAIN"]
    if not values["BASE_ENNEMIE_BLOQUE"] and 2 * reach >= size - 1:
        raise ParamError(
            f"parameter CONSTRUCTION_TOURELLE: found {reach}, expected less than {(size - 1) / 2:g} on a board of "
            f"TAILLE_TERRAIN = {size} when BASE_ENNEMIE_BLOQUE is false"
        )


def constant(name: str, value: int, doc: str, slot: int | None = None, low: int = 0, echo: str | None = None) -> Param:
    """2.1  A number that champions see; the same in both presets."""
    return Param(name, whole(low), (value,), doc, slot=slot, constant=name, echo=echo)


PARAMETERS = Parameters(
    presets=("sujet", "finale"),
    validate=validate,
    params=(
        Param(
            "TAILLE_TERRAIN",
            odd(SIZE_LEAST, SIZE_MOST),
            (31,),
            "width and height of the board",
            constant="TAILLE_TERRAIN",
        ),
        Param("NB_JOUEURS", whole(PLAYERS, PLAYERS), (PLAYERS,), "number of players", constant="NB_JOUEURS"),
        Param("MAX_TOUR", whole(0, ROUNDS_MOST - 1), (100,), "announced number of rounds", constant="MAX_TOUR"),
        constant("MAGIE_TOUR", 20, "magic earned by each living player each round", MAGIE_TOUR),
        constant("MAGIE_FONTAINES", 15, "magic earned each round per fountain held", MAGIE_FONTAINES),
        constant("MAGIE_COMBAT", 1, "magic per wizard counted in a won fight", MAGIE_COMBAT, echo="REVENU_SORCIER"),
        constant("MAGIE_SUPPRESSION", 10, "magic given back for a deleted tower", MAGIE_SUPPRESSION),
        constant("COUT_SORCIER", 2, "price of a wizard", COUT_SORCIER),
        constant("COUT_TOURELLE", 20, "price of a tower of basic range", COUT_TOURELLE),
        constant("COUT_PORTEE", 4, "fixed part of the surcharge for a greater range", COUT_PORTEE),
        constant("PORTEE_SORCIER", 4, "maximum number of steps of a move", PORTEE_SORCIER),
        constant("PORTEE_TOURELLE", 3, "basic and minimum shooting range", PORTEE_TOURELLE),
        constant("CONSTRUCTION_TOURELLE", 3, "distance between a tower and its support", CONSTRUCTION_TOURELLE),
        constant("VIE_TOURELLE", 10, "life points of a new tower", VIE_TOURELLE, low=1),
        constant("ATTAQUE_TOURELLE", 10, "attack points of a tower each round", ATTAQUE_TOURELLE),
        constant("POINTS_SURVIVRE", 1, "final points for being alive", POINTS_SURVIVRE),
        constant("POINTS_VAINQUEUR", 1, "points per base captured", POINTS_VAINQUEUR),
        constant("POINTS_CONTROLE_FONTAINE", 1, "final points per fountain held", POINTS_CONTROLE_FONTAINE),
        constant("POINTS_CONTROLE_ARTEFACT", 4, "final points for holding the artefact", POINTS_CONTROLE_ARTEFACT),
        Param("PREMIER_JOUEUR", whole(0, INT32_MOST - PLAYERS), (1,), "number of the first player"),
        Param("MAGIE_INITIALE", whole(), (lambda v: v["MAGIE_TOUR"],), "magic at the start", slot=MAGIE_INITIALE),
        Param(
            "BASES",
            permutation(*CORNERS),
            (["NW", "NE", "SW", "SE"], ["NW", "NE", "SE", "SW"]),
            "the corners that are the bases of the players, in their order",
        ),
        Param(
            "NB_TOURS_JOUES",
            whole(0, ROUNDS_MOST),
            (lambda v: v["MAX_TOUR"], lambda v: v["MAX_TOUR"] + 1),
            "rounds really played",
            slot=NB_TOURS_JOUES,
        ),
        Param(
            "RECOMPENSE_COMBAT",
            choice("total", "second"),
            ("total", "second"),
            "what a won fight is paid on: all the others, or the second group",
            slot=RECOMPENSE_COMBAT,
        ),
        Param(
            "PORTEE_TOURELLE_MAX",
            optional(whole()),
            (None, 7),
            "largest range that can be bought; null for no limit",
            slot=PORTEE_TOURELLE_MAX,
        ),
        Param(
            "MAX_NUMBER_TOURELLE",
            optional(whole()),
            (None, 9),
            "most towers of one player at once; null for no limit",
            slot=MAX_NUMBER_TOURELLE,
        ),
        Param(
            "BASE_ENNEMIE_BLOQUE",
            flag(),
            (True, False),
            "a living enemy's base counts as an enemy tower where one builds",
            slot=BASE_ENNEMIE_BLOQUE,
        ),
        Param(
            "REPOS_APRES_CAPTURE",
            flag(),
            (False, True),
            "wizards that have captured a base rest during the next round",
            slot=REPOS_APRES_CAPTURE,
        ),
    ),
)
