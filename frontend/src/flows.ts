// Who went where between two scenes, for games that count units instead of naming them.

import { between, ease, within } from "./paint";

/** Alike units on one cell. */
export interface Heap {
  x: number;
  y: number;
  count: number;
}

/** Units that went from one cell to another. */
export interface Flow {
  /** Null: they are new. */
  from: readonly [number, number] | null;
  to: readonly [number, number];
  count: number;
  /** They were lost where they went. */
  lost?: true;
}

type Place = { x: number; y: number; left: number };

/**
 * Match alike units of two scenes: who can stay stays, the others take the shortest ways of at most `reach` steps.
 * Who is left over went to the nearest of `ends` within reach and was lost there, or vanished where it stood.
 */
export function flows(from: readonly Heap[], to: readonly Heap[], reach: number, ends: readonly Heap[] = []): Flow[] {
  const found: Flow[] = [];
  const gone = places(from);
  const come = places(to);
  for (const [key, place] of gone) stay(found, place, come.get(key));
  const left = [...gone.values()].filter((place) => place.left > 0);
  const missing = [...come.values()].filter((place) => place.left > 0);
  shortest(found, left, missing, reach);
  for (const place of left) if (place.left > 0) found.push(lost(place, ends, reach));
  for (const place of missing) if (place.left > 0) found.push({ from: null, to: [place.x, place.y], count: place.left });
  return found;
}

function places(heaps: readonly Heap[]): Map<string, Place> {
  const found = new Map<string, Place>();
  for (const { x, y, count } of heaps) {
    const place = found.get(`${x},${y}`);
    if (place) place.left += count;
    else found.set(`${x},${y}`, { x, y, left: count });
  }
  return found;
}

function stay(found: Flow[], place: Place, after: Place | undefined): void {
  const count = Math.min(place.left, after?.left ?? 0);
  if (!after || !count) return;
  place.left -= count;
  after.left -= count;
  found.push({ from: [place.x, place.y], to: [place.x, place.y], count });
}

function shortest(found: Flow[], left: Place[], missing: Place[], reach: number): void {
  const ways = left.flatMap((one) =>
    missing.map((other) => ({ one, other, steps: steps(one, other) })).filter((way) => way.steps <= reach),
  );
  ways.sort((a, b) => a.steps - b.steps);
  for (const { one, other } of ways) {
    const count = Math.min(one.left, other.left);
    if (!count) continue;
    one.left -= count;
    other.left -= count;
    found.push({ from: [one.x, one.y], to: [other.x, other.y], count });
  }
}

function lost(place: Place, ends: readonly Heap[], reach: number): Flow {
  const near = ends.filter((end) => steps(place, end) <= reach).sort((a, b) => steps(place, a) - steps(place, b))[0];
  const { x, y } = near ?? place;
  return { from: [place.x, place.y], to: [x, y], count: place.left, lost: true };
}

function steps(one: { x: number; y: number }, other: { x: number; y: number }): number {
  return Math.abs(one.x - other.x) + Math.abs(one.y - other.y);
}

/** Where a flow is at a moment of the step, and how much of it is there: the new fade in, the lost fade out. */
export function afloat(flow: Flow, part: number): { x: number; y: number; opacity: number } {
  const [x, y] = flow.from ?? flow.to;
  const way = ease(part);
  return {
    x: between(x, flow.to[0], way),
    y: between(y, flow.to[1], way),
    opacity: flow.lost ? 1 - within(part, 0.6, 1) : flow.from ? 1 : within(part, 0.2, 0.8),
  };
}

/** The scene before is held weakly: else each scene would keep the one before it, and so all that were ever shown. */
const made = new WeakMap<object, { from: WeakRef<object>; value: unknown }>();

/** What a board worked out between two scenes, kept while they are on screen: one thing a pair. Never a scene itself. */
export function settled<S extends object, T>(from: S, to: S, make: () => T): T {
  const known = made.get(to);
  if (known && known.from.deref() === from) return known.value as T;
  const value = make();
  made.set(to, { from: new WeakRef(from), value });
  return value;
}
