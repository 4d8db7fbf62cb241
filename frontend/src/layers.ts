// Grounds that seldom change, painted once into tiles and copied to the screen from there.

import type { Brush } from "./board";
import { forget } from "./cache";
import { faded, noise, span } from "./paint";

/** Paints the part of a ground that its brush shows. */
export type Ground = (brush: Brush) => void;

const TILE_PIXELS = 512;
/** How many tiles that are not on screen are kept. */
const SPARE_TILES = 32;
const PAD_PIXELS = 2;

const tiles = new Map<string, HTMLCanvasElement>();

function canvas(width: number, height: number): HTMLCanvasElement | null {
  if (typeof document === "undefined") return null;
  const made = document.createElement("canvas");
  made.width = width;
  made.height = height;
  return made;
}

/** A canvas to paint on anew: the one that was used before, or where there is none a new one. */
function cleared(used: HTMLCanvasElement | undefined, width: number, height: number): HTMLCanvasElement | null {
  return used ? Object.assign(used, { width, height }) : canvas(width, height);
}

/** Numbers for texts too long to be part of a key. */
export function digest(text: string): string {
  let [one, other] = [0x811c9dc5, 0x1b873593];
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    one = Math.imul(one ^ code, 16777619);
    other = Math.imul(other ^ code, 2654435761) + 1;
  }
  return `${text.length}.${one >>> 0}.${other >>> 0}`;
}

/** Draw a ground of so many columns and rows from its tiles; `key` names everything it depends on but the palette. */
export function ground(brush: Brush, key: string, columns: number, rows: number, paint: Ground): void {
  const scale = 2 ** (Math.ceil(Math.log2(Math.max(1, brush.pixels)) * 2) / 2);
  const cells = Math.max(1, Math.floor(TILE_PIXELS / scale));
  const seen = span(brush, columns, rows);
  let shown = 0;
  for (let row = Math.floor(seen.top / cells); row * cells < seen.bottom; row++)
    for (let column = Math.floor(seen.left / cells); column * cells < seen.right; column++) {
      const name = `${key} ${brush.palette.dark} ${brush.palette.paper} ${scale} ${column} ${row}`;
      const box = { left: column * cells, top: row * cells, right: (column + 1) * cells, bottom: (row + 1) * cells };
      box.right = Math.min(box.right, columns);
      box.bottom = Math.min(box.bottom, rows);
      const clipped: Ground = (tiled) => onBoard(tiled.ctx, columns, rows, () => paint(tiled));
      if (!tile(brush, name, box, scale, clipped)) {
        clipped({ ...brush, seen });
        return;
      }
      shown += 1;
    }
  forget(tiles, shown + SPARE_TILES);
}

/** Draw nothing beyond the edge of the board. */
export function onBoard(ctx: CanvasRenderingContext2D, columns: number, rows: number, draw: () => void): void {
  ctx.save();
  ctx.beginPath();
  ctx.rect(0, 0, columns, rows);
  ctx.clip();
  draw();
  ctx.restore();
}

/** Copy one tile to the screen, painting it first if it is not kept. */
function tile(brush: Brush, name: string, box: Brush["seen"], scale: number, paint: Ground): boolean {
  const pad = PAD_PIXELS / scale;
  const [wide, high] = [box.right - box.left + 2 * pad, box.bottom - box.top + 2 * pad];
  let made = tiles.get(name);
  if (!made) {
    const fresh = canvas(Math.ceil(wide * scale), Math.ceil(high * scale));
    const ctx = fresh?.getContext("2d");
    if (!fresh || !ctx) return false;
    ctx.scale(scale, scale);
    ctx.translate(pad - box.left, pad - box.top);
    paint({ ...brush, ctx, pixels: scale, seen: box, above: undefined });
    made = fresh;
  }
  tiles.delete(name);
  tiles.set(name, made);
  brush.ctx.drawImage(made, box.left - pad, box.top - pad, made.width / scale, made.height / scale);
  return true;
}

interface Frozen {
  layer: HTMLCanvasElement;
  parts: readonly unknown[];
  above: NonNullable<Brush["above"]>;
}

const frozens = new WeakMap<object, Map<string, Frozen>>();

/**
 * What does not move while a step is shown, painted once for the present view. It is painted again when the view or one
 * of `parts` is another.
 */
