import { veil } from "joute/paint";
import { recorder, SEATS, written } from "joute/testing/canvas";
import board from "./board";
import type { Plane } from "./scene";

const [BLUE, ORANGE] = SEATS as [string, string];

function plane(more: Partial<Plane> = {}): Plane {
  const player = { action_points: 42, move_points: 6, portals: 3, links: 3, fields: 1, twice_area: 25 };
  return {
    game: "portails",
    turn: 1,
    phase: "turn",
    seat: null,
    size: 12,
    bases: [
      [0, 0],
      [11, 11],
    ],
    current: 0,
    portals: [
      { x: 1, y: 1, owner: 0, shields: 0 },
      { x: 1, y: 6, owner: 0, shields: 3 },
      { x: 6, y: 1, owner: 0, shields: 0 },
      { x: 10, y: 10, owner: null, shields: 0 },
    ],
    links: [
      { ends: [0, 1], owner: 0, fresh: false },
      { ends: [0, 2], owner: 0, fresh: false },
      { ends: [1, 2], owner: 0, fresh: false },
    ],
    fields: [{ corners: [0, 1, 2], owner: 0, twice_area: 25 }],
    last: { player: 1, taken: [], lost: [], shielded: [], links: [], fields: [] },
    paid: [],
    players: [{ ...player, name: "J1", x: 1, y: 1 }, { ...player, name: "J2", x: 10, y: 10, action_points: null, move_points: null }],
    ...more,
  };
}

function paint(from: Plane, to: Plane, part: number) {
  const { brush, marks, done } = recorder(12, 12);
  board.paint(brush, from, to, part);
  done();
  return marks;
}

/** The middles of the links drawn in a colour. */
const beams = (marks: ReturnType<typeof paint>, colour: string) =>
  marks.filter(({ op, style }) => op === "stroke" && style === veil(colour, 0.9)).map(({ middle }) => middle);

describe("portails' board", () => {
  it("draws fields and links between the middles of their portals, in their owner's colour", () => {
    const marks = paint(plane(), plane(), 1);
    expect(marks.filter(({ style }) => style === veil(BLUE, 0.13)).map(({ middle }) => middle)).toEqual([[4, 4]]);
    expect(beams(marks, BLUE)).toEqual([[1.5, 4], [4, 1.5], [4, 4]]);
    expect(beams(marks, ORANGE)).toEqual([]);
  });

  it("lets a new link grow from end to end, and its field light up after it", () => {
    const from = plane({ links: plane().links.slice(0, 2), fields: [] });
    const early = paint(from, plane(), 0.55);
    expect(beams(early, BLUE).slice(0, 2)).toEqual([[1.5, 4], [4, 1.5]]);
    const [x, y] = beams(early, BLUE)[2] ?? [0, 0];
    expect([x, y]).toEqual([2.75, 5.25]);
    const field = (part: number) => paint(from, plane(), part).filter(({ style }) => style === veil(BLUE, 0.13));
    expect([field(0.4).length, field(0.75)[0]?.opacity, field(1)[0]?.opacity]).toEqual([0, 0.5, 1]);
  });

  it("draws the bases with the shapes of their seats, and names them", () => {
    const corners = paint(plane(), plane(), 1).filter(({ op, style, middle }) => op === "fill" && style === ORANGE && middle[0] > 11 && middle[1] > 11);
    expect(corners.map(({ middle }) => middle.map((value) => value.toFixed(1)).join())).toEqual(["11.2,11.2", "11.8,11.2", "11.2,11.8", "11.8,11.8"]);
    expect([board.describe(plane(), [11, 11], "en"), board.describe(plane(), [0, 0], "fr")]).toEqual([["base of J2"], ["base de J1"]]);
  });

  it("moves a pawn halfway in half the time", () => {
    const to = plane();
    const moved = plane({ players: to.players.map((one, seat) => (seat ? { ...one, x: 10, y: 4 } : one)) });
    const pawn = (part: number) => paint(to, moved, part).filter(({ op, style }) => op === "fill" && style === ORANGE).slice(4).map(({ middle }) => middle[1]);
    expect([0, 0.5, 1].map(pawn).map(([y]) => y)).toEqual([10.11, 7.11, 4.11]);
  });

  it("writes shields, and what fields paid while a step is shown", () => {
    expect(written(paint(plane(), plane(), 1))).toEqual(["3"]);
    expect(written(paint(plane(), plane({ paid: [{ kind: "paid", player: 0, points: 120 }] }), 0.7))).toEqual(["3", "+120"]);
  });

  it("describes a cell in both languages", () => {
    expect(board.describe(plane(), [1, 6], "en")).toEqual(["portal of J1, 3 shields, 2 links, 1 field"]);
    expect(board.describe(plane(), [2, 2], "en")).toEqual(["inside 1 field of J1, area 12.5"]);
    expect(board.describe(plane(), [2, 2], "fr")).toEqual(["dans 1 champ de J1, aire 12,5"]);
    expect(board.describe(plane(), [10, 10], "fr")).toEqual(["portail neutre", "pion de J2"]);
    expect(board.label(plane(), [1, 3], "en")).toBe("empty");
  });

  it("gives a player's figures, without the points that are hidden", () => {
    expect(board.figures(plane(), 1).map(({ name, value }) => [name.en, value])).toEqual([
      ["portals", 3], ["links", 3], ["fields", 1], ["area", 12.5], ["action points", null], ["move points", null],
    ]);
  });
});
