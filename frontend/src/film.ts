// A film: the positions of a match, fetched in chunks when they are wanted and forgotten when many others were wanted since.

import { signal } from "@preact/signals";
import type { Scene } from "./board";
import { patch } from "./patch";
import { CHUNK, type Chunk, type FilmHead, type LiveEvent, type Notes, type Track } from "./wire";

/** How many chunks stay in memory, whatever the length of the match. */
export const KEPT = 12;

/** Where chunks come from: a server, or the page itself. */
export interface Source {
  chunk(track: Track, n: number): Promise<Chunk>;
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
  /** Changes when a live match goes on. */
  readonly head;
  private chunks = new Map<string, Scene[]>();
  private coming = new Map<string, Promise<Scene[]>>();
  private noted = new Map<string, Promise<Notes[]>>();

  constructor(
    head: FilmHead,
    readonly source: Source,
  ) {
    this.head = signal(head);
  }

  get last(): number {
    return Math.max(0, this.head.value.frames - 1);
  }

  /** The track on which a seat, or everybody, watches: without fog there is one for all. */
  track(seat: number | null): Track {
    const track: Track = seat === null ? "all" : `${seat}`;
    return this.head.value.tracks.includes(track) ? track : this.head.value.tracks[0];
  }

  /** A position, if it is here. */
  peek(track: Track, frame: number): Scene | undefined {
    return this.chunks.get(`${track}/${Math.floor(frame / CHUNK)}`)?.[frame % CHUNK];
  }

  /** A position, fetched if need be. */
  async scene(track: Track, frame: number): Promise<Scene> {
    const n = Math.floor(frame / CHUNK);
    const key = `${track}/${n}`;
    let scenes = this.chunks.get(key);
    if (!scenes || frame % CHUNK >= scenes.length) scenes = await this.fetch(key, track, n);
    else this.keep(key, scenes);
    const scene = scenes[frame % CHUNK];
    if (!scene) throw new Error(`position ${frame} is missing`);
    return scene;
  }

  /** Ask for what comes next before it is wanted. */
  prefetch(track: Track, frame: number): void {
    const ahead = Math.min(frame + CHUNK / 2, this.last);
    if (!this.peek(track, ahead)) this.scene(track, ahead).catch(() => undefined);
  }

  private fetch(key: string, track: Track, n: number): Promise<Scene[]> {
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
    for (const old of this.chunks.keys()) {
      if (this.chunks.size <= KEPT) break;
      this.chunks.delete(old);
    }
    return longest;
  }

  /** What a champion noted at a position; asked for in stretches as long as a chunk, once. */
  async notes(seat: number, frame: number): Promise<Notes[]> {
    const start = frame - (frame % CHUNK);
    const live = this.head.value.live && frame >= this.last - CHUNK;
    const key = `${seat}/${start}${live ? `/${this.last}` : ""}`;
    const known = this.noted.get(key) ?? this.source.notes?.(seat, start, start + CHUNK - 1) ?? Promise.resolve([]);
    this.noted.set(key, known);
    for (const old of this.noted.keys()) {
      if (this.noted.size <= KEPT) break;
      this.noted.delete(old);
    }
    return (await known).filter((note) => note.frame === frame);
  }

  /** Take over the next position of a live match. */
  append(track: Track, event: LiveEvent): void {
    const head = this.head.value;
    const before = this.peek(track, event.frame - 1);
    const scene = event.scene ?? (event.diff && before ? (patch(before, event.diff) as Scene) : undefined);
    if (scene) this.place(track, event.frame, scene);
    if (event.frame < head.frames - 1) return;
    const at = event.frame;
    const put = <T>(list: T[], value: T): T[] => [...list.slice(0, at), value];
    this.head.value = {
      ...head,
      frames: at + 1,
      turns: put(head.turns, event.turn),
      phases: put(head.phases, event.phase),
      scores: put(head.scores, event.scores),
      times: put(head.times, event.times),
      marks: [...head.marks.filter((mark) => mark.frame !== at), ...event.marks],
      verdicts: event.verdicts.length ? event.verdicts : head.verdicts,
      result: event.result,
      live: event.result === null,
    };
  }

  private place(track: Track, frame: number, scene: Scene): void {
    const key = `${track}/${Math.floor(frame / CHUNK)}`;
    const scenes = this.chunks.get(key) ?? [];
    if (scenes.length < frame % CHUNK) return;
    this.keep(key, scenes.length > frame % CHUNK ? scenes : [...scenes, scene]);
  }
}
