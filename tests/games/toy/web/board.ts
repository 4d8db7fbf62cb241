// A plain board, the shortest that is complete: coins, holes and walkers.

import type { Board, Cell, Lang, Scene } from "joute/board";
import { sigil, write } from "joute/marks";
import { between, disc, ease } from "joute/paint";
import { words } from "joute/phrases";
import type { GameEvent } from "./events";

interface Islet extends Scene {
  width: number;
  height: number;
  coins: number[];
  dug: number[];
  /** A walker that is not seen has a negative cell. */
  walkers: { cell: number; score: number }[];
  events: GameEvent[];
}

function describe(scene: Islet, [x, y]: Cell, lang: Lang): string[] {
  const cell = y * scene.width + x;
  const coins = scene.coins[cell] ?? 0;
  return [
    ...(scene.dug[cell] ? [words("hole", "trou")[lang]] : []),
    ...(coins ? [words(`coins: ${coins}`, `pièces : ${coins}`)[lang]] : []),
    ...scene.walkers.flatMap((walker, seat) => (walker.cell === cell ? [words(`walker ${seat + 1}`, `marcheur ${seat + 1}`)[lang]] : [])),
  ];
}

const board: Board<Islet> = {
  size: (scene) => ({ columns: scene.width, rows: scene.height }),
  paint(brush, from, to, part) {
    const { ctx, palette } = brush;
    const way = brush.still ? 1 : ease(part);
    to.coins.forEach((coins, cell) => {
      const [x, y] = [(cell % to.width) + 0.5, Math.floor(cell / to.width) + 0.5];
      if (to.dug[cell]) disc(ctx, x, y, 0.3, palette.line);
      if (coins) write(brush, String(coins), x, y, { size: 0.5, colour: palette.accent });
    });
    to.walkers.forEach(({ cell }, seat) => {
      if (cell < 0) return;
      const start = from.walkers[seat]?.cell ?? cell;
      const [before, after] = [start < 0 ? cell : start, cell].map((at) => [at % to.width, Math.floor(at / to.width)]);
      const [x, y] = [0, 1].map((axis) => between(before?.[axis] ?? 0, after?.[axis] ?? 0, way) + 0.5);
      sigil(brush, seat, x ?? 0, y ?? 0, 0.35, palette.ink);
    });
  },
  label: (scene, cell, lang) => describe(scene, cell, lang).join("; "),
  describe,
  figures: () => [],
};
export default board;
