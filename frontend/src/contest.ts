// Tournaments as the server shows them.

import type { Final, Summary } from "./generated/tournaments";

export type {
  Action,
  BracketTie,
  Chart as Picture,
  RoundCell,
  TournamentStatus as Contest,
  Column,
  Final,
  Line,
  Meeting,
  Show,
  Standing,
  Summary,
} from "./generated/tournaments";

/** How many matches are played, and how many there are in all; those of who was set aside do not count. */
export function progress({ matches }: Summary): { done: number; all: number } {
  const { done = 0, waiting = 0, running = 0, failed = 0 } = matches;
  return { done, all: done + waiting + running + failed };
}

/** Won, drawn and lost between each two, by row and column. */
export function record({ duels }: Pick<Final, "duels">): Map<string, Map<string, string>> {
  const rows = new Map<string, Map<string, string>>();
  const note = (one: string, other: string, cell: string) =>
    rows.set(one, (rows.get(one) ?? new Map<string, string>()).set(other, cell));
  for (const { one, other, won, drawn, lost } of duels) {
    note(one, other, `${won} – ${drawn} – ${lost}`);
    note(other, one, `${lost} – ${drawn} – ${won}`);
  }
  return rows;
}
