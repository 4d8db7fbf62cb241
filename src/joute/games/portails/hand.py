"""What a person may do, and how orders and refusals read. Everything is done from the cell of the pawn."""

from __future__ import annotations

from collections.abc import Iterator

from joute.core.api import Row
from joute.core.game import Game
from joute.core.hand import Call, Cell, Hand, Offer, Target, accepts, cells_away, joined
from joute.core.seat import Seat
from joute.core.text import Text

from .api import Erreur
from .board import cells_of
from .rules.actions import ACTIONS, DEPLACER, neutralising_price, shield_price
from .rules.geometry import cross
from .rules.links import next_common
from .rules.state import NO_PORTAL, NOBODY, here, on_map, portal_at

REFUSALS = {
    Erreur.OK: Text("Done.", "C'est fait."),
    Erreur.PA_INSUFFISANTS: Text(
        "You do not have enough action points, or it is not your turn.",
        "Vous n'avez pas assez de points d'action, ou ce n'est pas votre tour.",
    ),
    Erreur.AUCUN_PORTAIL: Text("There is no portal there.", "Il n'y a pas de portail à cet endroit."),
    Erreur.POSITION_INVALIDE: Text("That is off the map.", "C'est hors de la carte."),
    Erreur.POSITION_ELOIGNEE: Text("That is too far.", "C'est trop loin."),
    Erreur.PORTAIL_AMI: Text("That portal is yours.", "Ce portail est à vous."),
    Erreur.PORTAIL_NEUTRE: Text("That portal is nobody's.", "Ce portail n'est à personne."),
    Erreur.PORTAIL_ENNEMI: Text("That portal is the enemy's.", "Ce portail est à l'ennemi."),
    Erreur.LIEN_INTERSECTION: Text("Another link is in the way.", "Un autre lien barre le passage."),
    Erreur.LIEN_CHAMP: Text("One end lies inside a field.", "Une extrémité est à l'intérieur d'un champ."),
    Erreur.LIEN_DEGENERE: Text("A portal is not linked with itself.", "Un portail ne se lie pas à lui-même."),
    Erreur.LIMITE_BOUCLIERS: Text("It has as many shields as it can.", "Il a autant de boucliers que possible."),
}
TITLES = {action.name: action.words for action in ACTIONS}
ORDER_TEXTS = {
    "utiliser_turbo": Text("turbo", "turbo"),
    "capturer": Text("the portal here is captured", "le portail est capturé"),
    "neutraliser": Text("the portal here is neutralised", "le portail est neutralisé"),
    "ajouter_bouclier": Text("a shield more", "un bouclier de plus"),
    "utiliser_virus": Text("a virus: the portal here changes sides", "un virus : le portail change de camp"),
}


def places(seat: Seat) -> list[Cell]:
    """The cell of the pawn."""
    pawn = _pawn(seat)
    return [pawn] if next(_offers(seat), None) is not None else []


def offers(seat: Seat, cell: Cell | None) -> list[Offer]:
    """4.5"""
    return list(_offers(seat)) if cell == _pawn(seat) else []


def describe_order(game: Game, row: Row) -> Text:
    action, args = game.api.unflatten(row)
    if action.name == "deplacer":
        return Text(f"the pawn goes to {args[0].x}, {args[0].y}", f"l'agent va en {args[0].x}, {args[0].y}")
    if action.name == "lier":
        return Text(f"a link with {args[0].x}, {args[0].y}", f"un lien avec {args[0].x}, {args[0].y}")
    return ORDER_TEXTS[action.name]


def way(seat: Seat, row: Row) -> list[Cell]:
    """From where the pawn goes or links to where; of everything else, where it stands."""
    _, args = seat.game.api.unflatten(row)
    return [_pawn(seat), *((cell.x, cell.y) for cell in args)]


def refusal(game: Game, function: str, answer: int) -> Text:
    return REFUSALS[Erreur(answer)]


def aim(seat: Seat, row: Row) -> Row:
    """To go where one stands is nothing."""
    return () if row[0] == DEPLACER and row[1:] == _pawn(seat) else row


def tries(seat: Seat, place: Cell, cell: Cell) -> Iterator[Call]:
    """The pawn goes there, or links; from its own cell it does what it can with the portal."""
    if place == cell == _pawn(seat):
        yield from ((name, []) for name in ("capturer", "ajouter_bouclier", "neutraliser", "utiliser_turbo"))
    elif place in (_pawn(seat), cell):
        yield "deplacer", [list(cell)]
        yield "lier", [list(cell)]


def explain(seat: Seat, row: Row, answer: int) -> Text | None:
    """4.5  The figures of a refusal."""
    w, (action, args) = seat.world, seat.game.api.unflatten(row)
    players = w.state.players
    if answer == Erreur.POSITION_ELOIGNEE:
        far, left = cells_away(_pawn(seat), tuple(args[0])), int(players.move_points[seat.index])
        return Text(f"{far.en}; move points left: {left}.", f"{far.fr} ; points de déplacement restants : {left}.")
    if answer == Erreur.PA_INSUFFISANTS:
        price, left = _prices(seat)[action.name], int(players.action_points[seat.index])
        return Text(
            f"It takes {price} action points; left: {left}.", f"Il faut {price} points d'action ; restants : {left}."
        )
    if answer == Erreur.LIMITE_BOUCLIERS:
        most = w.params.max_boucliers
        return Text(f"It has {most} shields, as many as it can.", f"Il a {most} boucliers, le maximum.")
    return None


