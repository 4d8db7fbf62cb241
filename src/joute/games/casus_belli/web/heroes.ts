// The three classes: a hooded thief, a horned barbarian, a slender elf. Drawn around (0, 0) in a square of side 1.

import type { Brush } from "joute/board";
import { emblem, lifeArc } from "joute/marks";
import { at, disc, mix, outlined, polygon, seatColour, shadow } from "joute/paint";
import { BARBARE, type Character, STEPS, VOLEUR } from "./scene";

type Ctx = CanvasRenderingContext2D;

const SMALLEST = 13;

export function hero(brush: Brush, one: Character, x: number, y: number, size: number, life = one.life): void {
  const { ctx, palette, pixels } = brush;
  const colour = seatColour(palette, one.team);
  at(ctx, x, y, size, () => {
    if (size * pixels < SMALLEST) {
      piece(ctx, one.class, colour);
      return;
    }
    stand(brush, one, life, colour);
    const [figure, hand] = FIGURES[one.class] ?? FIGURES[VOLEUR] ?? [cloak, knife];
    hand(ctx);
    figure(ctx, colour);
    emblem(ctx, one.team, 0, one.class === BARBARE ? 0.12 : 0.14, 0.085, colour);
  });
}

/** From afar: a triangle, a square or a diamond. */
function piece(ctx: Ctx, rank: number, colour: string): void {
  if (rank === VOLEUR) polygon(ctx, [[-0.4, 0.35], [0, -0.42], [0.4, 0.35]]);
  else if (rank === BARBARE) polygon(ctx, [[-0.36, -0.36], [0.36, -0.36], [0.36, 0.36], [-0.36, 0.36]]);
  else polygon(ctx, [[0, -0.48], [0.36, 0], [0, 0.48], [-0.36, 0]]);
  outlined(ctx, colour);
}

/** The foot of a figure: how much life is left, and where it looks. */
function stand(brush: Brush, one: Character, life: number, colour: string): void {
  const { ctx } = brush;
  shadow(ctx, 0.04, 0.4, 0.42, 0.3);
  ctx.save();
  ctx.translate(0, 0.36);
  ctx.scale(1, 0.48);
  disc(ctx, 0, 0, 0.4, mix(colour, "#101014", 0.55));
  lifeArc(brush, 0, 0, 0.37, life / one.full, mix(colour, "#ffffff", 0.25));
  const [dx, dy] = STEPS[one.direction] ?? STEPS[0];
  const tip = 0.62;
  polygon(ctx, [[dx * tip, dy * tip], [dx * 0.4 - dy * 0.2, dy * 0.4 + dx * 0.2], [dx * 0.4 + dy * 0.2, dy * 0.4 - dx * 0.2]]);
  ctx.fillStyle = mix(colour, "#ffffff", 0.55);
  ctx.fill();
  ctx.restore();
}

const SKIN = "#f3d2ac";
const STEEL = "#dfe6ee";
const WOOD = "#6b4526";

function cloak(ctx: Ctx, colour: string): void {
  ctx.beginPath();
  ctx.moveTo(0.02, -0.48);
  ctx.bezierCurveTo(0.3, -0.4, 0.2, -0.12, 0.26, 0.02);
  ctx.quadraticCurveTo(0.32, 0.24, 0.28, 0.36);
  ctx.lineTo(-0.28, 0.36);
  ctx.quadraticCurveTo(-0.32, 0.24, -0.26, 0.02);
  ctx.bezierCurveTo(-0.2, -0.12, -0.28, -0.4, 0.02, -0.48);
  ctx.closePath();
  outlined(ctx, colour);
  ctx.beginPath();
  ctx.ellipse(0, -0.2, 0.13, 0.15, 0, 0, Math.PI * 2);
  ctx.fillStyle = "#17131c";
  ctx.fill();
  for (const x of [-0.05, 0.05]) disc(ctx, x, -0.2, 0.026, "#ffe9a8");
}

