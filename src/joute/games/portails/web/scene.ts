// What `scene.py` gives.

import type { Lang, Scene } from "joute/board";
import type { GameEvent } from "./events";

export interface Portal {
  x: number;
  y: number;
  owner: number | null;
  shields: number;
}

export interface Link {
  ends: [number, number];
  owner: number;
  fresh: boolean;
}

export interface Field {
  corners: [number, number, number];
  owner: number;
  twice_area: number;
}

export interface Player {
  name: string;
  x: number;
  y: number;
  action_points: number | null;
  move_points: number | null;
  portals: number;
  links: number;
  fields: number;
  twice_area: number;
}

export interface Plane extends Scene {
  size: number;
  /** The cells where pawns start, by seat. */
  bases: readonly (readonly [number, number])[];
  current: number | null;
  portals: Portal[];
  links: Link[];
  fields: Field[];
  /** What the last finished turn changed; portals by their index. */
  last: { player: number; taken: number[]; lost: number[]; shielded: number[]; links: number[][]; fields: number[][] };
  /** What fields brought. */
  paid: GameEvent[];
  players: Player[];
}

/** Half a number of half units, as people write it. */
export function area(twice: number, lang: Lang): string {
  return twice % 2 ? `${(twice - 1) / 2}${lang === "fr" ? "," : "."}5` : String(twice / 2);
}

export function inside(x: number, y: number, corners: readonly Portal[]): boolean {
  const [a, b, c] = corners;
  if (!a || !b || !c) return false;
  const side = (p: Portal, q: Portal) => Math.sign((q.x - p.x) * (y - p.y) - (q.y - p.y) * (x - p.x));
  const turns = [side(a, b), side(b, c), side(c, a)];
  return turns.every((turn) => turn > 0) || turns.every((turn) => turn < 0);
}