export function frozen(brush: Brush, name: string, parts: readonly unknown[], paint: Ground): void {
  const { ctx, palette, seen, pixels } = brush;
  const layers = frozens.get(ctx) ?? new Map<string, Frozen>();
  frozens.set(ctx, layers);
  const now = [...parts, palette, pixels, seen.left, seen.top, seen.right, seen.bottom, ctx.globalAlpha];
  let known = layers.get(name);
  if (!known || now.some((part, i) => part !== known?.parts[i])) {
    const layer = cleared(known?.layer, ctx.canvas?.width ?? 0, ctx.canvas?.height ?? 0);
    const made = layer?.getContext("2d");
    if (!layer || !made) {
      paint(brush);
      return;
    }
    made.setTransform(ctx.getTransform());
    const above: Frozen["above"] = [];
    paint({ ...brush, ctx: made, above: brush.above && above });
    known = { layer, parts: now, above };
    layers.set(name, known);
  }
  ctx.save();
  ctx.setTransform(1, 0, 0, 1, 0, 0);
  ctx.drawImage(known.layer, 0, 0);
  ctx.restore();
  brush.above?.push(...known.above);
}

const MIST_PIXELS = 6;
const fogs = new Map<string, HTMLCanvasElement>();
/** The colour of mist, and that of its wisps. */
export type Mist = readonly [string, string];
const FOGS_KEPT = 8;

/** The mist of one sight gives way to that of the next. */
export function mists(brush: Brush, from: readonly string[], to: readonly string[], part: number, colours: Mist): void {
  const same = part >= 1 || from.join() === to.join();
  if (!same) faded(brush.ctx, 1 - part, () => mist(brush, from, colours));
  faded(brush.ctx, same ? 1 : part, () => mist(brush, to, colours));
}

/** Mist over the cells that are not seen: `rows` holds a 1 for each cell that is. Its edges are soft. */
export function mist(brush: Brush, rows: readonly string[], colours: Mist): void {
  const { ctx } = brush;
  const columns = rows[0]?.length ?? 0;
  const name = `${rows.join("")} ${columns} ${colours.join()}`;
  const made = fogs.get(name) ?? fog(rows, colours);
  if (!made) {
    rows.forEach((row, y) => [...row].forEach((mark, x) => mark === "0" && plain(ctx, x, y, colours[0])));
    return;
  }
  fogs.delete(name);
  fogs.set(name, made);
  forget(fogs, FOGS_KEPT);
  ctx.imageSmoothingEnabled = true;
  ctx.imageSmoothingQuality = "high";
  ctx.drawImage(made, 0, 0, columns, rows.length);
}

function plain(ctx: CanvasRenderingContext2D, x: number, y: number, colour: string): void {
  ctx.fillStyle = colour;
  ctx.fillRect(x, y, 1, 1);
}

/** A small picture of the mist, to be drawn large: its coarseness is what makes it soft. */
function fog(rows: readonly string[], colours: Mist): HTMLCanvasElement | null {
  const [columns, high] = [rows[0]?.length ?? 0, rows.length];
  const made = canvas(columns * MIST_PIXELS, high * MIST_PIXELS);
  const ctx = made?.getContext("2d");
  if (!made || !ctx) return null;
  ctx.filter = `blur(${MIST_PIXELS * 0.22}px)`;
  ctx.fillStyle = colours[0];
  ctx.beginPath();
  rows.forEach((row, y) => [...row].forEach((mark, x) => mark === "0" && cover(ctx, x, y, columns, high)));
  ctx.fill();
  ctx.filter = "none";
  swirls(ctx, columns, high, colours[1]);
  return made;
}

/** A cell of the small picture, drawn past the edge of the board so that mist does not thin out there. */
function cover(ctx: CanvasRenderingContext2D, x: number, y: number, columns: number, rows: number): void {
  const [left, top] = [x === 0 ? -2 : x, y === 0 ? -2 : y];
  const [right, bottom] = [x === columns - 1 ? x + 3 : x + 1, y === rows - 1 ? y + 3 : y + 1];
  const size = MIST_PIXELS;
  ctx.rect(left * size, top * size, (right - left) * size, (bottom - top) * size);
}

/** Lighter wisps, only where there is mist already. */
function swirls(ctx: CanvasRenderingContext2D, columns: number, rows: number, colour: string): void {
  ctx.globalCompositeOperation = "source-atop";
  ctx.fillStyle = colour;
  for (let y = 0; y < rows; y += 2)
    for (let x = 0; x < columns; x += 2) {
      const [cx, cy] = [x + 2 * noise(x, y, 71), y + 2 * noise(x, y, 72)];
      const wide = 0.8 + 1.6 * noise(x, y, 73);
      ctx.beginPath();
      ctx.ellipse(cx * MIST_PIXELS, cy * MIST_PIXELS, wide * MIST_PIXELS, wide * 0.45 * MIST_PIXELS, -0.2, 0, Math.PI * 2);
      ctx.fill();
    }
}
