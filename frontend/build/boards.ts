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

function source(boards: [string, string][]): string {
  const quoted = JSON.stringify;
  const loads = boards.map(([name, web]) => `  ${quoted(name)}: () => import(${quoted(join(web, "board.ts"))}),`);
  const marked = boards.filter(([, web]) => existsSync(join(web, "icon.svg")));
  const imports = marked.map(([, web], n) => `import icon${n} from ${quoted(join(web, "icon.svg") + "?raw")};`);
  const icons = marked.map(([name], n) => `  ${quoted(name)}: icon${n},`);
  return [...imports, "export const boards = {", ...loads, "};", "export const icons = {", ...icons, "};"].join("\n");
}

export function boards(root: string): Plugin {
  return {
    name: "joute-boards",
    resolveId: (id) => (id === NAME ? HERE : null),
    load: (id) => (id === HERE ? source(findBoards(gameFolders(root))) : null),
  };
}
