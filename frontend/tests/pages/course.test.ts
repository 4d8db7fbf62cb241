// What was done in a turn, as rows.

import type { Given, Mark, Notes, Text } from "joute/generated/wire";
import { ACTION, ALL, grouped, privateOf, rowsOf, shows } from "joute/viewer/course";
import { describe, expect, it } from "vitest";

const both = (text: string): Text => ({ en: text, fr: text });
const given = (seat: number, what: string): Given => ({ seat, function: what, text: both(what), cells: [[seat, 1]] });
const refused = (before: number, what: string): Notes["refused"][number] => ({
  before,
  function: what,
  text: both(what),
  cells: [],
  answer: "TOO_FAR",
  why: both("That is too far."),
});
const note = (more: Partial<Notes>): Notes => ({
  frame: 4, log: [], drawings: [], marks: [], printed: "", refused: [], refused_more: 0, failure: null, ...more,
});
const mark = (frame: number, seat: number): Mark => ({ frame, kind: "fight", seat, text: both("a fight") });

describe("the rows of a position", () => {
  const orders = [given(1, "walk"), given(0, "build"), given(0, "walk")];
  const notes: [number, Notes][] = [[0, note({ refused: [refused(0, "dig"), refused(1, "dig"), refused(9, "walk")] })]];
  const rows = rowsOf(4, [mark(3, 0), mark(4, 1)], orders, notes);
  it("are its events, then the orders seat by seat, each refused one where it was tried", () => {
    expect(rows.map((row) => [row.kind, row.seat, row.what])).toEqual([
      ["event", 1, "fight"],
      ["refused", 0, "dig"],
      ["order", 0, "build"],
      ["refused", 0, "dig"],
      ["order", 0, "walk"],
      ["refused", 0, "walk"],
      ["order", 1, "walk"],
    ]);
  });
  it("are filtered by seat, kind and action", () => {
    const left = (filter: object) => rows.filter((row) => shows({ ...ALL, ...filter }, row)).length;
    expect([left({}), left({ seat: 1 }), left({ kind: "refused" }), left({ kind: "event" })]).toEqual([7, 2, 3, 1]);
    expect([left({ kind: `${ACTION}walk` }), left({ kind: `${ACTION}walk`, seat: 0 }), left({ kind: `${ACTION}fight` })]).toEqual([3, 2, 0]);
  });
  it("tell all refused orders of a seat that gave none", () => {
    expect(rowsOf(4, [], [], notes).map(({ what }) => what)).toEqual(["dig", "dig", "walk"]);
  });
});

describe("many orders of one kind", () => {
  const sizes = (what: string[]) => grouped(rowsOf(4, [], what.map((one) => given(0, one)), [])).map((run) => run.length);
  it("are one group where they follow each other", () => {
    expect(sizes(["a", ...Array<string>(100).fill("b"), "a", "a", "a"])).toEqual([1, 100, 1, 1, 1]);
    expect(sizes(["a", "a", "a", "a"])).toEqual([4]);
  });
  it("are apart where the rules answered otherwise", () => {
    const tried = [...Array<string>(4).fill("b")].map((what) => refused(0, what));
    const rows = rowsOf(4, [], [], [[0, note({ refused: [...tried, { ...refused(0, "b"), answer: "OCCUPIED" }] })]]);
    expect(grouped(rows).map((run) => run.length)).toEqual([4, 1]);
  });
});

it("a champion's notes are its marks, its notes and what it printed", () => {
  const own = privateOf([1, note({ log: ["gold 3"], marks: ["here"], printed: "hello", refused_more: 7 })]);
  expect(own).toEqual({ seat: 1, more: 7, failure: null, lines: ["⚑ here", "gold 3", "hello"] });
});
