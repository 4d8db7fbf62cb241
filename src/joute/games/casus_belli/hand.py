"""What a person may do, and how orders and refusals read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from heapq import heappop, heappush
from itertools import pairwise

from joute.core.api import Row
from joute.core.game import Game
from joute.core.hand import Call, Cell, Hand, Offer, Target, accepts, cells_away, distance, joined
from joute.core.seat import Seat
from joute.core.text import Text

from .api import Erreur
from .board import NO_EXIT
from .rules import orders, state, vocabulary
from .rules.state import World
from .rules.vocabulary import ATTAQUE, CLASSES, DIRECTIONS, ELFE, NORMALE, NOWHERE, VOLEUR
from .scene import CLASS_NAMES, field, field_of, squares_of

SIDES = (Text("north", "le nord"), Text("east", "l'est"), Text("south", "le sud"), Text("west", "l'ouest"))
STEPS = ((0, -1), (1, 0), (0, 1), (-1, 0))
"""Columns and rows to the cell beside one in each direction."""
STRIKES = (Text("knife", "couteau"), Text("hammer", "marteau"), Text("bow", "arc"))
ATTACK_NAMES = ("", "Palantír", "Traîtrise", "Bastoooon", "Fus Ro Dah", "I see", "Loto")
EFFECTS = {
    vocabulary.PALANTIR: Text("shows the cells around it", "montre les cases alentour"),
    vocabulary.TRAITRISE: Text("strikes down all others on its own cell", "abat tous les autres sur sa propre case"),
    vocabulary.BASTOOOON: Text(
        "a cross; the less life, the harder", "en croix ; frappe d'autant plus fort qu'il reste peu de vie"
    ),
    vocabulary.FUS_RO_DAH: Text("throws back everybody in sight", "projette tous ceux qu'il voit"),
    vocabulary.I_SEE: Text(
        "shows the cells around, until the next turn", "montre les cases alentour, jusqu'au prochain tour"
    ),
    vocabulary.LOTO: Text("hits a cell anywhere, friends too", "touche une case n'importe où, amis compris"),
}
FAR = 60
"""Movement points with which a way is looked for that is too long."""
ANYWHERE = (vocabulary.I_SEE, vocabulary.LOTO)
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
    return list(dict.fromkeys(_cell(seat, _own(seat, who)) for who in _idle(seat)))


def offers(seat: Seat, cell: Cell | None) -> list[Offer]:
    """7.5, 7.6"""
    attack = orders.phase_now(seat.world) == ATTAQUE
    here = [who for who in _idle(seat) if _cell(seat, _own(seat, who)) == cell]
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


def way(seat: Seat, row: Row) -> list[Cell]:
    """From where a character walks or strikes to where; of one that turns, where it stands."""
    action, (perso, *args) = seat.game.api.unflatten(row)
    start = _cell(seat, _own(seat, seat.index * CLASSES + perso.classe))
    steps = args[0] if action.name == "perso_deplace" else [args[1]]
    return [start, *(tuple(step) for step in steps)]


def refusal(game: Game, function: str, answer: int) -> Text:
    return REFUSALS[Erreur(answer)]


def aim(seat: Seat, row: Row) -> Row:
    """Of a walk where it ends and where it looks then, of a shout nothing more, of the character its class. To stay and
    look where one looks is nothing."""
    action, (perso, *args) = seat.game.api.unflatten(row)
    who = row[0], perso.classe
    if action.name == "perso_deplace":
        (path, direction), character = args, seat.index * CLASSES + perso.classe
        start = _cell(seat, _own(seat, character))
        end = tuple(path[-1]) if path else start
        stays = end == start and direction == seat.world.state.characters.direction[character]
        return () if stays else (*who, *end, direction)
    attack, target = args
    return (*who, attack) if attack == vocabulary.FUS_RO_DAH else (*who, attack, *target)


def tries(seat: Seat, place: Cell, cell: Cell) -> Iterator[Call]:
    """The characters of the place walk there, or strike it; those that have an order say so."""
    w, team = seat.world, range(seat.index * CLASSES, (seat.index + 1) * CLASSES)
    for who in [who for who in team if _own(seat, who) != NOWHERE and _cell(seat, _own(seat, who)) == place]:
        if orders.phase_now(w) == ATTAQUE:
            yield "perso_attaque", [_perso(seat, who), NORMALE, list(cell)]
        else:
            goal = cell[1] * w.board.width + cell[0] if state.on_map(w, *cell) else NOWHERE
            way = _reach(w, _own(seat, who), FAR).get(goal, (0, [goal]))[1]
            path = [_cell(seat, step) for step in way] if goal != NOWHERE else [cell]
            yield "perso_deplace", [_perso(seat, who), [list(step) for step in path], 0]


def explain(seat: Seat, row: Row, answer: int) -> Text | None:
    """7.5, 7.6  The figures of a refusal."""
    action, (perso, *args) = seat.game.api.unflatten(row)
    who = seat.index * CLASSES + perso.classe
    name = CLASS_NAMES[perso.classe]
    if perso.classe < 0 or _own(seat, who) == NOWHERE:
        return None
    if answer == Erreur.PERSONNAGE_IMPOSSIBLE and orders.planned(seat.world, who):
        return Text(f"The {name} has its order for this phase.", f"Ordre déjà donné pour cette phase : {name}.")
    if answer == Erreur.ATTAQUE_INDISPONIBLE and args[0] != NORMALE and orders.has_attack(perso.classe, args[0]):
        left = int(seat.world.state.characters.recharge[orders.recharge_at(who, args[0])])
        return Text(f"Ready again in {left} turns.", f"De nouveau prête dans {left} tours.") if left else None
    if answer == Erreur.CHEMIN_IMPOSSIBLE and action.name == "perso_deplace":
        return _too_long(seat, who, [tuple(step) for step in args[0]])
    if answer == Erreur.POSITION_IMPOSSIBLE and action.name == "perso_attaque":
        return _out_of_reach(seat, who, args[0], tuple(args[1]))
    return None


def _too_long(seat: Seat, who: int, path: list[Cell]) -> Text | None:
    """7.5  What a way takes; None for one that is no way."""
    w, pace, steps = seat.world, seat.world.params.pace[who % CLASSES], [_cell(seat, _own(seat, who)), *path]
    if not all(state.on_map(w, *step) for step in steps):
        return None
    name = CLASS_NAMES[who % CLASSES]
    if any(distance(one, other) != 1 for one, other in pairwise(steps)):
        return Text(
            f"No way of {FAR} points or less leads there, the {name} has {pace}.",
            f"Aucun chemin de {FAR} points ou moins n'y mène, il y en a {pace} ({name}).",
        )
    cost = sum(int(w.board.cost[y * w.board.width + x]) for x, y in steps[:-1])
    return Text(
        f"The way there takes {cost} points, the {name} has {pace}.",
        f"Il faut {cost} points pour y aller, il y en a {pace} ({name}).",
    )


def _out_of_reach(seat: Seat, who: int, attack: int, target: Cell) -> Text | None:
    """7.6  How far the target is; what is in reach is not in sight."""
    params, name = seat.world.params, CLASS_NAMES[who % CLASSES]
    reaches = {vocabulary.TRAITRISE: 0, vocabulary.BASTOOOON: params.barbare_bastoooon_portee}
    if who % CLASSES == VOLEUR:
        reaches[NORMALE] = params.voleur_attaque_portee
    here = _cell(seat, _own(seat, who))
    reach = reaches.get(attack, params.vision[who % CLASSES])
    if attack in reaches and distance(here, target) > reach:
        far = cells_away(here, target)
        return Text(f"{far.en}; its reach is {reach}.", f"{far.fr} ; sa portée est de {reach}.")
    return Text(
        f"The {name} does not see that cell (it sees {params.vision[who % CLASSES]} cells ahead).",
        f"Case hors de la vue : {name}, qui voit à {params.vision[who % CLASSES]} cases devant soi.",
    )


# Characters


def _idle(seat: Seat) -> list[int]:
    """The team's characters on the board that can be given an order."""
    team = range(seat.index * CLASSES, (seat.index + 1) * CLASSES)
    return [who for who in team if _own(seat, who) != NOWHERE and not orders.planned(seat.world, who)]


