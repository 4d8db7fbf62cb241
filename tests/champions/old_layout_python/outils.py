def premier(choix, cle):
    choix = sorted(choix, key=cle)
    return choix[0] if choix else None
