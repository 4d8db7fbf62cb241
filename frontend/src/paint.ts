// Brushes that the boards share. All lengths are cells unless a name says pixels.

import type { Brush, Palette } from "./board";

// Colours

const HEX = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i;

/** Red, green and blue of a `#rrggbb` colour. */
function channels(colour: string): number[] {
  const parts = HEX.exec(colour);
  return parts ? parts.slice(1).map((part) => Number.parseInt(part, 16)) : [128, 128, 128];
}

/** A colour between two, `#rrggbb` all three. */
export function mix(one: string, other: string, part: number): string {
  const [from, to] = [channels(one), channels(other)];
  const mixed = from.map((value, i) => Math.round(value + ((to[i] ?? 0) - value) * part));
  return `#${mixed.map((value) => value.toString(16).padStart(2, "0")).join("")}`;
}

/** A colour that lets the ground show through. */
export function veil(colour: string, opacity: number): string {
  return `rgba(${channels(colour).join(",")},${+opacity.toFixed(3)})`;
}

export function seatColour(palette: Palette, seat: number): string {
  return palette.seats[seat % palette.seats.length] ?? palette.accent;
}

/** The colour of a seat, or of nobody. */
export function ownerColour(palette: Palette, owner: number | null): string {
  return owner === null ? palette.dim : seatColour(palette, owner);
}

// Numbers

/** The same number from 0 to 1 for the same three integers. */
export function noise(x: number, y: number, salt = 0): number {
  let word = (Math.imul(x, 374761393) + Math.imul(y, 668265263) + Math.imul(salt, 2147483647)) | 0;
  word = Math.imul(word ^ (word >>> 13), 1274126177);
  word = Math.imul(word ^ (word >>> 16), 2246822519);
  return ((word ^ (word >>> 15)) >>> 0) / 4294967296;
}

/** Slow, quick, slow; halfway is halfway. */
export function ease(part: number): number {
  return part * part * (3 - 2 * part);
}

export function between(from: number, to: number, part: number): number {
  return from + (to - from) * part;
}

/** How far `part` is between two moments, from 0 to 1. */
export function within(part: number, start: number, end: number): number {
  return Math.min(1, Math.max(0, (part - start) / (end - start)));
}

/** A number in at most four characters: 9999, 12k, 3M. */
export function short(value: number): string {
  if (value < 10_000) return String(value);
  const steps: [number, string][] = [[1e3, "k"], [1e6, "M"], [1e9, "G"], [1e12, "T"], [1e15, "P"]];
  const [size, letter] = steps.filter(([least]) => value >= least).pop() ?? [1, ""];
  return `${Math.floor(value / size)}${letter}`;
}

// What is on screen

/** Whether something of that radius around a point may be on screen. */
export function onScreen({ seen }: Brush, x: number, y: number, radius = 1): boolean {
  return x + radius > seen.left && x - radius < seen.right && y + radius > seen.top && y - radius < seen.bottom;
}

/** The columns and rows on screen: first and one past the last of each. */
export function span({ seen }: Brush, columns: number, rows: number) {
  return {
    left: Math.max(0, Math.floor(seen.left)),
    top: Math.max(0, Math.floor(seen.top)),
    right: Math.min(columns, Math.ceil(seen.right)),
    bottom: Math.min(rows, Math.ceil(seen.bottom)),
  };
}

/** How much larger than life units are drawn where cells are small. */
export function enlarged({ pixels }: Brush): number {
  return Math.min(1.45, Math.max(1, 30 / pixels));
}

// Strokes

/** The width of a line of that many device pixels. */
export function hair({ pixels }: Brush, width = 1): number {
  return width / pixels;
}

export function polygon(ctx: CanvasRenderingContext2D, points: readonly (readonly [number, number])[]): void {
  ctx.beginPath();
  points.forEach(([x, y], i) => (i ? ctx.lineTo(x, y) : ctx.moveTo(x, y)));
  ctx.closePath();
}

