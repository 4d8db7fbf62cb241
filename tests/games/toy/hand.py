"""What a person may do, and how it is told."""

from __future__ import annotations

from joute.core.api import Row
from joute.core.game import Game
from joute.core.hand import Amount, Cell, Hand, Offer, Target, accepts, at
from joute.core.seat import Seat
from joute.core.text import Text

from . import rules
from .api import Erreur, Outil

TOOLS = {Outil.PELLE: Text("shovel", "pelle"), Outil.PIOCHE: Text("pick", "pioche")}
REFUSALS = {
    Erreur.HORS_PHASE: Text("Not in this phase.", "Pas dans cette phase."),
    Erreur.HORS_CARTE: Text("That is off the board.", "C'est hors de la carte."),
    Erreur.DEJA_PREVU: Text("You have planned a path already.", "Vous avez déjà prévu un chemin."),
    Erreur.OK: Text("Done.", "C'est fait."),
    Erreur.CHEMIN_INVALIDE: Text("A path goes from cell to cell.", "Un chemin va de case en case."),
    Erreur.TROP_LOIN: Text("That is too far.", "C'est trop loin."),
    Erreur.DEJA_CREUSE: Text("There is a hole already.", "Il y a déjà un trou."),
    Erreur.OCCUPE: Text("Somebody stands there.", "Quelqu'un s'y tient."),
    Erreur.DEJA_PASSE: Text("You have passed.", "Vous avez passé."),
    Erreur.INTERDIT: Text("That gesture is not allowed in this match.", "Ce geste est interdit dans cette partie."),
    Erreur.VALEUR_INVALIDE: Text("That value does not exist.", "Cette valeur n'existe pas."),
    Erreur.TROP_D_ORDRES: Text("That is too much for one turn.", "C'est trop pour un tour."),
}


def places(seat: Seat) -> list[Cell]:
    """The cell of the walker, where it can do something."""
    here = _cell(seat, _here(seat))
    return [here] if offers(seat, here) else []


def offers(seat: Seat, cell: Cell | None) -> list[Offer]:
    if cell is None:
        return [*_pass(seat), *_signal(seat)]
    if cell != _cell(seat, _here(seat)):
        return []
    return [*_walk(seat), *(offer for tool in Outil for offer in _dig(seat, tool))]


def describe_order(game: Game, row: Row) -> Text:
    action, args = game.api.unflatten(row)
    if action.name == "deplacer":
        y, x = args[0][-1]
        return Text(f"walk to {at(game, (x, y))}", f"marche jusqu'en {at(game, (x, y))}")
    if action.name == "creuser":
        (y, x), tool = args[0], TOOLS[Outil(args[1])]
        here = at(game, (x, y))
        return Text(f"dig on {here} with the {tool.en}", f"creuse en {here} à la {tool.fr}")
    if action.name == "signaler":
        return Text(f"flag {args[0]}", f"drapeau {args[0]}")
    return Text("pass", "passe")


def refusal(game: Game, function: str, answer: int) -> Text:
    return REFUSALS[Erreur(answer)]


def aim(seat: Seat, row: Row) -> Row:
    """Of a walk only where it ends."""
    return (row[0], *row[-2:]) if row[0] == rules.MOVE else row


# Offers


def _walk(seat: Seat) -> list[Offer]:
    """3.4  Every cell within reach, by the path found first; home again after a step."""
    start = _here(seat)
    paths: dict[int, list[int]] = {}
    waiting: list[list[int]] = [[start]]
    while waiting:
        path = waiting.pop(0)
        for cell in _neighbours(seat, path[-1]):
            longer = [*path, cell]
            if cell not in paths and accepts(seat, "deplacer", [_position(seat, c) for c in longer[1:]]):
                paths[cell] = longer[1:]
                waiting.append(longer)
    targets = [Target(_cell(seat, end), [[_position(seat, c) for c in path]]) for end, path in paths.items()]
    return [Offer("deplacer", Text("Walk", "Marcher"), targets=targets)] if targets else []


def _dig(seat: Seat, tool: Outil) -> list[Offer]:
    """3.5"""
    here = _here(seat)
    cells = [c for c in [here, *_neighbours(seat, here)] if accepts(seat, "creuser", _position(seat, c), tool)]
    name = TOOLS[tool]
    targets = [Target(_cell(seat, c), [_position(seat, c), int(tool)], _coins(seat, c)) for c in cells]
    return (
        [Offer("creuser", Text(f"Dig with the {name.en}", f"Creuser à la {name.fr}"), targets=targets)]
        if targets
        else []
    )


def _pass(seat: Seat) -> list[Offer]:
    return [Offer("passer", Text("Pass", "Passer"))] if accepts(seat, "passer") else []


def _signal(seat: Seat) -> list[Offer]:
    if not accepts(seat, "signaler", 0):
        return []
    amount = Amount(0, 0, rules.SIGNAL_MOST, 0)
    return [Offer("signaler", Text("Raise a flag", "Hisser un drapeau"), args=[0], amount=amount)]


def _here(seat: Seat) -> int:
    return int(seat.world.state.walkers.cell[seat.index])


def _coins(seat: Seat, cell: int) -> Text:
    coins = int(seat.world.state.coins[cell])
    return Text(f"coins: {coins}", f"pièces : {coins}")


def _neighbours(seat: Seat, cell: int) -> list[int]:
    width = seat.world.board.width
    steps = [(cell // width + rules.side_y(side), cell % width + rules.side_x(side)) for side in range(rules.SIDES - 1)]
    return [y * width + x for y, x in steps if rules.on_board(seat.world, y, x)]


def _position(seat: Seat, cell: int) -> list[int]:
    return list(divmod(int(cell), seat.world.board.width))


def _cell(seat: Seat, cell: int) -> Cell:
    y, x = _position(seat, cell)
    return x, y


HAND = Hand(places=places, offers=offers, describe_order=describe_order, refusal=refusal, aim=aim)
