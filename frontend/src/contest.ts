// Tournaments as the server sends them. Its twin is `src/joute/arena/tournament/status.py`.

import type { Text } from "./board";

export interface Standing {
  rank: number;
  name: string;
  skill: number;
  mu: number;
  sigma: number;
  games: number;
  wins: number;
  draws: number;
  losses: number;
  points: number;
  /** Why it plays no more; empty: it does. */
  aside: string;
}

export interface Meeting {
  id: number;
  state: string;
  round: number;
  seats: { name: string; score: number | null; rank: number | null; verdict: string | null; told: string }[];
  why: string;
  reason: string;
  ended: number | null;
  replay: string | null;
}

export interface Summary {
  name: string;
  game: string;
  format: string;
  format_title: Text;
  stage: string;
  running: boolean;
  entrants: number;
  /** How many matches are in each state. */
  matches: Record<string, number>;
  began: number;
  ended: number | null;
  /** The hash of what all seeds follow from, and that itself once it is revealed. */
  commitment: string;
  secret: string | null;
}

export interface Contest {
  summary: Summary;
  standings: Standing[];
  running: Meeting[];
  queue: Meeting[];
  recent: Meeting[];
  /** Matches that failed through the arena and wait for the organiser. */
  failures: Meeting[];
  faults: { match: number; name: string; verdict: string; told: string }[];
  workers: { name: string; match: number | null }[];
  /** The columns of its table: of the final table once it is over, of the running order until then. */
  columns: Column[];
}

/** How a column shows its fields. The list is that of `src/joute/arena/tournament/columns.py`. */
export type Show =
  | "text"
  | "count"
  | "number"
  | "whole"
  | "tenth"
  | "whole_range"
  | "range"
  | "record"
  | "skill"
  | "verdicts"
  | "faults"
  | "remark";

/** A column of a table: which fields of a line it shows, and how. */
export interface Column {
  key: string;
  heading: Text;
  show: Show;
  fields: string[];
}

/** An entrant in the final table. */
export interface Line {
  rank: number;
  name: string;
  rating: number;
  low: number;
  high: number;
  best_rank: number;
  worst_rank: number;
  games: number;
  wins: number;
  draws: number;
  losses: number;
  points: number;
  /** How often it ended how. */
  verdicts: Record<string, number>;
  /** What else decides the order: how far it came, its points in swiss. */
  note: Text | null;
  aside: string;
}

/** The final table. Its twin is `src/joute/arena/tournament/standings.py`. */
export interface Final {
  lines: Line[];
  duels: { one: string; other: string; won: number; drawn: number; lost: number }[];
}

export type Action =
  | { action: "requeue_match"; match: number; redraw?: boolean }
  | { action: "requeue_entrant"; entrant: string; unplayed: boolean }
  | { action: "requeue_all"; unplayed: boolean; redraw?: boolean }
  | { action: "set_aside"; entrant: string; why: string };

/** How many matches are played, and how many there are in all; those of who was set aside do not count. */
export function progress({ matches }: Summary): { done: number; all: number } {
  const { done = 0, waiting = 0, running = 0, failed = 0 } = matches;
  return { done, all: done + waiting + running + failed };
}

/** Won, drawn and lost between each two, by row and column. */
export function record({ duels }: Final): Map<string, Map<string, string>> {
  const rows = new Map<string, Map<string, string>>();
  const note = (one: string, other: string, cell: string) =>
    rows.set(one, (rows.get(one) ?? new Map<string, string>()).set(other, cell));
  for (const { one, other, won, drawn, lost } of duels) {
    note(one, other, `${won} – ${drawn} – ${lost}`);
    note(other, one, `${lost} – ${drawn} – ${won}`);
  }
  return rows;
}
