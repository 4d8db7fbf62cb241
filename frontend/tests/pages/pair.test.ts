import type { Board, Scene } from "joute/board";
import { Film } from "joute/film";
import { beats, differing, Pair } from "joute/viewer/pair";
import { head, source } from "./films";

const film = (turns: number[], origin: { turn: number; step: number } | null = null) => ({
  turns,
  origin: origin && { ...origin, match: "a", file: "" },
});

describe("two films in step", () => {
  it("are together in every turn, and one that is over waits", () =>
    expect(beats(film([0, 1, 2]), film([0, 1, 2, 3]))).toEqual([[0, 0], [1, 1], [2, 2], [2, 3]]));
  it("wait for each other where a turn has more phases", () =>
    expect(beats(film([0, 1, 1, 2]), film([0, 1, 2]))).toEqual([[0, 0], [1, 1], [2, 1], [3, 2]]));
  it("begin where the later one does: at the fork, in mid-turn", () => {
    const fork = film([1, 1, 2, 2], { turn: 1, step: 2 });
    expect(beats(film([0, 1, 1, 1, 1, 2]), fork)).toEqual([[3, 0], [4, 1], [5, 2], [5, 3]]);
    expect(beats(fork, film([0, 1, 1, 1, 1, 2])).map(([b, a]) => [a, b])).toEqual([[3, 0], [4, 1], [5, 2], [5, 3]]);
  });
});

describe("a pair", () => {
  const mark = (frame: number) => ({ frame, kind: "fight" as const, seat: 0, text: { en: "x", fr: "x" } });
  const a = new Film(head(4, { turns: [0, 1, 1, 2], marks: [mark(2)] }), source(4));
  const b = new Film(head(3, { turns: [0, 1, 2], marks: [mark(2)], scores: [[0, 0], [5, 6], [7, 8]] }), source(3));
  const pair = new Pair(a, b, beats(a.head.value, b.head.value));
  it("has the moments and marks of both", () => {
    expect([pair.head.value.turns, pair.last]).toEqual([[0, 1, 1, 2], 3]);
    expect(pair.head.value.marks.map(({ frame }) => frame)).toEqual([2, 3]);
    expect(pair.scores("all", 3)[1]).toEqual([7, 8]);
  });
  it("shows a moment when both have it", async () => {
    expect(pair.peek("all", 3)).toBeUndefined();
    expect((await pair.scene("all", 3)).turn).toBe(3);
    expect(pair.peek("all", 3)?.turn).toBe(3);
    expect(b.peek("all", 2)?.turn).toBe(2);
  });
});

it("cells differ where their descriptions do", () => {
  const board = {
    size: () => ({ columns: 3, rows: 2 }),
    describe: (scene: Scene, [c, r]: readonly [number, number]) => (c === 1 && r === 1 ? [`${scene.turn}`] : ["same"]),
  } as unknown as Board;
  const scene = (turn: number) => ({ turn }) as Scene;
  expect(differing(board, scene(1), scene(2), "en")).toEqual([[1, 1]]);
  expect(differing(board, scene(1), scene(1), "en")).toEqual([]);
});

it("cells do not differ by who sees them", () => {
  const board = {
    size: () => ({ columns: 1, rows: 1 }),
    describe: (scene: Scene & { sight: string[] | null }) => [scene.sight?.[0] === "0" ? "grass, not seen" : "grass"],
  } as unknown as Board;
  const scene = (sight: string) => ({ sight: [sight] }) as unknown as Scene;
  expect(differing(board, scene("0"), scene("1"), "en")).toEqual([]);
});

it("who plays under which name is no difference between positions, whose a cell is is one", () => {
  const board = {
    size: () => ({ columns: 1, rows: 1 }),
    describe: ({ players, owner }: Scene & { players: { name: string }[]; owner: number }) => [players[owner].name],
  } as unknown as Board;
  const scene = (owner: number, ...names: string[]) => ({ owner, players: names.map((name) => ({ name })) }) as unknown as Scene;
  expect(differing(board, scene(0, "ada", "idle"), scene(0, "idle", "bob"), "en")).toEqual([]);
  expect(differing(board, scene(0, "ada", "ada"), scene(1, "ada", "ada"), "en")).toEqual([[0, 0]]);
});
