// Portals, links, fields and pawns: light on a dark plane, or ink on a pale one.

import type { Brush } from "joute/board";
import { above, dashes, emblem, sigilPath, write } from "joute/marks";
import { disc, glow, hair, hatch, mix, noise, ownerColour, polygon, ring, seatColour, shadow, veil } from "joute/paint";
import type { Field, Plane, Portal } from "./scene";

type Ctx = CanvasRenderingContext2D;

export function inks(dark: boolean) {
  return dark
    ? { plane: "#0c0b1a", rim: "#17132e", dot: "#4a4677", star: "#8d86d8", stone: "#6d6a8a" }
    : { plane: "#f6f3fb", rim: "#ebe4f5", dot: "#b9b0d0", star: "#cfc3ea", stone: "#9a94ad" };
}

/** The empty plane: a dot on each cell, faint stars, a darker middle. */
export function plane(brush: Brush, size: number): void {
  const { ctx, seen, pixels } = brush;
  const colours = inks(brush.palette.dark);
  const sky = ctx.createRadialGradient(size / 2, size / 2, 0, size / 2, size / 2, size * 0.75);
  sky.addColorStop(0, colours.rim);
  sky.addColorStop(1, colours.plane);
  ctx.fillStyle = sky;
  ctx.fillRect(0, 0, size, size);
  for (let y = Math.max(0, Math.floor(seen.top) - 1); y < Math.min(size, seen.bottom + 1); y++)
    for (let x = Math.max(0, Math.floor(seen.left) - 1); x < Math.min(size, seen.right + 1); x++) {
      if (pixels > 8) disc(ctx, x + 0.5, y + 0.5, Math.max(0.035, hair(brush, 0.7)), veil(colours.dot, 0.5));
      if (noise(x, y, 1) < 0.07) disc(ctx, x + noise(x, y, 2), y + noise(x, y, 3), 0.03 + 0.04 * noise(x, y, 4), veil(colours.star, 0.6));
    }
  ctx.strokeStyle = veil(colours.dot, 0.5);
  ctx.lineWidth = 0.06;
  ctx.strokeRect(0.08, 0.08, size - 0.16, size - 0.16);
}

const middle = ({ x, y }: Portal) => [x + 0.5, y + 0.5] as const;

export function cornersOf(scene: Plane, corners: readonly number[]): Portal[] {
  return corners.flatMap((corner) => scene.portals[corner] ?? []);
}

/** A field of light: nested ones add up. */
export function field(brush: Brush, scene: Plane, { corners, owner }: Field): void {
  const { ctx, palette } = brush;
  polygon(ctx, cornersOf(scene, corners).map(middle));
  ctx.fillStyle = veil(seatColour(palette, owner), palette.dark ? 0.13 : 0.12);
  ctx.fill();
}

/** Slanted lines over all fields of a seat, so that colours are not all that tells them apart. */
export function weave(brush: Brush, scene: Plane, fields: readonly Field[], seat: number): void {
  const own = fields.filter(({ owner }) => owner === seat);
  if (!own.length || brush.pixels < 8) return;
  const { ctx, palette, seen } = brush;
  ctx.save();
  ctx.beginPath();
  for (const { corners } of own)
    cornersOf(scene, wound(scene, corners)).forEach((portal, i) => {
      const [x, y] = middle(portal);
      if (i) ctx.lineTo(x, y);
      else ctx.moveTo(x, y);
    });
  ctx.clip();
  const box = { left: Math.floor(seen.left), top: 0, right: seen.right, bottom: scene.size };
  hatch(brush, box, seat, veil(seatColour(palette, seat), 0.3), 0.5, Math.max(0.035, hair(brush, 0.8)));
  ctx.restore();
}

