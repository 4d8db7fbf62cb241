// What was done in the turn that is shown, and what happened before: orders, refusals, events, the champions' own notes.

import { type ReadonlySignal, type Signal, useSignal, useSignalEffect } from "@preact/signals";
import type { Cell } from "../board";
import type { Film } from "../film";
import { CHUNK, type FilmHead, type Given, type Notes } from "../generated/wire";
import { SeatMark } from "../parts";
import { heading } from "../phrases";
import { lang, say, word, worded } from "../speech";
import { ACTION, ALL, eventRow, type Filter, grouped, type Private, privateOf, type Row, rowsOf, shows } from "./course";
import { called } from "./Lead";
import type { Playback } from "./playback";

/** So many earlier rows are listed, and so many more each time they are asked for. */
const LISTED = 12;
/** Of a run of orders so many are shown one by one. */
const OPENED = 200;

/** What led to one position. */
interface Led {
  frame: number;
  orders: Given[];
  notes: [number, Notes][];
}

export interface CourseProps {
  film: Film;
  playback: Playback;
  /** The private notes at the position that is shown. */
  notes: ReadonlySignal<[number, Notes][]>;
  /** The row that was chosen: its cells are marked on the board. */
  picked: Signal<Row | null>;
}

export function Course({ film, playback, notes, picked }: CourseProps) {
  const filter = useSignal<Filter>(ALL);
  const count = useSignal(LISTED);
  const past = usePast(film, playback, filter);
  const head = playback.head.value;
  const frame = playback.frame.value;
  const here = past.value.find((led) => led.frame === frame);
  const rows = rowsOf(frame, head.marks, here?.orders ?? [], notes.value).filter((row) => shows(filter.value, row));
  const earlier = earlierRows(head, frame, filter.value, past.value);
  const pick = (row: Row) => {
    playback.playing.value = false;
    if (row.frame !== frame) playback.go(row.frame);
    picked.value = picked.peek()?.cells === row.cells ? null : row;
  };
  const list = { head, picked: picked.value?.cells, pick };
  return (
    <section class="panel course">
      <h2>{word("course", { turn: turnOf(head, frame) })}</h2>
      <Choice head={head} filter={filter} actions={actionsOf(past.value)} />
      <Rows rows={rows} {...list} />
      {rows.length === 0 && <p class="dim">{word(frame ? "noOrdersHere" : "beforeAll")}</p>}
      <Own head={head} notes={notes.value} filter={filter.value} />
      <div class="events">
        <h2>{word("events")}</h2>
        {earlier.length === 0 && <p class="dim">{word("noEvents")}</p>}
        <Rows rows={earlier.slice(0, count.value)} told now={frame} {...list} />
        {earlier.length > count.value && (
          <button type="button" class="button quiet small" onClick={() => (count.value += LISTED)}>
            {word("earlier")}
          </button>
        )}
      </div>
    </section>
  );
}

/** The turn whose orders led to a position: after them it may be the next one already. */
export const turnOf = (head: FilmHead, frame: number): number => head.turns[Math.max(0, frame - 1)] ?? 0;

/** The rows up to a position, the newest first: events, or whatever is asked for. */
function earlierRows(head: FilmHead, frame: number, filter: Filter, past: readonly Led[]): Row[] {
  const orders = filter.kind && filter.kind !== "event";
  const rows = orders
    ? past.filter((led) => led.frame < frame).flatMap((led) => rowsOf(led.frame, [], led.orders, led.notes).reverse())
    : head.marks.filter((mark) => mark.frame <= frame).map(eventRow).reverse();
  return rows.filter((row) => shows(filter, row));
}

const actionsOf = (past: readonly Led[]): string[] =>
  [...new Set(past.flatMap(({ orders, notes }) => [...orders, ...notes.flatMap(([, note]) => note.refused)].map((one) => one.function)))].sort();

/** What led to the present position and, where orders are looked for, to the ones before it; newest first. */
function usePast(film: Film, playback: Playback, filter: ReadonlySignal<Filter>): ReadonlySignal<Led[]> {
  const past = useSignal<Led[]>([]);
  useSignalEffect(() => {
    const frame = playback.frame.value;
    const track = film.track(playback.seat.value);
    const seats = playback.head.value.notes;
    const { kind } = filter.value;
    const wanted = kind && kind !== "event" ? Math.max(0, frame - CHUNK) : frame;
    const led = async (at: number): Promise<Led> => {
      const noted = await Promise.all(seats.map(async (seat) => (await film.notes(seat, at)).map((one): [number, Notes] => [seat, one])));
      return { frame: at, orders: await film.orders(track, at), notes: noted.flat() };
    };
    Promise.all(Array.from({ length: frame - wanted + 1 }, (_, back) => led(frame - back))).then(
      (found) => playback.frame.peek() === frame && (past.value = found),
      () => (past.value = []),
    );
  });
  return past;
}

