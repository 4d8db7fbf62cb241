// What `scene.py` gives.

import type { Scene } from "joute/board";
import type { Fight, GameEvent } from "./events";

export const [CIVILIAN, MILITARY, BUILDING] = [0, 1, 2];
export const KINDS = [BUILDING, CIVILIAN, MILITARY];

/** What is on a cell that is seen; nothing that is not there has a key. */
export interface Ground {
  gold?: number;
  harvested?: true;
  /** Civilians, military and buildings of A, then of B. */
  units?: [number[], number[]];
  /** Those of the current player that have acted. */
  acted?: number[];
}

export interface Colony extends Scene {
  width: number;
  height: number;
  current: number | null;
  winner: string;
  players: { name: string; gold: number | null; score: number }[];
  /** Rows of cells; null: hidden. */
  cells: (Ground | null)[][];
  events: GameEvent[];
}

export function cellAt(scene: Colony, x: number, y: number): Ground | null {
  return scene.cells[y]?.[x] ?? null;
}

/** How many military of a player took part in a fight. */
export function military(fight: Fight, seat: number): number {
  return seat === fight.attacker ? fight.attacking : fight.defending;
}
