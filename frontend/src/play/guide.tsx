// What the board tells a person: where something can be done, and what a click would do.

import type { Signal } from "@preact/signals";
import type { Brush, Cell } from "../board";
import type { Offer, Target } from "../generated/wire";
import { say, word } from "../speech";
import type { BoardProps } from "../viewer/BoardView";
import { inviteAll, outline, ways } from "../viewer/over";
import type { Said } from "../viewer/Tip";
import { type Hand, same } from "./hand";
import { type Changes, paintChanges } from "./News";
import type { Table } from "./table";

/** What the board shows of a hand: where something can be done, in rings, in words, and in the order of the keys. */
export function guide(hand: Hand, cell: Signal<Cell | null>, changes: Changes): Pick<BoardProps, "over" | "prefix" | "stops" | "said"> {
  const over = (brush: Brush) => {
    const { accent, ink } = brush.palette;
    const { cells, one } = hand.marked.value;
    paintChanges(brush, changes);
    ways(brush, planned(hand.table));
    if (cells.length) inviteAll(brush, cells, accent, one);
    else inviteAll(brush, hand.places.value, accent, false);
    const half = hand.half.value;
    if (hand.cell.value) outline(brush, hand.cell.value, ink);
    if (half) outline(brush, half[1].cell, ink);
    if (cell.value) outline(brush, cell.value, accent);
  };
  const prefix = (at: Cell) => {
    const target = hand.targets.value.find(([, one]) => same(one.cell, at));
    if (target) return `${described(...target)}. `;
    return hand.places.value.some((one) => same(one, at)) ? `${word("yourTurn")}. ` : "";
  };
  const stops = () =>
    hand.targets.peek().length ? hand.targets.peek().map(([, target]) => target.cell) : hand.places.peek();
  return { over, prefix, stops, said: (at) => said(hand, at) };
}

/** Where the own orders go that are not carried out yet. */
export function planned({ welcome, position }: Pick<Table, "welcome" | "position">): { seat: number; way: Cell[] }[] {
  const seat = welcome.value?.seat;
  return seat === undefined ? [] : (position.value?.ways ?? []).map((way) => ({ seat, way }));
}

/** What a click on a target would do. */
const described = (offer: Offer, target: Target): string =>
  [say(offer.title), target.note && say(target.note)].filter(Boolean).join(", ");

/** How many things that a click could do are listed beside the pointer. */
const POINTED = 3;

/** What is said beside a cell: why a click there was refused, or what it would do. */
function said(hand: Hand, cell: Cell): Said | null {
  const refusal = hand.refusal.value;
  if (refusal && same(refusal.cell, cell)) return { lines: [say(refusal.text)], warn: true };
  const here = hand.targets.value.filter(([, target]) => same(target.cell, cell)).map((pair) => described(...pair));
  const more = here.length > POINTED ? [word("andMore", { n: here.length - POINTED + 1 })] : [];
  const lines = [...(more.length ? here.slice(0, POINTED - 1) : here), ...more];
  return lines.length ? { lines, warn: false } : null;
}
