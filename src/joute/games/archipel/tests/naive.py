"""4.6 and 4.7 once more, on the named rows of a dump, as the rules tell them and without a thought for speed."""

from __future__ import annotations

from typing import Any

State = dict[str, Any]
Params = dict[str, Any]
GALION = 1


def end_turn(state: State, terrain: dict[tuple[int, int], int], params: Params) -> None:
    """What happens when the active player's turn ends, to a dump of the state."""
    attacker = state["head"]["seat"]
    for cell in sorted({(boat["x"], boat["y"]) for boat in state["boats"]}):
        fight(state, cell, attacker, params)
    if attacker == 0:
        state["head"]["seat"] = 1
    else:
        close(state, terrain, params)


def on(state: State, cell: tuple[int, int], seat: int, galions: bool | None = None) -> list[dict[str, int]]:
    """The boats of a seat on a cell, in the order of their ids; all, the galions or the others."""
    return [
        boat
        for boat in state["boats"]
        if (boat["x"], boat["y"], boat["seat"]) == (*cell, seat)
        and (galions is None or (boat["btype"] == GALION) == galions)
    ]


def fight(state: State, cell: tuple[int, int], attacker: int, params: Params) -> None:
    """4.6, step by step."""
    defender = 1 - attacker
    isle = next((isle for isle in state["islands"] if (isle["x"], isle["y"]) == cell), None)
    owner = isle["seat"] if isle else None
    attacks = bool(on(state, cell, attacker)) or owner == attacker
    defends = bool(on(state, cell, defender)) or (params["PROPRIETAIRE_DEFEND"] and owner == defender)
    strength = [len(on(state, cell, seat, True)) for seat in range(2)]
    if not (attacks and defends) or not any(strength):
        return
    if strength[0] != strength[1]:
        winner = strength.index(max(strength))
    elif isle is None:
        winner = attacker
    elif params["EGALITE_ILE"] == "defenseur":
        winner = defender
    else:
        winner = attacker if owner == -1 else owner
    loser = 1 - winner
    if isle and (owner == loser or (owner == -1 and params["ILE_VIERGE_AU_VAINQUEUR"])):
        isle["seat"] = winner
    loot = sum(boat["nb_or"] for boat in on(state, cell, loser))
    sunk = on(state, cell, loser) + on(state, cell, winner, True)[: max(0, strength[loser] - 1)]
    state["boats"] = [boat for boat in state["boats"] if boat not in sunk]
    if isle and params["BUTIN_ILE"] == "ile" and isle["seat"] == winner:
        isle["nb_or"] += loot
    elif on(state, cell, winner, False):
        on(state, cell, winner, False)[0]["nb_or"] += loot


def close(state: State, terrain: dict[tuple[int, int], int], params: Params) -> None:
    """4.7"""
    steps = [publish, earn]
    for step in reversed(steps) if params["SCORE_APRES_REVENU"] else steps:
        step(state, terrain, params)
    for boat in state["boats"]:
        boat["deplacable"] = 1
    state["head"]["turn"] += 1
    state["head"]["seat"] = 0
    state["head"]["phase"] = 2 if state["head"]["turn"] > params["FIN_PARTIE"] else 1


def earn(state: State, terrain: dict[tuple[int, int], int], params: Params) -> None:
    for isle in state["islands"]:
        if isle["seat"] != -1:
            isle["nb_or"] += params["REVENU_VOLCAN" if terrain[isle["x"], isle["y"]] else "REVENU_ILE"]


def publish(state: State, terrain: dict[tuple[int, int], int], params: Params) -> None:
    for seat in range(2):
        lands = sum(isle["nb_or"] for isle in state["islands"] if isle["seat"] == seat)
        fleet = [boat for boat in state["boats"] if boat["seat"] == seat]
        prices = sum(params["GALION_COUT" if boat["btype"] == GALION else "CARAVELLE_COUT"] for boat in fleet)
        state["scores"][seat] = lands + sum(boat["nb_or"] for boat in fleet) + prices
