// A film written into the page: its chunks stay compressed until they are shown.

import type { Chunk, Source, TrackHead } from "./film";
import { CHUNK, type FilmHead, type Given, type Notes, type TrackName } from "./generated/wire";
import { PageError, text } from "./speech";

export interface EmbeddedFilm extends FilmHead {
  /** For each track the base64 of each gzipped chunk. */
  chunks: Record<TrackName, string[]>;
  /** Likewise the orders. */
  orders?: Record<TrackName, string[]>;
  /** The fields of each seat's head that differ from this one. */
  heads?: Record<TrackName, Partial<TrackHead>>;
  /** Private notes, where the film was made with them, by seat. */
  noted?: Record<string, Notes[]>;
}

async function gunzip(packed: string): Promise<unknown> {
  const bytes = Uint8Array.from(atob(packed), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return JSON.parse(await new Response(stream).text());
}

export function embedded(film: EmbeddedFilm): Source {
  return {
    async head(track) {
      return { ...film, ...film.heads?.[track] };
    },
    async chunk(track, n) {
      const packed = film.chunks[track]?.[n];
      if (packed === undefined) throw new PageError(text("missing", { n: n * CHUNK }));
      return (await gunzip(packed)) as Chunk;
    },
    async orders(track, n) {
      const packed = film.orders?.[track]?.[n];
      return packed === undefined ? [] : ((await gunzip(packed)) as Given[][]);
    },
    async notes(seat, from, to) {
      return (film.noted?.[seat] ?? []).filter((note) => note.frame >= from && note.frame <= to);
    },
  };
}
