import { ground, mist } from "joute/layers";
import { badge, dashes, inkOn, lifeBar, rising, sigilPath, write } from "joute/marks";
import { at, ease, enlarged, faded, mix, noise, onScreen, short, span, veil, within } from "joute/paint";
import { PALETTE, recorder, written } from "joute/testing/canvas";

describe("colours", () => {
  it("mixes and thins", () => {
    expect(mix("#000000", "#ffffff", 0.5)).toBe("#808080");
    expect(mix("#102030", "#102030", 0.7)).toBe("#102030");
    expect(veil("#ff8000", 0.25)).toBe("rgba(255,128,0,0.25)");
  });

  it("writes black on light colours and white on dark ones", () => {
    expect([inkOn("#ffee88"), inkOn("#0a2a6a")]).toEqual(["#14161c", "#ffffff"]);
  });
});

describe("numbers", () => {
  it("keeps counts to four characters", () => {
    expect([0, 9999, 10_000, 1_234_567, 5e9, 2 ** 60].map(short)).toEqual(["0", "9999", "10k", "1M", "5G", "1152P"]);
  });

  it("has the same noise for the same cell, spread from 0 to 1", () => {
    const values = Array.from({ length: 400 }, (_, i) => noise(i % 20, Math.floor(i / 20), 3));
    expect(noise(4, 7, 3)).toBe(noise(4, 7, 3));
    expect(new Set(values).size).toBe(400);
    expect(values.every((value) => value >= 0 && value < 1)).toBe(true);
    expect(values.filter((value) => value < 0.5).length).toBeGreaterThan(150);
  });

  it("eases and clips time", () => {
    expect([ease(0), ease(0.5), ease(1)]).toEqual([0, 0.5, 1]);
    expect([within(0.2, 0.5, 1), within(0.75, 0.5, 1), within(2, 0.5, 1)]).toEqual([0, 0.5, 1]);
  });
});

describe("the screen", () => {
  const { brush } = recorder(10, 8, { seen: { left: 2.5, top: -3, right: 6.2, bottom: 99 } });

  it("knows what is on it", () => {
    expect([onScreen(brush, 1, 0), onScreen(brush, 2, 0), onScreen(brush, 8, 0, 2)]).toEqual([false, true, true]);
    expect(span(brush, 10, 8)).toEqual({ left: 2, top: 0, right: 7, bottom: 8 });
  });

  it("draws units larger where cells are small", () => {
    expect([60, 30, 25, 5].map((pixels) => enlarged({ ...brush, pixels }))).toEqual([1, 1, 1.2, 1.45]);
  });
});

describe("marks", () => {
  it("counts from two on, in short", () => {
    const { brush, marks } = recorder(4, 4);
    for (const count of [0, 1, 2, 12_345]) badge(brush, count, 1, 1, "#0000ff");
    expect(written(marks)).toEqual(["2", "12k"]);
  });

  it("leaves out what is too small to read", () => {
    const { brush, marks } = recorder(4, 4, { pixels: 10 });
    write(brush, "tiny", 1, 1, { size: 0.4 });
    write(brush, "large", 1, 1, { size: 0.8 });
    expect(written(marks)).toEqual(["large"]);
  });

  it("shows no bar for a full life, and warns of a short one", () => {
    const { brush, marks } = recorder(4, 4);
    lifeBar(brush, 1, 1, 1, 1, "#00ff00");
    expect(marks).toEqual([]);
    lifeBar(brush, 1, 1, 1, 0.2, "#00ff00");
    expect(marks[1]?.style).toBe(PALETTE.warn);
  });

  it("raises numbers in the second half of a step, never for who asked for less motion", () => {
    const { brush, marks } = recorder(4, 4);
    rising(brush, "early", 1, 1, 0.4, "#ffffff");
    rising(brush, "−3", 1, 1, 0.7, "#ffffff");
    rising({ ...brush, still: true }, "still", 1, 1, 0.7, "#ffffff");
    expect(written(marks)).toEqual(["−3"]);
  });

  it("draws a count large enough to be read, or not at all", () => {
    const sizes = [40, 20, 13, 9].map((pixels) => {
      const { brush, marks } = recorder(4, 4, { pixels });
      badge(brush, 2, 1, 1, "#0000ff");
      return written(marks);
    });
    expect(sizes).toEqual([["2"], ["2"], ["2"], []]);
  });

  it("keeps what has to be read legible on a small screen of high density, and leaves the rest out", () => {
    vi.stubGlobal("devicePixelRatio", 2);
    const { brush, marks } = recorder(4, 4, { pixels: 16 });
    badge(brush, 2, 1, 1, "#0000ff");
    write(brush, "4", 1, 1, { size: 0.42, least: 8 });
    write(brush, "name", 1, 1, { size: 0.42 });
    vi.unstubAllGlobals();
    expect(written(marks)).toEqual(["4"]);
  });

  it("tells seats apart by shape", () => {
    const outline = (seat: number) => {
      const corners: number[][] = [];
      const note = (...at: number[]) => corners.push(at);
      const nothing = () => {};
      const ctx = { beginPath: nothing, closePath: nothing, moveTo: note, lineTo: note, arc: note };
      sigilPath(ctx as unknown as CanvasRenderingContext2D, seat, 0, 0, 1);
      return JSON.stringify(corners);
    };
    expect(new Set([0, 1, 2, 3, 4, 5].map(outline)).size).toBe(6);
    expect(outline(6)).toBe(outline(0));
  });

  it("tells seats apart by dashes", () => {
    expect([0, 1, 2, 3].map((seat) => dashes(seat, 1).length)).toEqual([0, 2, 2, 4]);
  });
});

describe("numbers above what the page marks", () => {
  it("are drawn when asked for, where and as faint as they were meant", () => {
    const { brush, marks, done } = recorder(4, 4, { above: [] });
    at(brush.ctx, 2, 1, 1, () => faded(brush.ctx, 0.5, () => badge(brush, 12, 0, 0, "#0000ff")));
    expect(written(marks)).toEqual([]);
    for (const draw of brush.above ?? []) draw(brush.ctx);
    done();
    expect(written(marks)).toEqual(["12"]);
    expect(marks.map(({ opacity }) => opacity)).toEqual([0.5, 0.5, 0.5]);
    expect(marks[0]?.middle).toEqual([2, 1]);
  });
});

describe("layers", () => {
  it("paints the ground once where there are no tiles, clipped to the board", () => {
    const { brush, done } = recorder(40, 40);
    const painted: unknown[] = [];
    ground(brush, "key", 40, 40, ({ seen }) => painted.push(seen));
    expect(painted).toEqual([{ left: 0, top: 0, right: 40, bottom: 40 }]);
    done();
  });

  it("covers exactly the cells that are not seen", () => {
    const { brush, marks } = recorder(3, 2);
    mist(brush, ["101", "011"], ["#222222", "#333333"]);
    expect(marks.map(({ op, style, middle }) => [op, style, middle])).toEqual([
      ["rect", "#222222", [1.5, 0.5]],
      ["rect", "#222222", [0.5, 1.5]],
    ]);
  });
});
