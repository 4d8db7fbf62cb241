// A starter: captures the nearest neutral portal, links it to all portals it may, and goes to the next.
// All you may ask and order is in api.hh.
#include "api.hh"

#include <algorithm>
#include <cstdlib>
#include <tuple>
#include <vector>

namespace {

position place() { return position_agent(moi()); }

bool same(position a, position b) { return a.x == b.x && a.y == b.y; }

// The portals of a player, or -1 for the neutral ones, the nearest first; of equally near ones, by x, then y.
std::vector<position> near(position here, int player) {
  std::vector<position> found;
  for (position portal : liste_portails())
    if (portail_joueur(portal) == player) found.push_back(portal);
  auto key = [here](position p) { return std::make_tuple(std::abs(p.x - here.x) + std::abs(p.y - here.y), p.x, p.y); };
  std::sort(found.begin(), found.end(), [key](position a, position b) { return key(a) < key(b); });
  return found;
}

// Capture the portal here, if there is one, and link it to our others, the nearest first.
void work() {
  position here = place();
  if (portail_joueur(here) == -1) capturer();
  if (portail_joueur(here) == moi())
    for (position portal : near(here, moi()))
      if (!same(portal, here) && points_action() >= COUT_LIEN) lier(portal);
}

// Go towards the nearest neutral portal; whether we are there and can capture it.
bool walk() {
  position here = place();
  std::vector<position> goals = near(here, -1);
  if (goals.empty()) return false;
  position goal = goals.front();
  int reach = points_deplacement();
  int dx = std::clamp(goal.x - here.x, -reach, reach);
  reach -= std::abs(dx);
  int dy = std::clamp(goal.y - here.y, -reach, reach);
  return deplacer({here.x + dx, here.y + dy}) == OK && same(place(), goal) && points_action() >= COUT_CAPTURE;
}

}  // namespace

// Called once before the first turn; no orders are given here.
void partie_init() {}

// Called whenever it is your turn.
void jouer_tour() {
  work();
  while (walk()) work();
}

// Called once after the last turn; no orders are given here.
void partie_fin() {}
