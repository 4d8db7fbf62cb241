"""What a person may do, and how orders and refusals read."""

from __future__ import annotations

from collections.abc import Iterator

from joute.core.api import Row
from joute.core.game import Game
from joute.core.hand import Amount, Cell, Hand, Offer, Target, accepts, joined
from joute.core.params import INT32_MOST
from joute.core.seat import Seat
from joute.core.text import Text

from .api import Erreur
from .board import ARTEFACT, BASE, FONTAINE
from .params import PLAYERS
from .refusals import REFUSALS, explain, tries
from .rules import RULES, construction, state, towers, wizards
from .rules.terms import ASSIEGER, CONSTRUCTION, DEPLACEMENT, DEPLACER, SIEGE, TIRER, TIRS

TITLES = {action.name: action.words for action in RULES.actions}
KIND_NAMES = {
    BASE: Text("base", "base"),
    FONTAINE: Text("fountain", "fontaine"),
    ARTEFACT: Text("artefact", "artefact"),
}


def places(seat: Seat) -> list[Cell]:
    """The base and the towers, or the wizards, as the phase has it."""
    phase = seat.state.head.phase
    if phase in (CONSTRUCTION, TIRS):
        cells = [cell for cell, _ in _towers(seat)]
        cells += [_base(seat)] if phase == CONSTRUCTION and seat.state.players.vivant[seat.index] else []
    else:
        cells = [cell for cell, _ in _groups(seat)]
    return [cell for cell in cells if _lively(seat, cell)]


def offers(seat: Seat, cell: Cell | None) -> list[Offer]:
    """6.3"""
    if cell is None:
        return list(_create(seat))
    return list(_offers(seat, cell)) if state.on_board(seat.world, *cell) else []


def describe_order(game: Game, row: Row) -> Text:
    action, args = game.api.unflatten(row)
    if action.name == "construire":
        (x, y), reach = args
        return Text(f"a tower of range {reach} on {x}, {y}", f"une tourelle de portée {reach} en {x}, {y}")
    if action.name == "supprimer":
        x, y = args[0]
        return Text(f"the tower on {x}, {y} goes", f"la tourelle en {x}, {y} disparaît")
    if action.name == "creer":
        return Text(f"new wizards: {args[0]}", f"nouveaux sorciers : {args[0]}")
    if action.name == "deplacer":
        (x, y), (to_x, to_y), count = args
        return Text(
            f"wizards from {x}, {y} to {to_x}, {to_y}: {count}", f"sorciers de {x}, {y} à {to_x}, {to_y} : {count}"
        )
    if action.name == "tirer":
        points, (x, y), (to_x, to_y) = args
        return Text(
            f"the tower on {x}, {y} shoots at {to_x}, {to_y}: {points}",
            f"la tourelle en {x}, {y} tire sur {to_x}, {to_y} : {points}",
        )
    (x, y), (to_x, to_y), count = args
    return Text(
        f"wizards from {x}, {y} attack the tower on {to_x}, {to_y}: {count}",
        f"des sorciers de {x}, {y} assiègent la tourelle en {to_x}, {to_y} : {count}",
    )


def way(seat: Seat, row: Row) -> list[Cell]:
    """From where wizards go or a tower shoots to where; of everything else, where it is."""
    _, args = seat.game.api.unflatten(row)
    return [tuple(arg) for arg in args if not isinstance(arg, int)] or [_base(seat)]


def refusal(game: Game, function: str, answer: int) -> Text:
    return REFUSALS[Erreur(answer)]


def aim(seat: Seat, row: Row) -> Row:
    """Nobody moving, or to nowhere, nothing shot and nobody attacking is nothing."""
    amounts = {DEPLACER: row[-1], ASSIEGER: row[-1], TIRER: row[1]}
    stays = row[0] == DEPLACER and row[1:3] == row[3:5]
    return row if amounts.get(row[0], 1) and not stays else ()


# Offers


def _lively(seat: Seat, cell: Cell) -> bool:
    """Whether anything is offered from a cell; wizards that can move can mostly go next to it."""
    if seat.state.head.phase == DEPLACEMENT and _ready(seat, cell) and _steps(seat, cell, 1):
        return True
    return next(_offers(seat, cell), None) is not None


