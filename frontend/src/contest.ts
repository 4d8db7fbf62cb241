// Tournaments as the server shows them.

import type { Final, Summary } from "./generated/tournaments";

export type {
  Action,
  Board as Contest,
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

/** Who did what to whom, by row and column. */
export function record({ duels }: Pick<Final, "duels">): Map<string, Map<string, string>> {
  const found = new Map<string, Map<string, string>>();
  const note = (one: string, other: string, told: string) =>
    found.set(one, (found.get(one) ?? new Map<string, string>()).set(other, told));
  for (const { one, other, won, drawn, lost } of duels) {
    note(one, other, `${won} – ${drawn} – ${lost}`);
    note(other, one, `${lost} – ${drawn} – ${won}`);
  }
  return found;
}
