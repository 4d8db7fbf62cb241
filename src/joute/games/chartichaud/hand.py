"""What a person may do, and how orders and refusals read."""

from __future__ import annotations

from collections.abc import Iterator

from joute.core.api import Row
from joute.core.game import Game
from joute.core.hand import REPEAT, Amount, Call, Cell, Hand, Offer, Target, accepts, at, cells_away, joined
from joute.core.seat import Seat
from joute.core.text import Text

from .api import Erreur, Kind
from .rules import RULES
from .rules.sight import sees
from .rules.state import cell_count, count, on_board, ready, units_on
from .rules.vocabulary import BUILDING, CIVILIAN, MILITARY

TITLES = {action.name: action.words for action in RULES.actions}
RECRUIT = Text("Recruit", "Recruter")
KIND_NAMES = (Text("civilian", "civil"), Text("military", "militaire"), Text("building", "bâtiment"))
SIDES = ((-1, 0), (1, 0), (0, -1), (0, 1))
"""Rows and columns to the cells next to one."""

REFUSALS = {
    Erreur.OK: Text("Done.", "C'est fait."),
    Erreur.MATCH_CANCELLED: Text("The match was cancelled.", "La partie a été annulée."),
    Erreur.BAD_TOKEN: Text("This seat is not yours.", "Cette place n'est pas la vôtre."),
    Erreur.MATCH_OVER: Text("The match is over.", "La partie est finie."),
    Erreur.NOT_YOUR_TURN: Text("It is not your turn.", "Ce n'est pas votre tour."),
    Erreur.CANNOT_MOVE: Text("Buildings do not move.", "Les bâtiments ne se déplacent pas."),
    Erreur.UNKNOWN_KIND: Text("There is no such kind of unit.", "Ce type d'unité n'existe pas."),
    Erreur.OUT_OF_BOARD: Text("That cell is off the board.", "Cette case est hors du plateau."),
    Erreur.NOT_ADJACENT: Text(
        "A unit moves to one of the four cells next to it.", "Une unité va sur l'une des quatre cases voisines."
    ),
    Erreur.NO_SUCH_UNIT: Text("You have no such unit there.", "Vous n'avez pas cette unité à cet endroit."),
    Erreur.ALREADY_ACTED: Text(
        "All such units there have acted this turn.", "Toutes ces unités ont déjà agi pendant ce tour."
    ),
    Erreur.ENEMY_BUILDING: Text(
        "Nothing is produced on a cell with an enemy building.", "On ne produit rien sur une case où l'ennemi a bâti."
    ),
    Erreur.BUILDING_LIMIT: Text(
        "You have as many buildings there as a cell holds.", "Vous y avez autant de bâtiments qu'une case en porte."
    ),
    Erreur.NOT_ENOUGH_GOLD: Text("You do not have enough gold.", "Vous n'avez pas assez d'or."),
    Erreur.NO_GOLD: Text("There is no gold on that cell.", "Il n'y a pas d'or sur cette case."),
    Erreur.ALREADY_HARVESTED: Text(
        "That cell has been harvested this turn.", "Cette case a déjà été récoltée pendant ce tour."
    ),
}


