"""Parameters and presets (rules, section 2)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from joute.core.errors import ParamError
from joute.core.legacy_params import INT32_MOST, Param, Parameters, ParamKind, flag, whole

# Slots of the parameter buffer
NB_TOURS, NB_POINTS_DEPLACEMENT, NB_POINTS_ACTION, COUT_CAPTURE, COUT_LIEN = range(5)
COUT_NEUTRALISATION, COUT_NEUTRALISATION_BOUCLIER, COUT_BOUCLIER, SURCOUT_BOUCLIER = range(5, 9)
COUT_VIRUS, COUT_TURBO, GAIN_TURBO, MAX_BOUCLIERS = range(9, 13)
POINTS_CREATION_PORTAIL, POINTS_CREATION_LIEN, POINTS_CHAMP = range(13, 16)

NO_VIRUS = -1
"""The price that switches the virus off."""


def even() -> ParamKind:
    """2.2  An even whole number: half of it, times twice an area, is an integer."""
    return ParamKind(
        lambda value: whole().accepts(value) and value % 2 == 0,
        f"an even whole number from 0 to {INT32_MOST - 1}",
        int,
    )


def seen(name: str, kind: ParamKind, values: tuple[int, ...], doc: str, slot: int, alias: str | None = None) -> Param:
    """A parameter that the kernels read and that champions see as a constant of the same name."""
    return Param(name, kind, values, doc, slot=slot, constant=name, alias=alias)


def validate(values: Mapping[str, Any]) -> None:
    """2.3  Any portal can be neutralised with the action points of one turn."""
    dearest = values["COUT_NEUTRALISATION"] + values["MAX_BOUCLIERS"] * values["COUT_NEUTRALISATION_BOUCLIER"]
    if dearest > values["NB_POINTS_ACTION"]:
        raise ParamError(
            f"parameter NB_POINTS_ACTION: found {values['NB_POINTS_ACTION']}, expected at least {dearest}, the price "
            "of a fully shielded portal (COUT_NEUTRALISATION + MAX_BOUCLIERS × COUT_NEUTRALISATION_BOUCLIER)"
        )


PARAMETERS = Parameters(
    presets=("sujet", "finale"),
    validate=validate,
    params=(
        Param("TAILLE_TERRAIN", whole(2), (40, 30), "side of the board, in cells", constant="TAILLE_TERRAIN"),
        Param("DEPARTS_EN_COIN", flag(), (True, False), "the start cells must be two different corners"),
        seen("NB_TOURS", whole(1), (100,), "rounds in a match", NB_TOURS),
        seen("NB_POINTS_DEPLACEMENT", whole(), (6,), "move points of a turn", NB_POINTS_DEPLACEMENT),
        seen("NB_POINTS_ACTION", whole(), (42,), "action points of a turn", NB_POINTS_ACTION),
        seen("COUT_CAPTURE", whole(), (1, 3), "price of a capture", COUT_CAPTURE),
        seen("COUT_LIEN", whole(), (1, 2), "price of a link", COUT_LIEN),
        seen("COUT_NEUTRALISATION", whole(), (10,), "price of neutralising a bare portal", COUT_NEUTRALISATION),
        seen(
            "COUT_NEUTRALISATION_BOUCLIER",
            whole(),
            (4, 5),
            "extra price of neutralising, for each shield",
            COUT_NEUTRALISATION_BOUCLIER,
        ),
        seen("COUT_BOUCLIER", whole(), (2, 3), "price of a first shield", COUT_BOUCLIER),
        seen("SURCOUT_BOUCLIER", whole(), (0, 1), "extra price of a shield, for each already there", SURCOUT_BOUCLIER),
        seen("COUT_VIRUS", whole(NO_VIRUS), (20, NO_VIRUS), "price of the virus; -1 for no virus", COUT_VIRUS),
        seen("COUT_TURBO", whole(), (6,), "price of a turbo", COUT_TURBO),
        seen("GAIN_TURBO", whole(), (1,), "move points a turbo gives", GAIN_TURBO),
        seen("MAX_BOUCLIERS", whole(), (4, 6), "most shields on a portal", MAX_BOUCLIERS),
        seen(
            "POINTS_CREATION_PORTAIL",
            whole(),
            (3, 10),
            "score for a capture",
            POINTS_CREATION_PORTAIL,
            alias="POINTS_CAPTURE",
        ),
        seen("POINTS_CREATION_LIEN", whole(), (5, 0), "score for a link", POINTS_CREATION_LIEN),
        seen("POINTS_CHAMP", even(), (10, 2), "score per unit of area of a field, per turn", POINTS_CHAMP),
        Param("PREMIER_JOUEUR", whole(0, INT32_MOST - 1), (1,), "number of the first player, as champions see it"),
    ),
)
