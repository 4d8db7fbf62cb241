// Mouse, fingers and wheel on the board: drag to move it, wheel or pinch to zoom, tap or click to choose a cell.

import type { Cell } from "../board";
import type { Stage } from "./stage";

interface Listener {
  hover(cell: Cell | null): void;
  tap(cell: Cell): void;
}

/** How far a finger may slip and still tap, in CSS pixels. */
const SLIP = 6;

export function listen(element: HTMLElement, stage: Stage, listener: Listener): () => void {
  const fingers = new Map<number, { x: number; y: number }>();
  let slipped = 0;
  const inside = (event: PointerEvent | WheelEvent) => {
    const box = element.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  };
  const spread = () => {
    const [a, b] = [...fingers.values()];
    return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2, wide: Math.hypot(a.x - b.x, a.y - b.y) };
  };

  function down(event: PointerEvent): void {
    if (event.button !== 0) return;
    element.setPointerCapture(event.pointerId);
    if (fingers.size === 0) slipped = 0;
    fingers.set(event.pointerId, inside(event));
  }

  function move(event: PointerEvent): void {
    const now = inside(event);
    const was = fingers.get(event.pointerId);
    if (!was) {
      if (event.pointerType === "mouse") listener.hover(stage.cellAt(now.x, now.y));
      return;
    }
    slipped += Math.hypot(now.x - was.x, now.y - was.y);
    if (fingers.size === 2) pinch(event.pointerId, now);
    else if (slipped > SLIP) stage.pan(now.x - was.x, now.y - was.y);
    fingers.set(event.pointerId, now);
  }

  function pinch(id: number, now: { x: number; y: number }): void {
    const before = spread();
    fingers.set(id, now);
    const after = spread();
    slipped = SLIP + 1;
    stage.pan(after.x - before.x, after.y - before.y);
    if (before.wide > 0) stage.zoom(after.wide / before.wide, after.x, after.y);
  }

  function up(event: PointerEvent): void {
    if (!fingers.delete(event.pointerId) || event.type === "pointercancel") return;
    const { x, y } = inside(event);
    const cell = stage.cellAt(x, y);
    if (slipped <= SLIP && fingers.size === 0 && cell) listener.tap(cell);
  }

  function wheel(event: WheelEvent): void {
    event.preventDefault();
    const { x, y } = inside(event);
    stage.zoom(Math.exp(-event.deltaY * (event.ctrlKey ? 0.01 : 0.0018)), x, y);
  }

  const leave = () => listener.hover(null);
  const ears: [string, (event: never) => void][] = [
    ["pointerdown", down], ["pointermove", move], ["pointerup", up], ["pointercancel", up], ["pointerleave", leave], ["wheel", wheel],
  ];
  for (const [name, ear] of ears) element.addEventListener(name, ear as EventListener, { passive: false });
  return () => ears.forEach(([name, ear]) => element.removeEventListener(name, ear as EventListener));
}
