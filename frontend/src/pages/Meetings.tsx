// Matches of a tournament in lists: each leads to its film, or to the match itself while it is played.

import { type Signal, useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import * as api from "../api";
import type { Text } from "../board";
import { liveBadge, liveWord } from "../connection";
import type { Action, Meeting } from "../contest";
import { Notice, SeatMark } from "../parts";
import { messageOf, number, say, word } from "../speech";

/** What an organiser does; null: nobody has said the secret. */
export type Act = ((action: Action) => Promise<void>) | null;

/** Which matches are asked for: those of one entrant, against another, in a round (from 0). */
export interface Choice {
  of: string;
  against?: string;
  round?: number;
}

/** How many matches the server gives at once. */
const PAGE = 100;

/** The choice that the address has, in both directions. */
export function useChoice(): Signal<Choice | null> {
  const choice = useSignal(chosen());
  useEffect(() => {
    const back = () => (choice.value = chosen());
    addEventListener("popstate", back);
    return () => removeEventListener("popstate", back);
  }, []);
  return choice;
}

function chosen(): Choice | null {
  const query = new URLSearchParams(location.search);
  const [of, against, round] = ["of", "against", "round"].map((name) => query.get(name));
  return of ? { of, ...(against && { against }), ...(round && { round: Number(round) - 1 }) } : null;
}

function addressOf({ of, against, round }: Choice): string {
  const query = new URLSearchParams({ of });
  if (against) query.set("against", against);
  if (round !== undefined) query.set("round", String(round + 1));
  return `?${query}`;
}

/** A link to matches of the tournament, shown on this page. */
export function ToMatches(props: {
  to: Choice;
  choice: Signal<Choice | null>;
  label?: string;
  kind?: string;
  children: ComponentChildren;
}) {
  const go = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    history.pushState(null, "", addressOf(props.to));
    props.choice.value = { ...props.to };
  };
  return (
    <a class={props.kind} href={addressOf(props.to)} aria-label={props.label} onClick={go}>
      {props.children}
    </a>
  );
}

/** The matches that were chosen, the newest first; more when they are wanted. */
export function Chosen({ name, choice, act }: { name: string; choice: Signal<Choice | null>; act: Act }) {
  const list = useSignal<Meeting[]>([]);
  const more = useSignal(false);
  const error = useSignal<Text | null>(null);
  const panel = useRef<HTMLElement>(null);
  const asked = choice.value;
  const load = async (before?: number) => {
    if (!asked) return;
    try {
      const page = await api.meetings(name, asked, before);
      list.value = before === undefined ? page : [...list.peek(), ...page];
      more.value = page.length === PAGE;
      error.value = null;
    } catch (problem) {
      error.value = messageOf(problem);
    }
  };
  useEffect(() => {
    list.value = [];
    void load().then(() => panel.current?.focus());
  }, [asked]);
  if (!asked) return null;
  return (
    <section class="panel wide chosen" ref={panel} tabIndex={-1} aria-labelledby="chosen">
      <h2 id="chosen">{titleOf(asked)}</h2>
      {error.value && <Notice kind="warn">{say(error.value)}</Notice>}
      <MeetingList list={list.value} act={act} />
      <p class="acts">
        {more.value && (
          <button type="button" class="button quiet small" onClick={() => load(list.value.at(-1)?.id)}>
            {word("older")}
          </button>
        )}
        <a class="button quiet small" href={location.pathname}>
          {word("close")}
        </a>
      </p>
    </section>
  );
}

function titleOf({ of, against, round }: Choice): string {
  const who = against ? word("matchesAgainst", { of, against }) : word("matchesOf", { of });
  return round === undefined ? who : `${who}, ${word("inRound", { n: round + 1 })}`;
}

export function Meetings({ title, list, act = null }: { title: string; list: Meeting[]; act?: Act }) {
  if (!list.length) return null;
  return (
    <section class="panel">
      <h2>{title}</h2>
      <MeetingList list={list} act={act} />
    </section>
  );
}

function MeetingList({ list, act }: { list: Meeting[]; act: Act }) {
  return (
    <ul class="meetings">
      {list.map((one) => (
        <li key={one.id}>
          <Players meeting={one} />
          {one.live && <Live match={one.id} />}
          {one.why && <span class="verdict">{one.why}</span>}
          {act && one.state !== "waiting" && one.state !== "running" && one.state !== "replaced" && (
            <button
              type="button"
              class="button quiet small"
              onClick={() => act({ action: "requeue_match", match: one.id })}
            >
              {word("playAgain")}
            </button>
          )}
        </li>
      ))}
    </ul>
  );
}

/** A match that is being played, to be watched. */
export function Live({ match }: { match: number }) {
  return (
    <a class={liveBadge()} href={`/watch/n.${match}`}>
      {liveWord()}
    </a>
  );
}

function Players({ meeting }: { meeting: Meeting }) {
  const inside = meeting.seats.slice(0, 8).map((seat, n) => (
    <span key={n} class={seat.rank === 1 ? "won" : ""}>
      <SeatMark seat={n} /> {seat.name} {seat.score !== null && <b>{number(seat.score)}</b>}
    </span>
  ));
  return meeting.replay || meeting.live ? (
    <a class="players" href={`/watch/n.${meeting.id}`}>
      {inside}
    </a>
  ) : (
    <span class="players">{inside}</span>
  );
}
