// Fichier produit avec le jeu : l'interface des champions.

#ifndef PROLOGIN_HH_
# define PROLOGIN_HH_

# include <functional>
# include <string>
# include <vector>

# define VOLEUR_VISION_PORTEE             5

# define VOLEUR_DEPLACEMENT               10

# define VOLEUR_VIE                       10

# define VOLEUR_ATTAQUE                   5

# define VOLEUR_PALANTIR_CD               3

# define VOLEUR_TRAITRISE_CD              5

# define BARBARE_VISION_PORTEE            4

# define BARBARE_DEPLACEMENT              8

# define BARBARE_VIE                      10

# define BARBARE_ATTAQUE                  3

# define BARBARE_BASTOOOON_CD             3

# define BARBARE_BASTOOOON_PORTEE         3

# define BARBARE_FUS_RO_DAH_CD            5

# define ELFE_VISION_PORTEE               4

# define ELFE_DEPLACEMENT                 6

# define ELFE_VIE                         10

# define ELFE_ATTAQUE                     2

# define ELFE_LOTO_CD                     5

# define ELFE_I_SEE_CD                    5

typedef enum perso_classe {
  PERSO_VOLEUR,
  PERSO_BARBARE,
  PERSO_ELFE,
} perso_classe;

typedef enum zone_type {
  ZONE_HERBE,
  ZONE_ROUTE,
  ZONE_FORET,
  ZONE_MARAIS,
  ZONE_MUR,
  ZONE_TOUR,
  ZONE_ERREUR,
} zone_type;

typedef enum attaque_type {
  ATTAQUE_NORMALE,
  ATTAQUE_PALANTIR,
  ATTAQUE_TRAITRISE,
  ATTAQUE_BASTOOOON,
  ATTAQUE_FUS_RO_DAH,
  ATTAQUE_I_SEE,
  ATTAQUE_LOTO,
} attaque_type;

typedef enum orientation {
  ORIENTATION_NORD,
  ORIENTATION_EST,
  ORIENTATION_SUD,
  ORIENTATION_OUEST,
} orientation;

typedef enum erreur {
  POSITION_IMPOSSIBLE,
  PERSONNAGE_IMPOSSIBLE,
  CHEMIN_IMPOSSIBLE,
  ATTAQUE_INDISPONIBLE,
  OK,
} erreur;

typedef struct position {
  int x;
  int y;
} position;

typedef struct perso_info {
  int equipe;
  perso_classe classe;
  int vie;
  orientation direction;
} perso_info;

/// Largeur et hauteur de la carte : les cases valides vont de (0, 0) à (largeur - 1, hauteur - 1).
extern "C" position api_carte_taille();
static inline position carte_taille()
{
  return api_carte_taille();
}


/// La case de départ commune.
extern "C" position api_carte_depart();
static inline position carte_depart()
{
  return api_carte_depart();
}


/// Le terrain d'une case, visible ou non ; ZONE_ERREUR hors de la carte.
extern "C" zone_type api_carte_zone_type(position pos);
static inline zone_type carte_zone_type(position pos)
{
  return api_carte_zone_type(pos);
}


/// Les personnages d'une case visible par votre équipe, dans leur ordre d'arrivée ; vide hors de la
/// carte ou si la case n'est pas visible.
extern "C" std::vector<perso_info> api_carte_zone_perso(position pos);
static inline std::vector<perso_info> carte_zone_perso(position pos)
{
  return api_carte_zone_perso(pos);
}


/// Les points de déplacement nécessaires pour aller d'une case à l'autre, sans tenir compte des
/// personnages ; -1 s'il n'y a pas de chemin ou s'il est trop long. D'une case à elle-même : le
/// coût pour la quitter.
extern "C" int api_distance(position p1, position p2);
static inline int distance(position p1, position p2)
{
  return api_distance(p1, p2);
}


/// Les cases d'un plus court chemin, sans la première et avec la dernière ; vide s'il n'y en a pas.
extern "C" std::vector<position> api_chemin(position p1, position p2);
static inline std::vector<position> chemin(position p1, position p2)
{
  return api_chemin(p1, p2);
}


/// Les cases occupées que votre personnage a entrevues, pas après pas, pendant la dernière phase de
/// déplacement.
extern "C" std::vector<position> api_perso_penombre(perso_info perso);
static inline std::vector<position> perso_penombre(perso_info perso)
{
  return api_perso_penombre(perso);
}


/// Les cases du champ de vision de votre personnage.
extern "C" std::vector<position> api_perso_vision(perso_info perso);
static inline std::vector<position> perso_vision(perso_info perso)
{
  return api_perso_vision(perso);
}


/// Les cases occupées du champ de vision de votre personnage, la sienne comprise, une seule fois
/// chacune.
extern "C" std::vector<position> api_perso_vision_personnages(perso_info perso);
static inline std::vector<position> perso_vision_personnages(perso_info perso)
{
  return api_perso_vision_personnages(perso);
}


