// The sea chart under the boats: rhumb lines, depths, coasts, islands and volcanoes.

import type { Brush } from "joute/board";
import { hair, mix, noise, polygon, veil } from "joute/paint";

type Ctx = CanvasRenderingContext2D;
export type Land = { x: number; y: number; volcano: boolean };

export interface Inks {
  sea: string;
  shoals: string[];
  ink: string;
  rhumb: string;
  land: string;
  shade: string;
  leaf: string;
  rock: string;
}

export function inks(dark: boolean): Inks {
  return dark
    ? {
        sea: "#0d1d2c",
        shoals: ["#10253a", "#143049", "#1a3e5a"],
        ink: "#9cc3d4",
        rhumb: "#d9a35c",
        land: "#a98d58",
        shade: "#6f5a36",
        leaf: "#4f6b3c",
        rock: "#5b4a46",
      }
    : {
        sea: "#dfe9e0",
        shoals: ["#cde3e0", "#b7d9de", "#9ccbd9"],
        ink: "#2d4a5b",
        rhumb: "#b4573a",
        land: "#f0dca6",
        shade: "#c9ab6b",
        leaf: "#7c9a55",
        rock: "#a58672",
      };
}

const SHOALS = [1.35, 0.98, 0.7];
const COAST = 0.42;
const POINTS = 14;

/** A smooth wobbling outline around the middle of a cell; the same for the same cell, at every radius. */
export function blob(ctx: Ctx, { x, y }: { x: number; y: number }, radius: number): void {
  const points: [number, number][] = [];
  for (let i = 0; i < POINTS; i++) {
    const angle = (i / POINTS) * Math.PI * 2;
    const reach = radius * (0.88 + 0.3 * noise(x, y, 10 + i));
    points.push([x + 0.5 + reach * Math.cos(angle), y + 0.52 + reach * 0.92 * Math.sin(angle)]);
  }
  points.forEach(([px, py], i) => {
    const [nx, ny] = points[(i + 1) % POINTS] ?? [px, py];
    const [mx, my] = [(px + nx) / 2, (py + ny) / 2];
    if (i) ctx.quadraticCurveTo(px, py, mx, my);
    else {
      const [lx, ly] = points[POINTS - 1] ?? [px, py];
      ctx.moveTo((px + lx) / 2, (py + ly) / 2);
      ctx.quadraticCurveTo(px, py, mx, my);
    }
  });
  ctx.closePath();
}

/** The coast of an island, as the current path. */
export function coast(ctx: Ctx, land: { x: number; y: number }, grown = 1): void {
  ctx.beginPath();
  blob(ctx, land, COAST * grown);
}

export function lands(map: readonly string[]): Land[] {
  return map.flatMap((row, y) =>
    [...row].flatMap((letter, x) => (letter === "~" ? [] : [{ x, y, volcano: letter === "^" }])),
  );
}

/** The whole chart; `brush.seen` says which part. */
export function chart(brush: Brush, map: readonly string[]): void {
  const { ctx, seen } = brush;
  const colours = inks(brush.palette.dark);
  const size = map.length;
  const near = lands(map).filter(
    ({ x, y }) => x > seen.left - 3 && x < seen.right + 2 && y > seen.top - 3 && y < seen.bottom + 2,
  );
  ctx.fillStyle = colours.sea;
  ctx.fillRect(0, 0, size, size);
  depths(brush, near, colours);
  rhumbs(brush, map, colours);
  waves(brush, map, colours);
  hachures(brush, near, colours);
  for (const land of near) relief(brush, land, colours);
  frame(brush, size, colours);
}

function depths(brush: Brush, near: Land[], colours: Inks): void {
  const { ctx } = brush;
  SHOALS.forEach((radius, level) => {
    ctx.beginPath();
    for (const land of near) blob(ctx, land, radius);
    ctx.strokeStyle = veil(colours.ink, 0.28);
    ctx.lineWidth = hair(brush, 2);
    ctx.setLineDash(level === 0 ? [0.12, 0.1] : []);
    ctx.stroke();
    ctx.setLineDash([]);
    ctx.fillStyle = colours.shoals[level] ?? colours.sea;
    ctx.fill();
  });
}

type Rose = { x: number; y: number; room: number };
const known = new WeakMap<readonly string[], Rose[]>();
const ROSE_PLACES = 24;

/** Where compass roses stand: in the widest waters. */
function roses(map: readonly string[]): Rose[] {
  const found = known.get(map) ?? widest(map);
  known.set(map, found);
  return found;
}

