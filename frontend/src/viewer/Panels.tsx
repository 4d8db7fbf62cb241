// Beside the board: who plays and how they stand, what is on a cell, what happened, what a champion noted.

import { type ReadonlySignal, useSignal, useSignalEffect } from "@preact/signals";
import type { Board, Cell, Scene } from "../board";
import type { Film } from "../film";
import type { Axes, FilmHead, Mark, Notes } from "../generated/wire";
import { written } from "../coordinates";
import { SeatMark } from "../parts";
import { capital, heading } from "../phrases";
import { failureText, lang, number, say, seatText, word, worded } from "../speech";
import { Chart } from "./Charts";
import { called, FilmParts } from "./Lead";
import { series } from "./lead";
import type { Playback } from "./playback";

/** So many seats have a line of their own; of more, those that lead. */
const SEATS = 8;

/** The seats to show; who looks is always among them. */
export function leaders(scores: readonly number[], count = SEATS, own?: number): number[] {
  const seats = scores.map((_, seat) => seat);
  if (seats.length <= count) return seats;
  const first = seats.sort((a, b) => scores[b] - scores[a] || a - b).slice(0, count);
  return own === undefined || first.includes(own) ? first : [...first.slice(0, -1), own];
}

export function Seats({ board, playback }: { board: Board; playback: Playback }) {
  const head = playback.head.value;
  const scores = head.scores[playback.frame.value] ?? [];
  const scene = playback.scene.value;
  const frame = playback.frame.value;
  return (
    <section class="panel seats" aria-label={word("seats")}>
      {leaders(scores.length ? scores : head.players.map(() => 0)).map((seat) => (
        <Seat
          key={seat}
          head={head}
          seat={seat}
          score={scores[seat]}
          board={board}
          scene={scene}
          parts={<FilmParts head={head} frame={frame} seat={seat} />}
        />
      ))}
    </section>
  );
}

export interface SeatProps {
  head: FilmHead;
  seat: number;
  score: number | null | undefined;
  board: Board;
  scene: Scene | undefined;
  /** Where its points come from. */
  parts?: preact.ComponentChildren;
  children?: preact.ComponentChildren;
}

export function Seat({ head, seat, score, board, scene, parts, children }: SeatProps) {
  const verdict = head.verdicts.find((one) => one.seat === seat && one.verdict !== "OK");
  const player = head.players[seat];
  return (
    <article class="seat">
      <SeatMark seat={seat} />
      <div class="who">
        <b>{player?.name}</b> <span class="dim">{seatText(player)}</span> {children}
        {scene && (
          <ul class="figures">
            {board.figures(scene, seat).map((figure) => (
              <li key={figure.name.en}>
                <span class="dim">{say(figure.name)}</span> {figure.value === null ? "?" : number(figure.value)}
              </li>
            ))}
          </ul>
        )}
        {parts}
        {verdict && (
          <p class="verdict">
            {verdict.told
              ? heading(lang.value, worded("verdict", verdict.verdict)) + failureText(verdict.told)
              : worded("verdict", verdict.verdict)}
          </p>
        )}
      </div>
      <output class="score" aria-label={word("score")}>
        {score == null ? "?" : number(score)}
      </output>
    </article>
  );
}

/** Whose eyes the film is seen with; only where there is fog. */
export function Sight({ film, playback }: { film: Film; playback: Playback }) {
  const head = film.head.value;
  if (head.tracks.length < 2) return null;
  return (
    <fieldset class="sight">
      <legend>{word("sight")}</legend>
      {head.tracks.map((track) => {
        const seat = track === "all" ? null : Number(track);
        return (
          <label key={track} class="chip">
            <input
              type="radio"
              name="sight"
              checked={playback.seat.value === seat}
              onChange={() => (playback.seat.value = seat)}
            />
            {seat === null ? (
              word("everybody")
            ) : (
              <>
                <SeatMark seat={seat} /> {called(head.players, seat)}
              </>
            )}
          </label>
        );
      })}
    </fieldset>
  );
}

export function CellPanel({
  board,
  scene,
  cell,
  axes,
  moving = false,
}: {
  axes: Axes;
  board: Board;
  scene: Scene | undefined;
  cell: ReadonlySignal<Cell | null>;
  /** Whether the positions follow one another, too fast to be read out. */
  moving?: boolean;
}) {
  const at = cell.value;
  const lines = at && scene ? board.describe(scene, at, lang.value) : [];
  return (
    <section class="panel cell-panel" aria-live={moving ? "off" : "polite"}>
      {at ? (
        <>
          <h2>{word("cell", { at: written(axes, at) })}</h2>
          <ul>
            {(lines.length ? lines : [word("nothingHere")]).map((line, n) => (
              <li key={n}>{line}</li>
            ))}
          </ul>
        </>
      ) : (
        <p class="dim">{word("hoverHint")}</p>
      )}
    </section>
  );
}

export function Charts({ playback }: { playback: Playback }) {
  const head = playback.head.value;
  const points = series(head).slice(0, playback.horizon.value + 1);
  const seats = leaders(points.at(-1) ?? []);
  return (
    <section class="panel charts">
      <Chart title={word("overTime", { what: capital(say(head.points.words)) })} values={points} seats={seats} playback={playback} />
      {head.times.some((times) => times.some((time) => time !== null)) && (
        <Chart title={word("times")} values={head.times.slice(0, playback.horizon.value + 1)} seats={seats} playback={playback} />
      )}
      <p class="dim hint">{word("chartSeek")}</p>
    </section>
  );
}

/** So many events are listed. */
const LISTED = 12;

export function Events({ marks, frame, go }: { marks: readonly Mark[]; frame: number; go?: (frame: number) => void }) {
  const end = marks.findLastIndex((mark) => mark.frame <= frame) + 1;
  const past = marks.slice(Math.max(0, end - LISTED), end).reverse();
  return (
    <section class="panel events">
      <h2>{word("events")}</h2>
      {past.length === 0 && <p class="dim">{word("noEvents")}</p>}
      <ol>
        {past.map((mark, n) => (
          <li key={`${mark.frame}/${n}`} class={mark.frame === frame ? "now" : ""}>
            {mark.seat !== null && <SeatMark seat={mark.seat} />}
            {go ? (
              <button type="button" class="plain" onClick={() => go(mark.frame)}>
                {say(mark.text)}
              </button>
            ) : (
              <span>{say(mark.text)}</span>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}

/** The private notes at the present position, of the seats whose notes this reader may see. */
export function useNotes(film: Film, playback: Playback): ReadonlySignal<[number, Notes][]> {
  const notes = useSignal<[number, Notes][]>([]);
  useSignalEffect(() => {
    const frame = playback.frame.value;
    const seats = playback.head.value.notes;
    if (!seats.length) {
      notes.value = [];
      return;
    }
    const here = async (seat: number) => (await film.notes(seat, frame)).map((notes): [number, Notes] => [seat, notes]);
    Promise.all(seats.map(here)).then(
      (lists) => playback.frame.peek() === frame && (notes.value = lists.flat()),
      () => (notes.value = []),
    );
  });
  return notes;
}
