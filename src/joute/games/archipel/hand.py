"""What a person may do, and how orders and refusals read.

Boats of one kind, cargo and readiness on a cell are offered together.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from joute.core.api import Row
from joute.core.game import Game
from joute.core.hand import REPEAT, Amount, Call, Cell, Hand, Offer, Target, accepts, capital, cells_away, joined
from joute.core.seat import Seat
from joute.core.text import Text

from .api import Erreur
from .board import MER, VOLCAN
from .rules import RULES
from .rules.boats import cell_of, count, find_boat
from .rules.places import cell_at, inside, island_gold, owner_of, terrain_of
from .rules.state import CARAVELLE, CHARGER, DECHARGER, DEPLACER, GALION, NOBODY, TRANSFERER, TYPES

BUILT_MOST = 100
"""How many boats one click may build."""
WORDS = {action.name: action.words for action in RULES.actions}
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
    s = seat.state
    cells: dict[Cell, bool] = {}
    for island, owner in enumerate(s.islands.seat):
        if owner == seat.index:
            cells[int(s.islands.x[island]), int(s.islands.y[island])] = False
    for row in range(s.head.boats):
        if s.boats.seat[row] == seat.index:
            here = int(s.boats.x[row]), int(s.boats.y[row])
            far = seat.world.params.deplacement[s.boats.btype[row]]
            cells[here] = cells.get(here, False) or bool(s.boats.deplacable[row] and far)
    return [cell for cell, ready in cells.items() if ready or next(_offers(seat, cell), None) is not None]


def offers(seat: Seat, cell: Cell | None) -> list[Offer]:
    """6.4"""
    if cell is None or not inside(seat.world, *cell):
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


def way(seat: Seat, row: Row) -> list[Cell]:
    """From where a boat sails to where; of everything else, where it is."""
    action, args = seat.game.api.unflatten(row)
    if action.name == "deplacer":
        return [_boat_at(seat, args[0]), (args[1].x, args[1].y)]
    if action.name in ("charger", "decharger"):
        return [_boat_at(seat, args[0])]
    if action.name == "transferer":
        return [_boat_at(seat, args[1])]
    return [(args[-1].x, args[-1].y)]


def refusal(game: Game, function: str, answer: int) -> Text:
    return REFUSALS[Erreur(answer)]


def aim(seat: Seat, row: Row) -> Row:
    """Of boats that cannot be told apart the first stands for all; no gold, or to sail nowhere, is nothing."""
    if row[0] == DEPLACER:
        return (row[0], _like(seat, row[1])[0], *row[2:]) if row[2:] != _boat_at(seat, row[1]) else ()
    if row[0] in (CHARGER, DECHARGER):
        return (row[0], _like(seat, row[1])[0], row[2]) if row[2] else ()
    if row[0] == TRANSFERER:
        source, goal = _like(seat, row[2]), _like(seat, row[3])
        return (row[0], row[1], source[0], goal[goal == source]) if row[1] and row[2] != row[3] else ()
    return row


def tries(seat: Seat, place: Cell, cell: Cell) -> Iterator[Call]:
    """The boats of the place, one's own first, sail; from the place itself they do, or the island builds."""
    if not inside(seat.world, *place):
        return
    boats = [fleet.ids[0] for fleet in _fleets(seat, place)] or _boats_at(seat, place, 1 - seat.index)
    yield from (("deplacer", [number, list(cell)]) for number in boats)
    if place == cell and terrain_of(seat.world, cell_at(seat.world, *place)) != MER:
        yield from (("construire", [kind, list(place)]) for kind in (GALION, CARAVELLE))


