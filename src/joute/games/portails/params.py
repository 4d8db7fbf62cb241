"""Parameters and presets (rules, section 2)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, NamedTuple

from joute.core.errors import ParamError
from joute.core.params import INT32_MOST, Param, Parameters, ParamKind, flag, whole

NO_VIRUS = -1
"""The price that switches the virus off."""


def even() -> ParamKind:
    """2.2  An even whole number: half of it, times twice an area, is an integer."""
    return ParamKind(
        lambda value: whole().accepts(value) and value % 2 == 0,
        f"an even whole number from 0 to {INT32_MOST - 1}",
        int,
    )


def seen(kind: ParamKind, values: tuple[int, ...], doc: str, alias: str | None = None) -> Param:
    """A parameter that champions see as a constant of the same name."""
    return Param(kind, values, doc, constant=True, alias=alias)


class Params(NamedTuple):
    taille_terrain: Annotated[int, seen(whole(2), (40, 30), "side of the board, in cells")]
    departs_en_coin: Annotated[int, Param(flag(), (True, False), "the start cells must be two different corners")]
    nb_tours: Annotated[int, seen(whole(1), (100,), "rounds in a match")]
    nb_points_deplacement: Annotated[int, seen(whole(), (6,), "move points of a turn")]
    nb_points_action: Annotated[int, seen(whole(), (42,), "action points of a turn")]
    cout_capture: Annotated[int, seen(whole(), (1, 3), "price of a capture")]
    cout_lien: Annotated[int, seen(whole(), (1, 2), "price of a link")]
    cout_neutralisation: Annotated[int, seen(whole(), (10,), "price of neutralising a bare portal")]
    cout_neutralisation_bouclier: Annotated[int, seen(whole(), (4, 5), "extra price of neutralising, for each shield")]
    cout_bouclier: Annotated[int, seen(whole(), (2, 3), "price of a first shield")]
    surcout_bouclier: Annotated[int, seen(whole(), (0, 1), "extra price of a shield, for each already there")]
    cout_virus: Annotated[int, seen(whole(NO_VIRUS), (20, NO_VIRUS), "price of the virus; -1 for no virus")]
    cout_turbo: Annotated[int, seen(whole(), (6,), "price of a turbo")]
    gain_turbo: Annotated[int, seen(whole(), (1,), "move points a turbo gives")]
    max_boucliers: Annotated[int, seen(whole(), (4, 6), "most shields on a portal")]
    points_creation_portail: Annotated[int, seen(whole(), (3, 10), "score for a capture", alias="POINTS_CAPTURE")]
    points_creation_lien: Annotated[int, seen(whole(), (5, 0), "score for a link")]
    points_champ: Annotated[int, seen(even(), (10, 2), "score per unit of area of a field, per turn")]
    premier_joueur: Annotated[
        int, Param(whole(0, INT32_MOST - 1), (1,), "number of the first player, as champions see it")
    ]


def validate(values: Mapping[str, Any]) -> None:
    """2.3  Any portal can be neutralised with the action points of one turn."""
    dearest = values["COUT_NEUTRALISATION"] + values["MAX_BOUCLIERS"] * values["COUT_NEUTRALISATION_BOUCLIER"]
    if dearest > values["NB_POINTS_ACTION"]:
        raise ParamError(
            f"parameter NB_POINTS_ACTION: found {values['NB_POINTS_ACTION']}, expected at least {dearest}, the price "
            "of a fully shielded portal (COUT_NEUTRALISATION + MAX_BOUCLIERS × COUT_NEUTRALISATION_BOUCLIER)"
        )


PARAMETERS = Parameters(Params, presets=("sujet", "finale"), spelling=str.upper, validate=validate, turns="NB_TOURS")
