// Versions of all teams: their judging, and those that are set aside.

import { useSignal } from "@preact/signals";
import type { VersionRow } from "../../../generated/console";
import { useLoaded } from "../../load";
import { dated } from "../times";
import * as api from "./api";
import { Because, Choice, Paged, Seek, usePages } from "./parts";
import { told } from "./words";

const PAGE = 50;
const STATES = ["received", "judging", "good", "failed"] as const;

export function Versions() {
  const [state, of] = [useSignal(""), useSignal("")];
  const pages = usePages<VersionRow>(
    async (before) => {
      const page = await api.versions({ state: state.value, of: of.value }, before);
      return { page, more: page.length === PAGE ? page[PAGE - 1].id : null };
    },
    [state.value, of.value],
  );
  const options = { "": told("any"), ...Object.fromEntries(STATES.map((name) => [name, told(name)])) };
  return (
    <section class="panel">
      <h2>{told("versions")}</h2>
      <p class="acts">
        <Choice label={told("inState")} value={state} options={options} />
        <Seek label={told("team")} value={of} />
      </p>
      <Paged pages={pages}>{(one) => <Row key={one.id} version={one} again={pages.again} />}</Paged>
    </section>
  );
}

function Row({ version, again }: { version: VersionRow; again: () => Promise<void> }) {
  const act = (what: "version_aside" | "version_again") => async (why: string) => {
    await api.act({ act: what, version: version.id, why });
    await again();
  };
  const open = useSignal(false);
  return (
    <li>
      <p class="line">
        <b>
          {version.team} v{version.number}
        </b>
        <span class={`badge ${version.state}`}>{told(version.active ? "active" : version.state)}</span>
        {!version.counts && <span class="badge">{told("late")}</span>}
        <span class="dim">
          {dated(version.received)} · {version.language} · {told("judged", { s: version.judging_s.toFixed(1) })}
        </span>
        {version.why && <span class="verdict">{version.why}</span>}
      </p>
      <div class="acts">
        <details class="because" onToggle={(event) => (open.value = event.currentTarget.open)}>
          <summary>{told("showLog")}</summary>
          {open.value && <JudgingLog version={version.id} />}
        </details>
        {version.state === "good" && <Because label={told("setAside")} act={act("version_aside")} />}
        {version.state === "failed" && <Because label={told("again")} act={act("version_again")} />}
      </div>
    </li>
  );
}

function JudgingLog({ version }: { version: number }) {
  const { value } = useLoaded(() => api.log(version), [version]).value;
  return (
    <pre class="log" tabIndex={0}>
      {value?.text ?? ""}
    </pre>
  );
}
