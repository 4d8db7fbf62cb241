// Harvests, sends every civilian to the nearest gold, and recruits more of them.
package main

import "sort"

const workers = 8 // Enough civilians.

// A cell that we see: its gold, our civilians and our buildings.
type cell struct{ y, x, gold, civilians, buildings int }

// Called once before the first turn; no orders are given here.
func partie_init() {
}

// Called whenever it is your turn.
func jouer_tour() {
	autofarm()
	cells := look()
	construct(cells)
	recruit(cells)
	for _, from := range cells {
		if from.civilians > 0 {
			for idle := ready(C, from.y, from.x); idle > 0; idle-- {
				walk(from, cells)
			}
		}
	}
}

// Called once after the last turn; no orders are given here.
func partie_fin() {
}

// All cells that we see, asked for at once: much quicker than one by one.
func look() (found []cell) {
	letter := "AB"[player() : player()+1]
	for y, row := range view().(map[string]any)["map"].([]any) {
		for x, content := range row.([]any) {
			seen := content.(map[string]any)
			if own, there := seen[letter].(map[string]any); there { // A hidden cell is empty.
				found = append(found, cell{y, x, number(seen["G"]), number(own["C"]), number(own["B"])})
			}
		}
	}
	return found
}

func number(value any) int {
	return int(value.(float64))
}

// Without a building nobody is recruited: the first civilian who can pay for one constructs it.
func construct(cells []cell) {
	for _, seen := range cells {
		if seen.buildings > 0 {
			return
		}
	}
	for _, seen := range cells {
		if seen.civilians > 0 && build(seen.y, seen.x, B) == OK {
			return
		}
	}
}

func recruit(cells []cell) {
	count := 0
	for _, seen := range cells {
		count += seen.civilians
	}
	for _, seen := range cells {
		if seen.buildings > 0 && count < workers && build(seen.y, seen.x, C) == OK {
			count++
		}
	}
}

// One civilian goes a step towards the nearest gold.
func walk(from cell, cells []cell) {
	y, x := from.y, from.x
	steps := [][2]int{{y, x + 1}, {y + 1, x}, {y, x - 1}, {y - 1, x}}
	sort.SliceStable(steps, func(i, j int) bool { return far(steps[i], cells) < far(steps[j], cells) })
	for _, step := range steps {
		if move(C, y, x, step[0], step[1]) == OK {
			return
		}
	}
}

func far(from [2]int, cells []cell) int {
	least := width() + height()
	for _, mine := range cells {
		if away := abs(mine.y-from[0]) + abs(mine.x-from[1]); mine.gold > 0 && away < least {
			least = away
		}
	}
	return least
}

func abs(value int) int {
	if value < 0 {
		return -value
	}
	return value
}
