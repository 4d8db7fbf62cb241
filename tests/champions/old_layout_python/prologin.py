# -*- coding: iso-8859-1 -*-

from api import *

from outils import premier

# Où vont nos sorciers : la fontaine la plus proche, puis l'artefact.
but = None


def cases():
    return [(x, y) for x in range(TAILLE_TERRAIN) for y in range(TAILLE_TERRAIN)]


# Fonction appelée au début de la partie.
def partie_debut():
    global but
    base = base_joueur(moi())
    interessantes = [c for c in cases() if info_case(c) in (CASE_FONTAINE, CASE_ARTEFACT)]
    but = premier(interessantes, lambda c: distance(base, c))
    print("joueur", moi(), "vers", but, "à pied")


# Fonction appelée pendant la phase de construction.
def phase_construction():
    creer(magie(moi()) // (2 * COUT_SORCIER))


# Fonction appelée pendant la phase de déplacement.
def phase_deplacement():
    for depart in cases():
        libres = nb_sorciers_deplacables(depart, moi())
        if libres > 0 and depart != but:
            route = chemin(depart, but)[:PORTEE_SORCIER]
            if route:
                deplacer(depart, route[-1], libres)


# Fonction appelée pendant la phase de tirs.
def phase_tirs():
    for t in tourelles_joueur(moi()):
        afficher_tourelle(t)


# Fonction appelée pendant la phase de siège.
def phase_siege():
    pass


# Fonction appelée à la fin de la partie.
def partie_fin():
    afficher_position(base_joueur(moi()))
