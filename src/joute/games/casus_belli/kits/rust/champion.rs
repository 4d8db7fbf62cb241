//! A starter: spreads out, then walks back to where everybody starts and strikes at whoever is in sight.
//! All you may ask and order is in api.rs.
use crate::api::*;

const CLASSES: [PersoClasse; 3] = [PersoClasse::PersoVoleur, PersoClasse::PersoBarbare, PersoClasse::PersoElfe];
const STRIDE: [i32; 3] = [VOLEUR_DEPLACEMENT, BARBARE_DEPLACEMENT, ELFE_DEPLACEMENT];
const AROUND: [Orientation; 4] = [
    Orientation::OrientationNord,
    Orientation::OrientationEst,
    Orientation::OrientationSud,
    Orientation::OrientationOuest,
];

/// Called once before the first turn; no orders are given here.
pub fn partie_init() {}

/// Each class towards another corner.
pub fn jouer_placement() {
    let size = carte_taille();
    let (right, bottom) = (size.x - 1, size.y - 1);
    let corners = [(0, 0), (right, 0), (right, bottom), (0, bottom)];
    for classe in CLASSES {
        let (x, y) = corners[(mon_equipe() as usize + classe as usize) % 4];
        walk(classe, nearest_floor(Position { x, y }));
    }
}

pub fn jouer_attaque() {
    for classe in CLASSES {
        for cell in enemies(classe) {
            if perso_attaque(perso_classe_info(classe), AttaqueType::AttaqueNormale, cell) == Erreur::Ok {
                break;
            }
        }
    }
}

pub fn jouer_deplacement() {
    for classe in CLASSES {
        let nearest = enemies(classe).first().copied();
        walk(classe, nearest.unwrap_or_else(carte_depart));
    }
}

/// Called once after the last turn; no orders are given here.
pub fn partie_fin() {}

/// The cells in sight of one of our characters where somebody of another team stands, the nearest first.
fn enemies(classe: PersoClasse) -> Vec<Position> {
    let own = perso_classe_info(classe);
    let here = perso_position(own);
    let mut found = perso_vision_personnages(own);
    found.retain(|&cell| carte_zone_perso(cell).iter().any(|other| other.equipe != mon_equipe()));
    found.sort_by_key(|&cell| (gap(cell, here), cell));
    found
}

/// As far as possible on the way to the goal, and look where it leads; on the spot, look around.
fn walk(classe: PersoClasse, goal: Position) {
    let own = perso_classe_info(classe);
    let here = perso_position(own);
    let path = chemin(here, goal);
    let facing = if path.is_empty() { AROUND[tour_actuel() as usize % 4] } else { direction(here, goal) };
    let most = path.len().min(STRIDE[classe as usize] as usize);
    for length in (0..=most).rev() {
        if perso_deplace(own, &path[..length], facing) == Erreur::Ok {
            return;
        }
    }
}

/// The cell nearest to a corner that can be reached from the start.
fn nearest_floor(corner: Position) -> Position {
    let size = carte_taille();
    let mut cells: Vec<Position> = (0..size.x).flat_map(|x| (0..size.y).map(move |y| Position { x, y })).collect();
    cells.sort_by_key(|&cell| (gap(cell, corner), cell));
    let reached = |cell: &Position| carte_zone_type(*cell) != ZoneType::ZoneMur && distance(carte_depart(), *cell) >= 0;
    cells.into_iter().find(reached).unwrap_or_else(carte_depart)
}

fn gap(a: Position, b: Position) -> i32 {
    (a.x - b.x).abs() + (a.y - b.y).abs()
}

fn direction(here: Position, goal: Position) -> Orientation {
    let (dx, dy) = (goal.x - here.x, goal.y - here.y);
    if dx.abs() > dy.abs() {
        if dx > 0 { Orientation::OrientationEst } else { Orientation::OrientationOuest }
    } else if dy > 0 {
        Orientation::OrientationSud
    } else {
        Orientation::OrientationNord
    }
}
