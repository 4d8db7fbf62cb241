<?php
// Spreads out, then walks back to where everybody starts and strikes at whoever is in sight.

const CLASSES = [PERSO_VOLEUR, PERSO_BARBARE, PERSO_ELFE];
const STRIDE = [VOLEUR_DEPLACEMENT, BARBARE_DEPLACEMENT, ELFE_DEPLACEMENT];

// Each class towards another corner.
function jouer_placement(): void
{
    $size = carte_taille();
    [$right, $bottom] = [$size->x - 1, $size->y - 1];
    $corners = [[0, 0], [$right, 0], [$right, $bottom], [0, $bottom]];
    foreach (CLASSES as $classe) {
        walk($classe, nearest_floor(new Position(...$corners[(mon_equipe() + $classe) % 4]), $size));
    }
}

function jouer_attaque(): void
{
    foreach (CLASSES as $classe) {
        foreach (enemies($classe) as $cell) {
            if (perso_attaque(perso_classe_info($classe), ATTAQUE_NORMALE, $cell) === OK) {
                break;
            }
        }
    }
}

function jouer_deplacement(): void
{
    foreach (CLASSES as $classe) {
        walk($classe, enemies($classe)[0] ?? carte_depart());
    }
}

// The cells in sight of one of our characters where somebody of another team stands, the nearest first.
function enemies(int $classe): array
{
    $own = perso_classe_info($classe);
    $here = perso_position($own);
    $others = fn($cell) => array_filter(carte_zone_perso($cell), fn($other) => $other->equipe !== $own->equipe);
    $found = array_filter(perso_vision_personnages($own), $others);
    usort($found, fn($a, $b) => gap($here, $a) - gap($here, $b));
    return $found;
}

// As far as possible on the way to the goal, and look where it leads; on the spot, look around.
function walk(int $classe, Position $goal): void
{
    $own = perso_classe_info($classe);
    $here = perso_position($own);
    $path = chemin($here, $goal);
    $facing = $path ? direction($here, $goal) : tour_actuel() % 4;
    for ($length = min(count($path), STRIDE[$classe]); $length >= 0; $length--) {
        if (perso_deplace($own, array_slice($path, 0, $length), $facing) === OK) {
            return;
        }
    }
}

// The cell nearest to a corner that can be reached from the start.
function nearest_floor(Position $corner, Position $size): Position
{
    $cells = [];
    for ($x = 0; $x < $size->x; $x++) {
        for ($y = 0; $y < $size->y; $y++) {
            $cells[] = new Position($x, $y);
        }
    }
    usort($cells, fn($a, $b) => gap($corner, $a) - gap($corner, $b));
    foreach ($cells as $cell) {
        if (carte_zone_type($cell) !== ZONE_MUR && distance(carte_depart(), $cell) >= 0) {
            return $cell;
        }
    }
    return carte_depart();
}

function gap(Position $a, Position $b): int
{
    return abs($a->x - $b->x) + abs($a->y - $b->y);
}

function direction(Position $here, Position $goal): int
{
    [$dx, $dy] = [$goal->x - $here->x, $goal->y - $here->y];
    if (abs($dx) > abs($dy)) {
        return $dx > 0 ? ORIENTATION_EST : ORIENTATION_OUEST;
    }
    return $dy > 0 ? ORIENTATION_SUD : ORIENTATION_NORD;
}
