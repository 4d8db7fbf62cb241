// Submitting, and the versions of one's team with the logs of their judging.

import { type Signal, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { Text } from "../../board";
import type { ExerciseHead, JudgingLog, VersionHead, Versions as Listed } from "../../generated/contest";
import { Notice } from "../../parts";
import { messageOf, PageError, say, whole, word } from "../../speech";
import { Waiting } from "../load";
import * as api from "./api";
import { Challenge, Compare } from "./Asked";
import type { PartProps } from "./Contest";
import { Field, Form } from "./form";
import { State } from "./Home";
import { chosen, dropped, packed, type Piece } from "./pack";
import { dated } from "./times";
import { C, said } from "./words";

/** How often versions and their logs are renewed while one is judged, in milliseconds, and else. */
const [SOON, LATER] = [1000, 10_000];

const pending = ({ state }: { state: string }): boolean => state === "received" || state === "judging";

type Told = { text: Text; kind: "info" | "warn" } | null;

/** What an exercise asks, and how far one has come in it. */
function Exercise({ one: { name, beat, deadline, version, answer, points, matches } }: { one: ExerciseHead }) {
  const how = version === null ? "exerciseNew" : (`exercise_${answer}` as const);
  return (
    <>
      <b>{name}</b> · {said("exerciseBeat", { beat })}
      {deadline !== null && `, ${said("until", { when: dated(deadline) })}`} ·{" "}
      {said(how, { version: version ?? 0, points: Math.round(100 * points), n: matches })}
    </>
  );
}

export function Versions({ facts }: PartProps) {
  const listed = useSignal<Listed | null>(null);
  const error = useSignal<Text | null>(null);
  const told = useSignal<Told>(null);
  const load = async () => {
    try {
      listed.value = await api.versions();
      error.value = null;
    } catch (problem) {
      error.value = messageOf(problem);
    }
  };
  const soon = listed.value?.versions.some(pending) ?? true;
  useEffect(() => {
    void load();
    const timer = setInterval(() => !document.hidden && void load(), soon ? SOON : LATER);
    return () => clearInterval(timer);
  }, [soon]);
  const send = async (pieces: Piece[], note: string) => {
    told.value = { text: C.sending, kind: "info" };
    try {
      const made = await packed(pieces);
      if (!made) throw new PageError(C.nothing);
      const { text } = await api.submit(made.name, made.data, note);
      told.value = { text, kind: "info" };
      await load();
    } catch (problem) {
      told.value = { text: messageOf(problem), kind: "warn" };
    }
  };
  if (!listed.value) return <Waiting error={error.value} />;
  const { versions, left, waiting, exercises } = listed.value;
  const good = versions.filter((one) => one.state === "good").map((one) => one.number);
  return (
    <div class="held-parts">
      <State facts={facts} />
      {!!exercises?.length && (
        <section class="panel wide">
          <h2>{said("exercises")}</h2>
          <ul>
            {exercises.map((one) => (
              <li key={one.name}>
                <Exercise one={one} />
              </li>
            ))}
          </ul>
        </section>
      )}
      <section class="panel wide">
        <h2>{said("versions")}</h2>
        <DropField send={send} off={!facts.open || left === 0} />
        {told.value && <Notice kind={told.value.kind}>{say(told.value.text)}</Notice>}
        <p class="dim hint">
          {left ? said("leftNow", { n: left }) : said("leftNone")} {waiting > 0 && said("ahead", { n: waiting })}
        </p>
      </section>
      <section class="panel wide">
        <h2>{said("yours")}</h2>
        {versions.length === 0 && <p class="dim">{said("noVersion")}</p>}
        <ol class="versions" reversed>
          {versions.map((one, n) => (
            <Version key={one.number} one={one} open={n === 0} told={told} load={load} may={facts.submissions} />
          ))}
        </ol>
      </section>
      <Compare facts={facts} versions={good} />
      <Challenge facts={facts} versions={good} />
    </div>
  );
}

interface DropProps {
  send: (pieces: Piece[], note: string) => Promise<void>;
  off: boolean;
}

function DropField({ send, off }: DropProps) {
  const over = useSignal(false);
  const note = useSignal("");
  const take = (event: DragEvent) => {
    event.preventDefault();
    over.value = !off && event.type === "dragover";
  };
  const drop = async (event: DragEvent) => {
    take(event);
    if (event.dataTransfer && !off) await send(await dropped(event.dataTransfer), note.value);
  };
  const choose = async (event: Event & { currentTarget: HTMLInputElement }) => {
    const field = event.currentTarget;
    const pieces = chosen(field.files as FileList);
    await send(pieces, note.value);
    field.value = "";
  };
  return (
    <div class={over.value ? "takes over" : "takes"} onDragEnter={take} onDragOver={take} onDragLeave={take} onDrop={drop}>
      <p class="lead">{said("drop")}</p>
      <p class="acts">
        {said("orChoose")}
        <label class="file">
          {said("aFile")} <input type="file" disabled={off} onChange={choose} />
        </label>
        <label class="file">
          {said("aFolder")} <input type="file" disabled={off} onChange={choose} {...{ webkitdirectory: true }} />
        </label>
      </p>
      <p class="dim hint">{said("dropHelp")}</p>
      <Field label={said("note")} hint={said("optional")} value={note} />
    </div>
  );
}

interface VersionProps {
  one: VersionHead;
  open: boolean;
  told: Signal<Told>;
  load: () => Promise<void>;
  may: boolean;
}

function Version({ one, open, told, load, may }: VersionProps) {
  const shown = useSignal(open);
  const back = async () => {
    await api.activate(one.number);
    told.value = { text: { en: said("rolledBack", { n: one.number }), fr: said("rolledBack", { n: one.number }) }, kind: "info" };
    await load();
  };
  return (
    <li class={`version ${one.state}`} value={one.number}>
      <p class="head">
        <b>
          {said("version")} {one.number}
        </b>
        <span class={`badge ${one.state}`}>{said(one.state)}</span>
        {one.active && <span class="badge live-now">{said("active")}</span>}
        {!one.counts && <span class="badge">{said("unranked")}</span>}
        {one.points !== null && (
          <span>
            {whole(one.points)} <span class="dim">{said("between", { low: whole(one.low ?? 0), high: whole(one.high ?? 0) })}</span>
          </span>
        )}
        {one.note && <span>{said("noted", { note: one.note })}</span>}
      </p>
      {one.why && <p class="verdict">{one.why}</p>}
      <p class="dim hint">
        {dated(one.received)} · {one.language} · {said("kB", { n: Math.ceil(one.size / 1024) })} {one.by && `· ${said("by", { name: one.by })}`} · {said("receipt")}{" "}
        <code>{one.receipt}</code>
      </p>
      <div class="acts">
        <a class="button quiet small" href={api.packageOf(one.number)} download>
          {said("takeHome")}
        </a>
        {one.state === "good" && !one.active && may && <Form act={back} label={said("rollBack")} kind="button quiet small" />}
      </div>
      <details open={shown.value} onToggle={(event) => (shown.value = event.currentTarget.open)}>
        <summary>{said("log")}</summary>
        {shown.value && <Log number={one.number} state={one.state} />}
      </details>
    </li>
  );
}

/** The log of a judging; while it lasts, what is written meanwhile is added. */
function Log({ number, state }: { number: number; state: string }) {
  const text = useSignal("");
  const error = useSignal<Text | null>(null);
  useEffect(() => {
    let left = false;
    let timer: number | undefined;
    let next = 0;
    const renew = async () => {
      try {
        const more: JudgingLog = await api.log(number, next);
        if (left) return;
        text.value += more.text;
        next = more.next;
        error.value = null;
        if (pending(more)) timer = window.setTimeout(() => void renew(), SOON);
      } catch (problem) {
        if (!left) error.value = messageOf(problem);
      }
    };
    text.value = "";
    void renew();
    return () => {
      left = true;
      clearTimeout(timer);
    };
  }, [number, state]);
  if (error.value) return <Notice kind="warn">{say(error.value)}</Notice>;
  return (
    <pre class="log" tabIndex={0} aria-label={said("log")}>
      {text.value || (pending({ state }) ? word("loading") : said("noLog"))}
    </pre>
  );
}