def _prices(seat: Seat) -> dict[str, int]:
    """What each action costs here, in action points."""
    w, portal = seat.world, here(seat.world, seat.index)
    prices = {
        "capturer": w.params.cout_capture,
        "lier": w.params.cout_lien,
        "utiliser_turbo": w.params.cout_turbo,
        "utiliser_virus": w.params.cout_virus,
    }
    at_portal = {"ajouter_bouclier": shield_price, "neutraliser": neutralising_price}
    return prices | {name: int(price(w, portal)) for name, price in at_portal.items() if portal != NO_PORTAL}


# Offers


def _pawn(seat: Seat) -> Cell:
    players = seat.world.state.players
    return int(players.x[seat.index]), int(players.y[seat.index])


def _offers(seat: Seat) -> Iterator[Offer]:
    w, params, portal = seat.world, seat.world.params, here(seat.world, seat.index)
    yield from _button(seat, "capturer", params.cout_capture, _points(params.points_creation_portail))
    yield from _links(seat)
    if portal != NO_PORTAL:
        yield from _button(seat, "ajouter_bouclier", shield_price(w, portal))
        yield from _button(seat, "neutraliser", neutralising_price(w, portal))
    yield from _virus(seat, portal)
    yield from _moves(seat)
    gain = Text(f"moves: +{params.gain_turbo}", f"déplacement : +{params.gain_turbo}")
    yield from _button(seat, "utiliser_turbo", params.cout_turbo, gain)


def _points(points: int) -> Text:
    return Text(f"score +{points}", f"score +{points}")


def _price(seat: Seat, price: int) -> Text:
    left = int(seat.world.state.players.action_points[seat.index])
    return Text(f"{price} of {left} action points", f"{price} point{'s'[: price - 1]} d'action sur {left}")


def _button(seat: Seat, function: str, price: int, *notes: Text) -> Iterator[Offer]:
    if accepts(seat, function):
        yield Offer(function, TITLES[function], joined([_price(seat, price), *notes]))


def _virus(seat: Seat, portal: int) -> Iterator[Offer]:
    """It changes the side of any portal, one's own too."""
    if not accepts(seat, "utiliser_virus"):
        return
    own = seat.world.state.portals.owner[portal] == seat.index
    title = (
        Text("Virus: give this portal away", "Virus : donner ce portail")
        if own
        else Text("Virus: take this portal", "Virus : prendre ce portail")
    )
    yield Offer("utiliser_virus", title, _price(seat, seat.world.params.cout_virus))


def _moves(seat: Seat) -> Iterator[Offer]:
    w, (x, y) = seat.world, _pawn(seat)
    reach = min(int(w.state.players.move_points[seat.index]), 2 * w.board.size)
    columns = [(x + dx, reach - abs(dx)) for dx in range(-reach, reach + 1)]
    cells = [(column, y + dy) for column, rest in columns for dy in range(-rest, rest + 1)]
    cells = [cell for cell in cells if cell != (x, y) and on_map(w, *cell)]
    targets = [Target(cell, [list(cell)], _what_waits(seat, cell)) for cell in cells]
    if targets:
        note = Text(f"{reach} move point{'s'[: reach - 1]}", f"{reach} point{'s'[: reach - 1]} de déplacement")
        yield Offer("deplacer", TITLES["deplacer"], note, targets, moves=True)


def _what_waits(seat: Seat, cell: Cell) -> Text | None:
    """The portal on a cell, if there is one."""
    w, portals = seat.world, seat.world.state.portals
    portal = portal_at(w, *cell)
    if portal == NO_PORTAL:
        return None
    owner, shields = portals.owner[portal], int(portals.shields[portal])
    if owner == NOBODY:
        return Text("free portal", "portail neutre")
    if owner == seat.index:
        return Text(f"your portal, shields {shields}", f"votre portail, boucliers {shields}")
    return Text(f"enemy portal, shields {shields}", f"portail ennemi, boucliers {shields}")


def _links(seat: Seat) -> Iterator[Offer]:
    w, owner, near = seat.world, seat.world.state.portals.owner, here(seat.world, seat.index)
    if near == NO_PORTAL or owner[near] != seat.index:
        return
    ends = [(other, cell) for other, cell in enumerate(cells_of(w.board)) if owner[other] == seat.index]
    targets = [
        Target(cell, [list(cell)], _fields(seat, near, other)) for other, cell in ends if accepts(seat, "lier", cell)
    ]
    if targets:
        note = joined([_price(seat, w.params.cout_lien), _points(w.params.points_creation_lien)])
        yield Offer("lier", TITLES["lier"], note, targets)


def _fields(seat: Seat, near: int, far: int) -> Text | None:
    """The fields that a link completes, and what they bring each turn."""
    w, cells, count, twice = seat.world, cells_of(seat.world.board), 0, 0
    other = next_common(w, near, far, 0)
    while other < w.board.portal_count:
        count += 1
        twice += abs(cross(*cells[near], *cells[far], *cells[other]))
        other = next_common(w, near, far, other + 1)
    if not count:
        return None
    points = twice * w.params.points_champ // 2
    return Text(f"fields: {count}, score +{points} a turn", f"champs : {count}, score +{points} par tour")


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
    turn_s=90,
)
