"""Parameters and presets (rules, section 2)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, NamedTuple

from joute.core.params import Param, Parameters, ParamKind, choice, flag, permutation, whole

SIZE_MOST = 20
"""The largest field of vision or reach."""
PACE_MOST = 250
PATH_MOST = 256
"""The longest path an order can hold: more than any character can walk."""
AMOUNT_MOST = 1_000_000
"""The largest life, damage or number of points."""

ATTAQUE, DEPLACEMENT = "attaque", "deplacement"
CLASS_PREFIXES = ("VOLEUR", "BARBARE", "ELFE")

# 2.2  What the kernels read of ORDRE_PHASES, VISION_LIGNE, REGARD_EN_MARCHE, PORTEE, FUS_ARRET and FUS_DECALAGE
ATTACK_FIRST, MOVE_FIRST = range(2)
BY_SEGMENT, BY_COLUMN = range(2)
LOOK_AHEAD, LOOK_NORTH = range(2)
REACH_IS_DISTANCE, REACH_IS_FIELD = range(2)
STOP_OUT_OF_SIGHT, STOP_BY_LENGTH = range(2)
SHIFT_TOTAL, SHIFT_LAST = range(2)


def constant(most: int, value: int, doc: str, name: str = "", least: int = 0) -> Param:
    """A number that champions see."""
    return Param(whole(least, most), (value,), doc, name, constant=True)


def vision_of(name: str, size: int) -> Param:
    return constant(SIZE_MOST, size, "size of its field of vision", f"{name}_VISION_PORTEE")


def pace_of(name: str, points: int) -> Param:
    return constant(PACE_MOST, points, "movement points in a movement phase", f"{name}_DEPLACEMENT")


def life_of(name: str, full: int) -> Param:
    return constant(AMOUNT_MOST, full, "full life", f"{name}_VIE", least=1)


def strike_of(name: str, damage: int, weapon: str) -> Param:
    return constant(AMOUNT_MOST, damage, f"damage of {weapon}", f"{name}_ATTAQUE")


def cooldown_of(name: str, turns: int) -> Param:
    return constant(AMOUNT_MOST, turns, "turns from one use to the next", name)


def points(values: tuple[int, ...], doc: str) -> Param:
    return Param(whole(-AMOUNT_MOST, AMOUNT_MOST), values, doc)


def damage(values: tuple[int, ...], doc: str) -> Param:
    return Param(whole(0, AMOUNT_MOST), values, doc)


def coefficient(value: int, sides: str) -> Param:
    return Param(whole(-100, 100), (value,), f"coefficient of the depth towards {sides}")


def either(one: str, two: str, doc: str) -> Param:
    """A word that `sujet` and `finale` choose differently."""
    return Param(choice(one, two), (one, two), doc)


def phase_order() -> ParamKind:
    """The two phases of a play turn in some order: ATTACK_FIRST or MOVE_FIRST."""
    return permutation(ATTAQUE, DEPLACEMENT)._replace(number=lambda value: int(value[0] == DEPLACEMENT))


class Params(NamedTuple):
    """`vision`, `pace`, `life` and `strike` are chosen by the class, `cooldown` by the attack, from Palantír on."""

    vision: Annotated[tuple[int, ...], vision_of("VOLEUR", 5), vision_of("BARBARE", 4), vision_of("ELFE", 4)]
    pace: Annotated[tuple[int, ...], pace_of("VOLEUR", 10), pace_of("BARBARE", 8), pace_of("ELFE", 6)]
    life: Annotated[tuple[int, ...], life_of("VOLEUR", 10), life_of("BARBARE", 10), life_of("ELFE", 10)]
    strike: Annotated[
        tuple[int, ...],
        strike_of("VOLEUR", 5, "the knife"),
        strike_of("BARBARE", 3, "the hammer"),
        strike_of("ELFE", 2, "the bow"),
    ]
    cooldown: Annotated[
        tuple[int, ...],
        cooldown_of("VOLEUR_PALANTIR_CD", 3),
        cooldown_of("VOLEUR_TRAITRISE_CD", 5),
        cooldown_of("BARBARE_BASTOOOON_CD", 3),
        cooldown_of("BARBARE_FUS_RO_DAH_CD", 5),
        cooldown_of("ELFE_I_SEE_CD", 5),
        cooldown_of("ELFE_LOTO_CD", 5),
    ]
    barbare_bastoooon_portee: Annotated[int, constant(SIZE_MOST, 3, "reach of Bastoooon")]
    premier_joueur: Annotated[int, Param(whole(0, AMOUNT_MOST), (0,), "number of the first team")]
    ordre_phases: Annotated[
        int,
        Param(
            phase_order(),
            ((ATTAQUE, DEPLACEMENT), (DEPLACEMENT, ATTAQUE)),
            "order of the two phases of a play turn",
        ),
    ]
    points_meurtre: Annotated[int, points((1,), "to each enemy team that hit a victim no friend hit")]
    points_mort: Annotated[int, points((-1,), "to the victim's team in that same case")]
    points_teamkill: Annotated[int, points((-1, -2), "to the victim's team when only its own team hit it")]
    points_mixte: Annotated[int, points((0,), "to everybody when friend and enemy both hit it")]
    foret_vue_dehors: Annotated[
        int, Param(flag(), (False, True), "whoever stands outside a forest sees the forest cells next to him")
    ]
    vision_ligne: Annotated[
        int,
        either(
            "segment",
            "colonne",
            "a screen hides what lies behind it on a straight line, or the rest of its column",
        ),
    ]
    regard_en_marche: Annotated[int, either("deplacement", "nord", "where a walking character looks")]
    penombre_soi: Annotated[int, Param(flag(), (False, True), "a character records a cell where it is alone")]
    portee: Annotated[int, either("distance", "champ", "what the reach of the knife and of Bastoooon means")]
    fus_arret: Annotated[
        int,
        either("champ", "longueur", "a push ends out of the shouter's field of vision, or after a computed length"),
    ]
    fus_coef_eo: Annotated[int, coefficient(-1, "EST and OUEST")]
    fus_coef_ns: Annotated[int, coefficient(1, "NORD and SUD")]
    fus_profondeur_signee: Annotated[int, Param(flag(), (False,), "the depth counts with its sign")]
    fus_decalage: Annotated[int, either("total", "dernier", "how a thrown attacker's target is shifted")]
    fus_cible_libre: Annotated[int, Param(flag(), (True, False), "a shout may have a target off the map")]
    fus_double_mortel: Annotated[int, Param(flag(), (False, True), "two Fus Ro Dah on one character kill it")]
    fus_double_degats: Annotated[int, damage((255,), "damage of each of those two")]
    i_see_tir_resolution: Annotated[int, Param(flag(), (True, False), "last turn's zone counts in the resolution")]
    voleur_traitrise_degats: Annotated[int, damage((9001, 255), "damage of Traîtrise")]
    voleur_attaque_portee: Annotated[int, Param(whole(0, SIZE_MOST), (1,), "reach of the knife")]
    elfe_loto_degats: Annotated[int, damage((4,), "damage of Loto")]
    barbare_bastoooon_base: Annotated[int, damage((11,), "Bastoooon deals this minus life")]
    distance_plafond: Annotated[int, damage((255,), "paths that cost this count as absent")]
    temps_appel_ms: Annotated[
        int, Param(whole(1), (1000,), "time allowed to a champion for one callback, in milliseconds")
    ]


PARAMETERS = Parameters(Params, presets=("sujet", "finale"), spelling=str.upper, call_ms="TEMPS_APPEL_MS")


def size_most(params: Mapping[str, Any]) -> int:
    """The largest size a cone or a square is computed with."""
    sizes = [params[f"{name}_VISION_PORTEE"] for name in CLASS_PREFIXES]
    return max(int(size) for size in (*sizes, params["VOLEUR_ATTAQUE_PORTEE"], params["BARBARE_BASTOOOON_PORTEE"]))


def steps_most(params: Mapping[str, Any]) -> int:
    """The longest path a character can walk: leaving a road costs one."""
    return max(int(params[f"{name}_DEPLACEMENT"]) for name in CLASS_PREFIXES)
