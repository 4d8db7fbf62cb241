// How strong champions are, in words: their place among those of the game that were rated.

import type { GameHead } from "./generated/wire";
import { word } from "./speech";

/** The name of a champion, and its strength if it was rated: the strongest of four has strength 4 of 4. */
export function withStrength({ strengths }: Pick<GameHead, "strengths">, name: string): string {
  const own = strengths[name]?.points;
  if (own === undefined) return name;
  const all = Object.values(strengths);
  const n = all.filter(({ points }) => points <= own).length;
  return word("strength", { name, n, of: all.length, points: own });
}
