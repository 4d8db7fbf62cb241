// Colonises the nearest free islands with caravelles, and guards what it has with galions.
package main

import "sort"

const fleet = 8  // No more caravelles at once.
const guards = 5 // So many galions on each island.

var boats []int // The ids of our caravelles.

// Called once before the first turn; no orders are given here.
func partie_init() {
}

// Called whenever it is your turn.
func jouer_tour() {
	boats = ours(boats)
	free := unowned()
	if len(boats) < fleet && len(boats) < len(free) {
		construct()
	}
	for _, boat := range boats {
		here := info_bateau(boat).pos
		sort.Slice(free, func(i, j int) bool { return nearer(here, free[i], free[j]) })
		if len(free) > 0 {
			sail(boat, here, free[0])
			free = free[1:]
		}
	}
	guard()
}

// Called once after the last turn; no orders are given here.
func partie_fin() {
}

// Forget the caravelles that we have lost.
func ours(known []int) (left []int) {
	for _, boat := range known {
		if info_bateau(boat).joueur == mon_joueur() {
			left = append(left, boat)
		}
	}
	return left
}

// The islands that nobody has.
func unowned() (found []Position) {
	for _, island := range liste_iles() {
		if info_ile_joueur(island) == -1 {
			found = append(found, island)
		}
	}
	return found
}

func construct() {
	for _, island := range mes_iles() {
		if len(boats) < fleet && construire(BATEAU_CARAVELLE, island) == OK {
			boats = append(boats, id_dernier_bateau_construit())
		}
	}
}

func guard() {
	for _, island := range mes_iles() {
		missing := guards
		for _, boat := range liste_bateaux_position(island) {
			if boat.btype == BATEAU_GALION {
				missing--
			}
		}
		for ; missing > 0; missing-- {
			construire(BATEAU_GALION, island)
		}
	}
}

// As near to the goal as the boat gets this turn; there, colonise it.
func sail(boat int, here, goal Position) {
	dx := clamp(goal.x-here.x, CARAVELLE_DEPLACEMENT)
	dy := clamp(goal.y-here.y, CARAVELLE_DEPLACEMENT-abs(dx))
	end := Position{here.x + dx, here.y + dy}
	moved := end == here || deplacer(boat, end) == OK
	if moved && end == goal {
		coloniser(goal)
	}
}

// Whether a is nearer than b; of two equally near, the smaller x comes first, then the smaller y.
func nearer(here, a, b Position) bool {
	if gap(here, a) != gap(here, b) {
		return gap(here, a) < gap(here, b)
	}
	return a.x < b.x || a.x == b.x && a.y < b.y
}

func clamp(value, reach int) int {
	if value > reach {
		return reach
	}
	if value < -reach {
		return -reach
	}
	return value
}

func gap(a, b Position) int {
	return abs(a.x-b.x) + abs(a.y-b.y)
}

func abs(value int) int {
	if value < 0 {
		return -value
	}
	return value
}
