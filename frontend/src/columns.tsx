// The cells of a tournament's table: what a column that the server declares shows of a line.

import type { ComponentChildren } from "preact";
import type { Column, Show } from "./contest";
import { number, whole, word, worded } from "./speech";

export function cell({ show, fields }: Column, line: object): ComponentChildren {
  const values = line as Record<string, unknown>;
  const shown = SHOWN[show] as (...values: unknown[]) => ComponentChildren;
  const known = fields.map((name) => values[name]);
  return known.includes(null) && show !== "remark" ? "–" : shown(...known);
}

const range = (a: number | string, b: number | string): string => (a === b ? String(a) : word("fromTo", { a, b }));

const counted = (verdicts: [string, number][]): string =>
  verdicts.map(([verdict, count]) => `${count} × ${worded("verdict", verdict)}`).join(", ");

const SHOWN: Record<Show, (...values: never[]) => ComponentChildren> = {
  text: (text: string) => text,
  count: (count: number) => count,
  distinct: (games: number, distinct: number) => (games === distinct ? games : word("distinctOf", { distinct, games })),
  number: (value: number) => number(value),
  whole: (value: number) => whole(value),
  tenth: (value: number) => number(value),
  whole_range: (low: number, high: number) => range(whole(low), whole(high)),
  range: (low: number, high: number) => range(low, high),
  record: (wins: number, draws: number, losses: number) => `${wins} – ${draws} – ${losses}`,
  skill: (mu: number, sigma: number) => (
    <>
      {number(mu)} <span class="dim">± {number(2 * sigma)}</span>
    </>
  ),
  verdicts: (verdicts: Record<string, number>) => counted(Object.entries(verdicts)),
  faults: (verdicts: Record<string, number>) => counted(Object.entries(verdicts).filter(([name]) => name !== "OK")),
  // On a line of its own beneath the entrant: see `Row`.
  remark: () => null,
};
