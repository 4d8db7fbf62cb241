// What `scene.py` gives.

import type { Scene } from "joute/board";
import type { Fought, Sunk } from "./events";

export interface Island {
  x: number;
  y: number;
  volcano: boolean;
  owner: number | null;
  gold: number;
}

export interface Side {
  caravelles: number;
  galions: number;
  gold: number;
}

export interface Fleet {
  x: number;
  y: number;
  sides: Side[];
}

export interface Boat {
  id: number;
  x: number;
  y: number;
  seat: number;
  btype: number;
  nb_or: number;
  deplacable: number;
}

/** A fight with all that came of it, and the galions of each player. */
export interface Fight extends Pick<Fought, "attacker" | "winner"> {
  kind: "fight";
  x: number;
  y: number;
  galions: number[];
  taken: boolean;
  sunk: Omit<Sunk, "kind" | "cell">[];
  loot: number;
  receiver: "island" | "nobody" | number;
}

export interface Income {
  kind: "income";
  gold: number[];
  /** Empty but at the end of a round. */
  scores: (number | null)[];
}

export interface Chart extends Scene {
  width: number;
  height: number;
  map: string[];
  current: number | null;
  players: {
    name: string;
    islands: number;
    volcanoes: number;
    caravelles: number;
    galions: number;
    gold: number;
    cargo: number;
  }[];
  islands: Island[];
  fleets: Fleet[];
  boats: Boat[];
  events: (Fight | Income)[];
}

export const GALION = 1;

export function fights(scene: Chart): Fight[] {
  return scene.events.filter((event): event is Fight => event.kind === "fight");
}
