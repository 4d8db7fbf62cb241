// What was done on the way to a position, as rows: the orders of each seat, those that the rules refused, what happened.

import type { Cell } from "../board";
import type { Failure, Given, Mark, Notes, Text } from "../generated/wire";

export interface Row {
  kind: "order" | "refused" | "event";
  seat: number | null;
  /** The position it led to. */
  frame: number;
  /** The action of an order; the kind of an event. */
  what: string;
  text: Text;
  cells: readonly Cell[];
  /** Why an order was refused: the name of the error, and words. */
  answer?: string;
  why?: Text;
}

/** What a champion left for its author. */
export interface Private {
  seat: number;
  /** How many more orders were refused than there are rows. */
  more: number;
  failure: Failure | null;
  lines: readonly string[];
}

/** The rows of a position: events first, then seat by seat the orders as they were given. */
export function rowsOf(frame: number, marks: readonly Mark[], orders: readonly Given[], notes: readonly [number, Notes][]): Row[] {
  const events = marks.filter((mark) => mark.frame === frame).map(eventRow);
  const refused = new Map(notes.map(([seat, note]) => [seat, note.refused]));
  const seats = [...new Set([...orders.map(({ seat }) => seat), ...refused.keys()])].sort((a, b) => a - b);
  return [...events, ...seats.flatMap((seat) => ordersOf(frame, seat, orders.filter((one) => one.seat === seat), refused.get(seat) ?? []))];
}

export const eventRow = ({ frame, seat, kind, text }: Mark): Row => ({ kind: "event", seat, frame, what: kind, text, cells: [] });

/** The orders of a seat, each refused one before the order that was accepted next. */
function ordersOf(frame: number, seat: number, given: readonly Given[], refused: Notes["refused"]): Row[] {
  const rows: Row[] = [];
  let next = 0;
  for (let count = 0; count <= given.length; count++) {
    const last = count === given.length;
    for (; next < refused.length && (last || refused[next].before <= count); next++) {
      const { function: what, text, cells, answer, why } = refused[next];
      rows.push({ kind: "refused", seat, frame, what, text, cells, answer, why });
    }
    if (!last) rows.push({ kind: "order", seat, frame, what: given[count].function, text: given[count].text, cells: given[count].cells });
  }
  return rows;
}

export const privateOf = ([seat, note]: readonly [number, Notes]): Private => ({
  seat,
  more: note.refused_more,
  failure: note.failure,
  lines: [...note.marks.map((mark) => `⚑ ${mark}`), ...note.log, note.printed].filter(Boolean),
});

/** Which rows are shown: of all seats or one; all kinds, one of them, or one action. */
export interface Filter {
  seat: number | null;
  kind: string;
}

export const ALL: Filter = { seat: null, kind: "" };
/** Where a kind is an action: of accepted and refused orders alike. */
export const ACTION = "action:";

export const shows = (filter: Filter, row: Row): boolean =>
  (filter.seat === null || row.seat === filter.seat || row.seat === null) &&
  (!filter.kind || row.kind === filter.kind || (row.kind !== "event" && `${ACTION}${row.what}` === filter.kind));

/** So many rows of one kind after each other are shown as one: "12 × deplacer". */
const MANY = 4;

/** Rows of one kind after each other, together where there are many. */
export function grouped(rows: readonly Row[]): Row[][] {
  const runs: Row[][] = [];
  const same = (a: Row, b: Row) => a.kind === b.kind && a.seat === b.seat && a.what === b.what && a.answer === b.answer && a.kind !== "event";
  for (const row of rows) {
    const run = runs.at(-1);
    if (run && same(run[0], row)) run.push(row);
    else runs.push([row]);
  }
  return runs.flatMap((run) => (run.length < MANY ? run.map((row) => [row]) : [run]));
}
