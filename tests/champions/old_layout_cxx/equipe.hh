#ifndef EQUIPE_HH_
# define EQUIPE_HH_

# include "prologin.hh"

bool plus_proche(const position& a, const position& b);
perso_info mon_perso(int classe);
bool avance(perso_info perso, position but);

#endif
