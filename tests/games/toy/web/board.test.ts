import { recorder, SEATS, written } from "joute/testing/canvas";
import board from "./board";

const islet = (cell: number) => ({
  game: "toy", turn: 0, phase: "placement", seat: null, width: 3, height: 2,
  coins: [0, 4, 0, 0, 0, 0], dug: [1, 0, 0, 0, 0, 0], walkers: [{ cell, score: 0 }, { cell: -1, score: 0 }], events: [],
});

describe("the toy's board", () => {
  it("moves a walker halfway in half the time, and hides one that is not seen", () => {
    const { brush, marks, done } = recorder(3, 2);
    board.paint(brush, islet(0), islet(5), 0.5);
    done();
    const walkers = marks.filter(({ op, style }) => op === "fill" && SEATS.includes(style));
    expect(walkers.map(({ style, middle }) => [style, middle])).toEqual([[SEATS[0], [1.5, 1]]]);
    expect(written(marks)).toEqual(["4"]);
  });

  it("describes a cell", () => {
    expect(board.describe(islet(0), [0, 0], "en")).toEqual(["hole", "walker 1"]);
    expect(board.label(islet(0), [1, 0], "fr")).toBe("pièces : 4");
  });
});
