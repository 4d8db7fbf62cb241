// The map under the characters: meadows, roads, woods, marshes, walls and towers.

import type { Brush } from "joute/board";
import { disc, hair, lattice, mix, noise, polygon, veil } from "joute/paint";

type Ctx = CanvasRenderingContext2D;

interface Inks {
  grass: string;
  tuft: string;
  road: string;
  kerb: string;
  floor: string;
  leaf: string;
  trunk: string;
  water: string;
  reed: string;
  stone: string;
  ink: string;
}

function inks(dark: boolean): Inks {
  return dark
    ? {
        grass: "#2a3b2e",
        tuft: "#46604a",
        road: "#6a5a41",
        kerb: "#3d3527",
        floor: "#1e2f24",
        leaf: "#37694a",
        trunk: "#2c2119",
        water: "#27525a",
        reed: "#6f9166",
        stone: "#747984",
        ink: "#0d130f",
      }
    : {
        grass: "#d5dfaa",
        tuft: "#a3b873",
        road: "#e6d0a0",
        kerb: "#bfa26b",
        floor: "#b5c985",
        leaf: "#5f9250",
        trunk: "#6b4a2e",
        water: "#93c1bb",
        reed: "#5b8352",
        stone: "#bdb5a8",
        ink: "#3a3f2c",
      };
}

/** The whole ground; `brush.seen` says which part. */
export function country(brush: Brush, rows: readonly string[]): void {
  const { ctx, seen, pixels } = brush;
  const colours = inks(brush.palette.dark);
  const [wide, high] = [rows[0]?.length ?? 0, rows.length];
  const letter = (x: number, y: number) => rows[y]?.[x] ?? "#";
  const each = (letters: string, margin: number, draw: (x: number, y: number) => void) => {
    for (let y = Math.max(0, Math.floor(seen.top) - margin); y < Math.min(high, seen.bottom + margin); y++)
      for (let x = Math.max(0, Math.floor(seen.left) - margin); x < Math.min(wide, seen.right + margin); x++)
        if (letters.includes(letter(x, y))) draw(x, y);
  };
  ctx.fillStyle = colours.grass;
  ctx.fillRect(seen.left - 1, seen.top - 1, seen.right - seen.left + 2, seen.bottom - seen.top + 2);
  each(".T_F~", 1, (x, y) => meadow(ctx, x, y, colours, pixels));
  joined(ctx, each, letter, "~", [[1.12, mix(colours.water, colours.grass, 0.55)], [0.98, colours.water]]);
  each("~", 1, (x, y) => marsh(ctx, x, y, colours, pixels));
  joined(ctx, each, letter, "F", [[1.2, veil(colours.floor, 0.6)], [1, colours.floor]]);
  joined(ctx, each, letter, "_", [[0.62, colours.kerb], [0.52, colours.road]]);
  if (pixels >= 12) {
    lattice(brush, wide, high);
    ctx.strokeStyle = veil(colours.ink, 0.09);
    ctx.lineWidth = hair(brush, 1);
    ctx.stroke();
  }
  each("#", 1, (x, y) => wall(brush, x, y, letter, colours));
  each("T", 1, (x, y) => tower(ctx, x + 0.5, y + 0.5, colours));
  each("F", 1, (x, y) => wood(ctx, x, y, colours, pixels));
}

/** A soft round stain. */
function patch(ctx: Ctx, x: number, y: number, radius: number, colour: string): void {
  ctx.beginPath();
  ctx.ellipse(x + 0.5, y + 0.5, radius, radius * 0.92, noise(x, y, 1) * 3, 0, Math.PI * 2);
  ctx.fillStyle = colour;
  ctx.fill();
}

