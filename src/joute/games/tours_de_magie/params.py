"""Parameters and presets (rules, section 2)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, NamedTuple

from joute.core.errors import ParamError
from joute.core.params import INT32_MOST, Param, Parameters, ParamKind, choice, flag, optional, permutation, whole

PLAYERS = 4
NOBODY = -1
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


def constant(value: int, doc: str, low: int = 0, echo: str | None = None) -> Param:
    """2.1  A number that champions see; the same in both presets."""
    return Param(whole(low), (value,), doc, constant=True, echo=echo)


class Params(NamedTuple):
    # 2.1  What champions see
    taille_terrain: Annotated[
        int, Param(odd(SIZE_LEAST, SIZE_MOST), (31,), "width and height of the board", constant=True)
    ]
    nb_joueurs: Annotated[int, Param(whole(PLAYERS, PLAYERS), (PLAYERS,), "number of players", constant=True)]
    max_tour: Annotated[int, Param(whole(0, ROUNDS_MOST - 1), (100,), "announced number of rounds", constant=True)]
    magie_tour: Annotated[int, constant(20, "magic earned by each living player each round")]
    magie_fontaines: Annotated[int, constant(15, "magic earned each round per fountain held")]
    magie_combat: Annotated[int, constant(1, "magic per wizard counted in a won fight", echo="REVENU_SORCIER")]
    magie_suppression: Annotated[int, constant(10, "magic given back for a deleted tower")]
    cout_sorcier: Annotated[int, constant(2, "price of a wizard")]
    cout_tourelle: Annotated[int, constant(20, "price of a tower of basic range")]
    cout_portee: Annotated[int, constant(4, "fixed part of the surcharge for a greater range")]
    portee_sorcier: Annotated[int, constant(4, "maximum number of steps of a move")]
    portee_tourelle: Annotated[int, constant(3, "basic and minimum shooting range")]
    construction_tourelle: Annotated[int, constant(3, "distance between a tower and its support")]
    vie_tourelle: Annotated[int, constant(10, "life points of a new tower", low=1)]
    attaque_tourelle: Annotated[int, constant(10, "attack points of a tower each round")]
    points_survivre: Annotated[int, constant(1, "final points for being alive")]
    points_vainqueur: Annotated[int, constant(1, "points per base captured")]
    points_controle_fontaine: Annotated[int, constant(1, "final points per fountain held")]
    points_controle_artefact: Annotated[int, constant(4, "final points for holding the artefact")]

    # 2.2  What champions do not see
    premier_joueur: Annotated[int, Param(whole(0, INT32_MOST - PLAYERS), (1,), "number of the first player")]
    magie_initiale: Annotated[int, Param(whole(), (lambda v: v["MAGIE_TOUR"],), "magic at the start")]
    bases: Annotated[
        int,
        Param(
            permutation(*CORNERS),
            (["NW", "NE", "SW", "SE"], ["NW", "NE", "SE", "SW"]),
            "the corners that are the bases of the players, in their order",
        ),
    ]
    nb_tours_joues: Annotated[
        int,
        Param(whole(0, ROUNDS_MOST), (lambda v: v["MAX_TOUR"], lambda v: v["MAX_TOUR"] + 1), "rounds really played"),
    ]
    recompense_combat: Annotated[
        int,
        Param(
            choice("total", "second"),
            ("total", "second"),
            "what a won fight is paid on: all the others, or the second group",
        ),
    ]
    portee_tourelle_max: Annotated[
        int, Param(optional(whole()), (None, 7), "largest range that can be bought; null for no limit")
    ]
    max_number_tourelle: Annotated[
        int, Param(optional(whole()), (None, 9), "most towers of one player at once; null for no limit")
    ]
    base_ennemie_bloque: Annotated[
        int, Param(flag(), (True, False), "a living enemy's base counts as an enemy tower where one builds")
    ]
    repos_apres_capture: Annotated[
        int, Param(flag(), (False, True), "wizards that have captured a base rest during the next round")
    ]


PARAMETERS = Parameters(Params, presets=("sujet", "finale"), spelling=str.upper, validate=validate, turns="MAX_TOUR")
