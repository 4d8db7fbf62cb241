import { setImmediate } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { afloat, flows, settled } from "joute/flows";

/** Throw away all that nothing holds. */
async function collectGarbage(): Promise<void> {
  setFlagsFromString("--expose-gc");
  await setImmediate();
  (runInNewContext("gc") as () => void)();
}

describe("flows", () => {
  it("lets stay who can stay, and sends the others the shortest way", () => {
    const from = [{ x: 0, y: 0, count: 5 }, { x: 4, y: 0, count: 1 }];
    const to = [{ x: 0, y: 0, count: 2 }, { x: 1, y: 0, count: 3 }, { x: 4, y: 1, count: 1 }];
    expect(flows(from, to, 4)).toEqual([
      { from: [0, 0], to: [0, 0], count: 2 },
      { from: [0, 0], to: [1, 0], count: 3 },
      { from: [4, 0], to: [4, 1], count: 1 },
    ]);
  });

  it("sends nobody further than the reach: who is out of it vanishes, and others appear", () => {
    expect(flows([{ x: 0, y: 0, count: 1 }], [{ x: 3, y: 0, count: 1 }], 2)).toEqual([
      { from: [0, 0], to: [0, 0], count: 1, lost: true },
      { from: null, to: [3, 0], count: 1 },
    ]);
  });

  it("loses the fallen at the nearest end within reach", () => {
    const ends = [{ x: 9, y: 0, count: 0 }, { x: 2, y: 0, count: 0 }];
    expect(flows([{ x: 1, y: 0, count: 4 }], [], 4, ends)).toEqual([{ from: [1, 0], to: [2, 0], count: 4, lost: true }]);
    expect(flows([{ x: 20, y: 0, count: 4 }], [], 4, ends)).toEqual([{ from: [20, 0], to: [20, 0], count: 4, lost: true }]);
  });

  it("is halfway at half time; the new fade in and the lost fade out", () => {
    expect(afloat({ from: [0, 2], to: [4, 0], count: 1 }, 0.5)).toEqual({ x: 2, y: 1, opacity: 1 });
    expect(afloat({ from: null, to: [4, 0], count: 1 }, 0.5).opacity).toBeCloseTo(0.5);
    expect(afloat({ from: [1, 1], to: [1, 1], count: 1, lost: true }, 0.8).opacity).toBeCloseTo(0.5);
  });

  it("works out a pair of scenes once", () => {
    const [from, to] = [{}, {}];
    let times = 0;
    const make = () => ++times;
    expect([settled(from, to, make), settled(from, to, make), settled(to, to, make)]).toEqual([1, 1, 2]);
  });

  it("holds no scene that was shown before", async () => {
    const shown: WeakRef<object>[] = [];
    let last: object = {};
    for (let n = 0; n < 5; n++) {
      const next = {};
      settled(last, next, () => n);
      shown.push(new WeakRef(last));
      last = next;
    }
    await collectGarbage();
    expect(shown.map((scene) => scene.deref())).toEqual(Array(5).fill(undefined));
    expect(last).toEqual({});
  });
});