def _own(seat: Seat, who: int) -> int:
    """The cell of a character."""
    return int(seat.world.state.characters.cell[who])


def _perso(seat: Seat, who: int) -> list[int]:
    """A character as the API has it."""
    characters, team = seat.world.state.characters, seat.index + seat.world.params.premier_joueur
    return [team, who % CLASSES, int(characters.life[who]), int(characters.direction[who])]


def _cell(seat: Seat, cell: int) -> Cell:
    width = seat.world.board.width
    return int(cell) % width, int(cell) // width


# Walks


def _walks(seat: Seat, who: int) -> list[Offer]:
    """7.5  Where to go, then a cell beside it to look at; to turn on the spot is an offer of its own."""
    w, perso, name = seat.world, _perso(seat, who), CLASS_NAMES[who % CLASSES]
    if not accepts(seat, "perso_deplace", perso, [], 0):
        return []
    here, pace = _own(seat, who), w.params.pace[who % CLASSES]
    goals = {cell: way for cell, way in _reach(w, here, pace).items() if cell != here}
    targets = [_walk(seat, perso, cell, way, _points(cost, pace)) for cell, (cost, way) in goals.items()]
    turn = _walk(seat, perso, here, [], None)
    facing = int(w.state.characters.direction[who])
    turn = replace(turn, then=[side for n, side in enumerate(turn.then) if n != facing])
    walk = Offer("perso_deplace", Text(f"{name}: walk", f"{name} : marcher"), _points(pace, pace), targets)
    return [*([walk] if targets else []), Offer("perso_deplace", _turning(name), None, [turn])]


