// The boards of the games, found by folder: `virtual:boards` gives, by the game's name, how to load its board, and its mark.

import { existsSync, readdirSync } from "node:fs";
import { delimiter, join, resolve } from "node:path";
import type { Plugin } from "vite";

const NAME = "virtual:boards";
const HERE = "\0" + NAME;

/** The folders that hold games: ours, and those that JOUTE_GAMES names. */
export function gameFolders(root: string): string[] {
  const others = (process.env.JOUTE_GAMES ?? "").split(delimiter).filter(Boolean);
  return [join(root, "../src/joute/games"), ...others].map((folder) => resolve(folder));
}

/** Every game with a `web/board.ts`: its name and the folder `web`. */
export function findBoards(folders: string[]): [name: string, web: string][] {
  const found = new Map<string, string>();
  for (const folder of folders.filter((path) => existsSync(path)))
    for (const name of readdirSync(folder).sort()) {
      const web = join(folder, name, "web");
      if (existsSync(join(web, "board.ts"))) found.set(name, web);
    }
  return [...found];
}

/** The module: boards are loaded when they are wanted, or at once where the page is one file. */
function source(boards: [string, string][], atOnce: boolean): string {
  const quoted = JSON.stringify;
  const lines = ["export const boards = {};", "export const icons = {};"];
  boards.forEach(([name, web], n) => {
    const board = quoted(join(web, "board.ts"));
    if (atOnce) lines.push(`import * as board${n} from ${board};`, `boards[${quoted(name)}] = async () => board${n};`);
    else lines.push(`boards[${quoted(name)}] = () => import(${board});`);
    const icon = join(web, "icon.svg");
    if (existsSync(icon))
      lines.push(`import icon${n} from ${quoted(icon + "?raw")};`, `icons[${quoted(name)}] = icon${n};`);
  });
  return lines.join("\n");
}

export function boards(root: string, atOnce = false): Plugin {
  return {
    name: "joute-boards",
    resolveId: (id) => (id === NAME ? HERE : null),
    load: (id) => (id === HERE ? source(findBoards(gameFolders(root)), atOnce) : null),
  };
}
