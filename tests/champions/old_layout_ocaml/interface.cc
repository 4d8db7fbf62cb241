// Fichier produit avec le jeu : des fonctions en OCaml vers celles du moteur, et retour.

#include <string>
#include <vector>

extern "C" {
#include <caml/alloc.h>
#include <caml/callback.h>
#include <caml/memory.h>
#include <caml/mlvalues.h>
}

typedef enum bateau_type {
  BATEAU_CARAVELLE,
  BATEAU_GALION,
  BATEAU_ERREUR,
} bateau_type;

typedef enum terrain {
  TERRAIN_ILE,
  TERRAIN_VOLCAN,
  TERRAIN_MER,
  TERRAIN_ERREUR,
} terrain;

typedef enum erreur {
  OK,
  OR_INSUFFISANT,
  ILE_INVALIDE,
  POSITION_INVALIDE,
  TROP_LOIN,
  ILE_COLONISEE,
  ILE_ENNEMIE,
  BATEAU_ENNEMI,
  ID_INVALIDE,
  NON_DEPLACABLE,
  AUCUNE_CARAVELLE,
  LIMITE_ATTEINTE,
} erreur;

typedef struct position {
  int x;
  int y;
} position;

typedef struct bateau {
  int id;
  position pos;
  int joueur;
  bateau_type btype;
  int nb_or;
  bool deplacable;
} bateau;

namespace
{

value en_ml(int n)
{
  return Val_int(n);
}

value en_ml(bool b)
{
  return Val_bool(b);
}

value en_ml(bateau_type e)
{
  return Val_int(e);
}

value en_ml(terrain e)
{
  return Val_int(e);
}

value en_ml(erreur e)
{
  return Val_int(e);
}

value en_ml(const position& s)
{
  CAMLparam0();
  CAMLlocal1(bloc);
  bloc = caml_alloc_tuple(2);
  Store_field(bloc, 0, en_ml(s.x));
  Store_field(bloc, 1, en_ml(s.y));
  CAMLreturn(bloc);
}

value en_ml(const bateau& s)
{
  CAMLparam0();
  CAMLlocal1(bloc);
  bloc = caml_alloc_tuple(6);
  Store_field(bloc, 0, en_ml(s.id));
  Store_field(bloc, 1, en_ml(s.pos));
  Store_field(bloc, 2, en_ml(s.joueur));
  Store_field(bloc, 3, en_ml(s.btype));
  Store_field(bloc, 4, en_ml(s.nb_or));
  Store_field(bloc, 5, en_ml(s.deplacable));
  CAMLreturn(bloc);
}

template <typename T>
value en_ml(const std::vector<T>& liste)
{
  CAMLparam0();
  CAMLlocal1(tableau);
  tableau = liste.empty() ? Atom(0) : caml_alloc(liste.size(), 0);
  for (std::size_t i = 0; i < liste.size(); i++)
    Store_field(tableau, i, en_ml(liste[i]));
  CAMLreturn(tableau);
}

position lire_position(value v)
{
  position s;
  s.x = Int_val(Field(v, 0));
  s.y = Int_val(Field(v, 1));
  return s;
}

bateau lire_bateau(value v)
{
  bateau s;
  s.id = Int_val(Field(v, 0));
  s.pos = lire_position(Field(v, 1));
  s.joueur = Int_val(Field(v, 2));
  s.btype = static_cast<bateau_type>(Int_val(Field(v, 3)));
  s.nb_or = Int_val(Field(v, 4));
  s.deplacable = Bool_val(Field(v, 5));
  return s;
}

void demarrer()
{
  static bool fait;
  static char nom[] = "champion";
  char* arguments[] = {nom, NULL};
  if (!fait)
    caml_startup(arguments);
  fait = true;
}

void appeler(const char* nom)
{
  value* fonction = caml_named_value(nom);
  caml_callback(*fonction, Val_unit);
}

} // namespace

