// What travels between the server and the page. The server's twin of this file is `src/joute/web/wire.py`.

import type { Cell, Scene, Text } from "./board";

// Films: every position of a match, in chunks, for each seat that may watch ("all" sees everything).

/**
 * How a JSON value changes: `[value]` replaces it; for an object `{key: Diff, ..., "-": [keys that go]}`;
 * for a list `{"=": new length, "3": Diff, ...}`; `{}` leaves it.
 */
export type Diff = [unknown] | { [key: string]: Diff | string[] | number };

/** Positions `CHUNK * n` to `CHUNK * n + CHUNK - 1`: a whole scene, then a difference for each further position. */
export type Chunk = [Scene, ...Diff[]];
export const CHUNK = 32;

export type Track = "all" | `${number}`;

export interface PlayerHead {
  name: string;
  /** What the game calls the seat. */
  seat_name: string;
  /** "human", or how the champion was named. */
  kind: string;
}

export interface Verdict {
  seat: number;
  verdict: string;
  /** In words: turn, callback, cause. */
  told: string;
}

/** Something that happened: a tick on the scrubber. */
export interface Mark {
  frame: number;
  kind: "capture" | "death" | "fight" | "build" | "fault" | "note";
  seat: number | null;
  text: Text;
}

export interface FilmHead {
  film: 1;
  joute: string;
  game: string;
  title: string;
  preset: string;
  /** Null until the match is over: the hidden board follows from it. */
  seed: number | null;
  constants: Record<string, unknown>;
  players: PlayerHead[];
  /** How many positions there are: 0 is before the first phase. For a live match, so far. */
  frames: number;
  live: boolean;
  tracks: Track[];
  /** One entry a position. */
  turns: number[];
  phases: string[];
  scores: number[][];
  /** Wall milliseconds of each seat in the phase that led to the position; null: not asked. */
  times: (number | null)[][];
  marks: Mark[];
  verdicts: Verdict[];
  /** Null while the match lasts. */
  result: { scores: number[]; ranks: number[]; reason: string } | null;
  /** A damaged replay is shown up to its last sound line, and says so here. */
  damage: Text | null;
  /** Seats whose champion's private notes this reader may see. */
  notes: number[];
  /** Phases and reasons in words; those without are shown as they are. */
  names?: Record<string, Text>;
}

/** What a champion noted for itself at a position. */
export interface Notes {
  frame: number;
  log: string[];
  drawings: { shape: "cell" | "line" | "circle" | "text"; at: number[]; text: string; colour: string }[];
  marks: string[];
}

/** One event of a live match; its SSE id is `frame`. */
export interface LiveEvent {
  frame: number;
  turn: number;
  phase: string;
  scores: number[];
  times: (number | null)[];
  marks: Mark[];
  /** A whole scene where the reader may have missed something, else the difference from the position before. */
  scene?: Scene;
  diff?: Diff;
  verdicts: Verdict[];
  result: FilmHead["result"];
  /** Told with the result. */
  seed?: number | null;
}

// Playing by hand, over a WebSocket.

export interface Target {
  cell: Cell;
  /** The whole arguments of the call that a click here makes. */
  args: unknown[];
  /** What it costs and what comes of it. */
  note: Text | null;
}

/** One thing that can be done from the chosen place. */
export interface Offer {
  function: string;
  title: Text;
  note: Text | null;
  /** Where to click; empty: the offer is a button, and `args` its arguments. */
  targets: Target[];
  args: unknown[];
  /**
   * How many: the number replaces argument number `argument`; -1: the call is made so many times, until refused, each
   * time with the next of `values` as its first argument, where there are any (the boats of a fleet).
   */
  amount: { argument: number; least: number; most: number; usual: number; values?: number[] } | null;
}

/** From the page. The first message of a socket is `sit`. */
export type Ask =
  | { type: "sit"; secret: string }
  | { type: "pick"; id: number; cell: Cell | null }
  | { type: "call"; id: number; function: string; args: unknown[] }
  | { type: "undo"; id: number }
  | { type: "end"; id: number };

/** From the server. */
export type Tell =
  | { type: "welcome"; seat: number; head: FilmHead; undo: boolean; clock: { turn_ms: number; bank_ms: number } | null }
  | {
      type: "position";
      frame: number;
      turn: number;
      phase: string;
      scores: number[];
      scene: Scene;
      /** Whether this seat is asked and has not ended. */
      asked: boolean;
      /** The orders given so far in this phase, in words. */
      orders: Text[];
      /** Who is still being waited for. */
      waiting: number[];
      /** The cells where this seat can do something now. */
      places: Cell[];
      left_ms: number | null;
      marks: Mark[];
    }
  | { type: "offers"; id: number; cell: Cell | null; offers: Offer[] }
  | { type: "answer"; id: number; ok: boolean; text: Text }
  | { type: "over"; verdicts: Verdict[]; result: NonNullable<FilmHead["result"]> }
  | { type: "refused"; id: number | null; text: Text };

// HTTP.

export interface GameHead {
  name: string;
  title: string;
  summary: Text;
  seats: { least: number; most: number; usual: number };
  foggy: boolean;
  undo: boolean;
  presets: string[];
  boards: string[];
  champions: string[];
}

/** POST /api/matches */
export interface NewMatch {
  game: string;
  preset?: string;
  params?: Record<string, unknown>;
  board?: string;
  seed?: number;
  players: ({ kind: "champion"; name: string } | { kind: "human"; name: string })[];
  /** None: no clock. */
  clock?: { turn_ms: number; bank_ms: number } | null;
}

export interface MatchHead {
  id: string;
  game: string;
  state: "waiting" | "playing" | "over" | "failed";
  players: PlayerHead[];
  turn: number;
  scores: number[];
  ranks: number[] | null;
  /** Seconds since 1970. */
  began: number;
  /** Whether anyone may watch now; a match of people in the fog is watched when it is over. */
  open: boolean;
  /** Why it failed, or what is wrong with its replay. */
  told: string;
}

/** The answer to POST /api/matches: the only time that secrets are sent. Links carry them behind a `#`. */
export interface NewMatchAnswer {
  match: MatchHead;
  /** One for each human seat. */
  seats: { seat: number; secret: string }[];
  /** Lets its holder see champions' private notes and stop the match. */
  owner: string;
}

/** Any refusal of the HTTP API. */
export interface Problem {
  status: number;
  title: string;
  detail: string;
  /** For programs: it stays, whatever the words. */
  code: string;
  /** The detail in both languages. */
  text: Text;
}
