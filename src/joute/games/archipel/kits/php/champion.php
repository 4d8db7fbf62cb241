<?php
// Colonises the nearest free islands with caravelles, and guards what it has with galions.

const FLEET = 8; // No more caravelles at once.
const GUARD = 5; // So many galions on each island.

$boats = []; // The ids of our caravelles.

function jouer_tour(): void
{
    global $boats;
    $boats = array_values(array_filter($boats, fn($boat) => info_bateau($boat)->joueur === mon_joueur()));
    $free = array_values(array_filter(liste_iles(), fn($island) => info_ile_joueur($island) === -1));
    if (count($boats) < min(FLEET, count($free))) {
        construct();
    }
    foreach ($boats as $boat) {
        $here = info_bateau($boat)->pos;
        usort($free, fn($a, $b) => [gap($here, $a), $a->x, $a->y] <=> [gap($here, $b), $b->x, $b->y]);
        if ($free) {
            sail($boat, $here, array_shift($free));
        }
    }
    guard();
}

function construct(): void
{
    global $boats;
    foreach (mes_iles() as $island) {
        if (count($boats) < FLEET && construire(BATEAU_CARAVELLE, $island) === OK) {
            $boats[] = id_dernier_bateau_construit();
        }
    }
}

function guard(): void
{
    foreach (mes_iles() as $island) {
        $posted = array_filter(liste_bateaux_position($island), fn($boat) => $boat->btype === BATEAU_GALION);
        for ($missing = GUARD - count($posted); $missing > 0; $missing--) {
            construire(BATEAU_GALION, $island);
        }
    }
}

// As near to the goal as the boat gets this turn; there, colonise it.
function sail(int $boat, Position $here, Position $goal): void
{
    $dx = clamp($goal->x - $here->x, CARAVELLE_DEPLACEMENT);
    $dy = clamp($goal->y - $here->y, CARAVELLE_DEPLACEMENT - abs($dx));
    $end = new Position($here->x + $dx, $here->y + $dy);
    $moved = $end == $here || deplacer($boat, $end) === OK;
    if ($moved && $end == $goal) {
        coloniser($goal);
    }
}

function clamp(int $value, int $reach): int
{
    return max(-$reach, min($reach, $value));
}

function gap(Position $a, Position $b): int
{
    return abs($a->x - $b->x) + abs($a->y - $b->y);
}
