// What the board tells a person: where something can be done, and what a click would do.

import type { Signal } from "@preact/signals";
import type { Brush, Cell } from "../board";
import type { Offer, Target } from "../generated/wire";
import { say, word } from "../speech";
import type { BoardProps } from "../viewer/BoardView";
import { inviteAll, outline } from "../viewer/over";
import { type Hand, same } from "./hand";

/** What the board shows of a hand: where something can be done, in rings, in words, and in the order of the keys. */
export function guide(hand: Hand, cell: Signal<Cell | null>): Pick<BoardProps, "over" | "prefix" | "stops"> {
  const over = (brush: Brush) => {
    const { accent, ink } = brush.palette;
    const { cells, one } = hand.marked.value;
    if (cells.length) inviteAll(brush, cells, accent, one);
    else inviteAll(brush, hand.places.value, accent, false);
    if (hand.cell.value) outline(brush, hand.cell.value, ink);
    if (cell.value) outline(brush, cell.value, accent);
  };
  const prefix = (at: Cell) => {
    const target = hand.targets.value.find(([, one]) => same(one.cell, at));
    if (target) return `${described(...target)}. `;
    return hand.places.value.some((one) => same(one, at)) ? `${word("yourTurn")}. ` : "";
  };
  const stops = () =>
    hand.targets.peek().length ? hand.targets.peek().map(([, target]) => target.cell) : hand.places.peek();
  return { over, prefix, stops };
}

/** What a click on a target would do. */
const described = (offer: Offer, target: Target): string =>
  [say(offer.title), target.note && say(target.note)].filter(Boolean).join(", ");

/** How many things that a click could do are listed beside the pointer. */
const POINTED = 3;

export function Pointed({ hand, cell }: { hand: Hand; cell: Cell | null }) {
  const here = hand.targets.value.filter(([, target]) => same(target.cell, cell)).map((pair) => described(...pair));
  if (!here.length) return null;
  const more = here.length > POINTED ? [word("andMore", { n: here.length - POINTED + 1 })] : [];
  const first = more.length ? here.slice(0, POINTED - 1) : here;
  return <p class="preview-note">{[...first, ...more].join(" / ")}</p>;
}
