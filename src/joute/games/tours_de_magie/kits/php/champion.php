<?php
// Turns all magic into wizards, takes the fountains and the artefact, then marches on the nearest base.

const GUARD = 5; // So many wizards stay at home.
const HOLD = 2; // So many stay on what we have taken.

$goals = []; // The fountains and the artefact.
$armies = []; // The cells where we may have wizards.

function partie_debut(): void
{
    global $goals;
    for ($x = 0; $x < TAILLE_TERRAIN; $x++) {
        for ($y = 0; $y < TAILLE_TERRAIN; $y++) {
            if (in_array(info_case([$x, $y]), [CASE_FONTAINE, CASE_ARTEFACT])) {
                $goals[] = new Position($x, $y);
            }
        }
    }
}

function phase_construction(): void
{
    creer(intdiv(magie(moi()), COUT_SORCIER));
}

function phase_deplacement(): void
{
    global $goals, $armies;
    $home = base_joueur(moi());
    $armies = garrisons([$home, ...$armies]);
    foreach ($armies as $cell) {
        $stay = $cell == $home ? GUARD : (in_array($cell, $goals) ? HOLD : 0);
        $number = min(nb_sorciers_deplacables($cell, moi()), nb_sorciers($cell, moi()) - $stay);
        if ($number > 0) {
            march($cell, $number);
        }
    }
}

function phase_tirs(): void
{
}

// Wizards beside a tower of another player bring it down.
function phase_siege(): void
{
    global $armies;
    foreach ($armies as $cell) {
        [$x, $y] = $cell;
        foreach ([[$x, $y + 1], [$x + 1, $y], [$x, $y - 1], [$x - 1, $y]] as $near) {
            $number = nb_sorciers($cell, moi());
            if ($number > 0 && info_case($near) === CASE_TOURELLE && joueur_case($near) !== moi()) {
                assieger($cell, $near, min($number, tourelle_case($near)->vie));
            }
        }
    }
}

// Each cell where we have wizards once, home first.
function garrisons(array $cells): array
{
    $found = [];
    foreach ($cells as $cell) {
        if (!in_array($cell, $found) && nb_sorciers($cell, moi()) > 0) {
            $found[] = $cell;
        }
    }
    return $found;
}

// Go as far as wizards go in a turn towards the nearest goal that is not ours, or else the nearest enemy base.
function march(Position $cell, int $number): void
{
    global $goals, $armies;
    $wanted = array_filter($goals, fn($goal) => joueur_case($goal) !== moi());
    $wanted = $wanted ?: array_map(base_joueur(...), adversaires());
    usort($wanted, fn($a, $b) => gap($cell, $a) - gap($cell, $b));
    foreach ($wanted as $goal) {
        $path = array_slice(chemin($cell, $goal), 0, PORTEE_SORCIER);
        if ($path && deplacer($cell, end($path), $number) === OK) {
            $armies[] = end($path);
            return;
        }
    }
}

function gap(Position $a, Position $b): int
{
    return abs($a->x - $b->x) + abs($a->y - $b->y);
}