/// Les cases occupées autour de votre palantír ; vide s'il n'y en a pas.
extern "C" std::vector<position> api_palantir_vision();
static inline std::vector<position> palantir_vision()
{
  return api_palantir_vision();
}


/// Les cases occupées de la zone révélée par votre elfe ; vide s'il n'y en a pas.
extern "C" std::vector<position> api_elfe_vision();
static inline std::vector<position> elfe_vision()
{
  return api_elfe_vision();
}


/// Le nombre de tours avant que votre personnage puisse réutiliser une attaque, 0 s'il le peut
/// maintenant ; -1 s'il n'a pas cette attaque.
extern "C" int api_perso_attaque_recharge(perso_info perso, attaque_type attaque);
static inline int perso_attaque_recharge(perso_info perso, attaque_type attaque)
{
  return api_perso_attaque_recharge(perso, attaque);
}


/// La position de votre personnage ; (-1, -1) pour un personnage qui n'est pas à vous.
extern "C" position api_perso_position(perso_info perso);
static inline position perso_position(perso_info perso)
{
  return api_perso_position(perso);
}


/// Votre personnage d'une classe ; équipe et vie valent -1 si la classe n'existe pas.
extern "C" perso_info api_perso_classe_info(perso_classe classe);
static inline perso_info perso_classe_info(perso_classe classe)
{
  return api_perso_classe_info(classe);
}


/// Le numéro de votre équipe.
extern "C" int api_mon_equipe();
static inline int mon_equipe()
{
  return api_mon_equipe();
}


/// Le nombre d'équipes.
extern "C" int api_nombre_equipes();
static inline int nombre_equipes()
{
  return api_nombre_equipes();
}


/// Les scores de toutes les équipes, dans l'ordre des équipes.
extern "C" std::vector<int> api_scores();
static inline std::vector<int> scores()
{
  return api_scores();
}


/// Le numéro du tour, à partir de 0.
extern "C" int api_tour_actuel();
static inline int tour_actuel()
{
  return api_tour_actuel();
}


/// Le nombre de tours de placement.
extern "C" int api_nombre_tours_placement();
static inline int nombre_tours_placement()
{
  return api_nombre_tours_placement();
}


/// Le nombre de tours de la partie, tours de placement compris.
extern "C" int api_nombre_tours();
static inline int nombre_tours()
{
  return api_nombre_tours();
}


/// Suit un chemin, case par case sans la case actuelle, puis regarde dans une direction. Un chemin
/// vide ne fait que tourner le personnage.
extern "C" erreur api_perso_deplace(perso_info perso, std::vector<position> chemin, orientation direction);
static inline erreur perso_deplace(perso_info perso, std::vector<position> chemin, orientation direction)
{
  return api_perso_deplace(perso, chemin, direction);
}


/// Attaque une case avec l'une des trois attaques de la classe du personnage.
extern "C" erreur api_perso_attaque(perso_info perso, attaque_type attaque, position pos);
static inline erreur perso_attaque(perso_info perso, attaque_type attaque, position pos)
{
  return api_perso_attaque(perso, attaque, pos);
}


/// Affiche une valeur de type `perso_classe`.
extern "C" void api_afficher_perso_classe(perso_classe v);
static inline void afficher_perso_classe(perso_classe v)
{
  api_afficher_perso_classe(v);
}


/// Affiche une valeur de type `zone_type`.
extern "C" void api_afficher_zone_type(zone_type v);
static inline void afficher_zone_type(zone_type v)
{
  api_afficher_zone_type(v);
}


/// Affiche une valeur de type `attaque_type`.
extern "C" void api_afficher_attaque_type(attaque_type v);
static inline void afficher_attaque_type(attaque_type v)
{
  api_afficher_attaque_type(v);
}


/// Affiche une valeur de type `orientation`.
extern "C" void api_afficher_orientation(orientation v);
static inline void afficher_orientation(orientation v)
{
  api_afficher_orientation(v);
}


/// Affiche une valeur de type `erreur`.
extern "C" void api_afficher_erreur(erreur v);
static inline void afficher_erreur(erreur v)
{
  api_afficher_erreur(v);
}


/// Affiche une valeur de type `position`.
extern "C" void api_afficher_position(position v);
static inline void afficher_position(position v)
{
  api_afficher_position(v);
}


/// Affiche une valeur de type `perso_info`.
extern "C" void api_afficher_perso_info(perso_info v);
static inline void afficher_perso_info(perso_info v)
{
  api_afficher_perso_info(v);
}


// Les fonctions du champion.
extern "C" {

void partie_init();

void jouer_placement();

void jouer_attaque();

void jouer_deplacement();

void partie_fin();

}

#endif // !PROLOGIN_HH_
