// Tournaments: all of them, or one as it runs, with what its organiser may do.

import { type Signal, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import * as api from "../api";
import type { Text } from "../board";
import { type Action, type Contest, type Meeting, progress, type Standing, type Summary } from "../contest";
import { Dialog, GameMark, Notice, SeatMark } from "../parts";
import { heading } from "../phrases";
import { lang, number, say, text, told, word, worded } from "../speech";
import { useLoaded, Waiting } from "./load";

/** How often a running tournament is renewed, in milliseconds. */
const RENEW = 3000;

export default function Tournaments({ name }: { name: string }) {
  useEffect(() => {
    document.title = `${name || word("tournaments")} · Joute`;
  }, [name, lang.value]);
  return name ? <One name={name} /> : <All />;
}

function All() {
  const { value, fault } = useLoaded(api.tournaments).value;
  if (!value) return <Waiting fault={fault} />;
  return (
    <main class="page contests" id="content">
      <h1>{word("tournaments")}</h1>
      {value.length === 0 && <p class="dim">{word("noTournament")}</p>}
      <ul class="match-list">
        {value.map((one) => (
          <li key={one.name}>
            <a class="match" href={`/tournaments/${encodeURIComponent(one.name)}`}>
              <GameMark game={one.game} />
              <span class="players">
                <b>{one.name}</b> <span class="dim">{word("entrants", { n: one.entrants })}</span>
              </span>
              <Stage summary={one} />
            </a>
          </li>
        ))}
      </ul>
    </main>
  );
}

function Stage({ summary }: { summary: Summary }) {
  if (summary.running) return <span class="badge live">{word("live")}</span>;
  return <span class="badge">{summary.ended ? word("over") : word("waiting")}</span>;
}

function One({ name }: { name: string }) {
  const again = useSignal(0);
  const loaded = useLoaded(() => api.tournament(name), [name, again.value]).value;
  const last = useSignal<Contest | null>(null);
  if (loaded.value) last.value = loaded.value;
  useEffect(() => {
    const timer = setInterval(() => {
      if (!document.hidden && !last.peek()?.summary.ended) again.value++;
    }, RENEW);
    return () => clearInterval(timer);
  }, [name]);
  const contest = last.value;
  if (!contest) return <Waiting fault={loaded.fault} />;
  return <Board contest={contest} again={again} />;
}

function Board({ contest, again }: { contest: Contest; again: Signal<number> }) {
  const { summary } = contest;
  const secret = useSignal("");
  const notice = useSignal<{ text: Text; kind: "info" | "warn" } | null>(null);
  const act = async (action: Action) => {
    try {
      const { queued } = await api.organise(summary.name, secret.value, action);
      notice.value = { text: text("queued", { n: queued }), kind: "info" };
      again.value++;
    } catch (fault) {
      notice.value = { text: told(fault), kind: "warn" };
    }
  };
  const may = secret.value ? act : null;
  return (
    <main class="page contest" id="content">
      <Top summary={summary} />
      {notice.value && <Notice kind={notice.value.kind}>{say(notice.value.text)}</Notice>}
      <section class="panel wide">
        <h2>{word("standings")}</h2>
        <Standings list={contest.standings} act={may} />
      </section>
      <Meetings title={word("nowPlaying")} list={contest.running} />
      <Meetings title={word("lastPlayed")} list={contest.recent} act={may} />
      <Meetings title={word("nextUp", { n: summary.matches.waiting ?? contest.queue.length })} list={contest.queue} />
      <Meetings title={word("failures")} list={contest.failures} act={may} />
      <Faults contest={contest} />
      <Workers contest={contest} />
      <Organiser secret={secret} act={act} />
    </main>
  );
}

function Top({ summary }: { summary: Summary }) {
  const { done, all } = progress(summary);
  const text = word("played", { done, all });
  return (
    <header class="wide">
      <div class="title">
        <GameMark game={summary.game} />
        <h1>{summary.name}</h1>
        <span class="dim">
          {[worded("format", summary.format), word("entrants", { n: summary.entrants })].join(" · ")}
        </span>
        <Stage summary={summary} />
      </div>
      <label class="progress">
        <progress value={done} max={all || 1} /> {text}
      </label>
    </header>
  );
}

type Act = ((action: Action) => Promise<void>) | null;

const COLUMNS = ["rank", "name", "skill", "games", "record", "points"] as const;

function Standings({ list, act }: { list: Standing[]; act: Act }) {
  const leaving = useSignal<string | null>(null);
  return (
    <div class="table" tabIndex={0}>
      {leaving.value && act && <Aside name={leaving.value} act={act} close={() => (leaving.value = null)} />}
      <table>
        <thead>
          <tr>
            {COLUMNS.map((key) => (
              <th key={key} scope="col">
                {word(key)}
              </th>
            ))}
            {act && <td />}
          </tr>
        </thead>
        <tbody>
          {list.map((one) => (
            <Row key={one.name} one={one} leave={act && (() => (leaving.value = one.name))} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** An entrant, and behind it why it plays no more; `leave`: what sets it aside. */
function Row({ one, leave }: { one: Standing; leave: (() => void) | null }) {
  return (
    <>
      <tr class={one.aside ? "aside" : ""}>
        <td>{one.rank}</td>
        <th scope="row">{one.name}</th>
        <td>
          {number(one.mu)} <span class="dim">± {number(2 * one.sigma)}</span>
        </td>
        <td>{one.games}</td>
        <td>
          {one.wins} – {one.draws} – {one.losses}
        </td>
        <td>{number(one.points)}</td>
        {leave && (
          <td>
            {!one.aside && (
              <button type="button" class="button quiet small" onClick={leave}>
                {word("putAside")}
              </button>
            )}
          </td>
        )}
      </tr>
      {one.aside && (
        <tr>
          <td />
          <td class="verdict" colSpan={COLUMNS.length - 1}>
            {word("setAside", { why: one.aside })}
          </td>
        </tr>
      )}
    </>
  );
}

/** Why somebody is set aside: all may read it, so there is no doing it without. */
function Aside({ name, act, close }: { name: string; act: NonNullable<Act>; close: () => void }) {
  const why = useSignal("");
  const send = (event: Event) => {
    event.preventDefault();
    void act({ action: "set_aside", entrant: name, why: why.value.trim() });
    close();
  };
  const type = (event: InputEvent & { currentTarget: HTMLInputElement }) => (why.value = event.currentTarget.value);
  return (
    <Dialog title={word("asideTitle", { name })} kind="ask" close={close}>
      <form onSubmit={send}>
        <label>
          {word("whyAside")} <input type="text" maxLength={200} required autofocus value={why.value} onInput={type} />
        </label>
        <p class="acts">
          <button type="button" class="button quiet" onClick={close}>
            {word("keepIt")}
          </button>
          <button class="button" disabled={!why.value.trim()}>
            {word("putAside")}
          </button>
        </p>
      </form>
    </Dialog>
  );
}

function Meetings({ title, list, act = null }: { title: string; list: Meeting[]; act?: Act }) {
  if (!list.length) return null;
  return (
    <section class="panel">
      <h2>{title}</h2>
      <ul class="meetings">
        {list.map((one) => (
          <li key={one.id}>
            <Players meeting={one} />
            {one.why && <span class="verdict">{one.why}</span>}
            {act && (
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
    </section>
  );
}

function Players({ meeting }: { meeting: Meeting }) {
  const inside = meeting.seats.slice(0, 8).map((seat, n) => (
    <span key={n} class={seat.rank === 1 ? "won" : ""}>
      <SeatMark seat={n} /> {seat.name} {seat.score !== null && <b>{number(seat.score)}</b>}
    </span>
  ));
  return meeting.replay ? (
    <a class="players" href={`/watch/n.${meeting.id}`}>
      {inside}
    </a>
  ) : (
    <span class="players">{inside}</span>
  );
}

function Faults({ contest }: { contest: Contest }) {
  if (!contest.faults.length) return null;
  return (
    <section class="panel">
      <h2>{word("faults")}</h2>
      <ul class="meetings">
        {contest.faults.map((fault, n) => (
          <li key={n}>
            <a href={`/watch/n.${fault.match}`}>{fault.name}</a>
            <span class="verdict">
              {heading(lang.value, worded("verdict", fault.verdict)) + fault.told}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Workers({ contest }: { contest: Contest }) {
  if (!contest.workers.length) return null;
  return (
    <section class="panel">
      <h2>{word("workers")}</h2>
      <ul class="meetings">
        {contest.workers.map((one) => (
          <li key={one.name}>
            {one.name} <span class="dim">{one.match === null ? word("idle") : `#${one.match}`}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Organiser({ secret, act }: { secret: Signal<string>; act: (action: Action) => Promise<void> }) {
  const requeue = (event: Event) => {
    event.preventDefault();
    void act({ action: "requeue_all", unplayed: true });
  };
  const type = (event: InputEvent & { currentTarget: HTMLInputElement }) => (secret.value = event.currentTarget.value);
  return (
    <details class="panel wide">
      <summary>{word("organiser")}</summary>
      <form class="acts" onSubmit={requeue}>
        <label>
          {word("organiserSecret")} <input type="password" autocomplete="off" value={secret.value} onInput={type} />
        </label>
        <button class="button small" disabled={!secret.value}>
          {word("playUnplayed")}
        </button>
      </form>
    </details>
  );
}
