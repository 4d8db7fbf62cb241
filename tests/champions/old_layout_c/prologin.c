#include "prologin.h"

#define MAX_VOISINS 64

position portails[MAX_VOISINS];
size_t nb_portails;

static position pas_vers(position depuis, position but, int pas)
{
  position ici = depuis;
  while (pas-- > 0 && (ici.x != but.x || ici.y != but.y))
  {
    if (ici.x != but.x)
      ici.x += but.x > ici.x ? 1 : -1;
    else
      ici.y += but.y > ici.y ? 1 : -1;
  }
  return ici;
}

/// Les portails neutres, dans l'ordre de la liste.
static void regarder(void)
{
  position_array tous = liste_portails();
  nb_portails = 0;
  for (size_t i = 0; i < tous.length && nb_portails < MAX_VOISINS; i++)
    if (portail_joueur(tous.datas[i]) == -1)
      portails[nb_portails++] = tous.datas[i];
  free(tous.datas);
}

static void lier_tout(void)
{
  position_array tous = liste_portails();
  for (size_t i = 0; i < tous.length; i++)
    if (portail_joueur(tous.datas[i]) == moi())
      lier(tous.datas[i]);
  free(tous.datas);
}

/// Fonction appelée au début de la partie.
void partie_init()
{
  regarder();
}

/// Fonction appelée à chaque tour.
void jouer_tour()
{
  int essais = 0;
  while (points_deplacement() > 0 && essais++ < 20)
  {
    position ici = position_agent(moi()), but = ici;
    int loin = 1000;
    regarder();
    for (size_t i = 0; i < nb_portails; i++)
      if (distance(ici, portails[i]) < loin)
      {
        loin = distance(ici, portails[i]);
        but = portails[i];
      }
    if (loin == 1000)
      break;
    if (deplacer(pas_vers(ici, but, points_deplacement())) != OK)
      break;
    if (capturer() == OK)
      lier_tout();
  }
  if (points_action() > 30)
    ajouter_bouclier();
}

/// Fonction appelée à la fin de la partie.
void partie_fin()
{
  lien_array liens = liste_liens();
  if (liens.length > 0)
    afficher_lien(liens.datas[0]);
  free(liens.datas);
}
