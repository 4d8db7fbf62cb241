//! A starter: harvests, sends every civilian to the nearest gold, and recruits more of them.
//! All you may ask and order is in api.rs.
use crate::api::*;

/// Enough civilians.
const ENOUGH: i32 = 8;

type Cell = (i32, i32);

/// Without a building nobody is recruited: the first civilian who can pay for one constructs it.
fn construct(homes: &[Cell]) {
    let _ = homes.iter().any(|&(y, x)| build(y, x, Kind::B) == Erreur::Ok);
}

fn recruit(buildings: &[Cell], mut workers: i32) {
    for &(y, x) in buildings {
        if workers < ENOUGH && build(y, x, Kind::C) == Erreur::Ok {
            workers += 1;
        }
    }
}

fn far((y, x): Cell, mines: &[Cell]) -> i32 {
    mines.iter().map(|&(my, mx)| (y - my).abs() + (x - mx).abs()).min().unwrap_or(0)
}

/// One civilian goes a step towards the nearest gold.
fn walk((y, x): Cell, mines: &[Cell]) {
    let mut steps = [(y, x + 1), (y + 1, x), (y, x - 1), (y - 1, x)];
    steps.sort_by_key(|&step| far(step, mines));
    let _ = steps.iter().any(|&(sy, sx)| r#move(Kind::C, y, x, sy, sx) == Erreur::Ok);
}

/// Called once before the first turn; no orders are given here.
pub fn partie_init() {}

/// Called whenever it is your turn.
pub fn jouer_tour() {
    autofarm();
    let cells: Vec<Cell> = (0..height()).flat_map(|y| (0..width()).map(move |x| (y, x))).collect();
    let those = |wanted: &dyn Fn(Cell) -> bool| cells.iter().copied().filter(|&cell| wanted(cell)).collect::<Vec<_>>();
    let mines = those(&|(y, x)| gold_at(y, x) > 0);
    let homes = those(&|(y, x)| units(player(), Kind::C, y, x) > 0);
    let buildings = those(&|(y, x)| units(player(), Kind::B, y, x) > 0);
    let workers = homes.iter().map(|&(y, x)| units(player(), Kind::C, y, x)).sum();
    if buildings.is_empty() {
        construct(&homes);
    }
    recruit(&buildings, workers);
    for &(y, x) in &homes {
        for _ in 0..ready(Kind::C, y, x) {
            walk((y, x), &mines);
        }
    }
}

/// Called once after the last turn; no orders are given here.
pub fn partie_fin() {}
