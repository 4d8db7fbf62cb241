// Mouse, fingers and wheel on the board: drag to move it, wheel or pinch to zoom, tap or click to choose a cell.

import type { Cell } from "../board";
import type { Stage } from "./stage";

interface Listener {
  hover(cell: Cell | null): void;
  tap(cell: Cell): void;
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
    if (event.button !== 0) return;
    this.element.setPointerCapture(event.pointerId);
    if (this.fingers.size === 0) this.slipped = 0;
    this.fingers.set(event.pointerId, this.point(event));
  };

  move = (event: PointerEvent): void => {
    const now = this.point(event);
    const was = this.fingers.get(event.pointerId);
    if (!was) {
      if (event.pointerType === "mouse") this.listener.hover(this.stage.cellAt(now.x, now.y));
      return;
    }
    this.slipped += Math.hypot(now.x - was.x, now.y - was.y);
    if (this.fingers.size === 2) this.pinch(event.pointerId, now);
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
    if (!this.fingers.delete(event.pointerId) || event.type === "pointercancel") return;
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
  const { down, move, up, wheel, leave } = new Gestures(element, stage, listener);
  const ears = { pointerdown: down, pointermove: move, pointerup: up, pointercancel: up, pointerleave: leave, wheel };
  for (const [name, ear] of Object.entries(ears))
    element.addEventListener(name, ear as EventListener, { passive: false });
  return () => Object.entries(ears).forEach(([name, ear]) => element.removeEventListener(name, ear as EventListener));
}