function Choice({ head, filter, actions }: { head: FilmHead; filter: Signal<Filter>; actions: readonly string[] }) {
  const { seat, kind } = filter.value;
  const chosen = kind.startsWith(ACTION) ? kind.slice(ACTION.length) : "";
  const listed = chosen && !actions.includes(chosen) ? [...actions, chosen] : actions;
  return (
    <p class="course-filter">
      <select
        aria-label={word("ofWhom")}
        value={seat ?? ""}
        onChange={(event) => (filter.value = { kind, seat: event.currentTarget.value === "" ? null : Number(event.currentTarget.value) })}
      >
        <option value="">{word("ofAll")}</option>
        {head.players.map((_, one) => (
          <option key={one} value={one}>
            {called(head.players, one)}
          </option>
        ))}
      </select>
      <select aria-label={word("ofKind")} value={kind} onChange={(event) => (filter.value = { seat, kind: event.currentTarget.value })}>
        <option value="">{word("ofAllKinds")}</option>
        <option value="event">{word("kindEvent")}</option>
        <option value="order">{word("kindOrder")}</option>
        {head.notes.length > 0 && <option value="refused">{word("kindRefused")}</option>}
        {listed.map((action) => (
          <option key={action} value={`${ACTION}${action}`}>
            {head.actions[action] ? `${actionWords(head, action)} (${action})` : action}
          </option>
        ))}
      </select>
    </p>
  );
}

interface RowsProps {
  rows: readonly Row[];
  head: FilmHead;
  picked: readonly Cell[] | undefined;
  pick: (row: Row) => void;
  /** Whether each row says its turn; rows of the position `now` stand out. */
  told?: boolean;
  now?: number;
}

function Rows({ rows, ...rest }: RowsProps) {
  if (!rows.length) return null;
  const runs = rest.told ? rows.map((row) => [row]) : grouped(rows);
  return (
    <ol>
      {runs.map((run, n) => (
        <li key={n} class={`${run[0].kind}${run[0].frame === rest.now ? " now" : ""}`}>
          {run[0].seat !== null && <SeatMark seat={run[0].seat} />}
          {run.length > 1 ? <Run rows={run} {...rest} /> : <One row={run[0]} {...rest} />}
        </li>
      ))}
    </ol>
  );
}

/** What an action is called; programs call it by its name. */
const actionWords = (head: FilmHead, name: string): string => (head.actions[name] ? say(head.actions[name]) : name);

/** Many orders of one kind, which open on demand. */
function Run({ rows, ...rest }: RowsProps) {
  const open = useSignal(false);
  const [{ text, kind, answer }] = rows;
  const what = rows.every((row) => say(row.text) === say(text)) ? say(text) : actionWords(rest.head, rows[0].what);
  return (
    <details onToggle={(event) => (open.value = event.currentTarget.open)}>
      <summary>
        {word(kind === "refused" ? "runRefused" : "runOf", { n: rows.length, what, answer: answer ?? "" })}
      </summary>
      {open.value && (
        <ol>
          {rows.slice(0, OPENED).map((row, n) => (
            <li key={n} class={row.kind}>
              <One row={row} {...rest} />
            </li>
          ))}
          {rows.length > OPENED && <li class="dim">{word("andMore", { n: rows.length - OPENED })}</li>}
        </ol>
      )}
    </details>
  );
}

function One({ row, head, picked, pick, told }: Omit<RowsProps, "rows"> & { row: Row }) {
  const chosen = row.cells.length > 0 && picked === row.cells;
  const who = told && row.kind !== "event" && row.seat !== null ? called(head.players, row.seat) : "";
  return (
    <button type="button" class="plain" aria-pressed={row.cells.length > 0 ? chosen : undefined} onClick={() => pick(row)}>
      {told && <span class="dim">{word("turnN", { n: turnOf(head, row.frame) })} </span>}
      {who && heading(lang.value, who)}
      {row.kind === "refused" && <span class="hidden-text">{heading(lang.value, word("kindRefused"))}</span>}
      <span class="words">{say(row.text)}</span>
      {row.why && (
        <span class="why">
          {" "}
          <b>{row.answer}</b> {say(row.why)}
        </span>
      )}
    </button>
  );
}

/** What the champions left for their authors: how they failed, what they noted and printed. */
function Own({ head, notes, filter }: { head: FilmHead; notes: readonly [number, Notes][]; filter: Filter }) {
  if (!head.notes.length) return <p class="dim hint">{word("notesPrivate")}</p>;
  const shown = notes.map(privateOf).filter(({ seat }) => filter.seat === null || filter.seat === seat);
  const some = shown.filter(({ more, failure, lines }) => more || failure || lines.length);
  return (
    <>
      {some.length === 0 && <p class="dim hint">{word("noNotes")}</p>}
      {some.map((own) => (
        <OwnOf key={own.seat} head={head} own={own} />
      ))}
    </>
  );
}

function OwnOf({ head, own: { seat, more, failure, lines } }: { head: FilmHead; own: Private }) {
  return (
    <div class="notes">
      <h3>
        <SeatMark seat={seat} /> {word("notes", { name: called(head.players, seat) })}
      </h3>
      {more > 0 && <p class="dim">{word("moreRefused", { n: more })}</p>}
      {failure && (
        <div class="failure">
          <p class="verdict">
            {heading(lang.value, `${worded("verdict", failure.verdict)}, ${failure.callback}`)}
            {failure.message}
          </p>
          {failure.last_call && (
            <p>
              {heading(lang.value, word("lastCall"))}
              <code>{failure.last_call}</code>
            </p>
          )}
          {failure.traceback && <pre tabIndex={0}>{failure.traceback}</pre>}
        </div>
      )}
      {lines.length > 0 && <pre tabIndex={0}>{lines.join("\n")}</pre>}
    </div>
  );
}
