// Lines over the length of the match: scores, and time used.

import { useMemo } from "preact/hooks";
import { seatColour } from "../theme";
import { number } from "../words";
import type { Playback } from "./playback";

const WIDE = 300;
const HIGH = 84;
/** More points than this are not told apart. */
const POINTS = 300;

type Values = readonly (readonly (number | null)[])[];

/** Every so manieth position, the last one always. */
export function sampled(length: number): number[] {
  const step = Math.max(1, Math.ceil(length / POINTS));
  const frames = Array.from({ length: Math.ceil(length / step) }, (_, n) => n * step);
  if (length && frames[frames.length - 1] !== length - 1) frames.push(length - 1);
  return frames;
}

/** The path of a seat's line, and the largest value of all. */
export function paths(values: Values, seats: number[]): { lines: [number, string][]; least: number; most: number } {
  const frames = sampled(values.length);
  const all = frames.flatMap((frame) => seats.map((seat) => values[frame][seat] ?? 0));
  const [least, most] = [Math.min(0, ...all), Math.max(1, ...all)];
  const x = (frame: number) => ((frame / Math.max(1, values.length - 1)) * WIDE).toFixed(1);
  const y = (value: number) => (HIGH - 3 - ((value - least) / (most - least)) * (HIGH - 8)).toFixed(1);
  const lines = seats.map((seat): [number, string] => {
    const known = frames.filter((frame) => values[frame][seat] != null);
    return [seat, known.map((frame, n) => `${n ? "L" : "M"}${x(frame)} ${y(values[frame][seat] as number)}`).join("")];
  });
  return { lines, least, most };
}

export function Chart({ title, values, seats, playback }: { title: string; values: Values; seats: number[]; playback: Playback }) {
  const { lines, most } = useMemo(() => paths(values, seats), [values, seats.join()]);
  const last = Math.max(1, values.length - 1);
  const at = (playback.at.value / last) * WIDE;
  const seek = (event: MouseEvent) => {
    const box = (event.currentTarget as Element).getBoundingClientRect();
    playback.go(((event.clientX - box.left) / box.width) * last);
  };
  return (
    <figure class="chart">
      <figcaption>{title}</figcaption>
      <svg viewBox={`0 0 ${WIDE} ${HIGH}`} preserveAspectRatio="none" role="img" aria-label={title} onClick={seek}>
        <line class="axis" x1="0" x2={WIDE} y1={HIGH - 3} y2={HIGH - 3} />
        {lines.map(([seat, path]) => <path key={seat} d={path} stroke={seatColour(seat)} stroke-dasharray={seat % 2 ? "6 2" : undefined} />)}
        <line class="cursor" x1={at} x2={at} y1="0" y2={HIGH} />
      </svg>
      <span class="most">{number(most)}</span>
    </figure>
  );
}
