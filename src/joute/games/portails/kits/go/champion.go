// Captures the nearest neutral portal, links it to all portals it may, and goes to the next.
package main

import "sort"

// Called once before the first turn; no orders are given here.
func partie_init() {
}

// Called whenever it is your turn.
func jouer_tour() {
	work()
	for walk() {
		work()
	}
}

// Called once after the last turn; no orders are given here.
func partie_fin() {
}

func place() Position {
	return position_agent(moi())
}

// Capture the portal here, if there is one, and link it to our others, the nearest first.
func work() {
	here := place()
	if portail_joueur(here) == -1 {
		capturer()
	}
	if portail_joueur(here) != moi() {
		return
	}
	for _, portal := range near(here, moi()) {
		if portal != here && points_action() >= COUT_LIEN {
			lier(portal)
		}
	}
}

// Go towards the nearest neutral portal; whether we are there and can capture it.
func walk() bool {
	here := place()
	goals := near(here, -1)
	if len(goals) == 0 {
		return false
	}
	goal, reach := goals[0], points_deplacement()
	dx := clamp(goal.x-here.x, reach)
	dy := clamp(goal.y-here.y, reach-abs(dx))
	moved := deplacer(Position{here.x + dx, here.y + dy}) == OK
	return moved && place() == goal && points_action() >= COUT_CAPTURE
}

// The portals of a player, the nearest first.
func near(here Position, player int) (found []Position) {
	for _, portal := range liste_portails() {
		if portail_joueur(portal) == player {
			found = append(found, portal)
		}
	}
	sort.SliceStable(found, func(i, j int) bool { return gap(here, found[i]) < gap(here, found[j]) })
	return found
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
