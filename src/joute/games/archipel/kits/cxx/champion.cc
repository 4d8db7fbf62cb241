// A starter: colonises the nearest free islands with caravelles, and guards what it has with galions.
// All you may ask and order is in api.hh.
#include "api.hh"

#include <algorithm>
#include <cstdlib>
#include <tuple>
#include <vector>

namespace {

const size_t fleet = 8;  // No more caravelles at once.
const int guards = 5;    // So many galions on each island.

std::vector<int> boats;  // The ids of our caravelles.

// Forget the caravelles that we have lost.
void count() {
  auto lost = [](int boat) { return info_bateau(boat).joueur != mon_joueur(); };
  boats.erase(std::remove_if(boats.begin(), boats.end(), lost), boats.end());
}

// The islands that nobody has.
std::vector<position> free_islands() {
  std::vector<position> found;
  for (position island : liste_iles())
    if (info_ile_joueur(island) == -1) found.push_back(island);
  return found;
}

void construct() {
  for (position island : mes_iles())
    if (boats.size() < fleet && construire(BATEAU_CARAVELLE, island) == OK)
      boats.push_back(id_dernier_bateau_construit());
}

void guard() {
  for (position island : mes_iles()) {
    int posted = 0;
    for (const bateau& boat : liste_bateaux_position(island)) posted += boat.btype == BATEAU_GALION;
    for (; posted < guards; posted++) construire(BATEAU_GALION, island);
  }
}

bool same(position a, position b) { return a.x == b.x && a.y == b.y; }

// The nearest of some islands, which is taken off the list; of equally near ones, the one with the smallest x, then y.
position take_nearest(position here, std::vector<position>& islands) {
  auto key = [here](position p) { return std::make_tuple(std::abs(p.x - here.x) + std::abs(p.y - here.y), p.x, p.y); };
  auto nearer = [key](position a, position b) { return key(a) < key(b); };
  auto best = std::min_element(islands.begin(), islands.end(), nearer);
  position goal = *best;
  islands.erase(best);
  return goal;
}

// As near to the goal as the boat gets this turn; there, colonise it.
void sail(int boat, position here, position goal) {
  int reach = CARAVELLE_DEPLACEMENT;
  int dx = std::clamp(goal.x - here.x, -reach, reach);
  reach -= std::abs(dx);
  int dy = std::clamp(goal.y - here.y, -reach, reach);
  position end = {here.x + dx, here.y + dy};
  if ((same(end, here) || deplacer(boat, end) == OK) && same(end, goal)) coloniser(goal);
}

}  // namespace

// Called once before the first turn; no orders are given here.
void partie_init() { boats.clear(); }

// Called whenever it is your turn.
void jouer_tour() {
  count();
  std::vector<position> islands = free_islands();
  if (boats.size() < std::min(fleet, islands.size())) construct();
  for (int boat : boats) {
    position here = info_bateau(boat).pos;
    if (!islands.empty()) sail(boat, here, take_nearest(here, islands));
  }
  guard();
}

// Called once after the last turn; no orders are given here.
void partie_fin() {}
