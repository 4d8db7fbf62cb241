// Watching a match: its film, and what is added to it while it is played.

import { useEffect } from "preact/hooks";
import * as api from "../api";
import type { Board } from "../board";
import { loadBoard } from "../boards";
import { Film } from "../film";
import { doubt, heard } from "../connection";
import type { LiveEvent, TrackName } from "../generated/wire";
import { PageError, text } from "../speech";
import { startOf } from "../viewer/address";
import { Viewer } from "../viewer/Viewer";
import { embedded } from "./App";
import { useLoaded, Waiting } from "./load";

/** How often a match that has not begun is asked for, in milliseconds. */
const AGAIN = 700;

/** The film of a match, as soon as there is one. */
export async function loadFilm(id: string): Promise<{ film: Film; board: Board }> {
  for (;;) {
    const match = await api.match(id);
    if (match.state === "playing" && !match.open) throw new PageError(text("watchLater"));
    if (match.state !== "waiting") break;
    await new Promise((resolve) => setTimeout(resolve, AGAIN));
  }
  const head = await api.filmHead(id);
  const board = await loadBoard(head.game);
  if (!board) throw new PageError(text("noBoard", { game: head.game }));
  return { film: new Film(head, api.filmSource(id)), board };
}

/** Whether a match has begun again, or goes on from an earlier position, since its film was fetched. */
async function isAnother(id: string, film: Film): Promise<boolean> {
  const [now, before] = [await api.filmHead(id), film.head.peek()];
  return now.frames < before.frames || now.notice?.en !== before.notice?.en;
}

/** Add the live events of a track to a film; the answer stops it. */
export function follow(id: string, film: Film, track: TrackName): () => void {
  let events: EventSource;
  let left = false;
  let broken = false;
  const back = () => {
    if (broken) isAnother(id, film).then((another) => another && location.reload(), () => undefined);
    broken = false;
  };
  const open = () => {
    if (left) return;
    events = new EventSource(`/api/matches/${id}/live?track=${track}`);
    events.addEventListener("back", () => location.reload()); // turns are taken back: the film is another one
    events.addEventListener("beat", heard);
    events.onmessage = (message) => {
      heard();
      back();
      film.append(track, JSON.parse(message.data as string) as LiveEvent);
      if (!film.head.peek().live) events.close();
    };
    events.onerror = () => {
      broken = true;
      doubt();
      if (events.readyState === EventSource.CLOSED) setTimeout(again, AGAIN);
    };
  };
  const again = () => concluded(id, film, track).then((over) => over || open(), open);
  open();
  return () => {
    left = true;
    events.close();
  };
}

/** The browser reconnects by itself until it is refused: because the match is over, or because too many watch. */
async function concluded(id: string, film: Film, track: TrackName): Promise<boolean> {
  const { state } = await api.match(id);
  if (state === "waiting" || state === "playing") return false;
  film.finish(state === "over" ? await api.filmHead(id) : null);
  if (state === "over") await film.ask(track);
  return true;
}

export default function Watch({ name: id }: { name: string }) {
  const { value, error } = useLoaded(() => loadFilm(id), [id]).value;
  useEffect(() => {
    if (value) document.title = `${value.film.head.value.title} · Joute`;
  }, [value]);
  if (!value) return <Waiting error={error} />;
  const takeaway = { replay: `/api/matches/${id}/replay`, html: `/api/matches/${id}/html` };
  const start = startOf(new URLSearchParams(location.search));
  return (
    <Viewer
      {...value}
      start={start}
      embed={embedded()}
      takeaway={takeaway}
      match={id}
      addressed
      follow={(track) => follow(id, value.film, track)}
    />
  );
}
