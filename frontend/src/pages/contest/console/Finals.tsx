// Finals: taken from the table in two clicks, or by tags, or from a list that was edited; released round by round.

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { Final, FinalFormat } from "../../../generated/console";
import { useLoaded } from "../../load";
import { Field, Form } from "../form";
import * as api from "./api";
import { Choice } from "./parts";
import { Area } from "./Times";
import { C, told } from "./words";

/** How often they are renewed, in milliseconds. */
const RENEW = 3000;

export function Finals() {
  const turn = useSignal(0);
  const last = useSignal<Final[]>([]);
  const { value } = useLoaded(api.state, [turn.value]).value;
  if (value) last.value = value.finals;
  const again = () => void turn.value++;
  useEffect(() => {
    const timer = setInterval(() => !document.hidden && again(), RENEW);
    return () => clearInterval(timer);
  }, []);
  return (
    <div class="held-parts">
      <Begin again={again} />
      <section class="panel">
        <h2>{told("finals")}</h2>
        {!last.value.length && <p class="dim">{told("nothing")}</p>}
        <ul class="rows">
          {last.value.map((one) => (
            <Row key={one.name} final={one} again={again} />
          ))}
        </ul>
      </section>
    </div>
  );
}

function Begin({ again }: { again: () => void }) {
  const [top, tag, seeds, name] = [useSignal("8"), useSignal(""), useSignal(""), useSignal("")];
  const [kind, size] = [useSignal<FinalFormat["kind"]>("elimination"), useSignal("3")];
  const hold = useSignal(true);
  const take = async () => {
    const found = await api.finalists(tag.value ? "" : top.value, tag.value);
    seeds.value = found.map((one) => one.team).join("\n");
  };
  const begin = async () => {
    const teams = seeds.value.split("\n").map((line) => line.trim());
    const format = formatOf(kind.value, Number(size.value));
    await api.act({ act: "begin_final", name: name.value || told("finals"), format, teams: teams.filter(Boolean), hold: hold.value });
    again();
    return C.done;
  };
  const sizes = { elimination: "best_of", round_robin: "legs", swiss: "rounds" } as const;
  return (
    <section class="panel">
      <h2>{told("newFinal")}</h2>
      <Form act={take} label={told("take")} kind="button quiet">
        <p class="acts short">
          <Field label={told("top")} value={top} most={5} />
          <Field label={told("tag")} value={tag} most={60} />
        </p>
      </Form>
      <Form act={begin} label={told("begin")}>
        <Area label={told("seeds")} value={seeds} rows={8} />
        <Field label={told("name")} value={name} most={60} />
        <p class="acts short">
          <Choice label={told("format")} value={kind as never} options={Object.fromEntries(Object.keys(sizes).map((one) => [one, told(one as keyof typeof sizes)]))} />
          <Field label={told(sizes[kind.value])} value={size} most={3} />
        </p>
        <label>
          <input type="checkbox" checked={hold.value} onChange={(event) => (hold.value = event.currentTarget.checked)} /> {told("hold")}
        </label>
      </Form>
    </section>
  );
}

function formatOf(kind: FinalFormat["kind"], size: number): FinalFormat {
  if (kind === "swiss") return { kind, rounds: size };
  return kind === "elimination" ? { kind, best_of: size } : { kind, legs: size };
}

function Row({ final, again }: { final: Final; again: () => void }) {
  const release = async () => {
    await api.act({ act: "release", final: final.name });
    again();
    return C.done;
  };
  const left = (final.matches.waiting ?? 0) + (final.matches.running ?? 0);
  const address = encodeURIComponent(final.name);
  return (
    <li>
      <p class="line">
        <b>{final.name}</b>
        <span class="badge">{told(final.kind as "elimination")}</span>
        {final.stage === "done" && <span class="badge good">{told("over")}</span>}
        <span class="dim">
          {final.entrants.join(", ")} · {told("progress", { done: final.matches.done ?? 0, left })} ·{" "}
          {final.released === null ? told("public") : told("released", { released: final.released, rounds: final.rounds })}
        </span>
      </p>
      <div class="acts">
        <a class="button quiet small" href={`/tournaments/${address}`}>
          {told("show")}
        </a>
        <a class="button quiet small" href={`/tv?tournament=${address}`}>
          {told("onTv")}
        </a>
        {final.released !== null && <Form act={release} label={told("release")} kind="button small" />}
      </div>
    </li>
  );
}
