// The court at night: flagstones, gold inlays, and what is built into them.

import type { Brush } from "joute/board";
import { dashes, sigilPath } from "joute/marks";
import { at, disc, glow, hair, mix, noise, outlined, ownerColour, polygon, ring, seatColour, shadow, veil } from "joute/paint";
import type { Place } from "./scene";

type Ctx = CanvasRenderingContext2D;

interface Inks {
  stones: [string, string];
  joint: string;
  inlay: string;
  wall: string;
  water: string;
}

export function inks(dark: boolean): Inks {
  return dark
    ? { stones: ["#1b1836", "#262047"], joint: "#120f27", inlay: "#d8b25a", wall: "#a7a2bd", water: "#3f8fd0" }
    : { stones: ["#f4f0f8", "#e6deef"], joint: "#cdc2dd", inlay: "#a8802c", wall: "#b8b0c6", water: "#5aa6de" };
}

/** The paving; `brush.seen` says which part. */
export function paving(brush: Brush, side: number): void {
  const { ctx, seen, pixels } = brush;
  const colours = inks(brush.palette.dark);
  const [one, other] = colours.stones;
  ctx.fillStyle = colours.joint;
  ctx.fillRect(0, 0, side, side);
  const gap = pixels < 8 ? 0 : 0.02;
  for (let y = Math.max(0, Math.floor(seen.top) - 1); y < Math.min(side, seen.bottom + 1); y++)
    for (let x = Math.max(0, Math.floor(seen.left) - 1); x < Math.min(side, seen.right + 1); x++) {
      ctx.fillStyle = mix(one, other, 0.35 * ((x + y) % 2) + 0.65 * noise(x, y, 7));
      ctx.fillRect(x + gap, y + gap, 1 - 2 * gap, 1 - 2 * gap);
      if (pixels > 20 && noise(x, y, 8) < 0.06) crack(ctx, x, y, colours.joint);
    }
  inlays(brush, side, colours);
}

function crack(ctx: Ctx, x: number, y: number, colour: string): void {
  ctx.beginPath();
  ctx.moveTo(x + 0.1 + 0.3 * noise(x, y, 9), y + 0.05);
  ctx.lineTo(x + 0.4 + 0.2 * noise(x, y, 10), y + 0.45);
  ctx.lineTo(x + 0.3 + 0.5 * noise(x, y, 11), y + 0.95);
  ctx.strokeStyle = colour;
  ctx.lineWidth = 0.03;
  ctx.stroke();
}

/** Circles around the artefact, ways to the corners and the fountains, a frieze along the edge. */
function inlays(brush: Brush, side: number, colours: Inks): void {
  const { ctx } = brush;
  const middle = side / 2;
  const gold = veil(colours.inlay, brush.palette.dark ? 0.42 : 0.5);
  ctx.strokeStyle = gold;
  ctx.lineWidth = Math.max(0.05, hair(brush));
  ctx.beginPath();
  for (const [dx, dy] of [[1, 1], [1, -1], [-1, 1], [-1, -1], [0, 1], [0, -1], [1, 0], [-1, 0]] as const) {
    const reach = side / 2 - 1.2;
    const start = 0.3 * side * (dx && dy ? Math.SQRT1_2 : 1);
    ctx.moveTo(middle + dx * start, middle + dy * start);
    ctx.lineTo(middle + dx * reach, middle + dy * reach);
  }
  ctx.rect(0.5, 0.5, side - 1, side - 1);
  ctx.stroke();
  for (const part of [0.3, 0.285, 0.16, 0.075]) ring(ctx, middle, middle, side * part, gold, ctx.lineWidth);
  star(ctx, middle, side * 0.16, gold);
  if (brush.pixels > 9) runes(ctx, middle, side, gold);
}

/** An eight-pointed star of two squares. */
function star(ctx: Ctx, middle: number, radius: number, colour: string): void {
  ctx.strokeStyle = colour;
  for (const turn of [0, Math.PI / 4]) {
    polygon(
      ctx,
      [0, 1, 2, 3].map((i) => {
        const angle = turn + (i * Math.PI) / 2;
        return [middle + radius * Math.cos(angle), middle + radius * Math.sin(angle)] as const;
      }),
    );
    ctx.stroke();
  }
}

function runes(ctx: Ctx, middle: number, side: number, colour: string): void {
  const number = 2 * side;
  ctx.beginPath();
  for (let i = 0; i < number; i++) {
    const angle = (i / number) * Math.PI * 2;
    const radius = side * 0.315;
    const [x, y] = [middle + radius * Math.cos(angle), middle + radius * Math.sin(angle)];
    for (let stroke = 0; stroke < 3; stroke++) {
      ctx.moveTo(x + 0.3 * (noise(i, stroke, 12) - 0.5), y + 0.4 * (noise(i, stroke, 13) - 0.5));
      ctx.lineTo(x + 0.3 * (noise(i, stroke, 14) - 0.5), y + 0.4 * (noise(i, stroke, 15) - 0.5));
    }
  }
  ctx.strokeStyle = colour;
  ctx.lineWidth = 0.04;
  ctx.stroke();
}

// Special cells

export function place(brush: Brush, one: Place): void {
  const [x, y] = [one.x + 0.5, one.y + 0.5];
  const draw = { base: castle, fountain, artefact }[one.kind];
  draw(brush, x, y, one);
}

