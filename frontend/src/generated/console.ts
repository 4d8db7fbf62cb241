// Written by `python -m joute.web.typescript`: change the Python types, then run it again.

import type { VersionState } from "./contest";

/** A machine that plays, or has played. */
export interface Machine {
  name: string;
  seen: number;
  drained: number | null;
  why: string;
  /** How many of the last matches it has played. */
  matches: number;
  faults: number;
  lost: boolean;
}

/** A final, as organisers see it. */
export interface Final {
  name: string;
  kind: string;
  /** In the order of their seeds. */
  entrants: string[];
  stage: string;
  /** How many rounds have been drawn. */
  rounds: number;
  /** How many of them the public sees; null: all. */
  released: number | null;
  /** How many are in each state. */
  matches: Record<string, number>;
}

/** How the contest stands. */
export interface State {
  /** Whether its service gives signs of life. */
  alive: boolean;
  seen: number | null;
  host: string;
  pid: number;
  /** How many matches it can play at once. */
  capacity: number;
  playing: number;
  teams: number;
  /** How many are in each state. */
  versions: Record<string, number>;
  /** How long the oldest version waits to be judged. */
  waits_s: number;
  /** How many active versions have not played their first matches yet. */
  new: number;
  /** How many ranked matches are in each state. */
  ranked: Record<string, number>;
  last_hour: number;
  /** How many challenges and comparisons wait. */
  unranked: number;
  free_bytes: number;
  /** What the replays and the database take. */
  used_bytes: number;
  machines: Machine[];
  finals: Final[];
}

/** An account, as organisers see it. */
export interface Person {
  id: number;
  login: string;
  name: string;
  real_name: string;
  email: string;
  organiser: boolean;
  disabled: string;
  team: string;
}

/** A team, as organisers see it. */
export interface TeamRow {
  id: number;
  name: string;
  group: string;
  tags: string[];
  aside: string;
  /** Their logins. */
  members: string[];
  /** The number of the one that plays. */
  version: number | null;
  versions: number;
}

/** A version of any team. */
export interface VersionRow {
  id: number;
  team: string;
  number: number;
  received: number;
  state: VersionState;
  why: string;
  language: string;
  size: number;
  judging_s: number;
  active: boolean;
  counts: boolean;
}

/** The log of the judging of any version. */
export interface VersionLog {
  text: string;
}

/** Who sat in a match, with all that is known. */
export interface SideRow {
  name: string;
  score: number | null;
  rank: number | null;
  verdict: string | null;
  told: string;
  wall_ms: number;
  cpu_ms: number;
}

/** A match of the contest, with all that is known. */
export interface MatchOf {
  /** Watch it at /watch/ID. */
  id: string;
  /** What acts name it by. */
  number: number;
  /** The ladder, a final, or empty for a challenge. */
  tournament: string;
  round: number;
  state: string;
  why: string;
  reason: string;
  attempts: number;
  seed: string;
  created: number;
  began: number | null;
  ended: number | null;
  worker: string;
  sides: SideRow[];
}

/** Matches of the contest, newest first. */
export interface MatchPage {
  matches: MatchOf[];
  /** `before` for the next page; null: there is none. */
  more: number | null;
}

/** A row of the audit log. */
export interface LogRow {
  id: number;
  at: number;
  actor: string;
  what: string;
  subject: string;
  why: string;
  details: Record<string, unknown>;
  digest: string;
}

/** A team that could play in a final, with its version. */
export interface Finalist {
  team: string;
  version: number;
}

/**
 * Series of at most `best_of` matches, seats changing; the better seeded of the first round meet late.
 *
 * A draw is half a point each. Level after all matches: the greater sum of scores wins, then the better seeded.
 */
export interface Elimination {
  kind: "elimination";
  best_of?: number;
  seeding?: "list" | "draw";
}

/** Each set of entrants that fills a table plays `legs` legs; each leg once for each rotation of the seats. */
export interface RoundRobin {
  kind: "round_robin";
  legs?: number;
}

/** `rounds` rounds; those at a table play `legs` legs, each once for each rotation of the seats. */
export interface Swiss {
  kind: "swiss";
  rounds: number;
  legs?: number;
}

/** How a final is played. */
export type FinalFormat = Elimination | RoundRobin | Swiss;

/** Change when what is allowed: all times, in seconds since 1970; null: never. */
export interface SetTimes {
  act: "times";
  opens?: number | null;
  submissions_close?: number | null;
  ranked_closes?: number | null;
  table_freezes?: number | null;
  table_thaws?: number | null;
}

/** End ranked play for good, and reveal the secret of its seeds. */
export interface EndRanked {
  act: "end_ranked";
}

/** Say something to everybody. */
export interface Announce {
  act: "announce";
  en?: string;
  fr?: string;
}

/** A team plays no more, for a reason that everybody may read. */
export interface TeamAside {
  act: "team_aside";
  team: number;
}

/** A team that was set aside plays again. */
export interface TeamBack {
  act: "team_back";
  team: number;
}

/** The group of a team, and its private tags. */
export interface DescribeTeam {
  act: "team_describe";
  team: number;
  group?: string;
  tags?: string[];
}

/** A version plays no more; the last good one before it goes on. */
export interface VersionAside {
  act: "version_aside";
  version: number;
}

/** Judge a version again that has failed. */
export interface VersionAgain {
  act: "version_again";
  version: number;
}

/** Play a match again. */
export interface Requeue {
  act: "requeue";
  match: number;
  /** Where later rounds follow from results: draw them again. */
  redraw?: boolean;
}

/** Give a machine nothing more to play. */
export interface Drain {
  act: "drain";
  machine: string;
}

/** Let a machine play again. */
export interface Undrain {
  act: "undrain";
  machine: string;
}

/** Keep somebody from signing in. */
export interface Disable {
  act: "disable";
  account: number;
}

/** Let somebody sign in again. */
export interface Enable {
  act: "enable";
  account: number;
}

/** Erase somebody's personal data, as they asked. */
export interface EraseAccount {
  act: "erase";
  account: number;
}

/** Begin a final of these teams, best seeded first, with the versions that they have now. */
export interface BeginFinal {
  act: "begin_final";
  name: string;
  format: FinalFormat;
  teams: string[];
  /** Whether it is released round by round. */
  hold?: boolean;
}

/** Show one more round of a final to everybody. */
export interface Release {
  act: "release";
  final: string;
}

/** What an organiser may do; each is a row of the audit log. */
export type Act = SetTimes | EndRanked | Announce | TeamAside | TeamBack | DescribeTeam | VersionAside | VersionAgain | Requeue | Drain | Undrain | Disable | Enable | EraseAccount | BeginFinal | Release;