function widest(map: readonly string[]): Rose[] {
  const size = map.length;
  const all = lands(map);
  const free: Rose[] = [];
  const step = Math.ceil(size / ROSE_PLACES);
  for (let y = 1; y < size; y += step)
    for (let x = 1; x < size; x += step) {
      const edge = Math.min(x, y, size - x, size - y) - 0.2;
      const room = all.reduce((least, l) => Math.min(least, Math.hypot(l.x + 0.5 - x, l.y + 0.5 - y) - 0.7), edge);
      free.push({ x, y, room });
    }
  free.sort((a, b) => b.room - a.room);
  const [first] = free;
  if (!first) return [];
  const second = free.find(({ x, y, room }) => room > 1.2 && Math.hypot(x - first.x, y - first.y) > size * 0.45);
  return second ? [first, second] : [first];
}

function rhumbs(brush: Brush, map: readonly string[], colours: Inks): void {
  const { ctx, palette } = brush;
  const reach = map.length * 1.5;
  const found = roses(map);
  for (const { x, y } of found)
    for (let i = 0; i < 32; i++) {
      const angle = (i / 32) * Math.PI * 2;
      ctx.beginPath();
      ctx.moveTo(x, y);
      ctx.lineTo(x + reach * Math.cos(angle), y + reach * Math.sin(angle));
      ctx.strokeStyle = veil(i % 4 ? colours.ink : colours.rhumb, (i % 2 ? 0.07 : 0.16) * (palette.dark ? 0.9 : 1));
      ctx.lineWidth = hair(brush, i % 4 ? 1 : 1.4);
      ctx.stroke();
    }
  for (const rose of found) if (rose.room > 1) compass(brush, rose.x, rose.y, Math.min(1.9, rose.room * 0.6), colours);
}

function compass(brush: Brush, x: number, y: number, radius: number, colours: Inks): void {
  const { ctx } = brush;
  ctx.lineWidth = hair(brush, 1.2);
  ctx.strokeStyle = veil(colours.ink, 0.4);
  for (const part of [0.62, 0.68]) {
    ctx.beginPath();
    ctx.arc(x, y, radius * part, 0, Math.PI * 2);
    ctx.stroke();
  }
  for (const [start, length, wide] of [[Math.PI / 4, 0.66, 0.13], [0, 1, 0.16]] as const)
    for (let i = 0; i < 4; i++) {
      const angle = start + (i * Math.PI) / 2;
      const tip = [x + radius * length * Math.cos(angle), y + radius * length * Math.sin(angle)] as const;
      for (const side of [-1, 1]) {
        const turn = angle + (side * Math.PI) / 4;
        const waist = [x + radius * wide * Math.cos(turn), y + radius * wide * Math.sin(turn)] as const;
        polygon(ctx, [[x, y], tip, waist]);
        ctx.fillStyle = veil(side < 0 ? colours.ink : colours.sea, side < 0 ? 0.5 : 0.9);
        ctx.fill();
        ctx.stroke();
      }
    }
  polygon(ctx, [[x, y - radius * 1.22], [x - radius * 0.09, y - radius * 1.02], [x + radius * 0.09, y - radius * 1.02]]);
  ctx.fillStyle = veil(colours.rhumb, 0.8);
  ctx.fill();
}

function waves(brush: Brush, map: readonly string[], colours: Inks): void {
  const { ctx, seen, pixels } = brush;
  if (pixels < 14) return;
  ctx.strokeStyle = veil(colours.ink, 0.2);
  ctx.lineWidth = hair(brush, 1.2);
  ctx.beginPath();
  for (let y = Math.max(0, Math.floor(seen.top)); y < Math.min(map.length, seen.bottom); y++)
    for (let x = Math.max(0, Math.floor(seen.left)); x < Math.min(map.length, seen.right); x++) {
      if (map[y]?.[x] !== "~" || noise(x, y, 3) > 0.16) continue;
      const [wx, wy] = [x + 0.15 + 0.5 * noise(x, y, 4), y + 0.2 + 0.6 * noise(x, y, 5)];
      ctx.moveTo(wx, wy);
      ctx.quadraticCurveTo(wx + 0.07, wy - 0.1, wx + 0.15, wy);
      ctx.quadraticCurveTo(wx + 0.22, wy - 0.1, wx + 0.3, wy);
    }
  ctx.stroke();
}

