(* Fichier produit avec le jeu : l'interface des champions. *)

let taille_terrain = 32

let fin_partie = 200

let max_joueurs = 2

let revenu_ile = 10

let revenu_volcan = 20

let or_initial = 20

let caravelle_cout = 3

let galion_cout = 1

let caravelle_deplacement = 4

let galion_deplacement = 6

let limite_bateaux = 10000

type bateau_type =
  | Bateau_caravelle
  | Bateau_galion
  | Bateau_erreur


type terrain =
  | Terrain_ile
  | Terrain_volcan
  | Terrain_mer
  | Terrain_erreur


type erreur =
  | Ok
  | Or_insuffisant
  | Ile_invalide
  | Position_invalide
  | Trop_loin
  | Ile_colonisee
  | Ile_ennemie
  | Bateau_ennemi
  | Id_invalide
  | Non_deplacable
  | Aucune_caravelle
  | Limite_atteinte


type position = (int * int)

type bateau = {
  id : int ;
  pos : position ;
  joueur : int ;
  btype : bateau_type ;
  nb_or : int ;
  deplacable : bool ;
}

(* Construit un bateau sur une de vos îles (pas un volcan), avec l'or qui s'y trouve. *)
external construire : bateau_type -> position -> erreur = "ml_construire"

(* Déplace un de vos bateaux vers une case à sa portée, une fois par tour. *)
external deplacer : int -> position -> erreur = "ml_deplacer"

(* Prend une île ou un volcan vierge où vous avez une caravelle. *)
external coloniser : position -> erreur = "ml_coloniser"

(* Charge dans un bateau de l'or de l'île où il se trouve. *)
external charger : int -> int -> erreur = "ml_charger"

(* Décharge l'or d'un bateau sur l'île où il se trouve. *)
external decharger : int -> int -> erreur = "ml_decharger"

(* Passe de l'or d'un de vos bateaux à un autre sur la même case. *)
external transferer : int -> int -> int -> erreur = "ml_transferer"

(* Le terrain d'une case ; TERRAIN_ERREUR hors de la carte. *)
external info_terrain : position -> terrain = "ml_info_terrain"

(* Le numéro du propriétaire de l'île ; -1 si elle est vierge, en mer et hors de la carte. *)
external info_ile_joueur : position -> int = "ml_info_ile_joueur"

(* L'or posé sur l'île ; -1 en mer et hors de la carte. *)
external info_ile_or : position -> int = "ml_info_ile_or"

(* Le bateau à flot qui porte cet id ; sinon un bateau dont tous les nombres valent -1, de type BATEAU_ERREUR. *)
external info_bateau : int -> bateau = "ml_info_bateau"

(* Indique si un bateau à flot porte cet id. *)
external bateau_existe : int -> bool = "ml_bateau_existe"

(* Tous les bateaux d'une case, des deux camps, par id croissant. *)
external liste_bateaux_position : position -> bateau array = "ml_liste_bateaux_position"

(* Les ids de tous les bateaux d'une case, des deux camps, par ordre croissant. *)
external liste_id_bateaux_position : position -> int array = "ml_liste_id_bateaux_position"

(* Toutes les îles, volcans compris, ligne par ligne. *)
external liste_iles : unit -> position array = "ml_liste_iles"

(* Vos îles, volcans compris, ligne par ligne. *)
external mes_iles : unit -> position array = "ml_mes_iles"

(* Le plus grand id jamais donné, par l'un ou l'autre joueur ; -1 s'il n'y en a pas. *)
external id_dernier_bateau_construit : unit -> int = "ml_id_dernier_bateau_construit"

(* Colonnes plus lignes entre deux positions, qui peuvent être hors de la carte. *)
external distance : position -> position -> int = "ml_distance"

(* Votre numéro. *)
external mon_joueur : unit -> int = "ml_mon_joueur"

(* Le numéro de l'autre joueur. *)
external adversaire : unit -> int = "ml_adversaire"

(* Le score d'un joueur à la fin du dernier tour ; 0 si ce joueur n'existe pas. *)
external score : int -> int = "ml_score"

(* Le numéro du tour, à partir de 1 ; FIN_PARTIE + 1 après le dernier. *)
external tour_actuel : unit -> int = "ml_tour_actuel"

(* Le nombre de bateaux à flot d'un joueur ; 0 si ce joueur n'existe pas. *)
external nombre_bateaux : int -> int = "ml_nombre_bateaux"

(* Affiche une valeur de type `bateau_type`. *)
external afficher_bateau_type : bateau_type -> unit = "ml_afficher_bateau_type"

(* Affiche une valeur de type `terrain`. *)
external afficher_terrain : terrain -> unit = "ml_afficher_terrain"

(* Affiche une valeur de type `erreur`. *)
external afficher_erreur : erreur -> unit = "ml_afficher_erreur"

(* Affiche une valeur de type `position`. *)
external afficher_position : position -> unit = "ml_afficher_position"

(* Affiche une valeur de type `bateau`. *)
external afficher_bateau : bateau -> unit = "ml_afficher_bateau"
