// Towers and wizards, drawn around (0, 0) in a square of side 1.

import type { Brush } from "joute/board";
import { badge, emblem, lifeBar, sigilPath } from "joute/marks";
import { at, disc, glow, mix, outlined, polygon, seatColour, shadow, veil } from "joute/paint";
import { inks } from "./court";
import type { Court, Tower } from "./scene";

type Ctx = CanvasRenderingContext2D;

const SMALLEST = 12;

/** Everything that a seat's towers reach, in one shape. */
export function reach(brush: Brush, towers: readonly Tower[], seat: number): void {
  const { ctx, palette } = brush;
  const colour = seatColour(palette, seat);
  ctx.beginPath();
  for (const { x, y, range } of towers) diamond(ctx, x + 0.5, y + 0.5, range + 0.5);
  ctx.fillStyle = veil(colour, palette.dark ? 0.13 : 0.15);
  ctx.fill();
}

function diamond(ctx: Ctx, x: number, y: number, radius: number): void {
  ctx.moveTo(x, y - radius);
  ctx.lineTo(x + radius, y);
  ctx.lineTo(x, y + radius);
  ctx.lineTo(x - radius, y);
  ctx.closePath();
}

export function tower(brush: Brush, { tower_life: full }: Court, { x, y, owner, life }: Tower, grown = 1): void {
  const { ctx, palette, pixels } = brush;
  const colour = seatColour(palette, owner);
  const stone = inks(palette.dark).wall;
  at(ctx, x + 0.5, y + 0.5, grown, () => {
    if (pixels < SMALLEST) {
      polygon(ctx, [[-0.4, 0.45], [-0.25, -0.1], [0, -0.48], [0.25, -0.1], [0.4, 0.45]]);
      outlined(ctx, colour);
      return;
    }
    shadow(ctx, 0.06, 0.42, 0.36, 0.4);
    polygon(ctx, [[-0.25, 0.42], [-0.18, -0.18], [0.18, -0.18], [0.25, 0.42]]);
    outlined(ctx, mix(stone, "#ffffff", 0.15));
    polygon(ctx, [[0.05, 0.42], [0.06, -0.18], [0.18, -0.18], [0.25, 0.42]]);
    ctx.fillStyle = veil("#1a1030", 0.22);
    ctx.fill();
    polygon(ctx, [[-0.25, -0.12], [-0.25, -0.24], [0.25, -0.24], [0.25, -0.12]]);
    outlined(ctx, stone);
    polygon(ctx, [[-0.29, -0.22], [0, -0.72], [0.29, -0.22]]);
    outlined(ctx, colour);
    polygon(ctx, [[0.04, -0.22], [0, -0.72], [0.29, -0.22]]);
    ctx.fillStyle = veil("#000000", 0.2);
    ctx.fill();
    disc(ctx, 0, -0.72, 0.05, "#ffe9a6");
    sigilPath(ctx, owner, 0, 0.1, 0.12);
    outlined(ctx, colour);
  });
  lifeBar(brush, x + 0.5, y + 0.94, 0.7, life / full, "#7fd46a");
}

const HUDDLE: readonly (readonly (readonly [number, number])[])[] = [
  [[0, 0]],
  [[-0.2, -0.03], [0.18, 0.06]],
  [[0, -0.16], [-0.24, 0.06], [0.24, 0.08]],
];

/** A group of wizards: one, a few or many. */
export function wizards(brush: Brush, owner: number, count: number, x: number, y: number, size: number): void {
  const { ctx, palette, pixels } = brush;
  const colour = seatColour(palette, owner);
  const huddle = HUDDLE[count < 2 ? 0 : count < 5 ? 1 : 2] ?? [];
  if (size * pixels < SMALLEST) {
    sigilPath(ctx, owner, x, y, 0.36 * size);
    outlined(ctx, colour);
    return;
  }
  const each = count < 2 ? 0.86 : count < 5 ? 0.72 : 0.64;
  for (const [dx, dy] of huddle) at(ctx, x + dx * size, y + dy * size, size * each, () => wizard(ctx, owner, colour, size * pixels > 40));
}

/** How many they are. */
export function tally(brush: Brush, owner: number, count: number, x: number, y: number, size: number): void {
  badge(brush, count, x, y + 0.4 * size, seatColour(brush.palette, owner), 0.3 * Math.sqrt(size));
}

function wizard(ctx: Ctx, owner: number, colour: string, near: boolean): void {
  shadow(ctx, 0.02, 0.42, 0.3, 0.35);
  ctx.beginPath();
  ctx.moveTo(0.3, 0.42);
  ctx.lineTo(0.36, -0.36);
  ctx.strokeStyle = "#7a5230";
  ctx.lineWidth = 0.05;
  ctx.stroke();
  if (near) glow(ctx, 0.36, -0.4, 0.24, "#fff0a8", 0.9);
  disc(ctx, 0.36, -0.4, near ? 0.06 : 0.1, "#fffbe0");
  polygon(ctx, [[-0.13, -0.1], [0.13, -0.1], [0.3, 0.42], [-0.3, 0.42]]);
  outlined(ctx, mix(colour, "#0c0a20", 0.18));
  disc(ctx, 0, -0.12, 0.13, "#f2d2ae");
  polygon(ctx, [[-0.12, -0.08], [0.12, -0.08], [0.07, 0.08], [0, 0.2], [-0.07, 0.08]]);
  ctx.fillStyle = "#f6f3ec";
  ctx.fill();
  ctx.beginPath();
  ctx.ellipse(0, -0.19, 0.28, 0.075, 0, 0, Math.PI * 2);
  outlined(ctx, colour);
  ctx.beginPath();
  ctx.moveTo(-0.18, -0.2);
  ctx.quadraticCurveTo(-0.08, -0.4, 0.08, -0.66);
  ctx.quadraticCurveTo(0.12, -0.4, 0.18, -0.2);
  ctx.closePath();
  outlined(ctx, colour);
  emblem(ctx, owner, 0.02, -0.3, 0.065, colour);
}