/** Level lines along the coasts, as engravers drew them. */
function hachures(brush: Brush, near: Land[], colours: Inks): void {
  const { ctx, seen, pixels } = brush;
  if (pixels < 12) return;
  ctx.save();
  ctx.beginPath();
  for (const land of near) blob(ctx, land, COAST * 1.3);
  ctx.clip();
  ctx.beginPath();
  for (let y = Math.floor(seen.top) - 1; y < seen.bottom + 1; y += 0.075) {
    ctx.moveTo(seen.left - 1, y);
    ctx.lineTo(seen.right + 1, y);
  }
  ctx.strokeStyle = veil(colours.ink, 0.5);
  ctx.lineWidth = 0.018;
  ctx.stroke();
  ctx.restore();
}

function relief(brush: Brush, land: Land, colours: Inks): void {
  const { ctx } = brush;
  coast(ctx, land);
  ctx.fillStyle = land.volcano ? mix(colours.land, colours.rock, 0.55) : colours.land;
  ctx.fill();
  ctx.strokeStyle = colours.ink;
  ctx.lineWidth = Math.max(hair(brush, 1), 0.03);
  ctx.stroke();
  if (brush.pixels < 10) return;
  if (land.volcano) volcano(ctx, land.x + 0.5, land.y + 0.5, colours);
  else hills(ctx, land, colours);
}

function hills(ctx: Ctx, { x, y }: Land, colours: Inks): void {
  ctx.lineWidth = 0.025;
  for (let i = 0; i < 2; i++) {
    const [hx, hy] = [x + 0.36 + 0.25 * i + 0.06 * noise(x, y, 40 + i), y + 0.5 + 0.12 * noise(x, y, 42 + i)];
    polygon(ctx, [[hx - 0.11, hy], [hx, hy - 0.15], [hx + 0.11, hy]]);
    ctx.fillStyle = mix(colours.land, colours.shade, 0.5);
    ctx.fill();
    polygon(ctx, [[hx, hy - 0.15], [hx + 0.11, hy], [hx + 0.02, hy]]);
    ctx.fillStyle = colours.shade;
    ctx.fill();
  }
  for (let i = 0; i < 5; i++) {
    const [tx, ty] = [x + 0.26 + 0.48 * noise(x, y, 50 + i), y + 0.58 + 0.17 * noise(x, y, 60 + i)];
    ctx.beginPath();
    ctx.arc(tx, ty, 0.035 + 0.02 * noise(x, y, 65 + i), 0, Math.PI * 2);
    ctx.fillStyle = colours.leaf;
    ctx.fill();
  }
}

function volcano(ctx: Ctx, x: number, y: number, colours: Inks): void {
  polygon(ctx, [[x - 0.28, y + 0.2], [x - 0.07, y - 0.2], [x + 0.07, y - 0.2], [x + 0.28, y + 0.2]]);
  ctx.fillStyle = mix(colours.rock, "#2a1d1c", 0.25);
  ctx.fill();
  polygon(ctx, [[x - 0.28, y + 0.2], [x - 0.07, y - 0.2], [x - 0.01, y - 0.2], [x - 0.08, y + 0.2]]);
  ctx.fillStyle = mix(colours.rock, "#ffe7c4", 0.2);
  ctx.fill();
  polygon(ctx, [[x - 0.03, y - 0.2], [x + 0.05, y - 0.2], [x + 0.09, y - 0.02], [x + 0.03, y + 0.1], [x + 0.02, y - 0.04]]);
  ctx.fillStyle = "#f2652a";
  ctx.fill();
  ctx.beginPath();
  ctx.ellipse(x, y - 0.2, 0.075, 0.03, 0, 0, Math.PI * 2);
  ctx.fillStyle = "#ffc04d";
  ctx.fill();
  for (const [dx, dy, r] of [[0.02, -0.27, 0.045], [0.08, -0.33, 0.06], [0.17, -0.37, 0.07]] as const) {
    ctx.beginPath();
    ctx.arc(x + dx, y + dy, r, 0, Math.PI * 2);
    ctx.fillStyle = veil(mix(colours.ink, colours.sea, 0.45), 0.55);
    ctx.fill();
  }
}

/** The graduated edge of the chart. */
function frame(brush: Brush, size: number, colours: Inks): void {
  const { ctx } = brush;
  const wide = 0.11;
  for (let i = 0; i < size; i++) {
    ctx.fillStyle = i % 2 ? veil(colours.ink, 0.55) : veil(colours.sea, 0.9);
    ctx.fillRect(i, 0, 1, wide);
    ctx.fillRect(i, size - wide, 1, wide);
    ctx.fillRect(0, i, wide, 1);
    ctx.fillRect(size - wide, i, wide, 1);
  }
  ctx.strokeStyle = veil(colours.ink, 0.7);
  ctx.lineWidth = hair(brush, 1);
  ctx.strokeRect(wide, wide, size - 2 * wide, size - 2 * wide);
}