def places(seat: Seat) -> list[Cell]:
    """The cells with a unit that can do something."""
    w, width = seat.world, seat.world.board.width
    own = [cell for cell in range(cell_count(w)) if units_on(w, seat.index, cell)]
    return [place for place in ((cell % width, cell // width) for cell in own) if offers(seat, place)]


def offers(seat: Seat, cell: Cell | None) -> list[Offer]:
    """4.4 to 4.7"""
    if cell is None:
        return _autofarm(seat)
    x, y = cell
    if not on_board(seat.world, y, x):
        return []
    return [
        *(offer for kind in (CIVILIAN, MILITARY) for offer in _moves(seat, kind, y, x)),
        *_farm(seat, y, x),
        *(offer for kind in (BUILDING, CIVILIAN, MILITARY) for offer in _builds(seat, kind, y, x)),
    ]


def describe_order(game: Game, row: Row) -> Text:
    action, args = game.api.unflatten(row)
    if action.name == "move":
        kind, y, x, ny, nx = args
        unit = KIND_NAMES[kind]
        here, there = at(game, (x, y)), at(game, (nx, ny))
        return Text(f"a {unit.en} goes from {here} to {there}", f"un {unit.fr} va de {here} à {there}")
    if action.name == "build":
        y, x, kind = args
        unit, here = KIND_NAMES[kind], at(game, (x, y))
        return Text(f"a new {unit.en} on {here}", f"un {unit.fr} de plus en {here}")
    if action.name == "farm":
        y, x = args
        return Text(f"harvest on {at(game, (x, y))}", f"récolte en {at(game, (x, y))}")
    return Text("harvest everywhere", "récolte partout")


def refusal(game: Game, function: str, answer: int) -> Text:
    return REFUSALS[Erreur(answer)]


def tries(seat: Seat, place: Cell, cell: Cell) -> Iterator[Call]:
    """Units of the place go; from the place itself they harvest, move or make others."""
    (x, y), (nx, ny) = place, cell
    if not on_board(seat.world, y, x):
        return
    here = y * seat.world.board.width + x
    civilians, military, buildings = (int(count(seat.world, seat.index, kind, here)) for kind in Kind)
    walkers = [kind for kind, number in ((CIVILIAN, civilians), (MILITARY, military)) if number]
    if place != cell:
        yield from (("move", [kind, y, x, ny, nx]) for kind in walkers)
        return
    yield from ([("farm", [y, x]), ("build", [y, x, BUILDING])] if civilians else [])
    yield from ([("build", [y, x, CIVILIAN])] if buildings else [])
    for kind in walkers:
        yield from (("move", [kind, y, x, y + dy, x + dx]) for dy, dx in SIDES if on_board(seat.world, y + dy, x + dx))


def explain(seat: Seat, row: Row, answer: int) -> Text | None:
    """4.4 to 4.6  The figures of a refusal."""
    w = seat.world
    action, args = seat.game.api.unflatten(row)
    if answer == Erreur.NOT_ADJACENT:
        far = cells_away((args[2], args[1]), (args[4], args[3]))
        return Text(
            f"{far.en}; a unit moves to one of the four cells next to it.",
            f"{far.fr} ; une unité va sur l'une des quatre cases voisines.",
        )
    if answer == Erreur.NOT_ENOUGH_GOLD:
        unit, price, gold = KIND_NAMES[args[2]], w.params.price[args[2]], int(w.state.players.gold[seat.index])
        return Text(
            f"A {unit.en} costs {price}, you have {gold} gold.", f"Un {unit.fr} coûte {price}, vous avez {gold} or."
        )
    if answer == Erreur.ALREADY_ACTED:
        kind, y, x = _actor(action.name, args)
        number, unit = int(count(w, seat.index, kind, y * w.board.width + x)), KIND_NAMES[kind]
        return Text(
            f"On {at(seat.game, (x, y))}, {unit.en}: {number}, and all have acted this turn.",
            f"En {at(seat.game, (x, y))}, {unit.fr} : {number}, et tout a déjà agi pendant ce tour.",
        )
    if answer == Erreur.BUILDING_LIMIT:
        most = w.params.max_buildings_per_cell
        return Text(
            f"A cell holds {most} of your buildings at most.", f"Une case porte au plus {most} de vos bâtiments."
        )
    return None


def _actor(action: str, args: list[int]) -> tuple[int, int, int]:
    """The kind of unit that an order takes, and its row and column."""
    if action == "move":
        return args[0], args[1], args[2]
    if action == "build":
        return (CIVILIAN if args[2] == BUILDING else BUILDING), args[0], args[1]
    return CIVILIAN, args[0], args[1]


# Offers


def _moves(seat: Seat, kind: int, y: int, x: int) -> list[Offer]:
    """4.4  One unit a call; an amount says how many go together."""
    steps = [(y + dy, x + dx) for dy, dx in SIDES]
    goals = [(ny, nx) for ny, nx in steps if accepts(seat, "move", kind, y, x, ny, nx)]
    if not goals:
        return []
    unit, verb = KIND_NAMES[kind], TITLES["move"]
    left = int(ready(seat.world, kind, y * seat.world.board.width + x))
    targets = [Target((nx, ny), [kind, y, x, ny, nx], _what_waits(seat, kind, ny, nx)) for ny, nx in goals]
    note = Text(f"{left} can still act", f"disponibles : {left}")
    usual = left if kind == MILITARY else 1
    amount = Amount(REPEAT, 1, left, usual) if left > 1 else None
    title = Text(f"{verb.en} a {unit.en}", f"{verb.fr} un {unit.fr}")
    return [Offer("move", title, note, targets, [], amount, moves=True)]


def _what_waits(seat: Seat, kind: int, y: int, x: int) -> Text | None:
    """What the seat sees of a cell that it may go to."""
    w = seat.world
    cell = y * w.board.width + x
    if not sees(w, seat.index, cell):
        return Text("hidden", "cachée")
    gold = int(w.state.cells.gold[cell])
    enemies = [int(count(w, 1 - seat.index, other, cell)) for other in Kind]
    notes = [Text(f"{gold} gold", f"{gold} or")] if gold else []
    if any(enemies):
        fight = kind == MILITARY or enemies[MILITARY]
        notes += [_enemies(enemies)]
        notes += [Text("fight at the end of the turn", "combat à la fin du tour")] if fight else []
    return joined(notes)


def _enemies(counts: list[int]) -> Text:
    c, m, b = counts
    return Text(f"enemies: {c} C, {m} M, {b} B", f"ennemis : {c} C, {m} M, {b} B")


def _farm(seat: Seat, y: int, x: int) -> list[Offer]:
    """4.6"""
    if not accepts(seat, "farm", y, x):
        return []
    note = Text("one gold and one point", "une pièce d'or et un point")
    return [Offer("farm", TITLES["farm"], note, args=[y, x])]


def _builds(seat: Seat, kind: int, y: int, x: int) -> list[Offer]:
    """4.5"""
    if not accepts(seat, "build", y, x, kind):
        return []
    unit, price = KIND_NAMES[kind], seat.world.params.price[kind]
    gold = int(seat.world.state.players.gold[seat.index])
    verb = TITLES["build"] if kind == BUILDING else RECRUIT
    note = Text(f"{price} of your {gold} gold", f"{price} de vos {gold} pièces d'or")
    return [Offer("build", Text(f"{verb.en} a {unit.en}", f"{verb.fr} un {unit.fr}"), note, args=[y, x, kind])]


def _autofarm(seat: Seat) -> list[Offer]:
    """4.7"""
    w, width = seat.world, seat.world.board.width
    harvests = sum(accepts(seat, "farm", cell // width, cell % width) for cell in range(cell_count(w)))
    if not harvests:
        return []
    note = Text(f"{harvests} gold this turn", f"{harvests} or ce tour-ci")
    return [Offer("autofarm", TITLES["autofarm"], note)]


HAND = Hand(
    places=places,
    offers=offers,
    describe_order=describe_order,
    refusal=refusal,
    explain=explain,
    tries=tries,
    draws=True,
    turn_s=120,
)
