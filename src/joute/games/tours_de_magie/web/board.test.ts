import { figuresIn, recorder, SEATS, written } from "joute/testing/canvas";
import board, { shot } from "./board";
import type { Court } from "./scene";

const [BLUE, ORANGE] = SEATS as [string, string];

function court(more: Partial<Court> = {}): Court {
  const player = { alive: true, magic: 20, towers: 0, wizards: 0, fountains: 0 };
  return {
    game: "tours_de_magie",
    turn: 1,
    phase: "tirs",
    seat: null,
    side: 9,
    tower_life: 10,
    steps: 4,
    players: [0, 1, 2, 3].map((seat) => ({ ...player, name: `J${seat + 1}` })),
    places: [
      { kind: "base", x: 0, y: 0, owner: 0, home: 0 },
      { kind: "base", x: 8, y: 0, owner: null, home: 1 },
      { kind: "fountain", x: 4, y: 0, owner: 1 },
      { kind: "artefact", x: 4, y: 4, owner: null },
    ],
    towers: [],
    wizards: [],
    events: [],
    ...more,
  };
}

const group = (owner: number, x: number, y: number, count = 1) => ({ owner, x, y, count, movable: count });
const tower = (owner: number, x: number, y: number, life = 10, attack = 10) => ({ owner, x, y, range: 3, life, attack });

/** What is drawn on an ordinary part of the board, away from bases and fountains. */
function paint(from: Court, to: Court, part: number) {
  const { brush, marks, done } = recorder(9, 9);
  board.paint(brush, from, to, part);
  done();
  return marks.filter(({ origin, middle }) => (origin[1] || middle[1]) > 5);
}

describe("tours_de_magie's board", () => {
  it("draws towers and wizards on their cells in their owner's colour", () => {
    const scene = court({ towers: [tower(0, 2, 6)], wizards: [group(1, 5, 7)] });
    const marks = paint(scene, scene, 1);
    expect(figuresIn(marks, BLUE)).toEqual([[2.5, 6.5]]);
    expect(figuresIn(marks, ORANGE)).toEqual([[5.5, 7.52]]);
  });

  it("shows one wizard as one, a few as two, many as three, and counts them", () => {
    const hats = (count: number) => {
      const scene = court({ wizards: [group(1, 5, 7, count)] });
      const marks = paint(scene, scene, 1);
      return [figuresIn(marks, ORANGE).length, written(marks)];
    };
    expect([1, 4, 5, 30_000].map(hats)).toEqual([[1, []], [2, ["4"]], [3, ["5"]], [3, ["30k"]]]);
  });

  it("walks wizards halfway in half the time, in the phase of moves only", () => {
    const [before, after] = [{ wizards: [group(1, 1, 6)] }, { wizards: [group(1, 3, 8)] }];
    const walk = paint(court({ ...before, phase: "deplacement" }), court(after), 0.5);
    expect(figuresIn(walk, ORANGE)).toEqual([[2.5, 7.52]]);
    const other = paint(court({ ...before, phase: "siege" }), court(after), 0.1);
    expect(figuresIn(other, ORANGE)).toEqual([[1.5, 6.52]]);
  });

  it("finds who was shot, and says how many fell", () => {
    const from = court({ towers: [tower(0, 2, 6)], wizards: [group(1, 3, 7, 9), group(2, 8, 8, 4)] });
    const to = court({ phase: "siege", towers: [tower(0, 2, 6, 10, 4)], wizards: [group(1, 3, 7, 3), group(2, 8, 8, 4)] });
    expect(shot(from, to)).toEqual([{ group: group(1, 3, 7, 9), lost: 6 }]);
    expect(written(paint(from, to, 0.7))).toContain("−6");
  });

  it("shows what a siege took from a tower, and a fallen tower fade", () => {
    const from = court({ phase: "siege", towers: [tower(0, 2, 6), tower(0, 6, 6, 3)] });
    const marks = paint(from, court({ phase: "construction", towers: [tower(0, 2, 6, 8)] }), 0.75);
    expect(written(marks)).toEqual(["−2", "−3"]);
    const fading = marks.filter(({ op, style, origin }) => op === "fill" && style === BLUE && origin[0] === 6.5);
    expect(new Set(fading.map(({ opacity }) => opacity))).toEqual(new Set([0.5]));
  });

  it("describes a cell in both languages", () => {
    const scene = court({
      towers: [{ ...tower(2, 2, 6, 7, 4), range: 5 }], wizards: [group(0, 4, 0, 3)],
      events: [{ kind: "fight", x: 4, y: 0, winner: 0, left: 3, lost: 2, seats: 0b1001 }],
    });
    expect(board.describe(scene, [2, 6], "en")).toEqual(["tower of J3, range 5, life 7/10, attack 4"]);
    expect(board.describe(scene, [4, 0], "en")).toEqual([
      "fountain held by J2", "J1: 3 wizards, 3 may move", "fight of J1, J4: J1 keeps 3",
    ]);
    expect(board.describe(scene, [4, 0], "fr")).toEqual([
      "fontaine aux mains de J2", "J1\u00a0: 3 sorciers, 3 peuvent bouger", "combat de J1, J4 : il reste 3 à J1",
    ]);
    expect(board.label(scene, [8, 0], "fr")).toBe("base de J2, capturée");
    expect(board.label(scene, [7, 7], "en")).toBe("empty");
  });

  it("gives a player's figures", () => {
    expect(board.figures(court(), 0).map(({ name, value }) => [name.en, value])).toEqual([
      ["magic", 20], ["wizards", 0], ["towers", 0], ["fountains", 0],
    ]);
  });
});
