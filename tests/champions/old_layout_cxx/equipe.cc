#include "equipe.hh"

using namespace std;

int compteur[3];

bool plus_proche(const position& a, const position& b)
{
  return abs(a.x) + abs(a.y) < abs(b.x) + abs(b.y);
}

perso_info mon_perso(int classe)
{
  memset(compteur, 0, sizeof compteur);
  return perso_classe_info((perso_classe) classe);
}

bool avance(perso_info perso, position but)
{
  vector<position> route = chemin(perso_position(perso), but);
  for (register size_t essai = 0; essai < 30 && !route.empty(); essai++)
  {
    if (perso_deplace(perso, route, ORIENTATION_SUD) == OK)
      return true;
    route.pop_back();
  }
  return false;
}
