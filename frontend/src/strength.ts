// How strong champions are, in words: their place among those of the game that were rated.

import { DULL } from "./api";
import type { GameHead } from "./generated/wire";
import { word } from "./speech";

const LEVEL = ":level=";

/** The name of a champion with its level in words; one that may also play at lower levels is the hard one. */
export function withLevel({ champions }: Pick<GameHead, "champions">, champion: string): string {
  const [name, level] = champion.split(LEVEL);
  if (level === "easy" || level === "medium") return word(level, { name });
  return champions.includes(`${champion}${LEVEL}easy`) ? word("hard", { name }) : champion;
}

/** That, and its strength if it was rated: the strongest of four has strength 4 of 4. */
export function withStrength(game: Pick<GameHead, "champions" | "strengths">, champion: string): string {
  const { strengths } = game;
  const name = withLevel(game, champion);
  const own = strengths[champion]?.points;
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
