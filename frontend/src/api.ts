// The arena's HTTP API.

import type { Text } from "./board";
import type { Action, Contest, Final, Meeting, Picture, Summary } from "./contest";
import type { Chunk, Source } from "./film";
import type { EditAnswer, EditorHead, EditRequest } from "./generated/editor";
import type { FilmHead, GameHead, Given, MatchHead, NewMatch, NewMatchAnswer, Notes, Problem, Programme } from "./generated/wire";
import { recall, remember } from "./memory";
import { capital } from "./phrases";
import { PageError, lang, text } from "./speech";

/** Matches of an entrant, against another, in a round from 0. */
interface MatchesOf {
  of: string;
  against?: string;
  round?: number;
}

export async function ask(path: string, init: RequestInit = {}): Promise<Response> {
  let answer: Response;
  try {
    answer = await fetch(path, init);
  } catch {
    throw new PageError(text("unreachable"));
  }
  if (answer.ok) return answer;
  const problem = (await answer.json().catch(() => null)) as Problem | null;
  throw new PageError(problem?.text ? sentence(problem.text) : text("refused", { status: answer.status }), problem?.code);
}

const sentence = ({ en, fr }: Text): Text => ({ en: capital(en), fr: capital(fr) });

export const json = async <T>(path: string, init?: RequestInit): Promise<T> => (await (await ask(path, init)).json()) as T;

/** Champions of every game, which hardly play: they come last. */
export const DULL = ["random", "idle"];

export async function games(): Promise<GameHead[]> {
  const list = await json<GameHead[]>("/api/games");
  const order = (a: string, b: string) => DULL.indexOf(a) - DULL.indexOf(b);
  return list.map((game) => ({ ...game, champions: game.champions.toSorted(order) }));
}

export const editor = (game: string): Promise<EditorHead> => json(`/api/games/${game}/editor`);

export const edit = (request: EditRequest): Promise<EditAnswer> =>
  json("/api/edit", { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(request) });
export const programme = (chosen: URLSearchParams): Promise<Programme> => json(`/api/tv?${chosen}`);

export const match = (id: string): Promise<MatchHead> => json(`/api/matches/${id}`);
export const rules = async (game: string): Promise<string> =>
  (await ask(`/api/games/${game}/rules?lang=${lang.value}`)).text();

export function matches(game?: string, before?: string): Promise<MatchHead[]> {
  const query = new URLSearchParams();
  if (game) query.set("game", game);
  if (before) query.set("before", before);
  return json(`/api/matches?${query}`);
}

/** Some matches by their ids; those that are not there are left out. */
export const matchesOf = (ids: readonly string[]): Promise<MatchHead[]> =>
  json(`/api/matches?${new URLSearchParams({ ids: ids.join(",") })}`);

export async function create(wanted: NewMatch): Promise<NewMatchAnswer> {
  const body = JSON.stringify(wanted);
  return own(
    await json<NewMatchAnswer>("/api/matches", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body,
    }),
  );
}

export async function upload(file: Blob): Promise<NewMatchAnswer> {
  return own(
    await json<NewMatchAnswer>("/api/replays", {
      method: "POST",
      headers: { "content-type": "application/octet-stream" },
      body: file,
    }),
  );
}

/** How many matches the browser remembers the owner's secret of. */
const OWNED = 50;

/** Remember the owner's secret, which opens the notes of the champions. */
function own(answer: NewMatchAnswer): NewMatchAnswer {
  const others = owned().filter(([id]) => id !== answer.match.id);
  if (answer.owner) remember("owned", JSON.stringify([...others, [answer.match.id, answer.owner]].slice(-OWNED)));
  return answer;
}

function owned(): [id: string, secret: string][] {
  try {
    return JSON.parse(recall("owned") ?? "[]") as [string, string][];
  } catch {
    return [];
  }
}

function asOwner(id: string): RequestInit {
  const secret = owned().find(([one]) => one === id)?.[1];
  return secret ? { headers: { authorization: `Bearer ${secret}` } } : {};
}

export const filmHead = (id: string): Promise<FilmHead> => json(`/api/matches/${id}/film`, asOwner(id));

export function filmSource(id: string): Source {
  return {
    head: (track): Promise<FilmHead> => json(`/api/matches/${id}/film?track=${track}`, asOwner(id)),
    chunk: (track, n): Promise<Chunk> => json(`/api/matches/${id}/film/${track}/${n}`),
    orders: (track, n): Promise<Given[][]> => json(`/api/matches/${id}/film/${track}/${n}/orders`),
    notes: (seat, from, to): Promise<Notes[]> =>
      json(`/api/matches/${id}/notes/${seat}?from=${from}&to=${to + 1}`, asOwner(id)),
  };
}

export const tournaments = (): Promise<Summary[]> => json("/api/tournaments");
export const tournament = (name: string): Promise<Contest> => json(`/api/tournaments/${encodeURIComponent(name)}`);
export const table = (name: string): Promise<Final> => json(`/api/tournaments/${encodeURIComponent(name)}/table`);

export const chart = (name: string): Promise<Picture> => json(`/api/tournaments/${encodeURIComponent(name)}/chart`);

/** Matches of a tournament, the newest first; `before`: those before that number. */
export function meetings(name: string, { of, against, round }: MatchesOf, before?: number): Promise<Meeting[]> {
  const query = new URLSearchParams({ entrant: of });
  if (against) query.set("against", against);
  if (round !== undefined) query.set("round", String(round));
  if (before !== undefined) query.set("before", String(before));
  return json(`/api/tournaments/${encodeURIComponent(name)}/matches?${query}`);
}

/** Declare a tournament by the text of its file. */
export function declare(secret: string, file: string): Promise<Summary> {
  const headers = { "content-type": "application/json", authorization: `Bearer ${secret}` };
  return json("/api/tournaments", { method: "POST", headers, body: JSON.stringify({ file }) });
}

/** What an organiser does, with the secret that the arena was started with. */
export function organise(name: string, secret: string, action: Action): Promise<{ queued: number }> {
  const headers = { "content-type": "application/json", authorization: `Bearer ${secret}` };
  const path = `/api/tournaments/${encodeURIComponent(name)}/actions`;
  return json(path, { method: "POST", headers, body: JSON.stringify(action) });
}
