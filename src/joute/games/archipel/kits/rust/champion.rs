//! A starter: colonises the nearest free islands with caravelles, and guards what it has with galions.
//! All you may ask and order is in api.rs.
use crate::api::*;
use std::cell::RefCell;

/// No more caravelles at once.
const FLEET: usize = 8;
/// So many galions on each island.
const GUARD: usize = 5;

thread_local! {
    /// The ids of our caravelles.
    static BOATS: RefCell<Vec<i32>> = RefCell::new(Vec::new());
}

fn construct(boats: &mut Vec<i32>) {
    for island in mes_iles() {
        if boats.len() < FLEET && construire(BateauType::BateauCaravelle, island) == Erreur::Ok {
            boats.push(id_dernier_bateau_construit());
        }
    }
}

fn guard() {
    for island in mes_iles() {
        let there = liste_bateaux_position(island);
        let posted = there.iter().filter(|boat| boat.btype == BateauType::BateauGalion).count();
        for _ in posted..GUARD {
            construire(BateauType::BateauGalion, island);
        }
    }
}

/// As near to the goal as the boat gets this turn; there, colonise it.
fn sail(boat: i32, here: Position, goal: Position) {
    let mut reach = CARAVELLE_DEPLACEMENT;
    let dx = (goal.x - here.x).clamp(-reach, reach);
    reach -= dx.abs();
    let dy = (goal.y - here.y).clamp(-reach, reach);
    let end = Position { x: here.x + dx, y: here.y + dy };
    if (end == here || deplacer(boat, end) == Erreur::Ok) && end == goal {
        coloniser(goal);
    }
}

/// Called once before the first turn; no orders are given here.
pub fn partie_init() {
    BOATS.with(|boats| boats.borrow_mut().clear());
}

/// Called whenever it is your turn.
pub fn jouer_tour() {
    BOATS.with(|boats| {
        let mut boats = boats.borrow_mut();
        boats.retain(|&boat| info_bateau(boat).joueur == mon_joueur());
        let mut free = liste_iles();
        free.retain(|&island| info_ile_joueur(island) == -1);
        if boats.len() < FLEET.min(free.len()) {
            construct(&mut boats);
        }
        for &boat in boats.iter() {
            let here = info_bateau(boat).pos;
            let nearest = free.iter().copied().min_by_key(|&island| (distance(here, island), island));
            if let Some(goal) = nearest {
                free.retain(|&island| island != goal);
                sail(boat, here, goal);
            }
        }
    });
    guard();
}

/// Called once after the last turn; no orders are given here.
pub fn partie_fin() {}
