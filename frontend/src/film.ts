// A film: the positions of a match, fetched in chunks when they are shown; only the chunks used last stay in memory.

import { batch, signal } from "@preact/signals";
import type { Scene } from "./board";
import { forget } from "./cache";
import { CHUNK, type FilmHead, type Given, type LiveEvent, type Notes, type TrackName } from "./generated/wire";
import { type Diff, patch } from "./patch";
import { PageError, text } from "./speech";

/** Positions `CHUNK * n` to `CHUNK * n + CHUNK - 1`: a whole scene, then a difference for each further position. */
export type Chunk = [Scene, ...Diff[]];

/** How many chunks stay in memory, whatever the length of the match. */
export const KEPT = 12;

/** The fields of a head that differ between tracks. */
export type TrackHead = Pick<
  FilmHead,
  "scores" | "times" | "lead" | "gains" | "marks" | "verdicts" | "result"
>;

const NOTHING: TrackHead = {
  scores: [],
  times: [],
  lead: [],
  gains: [],
  marks: [],
  verdicts: [],
  result: null,
};

/** Where chunks come from: a server, or the page itself. */
export interface Source {
  head?(track: TrackName): Promise<TrackHead>;
  chunk(track: TrackName, n: number): Promise<Chunk>;
  /** The orders of each position of a chunk. */
  orders?(track: TrackName, n: number): Promise<Given[][]>;
  notes?(seat: number, from: number, to: number): Promise<Notes[]>;
}

/** The positions of a chunk. */
export function unfold(chunk: Chunk): Scene[] {
  const [first, ...diffs] = chunk;
  const scenes: Scene[] = [first];
  for (const diff of diffs) scenes.push(patch(scenes[scenes.length - 1], diff) as Scene);
  return scenes;
}

export class Film {
  /** The head of the first track; changes while a live match is played. */
  readonly head;
  /** Whether this was a live match that stopped before its end. */
  readonly stopped = signal(false);
  /** The heads of the other tracks that were asked for. */
  private readonly trackHeads = signal<ReadonlyMap<TrackName, TrackHead>>(new Map());
  private whole = new Set<TrackName>();
  private chunks = new Map<string, Scene[]>();
  private coming = new Map<string, Promise<Scene[]>>();
  private noted = new Map<string, Promise<Notes[]>>();
  private ordered = new Map<string, Promise<Given[][]>>();
  /** Orders that came with the positions of a live match. */
  private heard = new Map<string, Given[]>();

  constructor(
    head: FilmHead,
    readonly source: Source,
  ) {
    this.head = signal(head);
    if (!head.live) this.whole.add(head.tracks[0]);
  }

  get last(): number {
    return Math.max(0, this.head.value.frames - 1);
  }

  /** The track on which a seat, or everybody, watches: without fog there is one for all. */
  track(seat: number | null): TrackName {
    const track: TrackName = seat === null ? "all" : `${seat}`;
    return this.head.value.tracks.includes(track) ? track : this.head.value.tracks[0];
  }

  /** The head of a track; its own fields are empty until they were asked for. */
  headOf(track: TrackName): FilmHead {
    const head = this.head.value;
    if (track === head.tracks[0]) return head;
    const notes = head.notes.filter((seat) => track === `${seat}`);
    return { ...head, ...(this.trackHeads.value.get(track) ?? NOTHING), notes };
  }

  /** Fetch the head of a track: once, or every time while a match is played. */
  async ask(track: TrackName): Promise<void> {
    if (this.whole.has(track)) return;
    if (!this.head.peek().live) this.whole.add(track);
    try {
      const came = await this.source.head?.(track);
      if (came) this.update(track, (now) => newer(came, now));
    } catch (error) {
      this.whole.delete(track);
      throw error;
    }
  }

  /** A live match is over: its whole head, or null if it was stopped and has no film. */
  finish(head: FilmHead | null): void {
    this.stopped.value = head === null;
    this.head.value = head ?? { ...this.head.peek(), live: false };
    this.whole.clear();
    this.whole.add(this.head.peek().tracks[0]);
  }

  private update(track: TrackName, change: (now: TrackHead) => TrackHead): void {
    const head = this.head.peek();
    if (track === head.tracks[0]) this.head.value = { ...head, ...change(head) };
    else this.trackHeads.value = new Map(this.trackHeads.peek()).set(track, change(this.trackHeads.peek().get(track) ?? NOTHING));
  }

  /** A position, if it is in memory. */
  peek(track: TrackName, frame: number): Scene | undefined {
    return this.chunks.get(`${track}/${Math.floor(frame / CHUNK)}`)?.[frame % CHUNK];
  }

  /** A position, fetched if it is not in memory. */
  async scene(track: TrackName, frame: number): Promise<Scene> {
    const n = Math.floor(frame / CHUNK);
    const key = `${track}/${n}`;
    const known = this.chunks.get(key);
    if (known?.[frame % CHUNK]) return this.keep(key, known)[frame % CHUNK];
    const joined = this.coming.has(key);
    let scenes = await this.fetch(key, track, n);
    // The chunk that was on its way may have been sent before this position was played.
    if (joined && !scenes[frame % CHUNK]) scenes = await this.fetch(key, track, n);
    const scene = scenes[frame % CHUNK];
    if (!scene) throw new PageError(text("missing", { n: frame }));
    return scene;
  }

