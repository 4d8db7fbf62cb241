"""What a person may do, and how orders and refusals read."""

from __future__ import annotations

from collections.abc import Iterable
from heapq import heappop, heappush

from joute.core.api import Row
from joute.core.game import Game
from joute.core.hand import Cell, Offer, Target, accepts, joined
from joute.core.seat import Seat
from joute.core.text import Text

from .api import Erreur, field, field_of
from .board import WIDTH
from .params import BASTOOOON_REACH, FIRST_PLAYER, KNIFE, KNIFE_REACH, LOTO, PACE, TRAITRISE, VISION
from .paths import Paths, paths_of
from .rules import orders, state
from .rules.state import (
    ATTAQUE,
    CHARACTER_COLUMNS,
    CLASSES,
    DEPLACE,
    DIRECTIONS,
    ELFE,
    NORMALE,
    NOWHERE,
    ROW_ATTACK,
    ROW_CLASS,
    ROW_LENGTH,
    ROW_PATH,
    ROW_Y,
    TEAM_COLUMNS,
    VOLEUR,
)
from .scene import CLASS_NAMES

SIDES = (Text("north", "le nord"), Text("east", "l'est"), Text("south", "le sud"), Text("west", "l'ouest"))
STRIKES = (Text("knife", "couteau"), Text("hammer", "marteau"), Text("bow", "arc"))
ATTACK_NAMES = ("", "Palantír", "Traîtrise", "Bastoooon", "Fus Ro Dah", "I see", "Loto")
EFFECTS = {
    state.PALANTIR: Text("shows the cells around it", "montre les cases alentour"),
    state.TRAITRISE: Text("strikes down all others on its own cell", "abat tous les autres sur sa propre case"),
    state.BASTOOOON: Text(
        "a cross; the less life, the harder", "en croix ; frappe d'autant plus fort qu'il reste peu de vie"
    ),
    state.FUS_RO_DAH: Text("throws back everybody in sight", "projette tous ceux qu'il voit"),
    state.I_SEE: Text(
        "shows the cells around, until the next turn", "montre les cases alentour, jusqu'au prochain tour"
    ),
    state.LOTO: Text("hits a cell anywhere, friends too", "touche une case n'importe où, amis compris"),
}
ANYWHERE = (state.I_SEE, state.LOTO)
REFUSALS = {
    Erreur.POSITION_IMPOSSIBLE: Text("That cell cannot be a target.", "Cette case ne peut pas être visée."),
    Erreur.PERSONNAGE_IMPOSSIBLE: Text(
        "That is not your character, or it has an order already.",
        "Ce personnage n'est pas à vous, ou il a déjà un ordre.",
    ),
    Erreur.CHEMIN_IMPOSSIBLE: Text("That way cannot be walked now.", "Ce chemin n'est pas possible maintenant."),
    Erreur.ATTAQUE_INDISPONIBLE: Text(
        "That attack is not available now.", "Cette attaque n'est pas disponible maintenant."
    ),
    Erreur.OK: Text("Ordered.", "C'est ordonné."),
}


def places(seat: Seat) -> list[Cell]:
    """Where the team's characters stand that have no order yet."""
    return list(dict.fromkeys(_cell(seat, state.cell_of(seat.world, who)) for who in _idle(seat)))


def offers(seat: Seat, cell: Cell | None) -> list[Offer]:
    """7.5, 7.6"""
    attack = orders.phase_now(seat.world) == ATTAQUE
    here = [who for who in _idle(seat) if _cell(seat, state.cell_of(seat.world, who)) == cell]
    return [offer for who in here for offer in (_attacks(seat, who) if attack else _walks(seat, who))]


def describe_order(game: Game, row: Row) -> Text:
    action, args = game.api.unflatten(row)
    name = CLASS_NAMES[args[0].classe]
    if action.name == "perso_deplace":
        side = SIDES[args[2]]
        if not args[1]:
            return Text(f"{name} looks {side.en}", f"{name} regarde vers {side.fr}")
        x, y = args[1][-1]
        return Text(f"{name} walks to {x}, {y}, looks {side.en}", f"{name} va en {x}, {y}, regarde vers {side.fr}")
    attack, (x, y) = _attack_name(args[0].classe, args[1]), args[2]
    return Text(f"{name}: {attack.en} at {x}, {y}", f"{name} : {attack.fr} en {x}, {y}")


