import { effect } from "@preact/signals";
import { type Chunk, Film, KEPT, unfold } from "joute/film";
import { CHUNK, type FilmHead, type LiveEvent, type TrackName, type Verdict } from "joute/generated/wire";
import { patch } from "joute/patch";
import { head, scene, source } from "./films";

describe("patch", () => {
  it("replaces, changes, adds and removes", () => {
    const old = { a: 1, b: [1, 2, 3], c: { d: 4 }, gone: 0 };
    const made = patch(old, { a: [2], b: { "=": 2, "1": [9] }, e: [{ f: 1 }], "-": ["gone"] });
    expect(made).toEqual({ a: 2, b: [1, 9], c: { d: 4 }, e: { f: 1 } });
    expect(old).toEqual({ a: 1, b: [1, 2, 3], c: { d: 4 }, gone: 0 });
  });
  it("lengthens a list", () => expect(patch([1], { "=": 3, "1": [2], "2": [3] })).toEqual([1, 2, 3]));
  it("shares what does not change", () => {
    const old = { a: { b: 1 }, c: [1] };
    const made = patch(old, { c: { "0": [2] } }) as typeof old;
    expect(made.a).toBe(old.a);
    expect(patch(old, {})).toBe(old);
  });
  it("replaces a whole value by a list or null", () =>
    expect([patch(1, [[1, 2]]), patch({}, [null])]).toEqual([[1, 2], null]));
});

describe("a film", () => {
  it("unfolds a chunk into positions", () => {
    expect(unfold([scene(0), {}, { turn: [2] }]).map((one) => one.turn)).toEqual([0, 0, 2]);
  });
  it("fetches a chunk once, whoever asks", async () => {
    const from = source(100);
    const film = new Film(head(100), from);
    const found = await Promise.all([40, 41, 63].map((frame) => film.scene("all", frame)));
    expect(found.map((one) => one.turn)).toEqual([40, 41, 63]);
    expect(from.asked).toEqual(["all/1"]);
  });
  it("keeps a bounded number of chunks, the latest used", async () => {
    const frames = CHUNK * (KEPT + 5);
    const from = source(frames);
    const film = new Film(head(frames), from);
    for (let n = 0; n < KEPT + 5; n++) await film.scene("all", n * CHUNK);
    expect(film.peek("all", 0)).toBeUndefined();
    expect(film.peek("all", 5 * CHUNK)?.turn).toBe(5 * CHUNK);
    expect((await film.scene("all", 3)).turn).toBe(3);
    expect(from.asked.filter((key) => key === "all/0")).toHaveLength(2);
  });
  it("tells a seat what its own head tells, and nothing before it has come", async () => {
    const own = { ...head(2), scores: [[0], [7]], marks: [{ frame: 1, kind: "death" as const, seat: 1, text: { en: "x", fr: "x" } }] };
    const asked: TrackName[] = [];
    const from = { ...source(2), head: async (track: TrackName) => (asked.push(track), own) };
    const film = new Film(head(2, { tracks: ["all", "0", "1"], notes: [0, 1], scores: [[0], [5]] }), from);
    expect([film.headOf("1").scores, film.headOf("1").marks, film.headOf("1").notes]).toEqual([[], [], [1]]);
    await Promise.all([film.ask("1"), film.ask("all")]);
    await film.ask("1");
    expect(asked).toEqual(["1"]);
    expect([film.headOf("1").scores, film.headOf("all").scores]).toEqual([own.scores, [[0], [5]]]);
    expect(film.headOf("1").marks).toEqual(own.marks);
  });
  it("keeps what happened while a head of a live match was on its way", async () => {
    let give: (told: FilmHead) => void = () => undefined;
    const from = { ...source(9), head: () => new Promise<FilmHead>((resolve) => (give = resolve)) };
    const film = new Film(head(1, { live: true, tracks: ["all", "0"] }), from);
    const asking = film.ask("0");
    const event = (frame: number): LiveEvent => ({
      frame, turn: frame, phase: "p", scores: [10 + frame], times: [null], lead: [], gains: [], marks: [], verdicts: [], result: null, seed: null, orders: [],
    });
    film.append("0", event(1));
    film.append("0", event(2));
    give(head(2, { live: true, scores: [[20], [21]] }));
    await asking;
    expect(film.headOf("0").scores).toEqual([[20], [21], [12]]);
    expect([film.head.value.frames, film.head.value.scores]).toEqual([3, [[0]]]);
  });
  it("asks again for a position that was played after the chunk on its way had left", async () => {
    const [give, asked] = [[] as ((chunk: Chunk) => void)[], [] as number[]];
    const chunk = (_: TrackName, n: number) => (asked.push(n), new Promise<Chunk>((resolve) => give.push(resolve)));
    const film = new Film(head(1, { live: true }), { chunk });
    const first = film.scene("all", 0);
    const second = film.scene("all", 1);
    give[0]([scene(0)]);
    expect((await first).turn).toBe(0);
    give[1]([scene(0), { turn: [1] }]);
    expect((await second).turn).toBe(1);
    expect(asked).toEqual([0, 0]);
  });
  it("asks for a head or for notes again after a failure", async () => {
    let fails = true;
    const answer = async <T>(value: T): Promise<T> => {
      if (fails) throw new Error("no");
      return value;
    };
    const note = { frame: 0, log: ["x"], drawings: [], marks: [], printed: "", refused: [], refused_more: 0, failure: null };
    const from = { ...source(2), head: () => answer({ ...head(2), scores: [[0], [7]] }), notes: () => answer([note]) };
    const film = new Film(head(2, { tracks: ["all", "1"] }), from);
    await expect(film.ask("1")).rejects.toThrow("no");
    await expect(film.notes(0, 0)).rejects.toThrow("no");
    fails = false;
    await film.ask("1");
    expect(film.headOf("1").scores).toEqual([[0], [7]]);
    expect(await film.notes(0, 0)).toEqual([note]);
  });
  it("says what is missing", async () => {
    const film = new Film(head(10), { chunk: async () => [scene(0)] });
    await expect(film.scene("all", 7)).rejects.toThrow("position 7 is missing");
  });
  it("asks again after a failure", async () => {
    let fails = true;
    const film = new Film(head(2), {
      chunk: async () => {
        if (fails) throw new Error("no");
        return [scene(0)];
      },
    });
    await expect(film.scene("all", 0)).rejects.toThrow("no");
    fails = false;
    expect((await film.scene("all", 0)).turn).toBe(0);
  });
  it("has one track for all where there is no fog", () => {
    expect(new Film(head(1), source(1)).track(1)).toBe("all");
    expect(new Film(head(1, { tracks: ["all", "0", "1"] }), source(1)).track(1)).toBe("1");
  });
});

