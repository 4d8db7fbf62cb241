// Written by `python -m joute.web.typescript`: change the Python types, then run it again.

import type { Text } from "./wire";

/** A tournament in a list. */
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
  /** The hash of the secret that all seeds follow from. */
  commitment: string;
  /** Null until it is revealed. */
  secret: string | null;
}

/** An entrant in the running order: by mu - 3 sigma, a skill that it almost certainly has. */
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
  /** Why it plays no more; empty while it plays. */
  aside: string;
}

export interface SeatStatus {
  name: string;
  score: number | null;
  rank: number | null;
  verdict: string | null;
  told: string;
}

/** A match of the tournament. */
export interface Meeting {
  id: number;
  state: string;
  round: number;
  seats: SeatStatus[];
  why: string;
  reason: string;
  ended: number | null;
  replay: string | null;
  /** Whether it can be watched while it is played. */
  live: boolean;
}

/** A champion that failed in a match. */
export interface FaultNotice {
  match: number;
  name: string;
  verdict: string;
  told: string;
}

export interface WorkerStatus {
  name: string;
  match: number | null;
}

/** How the fields of a column are shown. The page has the same list, to show numbers and verdicts in French too. */
export type Show = "text" | "count" | "distinct" | "number" | "whole" | "tenth" | "whole_range" | "range" | "record" | "skill" | "verdicts" | "faults" | "remark";

export type Medium = "terminal" | "csv" | "report" | "page";

/** One column: what it is called, which fields of a line it shows, how and where. */
export interface Column {
  key: string;
  heading: Text;
  show: Show;
  fields: string[];
  /** Its heading in a terminal, which is narrow. */
  terminal: string;
  media: Medium[];
}

/** A tournament on one page. */
export interface TournamentStatus {
  summary: Summary;
  standings: Standing[];
  running: Meeting[];
  queue: Meeting[];
  recent: Meeting[];
  /** Matches in which the engine failed and that wait for the organiser. */
  failures: Meeting[];
  faults: FaultNotice[];
  workers: WorkerStatus[];
  /** The columns of its table on the page: of the final table once it is over, of the running order until then. */
  columns: Column[];
  /** Why the server, where it was to play it, had to stop. */
  trouble: string;
}

/** Who meets somebody in a bracket; without a name: not known yet, or nobody (see `bye`). */
export interface BracketSide {
  name: string | null;
  points: number;
}

/** One place of a bracket. */
export interface BracketTie {
  sides: BracketSide[];
  /** Which side goes on; null while that is open. */
  winner: number | null;
  /** Whether the first side goes on without a match. */
  bye: boolean;
  /** Why who goes on does, where it is not by points. */
  why: Text | null;
  /** The number of a match between the two that can be watched now. */
  live: number | null;
}

/** What an entrant did in a round. */
export interface RoundCell {
  against: string[];
  /** Null while a match of it is not over. */
  points: number | null;
  live: number | null;
}

/** An entrant, round by round; null: it sat out. */
export interface RoundRow {
  name: string;
  cells: (RoundCell | null)[];
  /** How the format ranks it, in words. */
  note: Text | null;
}

/** Two entrants against each other: in how many matches the first came before, level with or after the other. */
export interface Duel {
  one: string;
  other: string;
  won: number;
  drawn: number;
  lost: number;
}

/** The picture of a tournament; what is of another kind is empty. */
export interface Chart {
  kind: "cross" | "rounds" | "bracket";
  /** Of `cross`: the entrants in the order of the standings. */
  names: string[];
  bracket: BracketTie[][];
  rounds: RoundRow[];
  duels: Duel[];
}

/** One entrant in the table; `columns.FINAL` says what is shown of it, docs/en/tournaments.md what it means. */
export interface Line {
  rank: number;
  name: string;
  /** None, like all that follows from it, while no match of it counts. */
  rating: number | null;
  low: number | null;
  high: number | null;
  best_rank: number | null;
  worst_rank: number | null;
  games: number;
  /** How many of them are no copy of another. */
  distinct: number;
  wins: number;
  draws: number;
  losses: number;
  points: number;
  /** How often it ended with each verdict. */
  verdicts: Record<string, number>;
  champion: string;
  digest: string;
  /** How the format ranks it, in words. */
  note: Text | null;
  aside: string;
}

/** A tournament with its final table. */
export interface Final {
  name: string;
  game: string;
  preset: string;
  params: Record<string, unknown>;
  seats: number;
  format: unknown;
  stage: string;
  began: number;
  ended: number | null;
  matches: Record<string, number>;
  /** How many of the finished matches are no copy of another. */
  distinct: number;
  commitment: string;
  secret: string | null;
  lines: Line[];
  duels: Duel[];
}

/** Have the server play it, or go on with it. */
export interface Start {
  action: "start";
}

/** Have the server stop playing it; it can go on later. */
export interface Stop {
  action: "stop";
}

/** Play one match again. */
export interface RequeueMatch {
  action: "requeue_match";
  match: number;
  /** Where later rounds follow from results: make void what was drawn from it, and draw it again. */
  redraw?: boolean;
}

/** Play all matches of an entrant again, or only those that were not played; one that was set aside plays again. */
export interface RequeueEntrant {
  action: "requeue_entrant";
  entrant: string;
  unplayed?: boolean;
  redraw?: boolean;
}

/** Play all matches again, or only those that were not played. */
export interface RequeueAll {
  action: "requeue_all";
  unplayed?: boolean;
  redraw?: boolean;
}

/** Set an entrant aside: it plays no more, for a reason that everybody may read. */
export interface SetAside {
  action: "set_aside";
  entrant: string;
  why: string;
}

export type Action = Start | Stop | RequeueMatch | RequeueEntrant | RequeueAll | SetAside;
