"""The terms of the rules: phases, actions and answers (rules, 1, 6.1 and 6.3)."""

from __future__ import annotations

from joute.core.world import Phase

# Phases of a match
INIT, CONSTRUCTION, DEPLACEMENT, TIRS, SIEGE, END, OVER = range(7)
PHASES = (
    Phase("init", "partie_debut", acts=False),
    Phase("construction", "phase_construction"),
    Phase("deplacement", "phase_deplacement"),
    Phase("tirs", "phase_tirs"),
    Phase("siege", "phase_siege"),
    Phase("end", "partie_fin", acts=False),
)

# Actions, in the order of RULES
CONSTRUIRE, SUPPRIMER, CREER, DEPLACER, TIRER, ASSIEGER = range(6)

# Answers to an order (6.1)
OK, ANNULER_IMPOSSIBLE, CASE_IMPOSSIBLE, CASE_ADVERSE, CASE_UTILISEE, CASE_VIDE, VALEUR_INVALIDE = range(7)
MAGIE_INSUFFISANTE, SORCIERS_INSUFFISANTS, ATTAQUE_INSUFFISANTE, PHASE_INCORRECTE = range(7, 11)
PORTEE_INSUFFISANTE, PERDANT = range(11, 13)
