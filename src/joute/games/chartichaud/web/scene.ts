// What `scene.py` gives.

import type { Scene } from "joute/board";

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

export interface Fight {
  kind: "fight";
  y: number;
  x: number;
  attacker: number;
  military: number[];
  survivor: number;
  left: number;
}

export interface Colony extends Scene {
  width: number;
  height: number;
  current: number | null;
  winner: string;
  players: { name: string; gold: number | null; score: number }[];
  /** Rows of cells; null: hidden. */
  cells: (Ground | null)[][];
  events: Fight[];
}

export function cellAt(scene: Colony, x: number, y: number): Ground | null {
  return scene.cells[y]?.[x] ?? null;
}