function meadow(ctx: Ctx, x: number, y: number, colours: Inks, pixels: number): void {
  if (noise(x, y, 2) < 0.4) patch(ctx, x, y, 0.55 + 0.5 * noise(x, y, 3), veil(colours.tuft, 0.09));
  if (pixels < 16 || noise(x, y, 4) > 0.45) return;
  const [gx, gy] = [x + 0.2 + 0.6 * noise(x, y, 5), y + 0.3 + 0.6 * noise(x, y, 6)];
  ctx.beginPath();
  for (const lean of [-0.06, 0, 0.06]) {
    ctx.moveTo(gx, gy);
    ctx.lineTo(gx + lean, gy - 0.12);
  }
  ctx.strokeStyle = colours.tuft;
  ctx.lineWidth = 0.022;
  ctx.stroke();
}

function marsh(ctx: Ctx, x: number, y: number, colours: Inks, pixels: number): void {
  if (pixels < 14) return;
  ctx.lineWidth = 0.025;
  ctx.beginPath();
  for (let i = 0; i < 2; i++) {
    const [wx, wy] = [x + 0.1 + 0.5 * noise(x, y, 20 + i), y + 0.25 + 0.6 * noise(x, y, 22 + i)];
    ctx.moveTo(wx, wy);
    ctx.quadraticCurveTo(wx + 0.12, wy - 0.06, wx + 0.26, wy);
  }
  ctx.strokeStyle = veil("#ffffff", 0.35);
  ctx.stroke();
  const [rx, ry] = [x + 0.25 + 0.5 * noise(x, y, 24), y + 0.45 + 0.4 * noise(x, y, 25)];
  ctx.beginPath();
  for (const [dx, dy] of [[-0.08, -0.2], [-0.02, -0.28], [0.06, -0.22]] as const) {
    ctx.moveTo(rx + dx / 2, ry);
    ctx.lineTo(rx + dx, ry + dy);
  }
  ctx.strokeStyle = colours.reed;
  ctx.lineWidth = 0.035;
  ctx.stroke();
}

type Each = (letters: string, margin: number, draw: (x: number, y: number) => void) => void;
type Letter = (x: number, y: number) => string;

/** Cells of one letter run together, in strokes from the widest to the narrowest. */
function joined(ctx: Ctx, each: Each, letter: Letter, mark: string, strokes: readonly (readonly [number, string])[]): void {
  ctx.lineCap = "round";
  for (const [width, colour] of strokes) {
    ctx.beginPath();
    each(mark, 2, (x, y) => {
      ctx.moveTo(x + 0.5, y + 0.5);
      ctx.lineTo(x + 0.501, y + 0.5);
      for (const [dx, dy] of [[1, 0], [0, 1]] as const)
        if (letter(x + dx, y + dy) === mark) {
          ctx.moveTo(x + 0.5, y + 0.5);
          ctx.lineTo(x + dx + 0.5, y + dy + 0.5);
        }
    });
    ctx.strokeStyle = colour;
    ctx.lineWidth = width;
    ctx.stroke();
  }
  ctx.lineCap = "butt";
}

function wall(brush: Brush, x: number, y: number, letter: Letter, colours: Inks): void {
  const { ctx, pixels } = brush;
  const open = letter(x, y + 1) !== "#";
  ctx.fillStyle = veil("#000000", 0.25);
  if (open) ctx.fillRect(x, y + 1, 1, 0.12);
  ctx.fillStyle = mix(colours.stone, "#ffffff", 0.06 * noise(x, y, 30));
  ctx.fillRect(x, y, 1, 1);
  if (open) {
    ctx.fillStyle = mix(colours.stone, "#000000", 0.38);
    ctx.fillRect(x, y + 0.66, 1, 0.34);
  }
  if (pixels < 12) return;
  ctx.beginPath();
  const shift = noise(x, y, 31) * 0.3;
  for (const [top, bottom, at] of [[0, 0.33, 0.3 + shift], [0.33, 0.66, 0.6 - shift], [0.66, 1, 0.35 + shift]] as const) {
    ctx.moveTo(x, y + bottom);
    ctx.lineTo(x + 1, y + bottom);
    ctx.moveTo(x + at, y + top);
    ctx.lineTo(x + at, y + bottom);
  }
  ctx.strokeStyle = veil(colours.ink, 0.3);
  ctx.lineWidth = 0.025;
  ctx.stroke();
  ctx.fillStyle = veil("#ffffff", 0.16);
  if (letter(x, y - 1) !== "#") ctx.fillRect(x, y, 1, 0.06);
}

