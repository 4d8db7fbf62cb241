// How the contest stands: service, queue, throughput, disk, machines.

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { Machine, State as Standing } from "../../../generated/console";
import { number } from "../../../speech";
import { useLoaded, Waiting } from "../../load";
import { dated } from "../times";
import * as api from "./api";
import { Because } from "./parts";
import { told } from "./words";

/** How often the state is renewed, in milliseconds. */
const RENEW = 5000;

export function State() {
  const turn = useSignal(0);
  const last = useSignal<Standing | null>(null);
  const loaded = useLoaded(api.state, [turn.value]).value;
  if (loaded.value) last.value = loaded.value;
  useEffect(() => {
    const timer = setInterval(() => !document.hidden && turn.value++, RENEW);
    return () => clearInterval(timer);
  }, []);
  const state = last.value;
  if (!state) return <Waiting error={loaded.error} />;
  const again = () => void turn.value++;
  return (
    <div class="held-parts">
      <Numbers state={state} />
      <Machines machines={state.machines} again={again} />
    </div>
  );
}

const gigabytes = (bytes: number): string => (bytes / 2 ** 30).toFixed(1);

function Numbers({ state }: { state: Standing }) {
  const { ranked, versions } = state;
  const lines = {
    service: told(state.alive ? "alive" : "dead", { playing: state.playing, capacity: state.capacity, host: state.host, pid: state.pid }),
    queue: [
      told("toJudge", { received: versions.received, wait: Math.round(state.waits_s), judging: versions.judging }),
      told("toPlay", { waiting: ranked.waiting, running: ranked.running, unranked: state.unranked, fresh: state.new }),
    ].join(". "),
    played: told("throughput", { done: number(ranked.done), hour: number(state.last_hour), failed: ranked.failed }),
    disk: told("space", { used: gigabytes(state.used_bytes), free: gigabytes(state.free_bytes) }),
  } as const;
  return (
    <section class="panel wide">
      <h2>{told("state")}</h2>
      <dl class="standing">
        {(Object.keys(lines) as (keyof typeof lines)[]).map((name) => (
          <div key={name} class={name === "service" && !state.alive ? "warn" : ""}>
            <dt>{told(name)}</dt>
            <dd>{lines[name]}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function Machines({ machines, again }: { machines: Machine[]; again: () => void }) {
  const act = (what: "drain" | "undrain", machine: string) => async (why: string) => {
    await api.act({ act: what, machine, why });
    again();
  };
  return (
    <section class="panel wide">
      <h2>{told("machines")}</h2>
      {!machines.length && <p class="dim">{told("noMachine")}</p>}
      <ul class="rows">
        {machines.map((one) => (
          <li key={one.name}>
            <p class="line">
              <b>{one.name}</b>
              <span class="badge">{one.drained === null ? told(one.lost ? "lost" : "plays") : told("drained", { why: one.why })}</span>
              <span class="dim">
                {told("seen")} {dated(one.seen)} · {told("lately")} {one.matches} · {told("faults")} {one.faults}
              </span>
            </p>
            {one.drained === null ? (
              <Because label={told("drain")} act={act("drain", one.name)} />
            ) : (
              <Because label={told("undrain")} act={act("undrain", one.name)} />
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
