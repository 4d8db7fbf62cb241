// Turns all magic into wizards, takes the fountains and the artefact, then marches on the nearest base.
package main

import "sort"

const guard = 5 // So many wizards stay at home.
const hold = 2  // So many stay on what we have taken.

var goals []Position  // The fountains and the artefact.
var armies []Position // The cells where we may have wizards.

// Called once before the first turn; no orders are given here.
func partie_debut() {
	for x := 0; x < TAILLE_TERRAIN; x++ {
		for y := 0; y < TAILLE_TERRAIN; y++ {
			found := info_case(Position{x, y})
			if found == CASE_FONTAINE || found == CASE_ARTEFACT {
				goals = append(goals, Position{x, y})
			}
		}
	}
}

func phase_construction() {
	creer(magie(moi()) / COUT_SORCIER)
}

func phase_deplacement() {
	home := base_joueur(moi())
	armies = garrisons(append([]Position{home}, armies...))
	for _, cell := range armies {
		stay := 0
		if cell == home {
			stay = guard
		} else if contains(goals, cell) {
			stay = hold
		}
		number := nb_sorciers(cell, moi()) - stay
		if movable := nb_sorciers_deplacables(cell, moi()); number > movable {
			number = movable
		}
		if number > 0 {
			march(cell, number)
		}
	}
}

func phase_tirs() {
}

// Wizards beside a tower of another player bring it down.
func phase_siege() {
	for _, cell := range armies {
		x, y := cell.x, cell.y
		for _, near := range []Position{{x, y + 1}, {x + 1, y}, {x, y - 1}, {x - 1, y}} {
			number := nb_sorciers(cell, moi())
			if number > 0 && info_case(near) == CASE_TOURELLE && joueur_case(near) != moi() {
				if life := tourelle_case(near).vie; number > life {
					number = life
				}
				assieger(cell, near, number)
			}
		}
	}
}

// Called once after the last turn; no orders are given here.
func partie_fin() {
}

// Each cell where we have wizards once, home first.
func garrisons(cells []Position) (found []Position) {
	for _, cell := range cells {
		if !contains(found, cell) && nb_sorciers(cell, moi()) > 0 {
			found = append(found, cell)
		}
	}
	return found
}

// Go as far as wizards go in a turn towards the nearest goal that is not ours, or else the nearest enemy base.
func march(cell Position, number int) {
	for _, goal := range targets(cell) {
		path := chemin(cell, goal)
		if len(path) > PORTEE_SORCIER {
			path = path[:PORTEE_SORCIER]
		}
		if len(path) > 0 && deplacer(cell, path[len(path)-1], number) == OK {
			armies = append(armies, path[len(path)-1])
			return
		}
	}
}

func targets(cell Position) (found []Position) {
	for _, goal := range goals {
		if joueur_case(goal) != moi() {
			found = append(found, goal)
		}
	}
	if len(found) == 0 {
		for _, other := range adversaires() {
			found = append(found, base_joueur(other))
		}
	}
	sort.SliceStable(found, func(i, j int) bool { return gap(cell, found[i]) < gap(cell, found[j]) })
	return found
}

func contains(cells []Position, wanted Position) bool {
	for _, cell := range cells {
		if cell == wanted {
			return true
		}
	}
	return false
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
