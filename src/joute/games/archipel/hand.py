"""What a person may do, and how orders and refusals read.

Boats of one kind, cargo and readiness on a cell are offered together.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from joute.core.api import Row
from joute.core.game import Game
from joute.core.hand import REPEAT, Amount, Cell, Offer, Target, accepts, joined
from joute.core.seat import Seat
from joute.core.text import Text

from . import rules
from .api import Erreur
from .board import MER, SIDE, VOLCAN
from .params import COST, LIMITE_BATEAUX, RANGE
from .rules import state
from .rules.state import (
    BOAT_COLUMNS,
    CARAVELLE,
    CELL_COLUMNS,
    CHARGER,
    DECHARGER,
    DEPLACER,
    FIRST,
    GALION,
    GOLD,
    ID,
    ISLE_COLUMNS,
    ISLE_OWNER,
    ISLE_X,
    ISLE_Y,
    MOVABLE,
    NOBODY,
    OWNER,
    TRANSFERER,
    TYPE,
    TYPES,
)

BUILT_MOST = 100
"""How many boats one click may build."""
KIND_NAMES = (Text("caravelle", "caravelle"), Text("galion", "galion"))
KIND_A = (Text("a caravelle", "une caravelle"), Text("a galion", "un galion"))
REFUSALS = {
    Erreur.OK: Text("Done.", "C'est fait."),
    Erreur.OR_INSUFFISANT: Text("There is not enough gold for that.", "Il n'y a pas assez d'or pour cela."),
    Erreur.ILE_INVALIDE: Text("That takes an island.", "Il faut une île pour cela."),
    Erreur.POSITION_INVALIDE: Text("That is not the right place.", "Ce n'est pas le bon endroit."),
    Erreur.TROP_LOIN: Text("That is too far for this boat.", "C'est trop loin pour ce bateau."),
    Erreur.ILE_COLONISEE: Text("That island has an owner.", "Cette île a déjà un propriétaire."),
    Erreur.ILE_ENNEMIE: Text("That island is not yours.", "Cette île n'est pas à vous."),
    Erreur.BATEAU_ENNEMI: Text("That boat is not yours.", "Ce bateau n'est pas à vous."),
    Erreur.ID_INVALIDE: Text("No such boat can do that.", "Aucun bateau de ce numéro ne peut le faire."),
    Erreur.NON_DEPLACABLE: Text("That boat has moved this round.", "Ce bateau s'est déjà déplacé pendant ce tour."),
    Erreur.AUCUNE_CARAVELLE: Text("You have no caravelle there.", "Vous n'y avez pas de caravelle."),
    Erreur.LIMITE_ATTEINTE: Text("You have as many boats as you may.", "Vous avez autant de bateaux que permis."),
}


class Fleet(NamedTuple):
    """Boats that nobody could tell apart: on one cell, of one kind, with the same cargo, ready or not."""

    kind: int
    gold: int
    movable: int
    ids: list[int]

    @property
    def name(self) -> Text:
        count, boat = len(self.ids), KIND_NAMES[self.kind]
        cargo = Text(f" with {self.gold} gold", f" avec {self.gold} or") if self.gold else Text("", "")
        if count == 1:
            return Text(f"{boat.en} {self.ids[0]}{cargo.en}", f"{boat.fr} {self.ids[0]}{cargo.fr}")
        return Text(f"{count} {boat.en}s{cargo.en}", f"{count} {boat.fr}s{cargo.fr}")


def places(seat: Seat) -> list[Cell]:
    """Own islands and fleets from which something can be done; a boat that can move can do something."""
    s, side = seat.state, int(seat.world.board.head[SIDE])
    cells: dict[Cell, bool] = {}
    for at in range(0, len(s.islands), ISLE_COLUMNS):
        if s.islands[at + ISLE_OWNER] == seat.index:
            cells[int(s.islands[at + ISLE_X]), int(s.islands[at + ISLE_Y])] = False
    for row in range(int(s.head[state.BOATS])):
        if s.boats[row * BOAT_COLUMNS + OWNER] == seat.index:
            cell = int(state.cell_of(seat.world, row))
            here = cell % side, cell // side
            cells[here] = cells.get(here, False) or bool(s.boats[row * BOAT_COLUMNS + MOVABLE])
    return [cell for cell, ready in cells.items() if ready or next(_offers(seat, cell), None) is not None]


def offers(seat: Seat, cell: Cell | None) -> list[Offer]:
    """6.4"""
    if cell is None or not state.inside(seat.world, *cell):
        return []
    return list(_offers(seat, cell))


def describe_order(game: Game, row: Row) -> Text:
    action, args = game.api.unflatten(row)
    if action.name == "construire":
        boat, (x, y) = KIND_A[args[0]], args[1]
        return Text(f"{boat.en} is built on {x}, {y}", f"{boat.fr} en construction en {x}, {y}")
    if action.name == "deplacer":
        return Text(
            f"boat {args[0]} goes to {args[1].x}, {args[1].y}", f"le bateau {args[0]} va en {args[1].x}, {args[1].y}"
        )
    if action.name == "coloniser":
        return Text(f"{args[0].x}, {args[0].y} is settled", f"{args[0].x}, {args[0].y} est colonisée")
    if action.name == "charger":
        return Text(f"boat {args[0]} loads {args[1]} gold", f"le bateau {args[0]} charge {args[1]} or")
    if action.name == "decharger":
        return Text(f"boat {args[0]} unloads {args[1]} gold", f"le bateau {args[0]} décharge {args[1]} or")
    gold, source, goal = args
    return Text(
        f"boat {source} gives {gold} gold to boat {goal}", f"le bateau {source} donne {gold} or au bateau {goal}"
    )


def refusal(game: Game, function: str, answer: int) -> Text:
    return REFUSALS[Erreur(answer)]


def aim(seat: Seat, row: Row) -> Row:
    """Of boats that cannot be told apart the first stands for all; no gold is nothing."""
    if row[0] == DEPLACER:
        return (row[0], _like(seat, row[1])[0], *row[2:])
    if row[0] in (CHARGER, DECHARGER):
        return (row[0], _like(seat, row[1])[0], row[2]) if row[2] else ()
    if row[0] == TRANSFERER:
        source, goal = _like(seat, row[2]), _like(seat, row[3])
        return (row[0], row[1], source[0], goal[goal == source]) if row[1] and row[2] != row[3] else ()
    return row


# Offers


def _offers(seat: Seat, cell: Cell) -> Iterator[Offer]:
    fleets = _fleets(seat, cell)
    for fleet in fleets:
        yield from _move(seat, cell, fleet)
    yield from _settle(seat, cell)
    for kind in range(TYPES):
        yield from _build(seat, cell, kind)
    for fleet in fleets:
        yield from _cargo(seat, cell, fleet)
    for source in fleets:
        for goal in fleets:
            yield from _transfer(seat, source, goal)


def _fleets(seat: Seat, cell: Cell) -> list[Fleet]:
    """The own boats of a cell, those that can move first."""
    w, s = seat.world, seat.state
    groups: dict[tuple[int, int, int], list[int]] = {}
    boat = int(s.cells[state.cell_at(w, *cell) * CELL_COLUMNS + FIRST])
    while boat > 0:
        kind, gold, movable = (int(s.boats[(boat - 1) * BOAT_COLUMNS + column]) for column in (TYPE, GOLD, MOVABLE))
        if s.boats[(boat - 1) * BOAT_COLUMNS + OWNER] == seat.index:
            groups.setdefault((kind, gold, movable), []).append(int(s.boats[(boat - 1) * BOAT_COLUMNS + ID]))
        boat = int(s.links[boat - 1])
    fleets = [Fleet(*what, ids) for what, ids in groups.items()]
    return sorted(fleets, key=lambda fleet: (-fleet.movable, fleet.ids[0]))


def _like(seat: Seat, number: int) -> list[int]:
    """The boats that cannot be told from one."""
    side = int(seat.world.board.head[SIDE])
    cell = int(state.cell_of(seat.world, rules.find_boat(seat.world, number)))
    return next((fleet.ids for fleet in _fleets(seat, (cell % side, cell // side)) if number in fleet.ids), [number])


def _move(seat: Seat, cell: Cell, fleet: Fleet) -> Iterator[Offer]:
    """4.5"""
    if not fleet.movable:
        return
    far = int(seat.world.params[RANGE + fleet.kind])
    x, y = cell
    columns = [(x + dx, far - abs(dx)) for dx in range(-far, far + 1)]
    goals = [(column, y + dy) for column, rest in columns for dy in range(-rest, rest + 1)]
    first = fleet.ids[0]
    targets = [
        Target(goal, [first, list(goal)], _what_waits(seat, goal))
        for goal in goals
        if accepts(seat, "deplacer", first, goal)
    ]
    count = len(fleet.ids)
    amount = Amount(REPEAT, 1, count, count, fleet.ids) if count > 1 else None
    note = Text(f"up to {far} cells", f"jusqu'à {far} cases")
    yield Offer("deplacer", Text(f"Sail: {fleet.name.en}", f"Naviguer : {fleet.name.fr}"), note, targets, [], amount)


def _what_waits(seat: Seat, goal: Cell) -> Text | None:
    """What is known of a cell before a boat goes there."""
    w, other = seat.world, 1 - seat.index
    cell = state.cell_at(w, *goal)
    notes = []
    if state.terrain_of(w, cell) != MER:
        notes.append(_island(seat, cell))
    galions, caravelles = (state.count(w, other, kind, cell) for kind in (GALION, CARAVELLE))
    if galions or caravelles:
        notes.append(
            Text(
                f"enemies: galions {galions}, caravelles {caravelles}",
                f"ennemis : galions {galions}, caravelles {caravelles}",
            )
        )
    return joined(notes)


def _island(seat: Seat, cell: int) -> Text:
    owner, gold = state.owner_of(seat.world, cell), state.island_gold(seat.world, cell)
    en, fr = ("volcano", "volcan") if state.terrain_of(seat.world, cell) == VOLCAN else ("island", "île")
    if owner == NOBODY:
        return Text(f"free {en}", f"{fr} vierge")
    if owner == seat.index:
        return Text(f"your {en}, {gold} gold", f"{fr} à vous, {gold} or")
    return Text(f"enemy {en}, {gold} gold", f"{fr} ennemi{'' if fr == 'volcan' else 'e'}, {gold} or")


def _settle(seat: Seat, cell: Cell) -> Iterator[Offer]:
    if accepts(seat, "coloniser", cell):
        yield Offer("coloniser", Text("Settle this island", "Coloniser cette île"), args=[list(cell)])


def _build(seat: Seat, cell: Cell, kind: int) -> Iterator[Offer]:
    """The island pays."""
    if not accepts(seat, "construire", kind, cell):
        return
    w = seat.world
    price, gold = int(w.params[COST + kind]), int(state.island_gold(w, state.cell_at(w, *cell)))
    fleet, room = int(w.state.fleets[seat.index]), len(w.state.links) // state.SEATS
    most = min(BUILT_MOST, int(w.params[LIMITE_BATEAUX]) - fleet, room - fleet, gold // price if price else BUILT_MOST)
    note = Text(f"{price} of the island's {gold} gold each", f"{price} des {gold} or de l'île chacun")
    title = Text(f"Build {KIND_A[kind].en}", f"Construire {KIND_A[kind].fr}")
    yield Offer("construire", title, note, args=[kind, list(cell)], amount=Amount(REPEAT, 1, most, 1))


def _cargo(seat: Seat, cell: Cell, fleet: Fleet) -> Iterator[Offer]:
    first, name = fleet.ids[0], fleet.name
    if accepts(seat, "charger", first, 1):
        gold = int(state.island_gold(seat.world, state.cell_at(seat.world, *cell)))
        title = Text(f"Load: {name.en}", f"Charger : {name.fr}")
        note = Text(f"{gold} gold on the island", f"{gold} or sur l'île")
        yield Offer("charger", title, note, args=[first, gold], amount=Amount(1, 1, gold, gold))
    if accepts(seat, "decharger", first, 1):
        title = Text(f"Unload: {name.en}", f"Décharger : {name.fr}")
        yield Offer("decharger", title, args=[first, fleet.gold], amount=Amount(1, 1, fleet.gold, fleet.gold))


def _transfer(seat: Seat, source: Fleet, goal: Fleet) -> Iterator[Offer]:
    """Gold from one boat to another; between two that are equal, from the first to the second."""
    receivers = goal.ids[1:] if source is goal else goal.ids
    if not receivers or not accepts(seat, "transferer", 1, source.ids[0], receivers[0]):
        return
    title = Text(
        f"Give gold: {source.name.en} to {goal.name.en}", f"Donner de l'or : {source.name.fr} à {goal.name.fr}"
    )
    amount = Amount(0, 1, source.gold, source.gold)
    yield Offer("transferer", title, args=[source.gold, source.ids[0], receivers[0]], amount=amount)
