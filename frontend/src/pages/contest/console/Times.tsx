// The phases of the contest, and what is said to everybody.

import { type Signal, useSignal } from "@preact/signals";
import type { Moment } from "../../../generated/contest";
import type { PartProps } from "../Contest";
import { Field, Form } from "../form";
import { said } from "../words";
import * as api from "./api";
import { Because } from "./parts";
import { C, told } from "./words";

const NAMES: Moment["what"][] = ["opens", "submissions_close", "ranked_closes", "table_freezes", "table_thaws"];

/** Seconds since 1970 as a field for a date and a time has them, in this browser's time zone; and back. */
function local(at: number): string {
  const there = new Date(at * 1000);
  return new Date(there.getTime() - there.getTimezoneOffset() * 60_000).toISOString().slice(0, 19);
}
const seconds = (text: string): number | null => (text ? new Date(text).getTime() / 1000 : null);

export function Times({ facts, again }: PartProps) {
  const known = Object.fromEntries(facts.times.map(({ what, at }) => [what, local(at)]));
  const moments = useSignal<Record<string, string>>(known);
  const why = useSignal("");
  const set = async () => {
    const times = Object.fromEntries(NAMES.map((name) => [name, seconds(moments.value[name] ?? "")]));
    await api.act({ act: "times", ...times, why: why.value });
    why.value = "";
    await again();
    return C.done;
  };
  return (
    <div class="held-parts">
      <section class="panel">
        <h2>{told("times")}</h2>
        <p class="dim hint">{told("timesHelp", { zone: Intl.DateTimeFormat().resolvedOptions().timeZone })}</p>
        <Form act={set} label={told("setTimes")}>
          {NAMES.map((name) => (
            <When key={name} name={name} moments={moments} now={facts.now} />
          ))}
          <Field label={told("why")} value={why} required most={500} />
        </Form>
      </section>
      <Announce again={again} />
      {facts.open && !facts.ranked && facts.secret === null && <End again={again} />}
    </div>
  );
}

function When({ name, moments, now }: { name: Moment["what"]; moments: Signal<Record<string, string>>; now: number }) {
  const set = (value: string) => (moments.value = { ...moments.value, [name]: value });
  return (
    <div class="when-field">
      <label class="field">
        <span>{said(name)}</span>
        <input type="datetime-local" step={1} value={moments.value[name] ?? ""} onInput={(event) => set(event.currentTarget.value)} />
      </label>
      <button type="button" class="button quiet small" aria-label={`${said(name)}: ${told("now")}`} onClick={() => set(local(now))}>
        {told("now")}
      </button>
    </div>
  );
}

function Announce({ again }: Pick<PartProps, "again">) {
  const [en, fr] = [useSignal(""), useSignal("")];
  const send = async () => {
    await api.act({ act: "announce", en: en.value, fr: fr.value });
    en.value = fr.value = "";
    await again();
    return C.done;
  };
  return (
    <section class="panel">
      <h2>{told("announce")}</h2>
      <p class="dim hint">{told("announceHelp")}</p>
      <Form act={send} label={told("announce")}>
        <Area label={told("english")} value={en} />
        <Area label={told("french")} value={fr} />
      </Form>
    </section>
  );
}

function End({ again }: Pick<PartProps, "again">) {
  const end = async (why: string) => {
    await api.act({ act: "end_ranked", why });
    await again();
  };
  return (
    <section class="panel">
      <h2>{told("endRanked")}</h2>
      <p class="dim hint">{told("endRankedHelp")}</p>
      <Because label={told("endRanked")} act={end} />
    </section>
  );
}

export function Area({ label, value, rows = 4 }: { label: string; value: Signal<string>; rows?: number }) {
  return (
    <label class="field">
      <span>{label}</span>
      <textarea rows={rows} maxLength={4000} value={value.value} onInput={(event) => (value.value = event.currentTarget.value)} />
    </label>
  );
}
