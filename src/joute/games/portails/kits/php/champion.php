<?php
// Captures the nearest neutral portal, links it to all portals it may, and goes to the next.

function jouer_tour(): void
{
    work();
    while (walk()) {
        work();
    }
}

function place(): Position
{
    return position_agent(moi());
}

// Capture the portal here, if there is one, and link it to our others, the nearest first.
function work(): void
{
    $here = place();
    if (portail_joueur($here) === -1) {
        capturer();
    }
    if (portail_joueur($here) !== moi()) {
        return;
    }
    foreach (near($here, moi()) as $portal) {
        if ($portal != $here && points_action() >= COUT_LIEN) {
            lier($portal);
        }
    }
}

// Go towards the nearest neutral portal; whether we are there and can capture it.
function walk(): bool
{
    $here = place();
    $goals = near($here, -1);
    if (!$goals) {
        return false;
    }
    $goal = $goals[0];
    $reach = points_deplacement();
    $dx = clamp($goal->x - $here->x, $reach);
    $dy = clamp($goal->y - $here->y, $reach - abs($dx));
    $moved = deplacer(new Position($here->x + $dx, $here->y + $dy)) === OK;
    return $moved && place() == $goal && points_action() >= COUT_CAPTURE;
}

// The portals of a player, the nearest first.
function near(Position $here, int $player): array
{
    $found = array_filter(liste_portails(), fn($portal) => portail_joueur($portal) === $player);
    usort($found, fn($a, $b) => gap($here, $a) - gap($here, $b));
    return $found;
}

function clamp(int $value, int $reach): int
{
    return max(-$reach, min($reach, $value));
}

function gap(Position $a, Position $b): int
{
    return abs($a->x - $b->x) + abs($a->y - $b->y);
}
