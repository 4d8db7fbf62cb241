import { written } from "joute/coordinates";
import { step, ticks } from "joute/viewer/rulers";

describe("rulers", () => {
  it("write every number there is room for", () => {
    expect([step(30, 22), step(16, 22), step(9, 22), step(3, 22), step(1, 22)]).toEqual([1, 2, 5, 10, 50]);
  });

  it("count cells from 0 at the middle of each, as far as they are seen", () => {
    expect(ticks(4, 100, 30, 22, 0, 1000)).toEqual([[0, 115], [1, 145], [2, 175], [3, 205]]);
    expect(ticks(4, 100, 30, 22, 140, 180)).toEqual([[1, 145], [2, 175]]);
    expect(ticks(7, 0, 10, 22, 0, 1000)).toEqual([[0, 5], [5, 55]]);
  });

  it("and names of cells are in the order of the game", () => {
    expect([written("xy", [3, 4]), written("yx", [3, 4])]).toEqual(["3, 4", "4, 3"]);
  });
});
