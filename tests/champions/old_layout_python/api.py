# -*- coding: iso-8859-1 -*-
# Fichier produit avec le jeu : l'interface des champions.

from collections import namedtuple
from enum import IntEnum

from _api import *

TAILLE_TERRAIN = 31

NB_JOUEURS = 4

MAX_TOUR = 100

MAGIE_TOUR = 20

MAGIE_FONTAINES = 15

MAGIE_COMBAT = 1

REVENU_SORCIER = 1

MAGIE_SUPPRESSION = 10

COUT_SORCIER = 2

COUT_TOURELLE = 20

COUT_PORTEE = 4

PORTEE_SORCIER = 4

PORTEE_TOURELLE = 3

CONSTRUCTION_TOURELLE = 3

VIE_TOURELLE = 10

ATTAQUE_TOURELLE = 10

POINTS_SURVIVRE = 1

POINTS_VAINQUEUR = 1

POINTS_CONTROLE_FONTAINE = 1

POINTS_CONTROLE_ARTEFACT = 4

class case_info(IntEnum):
    CASE_SIMPLE = 0
    CASE_TOURELLE = 1
    CASE_BASE = 2
    CASE_FONTAINE = 3
    CASE_ARTEFACT = 4
    CASE_ERREUR = 5

CASE_SIMPLE = case_info.CASE_SIMPLE
CASE_TOURELLE = case_info.CASE_TOURELLE
CASE_BASE = case_info.CASE_BASE
CASE_FONTAINE = case_info.CASE_FONTAINE
CASE_ARTEFACT = case_info.CASE_ARTEFACT
CASE_ERREUR = case_info.CASE_ERREUR

class erreur(IntEnum):
    OK = 0
    ANNULER_IMPOSSIBLE = 1
    CASE_IMPOSSIBLE = 2
    CASE_ADVERSE = 3
    CASE_UTILISEE = 4
    CASE_VIDE = 5
    VALEUR_INVALIDE = 6
    MAGIE_INSUFFISANTE = 7
    SORCIERS_INSUFFISANTS = 8
    ATTAQUE_INSUFFISANTE = 9
    PHASE_INCORRECTE = 10
    PORTEE_INSUFFISANTE = 11
    PERDANT = 12

OK = erreur.OK
ANNULER_IMPOSSIBLE = erreur.ANNULER_IMPOSSIBLE
CASE_IMPOSSIBLE = erreur.CASE_IMPOSSIBLE
CASE_ADVERSE = erreur.CASE_ADVERSE
CASE_UTILISEE = erreur.CASE_UTILISEE
CASE_VIDE = erreur.CASE_VIDE
VALEUR_INVALIDE = erreur.VALEUR_INVALIDE
MAGIE_INSUFFISANTE = erreur.MAGIE_INSUFFISANTE
SORCIERS_INSUFFISANTS = erreur.SORCIERS_INSUFFISANTS
ATTAQUE_INSUFFISANTE = erreur.ATTAQUE_INSUFFISANTE
PHASE_INCORRECTE = erreur.PHASE_INCORRECTE
PORTEE_INSUFFISANTE = erreur.PORTEE_INSUFFISANTE
PERDANT = erreur.PERDANT

position = namedtuple('position', 'x y')

tourelle = namedtuple('tourelle', 'pos portee joueur vie attaque')

# Construit une tourelle de cette portée sur une case. Phase de construction.
def construire(pos, portee):
    return _api.construire(pos, portee)

# Supprime une de vos tourelles, ce qui rend un peu de magie. Phase de construction.
def supprimer(pos):
    return _api.supprimer(pos)

# Crée des sorciers sur votre base. Phase de construction.
def creer(nb):
    return _api.creer(nb)

# Déplace des sorciers d'une case vers une autre, en contournant les tourelles. Phase de
# déplacement.
def deplacer(depart, arrivee, nb):
    return _api.deplacer(depart, arrivee, nb)

# Tire avec des points d'attaque de la tourelle de `pos` sur les sorciers de `cible`. Phase de tirs.
def tirer(pts, pos, cible):
    return _api.tirer(pts, pos, cible)

# Attaque la tourelle de la case adjacente `cible` avec des sorciers de `pos`. Phase de siège.
def assieger(pos, cible, nb_sorciers):
    return _api.assieger(pos, cible, nb_sorciers)

# Annule votre dernière action acceptée de cette phase.
def annuler():
    return _api.annuler()

# Le type d'une case ; `CASE_ERREUR` hors du terrain.
def info_case(pos):
    return _api.info_case(pos)

# Les tourelles d'un joueur, triées par x puis y ; aucune pour un joueur inconnu ou éliminé.
def tourelles_joueur(joueur):
    return _api.tourelles_joueur(joueur)

# La magie d'un joueur ; 0 pour un joueur inconnu.
def magie(joueur):
    return _api.magie(joueur)

# Les sorciers d'un joueur sur une case ; -1 hors du terrain, 0 pour un joueur inconnu.
def nb_sorciers(pos, joueur):
    return _api.nb_sorciers(pos, joueur)

# Les sorciers d'un joueur sur une case qui peuvent encore se déplacer pendant ce tour ; -1 hors du
# terrain, 0 pour un joueur inconnu.
def nb_sorciers_deplacables(pos, joueur):
    return _api.nb_sorciers_deplacables(pos, joueur)

# À qui est une case : propriétaire de la tourelle, de la base s'il est en vie, sinon l'occupant ;
# -1 pour personne et hors du terrain.
def joueur_case(pos):
    return _api.joueur_case(pos)

# La tourelle d'une case. S'il n'y en a pas, tous ses nombres valent -1 ; hors du terrain, `portee`,
# `vie` et `attaque` valent 0.
def tourelle_case(pos):
    return _api.tourelle_case(pos)

# La position de la base d'un joueur, même éliminé ; (-1, -1) pour un joueur inconnu.
def base_joueur(joueur):
    return _api.base_joueur(joueur)

# Indique si une case est assez proche pour qu'un joueur y construise ; sans regarder sorciers,
# magie ni limites.
def constructible(pos, joueur):
    return _api.constructible(pos, joueur)

# Un plus court chemin contournant les tourelles, sans son départ et avec son arrivée ; vide s'il
# n'y en a pas.
def chemin(pos1, pos2):
    return _api.chemin(pos1, pos2)

# Votre numéro.
def moi():
    return _api.moi()

# Les numéros des autres joueurs en vie, par ordre croissant.
def adversaires():
    return _api.adversaires()

# Le numéro du tour, à partir de 0.
def tour_actuel():
    return _api.tour_actuel()

# La distance de Manhattan de deux positions, sur le terrain ou non ; -1 si l'une est mal formée.
def distance(depart, arrivee):
    return _api.distance(depart, arrivee)

# Affiche une valeur de type `case_info`.
def afficher_case_info(v):
    return _api.afficher_case_info(v)

# Affiche une valeur de type `erreur`.
def afficher_erreur(v):
    return _api.afficher_erreur(v)

# Affiche une valeur de type `position`.
def afficher_position(v):
    return _api.afficher_position(v)

# Affiche une valeur de type `tourelle`.
def afficher_tourelle(v):
    return _api.afficher_tourelle(v)
