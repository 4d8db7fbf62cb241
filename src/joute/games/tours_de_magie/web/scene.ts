// What `scene.py` gives.

import type { Scene } from "joute/board";

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

export type Event =
  | { kind: "fight"; x: number; y: number; winner: number | null; left: number; lost: number; seats: number[] }
  | { kind: "capture"; x: number; y: number; vanquished: number; captor: number; wizards: number }
  | { kind: "clash"; x: number; y: number; keeper: number; refunded: number; price: number };

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
  events: Event[];
}

/** All seats of a scene. */
export function owners(scene: Court): number[] {
  return scene.players.map((_, seat) => seat);
}
