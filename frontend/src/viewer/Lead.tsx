// Who is winning: a bar with the part of each seat, where the points come from, and what decided.

import type { FilmHead, Outcome } from "../generated/wire";
import { seatColour } from "../paint";
import { SeatMark, useSeats } from "../parts";
import { capital, heading } from "../phrases";
import { lang, number, say, word } from "../speech";
import { leader, order, partsAt, type Points, series, shares, sum } from "./lead";
import { type Moment, toldAt } from "./moments";
import type { Playback } from "./playback";
import { named } from "./Transport";

type Players = FilmHead["players"];

/** So many seats have a part of the bar; of more, those that lead. */
const SEATS = 8;

export interface LeadProps {
  head: Pick<FilmHead, "players" | "points">;
  /** What each seat has; undefined where it is not known. */
  points: Points | undefined;
  /** The result, at the end. */
  result?: Outcome | null;
  /** A moment to tell instead of the standing. */
  told?: string;
}

/** The bar: two seats face each other; more stand in the order of their points. */
export function LeadBar({ head, points, result = null, told }: LeadProps) {
  const colours = useSeats();
  if (head.players.length < 2) return null;
  const two = head.players.length === 2;
  const known = points ?? head.players.map(() => 0);
  const seats = (two ? [0, 1] : order(known, result)).slice(0, SEATS);
  const part = shares(seats.map((seat) => known[seat]), ranked(result, seats));
  return (
    <div class={two ? "race two" : "race"}>
      <div class="race-names">
        {seats.map((seat) => (
          <span key={seat}>
            <SeatMark seat={seat} /> <span class="race-name">{called(head.players, seat)}</span> <b>{points ? number(points[seat]) : "?"}</b>
          </span>
        ))}
      </div>
      <div class="race-bar" aria-hidden="true">
        {seats.map((seat, n) => (
          <i key={seat} style={{ flexGrow: part[n], background: seatColour(colours, seat) }} />
        ))}
      </div>
      <p class={told ? "race-words told" : "race-words"}>{told ?? inWords(head, points, result)}</p>
    </div>
  );
}

/** The bar at the present position of a film. */
export function FilmLead({ playback }: { playback: Playback }) {
  const head = playback.head.value;
  const frame = playback.frame.value;
  const moment = toldAt(playback.moments.value, frame);
  const points = series(head)[frame];
  const result = playback.ended.value ? head.result : null;
  return <LeadBar head={head} points={points} result={result} told={moment && !result ? momentWords(head, moment) : undefined} />;
}

/** The result of some seats, in their order. */
const ranked = (result: Outcome | null, seats: readonly number[]): Outcome | null =>
  result && { ...result, ranks: seats.map((seat) => result.ranks[seat]) };

/** Who stands how, in a sentence. */
export function inWords({ players, points: { words } }: LeadProps["head"], points: Points | undefined, result: Outcome | null): string {
  if (result) return outcome({ players, result }).text;
  const many = players.length > SEATS ? `, ${word("ofMany", { n: SEATS, of: players.length })}` : "";
  return heading(lang.value, capital(say(words)) + many) + (points ? ahead(players, points) : "?");
}

function ahead(players: Players, points: Points): string {
  const first = leader(points);
  return first ? word("leads", { name: called(players, first.seat), by: number(first.by) }) : word("level");
}

/** Why a match ended, in words; who gave up is last. */
export function reasonOf(head: Pick<FilmHead, "players" | "names">, { reason, ranks }: Outcome): string {
  const loser = ranks.indexOf(Math.max(...ranks));
  return reason === "resign" ? word("resigned", { name: head.players[loser].name }) : named(head, reason);
}

/** Who won, when it is over. */
export function outcome(head: Pick<FilmHead, "players" | "result">): { seat: number | null; text: string } {
  const ranks = head.result?.ranks ?? [];
  const best = Math.min(...ranks);
  const first = ranks.flatMap((rank, seat) => (rank === best ? [seat] : []));
  if (first.length !== 1) return { seat: null, text: word("tie") };
  return { seat: first[0], text: word("winner", { name: called(head.players, first[0]) }) };
}

export interface PartsProps {
  head: Pick<FilmHead, "points" | "lead">;
  /** The parts of a seat; undefined where they are not known. */
  own: Points | undefined;
  /** What they add up to; in the middle of a turn that may be more. */
  points: number | undefined;
}

/** The points of a seat as a sum of their parts; those that are nothing are left out. */
export function Parts({ head, own, points }: PartsProps) {
  const { words, parts: names } = head.points;
  if (!names.length || points === undefined) return null;
  const rest = own ? points - sum(own) : 0;
  const shown = names.flatMap((name, n): [string, number][] => (own?.[n] ? [[say(name), own[n]]] : []));
  if (rest) shown.push([word("thisTurn"), rest]);
  if (!shown.length && !head.lead.length) return null;
  return (
    <p class="parts">
      <span class="hidden-text">{heading(lang.value, word("parts"))}</span>
      {say(words)} {head.lead.length > 0 && <b>{number(points)} </b>}
      {shown.length > 0 && "= "}
      {shown.map(([name, value], n) => (
        <span key={name}>
          {n > 0 || value < 0 ? (value < 0 ? " − " : " + ") : ""}
          {name} <b>{number(Math.abs(value))}</b>
        </span>
      ))}
    </p>
  );
}

/** The points of a seat at a position of a film. */
export function FilmParts({ head, frame, seat }: { head: FilmHead; frame: number; seat: number }) {
  return <Parts head={head} own={partsAt(head, frame)?.[seat]} points={series(head)[frame]?.[seat]} />;
}

const signed = (value: number): string => `${value < 0 ? "−" : "+"}${number(Math.abs(value))}`;

/** The name of a player; with its seat, where others have the same name. */
export function called(players: Players, seat: number): string {
  const { name, seat_name } = players[seat];
  return players.filter((one) => one.name === name).length > 1 ? `${name} (${seat_name})` : name;
}

/** A moment in words: "Turn 61: weaver takes the lead: fields +34". */
export function momentWords({ players, points }: Pick<FilmHead, "players" | "points">, moment: Moment): string {
  const { seat, rival, turn: n, by } = moment;
  const name = called(players, seat);
  const what = moment.lead
    ? word("takesLead", { n, name })
    : players.length === 2
      ? word("swingsOn", { n, name, by: number(by), rival: called(players, rival) })
      : word("swings", { n, name, by: number(by) });
  const why = moment.why.map(({ seat: of, part, by: change }) => {
    const reason = `${points.parts[part] ? say(points.parts[part]) : ""} ${signed(change)}`;
    return of === seat ? reason : `${called(players, of)} ${reason}`;
  });
  return why.length ? `${heading(lang.value, what)}${why.join(", ")}` : what;
}

/** What decided, as a list that leads there. */
export function Decisive({ head, list, go }: { head: FilmHead; list: readonly Moment[]; go: (frame: number) => void }) {
  return (
    <section class="panel decisive">
      <h2>{word("decisive")}</h2>
      {list.length === 0 && <p class="dim">{word("noDecisive")}</p>}
      <ol>
        {list.map((moment) => (
          <li key={moment.frame}>
            <SeatMark seat={moment.seat} />
            <button type="button" class="plain" onClick={() => go(moment.frame)}>
              {momentWords(head, moment)}
            </button>
          </li>
        ))}
      </ol>
    </section>
  );
}
