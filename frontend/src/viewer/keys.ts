// The keys of the viewer, as `?` tells them.

import type { Film } from "../film";
import type { Playback } from "./playback";

/** Elements that use these keys themselves. */
const BUSY = "input:not([type=range], [type=radio]), select, textarea, dialog, [contenteditable]";

/** What further keys of a page do. */
export type Keys = Readonly<Record<string, () => void>>;

export function press(event: KeyboardEvent, playback: Playback, film: Film, more: Keys): void {
  const target = event.target as Element | null;
  // On some keyboards brackets need AltGr, which counts as control and alt together.
  const command = (event.ctrlKey || event.altKey) && !event.getModifierState("AltGraph");
  if (command || event.metaKey || event.defaultPrevented || target?.closest(BUSY)) return;
  if (target?.closest("input") && event.key.startsWith("Arrow") && !event.shiftKey) return;
  if (event.key === " " && target?.closest("button, a, summary")) return;
  const act = Object.hasOwn(more, event.key) ? more[event.key] : action(event, playback, film);
  if (!act) return;
  event.preventDefault();
  act();
}

function action(event: KeyboardEvent, playback: Playback, film: Film): (() => void) | null {
  const steps = event.shiftKey ? 10 : 1;
  switch (event.key) {
    case " ":
      return () => playback.toggle();
    case "ArrowLeft":
      return () => playback.step(-steps);
    case "ArrowRight":
      return () => playback.step(steps);
    case ",":
      return () => playback.step(-1);
    case ".":
      return () => playback.step(1);
    case "Home":
      return () => playback.go(0);
    case "End":
      return () => playback.go(playback.horizon.value);
    case "[":
      return () => playback.faster(-1);
    case "]":
      return () => playback.faster(1);
    case "s":
      return () => nextSeat(playback, film);
    case "e":
      return () => nextMark(playback, 1);
    case "E":
      return () => nextMark(playback, -1);
    default:
      return null;
  }
}

function nextSeat(playback: Playback, film: Film): void {
  const tracks = film.head.value.tracks;
  const now = tracks.indexOf(film.track(playback.seat.value));
  const next = tracks[(now + 1) % tracks.length];
  playback.seat.value = next === "all" ? null : Number(next);
}

function nextMark(playback: Playback, way: 1 | -1): void {
  const frame = playback.frame.value;
  const known = playback.head.value.marks.filter((mark) => mark.frame <= playback.horizon.value);
  const frames = known.map((mark) => mark.frame).sort((a, b) => a - b);
  const next = way > 0 ? frames.find((one) => one > frame) : frames.findLast((one) => one < frame);
  if (next === undefined) return;
  playback.playing.value = false;
  playback.go(next);
}