/** Corners in clockwise order, so that overlapping triangles never cancel each other. */
function wound(scene: Plane, corners: readonly number[]): number[] {
  const [a, b, c] = cornersOf(scene, corners);
  if (!a || !b || !c) return [];
  const turn = (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
  return turn < 0 ? [...corners].reverse() : [...corners];
}

/** A link, or the part of it that has grown from its first end. */
export function beam(brush: Brush, one: Portal, other: Portal, owner: number, grown = 1): void {
  const { ctx, palette } = brush;
  const colour = seatColour(palette, owner);
  const [x, y] = middle(one);
  const [toX, toY] = [x + (other.x - one.x) * grown, y + (other.y - one.y) * grown];
  const strokes: [number, string, number[]][] = [
    [0.34, veil(colour, palette.dark ? 0.16 : 0.12), []],
    [0.13, veil(colour, 0.9), []],
    [0.05, palette.dark ? mix(colour, "#ffffff", 0.75) : mix(colour, "#ffffff", 0.55), dashes(owner, 0.18)],
  ];
  for (const [width, tint, dash] of strokes) {
    ctx.beginPath();
    ctx.moveTo(x, y);
    ctx.lineTo(toX, toY);
    ctx.setLineDash(dash);
    ctx.strokeStyle = tint;
    ctx.lineWidth = width;
    ctx.stroke();
  }
  ctx.setLineDash([]);
}

/** A portal: a ring in its owner's shape, lit if it has one, with a segment for each shield. */
export function portal(brush: Brush, { x: column, y: row, owner, shields }: Portal): void {
  const { ctx, palette, pixels } = brush;
  const [x, y] = [column + 0.5, row + 0.5];
  const colours = inks(palette.dark);
  const colour = owner === null ? colours.stone : ownerColour(palette, owner);
  if (owner === null) {
    ring(ctx, x, y, 0.3, colours.stone, 0.11);
    disc(ctx, x, y, 0.12, veil(colours.stone, 0.5));
    return;
  }
  glow(ctx, x, y, 1.15, colour, palette.dark ? 0.75 : 0.5);
  sigilPath(ctx, owner, x, y, owner ? 0.48 : 0.4);
  ctx.fillStyle = mix(colour, palette.dark ? "#000000" : "#ffffff", 0.45);
  ctx.fill();
  ctx.strokeStyle = colour;
  ctx.lineWidth = 0.13;
  ctx.stroke();
  if (pixels > 10) swirl(ctx, x, y, mix(colour, "#ffffff", 0.7));
  armour(brush, x, y, shields, colour);
}

function swirl(ctx: Ctx, x: number, y: number, colour: string): void {
  ctx.beginPath();
  for (let i = 0; i <= 14; i++) {
    const [angle, radius] = [i * 0.55, 0.02 + i * 0.017];
    const [px, py] = [x + radius * Math.cos(angle), y + radius * Math.sin(angle)];
    if (i) ctx.lineTo(px, py);
    else ctx.moveTo(px, py);
  }
  ctx.strokeStyle = colour;
  ctx.lineWidth = 0.055;
  ctx.stroke();
}

function armour(brush: Brush, x: number, y: number, shields: number, colour: string): void {
  if (!shields) return;
  const { ctx, palette } = brush;
  const shown = Math.min(shields, 8);
  const step = (Math.PI * 2) / shown;
  for (let i = 0; i < shown; i++) {
    ctx.beginPath();
    ctx.arc(x, y, 0.64, i * step - Math.PI / 2 + 0.14, (i + 1) * step - Math.PI / 2 - 0.14);
    ctx.strokeStyle = palette.dark ? mix(colour, "#ffffff", 0.5) : mix(colour, "#000000", 0.25);
    ctx.lineWidth = 0.12;
    ctx.stroke();
  }
  const style = { size: 0.42, least: 8, weight: 700, colour: palette.ink, halo: inks(palette.dark).plane };
  above(brush, (top) => write(top, String(shields), x + 0.62, y - 0.62, style));
}

/** A base: a tile in its seat's colour, under whatever stands there, with its seat's shape in the corners. */
export function base(brush: Brush, seat: number, x: number, y: number): void {
  const { ctx, palette } = brush;
  const colour = seatColour(palette, seat);
  ctx.beginPath();
  ctx.roundRect(x + 0.03, y + 0.03, 0.94, 0.94, 0.2);
  ctx.fillStyle = veil(colour, palette.dark ? 0.22 : 0.16);
  ctx.fill();
  ctx.strokeStyle = colour;
  ctx.lineWidth = Math.max(0.08, hair(brush, 1.5));
  ctx.stroke();
  if (brush.pixels < 12) return;
  for (const [dx, dy] of [[0.2, 0.2], [0.8, 0.2], [0.2, 0.8], [0.8, 0.8]] as const) {
    sigilPath(ctx, seat, x + dx, y + dy, 0.09);
    ctx.fillStyle = colour;
    ctx.fill();
  }
}

/** A pawn hovers over its cell: a kite in its seat's colour with its seat's shape. */
export function pawn(brush: Brush, seat: number, x: number, y: number): void {
  const { ctx, palette } = brush;
  const colour = seatColour(palette, seat);
  shadow(ctx, x, y + 0.3, 0.34, 0.45);
  polygon(ctx, [[x, y + 0.22], [x - 0.42, y - 0.5], [x, y - 1.0], [x + 0.42, y - 0.5]]);
  ctx.fillStyle = colour;
  ctx.fill();
  polygon(ctx, [[x, y + 0.22], [x, y - 1.0], [x + 0.42, y - 0.5]]);
  ctx.fillStyle = "rgba(0,0,0,0.22)";
  ctx.fill();
  polygon(ctx, [[x, y + 0.22], [x - 0.42, y - 0.5], [x, y - 1.0], [x + 0.42, y - 0.5]]);
  ctx.strokeStyle = palette.dark ? "#ffffff" : "#1b1630";
  ctx.lineWidth = 0.08;
  ctx.stroke();
  emblem(ctx, seat, x, y - 0.45, 0.17, colour);
}
