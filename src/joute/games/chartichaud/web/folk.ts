// Settlers, soldiers and houses, drawn around (0, 0) in a square of side 1.

import type { Brush } from "joute/board";
import { emblem, sigilPath } from "joute/marks";
import { at, disc, mix, outlined, polygon, seatColour, shadow } from "joute/paint";
import { BUILDING, CIVILIAN } from "./scene";

type Ctx = CanvasRenderingContext2D;

const SMALLEST = 11;
const [SKIN, WOOD, STEEL, STRAW] = ["#f2d0a9", "#6e4a2a", "#d5dce4", "#e9cf7d"];

export function unit(brush: Brush, kind: number, seat: number, x: number, y: number, size: number): void {
  const { ctx, palette, pixels } = brush;
  const colour = seatColour(palette, seat);
  at(ctx, x, y, size, () => {
    if (size * pixels < SMALLEST) piece(ctx, kind, seat, colour);
    else if (kind === BUILDING) house(ctx, seat, colour);
    else if (kind === CIVILIAN) settler(ctx, seat, colour);
    else soldier(ctx, seat, colour);
  });
}

/** From afar: a house, a disc or a shield in the seat's shape. */
function piece(ctx: Ctx, kind: number, seat: number, colour: string): void {
  if (kind === BUILDING) polygon(ctx, [[-0.4, 0.45], [-0.4, -0.1], [0, -0.5], [0.4, -0.1], [0.4, 0.45]]);
  else sigilPath(ctx, seat, 0, 0, kind === CIVILIAN ? 0.34 : 0.5);
  outlined(ctx, colour);
}

function stick(ctx: Ctx, x: number, y: number, toX: number, toY: number, colour = WOOD): void {
  ctx.beginPath();
  ctx.moveTo(x, y);
  ctx.lineTo(toX, toY);
  ctx.strokeStyle = colour;
  ctx.lineWidth = 0.055;
  ctx.stroke();
}

function house(ctx: Ctx, seat: number, colour: string): void {
  shadow(ctx, 0.04, 0.42, 0.52, 0.28);
  polygon(ctx, [[0.18, -0.3], [0.18, -0.56], [0.3, -0.56], [0.3, -0.2]]);
  outlined(ctx, "#a08c78");
  polygon(ctx, [[-0.4, 0.42], [-0.4, -0.06], [0.4, -0.06], [0.4, 0.42]]);
  outlined(ctx, "#f3e6c8");
  for (const x of [-0.4, -0.14, 0.14, 0.4]) stick(ctx, x, -0.04, x, 0.42);
  polygon(ctx, [[-0.1, 0.42], [-0.1, 0.12], [0.1, 0.12], [0.1, 0.42]]);
  outlined(ctx, "#5b3c22");
  polygon(ctx, [[-0.54, -0.02], [-0.26, -0.46], [0.26, -0.46], [0.54, -0.02]]);
  outlined(ctx, colour);
  emblem(ctx, seat, 0, -0.23, 0.13, colour);
}

function settler(ctx: Ctx, seat: number, colour: string): void {
  shadow(ctx, 0.03, 0.43, 0.34, 0.28);
  stick(ctx, 0.22, 0.42, 0.36, -0.34);
  ctx.beginPath();
  ctx.arc(0.28, -0.16, 0.24, -Math.PI * 0.75, -Math.PI * 0.08);
  ctx.strokeStyle = "#8d949c";
  ctx.lineWidth = 0.065;
  ctx.stroke();
  ctx.beginPath();
  ctx.moveTo(-0.14, -0.08);
  ctx.lineTo(0.14, -0.08);
  ctx.quadraticCurveTo(0.3, 0.1, 0.26, 0.43);
  ctx.lineTo(-0.26, 0.43);
  ctx.quadraticCurveTo(-0.3, 0.1, -0.14, -0.08);
  ctx.closePath();
  outlined(ctx, colour);
  disc(ctx, 0, -0.16, 0.15, SKIN);
  ctx.beginPath();
  ctx.arc(0, -0.25, 0.16, Math.PI, 0);
  ctx.closePath();
  outlined(ctx, STRAW);
  ctx.beginPath();
  ctx.ellipse(0, -0.24, 0.31, 0.075, 0, 0, Math.PI * 2);
  outlined(ctx, STRAW);
  emblem(ctx, seat, 0, 0.16, 0.1, colour);
}

function soldier(ctx: Ctx, seat: number, colour: string): void {
  shadow(ctx, 0.03, 0.43, 0.38, 0.3);
  stick(ctx, 0.34, 0.44, 0.34, -0.4);
  polygon(ctx, [[0.34, -0.62], [0.42, -0.38], [0.26, -0.38]]);
  outlined(ctx, STEEL);
  polygon(ctx, [[-0.22, -0.08], [0.24, -0.08], [0.28, 0.43], [-0.26, 0.43]]);
  outlined(ctx, mix(colour, "#3a3a44", 0.35));
  disc(ctx, 0, -0.18, 0.15, SKIN);
  ctx.beginPath();
  ctx.moveTo(-0.18, -0.16);
  ctx.quadraticCurveTo(-0.2, -0.42, 0, -0.42);
  ctx.quadraticCurveTo(0.2, -0.42, 0.18, -0.16);
  ctx.closePath();
  outlined(ctx, STEEL);
  ctx.beginPath();
  ctx.moveTo(0, -0.4);
  ctx.quadraticCurveTo(-0.1, -0.66, -0.3, -0.46);
  ctx.quadraticCurveTo(-0.14, -0.5, 0, -0.4);
  outlined(ctx, colour);
  ctx.beginPath();
  ctx.moveTo(-0.38, -0.04);
  ctx.lineTo(0.12, -0.04);
  ctx.quadraticCurveTo(0.12, 0.28, -0.13, 0.4);
  ctx.quadraticCurveTo(-0.38, 0.28, -0.38, -0.04);
  ctx.closePath();
  outlined(ctx, colour, 0.055);
  emblem(ctx, seat, -0.13, 0.12, 0.11, colour);
}
