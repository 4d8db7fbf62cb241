// Marks that mean the same on every board: words, counts, lives, seats, blows.

import type { Brush } from "./board";
import { at, disc, faded, mix, polygon, ring, seatColour, short, veil, within } from "./paint";

const FONT = "ui-rounded, 'Avenir Next', 'Segoe UI', system-ui, sans-serif";

/** Words smaller than this, in pixels of the page, are not read by anybody. */
const UNREAD = 6;
const density = (): number => globalThis.devicePixelRatio || 1;

export interface Style {
  size?: number;
  /** How small they may become, in pixels of the page, on a board that is shown small; without it they are left out. */
  least?: number;
  colour?: string;
  halo?: string | null;
  align?: CanvasTextAlign;
  weight?: number;
}

/** Words with a halo, in device pixels so that they stay sharp; too small to read, they are left out. */
export function write(brush: Brush, text: string, x: number, y: number, style: Style = {}): void {
  const { ctx, palette, pixels } = brush;
  const { size = 0.3, least = 0, colour = palette.ink, halo = palette.paper, align = "center", weight = 600 } = style;
  const height = Math.max(size * pixels, least * density());
  if (height < UNREAD * density()) return;
  at(ctx, x, y, 1 / pixels, () => {
    ctx.font = `${weight} ${height.toFixed(1)}px ${FONT}`;
    ctx.textAlign = align;
    ctx.textBaseline = "middle";
    ctx.lineJoin = "round";
    if (halo) {
      ctx.strokeStyle = halo;
      ctx.lineWidth = height * 0.28;
      ctx.strokeText(text, 0, 0);
    }
    ctx.fillStyle = colour;
    ctx.fillText(text, 0, 0);
  });
}

/** Black or white, whichever is read more easily on a colour. */
export function inkOn(colour: string): string {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((i) => Number.parseInt(colour.slice(i, i + 2), 16));
  return red * 0.299 + green * 0.587 + blue * 0.114 > 140 ? "#14161c" : "#ffffff";
}

/** Draw over what the page marks on the board, in the place and opacity of now: numbers that must be read. */
export function above(brush: Brush, draw: (brush: Brush) => void): void {
  if (!brush.above) return draw(brush);
  const [place, opacity] = [brush.ctx.getTransform(), brush.ctx.globalAlpha];
  brush.above.push((ctx) => {
    ctx.save();
    ctx.setTransform(place);
    ctx.globalAlpha = opacity;
    draw({ ...brush, ctx, above: undefined });
    ctx.restore();
  });
}

const BADGE_PIXELS = 10;
const BADGE_LARGEST = 1;

/** How many: a pill in a seat's colour, large enough to be read or left out. One is not counted. */
export function badge(brush: Brush, count: number, x: number, y: number, colour: string, least = 0.3): void {
  const size = Math.max(least, (BADGE_PIXELS * density()) / brush.pixels);
  if (count > 1 && size <= BADGE_LARGEST) above(brush, (top) => pill(top, short(count), x, y, size, colour));
}

function pill(brush: Brush, text: string, x: number, y: number, size: number, colour: string): void {
  const { ctx } = brush;
  const half = Math.max(0.5, 0.3 * text.length + 0.15) * size;
  ctx.beginPath();
  ctx.roundRect(x - half, y - size / 2, 2 * half, size, size / 2);
  ctx.fillStyle = colour;
  ctx.fill();
  ctx.strokeStyle = mix(colour, "#000000", 0.45);
  ctx.lineWidth = size * 0.08;
  ctx.stroke();
  write(brush, text, x, y + size * 0.04, { size: size * 0.78, colour: inkOn(colour), halo: null, weight: 700 });
}

/** How much life is left, as an arc around something; full is a whole ring. */
export function lifeArc(brush: Brush, x: number, y: number, radius: number, part: number, colour: string): void {
  const { ctx, palette } = brush;
  ring(ctx, x, y, radius, veil(palette.dark ? "#000000" : "#ffffff", 0.55), radius * 0.24);
  ctx.beginPath();
  ctx.arc(x, y, radius, -Math.PI / 2, -Math.PI / 2 + Math.PI * 2 * Math.max(0, Math.min(1, part)));
  ctx.strokeStyle = part > 0.34 ? colour : palette.warn;
  ctx.lineWidth = radius * 0.16;
  ctx.stroke();
}

/** How much life is left, as a bar; a full one is not shown. */
export function lifeBar(brush: Brush, x: number, y: number, width: number, part: number, colour: string): void {
  if (part >= 1) return;
  const { ctx, palette } = brush;
  const high = width * 0.17;
  ctx.fillStyle = "rgba(0,0,0,0.55)";
  ctx.beginPath();
  ctx.roundRect(x - width / 2, y, width, high, high / 2);
  ctx.fill();
  ctx.fillStyle = part > 0.34 ? colour : palette.warn;
  ctx.beginPath();
  ctx.roundRect(x - width / 2, y, width * Math.max(0, part), high, high / 2);
  ctx.fill();
}

