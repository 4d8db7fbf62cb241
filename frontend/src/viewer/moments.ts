// What decided a match: turns in which the lead changed hands, and those that went otherwise than the turns before.

import type { FilmHead } from "../generated/wire";
import { leader, order, type Points, series } from "./lead";

export type MomentHead = Pick<FilmHead, "turns" | "scores" | "lead" | "gains">;

/** A change of the points of a seat in one turn. */
export interface Change {
  seat: number;
  part: number;
  by: number;
}

export interface Moment {
  /** The position at which most of it happened. */
  frame: number;
  turn: number;
  /** Who gained by it, and on whom. */
  seat: number;
  rival: number;
  /** Whether the seat leads since. */
  lead: boolean;
  /** Whether it is one of the largest swings. */
  swing: boolean;
  /** How much better the seat stands than at the end of the turn before. */
  by: number;
  /** What brought it: the largest changes, the first most. */
  why: Change[];
}

/** So many swings are told, each at least this part of the largest. */
const SWINGS = 5;
const SMALLEST = 0.3;
/** The turns before, with which a turn is compared. */
const BEFORE = 5;
/** Of more seats than this only those who lead are looked at. */
const SEATS = 8;
const REASONS = 2;
/** So many changes of the lead are told, the last ones. */
const LEADS = 8;

/** The turn that led to a position: at the end of a turn the position tells the next one already. */
const turnOf = (turns: readonly number[], frame: number): number => turns[Math.max(0, frame - 1)];

/** The first position, then the last one of each turn, up to a position. */
function ends(turns: readonly number[], upTo: number): number[] {
  const last = Math.min(turns.length - 1, upTo);
  const frames = Array.from({ length: last + 1 }, (_, frame) => frame);
  return frames.filter((frame) => !frame || frame === last || turnOf(turns, frame + 1) !== turnOf(turns, frame));
}

/** How far a seat is ahead of the best other one. */
function ahead(points: Points, seat: number): number {
  let best = -Infinity;
  for (let other = 0; other < points.length; other++) if (other !== seat) best = Math.max(best, points[other]);
  return points[seat] - best;
}

function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

interface Turn {
  start: number;
  end: number;
  seat: number;
  /** How much more the seat gained than in the turns before; nothing where it fell back, if less than before. */
  swing: number;
}

/** The moments of a film up to a position, in their order. */
export function moments(head: MomentHead, upTo = Infinity): Moment[] {
  const all = series(head);
  if ((all[0]?.length ?? 0) < 2) return [];
  const at = ends(head.turns.slice(0, all.length), upTo);
  const turns = at.slice(1).map((_, n) => gainOf(all, at, n + 1));
  const leads = leadChanges(all, at);
  const swings = largest(turns.filter(({ swing }) => swing > 0));
  return turns.flatMap((turn, n) => {
    const first = leads.get(n + 1);
    if (first === undefined && !swings.has(turn)) return [];
    return [moment(head, all, { ...turn, seat: first ?? turn.seat }, first !== undefined, swings.has(turn))];
  });
}

/** Who gained most in a turn, compared with what the turns before brought. */
function gainOf(all: readonly Points[], at: readonly number[], n: number): Turn {
  const [start, end] = [at[n - 1], at[n]];
  const [before, after] = [all[start], all[end]];
  const gain = (seat: number, turn: number) => ahead(all[at[turn]], seat) - ahead(all[at[turn - 1]], seat);
  const seats = after.length <= SEATS ? after.map((_, seat) => seat) : [order(before)[0], order(after)[0]];
  const turn = (seat: number): Turn => {
    const earlier = Array.from({ length: Math.min(BEFORE, n - 1) }, (_, back) => gain(seat, n - 1 - back));
    const by = gain(seat, n);
    return { start, end, seat, swing: by > 0 ? by - median(earlier) : 0 };
  };
  return seats.map(turn).reduce((best, one) => (one.swing > best.swing ? one : best));
}

/** The turns, by their number, after which another seat leads than before; on level terms nobody does. */
function leadChanges(all: readonly Points[], at: readonly number[]): Map<number, number> {
  const found = new Map<number, number>();
  let last: number | null = null;
  at.forEach((frame, n) => {
    const seat = leader(all[frame])?.seat ?? null;
    if (seat === null || seat === last) return;
    if (n > 0) found.set(n, seat);
    last = seat;
  });
  return new Map([...found].slice(-LEADS));
}

/** The turns with the largest swings, of those near to one another the largest. */
function largest(turns: readonly Turn[]): Set<Turn> {
  const sorted = turns.toSorted((a, b) => b.swing - a.swing || a.end - b.end);
  const chosen: Turn[] = [];
  for (const turn of sorted) {
    if (chosen.length === SWINGS || turn.swing < sorted[0].swing * SMALLEST) break;
    if (chosen.every((other) => turn.start > other.end || turn.end < other.start)) chosen.push(turn);
  }
  return new Set(chosen);
}

function moment(head: MomentHead, all: readonly Points[], turn: Turn, lead: boolean, swing: boolean): Moment {
  const { seat, start, end } = turn;
  const rival = order(all[start]).find((other) => other !== seat) as number;
  const gain = (frame: number) => ahead(all[frame], seat) - ahead(all[frame - 1], seat);
  const frames = Array.from({ length: end - start }, (_, n) => start + 1 + n);
  const frame = frames.reduce((best, one) => (gain(one) > gain(best) ? one : best), frames[0]);
  const by = ahead(all[end], seat) - ahead(all[start], seat);
  return { frame, turn: turnOf(head.turns, frame), seat, rival, lead, swing, by, why: reasons(head, turn, rival) };
}

/** What the seat won and its rival lost in a turn, the largest changes first. */
function reasons({ gains }: MomentHead, { seat, start, end }: Turn, rival: number): Change[] {
  const found = new Map<string, Change>();
  for (const [frame, of, part, by] of gains) {
    if (frame <= start || frame > end || (of !== seat && of !== rival)) continue;
    const known = found.get(`${of}/${part}`);
    found.set(`${of}/${part}`, { seat: of, part, by: by + (known?.by ?? 0) });
  }
  const telling = [...found.values()].filter(({ seat: of, by }) => (of === seat ? by > 0 : by < 0));
  return telling.sort((a, b) => Math.abs(b.by) - Math.abs(a.by)).slice(0, REASONS);
}

/** So many positions a moment is told for. */
export const TOLD = 6;

/** The moment that is being told at a position. */
export const toldAt = (list: readonly Moment[], frame: number): Moment | undefined =>
  list.findLast((one) => one.frame <= frame && frame < one.frame + TOLD);
