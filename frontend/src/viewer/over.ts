// What is drawn over a board: the cell pointed at, the places that wait for a click, what a champion drew for itself.

import type { Brush, Cell } from "../board";
import type { Notes } from "../wire";

/** So many device pixels, in cells. */
const thick = (brush: Brush, pixels: number): number =>
  (pixels * (window.devicePixelRatio || 1)) / Math.max(1, brush.pixels);

function frame(brush: Brush, [c, r]: Cell, inset: number): void {
  const { ctx } = brush;
  ctx.beginPath();
  ctx.roundRect(c + inset, r + inset, 1 - 2 * inset, 1 - 2 * inset, 0.16);
}

export function outline(brush: Brush, cell: Cell, colour: string): void {
  const { ctx } = brush;
  ctx.save();
  ctx.lineWidth = thick(brush, 2.2);
  ctx.strokeStyle = colour;
  frame(brush, cell, 0.02);
  ctx.stroke();
  ctx.restore();
}

/** A cell where something can be done: a ring in two colours, seen on any ground. */
export function invite(brush: Brush, cell: Cell, colour: string, strong: boolean): void {
  const { ctx, palette } = brush;
  ctx.save();
  frame(brush, cell, 0.06);
  ctx.globalAlpha = strong ? 0.2 : 0.1;
  ctx.fillStyle = colour;
  ctx.fill();
  ctx.globalAlpha = 1;
  ctx.lineWidth = thick(brush, 4);
  ctx.strokeStyle = palette.paper;
  ctx.stroke();
  ctx.lineWidth = thick(brush, 2);
  ctx.strokeStyle = colour;
  ctx.setLineDash(strong ? [] : [0.2, 0.12]);
  ctx.stroke();
  ctx.restore();
}

export function drawings(brush: Brush, shapes: Notes["drawings"]): void {
  for (const shape of shapes) draw(brush, shape);
}

function draw(brush: Brush, { shape, at, text, colour }: Notes["drawings"][number]): void {
  const { ctx, palette } = brush;
  ctx.save();
  ctx.strokeStyle = ctx.fillStyle = colour || palette.accent;
  ctx.lineWidth = thick(brush, 2.5);
  if (shape === "cell") {
    ctx.globalAlpha = 0.4;
    ctx.fillRect(at[0], at[1], 1, 1);
  } else if (shape === "line") {
    ctx.beginPath();
    ctx.moveTo(at[0] + 0.5, at[1] + 0.5);
    ctx.lineTo(at[2] + 0.5, at[3] + 0.5);
    ctx.stroke();
  } else if (shape === "circle") {
    ctx.beginPath();
    ctx.arc(at[0] + 0.5, at[1] + 0.5, at[2] ?? 0.5, 0, 2 * Math.PI);
    ctx.stroke();
  }
  ctx.globalAlpha = 1;
  if (text) {
    ctx.font = "600 0.4px system-ui, sans-serif";
    ctx.textAlign = "center";
    ctx.textBaseline = "middle";
    ctx.lineWidth = 0.12;
    ctx.strokeStyle = palette.paper;
    ctx.strokeText(text, at[0] + 0.5, at[1] + 0.5);
    ctx.fillText(text, at[0] + 0.5, at[1] + 0.5);
  }
  ctx.restore();
}
