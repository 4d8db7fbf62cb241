// Written by `python -m joute.web.typescript`: change the Python types, then run it again.

import type { Scene } from "../board";
import type { Axes, Cell, ColourName, Fork, Text } from "./wire";

export type DraftKind = "board" | "position";

/** A board or a position under way, sound or not. */
export interface Draft {
  game: string;
  kind: DraftKind;
  /**
   * A board as `joute board` reads it, or the name of a bundled one; a position as `joute run --from` takes it.
   * Empty: the usual board, or the first turn on it.
   */
  text?: string;
  preset?: string | null;
  /** Those of a position are in its text. */
  params?: Record<string, unknown>;
}

export type Symmetry = "none" | "turn" | "columns" | "rows" | "both" | "quarter";

/** Draw with a brush. */
export interface Paint {
  type: "paint";
  brush: string;
  cells: Cell[];
  amount?: number;
  symmetry?: Symmetry;
}

/** Set a number of a row; an empty table is the head of a board. */
export interface SetFigure {
  type: "set";
  table: string;
  row: number;
  name: string;
  value: string;
}

/** Add a row of zeros at the end of a table. */
export interface AddRow {
  type: "add";
  table: string;
}

/** Take a row out of a table. */
export interface DropRow {
  type: "drop";
  table: string;
  row: number;
}

/** Give a board another size. */
export interface Resize {
  type: "size";
  columns: number;
  rows: number;
}

/** A draft, and what is to be changed in it. */
export interface EditRequest {
  draft: Draft;
  edits?: (Paint | SetFigure | AddRow | DropRow | Resize)[];
  /** The cell whose numbers are asked for. */
  cell?: Cell | null;
  /** Make a board a position, its first turn; or a position its board. */
  turn_into?: DraftKind | null;
  /** How many play on a board, where that is open; null: as usual. */
  seats?: number | null;
  /** Begin with a position of a match in the place of the draft. */
  origin?: Fork | null;
}

/** Why a draft cannot be played, and where. */
export interface Trouble {
  text: Text;
  /** The line of the text, from 1. */
  line: number | null;
  cell: Cell | null;
}

/** One of the values that a number may have, in words. */
export interface Choice {
  value: number;
  words: Text;
}

/** A number that can be set. */
export interface FigureValue {
  name: string;
  words: Text;
  value: string;
  least: number;
  most: number;
  /** Empty where any number between these two will do. */
  choices: Choice[];
}

/** A row of a table, as a form. */
export interface SheetRow {
  table: string;
  row: number;
  /** Null for the record of the match as a whole. */
  title: Text | null;
  figures: FigureValue[];
  /** Whether it can be taken out. */
  drops: boolean;
}

/** A draft as it is now. */
export interface EditAnswer {
  draft: Draft;
  seats: number;
  /** Whether nobody can act any more, so that nothing can be played. */
  over: boolean;
  /** What the board draws; null where the draft cannot be drawn. */
  scene: Scene | null;
  trouble: Trouble | null;
  /** What could not be changed, and why. */
  refused: Text[];
  /** The columns and rows of a board whose size can be changed. */
  size: number[] | null;
  /** Numbers of the match as a whole, or of the head of a board. */
  match: SheetRow[];
  /** Numbers of the cell that was asked for. */
  here: SheetRow[];
  /** How many rows are not shown. */
  more: number;
  /** Tables to which rows can be added. */
  grows: string[];
}

/** The number that a brush paints. */
export interface AmountHead {
  words: Text;
  least: number;
  most: number;
  usual: number;
}

/** A brush as the page offers it. */
export interface BrushHead {
  name: string;
  words: Text;
  seat: number | null;
  amount: AmountHead | null;
  /** Whether it is drawn from one cell to another. */
  joins: boolean;
  /** Whether there is one alone, which moves. */
  single: boolean;
}

/** What can be painted on boards, or on positions; empty where a game declares nothing. */
export interface PaletteHead {
  /** The last one is the eraser. */
  brushes: BrushHead[];
  /** The least and the most columns and rows. */
  sides: number[] | null;
  square: boolean;
}

/** What the editor of a game offers. */
export interface EditorHead {
  game: string;
  board: PaletteHead;
  position: PaletteHead;
  axes: Axes;
  colours: ColourName[];
  presets: string[];
  boards: string[];
  /** The least, the most and the usual number of players. */
  seats: number[];
}
