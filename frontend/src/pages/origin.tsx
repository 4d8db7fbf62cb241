// A new match that begins in a position of another one: /new/GAME?from=ID&frame=N&seat=S.

import * as api from "../api";
import type { FilmHead, Fork, GameHead, MatchHead } from "../generated/wire";
import { word } from "../speech";
import type { Chair } from "./New";

export interface Origin {
  fork: Fork;
  head: FilmHead;
  /** The seat of whoever asks, if they said so. */
  seat: number | null;
}

/** What the address of the page says; null for a match that begins at the beginning. */
export async function originOf(query: URLSearchParams): Promise<Origin | null> {
  const [match, frame, seat] = [query.get("from"), query.get("frame") ?? "", query.get("seat") ?? ""];
  if (!match) return null;
  const number = (digits: string) => (/^\d{1,7}$/.test(digits) ? Number(digits) : null);
  return { fork: { match, frame: number(frame) ?? 0 }, head: await api.filmHead(match), seat: number(seat) };
}

/** Everybody as before, but for a seat that is now played by hand: one's own, else that of a person, else the first. */
export function sameChairs(game: GameHead, { head, seat }: Origin): Chair[] {
  const known = (kind: string) => game.champions.includes(kind);
  const own = seat ?? Math.max(0, head.players.findIndex(({ kind }) => !known(kind)));
  return head.players.map(({ kind }, n) => ({
    who: n === own ? "human" : known(kind) ? kind : game.champions[0],
    name: "",
  }));
}

/** Everybody as in another match; people keep their names. */
export const again = (game: GameHead, { players }: Pick<MatchHead, "players">): Chair[] =>
  players.map(({ kind, name }) => (game.champions.includes(kind) ? { who: kind, name: "" } : { who: "human", name }));

export function OriginNote({ origin: { fork, head } }: { origin: Origin }) {
  const frame = Math.min(fork.frame, head.frames - 1);
  const turn = head.turns[frame];
  const step = frame - head.turns.indexOf(turn);
  return (
    <p class="lead">
      <b>{word("playOnTitle", { n: turn })}</b> · {head.players.slice(0, 4).map(({ name }) => name).join(" – ")} ·{" "}
      <a href={`/watch/${fork.match}?turn=${turn}&step=${step}`}>{word("seeOrigin")}</a>
      <br />
      {word("playOnHint")}
    </p>
  );
}
