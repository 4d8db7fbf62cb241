// A starter: spreads out, then walks back to where everybody starts and strikes at whoever is in sight.
// All you may ask and order is in api.hh.
#include "api.hh"

#include <algorithm>
#include <cstdlib>
#include <tuple>
#include <vector>

namespace {

const perso_classe classes[] = {PERSO_VOLEUR, PERSO_BARBARE, PERSO_ELFE};
const int stride[] = {VOLEUR_DEPLACEMENT, BARBARE_DEPLACEMENT, ELFE_DEPLACEMENT};

int gap(position a, position b) { return std::abs(a.x - b.x) + std::abs(a.y - b.y); }

// The nearest first; of two equally near, the one of smaller x, then y.
void sort(std::vector<position>& cells, position from) {
  auto key = [&](position cell) { return std::make_tuple(gap(cell, from), cell.x, cell.y); };
  std::sort(cells.begin(), cells.end(), [&](position a, position b) { return key(a) < key(b); });
}

// Whether somebody of another team stands on a cell.
bool hostile(position cell) {
  for (const perso_info& other : carte_zone_perso(cell))
    if (other.equipe != mon_equipe()) return true;
  return false;
}

// The cells in sight of one of our characters where somebody of another team stands, the nearest first.
std::vector<position> enemies(perso_classe classe) {
  perso_info own = perso_classe_info(classe);
  std::vector<position> found;
  for (position cell : perso_vision_personnages(own))
    if (hostile(cell)) found.push_back(cell);
  sort(found, perso_position(own));
  return found;
}

orientation direction(position here, position goal) {
  int dx = goal.x - here.x, dy = goal.y - here.y;
  if (std::abs(dx) > std::abs(dy)) return dx > 0 ? ORIENTATION_EST : ORIENTATION_OUEST;
  return dy > 0 ? ORIENTATION_SUD : ORIENTATION_NORD;
}

// As far as possible on the way to the goal, and look where it leads; on the spot, look around.
void walk(perso_classe classe, position goal) {
  perso_info own = perso_classe_info(classe);
  position here = perso_position(own);
  std::vector<position> path = chemin(here, goal);
  orientation facing = path.empty() ? static_cast<orientation>(tour_actuel() % 4) : direction(here, goal);
  for (int length = std::min<int>(path.size(), stride[classe]); length >= 0; length--)
    if (perso_deplace(own, {path.begin(), path.begin() + length}, facing) == OK) return;
}

// The cell nearest to a corner that can be reached from the start.
position nearest_floor(position corner) {
  position size = carte_taille();
  std::vector<position> cells;
  for (int x = 0; x < size.x; x++)
    for (int y = 0; y < size.y; y++) cells.push_back({x, y});
  sort(cells, corner);
  for (position cell : cells)
    if (carte_zone_type(cell) != ZONE_MUR && distance(carte_depart(), cell) >= 0) return cell;
  return carte_depart();
}

}  // namespace

// Called once before the first turn; no orders are given here.
void partie_init() {}

// Each class towards another corner.
void jouer_placement() {
  auto [width, height] = carte_taille();
  const position corners[] = {{0, 0}, {width - 1, 0}, {width - 1, height - 1}, {0, height - 1}};
  for (perso_classe classe : classes) walk(classe, nearest_floor(corners[(mon_equipe() + classe) % 4]));
}

void jouer_attaque() {
  for (perso_classe classe : classes)
    for (position cell : enemies(classe))
      if (perso_attaque(perso_classe_info(classe), ATTAQUE_NORMALE, cell) == OK) break;
}

void jouer_deplacement() {
  for (perso_classe classe : classes) {
    std::vector<position> seen = enemies(classe);
    walk(classe, seen.empty() ? carte_depart() : seen[0]);
  }
}

// Called once after the last turn; no orders are given here.
void partie_fin() {}
