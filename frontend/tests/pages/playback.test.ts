import { effect } from "@preact/signals";
import { type Chunk, Film } from "joute/film";
import { CHUNK, type TrackName } from "joute/generated/wire";
import { Playback } from "joute/viewer/playback";
import { head, scene, source } from "./films";

const FRAMES = 4 * CHUNK;

/** Let all that has been answered be heard. */
const heard = () => new Promise((resolve) => setTimeout(resolve));

/** The moments of a screen. */
function screen(): (ms: number) => void {
  let draw: FrameRequestCallback = () => undefined;
  vi.stubGlobal("requestAnimationFrame", (wanted: FrameRequestCallback) => ((draw = wanted), 1));
  vi.stubGlobal("cancelAnimationFrame", () => (draw = () => undefined));
  return (ms) => draw(ms);
}

/** A film whose second chunk cannot be read. */
function broken(): { playback: Playback; tick: (ms: number) => void; give: () => void } {
  const tick = screen();
  let give: () => void = () => undefined;
  const sound = source(FRAMES);
  const chunk = async (track: TrackName, n: number): Promise<Chunk> => {
    if (n !== 1) return sound.chunk(track, n);
    await new Promise<void>((resolve) => (give = resolve));
    throw new Error("broken");
  };
  const playback = new Playback(new Film(head(FRAMES), { chunk }));
  return { playback, tick, give: () => give() };
}

afterEach(() => vi.unstubAllGlobals());

describe("a film that is shown", () => {
  it("says what cannot be read, and forgets it elsewhere", async () => {
    const { playback, give } = broken();
    await heard();
    playback.go(CHUNK);
    give();
    await heard();
    expect([playback.error.value, playback.playing.value]).toEqual([{ en: "broken", fr: "broken" }, false]);
    playback.go(3);
    expect([playback.error.value, playback.scene.value?.turn]).toEqual([null, 3]);
  });

  it("shows where somebody went while what they left could not be read", async () => {
    const { playback, give } = broken();
    await heard();
    playback.go(CHUNK);
    playback.go(2 * CHUNK);
    give();
    await heard();
    expect([playback.error.value, playback.scene.value?.turn]).toEqual([null, 2 * CHUNK]);
  });

  it("tells the position that is shown once, however long the movement to it", async () => {
    const { playback, tick } = broken();
    await heard();
    const turns: (number | undefined)[] = [];
    const stop = effect(() => void turns.push(playback.scene.value?.turn));
    for (let ms = 0; ms <= 600; ms += 50) tick(ms);
    stop();
    playback.dispose();
    expect(turns).toEqual([0, 1, 2]);
    expect(playback.shown.value?.at).toBeCloseTo(1.5);
  });
});

describe("a film whose end is hidden", () => {
  it("tells verdicts and result once the end was shown, or nothing is hidden", async () => {
    screen();
    const result = { scores: [1], ranks: [1], reason: "" };
    const verdicts = [{ seat: 0, verdict: "CRASHED" as const, told: "" }];
    const playback = new Playback(new Film(head(5, { result, verdicts }), source(5)));
    const told = () => [playback.head.value.verdicts.length, playback.head.value.result, playback.horizon.value];
    expect(told()).toEqual([1, result, 4]);
    playback.veiled.value = true;
    playback.go(2);
    expect(told()).toEqual([0, null, 2]);
    playback.go(4);
    expect(told()).toEqual([1, result, 4]);
    playback.dispose();
  });
});

describe("a live film that is followed", () => {
  /** Where it is after each of some frames, when so many positions come at once. */
  async function shown(coming: number, frames: number): Promise<number[]> {
    const tick = screen();
    const film = new Film(head(1, { live: true }), source(1));
    const playback = new Playback(film);
    await heard();
    tick(0);
    for (let frame = 1; frame <= coming; frame++)
      film.append("all", {
        frame, turn: frame, phase: "p", scores: [0], times: [null], lead: [], gains: [], marks: [], verdicts: [], result: null, seed: null, orders: [], scene: scene(frame),
      });
    const found = Array.from({ length: frames }, (_, n) => (tick(16 * (n + 1)), playback.at.value));
    playback.dispose();
    return found;
  }

  it("takes its time for one position", async () => {
    const found = await shown(1, 25);
    expect(found[11]).toBeCloseTo(0.48);
    expect(found[24]).toBe(1);
  });

  it("hurries the more the further it is behind", async () => {
    const found = await shown(10, 40);
    expect(found[10]).toBeGreaterThan(8.5);
    expect(found[39]).toBe(10);
  });
});
