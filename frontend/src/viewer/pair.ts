// Two films as one, in step: the same turns at the same time, and what differs between them.

import type { Board, Cell, Lang, Scene } from "../board";
import { Film, type Source } from "../film";
import type { FilmHead, Mark, TrackName } from "../generated/wire";

/** A moment of both films: the position of each. */
export type Beat = readonly [number, number];

/** A turn, and how many positions after its first one. */
type Place = readonly [turn: number, step: number];

const later = (a: Place, b: Place): number => a[0] - b[0] || a[1] - b[1];

/** The places of all positions. A match that was played on from another begins where it left it, perhaps in mid-turn. */
function places({ turns, origin }: Pick<FilmHead, "turns" | "origin">): Place[] {
  let step = (origin?.turn === turns[0] ? origin.step : 0) - 1;
  return turns.map((turn, frame) => {
    step = frame === 0 || turn === turns[frame - 1] ? step + 1 : 0;
    return [turn, step];
  });
}

/** All moments of two films, from where both have begun to where both have ended; one that is over waits. */
export function beats(...heads: [Pick<FilmHead, "turns" | "origin">, Pick<FilmHead, "turns" | "origin">]): Beat[] {
  const [a, b] = heads.map(places);
  const start = later(a[0], b[0]) > 0 ? a[0] : b[0];
  const moments = [...a, ...b]
    .filter((place) => later(place, start) >= 0)
    .sort(later)
    .filter((place, n, all) => n === 0 || later(place, all[n - 1]) > 0);
  const [left, right] = [reached(a, moments), reached(b, moments)];
  return moments.map((_, n) => [left[n], right[n]]);
}

/** The last of some places that is reached at each moment. */
function reached(list: Place[], moments: Place[]): number[] {
  let n = 0;
  return moments.map((moment) => {
    while (n + 1 < list.length && later(list[n + 1], moment) <= 0) n++;
    return n;
  });
}

/** No chunk is ever fetched of a pair itself. */
const NOWHERE: Source = { chunk: () => Promise.reject(new Error("a pair has no chunks")) };

export class Pair extends Film {
  constructor(
    readonly a: Film,
    readonly b: Film,
    readonly beats: readonly Beat[],
  ) {
    super(merged(a.head.peek(), b.head.peek(), beats), NOWHERE);
  }

  override peek(track: TrackName, beat: number): Scene | undefined {
    const [a, b] = this.beats[beat];
    return this.b.peek(track, b) && this.a.peek(track, a);
  }

  override async scene(track: TrackName, beat: number): Promise<Scene> {
    const [a, b] = this.beats[beat];
    return (await Promise.all([this.a.scene(track, a), this.b.scene(track, b)]))[0];
  }

  override async ask(track: TrackName): Promise<void> {
    await Promise.all([this.a.ask(track), this.b.ask(track)]);
  }

  /** The scores of both at a beat; empty until the head of the track has come. */
  scores(track: TrackName, beat: number): [number[], number[]] {
    const [a, b] = this.beats[beat];
    return [this.a.headOf(track).scores[a] ?? [], this.b.headOf(track).scores[b] ?? []];
  }
}

function merged(a: FilmHead, b: FilmHead, beats: readonly Beat[]): FilmHead {
  const column = <T>(of: (head: FilmHead) => T[]): T[] =>
    beats.map(([left, right]) => (a.turns[left] >= b.turns[right] ? of(a)[left] : of(b)[right]));
  const marks = [moved(a.marks, beats, 0), moved(b.marks, beats, 1)].flat();
  return {
    ...a,
    frames: beats.length,
    live: false,
    tracks: a.tracks.filter((track) => b.tracks.includes(track)),
    turns: column(({ turns }) => turns),
    phases: column(({ phases }) => phases),
    scores: [],
    lead: [],
    gains: [],
    times: [],
    marks: marks.sort((one, other) => one.frame - other.frame),
    result: null,
    damage: null,
    notes: [],
  };
}

/** The marks of one film at the beats where its positions are first shown. */
function moved(marks: readonly Mark[], beats: readonly Beat[], side: 0 | 1): Mark[] {
  const first = new Map<number, number>();
  beats.forEach((beat, n) => first.has(beat[side]) || first.set(beat[side], n));
  return marks.flatMap((mark) => {
    const frame = first.get(mark.frame);
    return frame === undefined ? [] : [{ ...mark, frame }];
  });
}

/** A position without what happened on the way to it, which cells are in sight, and the names of those who play. */
function bare(scene: Scene): Scene {
  const parts = Object.entries(scene).map(([key, part]) => [key, key in BARE ? BARE[key] : nameless(part)]);
  return Object.fromEntries(parts) as Scene;
}

/** What a scene has in these places says nothing of what stands on a board. */
const BARE: Readonly<Record<string, unknown>> = { events: [], sight: null };

const named = (part: unknown): part is { name: string } => typeof (part as { name?: unknown } | null)?.name === "string";

/** A list of players or teams, each called by its seat; anything else as it is. */
const nameless = (part: unknown): unknown =>
  Array.isArray(part) && part.every(named) ? part.map((one, seat) => ({ ...one, name: `${seat}` })) : part;

/** The cells of which the two positions tell different things. */
export function differing(board: Board, left: Scene, right: Scene, lang: Lang): Cell[] {
  const [a, b] = [bare(left), bare(right)];
  const [one, other] = [board.size(a), board.size(b)];
  const cells: Cell[] = [];
  for (let r = 0; r < Math.min(one.rows, other.rows); r++)
    for (let c = 0; c < Math.min(one.columns, other.columns); c++) {
      const [here, there] = [board.describe(a, [c, r], lang), board.describe(b, [c, r], lang)];
      if (here.length !== there.length || here.some((line, n) => line !== there[n])) cells.push([c, r]);
    }
  return cells;
}