def _offers(seat: Seat, cell: Cell) -> Iterator[Offer]:
    phase = seat.state.head.phase
    if phase == CONSTRUCTION:
        yield from _build(seat, cell)
        yield from _delete(seat, cell)
    elif phase == DEPLACEMENT:
        yield from _move(seat, cell)
    elif phase == TIRS:
        yield from _shoot(seat, cell)
    elif phase == SIEGE:
        yield from _attack(seat, cell)


def _base(seat: Seat) -> Cell:
    x, y = divmod(int(seat.world.board.bases[seat.index]), seat.world.board.side)
    return x, y


def _towers(seat: Seat) -> list[tuple[Cell, int]]:
    """The own towers: where they stand, and their rows."""
    return _own(seat, seat.state.towers, seat.state.head.towers)


def _groups(seat: Seat) -> list[tuple[Cell, int]]:
    """The own groups of wizards."""
    return _own(seat, seat.state.groups, seat.state.head.groups)


def _own(seat: Seat, table: state.Towers | state.Groups, count: int) -> list[tuple[Cell, int]]:
    return [((int(table.x[row]), int(table.y[row])), row) for row in range(count) if table.seat[row] == seat.index]


def _around(cell: Cell, reach: int) -> list[Cell]:
    """The cells within a distance, a column at a time."""
    x, y = cell
    columns = [(x + dx, reach - abs(dx)) for dx in range(-reach, reach + 1)]
    return [(column, y + dy) for column, rest in columns for dy in range(-rest, rest + 1)]


# Construction


def _magic(seat: Seat) -> int:
    return int(seat.state.players.magie[seat.index])