def refusal(game: Game, function: str, answer: int) -> Text:
    return REFUSALS[Erreur(answer)]


def aim(seat: Seat, row: Row) -> Row:
    """Of a walk where it ends and where it looks then, of a shout nothing more, of the character its class."""
    who = row[0], row[ROW_CLASS]
    if row[0] == DEPLACE:
        length = row[ROW_LENGTH]
        width, cell = int(seat.world.board.head[WIDTH]), _cell(seat, _own(seat, row[ROW_CLASS]))
        end = ROW_PATH + 2 * length
        goal = row[end - 1] * width + row[end - 2] if length else cell[1] * width + cell[0]
        return (*who, goal, row[end])
    if row[ROW_ATTACK] == state.FUS_RO_DAH:
        return (*who, row[ROW_ATTACK])
    return (*who, *row[ROW_ATTACK : ROW_Y + 1])


# Characters


def _idle(seat: Seat) -> list[int]:
    """The team's characters on the board that can be given an order."""
    team = range(seat.index * CLASSES, (seat.index + 1) * CLASSES)
    w = seat.world
    return [who for who in team if state.cell_of(w, who) != NOWHERE and not orders.planned(w, who)]


def _own(seat: Seat, rank: int) -> int:
    """The cell of the team's character of a class."""
    return int(state.cell_of(seat.world, seat.index * CLASSES + rank))


def _perso(seat: Seat, who: int) -> list[int]:
    """A character as the API has it."""
    at, characters = who * CHARACTER_COLUMNS, seat.state.characters
    team = seat.index + int(seat.world.params[FIRST_PLAYER])
    return [team, who % CLASSES, int(characters[at + state.LIFE_LEFT]), int(characters[at + state.DIRECTION])]


def _cell(seat: Seat, cell: int) -> Cell:
    width = int(seat.world.board.head[WIDTH])
    return int(cell) % width, int(cell) // width


# Walks


def _walks(seat: Seat, who: int) -> list[Offer]:
    """7.5  One offer for each direction to look in at the end; on the own cell the character only turns."""
    w, perso, name = seat.world, _perso(seat, who), CLASS_NAMES[who % CLASSES]
    if not accepts(seat, "perso_deplace", perso, [], 0):
        return []
    pace = int(w.params[PACE + who % CLASSES])
    walks = _reach(paths_of(w.board), int(state.cell_of(w, who)), pace)
    ways = [
        (cell, [list(_cell(seat, step)) for step in way], _points(cost, pace)) for cell, (cost, way) in walks.items()
    ]
    offers = []
    for direction in range(DIRECTIONS):
        side = SIDES[direction]
        title = Text(f"{name}: walk, then look {side.en}", f"{name} : marcher, puis regarder vers {side.fr}")
        targets = [Target(_cell(seat, cell), [perso, way, direction], note) for cell, way, note in ways]
        offers.append(Offer("perso_deplace", title, None, targets))
    return offers


def _points(cost: int, pace: int) -> Text:
    return Text(f"{cost} of {pace} points", f"{cost} points sur {pace}")


def _reach(paths: Paths, start: int, pace: int) -> dict[int, tuple[int, list[int]]]:
    """7.5  Every cell within the movement points, with what it costs and a cheapest way there."""
    ways: dict[int, tuple[int, list[int]]] = {start: (0, [])}
    waiting = [(0, start)]
    while waiting:
        cost, cell = heappop(waiting)
        onward = cost + paths.cost[cell]
        if cost > ways[cell][0] or onward > pace:
            continue
        for other in paths.neighbours(cell):
            if other not in ways or onward < ways[other][0]:
                ways[other] = onward, [*ways[cell][1], other]
                heappush(waiting, (onward, other))
    return ways


# Attacks