function knife(ctx: Ctx): void {
  polygon(ctx, [[0.28, 0.12], [0.48, -0.2], [0.36, 0.17]]);
  outlined(ctx, STEEL);
  bar(ctx, 0.24, 0.08, 0.38, 0.2);
}

function brute(ctx: Ctx, colour: string): void {
  ctx.beginPath();
  ctx.moveTo(-0.36, -0.02);
  ctx.quadraticCurveTo(-0.3, -0.16, 0, -0.14);
  ctx.quadraticCurveTo(0.3, -0.16, 0.36, -0.02);
  ctx.quadraticCurveTo(0.34, 0.24, 0.24, 0.36);
  ctx.lineTo(-0.24, 0.36);
  ctx.quadraticCurveTo(-0.34, 0.24, -0.36, -0.02);
  ctx.closePath();
  outlined(ctx, colour);
  for (const side of [-1, 1]) {
    ctx.beginPath();
    ctx.moveTo(side * 0.12, -0.32);
    ctx.quadraticCurveTo(side * 0.32, -0.3, side * 0.3, -0.5);
    ctx.quadraticCurveTo(side * 0.2, -0.42, side * 0.08, -0.42);
    ctx.closePath();
    outlined(ctx, "#f4ead2");
  }
  disc(ctx, 0, -0.22, 0.15, SKIN);
  ctx.beginPath();
  ctx.arc(0, -0.25, 0.16, Math.PI, 0);
  ctx.closePath();
  outlined(ctx, "#8b929c");
  polygon(ctx, [[-0.11, -0.18], [0.11, -0.18], [0.06, -0.03], [-0.06, -0.03]]);
  ctx.fillStyle = "#8a4a20";
  ctx.fill();
}

function hammer(ctx: Ctx): void {
  bar(ctx, 0.22, 0.3, 0.42, -0.28);
  polygon(ctx, [[0.26, -0.42], [0.52, -0.34], [0.48, -0.18], [0.22, -0.26]]);
  outlined(ctx, "#9aa3ae");
}

function slender(ctx: Ctx, colour: string): void {
  polygon(ctx, [[0, -0.14], [0.15, -0.02], [0.2, 0.36], [-0.2, 0.36], [-0.15, -0.02]]);
  outlined(ctx, colour);
  for (const side of [-1, 1]) {
    polygon(ctx, [[side * 0.09, -0.3], [side * 0.3, -0.42], [side * 0.12, -0.2]]);
    outlined(ctx, SKIN);
  }
  disc(ctx, 0, -0.26, 0.14, SKIN);
  ctx.beginPath();
  ctx.moveTo(-0.17, -0.08);
  ctx.bezierCurveTo(-0.2, -0.56, 0.2, -0.56, 0.17, -0.08);
  ctx.quadraticCurveTo(0.12, -0.34, 0, -0.35);
  ctx.quadraticCurveTo(-0.12, -0.34, -0.17, -0.08);
  ctx.closePath();
  outlined(ctx, mix(colour, "#fff3c0", 0.6));
}

function bow(ctx: Ctx): void {
  ctx.beginPath();
  ctx.arc(-0.12, 0.02, 0.34, Math.PI * 0.68, Math.PI * 1.32);
  ctx.strokeStyle = WOOD;
  ctx.lineWidth = 0.055;
  ctx.stroke();
  ctx.beginPath();
  ctx.moveTo(-0.3, -0.27);
  ctx.lineTo(-0.3, 0.31);
  ctx.strokeStyle = "#efe7d4";
  ctx.lineWidth = 0.02;
  ctx.stroke();
}

function bar(ctx: Ctx, x: number, y: number, toX: number, toY: number): void {
  ctx.beginPath();
  ctx.moveTo(x, y);
  ctx.lineTo(toX, toY);
  ctx.strokeStyle = WOOD;
  ctx.lineWidth = 0.06;
  ctx.stroke();
}

const FIGURES: readonly (readonly [(ctx: Ctx, colour: string) => void, (ctx: Ctx) => void])[] = [
  [cloak, knife],
  [brute, hammer],
  [slender, bow],
];
