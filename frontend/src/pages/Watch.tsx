// Watching a match: its film, and what is added to it while it is played.

import { useEffect } from "preact/hooks";
import * as api from "../api";
import type { Board } from "../board";
import { loadBoard } from "../boards";
import { Film } from "../film";
import { word } from "../speech";
import type { LiveEvent, Track } from "../wire";
import { placeOf } from "../viewer/place";
import { Viewer } from "../viewer/Viewer";
import { embedded } from "./App";
import { useLoaded, Waiting } from "./load";

/** How often a match that has not begun is asked for, in milliseconds. */
const AGAIN = 700;

/** The film of a match, as soon as there is one. */
export async function loadFilm(id: string): Promise<{ film: Film; board: Board }> {
  for (;;) {
    const match = await api.match(id);
    if (match.state === "playing" && !match.open) throw new Error(word("closedFog"));
    if (match.state !== "waiting") break;
    await new Promise((resolve) => setTimeout(resolve, AGAIN));
  }
  const head = await api.filmHead(id);
  const board = await loadBoard(head.game);
  if (!board) throw new Error(word("noBoard", { game: head.game }));
  return { film: new Film(head, api.filmSource(id)), board };
}

/** Take over what happens on a track, until told to stop; the browser reconnects by itself. */
function follow(id: string, film: Film, track: Track): () => void {
  const events = new EventSource(`/api/matches/${id}/live?track=${track}`);
  events.onmessage = (message) => {
    film.append(track, JSON.parse(message.data as string) as LiveEvent);
    if (!film.head.peek().live) events.close();
  };
  return () => events.close();
}

export default function Watch({ name: id }: { name: string }) {
  const { value, fault } = useLoaded(() => loadFilm(id), [id]).value;
  useEffect(() => {
    if (value) document.title = `${value.film.head.value.title} · Joute`;
  }, [value]);
  if (!value) return <Waiting fault={fault} />;
  const takeaway = { replay: `/api/matches/${id}/replay`, html: `/api/matches/${id}/html` };
  const place = placeOf(new URLSearchParams(location.search));
  return (
    <Viewer
      {...value}
      place={place}
      embed={embedded()}
      takeaway={takeaway}
      addressed
      follow={(track) => follow(id, value.film, track)}
    />
  );
}
