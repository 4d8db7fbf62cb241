// A starter: turns all magic into wizards, takes the fountains and the artefact, then marches on the nearest base.
// All you may ask and order is in api.hh.
#include "api.hh"

#include <algorithm>
#include <tuple>
#include <vector>

namespace {

const int guard = 5;  // So many wizards stay at home.
const int hold = 2;   // So many stay on what we have taken.

std::vector<position> goals;   // The fountains and the artefact.
std::vector<position> armies;  // The cells where we may have wizards.

bool operator==(position a, position b) { return a.x == b.x && a.y == b.y; }

bool among(const std::vector<position>& cells, position cell) {
  return std::any_of(cells.begin(), cells.end(), [&](position other) { return other == cell; });
}

// Go as far as wizards go in a turn towards the nearest goal that is not ours, or else the nearest enemy base.
void march(position cell, int number) {
  std::vector<position> wanted;
  for (position goal : goals)
    if (joueur_case(goal) != moi()) wanted.push_back(goal);
  if (wanted.empty())
    for (int other : adversaires()) wanted.push_back(base_joueur(other));
  auto key = [&](position goal) { return std::make_tuple(distance(cell, goal), goal.x, goal.y); };
  std::sort(wanted.begin(), wanted.end(), [&](position a, position b) { return key(a) < key(b); });
  for (position goal : wanted) {
    std::vector<position> path = chemin(cell, goal);
    if (path.empty()) continue;
    position end = path[std::min<int>(path.size(), PORTEE_SORCIER) - 1];
    if (deplacer(cell, end, number) == OK) {
      armies.push_back(end);
      return;
    }
  }
}

// Each cell where we have wizards once, home first.
std::vector<position> muster(position home) {
  std::vector<position> found;
  armies.insert(armies.begin(), home);
  for (position cell : armies)
    if (!among(found, cell) && nb_sorciers(cell, moi()) > 0) found.push_back(cell);
  return found;
}

}  // namespace

// Called once before the first turn; no orders are given here.
void partie_debut() {
  for (int x = 0; x < TAILLE_TERRAIN; x++)
    for (int y = 0; y < TAILLE_TERRAIN; y++) {
      case_info found = info_case({x, y});
      if (found == CASE_FONTAINE || found == CASE_ARTEFACT) goals.push_back({x, y});
    }
}

void phase_construction() { creer(magie(moi()) / COUT_SORCIER); }

void phase_deplacement() {
  position home = base_joueur(moi());
  const std::vector<position> mustered = muster(home);
  armies = mustered;
  for (position cell : mustered) {
    int stay = cell == home ? guard : among(goals, cell) ? hold : 0;
    int number = std::min(nb_sorciers_deplacables(cell, moi()), nb_sorciers(cell, moi()) - stay);
    if (number > 0) march(cell, number);
  }
}

void phase_tirs() {}

// Wizards beside a tower of another player bring it down.
void phase_siege() {
  for (auto [x, y] : armies) {
    position cell = {x, y};
    for (position near : {position{x, y + 1}, position{x + 1, y}, position{x, y - 1}, position{x - 1, y}}) {
      int number = nb_sorciers(cell, moi());
      if (number > 0 && info_case(near) == CASE_TOURELLE && joueur_case(near) != moi())
        assieger(cell, near, std::min(number, tourelle_case(near).vie));
    }
  }
}

// Called once after the last turn; no orders are given here.
void partie_fin() {}
