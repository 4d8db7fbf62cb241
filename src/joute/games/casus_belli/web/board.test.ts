import { figuresIn, recorder, SEATS, written } from "joute/testing/canvas";
import board from "./board";
import { wounds } from "./blows";
import type { Character, Forest } from "./scene";

const [BLUE, ORANGE] = SEATS as [string, string];
const MIST = "rgba(9,12,18,0.78)";

function forest(more: Partial<Forest> = {}): Forest {
  return {
    game: "casus_belli",
    turn: 3,
    phase: "deplacement",
    seat: null,
    width: 4,
    height: 3,
    teams: [{ name: "J1", score: 0 }, { name: "J2", score: 1 }],
    ground: ["..F#", "_~T.", "...."],
    sight: null,
    characters: [],
    palantirs: [null, null],
    zones: [null, null],
    zone_size: 4,
    pace: 10,
    events: [],
    ...more,
  };
}

const hero = (team: number, rank: number, x: number, y: number, life = 10): Character => ({
  team, class: rank, life, full: 10, x, y, direction: 1,
});

function paint(from: Forest, to: Forest, part: number) {
  const { brush, marks, done } = recorder(4, 3);
  board.paint(brush, from, to, part);
  done();
  return marks;
}

describe("casus_belli's board", () => {
  it("draws each character on its cell in its team's colour", () => {
    const scene = forest({ characters: [hero(0, 0, 1, 2), hero(1, 1, 3, 1)] });
    const marks = paint(scene, scene, 1);
    expect(figuresIn(marks, BLUE)).toEqual([[1.5, 2.5]]);
    expect(figuresIn(marks, ORANGE)).toEqual([[3.5, 1.5]]);
  });

  it("walks halfway in half the time", () => {
    const [from, to] = [forest({ characters: [hero(0, 0, 0, 0)] }), forest({ characters: [hero(0, 0, 2, 2)] })];
    expect(figuresIn(paint(from, to, 0.5), BLUE)).toEqual([[1.5, 1.5]]);
  });

  it("stands friends and foes of a cell side by side, and counts a crowd", () => {
    const two = forest({ characters: [hero(0, 0, 1, 2), hero(1, 0, 1, 2)] });
    const marks = paint(two, two, 1);
    expect(figuresIn(marks, BLUE)).toEqual([[1.28, 2.5]]);
    expect(figuresIn(marks, ORANGE)).toEqual([[1.72, 2.54]]);
    const crowd = forest({ characters: [0, 1, 2].flatMap((rank) => [hero(0, rank, 1, 1), hero(1, rank, 1, 1)]) });
    expect(written(paint(crowd, crowd, 1))).toEqual(["6"]);
  });

  it("lays mist on the cells that are not seen, and on no other", () => {
    const scene = forest({ seat: 0, sight: ["1110", "1101", "1111"] });
    const covered = paint(scene, scene, 1).filter(({ style }) => style === MIST);
    expect(covered.map(({ middle }) => middle)).toEqual([[3.5, 0.5], [2.5, 1.5]]);
    expect(paint(forest(), forest(), 1).filter(({ style }) => style === MIST)).toEqual([]);
  });

  it("does not walk the dead to where they come back", () => {
    const from = forest({ characters: [hero(0, 0, 0, 0, 2)] });
    const to = forest({ characters: [hero(0, 0, 3, 2)], events: [{ kind: "died", character: 0, cell: 0 }] });
    expect(figuresIn(paint(from, to, 0.4), BLUE)).toEqual([[0.5, 0.5]]);
    expect(figuresIn(paint(from, to, 1), BLUE)).toEqual([[3.5, 2.5]]);
  });

  it("shows wounds: those that are told, or for a team those that it sees", () => {
    const [from, to] = [forest({ characters: [hero(0, 0, 0, 0)] }), forest({ characters: [hero(0, 0, 0, 0, 4)] })];
    const hit = { kind: "hit", character: 4, victim: 0, damage: 3 } as const;
    expect([...wounds(from, forest({ events: [hit, hit] }))]).toEqual([[0, 6]]);
    expect([...wounds(from, forest({ events: [{ ...hit, damage: 9001 }] }))]).toEqual([[0, 10]]);
    expect([...wounds(from, { ...to, seat: 0 })]).toEqual([[0, 6]]);
    const died = { kind: "died", character: 0, cell: 0 } as const;
    expect([...wounds(to, { ...from, seat: 0, events: [died] })]).toEqual([[0, 4]]);
    expect(written(paint(from, { ...to, events: [hit, hit] }, 0.7))).toEqual(["−6"]);
  });

  it("draws every attack without a fault", () => {
    const from = forest({ characters: [0, 1, 2].map((rank) => hero(0, rank, 1, 1)) });
    const events = [0, 1, 2, 3, 4, 5, 6].flatMap((attack) =>
      [0, 1, 2].map((rank) => ({ kind: "struck" as const, character: rank, attack, cell: 10 })),
    );
    const quiet = paint(from, from, 0.6).length;
    for (const event of events) expect(paint(from, { ...from, events: [event] }, 0.6).length).toBeGreaterThan(quiet);
  });

  it("describes a cell in both languages", () => {
    const scene = forest({
      characters: [hero(1, 2, 2, 1, 7)], palantirs: [[2, 1], null], zones: [null, [2, 1]], seat: 0, sight: ["1110", "1111", "1111"],
    });
    expect(board.describe(scene, [2, 1], "en")).toEqual([
      "tower", "J2: Elfe, life 7/10, looks east", "palantír of J1", "zone shown to J2",
    ]);
    expect(board.describe(scene, [2, 1], "fr")).toEqual([
      "tour", "J2\u00a0: Elfe, vie 7/10, regarde vers l'est", "palantír de J1", "zone révélée à J2",
    ]);
    expect(board.label(scene, [3, 0], "en")).toBe("wall, not seen");
  });

  it("gives the lives that are known", () => {
    expect(board.figures(forest({ characters: [hero(1, 2, 2, 1, 7)] }), 1).map(({ name, value }) => [name.en, value])).toEqual([
      ["Voleur's life", null], ["Barbare's life", null], ["Elfe's life", 7],
    ]);
  });
});
