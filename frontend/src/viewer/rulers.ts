// Rulers: the numbers of columns above the board and of rows on its left. They stay in sight when the board is larger.

import type { Palette } from "../board";
import type { Axes } from "../generated/wire";
import type { Stage } from "./stage";

/** The room of a ruler, in CSS pixels. */
export const RULER = 21;
/** The least room of a number, in CSS pixels: as wide, as high. */
const WIDE = 22;
const HIGH = 15;
const FONT = "600 11px system-ui, sans-serif";

/** Every which number is written, so that there is room for each. */
export function step(scale: number, room: number): number {
  for (let power = 1; ; power *= 10)
    for (const digit of [1, 2, 5]) if (digit * power * scale >= room) return digit * power;
}

/** The numbers of a ruler and the middle of their cells, in CSS pixels; those under `from` or past `to` are left out. */
export function ticks(count: number, start: number, scale: number, room: number, from: number, to: number): [number, number][] {
  const every = step(scale, room);
  const all = Array.from({ length: Math.ceil(count / every) }, (_, n): [number, number] => [
    n * every,
    start + (n * every + 0.5) * scale,
  ]);
  return all.filter(([, middle]) => middle >= from && middle <= to);
}

export function rulers(stage: Stage, { paper, ink }: Palette, axes: Axes): void {
  const ctx = stage.canvas.getContext("2d") as CanvasRenderingContext2D;
  const { left, top, size } = stage.place([0, 0]);
  const [right, bottom] = [left + stage.columns * size, top + stage.rows * size];
  const [x, y] = [Math.max(0, left - RULER), Math.max(0, top - RULER)];
  const ratio = window.devicePixelRatio || 1;
  ctx.save();
  ctx.setTransform(ratio, 0, 0, ratio, 0, 0);
  Object.assign(ctx, { font: FONT, textAlign: "center", textBaseline: "middle" });
  const strip = (...box: [number, number, number, number]) => {
    ctx.globalAlpha = 0.86;
    ctx.fillStyle = paper;
    ctx.fillRect(...box);
    ctx.globalAlpha = 0.82;
    ctx.fillStyle = ink;
  };
  strip(Math.max(x, 0), y, Math.min(right, stage.width) - x, RULER);
  for (const [n, middle] of ticks(stage.columns, left, size, WIDE, x + RULER, stage.width)) ctx.fillText(`${n}`, middle, y + RULER / 2);
  strip(x, y + RULER, RULER, Math.min(bottom, stage.height) - y - RULER);
  for (const [n, middle] of ticks(stage.rows, top, size, HIGH, y + RULER, stage.height)) ctx.fillText(`${n}`, x + RULER / 2, middle);
  ctx.fillText(axes === "yx" ? "y,x" : "x,y", x + RULER / 2, y + RULER / 2);
  ctx.restore();
}
