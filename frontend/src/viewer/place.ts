// Where a film stands, as the address of the page tells it.

import type { Film } from "../film";
import type { FilmHead } from "../generated/wire";
import { type Playback, SPEEDS } from "./playback";

export interface Place {
  turn?: number;
  /** How many positions after the first one of the turn. */
  step?: number;
  seat?: number;
  speed?: number;
}

/** What an address asks for; what makes no sense is left out. */
export function placeOf(query: URLSearchParams): Place {
  const whole = (name: string) => (/^\d{1,6}$/.test(query.get(name) ?? "") ? Number(query.get(name)) : undefined);
  const speed = Number(query.get("speed"));
  return {
    turn: whole("turn"),
    step: whole("step"),
    seat: whole("seat"),
    speed: SPEEDS.includes(speed) ? speed : undefined,
  };
}

/** The first position of a turn, or of the one nearest to it. */
export function frameOf(head: FilmHead, turn: number, step = 0): number {
  const found = head.turns.findIndex((one) => one >= turn);
  return found < 0 ? head.frames - 1 : Math.min(head.frames - 1, found + step);
}

export function start(playback: Playback, place: Place): Playback {
  const head = playback.film.head.peek();
  if (place.seat !== undefined && head.tracks.includes(`${place.seat}`)) playback.seat.value = place.seat;
  if (place.speed) playback.speed.value = place.speed;
  if (place.turn !== undefined) {
    playback.following.value = false;
    playback.at.value = frameOf(head, place.turn, place.step);
    playback.playing.value = head.live;
    playback.go(playback.at.value);
  }
  return playback;
}

export function address(playback: Playback, film: Film): string {
  const head = film.head.value;
  const frame = playback.frame.value;
  const query = new URLSearchParams(location.search);
  for (const name of ["turn", "step", "seat", "speed"]) query.delete(name);
  query.set("turn", String(head.turns[frame] ?? 0));
  const step = frame - frameOf(head, head.turns[frame] ?? 0);
  if (step) query.set("step", String(step));
  if (playback.seat.value !== null) query.set("seat", String(playback.seat.value));
  if (playback.speed.value !== 1) query.set("speed", String(playback.speed.value));
  return `${location.pathname}?${query}`;
}