function held(brush: Brush, x: number, y: number, radius: number, owner: number | null): void {
  if (owner === null) return;
  const colour = seatColour(brush.palette, owner);
  glow(brush.ctx, x, y, radius * 1.7, colour, 0.4);
  brush.ctx.setLineDash(dashes(owner, 0.09));
  ring(brush.ctx, x, y, radius, colour, 0.09);
  brush.ctx.setLineDash([]);
}

function fountain(brush: Brush, x: number, y: number, { owner }: Place): void {
  const { ctx, palette } = brush;
  const { wall, water } = inks(palette.dark);
  held(brush, x, y, 0.62, owner);
  disc(ctx, x, y, 0.5, mix(wall, "#000000", 0.3));
  disc(ctx, x, y - 0.03, 0.47, wall);
  disc(ctx, x, y - 0.01, 0.36, mix(water, "#0a1a3a", 0.35));
  disc(ctx, x, y - 0.01, 0.32, water);
  ring(ctx, x, y, 0.22, "rgba(255,255,255,0.5)", 0.025);
  ring(ctx, x, y, 0.12, "rgba(255,255,255,0.6)", 0.025);
  ctx.beginPath();
  for (const side of [-1, 1])
    for (const wide of [0.1, 0.22]) {
      ctx.moveTo(x, y - 0.04);
      ctx.bezierCurveTo(x + side * 0.02, y - 0.42, x + side * wide, y - 0.42, x + side * wide, y - 0.02);
    }
  ctx.strokeStyle = "rgba(230,246,255,0.9)";
  ctx.lineWidth = 0.04;
  ctx.stroke();
}

const VIOLET = "#b38cff";

function artefact(brush: Brush, x: number, y: number, { owner }: Place): void {
  const { ctx, palette } = brush;
  glow(ctx, x, y, 1.9, VIOLET, palette.dark ? 0.65 : 0.5);
  held(brush, x, y, 0.72, owner);
  shadow(ctx, x, y + 0.38, 0.3, 0.35);
  const [top, low, wide] = [y - 0.62, y + 0.3, 0.27];
  const waist = y - 0.2;
  polygon(ctx, [[x, top], [x + wide, waist], [x, low], [x - wide, waist]]);
  ctx.fillStyle = VIOLET;
  ctx.fill();
  polygon(ctx, [[x, top], [x - wide, waist], [x - 0.06, waist + 0.07]]);
  ctx.fillStyle = "#efe4ff";
  ctx.fill();
  polygon(ctx, [[x + wide, waist], [x, low], [x - 0.06, waist + 0.07]]);
  ctx.fillStyle = "#7a4fd6";
  ctx.fill();
  polygon(ctx, [[x, top], [x + wide, waist], [x, low], [x - wide, waist]]);
  ctx.strokeStyle = "#3c2473";
  ctx.lineWidth = 0.035;
  ctx.stroke();
}

function castle(brush: Brush, x: number, y: number, { owner, home = 0 }: Place): void {
  const { ctx, palette } = brush;
  const colour = ownerColour(palette, owner);
  const stone = owner === null ? mix(inks(palette.dark).wall, "#303038", 0.45) : inks(palette.dark).wall;
  if (owner !== null) glow(ctx, x, y, 1.2, colour, 0.45);
  at(ctx, x, y, 1.06, () => {
    shadow(ctx, 0.04, 0.42, 0.52, 0.35);
    keep(ctx, stone, owner === null);
    for (const side of [-0.36, 0.36]) turret(ctx, side, stone, owner === null ? null : colour);
    sigilPath(ctx, home, 0, -0.02, 0.12);
    ctx.fillStyle = colour;
    ctx.fill();
    ctx.strokeStyle = veil("#000000", 0.5);
    ctx.lineWidth = 0.03;
    ctx.stroke();
  });
}

function keep(ctx: Ctx, stone: string, ruined: boolean): void {
  ctx.beginPath();
  ctx.moveTo(-0.36, 0.4);
  ctx.lineTo(-0.36, -0.2);
  const teeth = ruined ? [-0.05, -0.2, 0.04, -0.12, -0.2] : [-0.32, -0.2, -0.32, -0.2, -0.32];
  teeth.forEach((top, i) => {
    ctx.lineTo(-0.3 + i * 0.12, top);
    ctx.lineTo(-0.18 + i * 0.12, top);
  });
  ctx.lineTo(0.36, -0.2);
  ctx.lineTo(0.36, 0.4);
  ctx.closePath();
  outlined(ctx, stone);
  ctx.beginPath();
  ctx.moveTo(-0.11, 0.4);
  ctx.lineTo(-0.11, 0.24);
  ctx.arc(0, 0.24, 0.11, Math.PI, 0);
  ctx.lineTo(0.11, 0.4);
  ctx.closePath();
  ctx.fillStyle = "#2a2038";
  ctx.fill();
}

function turret(ctx: Ctx, x: number, stone: string, roof: string | null): void {
  polygon(ctx, [[x - 0.13, 0.42], [x - 0.13, -0.24], [x + 0.13, -0.24], [x + 0.13, 0.42]]);
  outlined(ctx, mix(stone, "#ffffff", 0.12));
  if (!roof) return;
  polygon(ctx, [[x - 0.18, -0.22], [x, -0.58], [x + 0.18, -0.22]]);
  outlined(ctx, roof);
}
