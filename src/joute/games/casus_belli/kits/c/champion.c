// A starter: spreads out, then walks back to where everybody starts and strikes at whoever is in sight.
// All you may ask and order is in api.h.
#include "api.h"

#include <stdlib.h>

static const int stride[] = {VOLEUR_DEPLACEMENT, BARBARE_DEPLACEMENT, ELFE_DEPLACEMENT};

static int gap(position a, position b) { return abs(a.x - b.x) + abs(a.y - b.y); }

static position from; // Where cells are sorted from.

// The nearest first; of two equally near, the one of smaller x, then y.
static int nearer(const void* left, const void* right) {
  const position *a = left, *b = right;
  int more = gap(*a, from) - gap(*b, from);
  return more != 0 ? more : a->x != b->x ? a->x - b->x : a->y - b->y;
}

static void sort(position_array cells, position nearest) {
  from = nearest;
  if (cells.length > 0)
    qsort(cells.datas, cells.length, sizeof(position), nearer);
}

// Whether somebody of another team stands on a cell.
static int hostile(position cell) {
  perso_info_array there = carte_zone_perso(cell);
  int found = 0;
  for (size_t i = 0; i < there.length; i++)
    found |= there.datas[i].equipe != mon_equipe();
  free(there.datas);
  return found;
}

// The cells in sight of one of our characters where somebody of another team stands, the nearest first.
static position_array enemies(perso_classe classe) {
  perso_info own = perso_classe_info(classe);
  position_array cells = perso_vision_personnages(own);
  size_t kept = 0;
  for (size_t i = 0; i < cells.length; i++)
    if (hostile(cells.datas[i]))
      cells.datas[kept++] = cells.datas[i];
  cells.length = kept;
  sort(cells, perso_position(own));
  return cells;
}

static orientation direction(position here, position goal) {
  int dx = goal.x - here.x, dy = goal.y - here.y;
  if (abs(dx) > abs(dy))
    return dx > 0 ? ORIENTATION_EST : ORIENTATION_OUEST;
  return dy > 0 ? ORIENTATION_SUD : ORIENTATION_NORD;
}

// As far as possible on the way to the goal, and look where it leads; on the spot, look around.
static void walk(perso_classe classe, position goal) {
  perso_info own = perso_classe_info(classe);
  position here = perso_position(own);
  position_array path = chemin(here, goal);
  orientation facing = path.length > 0 ? direction(here, goal) : (orientation)(tour_actuel() % 4);
  int length = path.length < (size_t)stride[classe] ? (int)path.length : stride[classe];
  while (length >= 0 && perso_deplace(own, (position_array){path.datas, length}, facing) != OK)
    length--;
  free(path.datas);
}

// The cell nearest to a corner that can be reached from the start.
static position nearest_floor(position corner) {
  position size = carte_taille(), found = carte_depart();
  position_array cells = {malloc(size.x * size.y * sizeof(position)), 0};
  for (int x = 0; x < size.x; x++)
    for (int y = 0; y < size.y; y++)
      cells.datas[cells.length++] = (position){x, y};
  sort(cells, corner);
  for (size_t i = 0; i < cells.length; i++)
    if (carte_zone_type(cells.datas[i]) != ZONE_MUR && distance(carte_depart(), cells.datas[i]) >= 0) {
      found = cells.datas[i];
      break;
    }
  free(cells.datas);
  return found;
}

// Called once before the first turn; no orders are given here.
void partie_init(void) {}

// Each class towards another corner.
void jouer_placement(void) {
  position size = carte_taille();
  int right = size.x - 1, bottom = size.y - 1;
  position corners[] = {{0, 0}, {right, 0}, {right, bottom}, {0, bottom}};
  for (int classe = PERSO_VOLEUR; classe <= PERSO_ELFE; classe++)
    walk(classe, nearest_floor(corners[(mon_equipe() + classe) % 4]));
}

void jouer_attaque(void) {
  for (int classe = PERSO_VOLEUR; classe <= PERSO_ELFE; classe++) {
    position_array seen = enemies(classe);
    for (size_t i = 0; i < seen.length; i++)
      if (perso_attaque(perso_classe_info(classe), ATTAQUE_NORMALE, seen.datas[i]) == OK)
        break;
    free(seen.datas);
  }
}

void jouer_deplacement(void) {
  for (int classe = PERSO_VOLEUR; classe <= PERSO_ELFE; classe++) {
    position_array seen = enemies(classe);
    walk(classe, seen.length > 0 ? seen.datas[0] : carte_depart());
    free(seen.datas);
  }
}

// Called once after the last turn; no orders are given here.
void partie_fin(void) {}
