// The canvas: where the board lies on it, and what a point of it means.

import { signal } from "@preact/signals";
import type { Board, Brush, Cell, Palette, Scene } from "../board";

export interface Camera {
  /** CSS pixels a cell has. */
  scale: number;
  /** The point of the board in the middle of the canvas, in cells. */
  x: number;
  y: number;
}

export interface Shown {
  from: Scene;
  to: Scene;
  part: number;
  /** Which position of a film this is, with its part on the way to the next one. */
  at?: number;
}

/** Room for the rulers around the board, in CSS pixels. */
const MARGIN = 22;
const CLOSEST = 160;

export class Stage {
  readonly camera = signal<Camera>({ scale: 20, x: 0, y: 0 });
  /** The size of the canvas in CSS pixels. */
  width = 1;
  height = 1;
  columns = 1;
  rows = 1;
  /** Whether the whole board is shown and stays so when the window changes. */
  private whole = true;

  constructor(
    readonly canvas: HTMLCanvasElement,
    readonly board: Board,
    /** Whether the board fills the canvas, cut off where it is too long, instead of fitting into it. */
    private readonly filling = false,
  ) {}

  /** Follow the size of the canvas and of the board. */
  measure(scene: Scene): void {
    const { columns, rows } = this.board.size(scene);
    const { clientWidth, clientHeight } = this.canvas;
    const same =
      columns === this.columns && rows === this.rows && clientWidth === this.width && clientHeight === this.height;
    if (same) return;
    Object.assign(this, { columns, rows, width: Math.max(1, clientWidth), height: Math.max(1, clientHeight) });
    if (this.whole) this.fit();
    else this.look(this.camera.value);
  }

  private get fitting(): number {
    if (this.filling) return Math.max(this.width / this.columns, this.height / this.rows);
    return Math.max(1, Math.min((this.width - 2 * MARGIN) / this.columns, (this.height - 2 * MARGIN) / this.rows));
  }

  fit(): void {
    this.whole = true;
    this.camera.value = { scale: this.fitting, x: this.columns / 2, y: this.rows / 2 };
  }

  private look(camera: Camera): void {
    const scale = Math.min(CLOSEST, Math.max(this.fitting * 0.8, camera.scale));
    const x = Math.min(this.columns, Math.max(0, camera.x));
    const y = Math.min(this.rows, Math.max(0, camera.y));
    this.camera.value = { scale, x, y };
  }

  pan(dx: number, dy: number): void {
    this.whole = false;
    const { scale, x, y } = this.camera.value;
    this.look({ scale, x: x - dx / scale, y: y - dy / scale });
  }

  /** Zoom about a point of the canvas, by default its middle. */
  zoom(factor: number, px = this.width / 2, py = this.height / 2): void {
    this.whole = false;
    const { x, y } = this.point(px, py);
    const scale = Math.min(CLOSEST, Math.max(this.fitting * 0.8, this.camera.value.scale * factor));
    this.look({ scale, x: x - (px - this.width / 2) / scale, y: y - (py - this.height / 2) / scale });
  }

  /** A point of the canvas on the board, in cells. */
  private point(px: number, py: number): { x: number; y: number } {
    const { scale, x, y } = this.camera.value;
    return { x: x + (px - this.width / 2) / scale, y: y + (py - this.height / 2) / scale };
  }

  cellAt(px: number, py: number): Cell | null {
    const { x, y } = this.point(px, py);
    const inside = x >= 0 && y >= 0 && x < this.columns && y < this.rows;
    return inside ? [Math.floor(x), Math.floor(y)] : null;
  }

  /** Where a cell lies on the canvas, in CSS pixels. */
  place([column, row]: Cell): { left: number; top: number; size: number } {
    const { scale, x, y } = this.camera.value;
    return { left: this.width / 2 + (column - x) * scale, top: this.height / 2 + (row - y) * scale, size: scale };
  }

  /** Move the board so that a cell is on screen. */
  reveal(cell: Cell): void {
    const { left, top, size } = this.place(cell);
    const over = (at: number, most: number) => Math.min(0, at) + Math.max(0, at + size - most);
    const dx = over(left, this.width);
    const dy = over(top, this.height);
    if (dx || dy) this.pan(-dx, -dy);
  }

  /** Draw, and leave word of what is drawn: where cell (0, 0) lies, how large it is, and which position of a film. */
  draw(shown: Shown, palette: Palette, still: boolean, over?: (brush: Brush) => void): void {
    this.measure(shown.to);
    const { left, top, size } = this.place([0, 0]);
    this.canvas.dataset.origin = `${left} ${top} ${size}`;
    if (shown.at !== undefined) this.canvas.dataset.at = String(shown.at);
    const ratio = window.devicePixelRatio || 1;
    const [w, h] = [Math.round(this.width * ratio), Math.round(this.height * ratio)];
    if (this.canvas.width !== w || this.canvas.height !== h) Object.assign(this.canvas, { width: w, height: h });
    const ctx = this.canvas.getContext("2d") as CanvasRenderingContext2D;
    const { scale, x, y } = this.camera.value;
    const pixels = scale * ratio;
    ctx.setTransform(1, 0, 0, 1, 0, 0);
    ctx.clearRect(0, 0, w, h);
    ctx.setTransform(pixels, 0, 0, pixels, w / 2 - x * pixels, h / 2 - y * pixels);
    const [halfWide, halfHigh] = [this.width / 2 / scale, this.height / 2 / scale];
    const seen = { left: x - halfWide, top: y - halfHigh, right: x + halfWide, bottom: y + halfHigh };
    const above: NonNullable<Brush["above"]> = [];
    const brush: Brush = { ctx, palette, pixels, seen, still, above };
    ctx.save();
    this.board.paint(brush, shown.from, shown.to, shown.part);
    ctx.restore();
    over?.(brush);
    for (const draw of above) draw(ctx);
  }
}
