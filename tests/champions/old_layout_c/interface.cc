// Fichier produit avec le jeu : des fonctions en C vers celles du moteur.

#include <cstdlib>
#include <string>
#include <vector>

extern "C" {
#include "prologin.h"
}

namespace
{

lien_array en_c(const std::vector<lien>& liste)
{
  lien_array tableau;
  tableau.length = liste.size();
  tableau.datas = static_cast<lien*>(std::calloc(liste.size() + 1, sizeof(lien)));
  for (std::size_t i = 0; i < liste.size(); i++)
    tableau.datas[i] = liste[i];
  return tableau;
}

std::vector<lien> en_cxx(lien_array tableau)
{
  return std::vector<lien>(tableau.datas, tableau.datas + tableau.length);
}

champ_array en_c(const std::vector<champ>& liste)
{
  champ_array tableau;
  tableau.length = liste.size();
  tableau.datas = static_cast<champ*>(std::calloc(liste.size() + 1, sizeof(champ)));
  for (std::size_t i = 0; i < liste.size(); i++)
    tableau.datas[i] = liste[i];
  return tableau;
}

std::vector<champ> en_cxx(champ_array tableau)
{
  return std::vector<champ>(tableau.datas, tableau.datas + tableau.length);
}

position_array en_c(const std::vector<position>& liste)
{
  position_array tableau;
  tableau.length = liste.size();
  tableau.datas = static_cast<position*>(std::calloc(liste.size() + 1, sizeof(position)));
  for (std::size_t i = 0; i < liste.size(); i++)
    tableau.datas[i] = liste[i];
  return tableau;
}

std::vector<position> en_cxx(position_array tableau)
{
  return std::vector<position>(tableau.datas, tableau.datas + tableau.length);
}

} // namespace

extern "C"
{

erreur api_deplacer(position);
erreur deplacer(position dest)
{
  return api_deplacer(dest);
}

erreur api_utiliser_turbo();
erreur utiliser_turbo()
{
  return api_utiliser_turbo();
}

erreur api_capturer();
erreur capturer()
{
  return api_capturer();
}

erreur api_lier(position);
erreur lier(position portail)
{
  return api_lier(portail);
}

erreur api_neutraliser();
erreur neutraliser()
{
  return api_neutraliser();
}

erreur api_ajouter_bouclier();
erreur ajouter_bouclier()
{
  return api_ajouter_bouclier();
}

erreur api_utiliser_virus();
erreur utiliser_virus()
{
  return api_utiliser_virus();
}

bool api_annuler();
bool annuler()
{
  return api_annuler();
}

std::vector<lien> api_liste_liens();
lien_array liste_liens()
{
  return en_c(api_liste_liens());
}

std::vector<champ> api_liste_champs();
champ_array liste_champs()
{
  return en_c(api_liste_champs());
}

std::vector<position> api_liste_portails();
position_array liste_portails()
{
  return en_c(api_liste_portails());
}

std::vector<lien> api_liens_bloquants(position, position);
lien_array liens_bloquants(position ext1, position ext2)
{
  return en_c(api_liens_bloquants(ext1, ext2));
}

bool api_lien_existe(position, position);
bool lien_existe(position ext1, position ext2)
{
  return api_lien_existe(ext1, ext2);
}

bool api_champ_existe(position, position, position);
bool champ_existe(position som1, position som2, position som3)
{
  return api_champ_existe(som1, som2, som3);
}

bool api_case_dans_champ(position);
bool case_dans_champ(position pos)
{
  return api_case_dans_champ(pos);
}

std::vector<champ> api_case_champs(position);
champ_array case_champs(position pos)
{
  return en_c(api_case_champs(pos));
}

int api_portail_joueur(position);
int portail_joueur(position portail)
{
  return api_portail_joueur(portail);
}

int api_portail_boucliers(position);
int portail_boucliers(position portail)
{
  return api_portail_boucliers(portail);
}

std::vector<lien> api_liens_incidents_portail(position);
lien_array liens_incidents_portail(position portail)
{
  return en_c(api_liens_incidents_portail(portail));
}

std::vector<champ> api_champs_incidents_portail(position);
champ_array champs_incidents_portail(position portail)
{
  return en_c(api_champs_incidents_portail(portail));
}

std::vector<champ> api_champs_incidents_segment(position, position);
champ_array champs_incidents_segment(position ext1, position ext2)
{
  return en_c(api_champs_incidents_segment(ext1, ext2));
}

std::vector<position> api_hist_portails_captures();
position_array hist_portails_captures()
{
  return en_c(api_hist_portails_captures());
}

std::vector<position> api_hist_portails_neutralises();
position_array hist_portails_neutralises()
{
  return en_c(api_hist_portails_neutralises());
}

std::vector<lien> api_hist_liens_crees();
lien_array hist_liens_crees()
{
  return en_c(api_hist_liens_crees());
}

std::vector<champ> api_hist_champs_crees();
champ_array hist_champs_crees()
{
  return en_c(api_hist_champs_crees());
}

std::vector<position> api_hist_boucliers_ajoutes();
position_array hist_boucliers_ajoutes()
{
  return en_c(api_hist_boucliers_ajoutes());
}

int api_distance(position, position);
int distance(position pos1, position pos2)
{
  return api_distance(pos1, pos2);
}

int api_score_triangle(position, position, position);
int score_triangle(position som1, position som2, position som3)
{
  return api_score_triangle(som1, som2, som3);
}

bool api_intersection_segments(position, position, position, position);
bool intersection_segments(position a1, position a2, position b1, position b2)
{
  return api_intersection_segments(a1, a2, b1, b2);
}

bool api_point_dans_triangle(position, position, position, position);
bool point_dans_triangle(position p, position som1, position som2, position som3)
{
  return api_point_dans_triangle(p, som1, som2, som3);
}

int api_moi();
int moi()
{
  return api_moi();
}

int api_adversaire();
int adversaire()
{
  return api_adversaire();
}

position api_position_agent(int);
position position_agent(int id_joueur)
{
  return api_position_agent(id_joueur);
}

int api_points_action();
int points_action()
{
  return api_points_action();
}

int api_points_deplacement();
int points_deplacement()
{
  return api_points_deplacement();
}

int api_score(int);
int score(int id_joueur)
{
  return api_score(id_joueur);
}

int api_tour_actuel();
int tour_actuel()
{
  return api_tour_actuel();
}

void api_afficher_erreur(erreur);
void afficher_erreur(erreur v)
{
  api_afficher_erreur(v);
}

void api_afficher_position(position);
void afficher_position(position v)
{
  api_afficher_position(v);
}

void api_afficher_lien(lien);
void afficher_lien(lien v)
{
  api_afficher_lien(v);
}

void api_afficher_champ(champ);
void afficher_champ(champ v)
{
  api_afficher_champ(v);
}

} // extern C
