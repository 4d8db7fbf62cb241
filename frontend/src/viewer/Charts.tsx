// Lines over the length of the match: scores, and time used.

import { useMemo } from "preact/hooks";
import { dashes } from "../marks";
import { seatColour } from "../paint";
import { useSeats } from "../parts";
import { number } from "../speech";
import type { Playback } from "./playback";

const WIDE = 300;
const HIGH = 84;
/** More points than this are not told apart. */
const POINTS = 300;

type Values = readonly (readonly (number | null)[])[];

/** Stretches of positions, so few that each is a point of a line. */
export function stretches(length: number): [start: number, stop: number][] {
  const step = Math.max(1, Math.ceil(length / POINTS));
  return Array.from({ length: Math.ceil(length / step) }, (_, n) => [n * step, Math.min(length, (n + 1) * step)]);
}

/** The points of a seat: in each stretch the last value known, where there is one. */
function points(values: Values, seat: number): [frame: number, value: number][] {
  return stretches(values.length).flatMap(([start, stop]): [number, number][] => {
    for (let frame = stop - 1; frame >= start; frame--) {
      const value = values[frame][seat];
      if (value != null) return [[frame, value]];
    }
    return [];
  });
}

/** The path of each seat's line, and the largest value of all. */
export function paths(values: Values, seats: number[]): { lines: [seat: number, path: string][]; most: number } {
  const lines = seats.map((seat): [number, [number, number][]] => [seat, points(values, seat)]);
  const all = lines.flatMap(([, list]) => list.map(([, value]) => value));
  const [least, most] = [Math.min(0, ...all), Math.max(1, ...all)];
  const x = (frame: number) => ((frame / Math.max(1, values.length - 1)) * WIDE).toFixed(1);
  const y = (value: number) => (HIGH - 3 - ((value - least) / (most - least)) * (HIGH - 8)).toFixed(1);
  const path = (list: [number, number][]) =>
    list.map(([frame, value], n) => `${n ? "L" : "M"}${x(frame)} ${y(value)}`).join("");
  return { lines: lines.map(([seat, list]) => [seat, path(list)]), most };
}

export function Chart({
  title,
  values,
  seats,
  playback,
}: {
  title: string;
  values: Values;
  seats: number[];
  playback: Playback;
}) {
  const { lines, most } = useMemo(() => paths(values, seats), [values, seats.join()]);
  const colours = useSeats();
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
        {lines.map(([seat, path]) => (
          <path key={seat} d={path} stroke={seatColour(colours, seat)} stroke-dasharray={dashes(seat, 2.2).join(" ") || undefined} />
        ))}
        <line class="cursor" x1={at} x2={at} y1="0" y2={HIGH} />
      </svg>
      <span class="most">{number(most)}</span>
    </figure>
  );
}
