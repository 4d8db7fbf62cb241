// Parchment and meadow, and the gold in them.

import type { Brush } from "joute/board";
import { above, write } from "joute/marks";
import { disc, hair, lattice, mix, noise, polygon, shadow, veil } from "joute/paint";

type Ctx = CanvasRenderingContext2D;

function inks(dark: boolean) {
  return dark
    ? { paper: "#352d1c", wash: "#3f4a2c", ink: "#c8bd93", rock: "#5d5747", tuft: "#5f7046" }
    : { paper: "#f1e6c6", wash: "#d8dfa8", ink: "#6a5a35", rock: "#b3a385", tuft: "#9aa85f" };
}

/** The country before anyone came; `brush.seen` says which part. */
export function meadow(brush: Brush, width: number, height: number): void {
  const { ctx, seen, pixels } = brush;
  const colours = inks(brush.palette.dark);
  ctx.fillStyle = colours.paper;
  ctx.fillRect(0, 0, width, height);
  for (let y = Math.floor(seen.top) - 2; y < seen.bottom + 2; y++)
    for (let x = Math.floor(seen.left) - 2; x < seen.right + 2; x++) {
      wash(ctx, x, y, colours.wash);
      if (pixels > 18 && noise(x, y, 5) < 0.5) tuft(ctx, x, y, colours.tuft);
      if (pixels > 24 && noise(x, y, 9) < 0.1) hill(ctx, x, y, colours.ink);
    }
  grid(brush, width, height, colours.ink);
}

function wash(ctx: Ctx, x: number, y: number, colour: string): void {
  const reach = 0.5 + 0.9 * noise(x, y, 1);
  ctx.beginPath();
  ctx.ellipse(x + noise(x, y, 2), y + noise(x, y, 3), reach, reach * 0.7, noise(x, y, 4) * 3, 0, Math.PI * 2);
  ctx.fillStyle = veil(colour, 0.34);
  ctx.fill();
}

function tuft(ctx: Ctx, x: number, y: number, colour: string): void {
  const [gx, gy] = [x + 0.1 + 0.8 * noise(x, y, 6), y + 0.2 + 0.75 * noise(x, y, 7)];
  ctx.beginPath();
  for (const lean of [-0.05, 0, 0.05]) {
    ctx.moveTo(gx, gy);
    ctx.quadraticCurveTo(gx, gy - 0.06, gx + lean, gy - 0.1);
  }
  ctx.strokeStyle = veil(colour, 0.8);
  ctx.lineWidth = 0.018;
  ctx.stroke();
}

/** A hill as map makers draw it. */
function hill(ctx: Ctx, x: number, y: number, colour: string): void {
  const [hx, hy] = [x + 0.15 + 0.4 * noise(x, y, 10), y + 0.4 + 0.4 * noise(x, y, 11)];
  ctx.beginPath();
  ctx.moveTo(hx, hy);
  ctx.quadraticCurveTo(hx + 0.1, hy - 0.2, hx + 0.24, hy);
  for (const dx of [0.13, 0.17, 0.21]) {
    ctx.moveTo(hx + dx, hy - 0.11 + dx * 0.2);
    ctx.lineTo(hx + dx + 0.03, hy);
  }
  ctx.strokeStyle = veil(colour, 0.4);
  ctx.lineWidth = 0.018;
  ctx.stroke();
}

function grid(brush: Brush, width: number, height: number, colour: string): void {
  const { ctx, pixels } = brush;
  if (pixels < 10) return;
  ctx.setLineDash([0.06, 0.08]);
  lattice(brush, width, height);
  ctx.strokeStyle = veil(colour, 0.32);
  ctx.lineWidth = Math.max(0.015, hair(brush, 1));
  ctx.stroke();
  ctx.setLineDash([]);
}

const GOLD = "#e8b021";
const NUGGETS_MOST = 12;

/** A vein of gold: more nuggets for more gold, dull where it was harvested this turn; its amount below or beside it. */
export function vein(brush: Brush, gold: number, harvested: boolean, x: number, y: number, size: number, beside = false) {
  const { ctx, palette, pixels } = brush;
  const colours = inks(palette.dark);
  if (pixels < 16) {
    disc(ctx, x, y, Math.min(0.4, 0.14 + Math.sqrt(gold) * 0.022), harvested ? mix(GOLD, colours.rock, 0.5) : GOLD);
    return;
  }
  const number = Math.min(NUGGETS_MOST, Math.ceil(Math.sqrt(gold)));
  const wide = size * (0.2 + 0.025 * number);
  shadow(ctx, x, y + size * 0.12, wide * 1.15, 0.22);
  const rock = [[-1, 0.14], [-0.7, -0.08], [-0.1, -0.2], [0.6, -0.1], [1, 0.14]] as const;
  polygon(ctx, rock.map(([dx, dy]) => [x + dx * wide, y + dy * size] as const));
  ctx.fillStyle = colours.rock;
  ctx.fill();
  for (let i = 0; i < number; i++) {
    const angle = i * 2.4;
    const reach = wide * 0.75 * Math.sqrt((i + 0.3) / NUGGETS_MOST) * 1.25;
    nugget(ctx, x + reach * Math.cos(angle), y + reach * 0.5 * Math.sin(angle), size * 0.085, harvested);
  }
  const ink = palette.dark ? "#ffd968" : "#7a5200";
  const [textX, textY] = beside ? [x + wide + 0.04, y] : [x, y + size * 0.32];
  const align = beside ? "left" : "center";
  const style = { size: 0.2, least: 7, colour: ink, halo: colours.paper, weight: 700, align } as const;
  above(brush, (top) => write(top, String(gold), textX, textY, style));
  if (harvested) sickle(ctx, x - wide, y - size * 0.12, size * 0.16, palette.ink);
}

function nugget(ctx: Ctx, x: number, y: number, radius: number, dull: boolean): void {
  disc(ctx, x, y + radius * 0.2, radius, dull ? "#6b5a2a" : "#8a5f08");
  disc(ctx, x, y, radius * 0.88, dull ? "#b99a4a" : GOLD);
  disc(ctx, x - radius * 0.28, y - radius * 0.3, radius * 0.3, dull ? "#cdb674" : "#fff0b0");
}

/** Harvested this turn. */
function sickle(ctx: Ctx, x: number, y: number, size: number, colour: string): void {
  ctx.beginPath();
  ctx.arc(x, y, size * 0.7, Math.PI * 0.9, Math.PI * 2.05);
  ctx.moveTo(x - size * 0.66, y + size * 0.2);
  ctx.lineTo(x - size * 0.9, y + size * 0.8);
  ctx.strokeStyle = colour;
  ctx.lineWidth = size * 0.22;
  ctx.stroke();
}