def explain(seat: Seat, row: Row, answer: int) -> Text | None:
    """6.4  The figures of a refusal."""
    w = seat.world
    action, args = seat.game.api.unflatten(row)
    if answer == Erreur.TROP_LOIN:
        boat, far = w.state.boats.btype[find_boat(w, args[0])], cells_away(_boat_at(seat, args[0]), args[1])
        kind, most = KIND_A[boat], w.params.deplacement[boat]
        return Text(f"{far.en}; {kind.en} sails {most}.", f"{far.fr} ; {kind.fr} en parcourt {most}.")
    if answer == Erreur.NON_DEPLACABLE:
        return Text(
            f"Boat {args[0]} has moved or was built this round: it sails in the next one.",
            f"Le bateau {args[0]} a bougé ou vient d'être construit : il repartira au prochain tour.",
        )
    if answer == Erreur.LIMITE_ATTEINTE:
        most = w.params.limite_bateaux
        return Text(f"You have {most} boats, as many as you may.", f"Vous avez {most} bateaux, le maximum.")
    return _too_poor(seat, action.name, args) if answer == Erreur.OR_INSUFFISANT else None


def _too_poor(seat: Seat, action: str, args: list[Any]) -> Text | None:
    """What there is, and what it takes."""
    w = seat.world
    if action == "construire" and 0 <= args[0] < TYPES:
        kind, price, gold = KIND_A[args[0]], w.params.cout[args[0]], island_gold(w, cell_at(w, *args[1]))
        return Text(
            f"{capital(kind.en)} costs {price}, the island holds {gold} gold.",
            f"{capital(kind.fr)} coûte {price}, l'île a {gold} or.",
        )
    if action == "charger":
        gold = island_gold(w, cell_of(w, find_boat(w, args[0])))
        return Text(f"The island holds {gold} gold.", f"L'île a {gold} or.")
    if action in ("decharger", "transferer"):
        gold = w.state.boats.nb_or[find_boat(w, args[action == "transferer"])]
        return Text(f"The boat holds {gold} gold.", f"Le bateau a {gold} or.")
    return None


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
    boats, links = seat.state.boats, seat.state.links
    groups: dict[tuple[int, int, int], list[int]] = {}
    row = int(seat.state.cells.first[cell_at(seat.world, *cell)]) - 1
    while row >= 0:
        alike = int(boats.btype[row]), int(boats.nb_or[row]), int(boats.deplacable[row])
        if boats.seat[row] == seat.index:
            groups.setdefault(alike, []).append(int(boats.id[row]))
        row = int(links[row]) - 1
    fleets = [Fleet(*what, ids) for what, ids in groups.items()]
    return sorted(fleets, key=lambda fleet: (-fleet.movable, fleet.ids[0]))


def _boats_at(seat: Seat, cell: Cell, owner: int) -> list[int]:
    """The numbers of somebody's boats on a cell."""
    s = seat.state
    rows = [row for row in range(s.head.boats) if s.boats.seat[row] == owner]
    return [int(s.boats.id[row]) for row in rows if (int(s.boats.x[row]), int(s.boats.y[row])) == cell]


def _like(seat: Seat, number: int) -> list[int]:
    """The boats that cannot be told from one."""
    return next((fleet.ids for fleet in _fleets(seat, _boat_at(seat, number)) if number in fleet.ids), [number])


def _boat_at(seat: Seat, number: int) -> Cell:
    cell, side = int(cell_of(seat.world, find_boat(seat.world, number))), seat.world.board.side
    return cell % side, cell // side


def _move(seat: Seat, cell: Cell, fleet: Fleet) -> Iterator[Offer]:
    """4.5"""
    far = seat.world.params.deplacement[fleet.kind]
    if not fleet.movable or not far:
        return
    x, y = cell
    columns = [(x + dx, far - abs(dx)) for dx in range(-far, far + 1)]
    goals = [(column, y + dy) for column, rest in columns for dy in range(-rest, rest + 1)]
    first = fleet.ids[0]
    targets = [
        Target(goal, [first, list(goal)], _what_waits(seat, goal))
        for goal in goals
        if goal != cell and accepts(seat, "deplacer", first, goal)
    ]
    count = len(fleet.ids)
    amount = Amount(REPEAT, 1, count, count, fleet.ids) if count > 1 else None
    note = Text(f"up to {far} cells", f"jusqu'à {far} cases")
    yield Offer("deplacer", _title("deplacer", fleet.name), note, targets, [], amount, moves=True)


