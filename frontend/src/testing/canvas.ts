// A canvas context that notes what is drawn, for the tests of boards. Never part of the pages.

import type { Brush, Palette } from "../board";

/** One stroke of the brush, in cells. */
export interface Mark {
  op: "fill" | "stroke" | "rect" | "text" | "image";
  style: string;
  opacity: number;
  /** Where (0, 0) lay: the place of a figure that was drawn around its own middle. */
  origin: [number, number];
  /** The middle of what was drawn. */
  middle: [number, number];
  text?: string;
}

export const SEATS = ["#0000ff", "#ff8800", "#00aa00", "#cc00cc"];
export const PALETTE: Palette = {
  dark: true,
  ink: "#eeeeee",
  dim: "#888888",
  paper: "#111111",
  line: "#333333",
  accent: "#ffcc00",
  warn: "#ff0000",
  seats: SEATS,
};

const round = (value: number) => Math.round(value * 1e6) / 1e6;

/** The transform of a canvas without turning: a scale and a shift for each axis. */
type Shift = { sx: number; sy: number; dx: number; dy: number };

class Notes {
  marks: Mark[] = [];
  fillStyle: string | object = "#000000";
  strokeStyle: string | object = "#000000";
  globalAlpha = 1;
  lineWidth = 1;
  private at: Shift = { sx: 1, sy: 1, dx: 0, dy: 0 };
  private kept: [Shift, number][] = [];
  private path: [number, number][] = [];

  save(): void {
    this.kept.push([{ ...this.at }, this.globalAlpha]);
  }
  restore(): void {
    const before = this.kept.pop();
    if (!before) throw new Error("restore without save");
    [this.at, this.globalAlpha] = before;
  }
  getTransform(): Shift {
    return { ...this.at };
  }
  setTransform(place: Shift): void {
    this.at = { ...place };
  }
  translate(x: number, y: number): void {
    this.at.dx += x * this.at.sx;
    this.at.dy += y * this.at.sy;
  }
  scale(x: number, y: number): void {
    this.at.sx *= x;
    this.at.sy *= y;
  }
  beginPath(): void {
    this.path = [];
  }
  add(...points: [number, number][]): void {
    for (const [x, y] of points) {
      if (!Number.isFinite(x + y)) throw new Error(`a point at ${x}, ${y}`);
      this.path.push([this.at.dx + x * this.at.sx, this.at.dy + y * this.at.sy]);
    }
  }
  note(op: Mark["op"], style: string | object, text?: string): void {
    const [xs, ys] = [this.path.map(([x]) => x), this.path.map(([, y]) => y)];
    const half = (values: number[]) => round((Math.min(...values) + Math.max(...values)) / 2);
    this.marks.push({
      op,
      style: typeof style === "string" ? style : "gradient",
      opacity: round(this.globalAlpha),
      origin: [round(this.at.dx), round(this.at.dy)],
      middle: [half(xs), half(ys)],
      ...(text === undefined ? {} : { text }),
    });
  }
  done(): void {
    if (this.kept.length) throw new Error("save without restore");
  }
}

/** What the drawing methods add to the path or to the marks. */
const METHODS: Record<string, (notes: Notes, args: number[]) => unknown> = {
  moveTo: (notes, [x = 0, y = 0]) => notes.add([x, y]),
  lineTo: (notes, [x = 0, y = 0]) => notes.add([x, y]),
  quadraticCurveTo: (notes, [, , x = 0, y = 0]) => notes.add([x, y]),
  bezierCurveTo: (notes, [, , , , x = 0, y = 0]) => notes.add([x, y]),
  arc: (notes, [x = 0, y = 0, r = 0]) => notes.add([x - r, y - r], [x + r, y + r]),
  ellipse: (notes, [x = 0, y = 0, rx = 0, ry = 0]) => notes.add([x - rx, y - ry], [x + rx, y + ry]),
  rect: (notes, [x = 0, y = 0, w = 0, h = 0]) => notes.add([x, y], [x + w, y + h]),
  roundRect: (notes, [x = 0, y = 0, w = 0, h = 0]) => notes.add([x, y], [x + w, y + h]),
  fill: (notes) => notes.note("fill", notes.fillStyle),
  stroke: (notes) => notes.note("stroke", notes.strokeStyle),
  createRadialGradient: () => ({ addColorStop: () => {} }),
};
for (const [name, style] of [["fillRect", "fillStyle"], ["strokeRect", "strokeStyle"]] as const)
  METHODS[name] = (notes, [x = 0, y = 0, w = 0, h = 0]) => {
    notes.beginPath();
    notes.add([x, y], [x + w, y + h]);
    notes.note("rect", notes[style]);
  };

/** A brush over a board of that many cells, and what it draws. */
export function recorder(columns: number, rows: number, more: Partial<Brush> = {}) {
  const notes = new Notes();
  const words = (text: unknown, x: number, y: number) => {
    notes.beginPath();
    notes.add([x, y]);
    notes.note("text", notes.fillStyle, String(text));
  };
  const ctx = new Proxy(notes, {
    get(target, name: string) {
      if (name === "fillText") return words;
      const method = METHODS[name];
      if (method) return (...args: number[]) => method(target, args);
      return name in target ? bound(target, name) : () => undefined;
    },
    set: (target, name, value) => Reflect.set(target, name, value),
  }) as unknown as CanvasRenderingContext2D;
  const seen = { left: 0, top: 0, right: columns, bottom: rows };
  const brush: Brush = { ctx, palette: PALETTE, pixels: 40, seen, still: false, ...more };
  return { brush, marks: notes.marks, done: () => notes.done() };
}

function bound(target: Notes, name: string): unknown {
  const value = (target as unknown as Record<string, unknown>)[name];
  return typeof value === "function" ? value.bind(target) : value;
}

/** Where figures were filled with a colour: their places, each once, in the order of drawing. */
export function figuresIn(marks: readonly Mark[], colour: string): [number, number][] {
  const found = new Map<string, [number, number]>();
  for (const { op, style, origin } of marks)
    if (op === "fill" && style === colour && (origin[0] || origin[1])) found.set(origin.join(), origin);
  return [...found.values()];
}

/** All that was written. */
export function written(marks: readonly Mark[]): string[] {
  return marks.flatMap(({ text }) => (text === undefined ? [] : [text]));
}
