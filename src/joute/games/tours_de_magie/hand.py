"""What a person may do, and how orders and refusals read."""

from __future__ import annotations

from collections.abc import Iterator

from joute.core.api import Row
from joute.core.game import Game
from joute.core.hand import Amount, Cell, Offer, Target, accepts, joined
from joute.core.seat import Seat
from joute.core.text import Text

from . import rules
from .api import Erreur
from .board import ARTEFACT, BASE, FONTAINE, SIDE
from .params import (
    CONSTRUCTION_TOURELLE,
    COUT_SORCIER,
    MAGIE_SUPPRESSION,
    PLAYERS,
    PORTEE_SORCIER,
    PORTEE_TOURELLE,
    PORTEE_TOURELLE_MAX,
)
from .rules import construction, state
from .rules.state import (
    ASSIEGER,
    ATTAQUE,
    CONSTRUCTION,
    DEPLACABLES,
    DEPLACEMENT,
    DEPLACER,
    ENGAGES,
    GROUP_COLUMNS,
    GROUP_COUNT,
    MAGIE,
    PHASE,
    PLAYER_COLUMNS,
    PORTEE,
    SEAT,
    SIEGE,
    SORCIERS,
    TIRER,
    TIRS,
    TOWER_COLUMNS,
    TOWER_COUNT,
    VIE,
    X,
    Y,
)

CREATED_MOST = 2**31 - 1
KIND_NAMES = {
    BASE: Text("base", "base"),
    FONTAINE: Text("fountain", "fontaine"),
    ARTEFACT: Text("artefact", "artefact"),
}
REFUSALS = {
    Erreur.OK: Text("Done.", "C'est fait."),
    Erreur.ANNULER_IMPOSSIBLE: Text("There is nothing to take back.", "Il n'y a rien à annuler."),
    Erreur.CASE_IMPOSSIBLE: Text("That cell cannot be reached.", "Cette case est hors d'atteinte."),
    Erreur.CASE_ADVERSE: Text(
        "That cell is not yours, or too far from your towers.", "Cette case n'est pas à vous, ou trop loin des vôtres."
    ),
    Erreur.CASE_UTILISEE: Text("That cell is taken.", "Cette case est prise."),
    Erreur.CASE_VIDE: Text("There is no tower there.", "Il n'y a pas de tourelle à cet endroit."),
    Erreur.VALEUR_INVALIDE: Text("That number is not possible.", "Cette valeur n'est pas possible."),
    Erreur.MAGIE_INSUFFISANTE: Text("You do not have enough magic.", "Vous n'avez pas assez de magie."),
    Erreur.SORCIERS_INSUFFISANTS: Text("You do not have so many wizards.", "Vous n'avez pas autant de sorciers."),
    Erreur.ATTAQUE_INSUFFISANTE: Text(
        "That tower does not have so many attack points left.", "Cette tourelle n'a plus autant de points d'attaque."
    ),
    Erreur.PHASE_INCORRECTE: Text("Not in this phase.", "Pas pendant cette phase."),
    Erreur.PORTEE_INSUFFISANTE: Text("That is too far.", "C'est trop loin."),
    Erreur.PERDANT: Text("You have been eliminated.", "Vous avez été éliminé."),
}


def places(seat: Seat) -> list[Cell]:
    """The base and the towers, or the wizards, as the phase has it."""
    w, s = seat.world, seat.state
    if s.head[PHASE] in (CONSTRUCTION, TIRS):
        cells = [cell for cell, _ in _towers(seat)]
        cells += [_base(seat)] if s.head[PHASE] == CONSTRUCTION and rules.alive(w, seat.index) else []
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


def refusal(game: Game, function: str, answer: int) -> Text:
    return REFUSALS[Erreur(answer)]


def aim(seat: Seat, row: Row) -> Row:
    """Nobody moving, nothing shot and nobody attacking is nothing."""
    amounts = {DEPLACER: row[-1], ASSIEGER: row[-1], TIRER: row[1]}
    return row if amounts.get(row[0], 1) else ()


# Offers


def _lively(seat: Seat, cell: Cell) -> bool:
    """Whether anything is offered from a cell; wizards that can move can at least stay."""
    if seat.state.head[PHASE] == DEPLACEMENT:
        return accepts(seat, "deplacer", cell, cell, 1)
    return next(_offers(seat, cell), None) is not None


def _offers(seat: Seat, cell: Cell) -> Iterator[Offer]:
    phase = seat.state.head[PHASE]
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
    side = int(seat.world.board.head[SIDE])
    base = int(seat.world.board.bases[seat.index])
    return base // side, base % side


def _towers(seat: Seat) -> list[tuple[Cell, int]]:
    """The own towers: where they stand, and where their rows begin."""
    s = seat.state
    rows = range(0, int(s.head[TOWER_COUNT]) * TOWER_COLUMNS, TOWER_COLUMNS)
    return [((int(s.towers[at + X]), int(s.towers[at + Y])), at) for at in rows if s.towers[at + SEAT] == seat.index]


def _groups(seat: Seat) -> list[tuple[Cell, int]]:
    """The own groups of wizards."""
    s = seat.state
    rows = range(0, int(s.head[GROUP_COUNT]) * GROUP_COLUMNS, GROUP_COLUMNS)
    return [((int(s.groups[at + X]), int(s.groups[at + Y])), at) for at in rows if s.groups[at + SEAT] == seat.index]


def _around(cell: Cell, reach: int) -> list[Cell]:
    """The cells within a distance, a column at a time."""
    x, y = cell
    columns = [(x + dx, reach - abs(dx)) for dx in range(-reach, reach + 1)]
    return [(column, y + dy) for column, rest in columns for dy in range(-rest, rest + 1)]


