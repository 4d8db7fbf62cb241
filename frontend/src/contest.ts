// Tournaments as the server tells them. Its twin is `src/joute/arena/tournament/board.py`.

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
  stage: string;
  running: boolean;
  entrants: number;
  /** How many matches are in each state. */
  matches: Record<string, number>;
  began: number;
  ended: number | null;
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
}

export type Action =
  | { action: "requeue_match"; match: number }
  | { action: "requeue_entrant"; entrant: string; unplayed: boolean }
  | { action: "requeue_all"; unplayed: boolean }
  | { action: "set_aside"; entrant: string; why: string };

/** How many matches are played, and how many there are in all; those of who was set aside do not count. */
export function progress({ matches }: Summary): { done: number; all: number } {
  const { done = 0, waiting = 0, running = 0, failed = 0 } = matches;
  return { done, all: done + waiting + running + failed };
}