def _turning(name: str) -> Text:
    return Text(f"{name}: turn on the spot", f"{name} : se tourner sur place")


def _walk(seat: Seat, perso: list[int], goal: int, way: list[int], note: Text | None) -> Target:
    """A walk to a cell: the cells beside it say where the character looks at the end."""
    (x, y), path = _cell(seat, goal), [list(_cell(seat, step)) for step in way]
    sides = [
        Target((x + dx, y + dy), [perso, path, direction], Text(f"look {SIDES[direction].en}", _looking(direction)))
        for direction, (dx, dy) in enumerate(STEPS)
    ]
    return Target((x, y), [], note, sides)


def _looking(direction: int) -> str:
    return f"regarder vers {SIDES[direction].fr}"


def _points(cost: int, pace: int) -> Text:
    return Text(f"{cost} of {pace} points", f"{cost} point{'s'[: cost - 1]} sur {pace}")


def _reach(w: World, start: int, pace: int) -> dict[int, tuple[int, list[int]]]:
    """7.5  Every cell within the movement points, with what it costs and a cheapest way there."""
    ways: dict[int, tuple[int, list[int]]] = {start: (0, [])}
    waiting = [(0, start)]
    while waiting:
        cost, cell = heappop(waiting)
        onward = cost + w.board.cost[cell]
        if cost > ways[cell][0] or onward > pace:
            continue
        for direction in (vocabulary.NORD, vocabulary.SUD, vocabulary.OUEST, vocabulary.EST):
            other = w.board.exits[cell * DIRECTIONS + direction]
            if other != NO_EXIT and (other not in ways or onward < ways[other][0]):
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
    perso, name = _perso(seat, who), _attack_name(who % CLASSES, attack)
    title = Text(f"{CLASS_NAMES[who % CLASSES]}: {name.en}", f"{CLASS_NAMES[who % CLASSES]} : {name.fr}")
    here = _cell(seat, _own(seat, who))
    note = _effect(seat, who % CLASSES, attack)
    if attack == vocabulary.FUS_RO_DAH:
        ready = accepts(seat, "perso_attaque", perso, attack, here)
        return Offer("perso_attaque", title, note, args=[perso, attack, list(here)] if ready else [])
    cells = [cell for cell in _aims(seat, who, attack) if _hits(seat, who, attack, cell)]
    targets = [Target(_cell(seat, c), [perso, attack, list(_cell(seat, c))], _who_is_there(seat, c)) for c in cells]
    return Offer("perso_attaque", title, note, targets)


def _hits(seat: Seat, who: int, attack: int, cell: int) -> bool:
    x, y = _cell(seat, cell)
    return orders.check_strike(seat.world, who, attack, x, y, False) == vocabulary.OK


def _aims(seat: Seat, who: int, attack: int) -> Iterable[int]:
    """The cells among which an attack may find its target: those in sight, or all."""
    w = seat.world
    if attack in ANYWHERE:
        return range(len(w.board.ground))
    if attack == vocabulary.TRAITRISE:
        return [_own(seat, who)]
    if attack == NORMALE and who % CLASSES == ELFE:
        team = [seat.index * CLASSES + rank for rank in range(CLASSES)]
        seen = {cell for one in team if _own(seat, one) != NOWHERE for cell in field_of(w, one)}
        return sorted(seen | squares_of(w, seat.index))
    size = max(w.params.vision[who % CLASSES], w.params.barbare_bastoooon_portee, w.params.voleur_attaque_portee)
    return field(w, _own(seat, who), int(w.state.characters.direction[who]), size)


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
    damages = {
        NORMALE: params.strike[rank],
        vocabulary.TRAITRISE: params.voleur_traitrise_degats,
        vocabulary.LOTO: params.elfe_loto_degats,
    }
    notes = [EFFECTS[attack]] if attack in EFFECTS else []
    if attack in damages:
        notes.append(Text(f"damage {damages[attack]}", f"dégâts {damages[attack]}"))
    return joined(notes)


HAND = Hand(
    places=places,
    offers=offers,
    describe_order=describe_order,
    refusal=refusal,
    aim=aim,
    explain=explain,
    tries=tries,
    way=way,
    deferred=True,
)
