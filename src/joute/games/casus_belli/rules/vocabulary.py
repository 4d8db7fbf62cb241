"""The words of the rules: phases, classes, directions, attacks and answers."""

from __future__ import annotations

from joute.core.world import Phase

# Phases of a match
INIT, PLACEMENT, ATTAQUE, DEPLACEMENT, FIN, OVER = range(6)
PHASES = (
    Phase("init", "partie_init", acts=False),
    Phase("placement", "jouer_placement"),
    Phase("attaque", "jouer_attaque"),
    Phase("deplacement", "jouer_deplacement"),
    Phase("fin", "partie_fin", acts=False),
)

# Classes and directions (7.1)
CLASSES = 3
VOLEUR, BARBARE, ELFE = range(CLASSES)
DIRECTIONS = 4
NORD, EST, SUD, OUEST = range(DIRECTIONS)

# Attacks (7.1): two of each class, which recharge, behind the one that everybody has
ATTACKS = 7
NORMALE, PALANTIR, TRAITRISE, BASTOOOON, FUS_RO_DAH, I_SEE, LOTO = range(ATTACKS)
SPECIALS = 2
WALK = ATTACKS
"""What a plan holds instead of an attack when it is a walk."""

# Answers to an order (7.1)
POSITION_IMPOSSIBLE, PERSONNAGE_IMPOSSIBLE, CHEMIN_IMPOSSIBLE, ATTAQUE_INDISPONIBLE, OK = range(5)

NOWHERE = -1
"""No cell: a palantír or zone that is not there, a character that a team does not see."""
NOBODY = -1


def step_x(direction: int) -> int:
    """0  The unit vector of a direction."""
    if direction == EST:
        return 1
    return -1 if direction == OUEST else 0


def step_y(direction: int) -> int:
    if direction == SUD:
        return 1
    return -1 if direction == NORD else 0
