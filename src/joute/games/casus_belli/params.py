"""Parameters and presets (rules, section 2)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from joute.core.legacy_params import Param, Parameters, choice, flag, permutation, whole

# Slots of the parameter buffer. VISION, PACE and LIFE + class (Voleur, Barbare, Elfe); COOLDOWN + attack.
VISION, VISION_B, VISION_E, PACE, PACE_B, PACE_E, LIFE, LIFE_B, LIFE_E = range(9)
COOLDOWN = 8
PALANTIR_CD, TRAITRISE_CD, BASTOOOON_CD, FUS_RO_DAH_CD, I_SEE_CD, LOTO_CD = range(9, 15)
KNIFE, HAMMER, BOW, BASTOOOON_REACH, FIRST_PLAYER, MOVE_FIRST = range(15, 21)
POINTS_MURDER, POINTS_DEATH, POINTS_TEAMKILL, POINTS_MIXED = range(21, 25)
FOREST_FROM_OUTSIDE, SIGHT_BY_COLUMN, WALKERS_LOOK_NORTH, SELF_GLIMPSED, REACH_IS_FIELD = range(25, 30)
FUS_BY_LENGTH, FUS_COEF_EO, FUS_COEF_NS, FUS_SIGNED, FUS_LAST_PUSH, FUS_FREE_TARGET = range(30, 36)
FUS_DEADLY, FUS_DAMAGE, I_SEE_LASTS, TRAITRISE, KNIFE_REACH, LOTO, BASTOOOON_BASE, DISTANCE_CAP = range(36, 44)

SIZE_MOST = 20
"""The largest field of vision or reach."""
PACE_MOST = 250
PATH_MOST = 256
"""The longest path an order can hold: more than any character can walk."""
AMOUNT_MOST = 1_000_000
"""The largest life, damage or number of points."""

ATTAQUE, DEPLACEMENT = "attaque", "deplacement"


def phase_order() -> Any:
    """The two phases of a play turn in some order; the kernels see whether movement comes first."""
    return permutation(ATTAQUE, DEPLACEMENT)._replace(number=lambda value: int(value[0] == DEPLACEMENT))


def class_constants(name: str, vision: int, pace: int, life: int, strike: int, slot: int) -> list[Param]:
    """2.1  What each class has."""
    damage = {"VOLEUR": "the knife", "BARBARE": "the hammer", "ELFE": "the bow"}[name]
    return [
        constant(f"{name}_VISION_PORTEE", SIZE_MOST, vision, "size of its field of vision", VISION + slot),
        constant(f"{name}_DEPLACEMENT", PACE_MOST, pace, "movement points in a movement phase", PACE + slot),
        constant(f"{name}_VIE", AMOUNT_MOST, life, "full life", LIFE + slot, least=1),
        constant(f"{name}_ATTAQUE", AMOUNT_MOST, strike, f"damage of {damage}", KNIFE + slot),
    ]


def constant(name: str, most: int, value: int, doc: str, slot: int, least: int = 0) -> Param:
    """A number that champions see."""
    return Param(name, whole(least, most), (value,), doc, slot=slot, constant=name)


def cooldown(name: str, value: int, slot: int) -> Param:
    return constant(name, AMOUNT_MOST, value, "turns from one use to the next", slot)


def points(name: str, values: tuple[int, ...], doc: str, slot: int) -> Param:
    return Param(name, whole(-AMOUNT_MOST, AMOUNT_MOST), values, doc, slot=slot)


def size_most(params: Mapping[str, Any]) -> int:
    """The largest size a cone or a square is computed with."""
    names = ("VOLEUR_VISION_PORTEE", "BARBARE_VISION_PORTEE", "ELFE_VISION_PORTEE")
    return max(int(params[name]) for name in (*names, "VOLEUR_ATTAQUE_PORTEE", "BARBARE_BASTOOOON_PORTEE"))


def steps_most(params: Mapping[str, Any]) -> int:
    """The longest path a character can walk: leaving a road costs one."""
    return max(int(params[f"{name}_DEPLACEMENT"]) for name in ("VOLEUR", "BARBARE", "ELFE"))


PARAMETERS = Parameters(
    presets=("sujet", "finale"),
    call_ms="TEMPS_APPEL_MS",
    params=(
        *class_constants("VOLEUR", 5, 10, 10, 5, 0),
        cooldown("VOLEUR_PALANTIR_CD", 3, PALANTIR_CD),
        cooldown("VOLEUR_TRAITRISE_CD", 5, TRAITRISE_CD),
        *class_constants("BARBARE", 4, 8, 10, 3, 1),
        cooldown("BARBARE_BASTOOOON_CD", 3, BASTOOOON_CD),
        constant("BARBARE_BASTOOOON_PORTEE", SIZE_MOST, 3, "reach of Bastoooon", BASTOOOON_REACH),
        cooldown("BARBARE_FUS_RO_DAH_CD", 5, FUS_RO_DAH_CD),
        *class_constants("ELFE", 4, 6, 10, 2, 2),
        cooldown("ELFE_LOTO_CD", 5, LOTO_CD),
        cooldown("ELFE_I_SEE_CD", 5, I_SEE_CD),
        Param("PREMIER_JOUEUR", whole(0, AMOUNT_MOST), (0,), "number of the first team", slot=FIRST_PLAYER),
        Param(
            "ORDRE_PHASES",
            phase_order(),
            ((ATTAQUE, DEPLACEMENT), (DEPLACEMENT, ATTAQUE)),
            "order of the two phases of a play turn",
            slot=MOVE_FIRST,
        ),
        points("POINTS_MEURTRE", (1,), "to each enemy team that hit a victim no friend hit", POINTS_MURDER),
        points("POINTS_MORT", (-1,), "to the victim's team in that same case", POINTS_DEATH),
        points("POINTS_TEAMKILL", (-1, -2), "to the victim's team when only its own team hit it", POINTS_TEAMKILL),
        points("POINTS_MIXTE", (0,), "to everybody when friend and enemy both hit it", POINTS_MIXED),
        Param(
            "FORET_VUE_DEHORS",
            flag(),
            (False, True),
            "whoever stands outside a forest sees the forest cells next to him",
            slot=FOREST_FROM_OUTSIDE,
        ),
        Param(
            "VISION_LIGNE",
            choice("segment", "colonne"),
            ("segment", "colonne"),
            "a screen hides what lies behind it on a straight line, or the rest of its column",
            slot=SIGHT_BY_COLUMN,
        ),
        Param(
            "REGARD_EN_MARCHE",
            choice("deplacement", "nord"),
            ("deplacement", "nord"),
            "where a walking character looks",
            slot=WALKERS_LOOK_NORTH,
        ),
        Param(
            "PENOMBRE_SOI", flag(), (False, True), "a character records a cell where it is alone", slot=SELF_GLIMPSED
        ),
        Param(
            "PORTEE",
            choice("distance", "champ"),
            ("distance", "champ"),
            "what the reach of the knife and of Bastoooon means",
            slot=REACH_IS_FIELD,
        ),
        Param(
            "FUS_ARRET",
            choice("champ", "longueur"),
            ("champ", "longueur"),
            "a push ends out of the shouter's field of vision, or after a computed length",
            slot=FUS_BY_LENGTH,
        ),
        Param("FUS_COEF_EO", whole(-100, 100), (-1,), "coefficient of the depth towards EST and OUEST", FUS_COEF_EO),
        Param("FUS_COEF_NS", whole(-100, 100), (1,), "coefficient of the depth towards NORD and SUD", FUS_COEF_NS),
        Param("FUS_PROFONDEUR_SIGNEE", flag(), (False,), "the depth counts with its sign", FUS_SIGNED),
        Param(
            "FUS_DECALAGE",
            choice("total", "dernier"),
            ("total", "dernier"),
            "how a thrown attacker's target is shifted",
            slot=FUS_LAST_PUSH,
        ),
        Param("FUS_CIBLE_LIBRE", flag(), (True, False), "a shout may have a target off the map", FUS_FREE_TARGET),
        Param("FUS_DOUBLE_MORTEL", flag(), (False, True), "two Fus Ro Dah on one character kill it", FUS_DEADLY),
        Param("FUS_DOUBLE_DEGATS", whole(0, AMOUNT_MOST), (255,), "damage of each of those two", FUS_DAMAGE),
        Param("I_SEE_TIR_RESOLUTION", flag(), (True, False), "last turn's zone counts in the resolution", I_SEE_LASTS),
        Param("VOLEUR_TRAITRISE_DEGATS", whole(0, AMOUNT_MOST), (9001, 255), "damage of Traîtrise", TRAITRISE),
        Param("VOLEUR_ATTAQUE_PORTEE", whole(0, SIZE_MOST), (1,), "reach of the knife", KNIFE_REACH),
        Param("ELFE_LOTO_DEGATS", whole(0, AMOUNT_MOST), (4,), "damage of Loto", LOTO),
        Param(
            "BARBARE_BASTOOOON_BASE", whole(0, AMOUNT_MOST), (11,), "Bastoooon deals this minus life", BASTOOOON_BASE
        ),
        Param("DISTANCE_PLAFOND", whole(0, AMOUNT_MOST), (255,), "paths that cost this count as absent", DISTANCE_CAP),
        Param("TEMPS_APPEL_MS", whole(1), (1000,), "time allowed to a champion for one callback, in milliseconds"),
    ),
)
