// Written by `python -m joute.web.typescript`: change the Python types, then run it again.

import type { Text } from "./wire";

/** A time at which what is allowed changes. */
export interface Moment {
  what: "opens" | "submissions_close" | "ranked_closes" | "table_freezes" | "table_thaws";
  /** Seconds since 1970. */
  at: number;
}

/** What the organisers say to everybody. */
export interface Announcement {
  at: number;
  text: Text;
}

export type Language = "en" | "fr";

/** A team as everybody sees it. */
export interface TeamHead {
  name: string;
  group: string;
  /** Why it plays no more; empty while it does. */
  aside: string;
}

/** Who is signed in. */
export interface Me {
  login: string;
  name: string;
  real_name: string;
  email: string;
  language: Language;
  organiser: boolean;
  /** Whether the account has one. */
  password: boolean;
  /** Whether a password may be set without saying the old one: the session began with a link or a code. */
  may_set: boolean;
  /** How many recovery codes are left. */
  codes: number;
  team: TeamHead | null;
}

/** A contest as everybody may know it, and who asks. */
export interface Facts {
  name: string;
  game: string;
  title: string;
  preset: string;
  seats: number;
  /** The server's clock, in seconds since 1970. */
  now: number;
  times: Moment[];
  next: Moment | null;
  open: boolean;
  /** Whether what is received now counts. */
  submissions: boolean;
  ranked: boolean;
  /** Whether the table is the one of an earlier moment. */
  frozen: boolean;
  announcements: Announcement[];
  registration: "invitation" | "open" | "closed";
  /** What the button of the single sign-on says; null: there is none. */
  sign_on: string | null;
  /** Whether the server can send links by mail. */
  mail: boolean;
  team_size: number;
  /** Whether real names are public. */
  real_names: boolean;
  replays: "all" | "own" | "after";
  replay_delay_minutes: number;
  keep_days: number;
  submissions_an_hour: number;
  challenges_an_hour: number;
  comparisons_an_hour: number;
  size_kb: number;
  /** Languages in which there is a kit to start from. */
  languages: string[];
  /** The hash of the secret that the seeds of ranked matches follow from. */
  commitment: string;
  /** That secret, once ranked play has ended for good. */
  secret: string | null;
  me: Me | null;
}

/** A team, or a champion of the house, in the table. */
export interface TableLine {
  rank: number;
  name: string;
  house: boolean;
  points: number;
  low: number;
  /** Between these the strength lies with 95 % certainty. */
  high: number;
  games: number;
  version: number | null;
  /** Their names as the contest shows them. */
  members: string[];
  aside: string;
  group: string;
}

/** The table as everybody sees it. */
export interface PublicTable {
  frozen_at: number | null;
  lines: TableLine[];
}

/** A new account. */
export interface Registration {
  login: string;
  name: string;
  password: string;
  invitation?: string;
  real_name?: string;
  email?: string;
  language?: Language;
}

/** The answer to a registration: the only time that the codes are shown. */
export interface Registered {
  me: Me;
  codes: string[];
}

/** New recovery codes; those before are good no more. */
export interface Codes {
  codes: string[];
}

/** What one says of oneself. */
export interface Profile {
  name: string;
  real_name?: string;
  email?: string;
  language?: Language;
}

/** An API token, without its secret. */
export interface TokenHead {
  id: string;
  note: string;
  created: number;
  seen: number | null;
}

/** A new token: the only time that it is shown. */
export interface TokenMade {
  token: string;
}

/** A secret, and the address that carries it behind a `#`: the only time that it is shown. */
export interface LinkMade {
  secret: string;
  address: string;
}

/** What an invitation leads to. */
export interface InvitedTo {
  team: string | null;
}

/** A member of a team. */
export interface Member {
  name: string;
  you: boolean;
}

/** A team as its members see it. */
export interface TeamPage {
  head: TeamHead;
  members: Member[];
  /** How many more may join. */
  room: number;
  /** How many invitations lead here. */
  invitations: number;
}

export type VersionState = "received" | "judging" | "good" | "failed";

/** A version as its team sees it. */
export interface VersionHead {
  number: number;
  received: number;
  receipt: string;
  size: number;
  language: string;
  note: string;
  by: string;
  state: VersionState;
  judged: number | null;
  /** What is wrong with one that failed, in a line. */
  why: string;
  /** Whether it plays for the team. */
  active: boolean;
  /** Whether it was received in time. */
  counts: boolean;
  games: number;
  points: number | null;
  low: number | null;
  high: number | null;
}

/** The receipt of a submission. */
export interface Received {
  version: VersionHead;
  /** Whether it counts, and what comes next. */
  text: Text;
}

/** An exercise of a course, and how far one's team has come in it. */
export interface ExerciseHead {
  name: string;
  /** The champion of the house to beat. */
  beat: string;
  /** Seconds since 1970. */
  deadline: number | null;
  /** The number of the version that counts. */
  version: number | null;
  /** Whether that beats the champion; open: it is not clear yet. */
  answer: "yes" | "no" | "open";
  /** The share of the points that it has won. */
  points: number;
  /** In so many matches. */
  matches: number;
}

/** The versions of a team, newest first. */
export interface Versions {
  versions: VersionHead[];
  /** How many may be submitted now. */
  left: number;
  /** How many versions of all teams wait to be judged. */
  waiting: number;
  exercises: ExerciseHead[];
}

/** The log of a judging from a character on, as far as it is written. */
export interface JudgingLog {
  state: VersionState;
  why: string;
  text: string;
  /** Where the rest will begin. */
  next: number;
}

/** How strong a version was taken to be at a moment. */
export interface Rated {
  at: number;
  version: number;
  points: number;
  low: number;
  high: number;
}

/** Who sat in a match. */
export interface Side {
  name: string;
  mine: boolean;
  score: number | null;
  rank: number | null;
  verdict: string | null;
  /** What went wrong; empty for other teams. */
  told: string;
  /** Its strength now. */
  points: number | null;
}

/** A match of one's team. */
export interface Played {
  /** Watch it at /watch/ID. */
  id: string;
  kind: string;
  at: number;
  version: number;
  outcome: "won" | "drawn" | "lost";
  sides: Side[];
  reason: string;
}

/** What came of the versions of a team. */
export interface Results {
  rank: number | null;
  of: number;
  history: Rated[];
  /** Lost matches that teach most: against the weakest. */
  lessons: Played[];
}

/** Matches of one's team, newest first. */
export interface Matches {
  matches: Played[];
  /** `before` for the next page; null: there is none. */
  more: number | null;
}

/** A ranked match that everybody may watch. */
export interface Replay {
  /** Watch it at /watch/ID. */
  id: string;
  at: number;
  sides: Side[];
}

/** Ranked matches that everybody may watch, newest first. */
export interface Replays {
  matches: Replay[];
  /** `before` for the next page; null: there is none. */
  more: number | null;
}

/** A comparison of two versions, as far as it is played. */
export interface Compared {
  id: number;
  one: number;
  other: number;
  at: number;
  /** It is "waiting", "done" or "failed". */
  state: string;
  /** Of the first: "better", "worse", "equal" or "open". */
  answer: string;
  /** Why it failed. */
  why: string;
  matches: number;
  wins: number;
  draws: number;
  losses: number;
  /** The share of the points that the first one won. */
  points: number | null;
  low: number | null;
  /** Between these it lies with 95 % certainty. */
  high: number | null;
}
