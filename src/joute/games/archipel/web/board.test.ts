import { figuresIn, recorder, SEATS, written } from "joute/testing/canvas";
import board from "./board";
import type { Chart, Fight } from "./scene";

const [BLUE, ORANGE] = SEATS as [string, string];

function chart(more: Partial<Chart> = {}): Chart {
  const player = { name: "J1", islands: 1, volcanoes: 0, caravelles: 1, galions: 2, gold: 34, cargo: 5 };
  return {
    game: "archipel",
    turn: 3,
    phase: "turn",
    seat: null,
    current: 0,
    width: 5,
    height: 5,
    map: ["~~~~~", "~o~~~", "~~~~~", "~~~^~", "~~~~~"],
    players: [player, { ...player, name: "J2", islands: 0, volcanoes: 1 }],
    islands: [
      { x: 1, y: 1, volcano: false, owner: 0, gold: 34 },
      { x: 3, y: 3, volcano: true, owner: null, gold: 0 },
    ],
    fleets: [],
    boats: [],
    events: [],
    ...more,
  };
}

const boat = (id: number, x: number, y: number, seat: number, btype = 1) => ({ id, x, y, seat, btype, nb_or: 0, deplacable: 1 });

function paint(from: Chart, to: Chart, part: number, still = false) {
  const { brush, marks, done } = recorder(5, 5, { still });
  board.paint(brush, from, to, part);
  done();
  return marks;
}

describe("archipel's board", () => {
  it("draws each ship on its cell in its seat's colour", () => {
    const scene = chart({ boats: [boat(0, 0, 0, 0), boat(1, 4, 2, 1, 0)] });
    const marks = paint(scene, scene, 1);
    expect(figuresIn(marks, BLUE)).toEqual([[0.4, 0.5]]);
    expect(figuresIn(marks, ORANGE)).toEqual([[4.64, 2.62]]);
  });

  it("counts ships that lie together, and gold", () => {
    const scene = chart({ boats: [boat(0, 0, 0, 0), boat(1, 0, 0, 0), boat(2, 0, 0, 0)] });
    expect(written(paint(scene, scene, 1))).toEqual(["3", "34"]);
  });

  it("moves a ship halfway in half the time", () => {
    const [from, to] = [chart({ boats: [boat(0, 0, 0, 0)] }), chart({ boats: [boat(0, 4, 2, 0)] })];
    expect([0, 0.5, 1].map((part) => figuresIn(paint(from, to, part), BLUE))).toEqual([[[0.4, 0.5]], [[2.4, 1.5]], [[4.4, 2.5]]]);
  });

  it("moves nothing for who asked for less motion", () => {
    const [from, to] = [chart({ boats: [boat(0, 0, 0, 0)] }), chart({ boats: [boat(0, 4, 2, 0)] })];
    expect(figuresIn(paint(from, to, 0.2, true), BLUE)).toEqual([[4.4, 2.5]]);
  });

  it("lets the sunk sail to their fight and fade, with their number", () => {
    const fight: Fight = {
      kind: "fight", x: 2, y: 0, attacker: 1, galions: [1, 2], winner: 1, taken: false, loot: 0, receiver: "nobody",
      sunk: [{ id: 0, seat: 0, btype: 1, nb_or: 0 }],
    };
    const to = chart({ boats: [boat(1, 2, 0, 1)], events: [fight] });
    const from = chart({ boats: [boat(0, 0, 0, 0), boat(1, 2, 0, 1)] });
    const marks = paint(from, to, 0.8);
    const sinking = marks.filter(({ style, origin }) => style === BLUE && origin[0] > 1 && origin[1] === 0.5);
    expect(sinking.length).toBeGreaterThan(0);
    expect(new Set(sinking.map(({ opacity }) => opacity))).toEqual(new Set([0.5]));
    expect(written(marks)).toContain("−1");
    expect(figuresIn(paint(from, to, 1), BLUE)).toEqual([]);
  });

  it("describes a cell in both languages", () => {
    const scene = chart({
      fleets: [{ x: 1, y: 1, sides: [{ caravelles: 1, galions: 2, gold: 5 }, { caravelles: 0, galions: 0, gold: 0 }] }],
    });
    expect(board.describe(scene, [1, 1], "en")).toEqual(["island of J1, 34 gold", "J1: 2 galions, 1 caravelle, 5 gold aboard"]);
    expect(board.describe(scene, [1, 1], "fr")).toEqual(["île de J1, 34 or", "J1\u00a0: 2 galions, 1 caravelle, 5 or à bord"]);
    expect(board.label(scene, [3, 3], "en")).toBe("free volcano");
    expect(board.label(scene, [0, 0], "fr")).toBe("mer");
  });

  it("gives the ids of boats, the first of many", () => {
    const fleets = [{ x: 0, y: 0, sides: [{ caravelles: 0, galions: 14, gold: 0 }, { caravelles: 0, galions: 1, gold: 0 }] }];
    const boats = [...Array.from({ length: 14 }, (_, id) => boat(id, 0, 0, 0)), boat(20, 0, 0, 1), boat(21, 1, 0, 1)];
    expect(board.describe(chart({ fleets, boats }), [0, 0], "en")).toEqual([
      "sea", "J1: 14 galions", "ids 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11 and 2 more", "J2: 1 galion", "ids 20",
    ]);
  });

  it("tells a fight", () => {
    const fight: Fight = {
      kind: "fight", x: 0, y: 0, attacker: 1, galions: [2, 3], winner: 1, taken: true, sunk: [], loot: 7, receiver: 1,
    };
    const scene = chart({ events: [fight, { kind: "income", gold: [10, 20], scores: [] }] });
    expect(board.describe(scene, [0, 0], "en")[1]).toBe("fight: J2 3 against J1 2, J2 wins and takes the island, 7 gold at stake");
    expect(board.describe(scene, [0, 0], "fr")[1]).toBe("combat : J2 3 contre J1 2, J2 gagne et prend l'île, 7 or en jeu");
  });

  it("gives a player's figures", () => {
    expect(board.figures(chart(), 1).map(({ name, value }) => [name.fr, value])).toEqual([
      ["îles", 0], ["volcans", 1], ["galions", 2], ["caravelles", 1], ["or à terre", 34], ["or à bord", 5],
    ]);
  });
});
