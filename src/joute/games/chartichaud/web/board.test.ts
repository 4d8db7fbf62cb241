import { figuresIn, recorder, SEATS, written } from "joute/testing/canvas";
import board from "./board";
import type { Colony, Ground } from "./scene";

const [BLUE, ORANGE] = SEATS as [string, string];
const MIST = "rgba(12,12,14,0.86)";

function colony(cells: (Ground | null)[][], more: Partial<Colony> = {}): Colony {
  return {
    game: "chartichaud",
    turn: 4,
    phase: "turn",
    seat: null,
    current: 0,
    winner: "",
    width: cells[0]?.length ?? 0,
    height: cells.length,
    players: [{ name: "A", gold: 25, score: 3 }, { name: "B", gold: null, score: 4 }],
    cells,
    events: [],
    ...more,
  };
}

const own = (...units: number[]): Ground => ({ units: [units, [0, 0, 0]] });

function paint(from: Colony, to: Colony, part: number) {
  const { brush, marks, done } = recorder(to.width, to.height, { pixels: 60 });
  board.paint(brush, from, to, part);
  done();
  return marks;
}

describe("chartichaud's board", () => {
  it("draws units on their cells in their player's colour, and counts them", () => {
    const scene = colony([[own(3, 0, 0), {}, { units: [[0, 0, 0], [0, 1, 0]] }]]);
    const marks = paint(scene, scene, 1);
    expect(figuresIn(marks, BLUE)).toEqual([[0.5, 0.52]]);
    expect(figuresIn(marks, ORANGE)).toEqual([[2.5, 0.52]]);
    expect(written(marks)).toEqual(["3"]);
  });

  it("stands kinds side by side, and players one above the other", () => {
    const scene = colony([[{ units: [[1, 1, 0], [0, 0, 1]] }]]);
    const marks = paint(scene, scene, 1);
    expect(figuresIn(marks, BLUE)).toEqual([[0.25, 0.27], [0.75, 0.27]]);
    expect(figuresIn(marks, ORANGE)).toEqual([[0.5, 0.76]]);
  });

  it("moves a unit halfway in half the time", () => {
    const [from, to] = [colony([[own(1, 0, 0), {}]]), colony([[{}, own(1, 0, 0)]])];
    expect(figuresIn(paint(from, to, 0.5), BLUE)).toEqual([[1, 0.52]]);
  });

  it("writes gold, and lets more of it have more nuggets", () => {
    const nuggets = (gold: number) => paint(colony([[{ gold }]]), colony([[{ gold }]]), 1).filter(({ style }) => style === "#e8b021").length;
    expect([1, 4, 100, 10_000].map(nuggets)).toEqual([1, 2, 10, 12]);
    expect(written(paint(colony([[{ gold: 49 }]]), colony([[{ gold: 49 }]]), 1))).toEqual(["49"]);
  });

  it("lays mist on hidden cells, and nothing else on them", () => {
    const scene = colony([[own(1, 0, 0), null]], { seat: 0 });
    const marks = paint(scene, scene, 1).filter(({ style }) => style === MIST);
    expect(marks.map(({ middle }) => middle)).toEqual([[1.5, 0.5]]);
    expect(board.describe(scene, [1, 0], "fr")).toEqual(["caché"]);
  });

  it("dims units that have acted", () => {
    const scene = colony([[{ ...own(1, 0, 0), acted: [1, 0, 0] }]]);
    const figure = paint(scene, scene, 1).filter(({ style }) => style === BLUE);
    expect(new Set(figure.map(({ opacity }) => opacity))).toEqual(new Set([0.72]));
  });

  it("shows a fight and its dead in the second half", () => {
    const fight = { kind: "fight" as const, y: 0, x: 1, attacker: 0, attacking: 2, defending: 1, survivor: 0, left: 1 };
    const from = colony([[own(0, 2, 0), { units: [[0, 0, 0], [0, 1, 0]] }]]);
    const to = colony([[{}, own(0, 1, 0)]], { events: [fight] });
    expect(written(paint(from, to, 0.7)).filter((text) => text.startsWith("−"))).toEqual(["−1", "−1"]);
    expect(board.describe(to, [1, 0], "en")).toEqual(["A: 1 military", "fight: A 2 against B 1, A keeps 1"]);
  });

  it("describes a cell in both languages", () => {
    const scene = colony([[{ gold: 9, harvested: true, units: [[2, 0, 1], [0, 3, 0]], acted: [1, 0, 0] }, {}]]);
    expect(board.describe(scene, [0, 0], "en")).toEqual([
      "9 gold, harvested this turn", "A: 1 building, 2 civilians", "B: 3 military", "have acted: 1 civilian",
    ]);
    expect(board.describe(scene, [0, 0], "fr")).toEqual([
      "9 or, récolté ce tour", "A\u00a0: 1 bâtiment, 2 civils", "B\u00a0: 3 militaires", "ont agi\u00a0: 1 civil",
    ]);
    expect(board.label(scene, [1, 0], "en")).toBe("empty");
  });

  it("gives a player's figures, without the gold that is hidden", () => {
    const scene = colony([[{ units: [[2, 0, 1], [0, 3, 0]] }]]);
    expect([0, 1].map((seat) => board.figures(scene, seat).map(({ value }) => value))).toEqual([[25, 2, 0, 1], [null, 0, 3, 0]]);
  });

  it("counts what shows, and does not say that there is nothing where it cannot be seen", () => {
    const cells = [[own(2, 0, 0), null]];
    const counts = (scene: Colony, seat: number) => board.figures(scene, seat).slice(1).map(({ value }) => value);
    expect(counts(colony(cells), 1)).toEqual([0, 0, 0]);
    expect(counts(colony(cells, { seat: 0 }), 0)).toEqual([2, 0, 0]);
    expect(counts(colony(cells, { seat: 0 }), 1)).toEqual([null, null, null]);
  });
});
