// Spreads out, then walks back to where everybody starts and strikes at whoever is in sight.
package main

import "sort"

var classes = []PersoClasse{PERSO_VOLEUR, PERSO_BARBARE, PERSO_ELFE}
var stride = []int{VOLEUR_DEPLACEMENT, BARBARE_DEPLACEMENT, ELFE_DEPLACEMENT}

// Called once before the first turn; no orders are given here.
func partie_init() {
}

// Each class towards another corner.
func jouer_placement() {
	size := carte_taille()
	right, bottom := size.x-1, size.y-1
	corners := []Position{{0, 0}, {right, 0}, {right, bottom}, {0, bottom}}
	for _, classe := range classes {
		walk(classe, nearestFloor(corners[(mon_equipe()+int(classe))%4], size))
	}
}

func jouer_attaque() {
	for _, classe := range classes {
		for _, cell := range enemies(classe) {
			if perso_attaque(perso_classe_info(classe), ATTAQUE_NORMALE, cell) == OK {
				break
			}
		}
	}
}

func jouer_deplacement() {
	for _, classe := range classes {
		goal := carte_depart()
		if seen := enemies(classe); len(seen) > 0 {
			goal = seen[0]
		}
		walk(classe, goal)
	}
}

// Called once after the last turn; no orders are given here.
func partie_fin() {
}

// The cells in sight of one of our characters where somebody of another team stands, the nearest first.
func enemies(classe PersoClasse) (found []Position) {
	own := perso_classe_info(classe)
	for _, cell := range perso_vision_personnages(own) {
		if hasEnemy(cell, own.equipe) {
			found = append(found, cell)
		}
	}
	sortByGap(perso_position(own), found)
	return found
}

// Whether somebody of another team stands on a cell.
func hasEnemy(cell Position, team int) bool {
	for _, other := range carte_zone_perso(cell) {
		if other.equipe != team {
			return true
		}
	}
	return false
}

// As far as possible on the way to the goal, and look where it leads; on the spot, look around.
func walk(classe PersoClasse, goal Position) {
	own := perso_classe_info(classe)
	here := perso_position(own)
	path := chemin(here, goal)
	facing := Orientation(tour_actuel() % 4)
	if len(path) > 0 {
		facing = direction(here, goal)
	}
	length := len(path)
	if length > stride[classe] {
		length = stride[classe]
	}
	for ; length >= 0; length-- {
		if perso_deplace(own, path[:length], facing) == OK {
			return
		}
	}
}

// The cell nearest to a corner that can be reached from the start.
func nearestFloor(corner, size Position) Position {
	var cells []Position
	for x := 0; x < size.x; x++ {
		for y := 0; y < size.y; y++ {
			cells = append(cells, Position{x, y})
		}
	}
	sortByGap(corner, cells)
	for _, cell := range cells {
		if carte_zone_type(cell) != ZONE_MUR && distance(carte_depart(), cell) >= 0 {
			return cell
		}
	}
	return carte_depart()
}

func sortByGap(here Position, cells []Position) {
	sort.SliceStable(cells, func(i, j int) bool { return gap(here, cells[i]) < gap(here, cells[j]) })
}

func gap(a, b Position) int {
	return abs(a.x-b.x) + abs(a.y-b.y)
}

func direction(here, goal Position) Orientation {
	dx, dy := goal.x-here.x, goal.y-here.y
	switch {
	case abs(dx) > abs(dy) && dx > 0:
		return ORIENTATION_EST
	case abs(dx) > abs(dy):
		return ORIENTATION_OUEST
	case dy > 0:
		return ORIENTATION_SUD
	}
	return ORIENTATION_NORD
}

func abs(value int) int {
	if value < 0 {
		return -value
	}
	return value
}