extern "C"
{

erreur api_construire(bateau_type, position);
value ml_construire(value btype, value pos)
{
  return en_ml(api_construire(static_cast<bateau_type>(Int_val(btype)), lire_position(pos)));
}

erreur api_deplacer(int, position);
value ml_deplacer(value id, value pos)
{
  return en_ml(api_deplacer(Int_val(id), lire_position(pos)));
}

erreur api_coloniser(position);
value ml_coloniser(value pos)
{
  return en_ml(api_coloniser(lire_position(pos)));
}

erreur api_charger(int, int);
value ml_charger(value id, value nb_or)
{
  return en_ml(api_charger(Int_val(id), Int_val(nb_or)));
}

erreur api_decharger(int, int);
value ml_decharger(value id, value nb_or)
{
  return en_ml(api_decharger(Int_val(id), Int_val(nb_or)));
}

erreur api_transferer(int, int, int);
value ml_transferer(value montant, value id_source, value id_dest)
{
  return en_ml(api_transferer(Int_val(montant), Int_val(id_source), Int_val(id_dest)));
}

terrain api_info_terrain(position);
value ml_info_terrain(value pos)
{
  return en_ml(api_info_terrain(lire_position(pos)));
}

int api_info_ile_joueur(position);
value ml_info_ile_joueur(value pos)
{
  return en_ml(api_info_ile_joueur(lire_position(pos)));
}

int api_info_ile_or(position);
value ml_info_ile_or(value pos)
{
  return en_ml(api_info_ile_or(lire_position(pos)));
}

bateau api_info_bateau(int);
value ml_info_bateau(value id)
{
  return en_ml(api_info_bateau(Int_val(id)));
}

bool api_bateau_existe(int);
value ml_bateau_existe(value id)
{
  return en_ml(api_bateau_existe(Int_val(id)));
}

std::vector<bateau> api_liste_bateaux_position(position);
value ml_liste_bateaux_position(value pos)
{
  return en_ml(api_liste_bateaux_position(lire_position(pos)));
}

std::vector<int> api_liste_id_bateaux_position(position);
value ml_liste_id_bateaux_position(value pos)
{
  return en_ml(api_liste_id_bateaux_position(lire_position(pos)));
}

std::vector<position> api_liste_iles();
value ml_liste_iles(value)
{
  return en_ml(api_liste_iles());
}

std::vector<position> api_mes_iles();
value ml_mes_iles(value)
{
  return en_ml(api_mes_iles());
}

int api_id_dernier_bateau_construit();
value ml_id_dernier_bateau_construit(value)
{
  return en_ml(api_id_dernier_bateau_construit());
}

int api_distance(position, position);
value ml_distance(value depart, value arrivee)
{
  return en_ml(api_distance(lire_position(depart), lire_position(arrivee)));
}

int api_mon_joueur();
value ml_mon_joueur(value)
{
  return en_ml(api_mon_joueur());
}

int api_adversaire();
value ml_adversaire(value)
{
  return en_ml(api_adversaire());
}

int api_score(int);
value ml_score(value id_joueur)
{
  return en_ml(api_score(Int_val(id_joueur)));
}

int api_tour_actuel();
value ml_tour_actuel(value)
{
  return en_ml(api_tour_actuel());
}

int api_nombre_bateaux(int);
value ml_nombre_bateaux(value id_joueur)
{
  return en_ml(api_nombre_bateaux(Int_val(id_joueur)));
}

void api_afficher_bateau_type(bateau_type);
value ml_afficher_bateau_type(value v)
{
  api_afficher_bateau_type(static_cast<bateau_type>(Int_val(v)));
  return Val_unit;
}

void api_afficher_terrain(terrain);
value ml_afficher_terrain(value v)
{
  api_afficher_terrain(static_cast<terrain>(Int_val(v)));
  return Val_unit;
}

void api_afficher_erreur(erreur);
value ml_afficher_erreur(value v)
{
  api_afficher_erreur(static_cast<erreur>(Int_val(v)));
  return Val_unit;
}

void api_afficher_position(position);
value ml_afficher_position(value v)
{
  api_afficher_position(lire_position(v));
  return Val_unit;
}

void api_afficher_bateau(bateau);
value ml_afficher_bateau(value v)
{
  api_afficher_bateau(lire_bateau(v));
  return Val_unit;
}

void partie_init()
{
  demarrer();
  appeler("ml_partie_init");
}

void jouer_tour()
{
  demarrer();
  appeler("ml_jouer_tour");
}

void partie_fin()
{
  demarrer();
  appeler("ml_partie_fin");
}

} // extern C
