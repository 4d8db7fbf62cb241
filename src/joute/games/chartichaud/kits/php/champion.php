<?php
// Harvests, sends every civilian to the nearest gold, and recruits more of them.

const WORKERS = 8; // Enough civilians.

function jouer_tour(): void
{
    autofarm();
    $cells = look();
    construct($cells);
    recruit($cells);
    $mines = array_filter($cells, fn($cell) => $cell["gold"] > 0);
    foreach ($cells as $cell) {
        if ($cell["own"]["C"] > 0) {
            for ($idle = ready(C, $cell["y"], $cell["x"]); $idle > 0; $idle--) {
                walk($cell["y"], $cell["x"], $mines);
            }
        }
    }
}

// All cells that we see, asked for at once: much quicker than one by one.
function look(): array
{
    $letter = "AB"[player()];
    $found = [];
    foreach (view()["map"] as $y => $row) {
        foreach ($row as $x => $cell) {
            if (isset($cell[$letter])) { // A hidden cell is empty.
                $found[] = ["y" => $y, "x" => $x, "gold" => $cell["G"], "own" => $cell[$letter]];
            }
        }
    }
    return $found;
}

// Without a building nobody is recruited: the first civilian who can pay for one constructs it.
function construct(array $cells): void
{
    if (array_filter($cells, fn($cell) => $cell["own"]["B"] > 0)) {
        return;
    }
    foreach ($cells as $cell) {
        if ($cell["own"]["C"] > 0 && build($cell["y"], $cell["x"], B) === OK) {
            return;
        }
    }
}

function recruit(array $cells): void
{
    $workers = array_sum(array_map(fn($cell) => $cell["own"]["C"], $cells));
    foreach ($cells as $cell) {
        if ($cell["own"]["B"] > 0 && $workers < WORKERS && build($cell["y"], $cell["x"], C) === OK) {
            $workers++;
        }
    }
}

// One civilian goes a step towards the nearest gold.
function walk(int $y, int $x, array $mines): void
{
    $steps = [[$y, $x + 1], [$y + 1, $x], [$y, $x - 1], [$y - 1, $x]];
    usort($steps, fn($a, $b) => far($a, $mines) - far($b, $mines));
    foreach ($steps as $step) {
        if (move(C, $y, $x, ...$step) === OK) {
            return;
        }
    }
}

function far(array $step, array $mines): int
{
    $away = array_map(fn($mine) => abs($mine["y"] - $step[0]) + abs($mine["x"] - $step[1]), $mines);
    return $away ? min($away) : 0;
}
