// What a game's `web/board.ts` gives the viewer: its default export is a `Board`.
// A board knows how to draw and describe a scene, and no rules.

import type { Cell, Text } from "./generated/wire";

export type { Cell, Text };
export type Lang = "en" | "fr";

/** What the engine shows of a position: see the game's `scene.py`. */
export interface Scene {
  game: string;
  turn: number;
  phase: string;
  seat: number | null;
}

/** The colours of the page, which change with dark and light. */
export interface Palette {
  dark: boolean;
  ink: string;
  dim: string;
  paper: string;
  line: string;
  accent: string;
  warn: string;
  /** One colour a seat, told apart by colour-blind people; past the end, count again from the start. */
  seats: readonly string[];
}

/** Where a board draws. The context is scaled so that one unit is one cell: cell (c, r) covers c..c+1, r..r+1. */
export interface Brush {
  ctx: CanvasRenderingContext2D;
  palette: Palette;
  /** How many device pixels a cell has: leave details out where it is small. */
  pixels: number;
  /** The part of the board on screen, in cells; what lies outside need not be drawn. */
  seen: { left: number; top: number; right: number; bottom: number };
  /** Whether the reader asked for less motion. */
  still: boolean;
  /** What is drawn when the page has marked cells, so that no mark hides it; without it, it is drawn at once. */
  above?: ((ctx: CanvasRenderingContext2D) => void)[];
}

/** A number to show beside a player: gold, islands, life. */
export interface Figure {
  name: Text;
  value: number | null;
}

export interface Board<S extends Scene = Scene> {
  /** How many columns and rows the picture has. */
  size(scene: S): { columns: number; rows: number };
  /** Draw what lies between two positions: `part` 0 is `from`, 1 is `to`. The same scene twice is a still. */
  paint(brush: Brush, from: S, to: S, part: number): void;
  /** A cell in a few words, for the grid that a keyboard and a screen reader walk. */
  label(scene: S, cell: Cell, lang: Lang): string;
  /** Everything on a cell, a line each. */
  describe(scene: S, cell: Cell, lang: Lang): string[];
  /** The figures of a seat besides its score. */
  figures(scene: S, seat: number): Figure[];
}