  /** Fetch the next chunk before it is needed. */
  prefetch(track: TrackName, frame: number): void {
    const ahead = Math.min(frame + CHUNK / 2, this.last);
    if (!this.peek(track, ahead)) this.scene(track, ahead).catch(() => undefined);
  }

  private fetch(key: string, track: TrackName, n: number): Promise<Scene[]> {
    let coming = this.coming.get(key);
    if (!coming) {
      coming = this.source.chunk(track, n).then((chunk) => this.keep(key, unfold(chunk)));
      coming = coming.finally(() => this.coming.delete(key));
      this.coming.set(key, coming);
    }
    return coming;
  }

  private keep(key: string, scenes: Scene[]): Scene[] {
    const known = this.chunks.get(key);
    const longest = known && known.length > scenes.length ? known : scenes;
    this.chunks.delete(key);
    this.chunks.set(key, longest);
    forget(this.chunks, KEPT);
    return longest;
  }

  /** The orders that led to a position, as far as a track may know them. */
  async orders(track: TrackName, frame: number): Promise<Given[]> {
    const heard = this.heard.get(`${track}/${frame}`);
    if (heard || this.stopped.peek()) return heard ?? []; // of a match that was stopped there is no film to ask
    const n = Math.floor(frame / CHUNK);
    const grows = this.head.peek().live && (n + 1) * CHUNK > this.last;
    const key = `${track}/${n}${grows ? `/${this.last}` : ""}`;
    const known = this.ordered.get(key) ?? this.source.orders?.(track, n) ?? Promise.resolve([]);
    this.ordered.set(key, known);
    known.catch(() => this.ordered.delete(key));
    forget(this.ordered, KEPT);
    return (await known)[frame % CHUNK] ?? [];
  }

  /** What a champion noted at a position; fetched once for each stretch as long as a chunk. */
  async notes(seat: number, frame: number): Promise<Notes[]> {
    const start = frame - (frame % CHUNK);
    const live = this.head.value.live && frame >= this.last - CHUNK;
    const key = `${seat}/${start}${live ? `/${this.last}` : ""}`;
    const known = this.noted.get(key) ?? this.source.notes?.(seat, start, start + CHUNK - 1) ?? Promise.resolve([]);
    this.noted.set(key, known);
    known.catch(() => this.noted.delete(key));
    forget(this.noted, KEPT);
    return (await known).filter((note) => note.frame === frame);
  }

  /** Add the next position of a live match. */
  append(track: TrackName, event: LiveEvent): void {
    const head = this.head.value;
    const before = this.peek(track, event.frame - 1);
    const scene = event.scene ?? (event.diff && before ? (patch(before, event.diff) as Scene) : undefined);
    if (scene) this.place(track, event.frame, scene);
    if (event.orders) this.heard.set(`${track}/${event.frame}`, event.orders);
    forget(this.heard, KEPT * CHUNK);
    if (event.frame < head.frames - 1) return;
    const at = event.frame;
    const missed = at > head.frames;
    batch(() => {
      this.head.value = {
        ...head,
        frames: at + 1,
        turns: put(head.turns, at, event.turn),
        phases: put(head.phases, at, event.phase),
        live: event.result === null,
        seed: event.seed ?? head.seed,
      };
      this.update(track, (now) => grown(now, event));
    });
    if (missed) this.ask(track).catch(() => undefined);
  }

  private place(track: TrackName, frame: number, scene: Scene): void {
    const key = `${track}/${Math.floor(frame / CHUNK)}`;
    const scenes = this.chunks.get(key) ?? [];
    if (scenes.length < frame % CHUNK) return;
    this.keep(key, scenes.length > frame % CHUNK ? scenes : [...scenes, scene]);
  }
}

/** A head after an event. The last event is sent again with the result, but without its marks. */
function grown(now: TrackHead, event: LiveEvent): TrackHead {
  const at = event.frame;
  const seats = new Set(event.verdicts.map(({ seat }) => seat));
  return {
    scores: put(now.scores, at, event.scores),
    times: put(now.times, at, event.times),
    lead: event.lead.length ? put(now.lead, at, event.lead) : now.lead,
    gains: [...now.gains.filter(([frame]) => frame !== at), ...event.gains],
    marks: event.marks.length ? [...now.marks.filter((mark) => mark.frame !== at), ...event.marks] : now.marks,
    verdicts: [...now.verdicts.filter(({ seat }) => !seats.has(seat)), ...event.verdicts],
    result: event.result,
  };
}

/** A list with a value at `at`, its end or behind it; positions that were missed get the same value. */
function put<T>(list: readonly T[], at: number, value: T): T[] {
  return [...list.slice(0, at), ...Array<T>(Math.max(0, at - list.length)).fill(value), value];
}

/** A head that was fetched, with what has happened since it was asked for. */
function newer(came: TrackHead, now: TrackHead): TrackHead {
  const frames = came.scores.length;
  return {
    scores: [...came.scores, ...now.scores.slice(frames)],
    times: [...came.times, ...now.times.slice(frames)],
    lead: [...came.lead, ...now.lead.slice(came.lead.length)],
    gains: [...came.gains, ...now.gains.filter(([frame]) => frame >= frames)],
    marks: [...came.marks, ...now.marks.filter((mark) => mark.frame >= frames)],
    verdicts: now.result ? now.verdicts : came.verdicts,
    result: now.result ?? came.result,
  };
}
