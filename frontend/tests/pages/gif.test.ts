import { compressed } from "joute/viewer/gif";
import { moments } from "joute/viewer/studio";

/** What a decoder reads from the blocks of a frame. */
function unpacked(data: Uint8Array): number[] {
  const bytes: number[] = [];
  for (let at = 1; data[at]; at += 1 + data[at]) bytes.push(...data.slice(at + 1, at + 1 + data[at]));
  let [bit, size, before] = [0, 9, -1];
  let table: number[][] = [];
  const found: number[] = [];
  const code = () => {
    let value = 0;
    for (let n = 0; n < size; n++, bit++) value |= ((bytes[bit >> 3] >> (bit & 7)) & 1) << n;
    return value;
  };
  for (;;) {
    const next = code();
    if (next === 257) return found;
    if (next === 256) {
      [size, before, table] = [9, -1, Array.from({ length: 258 }, (_, n) => [n])];
      continue;
    }
    const entry = table[next] ?? [...table[before], table[before][0]];
    if (before >= 0 && table.length < 4096) table.push([...table[before], entry[0]]);
    if (table.length === 1 << size && size < 12) size++;
    found.push(...entry);
    before = next;
  }
}

describe("the pixels of a frame", () => {
  it.each([
    ["one", [7]],
    ["all alike", Array<number>(5_000).fill(3)],
    ["in a pattern", Array.from({ length: 20_000 }, (_, n) => n % 251)],
    ["without any", Array.from({ length: 60_000 }, (_, n) => (Math.imul(n, 2654435761) >>> 13) & 255)],
  ])("are read as they were written: %s", (_, pixels) => {
    expect(unpacked(compressed(Uint8Array.from(pixels)))).toEqual(pixels);
  });
});

describe("the moments of a stretch", () => {
  it("are evenly spread, with the first and the last", () => {
    expect(moments(3, 5, 2)).toEqual([3, 3.5, 4, 4.5, 5]);
    expect(moments(3, 3, 2)).toEqual([3]);
    expect(moments(0, 7, 0.5)).toHaveLength(5);
    expect(moments(0, 7, 0.5).at(-1)).toBe(7);
  });
});
