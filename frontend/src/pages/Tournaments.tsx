// Tournaments: all of them, or one as it runs, with what its organiser may do.

import { type Signal, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import * as api from "../api";
import type { Text } from "../board";
import { liveBadge, liveWord } from "../connection";
import { type Action, type Contest, progress, type Summary } from "../contest";
import { GameMark, Notice } from "../parts";
import { heading } from "../phrases";
import { failureText, PageError, lang, say, text, messageOf, word, worded } from "../speech";
import { Chart } from "./Chart";
import { useLoaded, Waiting } from "./load";
import { Chosen, Meetings, useChoice } from "./Meetings";
import { Declare, Organiser, Redraw, secret } from "./Organiser";
import { Standings } from "./Standings";

/** How often a running tournament is renewed, in milliseconds. */
const RENEW = 3000;

export default function Tournaments({ name }: { name: string }) {
  useEffect(() => {
    document.title = `${name || word("tournaments")} · Joute`;
  }, [name, lang.value]);
  return name ? <One name={name} /> : <All />;
}

function All() {
  const { value, error } = useLoaded(api.tournaments).value;
  if (!value) return <Waiting error={error} />;
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
      <Declare />
    </main>
  );
}

function Stage({ summary }: { summary: Summary }) {
  if (summary.running) return <span class={liveBadge()}>{liveWord()}</span>;
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
  if (!contest) return <Waiting error={loaded.error} />;
  return <Board contest={contest} again={again} />;
}

function Board({ contest, again }: { contest: Contest; again: Signal<number> }) {
  const { summary } = contest;
  const choice = useChoice();
  const notice = useSignal<{ text: Text; kind: "info" | "warn" } | null>(null);
  const redraw = useSignal<{ action: Action; why: Text } | null>(null);
  const act = async (action: Action) => {
    redraw.value = null;
    try {
      const { queued } = await api.organise(summary.name, secret.value, action);
      const moves = action.action === "start" || action.action === "stop";
      notice.value = { text: moves ? text(action.action === "start" ? "started" : "halted") : text("queued", { n: queued }), kind: "info" };
      again.value++;
    } catch (error) {
      if (error instanceof PageError && error.code === "drawn_from") redraw.value = { action, why: error.text };
      else notice.value = { text: messageOf(error), kind: "warn" };
    }
  };
  const asked = redraw.value;
  const may = secret.value ? act : null;
  return (
    <main class="page contest" id="content">
      <Top summary={summary} />
      {notice.value && <Notice kind={notice.value.kind}>{say(notice.value.text)}</Notice>}
      {asked && (
        <Redraw
          why={asked.why}
          act={() => void act({ ...asked.action, redraw: true } as Action)}
          close={() => (redraw.value = null)}
        />
      )}
      {contest.trouble && <Notice kind="warn">{word("trouble", { why: contest.trouble })}</Notice>}
      <Chosen name={summary.name} choice={choice} act={may} />
      <Standings contest={contest} act={may} choice={choice} />
      <Chart contest={contest} choice={choice} />
      <Meetings title={word("nowPlaying")} list={contest.running} />
      <Meetings title={word("lastPlayed")} list={contest.recent} act={may} />
      <Meetings title={word("nextUp", { n: summary.matches.waiting ?? contest.queue.length })} list={contest.queue} />
      <Meetings title={word("failures")} list={contest.failures} act={may} />
      <Faults contest={contest} />
      <Workers contest={contest} />
      <Seeds summary={summary} />
      <Organiser contest={contest} act={act} />
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
          {[say(summary.format_title), word("entrants", { n: summary.entrants })].join(" · ")}
        </span>
        <Stage summary={summary} />
      </div>
      <label class="progress">
        <progress value={done} max={all || 1} /> {text}
      </label>
    </header>
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
              {heading(lang.value, worded("verdict", fault.verdict)) + failureText(fault.told)}
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

/** What shows that nobody has chosen the seeds. */
function Seeds({ summary }: { summary: Summary }) {
  return (
    <section class="panel wide seeds">
      <h2>{word("seeds")}</h2>
      <dl>
        <dt>{word("commitment")}</dt>
        <dd>
          <code>{summary.commitment}</code>
        </dd>
        <dt>{word("secret")}</dt>
        <dd>{summary.secret === null ? word("secretLater") : <code>{summary.secret}</code>}</dd>
      </dl>
    </section>
  );
}