# Construction


def _magic(seat: Seat) -> int:
    return int(seat.state.players[seat.index * PLAYER_COLUMNS + MAGIE])


def _create(seat: Seat) -> Iterator[Offer]:
    """4.4.1"""
    if not accepts(seat, "creer", 1):
        return
    price, magic = int(seat.world.params[COUT_SORCIER]), _magic(seat)
    most = min(CREATED_MOST, magic // price if price else CREATED_MOST)
    note = Text(f"{price} of your {magic} magic each", f"{price} de vos {magic} de magie chacun")
    yield Offer(
        "creer", Text("Create wizards", "Créer des sorciers"), note, args=[most], amount=Amount(0, 1, most, most)
    )


def _build(seat: Seat, cell: Cell) -> Iterator[Offer]:
    """4.4.2, 4.4.3  Around the base or a tower; the range is the amount."""
    w = seat.world
    supports = [_base(seat), *(place for place, _ in _towers(seat))]
    reach = min(int(w.params[CONSTRUCTION_TOURELLE]), int(w.board.head[SIDE]))
    least = int(w.params[PORTEE_TOURELLE])
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
        yield Offer(
            "construire", Text("Build a tower (range)", "Construire une tourelle (portée)"), note, targets, [], amount
        )


def _widest(seat: Seat, least: int) -> int:
    """4.4.3  The greatest range that can be paid, as far as the board goes."""
    w, magic = seat.world, _magic(seat)
    limit = int(w.params[PORTEE_TOURELLE_MAX])
    far = 2 * int(w.board.head[SIDE]) if limit < 0 else limit
    reach = least
    while reach < far and construction.price(w, reach + 1) <= magic:
        reach += 1
    return reach


def _delete(seat: Seat, cell: Cell) -> Iterator[Offer]:
    """4.4.5"""
    if accepts(seat, "supprimer", cell):
        magic = int(seat.world.params[MAGIE_SUPPRESSION])
        note = Text(f"gives {magic} magic back", f"rend {magic} de magie")
        yield Offer("supprimer", Text("Delete this tower", "Supprimer cette tourelle"), note, args=[list(cell)])


# Déplacement


def _move(seat: Seat, cell: Cell) -> Iterator[Offer]:
    """4.5"""
    w = seat.world
    ready = int(state.in_group(w, DEPLACABLES, seat.index, *cell))
    if not ready:
        return
    reach = min(int(w.params[PORTEE_SORCIER]), 2 * int(w.board.head[SIDE]))
    goals = [goal for goal in _around(cell, reach) if accepts(seat, "deplacer", cell, goal, 1)]
    targets = [Target(goal, [list(cell), list(goal), ready], _what_waits(seat, goal)) for goal in goals]
    if targets:
        note = Text(f"{ready} can move, up to {reach} steps", f"mobiles : {ready}, jusqu'à {reach} pas")
        amount = Amount(2, 1, min(ready, CREATED_MOST), min(ready, CREATED_MOST))
        yield Offer("deplacer", Text("Move wizards", "Déplacer des sorciers"), note, targets, [], amount)


def _what_waits(seat: Seat, goal: Cell) -> Text | None:
    """What is on a cell: what it is, whose wizards."""
    w = seat.world
    kind = int(rules.kind_of(w, *goal))
    notes = [KIND_NAMES[kind]] if kind in KIND_NAMES else []
    for other in range(PLAYERS):
        count = int(state.in_group(w, SORCIERS, other, *goal))
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
    for at in [at for place, at in _towers(seat) if place == cell]:
        points, reach = int(seat.state.towers[at + ATTAQUE]), int(seat.state.towers[at + PORTEE])
        if not points:
            return
        around = _around(cell, min(reach, 2 * int(seat.world.board.head[SIDE])))
        goals = [goal for goal in around if accepts(seat, "tirer", 1, cell, goal)]
        targets = [Target(goal, [points, list(cell), list(goal)], _what_waits(seat, goal)) for goal in goals]
        if targets:
            note = Text(f"{points} points, one wizard each", f"{points} points, un sorcier chacun")
            amount = Amount(0, 1, points, points)
            yield Offer("tirer", Text("Shoot", "Tirer"), note, targets, [], amount)


def _attack(seat: Seat, cell: Cell) -> Iterator[Offer]:
    """4.7"""
    s = seat.state
    for at in [at for place, at in _groups(seat) if place == cell]:
        free = min(int(s.groups[at + SORCIERS]) - int(s.groups[at + ENGAGES]), CREATED_MOST)
        if free <= 0:
            return
        goals = [goal for goal in _around(cell, 1) if accepts(seat, "assieger", cell, goal, 1)]
        targets = [Target(goal, [list(cell), list(goal), free], _tower(seat, goal)) for goal in goals]
        if targets:
            note = Text(f"{free} can attack, one life each", f"disponibles : {free}, une vie chacun")
            amount = Amount(2, 1, free, free)
            yield Offer("assieger", Text("Attack a tower", "Assiéger une tourelle"), note, targets, [], amount)


def _tower(seat: Seat, goal: Cell) -> Text:
    at = int(state.tower_on(seat.world, *goal)) * TOWER_COLUMNS
    owner, life = int(seat.state.towers[at + SEAT]), int(seat.state.towers[at + VIE])
    name = seat.game.info.seat_name(owner)
    if owner == seat.index:
        return Text(f"your own, life {life}", f"la vôtre, vie {life}")
    return Text(f"{name}, life {life}", f"{name}, vie {life}")
