// What is drawn over a board: the cell pointed at, the places that wait for a click, what a champion drew for itself.

import type { Brush, Cell } from "../board";
import type { Notes } from "../generated/wire";
import { seatColour } from "../paint";

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
function invite(brush: Brush, cell: Cell, colour: string, strong: boolean): void {
  const { ctx, palette } = brush;
  ctx.save();
  frame(brush, cell, 0.06);
  ctx.globalAlpha = strong ? 0.16 : 0.05;
  ctx.fillStyle = colour;
  ctx.fill();
  ctx.globalAlpha = strong ? 0.9 : 0.55;
  ctx.lineWidth = thick(brush, 3);
  ctx.strokeStyle = palette.paper;
  ctx.stroke();
  ctx.lineWidth = thick(brush, 1.5);
  ctx.strokeStyle = colour;
  ctx.setLineDash(strong ? [] : [0.2, 0.12]);
  ctx.stroke();
  ctx.restore();
}

/** More cells than this are shown as a region. */
const SINGLE = 12;

/** Cells where something can be done: rings for a few, for many the edge of all of them together. */
export function inviteAll(brush: Brush, cells: readonly Cell[], colour: string, strong: boolean): void {
  if (cells.length > SINGLE) region(brush, cells, colour, strong);
  else for (const cell of cells) invite(brush, cell, colour, strong);
}

function region(brush: Brush, cells: readonly Cell[], colour: string, strong: boolean): void {
  const { ctx, palette } = brush;
  ctx.save();
  ctx.fillStyle = colour;
  ctx.globalAlpha = strong ? 0.16 : 0.07;
  for (const [c, r] of cells) ctx.fillRect(c, r, 1, 1);
  ctx.globalAlpha = 1;
  ctx.beginPath();
  for (const [fromC, fromR, toC, toR] of edges(cells)) {
    ctx.moveTo(fromC, fromR);
    ctx.lineTo(toC, toR);
  }
  ctx.lineCap = "round";
  ctx.lineWidth = thick(brush, 4);
  ctx.strokeStyle = palette.paper;
  ctx.stroke();
  ctx.lineWidth = thick(brush, 2);
  ctx.strokeStyle = colour;
  ctx.stroke();
  ctx.restore();
}

/** The edges between cells of a region and others: columns and rows of both ends. */
export function edges(cells: readonly Cell[]): [number, number, number, number][] {
  const inside = new Set(cells.map((cell) => cell.join()));
  const outside = (c: number, r: number) => !inside.has(`${c},${r}`);
  return cells.flatMap(([c, r]) => {
    const edges: [number, number, number, number][] = [];
    if (outside(c, r - 1)) edges.push([c, r, c + 1, r]);
    if (outside(c, r + 1)) edges.push([c, r + 1, c + 1, r + 1]);
    if (outside(c - 1, r)) edges.push([c, r, c, r + 1]);
    if (outside(c + 1, r)) edges.push([c + 1, r, c + 1, r + 1]);
    return edges;
  });
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

/** More cells that have changed than this are shown as a region. */
const CORNERED = 40;

/** Cells that have changed: their corners, in two colours; the edge of very many. */
export function changed(brush: Brush, cells: readonly Cell[]): void {
  const { ctx, palette } = brush;
  if (cells.length > CORNERED) {
    region(brush, cells, palette.warn, false);
    return;
  }
  ctx.save();
  for (const [c, r] of cells) {
    ctx.beginPath();
    for (const [x, y] of [[0, 0], [1, 0], [1, 1], [0, 1]] as const) {
      const [inX, inY] = [c + x + (x ? -1 : 1) * 0.05, r + y + (y ? -1 : 1) * 0.05];
      ctx.moveTo(inX + (x ? -0.24 : 0.24), inY);
      ctx.lineTo(inX, inY);
      ctx.lineTo(inX, inY + (y ? -0.24 : 0.24));
    }
    ctx.lineWidth = thick(brush, 4.5);
    ctx.strokeStyle = palette.paper;
    ctx.stroke();
    ctx.lineWidth = thick(brush, 2);
    ctx.strokeStyle = palette.warn;
    ctx.stroke();
  }
  ctx.restore();
}

/** Where orders went: an arrow from the first cell to the last, a ring where there is one. */
export function ways(brush: Brush, deeds: readonly { seat: number | null; way: readonly Cell[] }[]): void {
  const shown = new Map(deeds.map((deed) => [`${deed.seat}:${deed.way.join(";")}`, deed]));
  for (const { seat, way } of shown.values()) {
    const [from, to] = [way[0], way.at(-1)];
    if (from && to && seat !== null) trace(brush, from, to, seatColour(brush.palette, seat));
  }
}

function trace(brush: Brush, from: Cell, to: Cell, colour: string): void {
  const { ctx, palette } = brush;
  const [x, y, toX, toY] = [from[0] + 0.5, from[1] + 0.5, to[0] + 0.5, to[1] + 0.5];
  const far = Math.hypot(toX - x, toY - y);
  ctx.save();
  ctx.lineCap = ctx.lineJoin = "round";
  ctx.beginPath();
  if (far) {
    const [dx, dy] = [(toX - x) / far, (toY - y) / far];
    const [tipX, tipY] = [toX - 0.12 * dx, toY - 0.12 * dy];
    ctx.moveTo(x + 0.18 * dx, y + 0.18 * dy);
    ctx.lineTo(tipX, tipY);
    ctx.moveTo(tipX - 0.28 * dx - 0.2 * dy, tipY - 0.28 * dy + 0.2 * dx);
    ctx.lineTo(tipX, tipY);
    ctx.lineTo(tipX - 0.28 * dx + 0.2 * dy, tipY - 0.28 * dy - 0.2 * dx);
  } else ctx.arc(x, y, 0.42, 0, 2 * Math.PI);
  for (const [colours, pixels] of [[palette.paper, 6], [colour, 3]] as const) {
    ctx.lineWidth = thick(brush, pixels);
    ctx.strokeStyle = colours;
    ctx.stroke();
  }
  ctx.restore();
}
