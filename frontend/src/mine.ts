// The matches in which this browser has seats: their secrets stay here, so that a closed tab finds them again.

import { recall, remember } from "./memory";

export interface Mine {
  id: string;
  game: string;
  /** The secrets of the seats that were taken here, as the address of the page has them; empty: none yet. */
  play: string;
  /** Those seats. */
  seats: number[];
  /** The secrets of all seats, if the match was made here. */
  invite: string;
}

/** So many matches are remembered, the last ones. */
const KEPT = 30;
const NAME = "seats";
const EMPTY = { game: "", play: "", seats: [], invite: "" };

export function mine(): Mine[] {
  try {
    const list = JSON.parse(recall(NAME) ?? "[]") as Mine[];
    return list.filter((one) => typeof one?.id === "string").map((one) => ({ ...EMPTY, ...one }));
  } catch {
    return [];
  }
}

/** Remember what is known of a match, besides what was known before. */
export function keep(one: Pick<Mine, "id" | "game"> & Partial<Mine>): void {
  const before = mine();
  const known = before.find(({ id }) => id === one.id);
  const whole = { ...EMPTY, ...known, ...one };
  remember(NAME, JSON.stringify([whole, ...before.filter(({ id }) => id !== one.id)].slice(0, KEPT)));
}

export function forget(id: string): void {
  remember(NAME, JSON.stringify(mine().filter((one) => one.id !== id)));
}
