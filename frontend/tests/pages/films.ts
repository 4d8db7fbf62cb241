// Films for tests.

import type { Scene } from "joute/board";
import type { Chunk, Source } from "joute/film";
import { CHUNK, type FilmHead, type TrackName } from "joute/generated/wire";

export const scene = (turn: number): Scene => ({ game: "g", turn, phase: "p", seat: null });

export function head(frames: number, more: Partial<FilmHead> = {}): FilmHead {
  const each = <T>(make: (n: number) => T) => Array.from({ length: frames }, (_, n) => make(n));
  return {
    film: 5,
    joute: "0",
    game: "g",
    title: "G",
    preset: "p",
    seed: "0",
    constants: {},
    players: [],
    last_turn: null,
    frames,
    live: false,
    tracks: ["all"],
    turns: each((n) => n),
    phases: each(() => "p"),
    scores: each((n) => [n]),
    times: each(() => [null]),
    points: { words: { en: "score", fr: "score" }, parts: [] },
    lead: [],
    gains: [],
    marks: [],
    verdicts: [],
    result: null,
    damage: null,
    notes: [],
    names: {},
    origin: null,
    axes: "xy",
    goal: [],
    actions: {},
    notice: null,
    ...more,
  };
}

/** A source that counts what is asked of it. */
export function source(frames: number): Source & { asked: string[] } {
  const asked: string[] = [];
  return {
    asked,
    async chunk(track: TrackName, n: number): Promise<Chunk> {
      asked.push(`${track}/${n}`);
      const count = Math.min(CHUNK, frames - n * CHUNK);
      return [
        scene(n * CHUNK),
        ...Array.from({ length: count - 1 }, (_, k) => ({ turn: [n * CHUNK + k + 1] as [unknown] })),
      ];
    },
  };
}
