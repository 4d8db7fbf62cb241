import { signal } from "@preact/signals";
import type { Deed } from "joute/generated/wire";
import { keep, forget, mine } from "joute/mine";
import { clockOf } from "joute/pages/New";
import { wayBack } from "joute/pages/Mine";
import { planned } from "joute/play/guide";
import { grouped } from "joute/play/News";
import type { Table } from "joute/play/table";

const deed = (turn: number, seat: number | null, en: string): Deed => ({ turn, phase: "turn", seat, text: { en, fr: en }, way: [] });

describe("what the others did", () => {
  it("is told by turn and seat, in the order in which it was done", () => {
    const groups = grouped([deed(1, 1, "a"), deed(1, 1, "b"), deed(1, null, "c"), deed(2, 1, "d")]);
    expect(groups.map(({ turn, seat, deeds }) => [turn, seat, deeds.map(({ text }) => text.en)])).toEqual([
      [1, 1, ["a", "b"]],
      [1, null, ["c"]],
      [2, 1, ["d"]],
    ]);
  });
});

describe("what one plans oneself", () => {
  const way = [[0, 0], [1, 0]];
  const table = (seat: number | null) =>
    ({ welcome: signal(seat === null ? null : { seat }), position: signal({ ways: [way] }) }) as unknown as Table;
  it("is shown in the colour of one's seat, once that is known", () => {
    expect(planned(table(2))).toEqual([{ seat: 2, way }]);
    expect(planned(table(null))).toEqual([]);
  });
});

describe("your matches", () => {
  const kept = new Map<string, string>();
  beforeEach(() => {
    kept.clear();
    vi.stubGlobal("localStorage", {
      getItem: (name: string) => kept.get(name) ?? null,
      setItem: (name: string, value: string) => void kept.set(name, value),
    });
  });
  afterEach(() => vi.unstubAllGlobals());

  it("are remembered with all that is known of them, the last one first", () => {
    keep({ id: "a", game: "g", invite: "x,y" });
    keep({ id: "b", game: "g", play: "z", seats: [1] });
    keep({ id: "a", game: "g", play: "x", seats: [0] });
    expect(mine()).toEqual([
      { id: "a", game: "g", play: "x", seats: [0], invite: "x,y" },
      { id: "b", game: "g", play: "z", seats: [1], invite: "" },
    ]);
    forget("a");
    expect(mine().map(({ id }) => id)).toEqual(["b"]);
  });

  it("are none where what is stored is damaged", () => {
    kept.set("joute.seats", "{[");
    expect(mine()).toEqual([]);
    kept.set("joute.seats", '[null, {"id": 3}, {"id": "a"}]');
    expect(mine()).toEqual([{ id: "a", game: "", play: "", seats: [], invite: "" }]);
  });

  it("lead to the seat, to the invitations, or to the film", () => {
    const own = { id: "a", game: "g", play: "x", seats: [0], invite: "x,y" };
    const match = { state: "playing", open: true } as never;
    expect(wayBack({ own, match })).toBe("/play/a#x");
    expect(wayBack({ own: { ...own, play: "" }, match })).toBe("/invite/a#x,y");
    expect(wayBack({ own, match: { state: "over", open: true } as never })).toBe("/watch/a");
    expect(wayBack({ own, match: { state: "failed", open: false } as never })).toBe(null);
  });
});

describe("the clock of a new match", () => {
  const game = { clock: { turn_ms: 90_000, bank_ms: 450_000 } } as never;
  it("is the usual one where people play each other, unless they choose", () => {
    expect(clockOf(game, 2, "")).toEqual({ turn_ms: 90_000, bank_ms: 450_000 });
    expect(clockOf(game, 1, "")).toBe(null);
    expect(clockOf(game, 2, "0")).toBe(null);
    expect(clockOf(game, 1, "15")).toEqual({ turn_ms: 15_000, bank_ms: 75_000 });
  });
});
