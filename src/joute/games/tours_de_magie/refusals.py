"""Why an order is refused, in words and with its figures."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from joute.core.api import Row
from joute.core.hand import Call, Cell, cells_away
from joute.core.seat import Seat
from joute.core.text import Text

from .api import Erreur
from .params import PLAYERS
from .rules import construction, state, towers, wizards
from .rules.state import on_board
from .rules.terms import CONSTRUCTION, DEPLACEMENT, SIEGE, TIRS

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


def tries(seat: Seat, place: Cell, cell: Cell) -> Iterator[Call]:
    """What towers and wizards of a place may want with a cell, as the phase has it."""
    phase, (here, there) = seat.state.head.phase, (list(place), list(cell))
    if phase == CONSTRUCTION:
        if place == cell and _stands(seat, place):
            yield "creer", [1]
            yield "supprimer", [here]
        yield "construire", [there, seat.world.params.portee_tourelle]
    elif phase == DEPLACEMENT:
        yield "deplacer", [here, there, 1]
    elif phase == TIRS:
        yield "tirer", [1, here, there]
    elif phase == SIEGE:
        yield "assieger", [here, there, 1]


def _stands(seat: Seat, cell: Cell) -> bool:
    """Whether the own base or an own tower is on a cell."""
    w = seat.world
    if not on_board(w, *cell):
        return False
    tower = towers.tower_on(w, *cell)
    if tower >= 0:
        return int(w.state.towers.seat[tower]) == seat.index
    base: Cell = divmod(int(w.board.bases[seat.index]), int(w.board.side))
    return base == cell


def explain(seat: Seat, row: Row, answer: int) -> Text | None:
    """6.3  The figures of a refusal."""
    action, args = seat.game.api.unflatten(row)
    if answer == Erreur.MAGIE_INSUFFISANTE:
        return _too_poor(seat, action.name, args)
    if answer in (Erreur.SORCIERS_INSUFFISANTS, Erreur.ATTAQUE_INSUFFISANTE):
        return _too_few(seat, action.name, args)
    if answer == Erreur.CASE_ADVERSE and action.name == "construire":
        return _too_near(seat, tuple(args[0]))
    if action.name == "construire" and answer == Erreur.VALEUR_INVALIDE:
        return _too_much(seat, args[1])
    return _too_far(seat, action.name, args, answer)


def _too_poor(seat: Seat, action: str, args: list[Any]) -> Text:
    w, magic = seat.world, int(seat.state.players.magie[seat.index])
    if action == "creer":
        what, price = Text("A wizard", "Un sorcier"), w.params.cout_sorcier
    else:
        what = Text(f"A tower of range {args[1]}", f"Une tourelle de portée {args[1]}")
        price = int(construction.price(w, args[1]))
    return Text(
        f"{what.en} costs {price}, you have {magic} magic.", f"{what.fr} coûte {price}, vous avez {magic} de magie."
    )


def _too_few(seat: Seat, action: str, args: list[Any]) -> Text | None:
    """How many there are that can still do it."""
    s, game = seat.state, seat.game
    if action == "tirer":
        points = int(s.towers.attaque[towers.tower_on(seat.world, *args[1])])
        return Text(f"{points} attack points left.", f"Points d'attaque restants : {points}.")
    place = game.scenes.at(*args[0])
    there = int(wizards.in_group(seat.world, s.groups.sorciers, seat.index, *args[0]))
    if not there:
        return Text(f"You have no wizards on {place}.", f"Vous n'avez pas de sorciers en {place}.")
    if action == "deplacer":
        free = int(wizards.in_group(seat.world, s.groups.deplacables, seat.index, *args[0]))
        return Text(
            f"Your wizards on {place}: {there}; {free} can still move.",
            f"Vos sorciers en {place} : {there}, dont mobiles : {free}.",
        )
    used = int(wizards.in_group(seat.world, s.groups.engages, seat.index, *args[0]))
    return Text(
        f"Your wizards on {place}: {there}; {there - used} can still attack.",
        f"Vos sorciers en {place} : {there}, dont disponibles : {there - used}.",
    )


def _too_near(seat: Seat, cell: tuple[int, ...]) -> Text:
    """4.4.2  How far one's own support is, and what belongs to others."""
    w = seat.world
    own: list[int] = []
    others: list[int] = []
    for player in range(PLAYERS):
        if w.state.players.vivant[player] and (player == seat.index or w.params.base_ennemie_bloque):
            far = int(state.base_distance(w, player, *cell))
            (own if player == seat.index else others).append(far)
    table = w.state.towers
    for row in range(w.state.head.towers):
        far = abs(int(table.x[row]) - cell[0]) + abs(int(table.y[row]) - cell[1])
        if table.seat[row] != seat.index:
            others.append(far)
        elif not table.neuve[row]:
            own.append(far)
    near, reach = min(own, default=0), w.params.construction_tourelle
    if near > reach:
        return Text(
            f"{near} cells from your base and older towers, {reach} at most.",
            f"À {near} cases de votre base et de vos anciennes tourelles, {reach} au plus.",
        )
    other = min(others, default=0)
    return Text(
        f"{near} cells from what is yours, {other} from an enemy's: it must be nearer to you.",
        f"À {near} cases de ce qui est à vous, à {other} d'un adversaire : il faut être plus près de vous.",
    )


def _too_much(seat: Seat, reach: int) -> Text | None:
    """4.4.3  The bounds on ranges and on the number of towers."""
    p = seat.world.params
    if reach < p.portee_tourelle or 0 <= p.portee_tourelle_max < reach:
        most = p.portee_tourelle_max
        least = Text(f"A range is at least {p.portee_tourelle}", f"La portée est d'au moins {p.portee_tourelle}")
        limit = Text(f", at most {most}", f", d'au plus {most}") if most >= 0 else Text("", "")
        return Text(f"{least.en}{limit.en}.", f"{least.fr}{limit.fr}.")
    most = p.max_number_tourelle
    return Text(f"You have {most} towers, as many as you may.", f"Vous avez {most} tourelles, le maximum.")


def _too_far(seat: Seat, action: str, args: list[Any], answer: int) -> Text | None:
    """Distances: of a walk, of a shot, of an attack."""
    w = seat.world
    if action == "deplacer" and answer in (Erreur.PORTEE_INSUFFISANTE, Erreur.CASE_IMPOSSIBLE):
        far, most = cells_away(args[0], args[1]), w.params.portee_sorcier
        if answer == Erreur.PORTEE_INSUFFISANTE:
            return Text(f"{far.en}; wizards walk {most}.", f"{far.fr} ; un sorcier en parcourt {most}.")
        return Text(
            f"Towers are in the way: no path of {most} steps leads there.",
            f"Des tourelles barrent la route : aucun chemin de {most} pas n'y mène.",
        )
    if action == "tirer" and answer == Erreur.VALEUR_INVALIDE and args[0] >= 0:
        far, most = cells_away(args[1], args[2]), int(w.state.towers.portee[towers.tower_on(w, *args[1])])
        return Text(f"{far.en}; this tower shoots {most} far.", f"{far.fr} ; cette tourelle a une portée de {most}.")
    if action == "assieger" and answer == Erreur.VALEUR_INVALIDE:
        far = cells_away(args[0], args[1])
        return Text(f"{far.en}; wizards attack the cell next to them.", f"{far.fr} ; on assiège une case voisine.")
    return None