function tower(ctx: Ctx, x: number, y: number, colours: Inks): void {
  disc(ctx, x + 0.07, y + 0.1, 0.46, veil("#000000", 0.25));
  disc(ctx, x, y, 0.45, mix(colours.stone, "#000000", 0.4));
  for (let i = 0; i < 10; i++) {
    const angle = (i / 10) * Math.PI * 2;
    ctx.beginPath();
    ctx.arc(x, y, 0.47, angle, angle + 0.38);
    ctx.arc(x, y, 0.34, angle + 0.38, angle, true);
    ctx.closePath();
    ctx.fillStyle = mix(colours.stone, "#ffffff", 0.18);
    ctx.fill();
  }
  disc(ctx, x, y, 0.35, mix(colours.stone, "#000000", 0.22));
  disc(ctx, x, y, 0.3, mix(colours.stone, "#ffffff", 0.05));
}

/** A few trees, the nearest last. */
function wood(ctx: Ctx, x: number, y: number, colours: Inks, pixels: number): void {
  const trees = pixels < 12 ? 2 : 4;
  const found = Array.from({ length: trees }, (_, i) => ({
    tx: x + (i % 2 ? 0.55 : 0.1) + 0.35 * noise(x, y, 40 + i),
    ty: y + (i < trees / 2 ? 0.38 : 0.8) + 0.16 * noise(x, y, 45 + i),
    size: 0.34 + 0.14 * noise(x, y, 50 + i),
    fir: noise(x, y, 55 + i) > 0.45,
    tint: noise(x, y, 60 + i),
  })).sort((a, b) => a.ty - b.ty);
  for (const { tx, ty, size, fir, tint } of found) {
    const leaf = mix(colours.leaf, tint > 0.5 ? "#203a26" : "#b9d08a", 0.28 * Math.abs(tint - 0.5) * 2);
    ctx.beginPath();
    ctx.ellipse(tx + 0.05, ty, size * 0.5, size * 0.2, 0, 0, Math.PI * 2);
    ctx.fillStyle = veil("#000000", 0.25);
    ctx.fill();
    ctx.fillStyle = colours.trunk;
    ctx.fillRect(tx - 0.025, ty - size * 0.35, 0.05, size * 0.35);
    if (fir) conifer(ctx, tx, ty, size, leaf);
    else crown(ctx, tx, ty - size * 0.6, size * 0.46, leaf);
  }
}

function conifer(ctx: Ctx, x: number, y: number, size: number, leaf: string): void {
  for (const [bottom, half, top] of [[0.15, 0.42, 0.75], [0.45, 0.32, 1.05], [0.75, 0.22, 1.3]] as const) {
    polygon(ctx, [[x - size * half, y - size * bottom], [x, y - size * top], [x + size * half, y - size * bottom]]);
    ctx.fillStyle = leaf;
    ctx.fill();
    polygon(ctx, [[x, y - size * bottom], [x, y - size * top], [x + size * half, y - size * bottom]]);
    ctx.fillStyle = veil("#000000", 0.18);
    ctx.fill();
  }
}

function crown(ctx: Ctx, x: number, y: number, radius: number, leaf: string): void {
  disc(ctx, x, y, radius, mix(leaf, "#000000", 0.22));
  disc(ctx, x - radius * 0.12, y - radius * 0.12, radius * 0.82, leaf);
  disc(ctx, x - radius * 0.3, y - radius * 0.32, radius * 0.34, mix(leaf, "#ffffff", 0.16));
}
