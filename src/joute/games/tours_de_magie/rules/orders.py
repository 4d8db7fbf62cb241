"""Orders: which phase each belongs to, the form of its arguments, and who judges and makes it (rules, 6.3)."""

from __future__ import annotations

from joute.core.world import Buffer

from .combat import assieger, check_assieger, check_tirer, tirer
from .construction import check_construire, check_creer, check_supprimer, construire, creer, supprimer
from .movement import check_deplacer, deplacer
from .state import (
    ASSIEGER,
    CASE_IMPOSSIBLE,
    CONSTRUCTION,
    CONSTRUIRE,
    CREER,
    DEPLACEMENT,
    DEPLACER,
    INT32_LEAST,
    INT32_MOST,
    OK,
    PERDANT,
    PHASE,
    PHASE_INCORRECTE,
    SIEGE,
    SORCIERS_INSUFFISANTS,
    SUPPRIMER,
    TIRER,
    TIRS,
    VALEUR_INVALIDE,
    World,
    alive,
)


def phase_of(action: int) -> int:
    """4.4 to 4.7  The phase an action belongs to."""
    if action == DEPLACER:
        return DEPLACEMENT
    if action == TIRER:
        return TIRS
    if action == ASSIEGER:
        return SIEGE
    return CONSTRUCTION


def bad_number(word: int) -> bool:
    """6.3  Not an integer of 32 bits."""
    return word < INT32_LEAST or word > INT32_MOST


def bad_position(order: Buffer, at: int) -> bool:
    """6.3  Not two integers of 32 bits."""
    return bad_number(order[at]) or bad_number(order[at + 1])


def check_form(order: Buffer) -> int:
    """6.3  The form of the arguments, from left to right; the first malformed one decides."""
    action = order[0]
    if action == CREER:
        return VALEUR_INVALIDE if bad_number(order[1]) else OK
    if action == TIRER:
        if bad_number(order[1]):
            return VALEUR_INVALIDE
        return CASE_IMPOSSIBLE if bad_position(order, 2) or bad_position(order, 4) else OK
    if bad_position(order, 1):
        return CASE_IMPOSSIBLE
    if action == SUPPRIMER:
        return OK
    if action == CONSTRUIRE:
        return VALEUR_INVALIDE if bad_number(order[3]) else OK
    if bad_position(order, 3):
        return CASE_IMPOSSIBLE
    if bad_number(order[5]):
        return SORCIERS_INSUFFISANTS if action == ASSIEGER else VALEUR_INVALIDE
    return OK


def check(w: World, seat: int, order: Buffer) -> int:
    """6.3  Elimination, phase, form, then the checks of the action."""
    action = order[0]
    if not alive(w, seat):
        return PERDANT
    if w.state.head[PHASE] != phase_of(action):
        return PHASE_INCORRECTE
    refusal = check_form(order)
    if refusal != OK:
        return refusal
    if action == CONSTRUIRE:
        return check_construire(w, seat, order[1], order[2], order[3])
    if action == SUPPRIMER:
        return check_supprimer(w, seat, order[1], order[2])
    if action == CREER:
        return check_creer(w, seat, order[1])
    if action == DEPLACER:
        return check_deplacer(w, seat, order[1], order[2], order[3], order[4], order[5])
    if action == TIRER:
        return check_tirer(w, seat, order[1], order[2], order[3], order[4], order[5])
    return check_assieger(w, seat, order[1], order[2], order[3], order[4], order[5])


def apply(w: World, seat: int, order: Buffer) -> None:
    """4.3  Make an accepted order."""
    action = order[0]
    if action == CONSTRUIRE:
        construire(w, seat, order[1], order[2], order[3])
    elif action == SUPPRIMER:
        supprimer(w, seat, order[1], order[2])
    elif action == CREER:
        creer(w, seat, order[1])
    elif action == DEPLACER:
        deplacer(w, seat, order[1], order[2], order[3], order[4], order[5])
    elif action == TIRER:
        tirer(w, seat, order[1], order[2], order[3], order[4], order[5])
    else:
        assieger(w, seat, order[1], order[2], order[3], order[4], order[5])
