import { effect } from "@preact/signals";
import { Film } from "joute/film";
import { Playback } from "joute/viewer/playback";
import { CHUNK, type Chunk, type Track } from "joute/wire";
import { head, source } from "./films";

const FRAMES = 4 * CHUNK;

/** Let all that has been answered be heard. */
const heard = () => new Promise((resolve) => setTimeout(resolve));

/** A film whose second chunk cannot be read, and the moments of the screen. */
function broken(): { playback: Playback; tick: (ms: number) => void; give: () => void } {
  let draw: FrameRequestCallback = () => undefined;
  let give: () => void = () => undefined;
  vi.stubGlobal("requestAnimationFrame", (wanted: FrameRequestCallback) => ((draw = wanted), 1));
  vi.stubGlobal("cancelAnimationFrame", () => (draw = () => undefined));
  const sound = source(FRAMES);
  const chunk = async (track: Track, n: number): Promise<Chunk> => {
    if (n !== 1) return sound.chunk(track, n);
    await new Promise<void>((resolve) => (give = resolve));
    throw new Error("broken");
  };
  const playback = new Playback(new Film(head(FRAMES), { chunk }));
  return { playback, tick: (ms) => draw(ms), give: () => give() };
}

describe("a film that is shown", () => {
  afterEach(() => vi.unstubAllGlobals());

  it("says what cannot be read, and forgets it elsewhere", async () => {
    const { playback, give } = broken();
    await heard();
    playback.go(CHUNK);
    give();
    await heard();
    expect([playback.fault.value, playback.playing.value]).toEqual([{ en: "broken", fr: "broken" }, false]);
    playback.go(3);
    expect([playback.fault.value, playback.scene.value?.turn]).toEqual([null, 3]);
  });

  it("shows where somebody went while what they left could not be read", async () => {
    const { playback, give } = broken();
    await heard();
    playback.go(CHUNK);
    playback.go(2 * CHUNK);
    give();
    await heard();
    expect([playback.fault.value, playback.scene.value?.turn]).toEqual([null, 2 * CHUNK]);
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
