//! A starter: captures the nearest neutral portal, links it to all portals it may, and goes to the next.
//! All you may ask and order is in api.rs.
use crate::api::*;

fn place() -> Position {
    position_agent(moi())
}

/// The portals of a player, or -1 for the neutral ones, the nearest first.
fn near(here: Position, player: i32) -> Vec<Position> {
    let mut found = liste_portails();
    found.retain(|&portal| portail_joueur(portal) == player);
    found.sort_by_cached_key(|&portal| (distance(here, portal), portal));
    found
}

/// Capture the portal here, if there is one, and link it to our others, the nearest first.
fn work() {
    let here = place();
    if portail_joueur(here) == -1 {
        capturer();
    }
    if portail_joueur(here) == moi() {
        for portal in near(here, moi()) {
            if portal != here && points_action() >= COUT_LIEN {
                lier(portal);
            }
        }
    }
}

/// Go towards the nearest neutral portal; whether we are there and can capture it.
fn walk() -> bool {
    let here = place();
    let Some(&goal) = near(here, -1).first() else {
        return false;
    };
    let mut reach = points_deplacement();
    let dx = (goal.x - here.x).clamp(-reach, reach);
    reach -= dx.abs();
    let dy = (goal.y - here.y).clamp(-reach, reach);
    let end = Position { x: here.x + dx, y: here.y + dy };
    deplacer(end) == Erreur::Ok && place() == goal && points_action() >= COUT_CAPTURE
}

/// Called once before the first turn; no orders are given here.
pub fn partie_init() {}

/// Called whenever it is your turn.
pub fn jouer_tour() {
    work();
    while walk() {
        work();
    }
}

/// Called once after the last turn; no orders are given here.
pub fn partie_fin() {}