def _what_waits(seat: Seat, goal: Cell) -> Text | None:
    """What is known of a cell before a boat goes there."""
    w, other = seat.world, 1 - seat.index
    cell = cell_at(w, *goal)
    notes = []
    if terrain_of(w, cell) != MER:
        notes.append(_island(seat, cell))
    galions, caravelles = (count(w, other, kind, cell) for kind in (GALION, CARAVELLE))
    if galions or caravelles:
        notes.append(
            Text(
                f"enemies: galions {galions}, caravelles {caravelles}",
                f"ennemis : galions {galions}, caravelles {caravelles}",
            )
        )
    return joined(notes)


def _island(seat: Seat, cell: int) -> Text:
    owner, gold = owner_of(seat.world, cell), island_gold(seat.world, cell)
    en, fr = ("volcano", "volcan") if terrain_of(seat.world, cell) == VOLCAN else ("island", "île")
    if owner == NOBODY:
        return Text(f"free {en}", f"{fr} vierge")
    if owner == seat.index:
        return Text(f"your {en}, {gold} gold", f"{fr} à vous, {gold} or")
    return Text(f"enemy {en}, {gold} gold", f"{fr} ennemi{'' if fr == 'volcan' else 'e'}, {gold} or")


def _settle(seat: Seat, cell: Cell) -> Iterator[Offer]:
    if accepts(seat, "coloniser", cell):
        yield Offer("coloniser", WORDS["coloniser"], args=[list(cell)])


def _build(seat: Seat, cell: Cell, kind: int) -> Iterator[Offer]:
    """The island pays."""
    if not accepts(seat, "construire", kind, cell):
        return
    w = seat.world
    price, gold = w.params.cout[kind], int(island_gold(w, cell_at(w, *cell)))
    room = w.params.limite_bateaux - int(w.state.fleets[seat.index])
    most = min(BUILT_MOST, room, gold // price if price else BUILT_MOST)
    note = Text(f"{price} of the island's {gold} gold each", f"{price} or l'unité, sur les {gold} de l'île")
    words, boat = WORDS["construire"], KIND_A[kind]
    title = Text(f"{words.en} {boat.en}", f"{words.fr} {boat.fr}")
    yield Offer("construire", title, note, args=[kind, list(cell)], amount=Amount(REPEAT, 1, most, 1))


def _cargo(seat: Seat, cell: Cell, fleet: Fleet) -> Iterator[Offer]:
    first, name = fleet.ids[0], fleet.name
    if accepts(seat, "charger", first, 1):
        gold = int(island_gold(seat.world, cell_at(seat.world, *cell)))
        note = Text(f"{gold} gold on the island", f"{gold} or sur l'île")
        yield Offer("charger", _title("charger", name), note, args=[first, gold], amount=Amount(1, 1, gold, gold))
    if accepts(seat, "decharger", first, 1):
        amount = Amount(1, 1, fleet.gold, fleet.gold)
        yield Offer("decharger", _title("decharger", name), args=[first, fleet.gold], amount=amount)


def _transfer(seat: Seat, source: Fleet, goal: Fleet) -> Iterator[Offer]:
    """Gold from one boat to another; between two that are equal, from the first to the second."""
    receivers = goal.ids[1:] if source is goal else goal.ids
    if not receivers or not accepts(seat, "transferer", 1, source.ids[0], receivers[0]):
        return
    boats = Text(f"{source.name.en} to {goal.name.en}", f"{source.name.fr} à {goal.name.fr}")
    amount = Amount(0, 1, source.gold, source.gold)
    args = [source.gold, source.ids[0], receivers[0]]
    yield Offer("transferer", _title("transferer", boats), args=args, amount=amount)


def _title(action: str, what: Text) -> Text:
    """The words of an action, and of what does it."""
    words = WORDS[action]
    return Text(f"{words.en}: {what.en}", f"{words.fr} : {what.fr}")


HAND = Hand(
    places=places,
    offers=offers,
    describe_order=describe_order,
    refusal=refusal,
    aim=aim,
    explain=explain,
    tries=tries,
    way=way,
    draws=True,
    turn_s=180,
)
