#include "prologin.hh"
#include "equipe.hh"
#include <iostream>

using namespace std;

/// Les tours de la carte, les plus proches de l'origine d'abord.
static vector<position> tours;
static int size = 0;

/// Fonction appelée au début de la partie
void partie_init()
{
  position taille = carte_taille();
  for (int y = 0; y < taille.y; y++)
    for (int x = 0; x < taille.x; x++)
    {
      position ici = {x, y};
      if (carte_zone_type(ici) == ZONE_TOUR)
        tours.push_back(ici);
    }
  sort(tours.begin(), tours.end(), plus_proche);
  size = min((int) tours.size(), INT_MAX);
  cout << "tours : " << size << endl;
}

static void avancer()
{
  for (int classe = 0; classe < 3; classe++)
  {
    position but = size ? tours[classe % size] : carte_depart();
    avance(mon_perso(classe), but);
  }
}

/// Fonction appelée pendant la phase de placement
void jouer_placement()
{
  avancer();
}

/// Fonction appelée pendant la phase d'attaque
void jouer_attaque()
{
  for (int classe = 0; classe < 3; classe++)
  {
    perso_info perso = mon_perso(classe);
    vector<position> vus = perso_vision_personnages(perso);
    for (size_t i = 0; i < vus.size(); i++)
      if (perso_attaque(perso, ATTAQUE_NORMALE, vus[i]) == OK)
        break;
  }
}

/// Fonction appelée pendant la phase de déplacement
void jouer_deplacement()
{
  avancer();
}

/// Fonction appelée à la fin de la partie
void partie_fin()
{
  afficher_perso_info(mon_perso(PERSO_ELFE));
}
