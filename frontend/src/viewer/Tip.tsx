// Beside the cell that is pointed at or walked to: what stands there, and what a click would do. The same words are the
// label of the cell in the grid, so that nobody hears them twice.

import type { ReadonlySignal } from "@preact/signals";
import type { Board, Cell, Scene } from "../board";
import { written } from "../coordinates";
import type { Axes } from "../generated/wire";
import { lang, word } from "../speech";
import type { Stage } from "./stage";

/** What else is said of a cell: lines, and whether they tell of a refusal. */
export interface Said {
  lines: string[];
  warn: boolean;
}

/** So many lines about a cell fit beside it; the panel has them all. */
const LINES = 4;
const GAP = 8;

interface TipProps {
  stage: Stage;
  board: Board;
  scene: Scene;
  axes: Axes;
  cell: ReadonlySignal<Cell | null>;
  said?: (cell: Cell) => Said | null;
}

export function Tip({ stage, board, scene, axes, cell, said }: TipProps) {
  stage.camera.value;
  const at = cell.value;
  if (!at) return null;
  const { left, top, size } = stage.place(at);
  if (left + size < 0 || top + size < 0 || left > stage.width || top > stage.height) return null;
  const more = said?.(at);
  const lines = board.describe(scene, at, lang.value);
  const right = left + size / 2 > stage.width / 2;
  const low = top + size / 2 > stage.height / 2;
  const style = {
    ...(right ? { right: `${stage.width - left + GAP}px` } : { left: `${left + size + GAP}px` }),
    ...(low ? { bottom: `${stage.height - top + GAP}px` } : { top: `${top + size + GAP}px` }),
  };
  return (
    <div class="tip" aria-hidden="true" style={style}>
      {more?.lines.map((line) => (
        <p key={line} class={more.warn ? "warn" : "does"}>
          {line}
        </p>
      ))}
      <b>{word("cell", { at: written(axes, at) })}</b>
      {lines.slice(0, LINES).map((line, n) => (
        <p key={n}>{n === LINES - 1 && lines.length > LINES ? "…" : line}</p>
      ))}
    </div>
  );
}
