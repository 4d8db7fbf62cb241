/* Fichier produit avec le jeu : l'interface des champions. */

#ifndef PROLOGIN_H_
# define PROLOGIN_H_

# include <stdlib.h>
# include <stdbool.h>

# define TAILLE_TERRAIN                   40

# define NB_TOURS                         100

# define NB_POINTS_DEPLACEMENT            6

# define NB_POINTS_ACTION                 42

# define COUT_CAPTURE                     1

# define COUT_LIEN                        1

# define COUT_NEUTRALISATION              10

# define COUT_NEUTRALISATION_BOUCLIER     4

# define COUT_BOUCLIER                    2

# define SURCOUT_BOUCLIER                 0

# define COUT_VIRUS                       20

# define COUT_TURBO                       6

# define GAIN_TURBO                       1

# define MAX_BOUCLIERS                    4

# define POINTS_CREATION_PORTAIL          3

# define POINTS_CAPTURE                   3

# define POINTS_CREATION_LIEN             5

# define POINTS_CHAMP                     10

typedef enum erreur {
  OK,
  PA_INSUFFISANTS,
  AUCUN_PORTAIL,
  POSITION_INVALIDE,
  POSITION_ELOIGNEE,
  PORTAIL_AMI,
  PORTAIL_NEUTRE,
  PORTAIL_ENNEMI,
  LIEN_INTERSECTION,
  LIEN_CHAMP,
  LIEN_DEGENERE,
  LIMITE_BOUCLIERS,
} erreur;

typedef struct position {
  int x;
  int y;
} position;

typedef struct lien {
  position extr1;
  position extr2;
  int joueur_l;
} lien;

typedef struct champ {
  position som1;
  position som2;
  position som3;
  int joueur_c;
} champ;

typedef struct lien_array {
  lien* datas;
  size_t length;
} lien_array;

typedef struct champ_array {
  champ* datas;
  size_t length;
} champ_array;

typedef struct position_array {
  position* datas;
  size_t length;
} position_array;

/// Déplace votre agent sur une case, pour autant de points de déplacement qu'elle est loin
/// (distance de Manhattan).
erreur deplacer(position dest);

/// Achète GAIN_TURBO points de déplacement pour COUT_TURBO points d'action.
erreur utiliser_turbo(void);

/// Capture le portail neutre de la case de votre agent.
erreur capturer(void);

/// Lie le portail de la case de votre agent à un autre de vos portails, à toute distance. Son coût
/// croît avec le nombre de liens et, pour chaque champ complété, avec le nombre de portails.
erreur lier(position portail);

/// Neutralise le portail ennemi de la case de votre agent : il perd ses boucliers et ses liens.
erreur neutraliser(void);

/// Ajoute un bouclier à votre portail de la case de votre agent.
erreur ajouter_bouclier(void);

/// Fait changer de camp le portail de la case de votre agent : ennemi, il devient vôtre ; vôtre, il
/// devient ennemi.
erreur utiliser_virus(void);

/// Annule votre dernière action acceptée de ce tour, avec tous ses effets ; faux s'il n'y en a pas.
bool annuler(void);

/// Tous les liens des deux joueurs.
lien_array liste_liens(void);

/// Tous les champs des deux joueurs.
champ_array liste_champs(void);

/// Tous les portails de la carte.
position_array liste_portails(void);

/// Les liens qui interfèrent avec le segment entre deux positions, portails ou non ; aucun si elles
/// sont égales. Son coût croît avec le nombre de liens.
lien_array liens_bloquants(position ext1, position ext2);

/// Indique si deux portails sont liés ; faux si l'une des positions n'est pas un portail.
bool lien_existe(position ext1, position ext2);

/// Indique si trois portails sont liés deux à deux ; faux si l'une des positions n'est pas un
/// portail.
bool champ_existe(position som1, position som2, position som3);

/// Indique si une case est strictement à l'intérieur d'un champ ; faux hors de la carte.
bool case_dans_champ(position pos);

/// Les champs des deux joueurs qui ont la case strictement à l'intérieur.
champ_array case_champs(position pos);

/// Le numéro du propriétaire d'un portail ; -1 s'il est neutre, -2 si ce n'est pas un portail.
int portail_joueur(position portail);

/// Le nombre de boucliers d'un portail ; -2 si ce n'est pas un portail.
int portail_boucliers(position portail);

/// Les liens d'un portail ; aucun si ce n'est pas un portail.
lien_array liens_incidents_portail(position portail);

/// Les champs dont ce portail est un sommet ; aucun si ce n'est pas un portail.
champ_array champs_incidents_portail(position portail);

/// Les champs qui ont ce côté ou, si les deux portails ne sont pas liés, ceux que leur lien
/// compléterait. Son coût croît avec le résultat et avec le soixantième du nombre de portails.
champ_array champs_incidents_segment(position ext1, position ext2);

/// Les portails gagnés par l'adversaire à son dernier tour.
position_array hist_portails_captures(void);

/// Les portails que vous avez perdus au dernier tour de l'adversaire.
position_array hist_portails_neutralises(void);

/// Les liens créés par l'adversaire à son dernier tour.
lien_array hist_liens_crees(void);

/// Les champs créés par l'adversaire à son dernier tour.
champ_array hist_champs_crees(void);

/// Les portails dont les boucliers ont augmenté au dernier tour de l'adversaire, chacun autant de
/// fois qu'il en a gagné.
position_array hist_boucliers_ajoutes(void);

/// La distance de Manhattan entre deux positions.
int distance(position pos1, position pos2);

/// Les points par tour d'un champ de ces sommets ; 0 s'il est plat.
int score_triangle(position som1, position som2, position som3);

/// Indique si les segments [a1 a2] et [b1 b2] interfèrent : tout sauf se toucher par leurs seules
/// extrémités.
bool intersection_segments(position a1, position a2, position b1, position b2);

/// Indique si un point est strictement à l'intérieur d'un triangle.
bool point_dans_triangle(position p, position som1, position som2, position som3);

/// Votre numéro.
int moi(void);

/// Le numéro de l'autre joueur.
int adversaire(void);

/// La case de l'agent d'un joueur ; (-1, -1) si ce numéro n'est celui de personne.
position position_agent(int id_joueur);

/// Vos points d'action restants.
int points_action(void);

/// Vos points de déplacement restants.
int points_deplacement(void);

/// Le score d'un joueur, gains du tour en cours compris ; -1 si ce numéro n'est celui de personne.
int score(int id_joueur);

/// Le numéro du tour, de 1 à NB_TOURS ; un de plus dans `partie_fin`.
int tour_actuel(void);

/// Affiche une valeur de type `erreur`.
void afficher_erreur(erreur v);

/// Affiche une valeur de type `position`.
void afficher_position(position v);

/// Affiche une valeur de type `lien`.
void afficher_lien(lien v);

/// Affiche une valeur de type `champ`.
void afficher_champ(champ v);

void partie_init(void);

void jouer_tour(void);

void partie_fin(void);

#endif /* !PROLOGIN_H_ */
