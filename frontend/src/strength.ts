// How strong champions are, in words: their place among those of the game that were rated.

import { DULL } from "./api";
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

/** Opponents for somebody who is new to a game: champions that were rated and play in earnest, the weakest first. */
export function gentle({ champions, strengths }: Pick<GameHead, "champions" | "strengths">): string[] {
  const rated = champions.filter((name) => strengths[name] && !DULL.includes(name));
  return rated.length ? rated.sort((a, b) => strengths[a].points - strengths[b].points) : champions;
}