def _attacks(seat: Seat, who: int) -> list[Offer]:
    """7.6  The three attacks of the class, as far as they are ready."""
    rank = who % CLASSES
    attacks = [_attack(seat, who, attack) for attack in (NORMALE, 2 * rank + 1, 2 * rank + 2)]
    return [offer for offer in attacks if offer.targets or offer.args]


def _attack(seat: Seat, who: int, attack: int) -> Offer:
    w, perso, name = seat.world, _perso(seat, who), _attack_name(who % CLASSES, attack)
    title = Text(f"{CLASS_NAMES[who % CLASSES]}: {name.en}", f"{CLASS_NAMES[who % CLASSES]} : {name.fr}")
    here = _cell(seat, state.cell_of(w, who))
    note = _effect(seat, who % CLASSES, attack)
    if attack == state.FUS_RO_DAH:
        ready = accepts(seat, "perso_attaque", perso, attack, here)
        return Offer("perso_attaque", title, note, args=[perso, attack, list(here)] if ready else [])
    cells = [cell for cell in _aims(seat, who, attack) if _hits(seat, who, attack, cell)]
    targets = [Target(_cell(seat, c), [perso, attack, list(_cell(seat, c))], _who_is_there(seat, c)) for c in cells]
    return Offer("perso_attaque", title, note, targets)


def _hits(seat: Seat, who: int, attack: int, cell: int) -> bool:
    x, y = _cell(seat, cell)
    return orders.check_attack(seat.world, who, attack, x, y, False) == state.OK


def _aims(seat: Seat, who: int, attack: int) -> Iterable[int]:
    """The cells among which an attack may find its target: those in sight, or all."""
    w = seat.world
    if attack in ANYWHERE:
        return range(len(w.board.ground))
    if attack == state.TRAITRISE:
        return [int(state.cell_of(w, who))]
    if attack == NORMALE and who % CLASSES == ELFE:
        team = [seat.index * CLASSES + rank for rank in range(CLASSES)]
        seen = {cell for one in team if state.cell_of(w, one) != NOWHERE for cell in field_of(w, one)}
        return sorted(seen | _squares(seat))
    size = max(int(w.params[slot]) for slot in (VISION + who % CLASSES, BASTOOOON_REACH, KNIFE_REACH))
    return field(w, int(state.cell_of(w, who)), int(state.direction_of(w, who)), size)


def _squares(seat: Seat) -> set[int]:
    """The cells around the team's palantír and its zone."""
    w, cells = seat.world, set()
    for column, rank in ((state.PALANTIR_CELL, VOLEUR), (state.ZONE_CELL, ELFE)):
        centre, size = int(w.state.teams[seat.index * TEAM_COLUMNS + column]), int(w.params[VISION + rank])
        if centre != NOWHERE:
            x, y = _cell(seat, centre)
            steps = range(-size, size + 1)
            around = [(x + dx, y + dy) for dx in steps for dy in steps if state.on_map(w, x + dx, y + dy)]
            cells |= {row * int(w.board.head[WIDTH]) + column for column, row in around}
    return cells


def _who_is_there(seat: Seat, cell: int) -> Text | None:
    """Friends and enemies that the team sees on a cell."""
    w = seat.world
    crowd = [int(w.scratch.crowd[n]) // CLASSES for n in range(state.gather(w, cell))]
    friends, enemies = crowd.count(seat.index), len(crowd) - crowd.count(seat.index)
    notes = [Text(f"enemies: {enemies}", f"ennemis : {enemies}")] if enemies else []
    notes += [Text(f"yours: {friends}", f"à vous : {friends}")] if friends else []
    return joined(notes)


def _attack_name(rank: int, attack: int) -> Text:
    return STRIKES[rank] if attack == NORMALE else Text(ATTACK_NAMES[attack], ATTACK_NAMES[attack])


def _effect(seat: Seat, rank: int, attack: int) -> Text | None:
    params = seat.world.params
    slots = {NORMALE: KNIFE + rank, state.TRAITRISE: TRAITRISE, state.LOTO: LOTO}
    notes = [EFFECTS[attack]] if attack in EFFECTS else []
    if attack in slots:
        damage = int(params[slots[attack]])
        notes.append(Text(f"damage {damage}", f"dégâts {damage}"))
    return joined(notes)