/** Fill the current path, with a darker edge. */
export function outlined(ctx: CanvasRenderingContext2D, colour: string, width = 0.04): void {
  ctx.fillStyle = colour;
  ctx.fill();
  ctx.strokeStyle = mix(colour, "#0a0810", 0.6);
  ctx.lineWidth = width;
  ctx.lineJoin = "round";
  ctx.stroke();
}

/** The lines between the cells on screen, as the current path. */
export function lattice(brush: Brush, columns: number, rows: number): void {
  const { ctx } = brush;
  const { left, top, right, bottom } = span(brush, columns, rows);
  ctx.beginPath();
  for (let x = left; x <= right; x++) {
    ctx.moveTo(x, top);
    ctx.lineTo(x, bottom);
  }
  for (let y = top; y <= bottom; y++) {
    ctx.moveTo(left, y);
    ctx.lineTo(right, y);
  }
}

export function disc(ctx: CanvasRenderingContext2D, x: number, y: number, radius: number, fill: string): void {
  ctx.beginPath();
  ctx.arc(x, y, Math.max(0, radius), 0, Math.PI * 2);
  ctx.fillStyle = fill;
  ctx.fill();
}

export function ring(ctx: CanvasRenderingContext2D, x: number, y: number, radius: number, stroke: string, width: number) {
  ctx.beginPath();
  ctx.arc(x, y, Math.max(0, radius), 0, Math.PI * 2);
  ctx.strokeStyle = stroke;
  ctx.lineWidth = width;
  ctx.stroke();
}

/** A light that fades outwards. */
export function glow(ctx: CanvasRenderingContext2D, x: number, y: number, radius: number, colour: string, opacity: number) {
  const light = ctx.createRadialGradient(x, y, 0, x, y, radius);
  light.addColorStop(0, veil(colour, opacity));
  light.addColorStop(0.4, veil(colour, opacity * 0.45));
  light.addColorStop(0.75, veil(colour, opacity * 0.1));
  light.addColorStop(1, veil(colour, 0));
  ctx.fillStyle = light;
  ctx.fillRect(x - radius, y - radius, 2 * radius, 2 * radius);
}

/** A flat shadow under something that stands. */
export function shadow(ctx: CanvasRenderingContext2D, x: number, y: number, radius: number, opacity = 0.25): void {
  ctx.beginPath();
  ctx.ellipse(x, y, radius, radius * 0.38, 0, 0, Math.PI * 2);
  ctx.fillStyle = `rgba(0,0,0,${opacity})`;
  ctx.fill();
}

/** Draw at a place in another size; the figure is drawn around (0, 0). */
export function at(ctx: CanvasRenderingContext2D, x: number, y: number, size: number, draw: () => void): void {
  ctx.save();
  ctx.translate(x, y);
  ctx.scale(size, size);
  draw();
  ctx.restore();
}

/** Draw with less opacity. */
export function faded(ctx: CanvasRenderingContext2D, opacity: number, draw: () => void): void {
  if (opacity <= 0) return;
  const before = ctx.globalAlpha;
  ctx.globalAlpha = before * Math.min(1, opacity);
  draw();
  ctx.globalAlpha = before;
}

/** Slanted lines over a box, inside the clip that is set: rising for even seats, falling for odd ones. */
export function hatch(brush: Brush, box: Brush["seen"], seat: number, colour: string, gap: number, width: number): void {
  const { ctx } = brush;
  const high = box.bottom - box.top;
  const slant = seat % 2 ? high : -high;
  const start = Math.floor((box.left - high) / gap) * gap;
  ctx.beginPath();
  for (let x = start; x < box.right + high; x += gap) {
    ctx.moveTo(x, box.top);
    ctx.lineTo(x + slant, box.bottom);
  }
  ctx.strokeStyle = colour;
  ctx.lineWidth = width;
  ctx.stroke();
}
