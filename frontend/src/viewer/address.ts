// The position, seat and speed of a film in the address of the page.

import type { Film } from "../film";
import type { FilmHead } from "../generated/wire";
import { type Playback, SPEEDS } from "./playback";

export interface Start {
  turn?: number;
  /** How many positions after the first one of the turn. */
  step?: number;
  seat?: number;
  speed?: number;
}

/** Whether the address has a switch: `?embed` and `?embed=1`, not `?embed=0`. */
export function asks(name: string): boolean {
  const given = new URLSearchParams(location.search).get(name);
  return given !== null && given !== "0";
}

/** What the address of a page asks for; values that cannot be are ignored. */
export function startOf(query: URLSearchParams): Start {
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
  const first = head.turns.findIndex((one) => one >= turn);
  return first < 0 ? head.frames - 1 : Math.min(head.frames - 1, first + step);
}

export function begin(playback: Playback, start: Start): Playback {
  const head = playback.film.head.peek();
  if (start.seat !== undefined && head.tracks.includes(`${start.seat}`)) playback.seat.value = start.seat;
  if (start.speed) playback.speed.value = start.speed;
  if (start.turn !== undefined) {
    playback.following.value = false;
    playback.at.value = frameOf(head, start.turn, start.step);
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
