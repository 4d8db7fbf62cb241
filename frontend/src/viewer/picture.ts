// A moment of a film as a picture: names, lead, board and words, drawn on a canvas of any size.

import type { Board } from "../board";
import type { FilmHead, Notes } from "../generated/wire";
import { seatColour } from "../paint";
import { SHAPES } from "../parts";
import { number, turnText } from "../speech";
import { coloured, palette } from "../theme";
import { called, inWords, outcome } from "./Lead";
import { order, series, shares } from "./lead";
import { drawings } from "./over";
import { named } from "./Transport";
import type { Shown } from "./stage";

export interface Moment {
  head: FilmHead;
  shown: Shown;
  /** The position, with its part on the way to the next one. */
  at: number;
}

export interface Diagram {
  /** The width of a cell. */
  pixels: number;
  /** Left, top, columns and rows of the part to show; null: all of the board. */
  part: readonly [number, number, number, number] | null;
  shapes: Notes["drawings"];
}

/** So many seats have their name in the picture; of more, those that lead. */
const SEATS = 6;
/** The side of the box that the marks of seats are drawn in. */
const MARK = 24;
const SERIF = 'Palatino, "Palatino Linotype", "URW Palladio L", Georgia, serif';
const SANS = 'system-ui, "Segoe UI", Roboto, "Noto Sans", "DejaVu Sans", sans-serif';

/** Draw a moment over the whole canvas. */
export function paintPicture(canvas: HTMLCanvasElement, board: Board, moment: Moment): void {
  const ctx = canvas.getContext("2d", { alpha: false, willReadFrequently: true }) as CanvasRenderingContext2D;
  const { width, height } = canvas;
  const unit = Math.min(width, height * 1.6) / 100;
  const colours = coloured(palette.peek(), moment.head.players.map((player) => player.colour));
  ctx.setTransform(1, 0, 0, 1, 0, 0);
  ctx.fillStyle = colours.paper;
  ctx.fillRect(0, 0, width, height);
  const [top, bottom] = [9 * unit, 5.5 * unit];
  header(ctx, moment, unit, width, colours);
  paintBoard(ctx, board, moment.shown, { left: unit, top, width: width - 2 * unit, height: height - top - bottom }, colours);
  footer(ctx, moment, unit, width, height - bottom / 2, colours);
}

type Colours = ReturnType<typeof coloured>;
type Context = CanvasRenderingContext2D;

/** The seats by name with what they have, and under them the bar of who leads. */
function header(ctx: Context, { head, at }: Moment, unit: number, width: number, colours: Colours): void {
  const frame = Math.min(head.frames - 1, Math.round(at));
  const points = series(head)[frame] ?? head.players.map(() => 0);
  const result = over(head, at) ? head.result : null;
  const seats = (head.players.length <= 2 ? head.players.map((_, seat) => seat) : order(points, result)).slice(0, SEATS);
  const room = (width - 4 * unit) / seats.length;
  seats.forEach((seat, n) => {
    const right = seats.length === 2 && n === 1;
    const x = right ? width - 2 * unit : 2 * unit + n * room;
    ctx.save();
    ctx.translate(right ? x - 3 * unit : x, 1.3 * unit);
    ctx.scale((3 * unit) / MARK, (3 * unit) / MARK);
    ctx.fillStyle = seatColour(colours, seat);
    ctx.fill(new Path2D(SHAPES[seat % SHAPES.length]));
    ctx.restore();
    const words = `${called(head.players, seat)} ${number(points[seat] ?? 0)}`;
    say(ctx, words, `700 ${3.1 * unit}px ${SERIF}`, colours.ink, right ? "right" : "left", x + (right ? -4 : 4) * unit, 2.9 * unit, room - 5 * unit);
  });
  const ranks = result && { ...result, ranks: seats.map((seat) => result.ranks[seat]) };
  let x = 2 * unit;
  shares(seats.map((seat) => points[seat] ?? 0), ranks).forEach((part, n) => {
    ctx.fillStyle = seatColour(colours, seats[n]);
    ctx.fillRect(x, 5.6 * unit, part * (width - 4 * unit), 1.2 * unit);
    x += part * (width - 4 * unit);
  });
}

/** Game and turn, and who leads or has won, in words. */
function footer(ctx: Context, { head, at }: Moment, unit: number, width: number, y: number, colours: Colours): void {
  const frame = Math.min(head.frames - 1, Math.round(at));
  const ended = over(head, at);
  const place = `${head.title} · ${turnText(head.turns[frame] ?? 0, head.last_turn)}`;
  const reason = ended ? named(head, head.result?.reason) : "";
  const words = ended ? [outcome(head).text, reason].filter(Boolean).join(" · ") : inWords(head, series(head)[frame], null);
  say(ctx, place, `400 ${2.1 * unit}px ${SANS}`, colours.dim, "left", 2 * unit, y, width * 0.46);
  say(ctx, words, `600 ${2.1 * unit}px ${SANS}`, colours.ink, "right", width - 2 * unit, y, width * 0.46);
}

const over = (head: FilmHead, at: number): boolean => head.result !== null && at >= head.frames - 1;

interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** Draw a part of the board alone, a cell so many pixels wide, with shapes over it. */
export function paintDiagram(canvas: HTMLCanvasElement, board: Board, { head, shown }: Moment, { pixels, part, shapes }: Diagram): void {
  const size = board.size(shown.to);
  const [left, top, columns, rows] = part ?? [0, 0, size.columns, size.rows];
  Object.assign(canvas, { width: Math.ceil(columns * pixels), height: Math.ceil(rows * pixels) });
  const ctx = canvas.getContext("2d", { alpha: false }) as CanvasRenderingContext2D;
  const colours = coloured(palette.peek(), head.players.map((player) => player.colour));
  ctx.fillStyle = colours.paper;
  ctx.fillRect(0, 0, canvas.width, canvas.height);
  ctx.setTransform(pixels, 0, 0, pixels, -left * pixels, -top * pixels);
  const seen = { left, top, right: left + columns, bottom: top + rows };
  const brush = { ctx, palette: colours, pixels, seen, still: false };
  board.paint(brush, shown.from, shown.to, shown.part);
  drawings(brush, shapes);
}

function paintBoard(ctx: Context, board: Board, { from, to, part }: Shown, box: Box, colours: Colours): void {
  const { columns, rows } = board.size(to);
  const pixels = Math.min(box.width / columns, box.height / rows);
  const left = box.left + (box.width - columns * pixels) / 2;
  const top = box.top + (box.height - rows * pixels) / 2;
  ctx.save();
  ctx.beginPath();
  ctx.rect(box.left, box.top, box.width, box.height);
  ctx.clip();
  ctx.setTransform(pixels, 0, 0, pixels, left, top);
  const seen = { left: 0, top: 0, right: columns, bottom: rows };
  board.paint({ ctx, palette: colours, pixels, seen, still: false }, from, to, part);
  ctx.restore();
}

/** Write a line, its end cut where there is no room. */
function say(ctx: Context, words: string, font: string, colour: string, align: CanvasTextAlign, x: number, y: number, most: number): void {
  Object.assign(ctx, { font, fillStyle: colour, textAlign: align, textBaseline: "middle" });
  let shown = words;
  while (shown.length > 2 && ctx.measureText(shown).width > most) shown = `${shown.slice(0, -2)}…`;
  ctx.fillText(shown, x, y);
}
