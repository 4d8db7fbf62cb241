// Whether the arena is heard: every page tells within five seconds when it is not.

import { signal } from "@preact/signals";
import { word } from "./speech";

/** Whether nothing is heard of the arena. */
export const lost = signal(false);

/** After so many milliseconds without a word the arena is asked, and it has so many to answer. */
const SILENCE_MS = 2500;
const ANSWER_MS = 1800;
const LOOK_MS = 400;

let last = performance.now();
let asking = false;

/** Something has come from the arena. */
export function heard(): void {
  last = performance.now();
  lost.value = false;
}

/** A connection has broken: ask soon. */
export function doubt(): void {
  last = -Infinity;
}

async function look(): Promise<void> {
  const quiet = performance.now() - last > SILENCE_MS;
  if (asking || document.hidden || !(quiet || lost.value)) return;
  asking = true;
  try {
    await fetch("/api/pulse", { cache: "no-store", signal: AbortSignal.timeout(ANSWER_MS) });
    heard();
  } catch {
    lost.value = true;
  } finally {
    asking = false;
  }
}

/** Keep listening for the arena. */
export function listen(): () => void {
  last = performance.now();
  const timer = setInterval(() => void look(), LOOK_MS);
  return () => clearInterval(timer);
}

/** What is said of something live: that it is, or that it may not be any more. */
export const liveWord = (): string => word(lost.value ? "outOfTouch" : "live");
export const liveBadge = (): string => (lost.value ? "badge" : "badge live");
