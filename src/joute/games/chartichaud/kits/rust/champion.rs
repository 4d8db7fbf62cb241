//! A starter: civilians go where the gold is, one building recruits, soldiers go where the enemy is.
//! All you may ask and order is in api.rs.
use crate::api::*;
use std::cell::RefCell;

const NEVER_SEEN: i32 = -1;
/// Units of a kind that one cell sends out in a turn.
const LED_MOST: i32 = 10;
const FAR: i32 = 1 << 20;

#[derive(Default)]
struct Memory {
    rows: i32,
    columns: i32,
    /// The gold of each cell when we last saw it.
    golds: Vec<i32>,
    /// Our civilians on each cell, and those on their way to it.
    workers: Vec<i32>,
    /// The enemy's units on each cell, as far as we see.
    foes: Vec<i32>,
}

thread_local! {
    static MEMORY: RefCell<Memory> = RefCell::new(Memory::default());
}

impl Memory {
    fn cells(&self) -> impl Iterator<Item = (usize, i32, i32)> {
        let columns = self.columns;
        (0..self.rows * columns).map(move |cell| (cell as usize, cell / columns, cell % columns))
    }

    fn look(&mut self) {
        for (cell, y, x) in self.cells() {
            let seen = visible(y, x);
            if seen {
                self.golds[cell] = gold_at(y, x);
            }
            self.workers[cell] = if seen { units(player(), Kind::C, y, x) } else { 0 };
            self.foes[cell] = 0;
            if seen {
                self.foes[cell] = [Kind::C, Kind::M, Kind::B].iter().map(|&kind| units(opponent(), kind, y, x)).sum();
            }
        }
    }

    fn wanted(&self, who: Kind, cell: usize) -> bool {
        match who {
            Kind::M => self.foes[cell] > 0,
            _ => self.golds[cell] > 0 && self.workers[cell] == 0 && self.foes[cell] == 0,
        }
    }

    /// The nearest cell worth going to, or the nearest that we have never seen.
    fn goal_of(&self, who: Kind, y: i32, x: i32) -> Option<usize> {
        let cost = |cell: usize, gy: i32, gx: i32| {
            let away = (gy - y).abs() + (gx - x).abs();
            if self.wanted(who, cell) {
                away
            } else if self.golds[cell] == NEVER_SEEN {
                away + self.rows + self.columns
            } else {
                FAR
            }
        };
        let priced = self.cells().map(|(cell, gy, gx)| (cost(cell, gy, gx), cell));
        priced.min().filter(|&(cost, _)| cost < FAR).map(|(_, cell)| cell)
    }

    /// One step nearer to the goal, along its longer side.
    fn step(&self, who: Kind, y: i32, x: i32, goal: usize) {
        let (dy, dx) = (goal as i32 / self.columns - y, goal as i32 % self.columns - x);
        let (ny, nx) = if dy.abs() >= dx.abs() { (y + dy.signum(), x) } else { (y, x + dx.signum()) };
        if who == Kind::M || self.foes[(ny * self.columns + nx) as usize] == 0 {
            r#move(who, y, x, ny, nx);
        }
    }

    fn lead(&mut self, who: Kind) {
        for (_, y, x) in self.cells() {
            for _ in 0..ready(who, y, x).min(LED_MOST) {
                if let Some(goal) = self.goal_of(who, y, x) {
                    if who == Kind::C {
                        self.workers[goal] += 1;
                    }
                    self.step(who, y, x, goal);
                }
            }
        }
    }

    /// The first building stands where a civilian can pay for it; buildings recruit workers for free mines, then
    /// soldiers.
    fn build_up(&self) {
        let mut mines = self.cells().filter(|&(cell, _, _)| self.golds[cell] > 0 && self.workers[cell] == 0).count();
        let mut settled = self.cells().any(|(_, y, x)| units(player(), Kind::B, y, x) > 0);
        for (_, y, x) in self.cells() {
            if !settled && ready(Kind::C, y, x) > 0 && build(y, x, Kind::B) == Erreur::Ok {
                settled = true;
            }
            while ready(Kind::B, y, x) > 0
                && build(y, x, if mines > 0 { Kind::C } else { Kind::M }) == Erreur::Ok
            {
                mines = mines.saturating_sub(1);
            }
        }
    }
}

/// Called once before the first turn; no orders are given here.
pub fn partie_init() {
    MEMORY.with(|memory| {
        let (rows, columns) = (height(), width());
        let size = (rows * columns) as usize;
        *memory.borrow_mut() = Memory {
            rows,
            columns,
            golds: vec![NEVER_SEEN; size],
            workers: vec![0; size],
            foes: vec![0; size],
        };
    });
}

/// Called whenever it is your turn.
pub fn jouer_tour() {
    MEMORY.with(|memory| {
        let mut memory = memory.borrow_mut();
        memory.look();
        autofarm();
        memory.build_up();
        memory.lead(Kind::M);
        memory.lead(Kind::C);
    });
}

/// Called once after the last turn; no orders are given here.
pub fn partie_fin() {}