def _create(seat: Seat) -> Iterator[Offer]:
    """4.4.1"""
    if not accepts(seat, "creer", 1):
        return
    price, magic = seat.world.params.cout_sorcier, _magic(seat)
    most = min(INT32_MOST, magic // price if price else INT32_MOST)
    note = Text(f"{price} of your {magic} magic each", f"{price} de vos {magic} de magie chacun")
    yield Offer("creer", TITLES["creer"], note, args=[most], amount=Amount(0, 1, most, most))


def _build(seat: Seat, cell: Cell) -> Iterator[Offer]:
    """4.4.2, 4.4.3  Around the base or a tower; the range is the amount."""
    w = seat.world
    supports = [_base(seat), *(place for place, _ in _towers(seat))]
    reach = min(w.params.construction_tourelle, w.board.side)
    least = w.params.portee_tourelle
    if cell not in supports or _magic(seat) < construction.price(w, least):
        return
    goals = [goal for goal in _around(cell, reach) if accepts(seat, "construire", goal, least)]
    if goals:
        price = construction.price(w, least)
        note = Text(
            f"{price} of your {_magic(seat)} magic, more for a greater range",
            f"{price} de vos {_magic(seat)} de magie, plus pour une plus grande portée",
        )
        targets = [Target(goal, [list(goal), least]) for goal in goals]
        amount = Amount(1, least, _widest(seat, least), least)
        yield Offer("construire", TITLES["construire"], note, targets, [], amount)


def _widest(seat: Seat, least: int) -> int:
    """4.4.3  The greatest range that can be paid, as far as the board goes."""
    w, magic = seat.world, _magic(seat)
    limit = w.params.portee_tourelle_max
    far = 2 * w.board.side if limit < 0 else limit
    reach = least
    while reach < far and construction.price(w, reach + 1) <= magic:
        reach += 1
    return reach


def _delete(seat: Seat, cell: Cell) -> Iterator[Offer]:
    """4.4.5"""
    if accepts(seat, "supprimer", cell):
        magic = seat.world.params.magie_suppression
        note = Text(f"gives {magic} magic back", f"rend {magic} de magie")
        yield Offer("supprimer", TITLES["supprimer"], note, args=[list(cell)])


# Déplacement


def _move(seat: Seat, cell: Cell) -> Iterator[Offer]:
    """4.5"""
    w, ready = seat.world, _ready(seat, cell)
    if not ready:
        return
    reach = min(w.params.portee_sorcier, 2 * w.board.side)
    goals = _steps(seat, cell, reach)
    targets = [Target(goal, [list(cell), list(goal), ready], _what_waits(seat, goal)) for goal in goals]
    if targets:
        note = Text(f"{ready} can move, up to {reach} steps", f"mobiles : {ready}, jusqu'à {reach} pas")
        amount = Amount(2, 1, min(ready, INT32_MOST), min(ready, INT32_MOST))
        yield Offer("deplacer", TITLES["deplacer"], note, targets, [], amount, moves=True)


def _ready(seat: Seat, cell: Cell) -> int:
    """How many own wizards on a cell can still move."""
    return int(wizards.in_group(seat.world, seat.state.groups.deplacables, seat.index, *cell))


def _steps(seat: Seat, cell: Cell, reach: int) -> list[Cell]:
    """The other cells within a distance that wizards can go to."""
    goals = [goal for goal in _around(cell, reach) if goal != cell]
    return [goal for goal in goals if accepts(seat, "deplacer", cell, goal, 1)]


def _what_waits(seat: Seat, goal: Cell) -> Text | None:
    """What is on a cell: what it is, whose wizards."""
    w = seat.world
    kind = int(state.kind_of(w, *goal))
    notes = [KIND_NAMES[kind]] if kind in KIND_NAMES else []
    for other in range(PLAYERS):
        count = int(wizards.in_group(w, w.state.groups.sorciers, other, *goal))
        if count:
            name = seat.game.info.seat_name(other)
            notes.append(
                Text(f"yours: {count}", f"à vous : {count}")
                if other == seat.index
                else Text(f"{name}: {count}", f"{name} : {count}")
            )
    return joined(notes)


# Tirs, siège


def _shoot(seat: Seat, cell: Cell) -> Iterator[Offer]:
    """4.6"""
    own = seat.state.towers
    for tower in [row for place, row in _towers(seat) if place == cell]:
        points, reach = int(own.attaque[tower]), int(own.portee[tower])
        if not points:
            return
        around = _around(cell, min(reach, 2 * seat.world.board.side))
        goals = [goal for goal in around if accepts(seat, "tirer", 1, cell, goal)]
        targets = [Target(goal, [points, list(cell), list(goal)], _what_waits(seat, goal)) for goal in goals]
        if targets:
            note = Text(f"{points} points, one wizard each", f"{points} points, un sorcier chacun")
            amount = Amount(0, 1, points, points)
            yield Offer("tirer", TITLES["tirer"], note, targets, [], amount)


def _attack(seat: Seat, cell: Cell) -> Iterator[Offer]:
    """4.7"""
    groups = seat.state.groups
    for group in [row for place, row in _groups(seat) if place == cell]:
        free = min(int(groups.sorciers[group]) - int(groups.engages[group]), INT32_MOST)
        if free <= 0:
            return
        goals = [goal for goal in _around(cell, 1) if accepts(seat, "assieger", cell, goal, 1)]
        targets = [Target(goal, [list(cell), list(goal), free], _tower(seat, goal)) for goal in goals]
        if targets:
            note = Text(f"{free} can attack, one life each", f"disponibles : {free}, une vie chacun")
            amount = Amount(2, 1, free, free)
            yield Offer("assieger", TITLES["assieger"], note, targets, [], amount)


def _tower(seat: Seat, goal: Cell) -> Text:
    tower = towers.tower_on(seat.world, *goal)
    owner, life = int(seat.state.towers.seat[tower]), int(seat.state.towers.vie[tower])
    name = seat.game.info.seat_name(owner)
    if owner == seat.index:
        return Text(f"your own, life {life}", f"la vôtre, vie {life}")
    return Text(f"{name}, life {life}", f"{name}, vie {life}")


HAND = Hand(
    places=places,
    offers=offers,
    describe_order=describe_order,
    refusal=refusal,
    aim=aim,
    explain=explain,
    tries=tries,
    way=way,
    turn_s=90,
)