const ARM = 0.36;
/** Disc, diamond, triangle, square, triangle on its tip, cross: the shapes by which the pages tell seats apart, too. */
const SHAPES: readonly (readonly (readonly [number, number])[])[] = [
  [],
  [[0, -1], [1, 0], [0, 1], [-1, 0]],
  [[0, -1], [0.9, 0.6], [-0.9, 0.6]],
  [[-0.78, -0.78], [0.78, -0.78], [0.78, 0.78], [-0.78, 0.78]],
  [[0, 1], [0.9, -0.6], [-0.9, -0.6]],
  [
    [-ARM, -1], [ARM, -1], [ARM, -ARM], [1, -ARM], [1, ARM], [ARM, ARM],
    [ARM, 1], [-ARM, 1], [-ARM, ARM], [-1, ARM], [-1, -ARM], [-ARM, -ARM],
  ],
];

/** The outline of a seat's own shape. */
export function sigilPath(ctx: CanvasRenderingContext2D, seat: number, x: number, y: number, radius: number): void {
  const corners = SHAPES[seat % SHAPES.length] ?? [];
  polygon(ctx, corners.map(([dx, dy]) => [x + dx * radius, y + dy * radius] as const));
  if (!corners.length) ctx.arc(x, y, radius, 0, Math.PI * 2);
}

/** A seat's shape in its colour. */
export function sigil(brush: Brush, seat: number, x: number, y: number, radius: number, outline?: string): void {
  const { ctx, palette } = brush;
  sigilPath(ctx, seat, x, y, radius);
  ctx.fillStyle = seatColour(palette, seat);
  ctx.fill();
  if (outline) {
    ctx.strokeStyle = outline;
    ctx.lineWidth = radius * 0.22;
    ctx.stroke();
  }
}

/** A seat's shape on something in its colour. */
export function emblem(ctx: CanvasRenderingContext2D, seat: number, x: number, y: number, radius: number, colour: string) {
  sigilPath(ctx, seat, x, y, radius);
  ctx.fillStyle = mix(colour, inkOn(colour), 0.85);
  ctx.fill();
}

/** The dashes by which a seat's lines are told apart: whole, dashed, dotted, dash and dot. */
export function dashes(seat: number, unit: number): number[] {
  const kinds = [[], [3, 1.6], [0.7, 1.3], [3, 1.2, 0.7, 1.2]];
  return (kinds[seat % kinds.length] ?? []).map((length) => length * unit);
}

/** Blows: a star that flares up and goes; `part` is the time of the whole step. */
export function burst(brush: Brush, x: number, y: number, radius: number, part: number, colour: string): void {
  const time = within(part, 0.5, 1);
  if (time <= 0 || time >= 1 || brush.still) return;
  const { ctx } = brush;
  const grown = radius * (0.45 + 0.65 * time);
  const points: [number, number][] = [];
  for (let i = 0; i < 18; i++) {
    const angle = (i / 18) * Math.PI * 2 + 0.3;
    const reach = grown * (i % 2 ? 0.5 : 0.85 + 0.3 * ((i * 7) % 3) * 0.5);
    points.push([x + reach * Math.cos(angle), y + reach * Math.sin(angle)]);
  }
  faded(ctx, 1 - time * time, () => {
    polygon(ctx, points);
    ctx.fillStyle = colour;
    ctx.fill();
    disc(ctx, x, y, grown * 0.42, "#fff6da");
    ring(ctx, x, y, grown * 1.25, colour, radius * 0.08);
  });
}

/** A ring that widens where something was won or made. */
export function ripple(brush: Brush, x: number, y: number, radius: number, part: number, colour: string): void {
  const time = within(part, 0.5, 1);
  if (time <= 0 || time >= 1 || brush.still) return;
  faded(brush.ctx, 1 - time, () => {
    ring(brush.ctx, x, y, radius * (0.4 + time), colour, radius * 0.14);
    ring(brush.ctx, x, y, radius * (0.2 + 0.6 * time), colour, radius * 0.07);
  });
}

/** A number that rises from where it was gained or lost. */
export function rising(brush: Brush, text: string, x: number, y: number, part: number, colour: string, size = 0.42) {
  const time = within(part, 0.5, 1);
  if (time <= 0 || time >= 1 || brush.still) return;
  faded(brush.ctx, Math.min(1, 3 * (1 - time)), () =>
    write(brush, text, x, y - 0.55 * time, { size, colour, weight: 800 }),
  );
}

/** A bent arrow from one place to another. */
export function arc(brush: Brush, from: readonly number[], to: readonly number[], colour: string, width: number): void {
  const { ctx } = brush;
  const [x, y] = [from[0] ?? 0, from[1] ?? 0];
  const [toX, toY] = [to[0] ?? 0, to[1] ?? 0];
  const lift = 0.18 * Math.hypot(toX - x, toY - y);
  ctx.beginPath();
  ctx.moveTo(x, y);
  ctx.quadraticCurveTo((x + toX) / 2, (y + toY) / 2 - lift, toX, toY);
  ctx.strokeStyle = colour;
  ctx.lineWidth = width;
  ctx.stroke();
}
