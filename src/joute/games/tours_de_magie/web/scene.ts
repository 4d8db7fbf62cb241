// What `scene.py` gives.

import type { Scene } from "joute/board";
import type { Fight, GameEvent } from "./events";

export interface Place {
  kind: "base" | "fountain" | "artefact";
  x: number;
  y: number;
  owner: number | null;
  home?: number;
}

export interface Tower {
  x: number;
  y: number;
  owner: number;
  range: number;
  life: number;
  attack: number;
}

export interface Group {
  x: number;
  y: number;
  owner: number;
  count: number;
  movable: number;
}

export interface Court extends Scene {
  side: number;
  /** The life of a new tower. */
  tower_life: number;
  /** How far a wizard walks. */
  steps: number;
  players: {
    name: string;
    alive: boolean;
    magic: number;
    towers: number;
    wizards: number;
    fountains: number;
  }[];
  places: Place[];
  towers: Tower[];
  wizards: Group[];
  events: GameEvent[];
}

/** No seat, in an event. */
export const NOBODY = -1;

/** Whether a seat fought: `seats` has a bit for each. */
export function fought({ seats }: Fight, seat: number): boolean {
  return ((seats >> seat) & 1) === 1;
}

/** All seats of a scene. */
export function owners(scene: Court): number[] {
  return scene.players.map((_, seat) => seat);
}