describe("a live film", () => {
  const event = (frame: number, more: Partial<LiveEvent> = {}): LiveEvent => ({
    frame,
    turn: frame,
    phase: "p",
    scores: [frame],
    times: [1],
    lead: [],
    gains: [],
    marks: [],
    verdicts: [],
    result: null,
    seed: null,
    orders: [],
    ...more,
  });
  it("grows by differences, over the edge of a chunk", async () => {
    const film = new Film(head(CHUNK, { live: true }), source(CHUNK));
    await film.scene("all", CHUNK - 1);
    film.append("all", event(CHUNK, { diff: { turn: [CHUNK] } }));
    film.append("all", event(CHUNK + 1, { diff: { turn: [CHUNK + 1] } }));
    expect(film.last).toBe(CHUNK + 1);
    expect(film.peek("all", CHUNK + 1)?.turn).toBe(CHUNK + 1);
    expect(film.head.value.scores.at(-1)).toEqual([CHUNK + 1]);
  });
  it("takes a whole scene, and the same event twice", () => {
    const film = new Film(head(1, { live: true }), source(1));
    film.append("all", event(0, { scene: scene(0) }));
    film.append(
      "all",
      event(1, { scene: scene(1), marks: [{ frame: 1, kind: "death", seat: 0, text: { en: "x", fr: "y" } }] }),
    );
    film.append(
      "all",
      event(1, { scene: scene(1), marks: [{ frame: 1, kind: "death", seat: 0, text: { en: "x", fr: "y" } }] }),
    );
    expect(film.head.value.frames).toBe(2);
    expect(film.head.value.marks).toHaveLength(1);
  });
  it("keeps every verdict, the latest of a seat", () => {
    const film = new Film(head(1, { live: true }), source(1));
    const verdict = (seat: number, verdict: Verdict) => ({ seat, verdict, told: "" });
    film.append("all", event(1, { verdicts: [verdict(0, "CRASHED")] }));
    film.append("all", event(2, { verdicts: [verdict(1, "TIMED_OUT")] }));
    film.append("all", event(3, { verdicts: [verdict(0, "TIMED_OUT")] }));
    expect(film.head.value.verdicts).toEqual([verdict(1, "TIMED_OUT"), verdict(0, "TIMED_OUT")]);
  });
  it("keeps what happened last when the result is told", () => {
    const film = new Film(head(1, { live: true }), source(1));
    const mark = { frame: 1, kind: "death" as const, seat: 0, text: { en: "x", fr: "y" } };
    film.append("all", event(1, { scene: scene(1), marks: [mark] }));
    film.append("all", event(1, { diff: {}, result: { scores: [1], ranks: [1], reason: "end" } }));
    expect(film.head.value.marks).toEqual([mark]);
  });
  it("tells of one event once", () => {
    const film = new Film(head(1, { live: true }), source(1));
    const seen: [number, number][] = [];
    const stop = effect(() => void seen.push([film.head.value.frames, film.head.value.scores.length]));
    film.append("all", event(1, { scene: scene(1) }));
    stop();
    expect(seen).toEqual([[1, 1], [2, 2]]);
  });
  it("that has stopped says so, and one whose end was missed takes the whole head", () => {
    const [stopped, missed] = [0, 1].map(() => new Film(head(1, { live: true }), source(1)));
    stopped.finish(null);
    expect([stopped.head.value.live, stopped.stopped.value, stopped.last]).toEqual([false, true, 0]);
    missed.finish(head(3));
    expect([missed.head.value.live, missed.stopped.value, missed.last]).toEqual([false, false, 2]);
  });
  it("ends with the result", () => {
    const film = new Film(head(1, { live: true }), source(1));
    film.append("all", event(1, { scene: scene(1), result: { scores: [1], ranks: [1], reason: "end" } }));
    expect(film.head.value.live).toBe(false);
  });
});
