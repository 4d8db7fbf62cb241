// The boards of the games, loaded when they are first shown.

import { boards, icons } from "virtual:boards";
import type { Board } from "./board";

export async function loadBoard(game: string): Promise<Board | null> {
  const load = boards[game];
  return load ? (await load()).default : null;
}

export const iconOf = (game: string): string | undefined => icons[game];
