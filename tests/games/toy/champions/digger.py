"""Digs where it stands and around; walks towards the corner where player numbers begin."""

from api import *


def partie_init():
    pass


def jouer_placement():
    here = ou_est(moi())
    north = (here.y - 1, here.x)
    if deplacer([north]) != OK:
        deplacer([(here.y, here.x - 1)])


def jouer_marche():
    y, x = ou_est(moi())
    creuser((y, x), PIOCHE)
    for pos in ((y - 1, x), (y + 1, x), (y, x - 1), (y, x + 1)):
        if pieces(pos) > 0:
            creuser(pos, PELLE)


def partie_fin():
    pass
