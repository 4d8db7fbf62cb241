// Mouse, fingers and wheel on the board: drag to move it, wheel or pinch to zoom, tap or click to choose a cell.

import type { Cell } from "../board";
import type { Stage } from "./stage";

/** Drawing on the board instead of moving it. */
export interface Painter {
  /** A stroke begins, with the right button to erase: whether there is anything to draw with. */
  begin(erase: boolean): boolean;
  over(cell: Cell): void;
  /** `kept`: whether the stroke was not broken off, by a second finger for instance. */
  end(kept: boolean): void;
}

interface Listener {
  hover(cell: Cell | null): void;
  tap(cell: Cell): void;
  painter?: Painter;
}

interface Point {
  x: number;
  y: number;
}

/** How far a finger may slip and still tap, in CSS pixels. */
const SLIP = 6;

class Gestures {
  private fingers = new Map<number, Point>();
  private slipped = 0;
  /** Whether a stroke is being drawn. */
  private drawing = false;

  constructor(
    private readonly element: HTMLElement,
    private readonly stage: Stage,
    private readonly listener: Listener,
  ) {}

  private point(event: MouseEvent): Point {
    const box = this.element.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  }

  down = (event: PointerEvent): void => {
    const erase = event.button === 2 && this.listener.painter !== undefined;
    if (event.button !== 0 && !erase) return;
    this.element.setPointerCapture(event.pointerId);
    if (this.fingers.size === 0) {
      this.slipped = 0;
      this.drawing = !event.shiftKey && (this.listener.painter?.begin(erase) ?? false);
    } else this.stopDrawing(false);
    const now = this.point(event);
    this.fingers.set(event.pointerId, now);
    if (this.drawing) this.draw(now, now);
  };

  /** Every cell on the way from one point to another. */
  private draw(from: Point, to: Point): void {
    const cell = this.stage.place([0, 0]).size;
    const steps = Math.max(1, Math.ceil((2 * Math.hypot(to.x - from.x, to.y - from.y)) / cell));
    for (let step = 1; step <= steps; step++) {
      const [x, y] = [from.x + ((to.x - from.x) * step) / steps, from.y + ((to.y - from.y) * step) / steps];
      const at = this.stage.cellAt(x, y);
      if (at) this.listener.painter?.over(at);
    }
    this.listener.hover(this.stage.cellAt(to.x, to.y));
  }

  private stopDrawing(kept: boolean): void {
    if (this.drawing) this.listener.painter?.end(kept);
    this.drawing = false;
  }

  menu = (event: Event): void => {
    if (this.listener.painter) event.preventDefault();
  };

  move = (event: PointerEvent): void => {
    const now = this.point(event);
    const was = this.fingers.get(event.pointerId);
    if (!was) {
      if (event.pointerType === "mouse") this.listener.hover(this.stage.cellAt(now.x, now.y));
      return;
    }
    this.slipped += Math.hypot(now.x - was.x, now.y - was.y);
    if (this.drawing) this.draw(was, now);
    else if (this.fingers.size === 2) this.pinch(event.pointerId, now);
    else if (this.slipped > SLIP) this.stage.pan(now.x - was.x, now.y - was.y);
    this.fingers.set(event.pointerId, now);
  };

  private spread(): Point & { wide: number } {
    const [a, b] = [...this.fingers.values()];
    return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2, wide: Math.hypot(a.x - b.x, a.y - b.y) };
  }

  private pinch(id: number, now: Point): void {
    const before = this.spread();
    this.fingers.set(id, now);
    const after = this.spread();
    this.slipped = SLIP + 1;
    this.stage.pan(after.x - before.x, after.y - before.y);
    if (before.wide > 0) this.stage.zoom(after.wide / before.wide, after.x, after.y);
  }

  up = (event: PointerEvent): void => {
    if (!this.fingers.delete(event.pointerId)) return;
    if (this.drawing) return this.stopDrawing(event.type !== "pointercancel");
    if (event.type === "pointercancel") return;
    const { x, y } = this.point(event);
    const cell = this.stage.cellAt(x, y);
    if (this.slipped <= SLIP && this.fingers.size === 0 && cell) this.listener.tap(cell);
  };

  wheel = (event: WheelEvent): void => {
    event.preventDefault();
    const { x, y } = this.point(event);
    this.stage.zoom(Math.exp(-event.deltaY * (event.ctrlKey ? 0.01 : 0.0018)), x, y);
  };

  /** A finger that is lifted leaves, too; what it tapped stays chosen. */
  leave = (event: PointerEvent): void => {
    if (event.pointerType === "mouse") this.listener.hover(null);
  };
}

/** Listen; the answer stops it. */
export function listen(element: HTMLElement, stage: Stage, listener: Listener): () => void {
  const { down, move, up, wheel, leave, menu } = new Gestures(element, stage, listener);
  const fingers = { pointerdown: down, pointermove: move, pointerup: up, pointercancel: up, pointerleave: leave };
  const ears = { ...fingers, wheel, contextmenu: menu };
  for (const [name, ear] of Object.entries(ears))
    element.addEventListener(name, ear as EventListener, { passive: false });
  return () => Object.entries(ears).forEach(([name, ear]) => element.removeEventListener(name, ear as EventListener));
}
