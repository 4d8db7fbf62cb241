// Galleons and caravels, drawn around (0, 0) in a square of side 1, sailing to the right.

import type { Brush } from "joute/board";
import { emblem, sigilPath } from "joute/marks";
import { at, disc, mix, outlined, polygon, seatColour, shadow } from "joute/paint";

const SMALLEST = 12;

export function ship(brush: Brush, galion: boolean, seat: number, x: number, y: number, size: number, left = false) {
  const { ctx } = brush;
  const colour = seatColour(brush.palette, seat);
  at(ctx, x, y, size, () => {
    if (left) ctx.scale(-1, 1);
    if (size * brush.pixels < SMALLEST) speck(brush, galion, seat, colour);
    else if (galion) galleon(brush, seat, colour);
    else caravel(brush, seat, colour);
  });
}

/** From afar: a sail, square for a galleon. */
function speck({ ctx }: Brush, galion: boolean, seat: number, colour: string): void {
  if (galion) sigilPath(ctx, seat, 0, 0, 0.5);
  else polygon(ctx, [[-0.35, 0.3], [0.05, -0.45], [0.4, 0.3]]);
  outlined(ctx, colour, 0.12);
}

function galleon({ ctx, palette }: Brush, seat: number, colour: string): void {
  shadow(ctx, 0, 0.34, 0.46, 0.22);
  const wood = palette.dark ? "#7d5230" : "#6d4526";
  masts(ctx, [[-0.24, -0.34], [0.04, -0.48], [0.28, -0.3]]);
  sail(ctx, -0.24, -0.28, 0.2, 0.34, colour);
  sail(ctx, 0.28, -0.25, 0.18, 0.3, colour);
  sail(ctx, 0.04, -0.42, 0.28, 0.5, colour);
  emblem(ctx, seat, 0.09, -0.17, 0.085, colour);
  ctx.beginPath();
  ctx.moveTo(-0.48, -0.02);
  ctx.lineTo(-0.32, 0);
  ctx.lineTo(-0.28, 0.11);
  ctx.lineTo(0.3, 0.11);
  ctx.lineTo(0.5, 0.02);
  ctx.quadraticCurveTo(0.42, 0.34, 0.2, 0.35);
  ctx.lineTo(-0.28, 0.35);
  ctx.quadraticCurveTo(-0.46, 0.3, -0.48, -0.02);
  hull(ctx, wood);
  ctx.fillStyle = mix(colour, "#ffffff", 0.15);
  ctx.fillRect(-0.4, 0.15, 0.78, 0.05);
  for (const x of [-0.22, -0.06, 0.1, 0.26]) disc(ctx, x, 0.26, 0.025, "#20140c");
  pennant(ctx, 0.04, -0.5, colour);
}

function caravel({ ctx, palette }: Brush, seat: number, colour: string): void {
  shadow(ctx, 0, 0.32, 0.36, 0.22);
  masts(ctx, [[0.02, -0.44], [-0.24, -0.16]]);
  polygon(ctx, [[0.05, -0.44], [0.4, 0.06], [-0.18, 0.02]]);
  outlined(ctx, colour);
  emblem(ctx, seat, 0.09, -0.09, 0.075, colour);
  polygon(ctx, [[-0.24, -0.2], [-0.08, 0.06], [-0.4, 0.06]]);
  outlined(ctx, mix(colour, "#ffffff", 0.3));
  ctx.beginPath();
  ctx.moveTo(-0.42, 0.06);
  ctx.lineTo(0.44, 0.06);
  ctx.quadraticCurveTo(0.34, 0.31, 0.14, 0.32);
  ctx.lineTo(-0.22, 0.32);
  ctx.quadraticCurveTo(-0.38, 0.28, -0.42, 0.06);
  hull(ctx, palette.dark ? "#96683c" : "#8a5b30");
}

function masts(ctx: CanvasRenderingContext2D, tops: readonly (readonly [number, number])[]): void {
  ctx.beginPath();
  for (const [x, y] of tops) {
    ctx.moveTo(x, y);
    ctx.lineTo(x, 0.15);
  }
  ctx.strokeStyle = "#4a321f";
  ctx.lineWidth = 0.035;
  ctx.stroke();
}

/** A square sail that the wind fills. */
function sail(ctx: CanvasRenderingContext2D, x: number, top: number, wide: number, high: number, colour: string): void {
  ctx.beginPath();
  ctx.moveTo(x - wide / 2, top);
  ctx.lineTo(x + wide / 2, top);
  ctx.quadraticCurveTo(x + wide * 0.95, top + high * 0.55, x + wide * 0.55, top + high);
  ctx.lineTo(x - wide * 0.5, top + high * 0.94);
  ctx.quadraticCurveTo(x - wide * 0.1, top + high * 0.5, x - wide / 2, top);
  ctx.closePath();
  outlined(ctx, colour);
}

function hull(ctx: CanvasRenderingContext2D, wood: string): void {
  ctx.closePath();
  outlined(ctx, wood, 0.03);
}

function pennant(ctx: CanvasRenderingContext2D, x: number, y: number, colour: string): void {
  polygon(ctx, [[x, y], [x - 0.18, y + 0.05], [x, y + 0.1]]);
  ctx.fillStyle = colour;
  ctx.fill();
}
