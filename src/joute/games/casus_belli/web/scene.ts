// What `scene.py` gives.

import type { Scene } from "joute/board";
import type { GameEvent } from "./events";

export const [VOLEUR, BARBARE, ELFE] = [0, 1, 2];
export const [STRIKE, PALANTIR, TRAITRISE, BASTOOOON, FUS_RO_DAH, I_SEE, LOTO] = [0, 1, 2, 3, 4, 5, 6];

/** Steps of the four directions, from NORD on: columns and rows. */
export const STEPS = [[0, -1], [1, 0], [0, 1], [-1, 0]] as const;

export interface Character {
  team: number;
  class: number;
  life: number;
  full: number;
  x: number;
  y: number;
  direction: number;
}

export interface Forest extends Scene {
  width: number;
  height: number;
  teams: { name: string; score: number }[];
  ground: string[];
  sight: string[] | null;
  characters: Character[];
  palantirs: ([number, number] | null)[];
  zones: ([number, number] | null)[];
  /** How far a zone reaches around its place. */
  zone_size: number;
  /** The longest walk of a character. */
  pace: number;
  events: GameEvent[];
}

/** The number of a character in the whole match. */
export function idOf({ team, class: rank }: { team: number; class: number }): number {
  return team * 3 + rank;
}

/** Column and row of a cell. */
export function placeOf({ width }: Forest, cell: number): [number, number] {
  return [cell % width, Math.floor(cell / width)];
}
