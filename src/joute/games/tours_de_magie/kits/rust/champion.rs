//! A starter: turns all magic into wizards, takes the fountains and the artefact, then marches on the nearest base.
//! All you may ask and order is in api.rs.
use crate::api::*;
use std::cell::RefCell;

/// So many wizards stay at home.
const GUARD: i32 = 5;
/// So many stay on what we have taken.
const HOLD: i32 = 2;

#[derive(Default)]
struct Memory {
    /// The fountains and the artefact.
    goals: Vec<Position>,
    /// The cells where we may have wizards.
    armies: Vec<Position>,
}

thread_local! {
    static MEMORY: RefCell<Memory> = RefCell::new(Memory::default());
}

impl Memory {
    /// Each cell where we have wizards once, home first.
    fn muster(&self, home: Position) -> Vec<Position> {
        let mut found = Vec::new();
        for &cell in std::iter::once(&home).chain(&self.armies) {
            if !found.contains(&cell) && nb_sorciers(cell, moi()) > 0 {
                found.push(cell);
            }
        }
        found
    }

    /// Go as far as wizards go in a turn towards the nearest goal that is not ours, or else the nearest enemy base.
    fn march(&mut self, cell: Position, number: i32) {
        let mut wanted: Vec<Position> = self.goals.iter().copied().filter(|&goal| joueur_case(goal) != moi()).collect();
        if wanted.is_empty() {
            wanted = adversaires().into_iter().map(base_joueur).collect();
        }
        wanted.sort_by_key(|&goal| (distance(cell, goal), goal));
        for goal in wanted {
            let path = chemin(cell, goal);
            if let Some(&end) = path.iter().take(PORTEE_SORCIER as usize).last() {
                if deplacer(cell, end, number) == Erreur::Ok {
                    self.armies.push(end);
                    return;
                }
            }
        }
    }
}

/// Called once before the first turn; no orders are given here.
pub fn partie_debut() {
    let cells = (0..TAILLE_TERRAIN).flat_map(|x| (0..TAILLE_TERRAIN).map(move |y| Position { x, y }));
    let goals = cells.filter(|&cell| matches!(info_case(cell), CaseInfo::CaseFontaine | CaseInfo::CaseArtefact));
    MEMORY.with(|memory| memory.borrow_mut().goals = goals.collect());
}

pub fn phase_construction() {
    creer(magie(moi()) / COUT_SORCIER);
}

pub fn phase_deplacement() {
    MEMORY.with(|memory| {
        let mut memory = memory.borrow_mut();
        let home = base_joueur(moi());
        memory.armies = memory.muster(home);
        for cell in memory.armies.clone() {
            let stay = if cell == home {
                GUARD
            } else if memory.goals.contains(&cell) {
                HOLD
            } else {
                0
            };
            let number = nb_sorciers_deplacables(cell, moi()).min(nb_sorciers(cell, moi()) - stay);
            if number > 0 {
                memory.march(cell, number);
            }
        }
    });
}

pub fn phase_tirs() {}

/// Wizards beside a tower of another player bring it down.
pub fn phase_siege() {
    MEMORY.with(|memory| {
        for &cell in &memory.borrow().armies {
            for (dx, dy) in [(0, 1), (1, 0), (0, -1), (-1, 0)] {
                let near = Position { x: cell.x + dx, y: cell.y + dy };
                let number = nb_sorciers(cell, moi());
                if number > 0 && info_case(near) == CaseInfo::CaseTourelle && joueur_case(near) != moi() {
                    assieger(cell, near, number.min(tourelle_case(near).vie));
                }
            }
        }
    });
}

/// Called once after the last turn; no orders are given here.
pub fn partie_fin() {}
