// Every match with everything that is known of it.

import { useSignal } from "@preact/signals";
import type { MatchOf } from "../../../generated/console";
import { SeatMark } from "../../../parts";
import { number } from "../../../speech";
import { dated } from "../times";
import * as api from "./api";
import { Because, Choice, Paged, Seek, usePages } from "./parts";
import { told } from "./words";

const STATES = { waiting: "waiting", running: "running", done: "done_", failed: "failed_", aside: "aside_", replaced: "replaced" } as const;

export function Matches() {
  const [state, of, worker, tournament] = [useSignal(""), useSignal(""), useSignal(""), useSignal("")];
  const filters = () => ({ state: state.value, of: of.value, worker: worker.value, tournament: tournament.value });
  const pages = usePages<MatchOf>(
    async (before) => {
      const { matches, more } = await api.matches(filters(), before);
      return { page: matches, more };
    },
    Object.values(filters()),
  );
  const names = Object.entries(STATES).map(([name, shown]) => [name, told(shown)] as const);
  return (
    <section class="panel">
      <h2>{told("matches")}</h2>
      <p class="acts">
        <Choice label={told("inState")} value={state} options={{ "": told("any"), ...Object.fromEntries(names) }} />
        <Seek label={told("team")} value={of} />
        <Seek label={told("machine")} value={worker} />
        <Seek label={told("finals")} value={tournament} />
      </p>
      <Paged pages={pages}>{(one) => <Row key={one.id} match={one} again={pages.again} />}</Paged>
    </section>
  );
}

function Row({ match, again }: { match: MatchOf; again: () => Promise<void> }) {
  const redraw = useSignal(false);
  const requeue = async (why: string) => {
    await api.act({ act: "requeue", match: match.number, redraw: redraw.value, why });
    await again();
  };
  return (
    <li>
      <p class="line">
        <a class="players" href={`/watch/${match.id}`}>
          {match.sides.map((side, seat) => (
            <span key={seat} class={side.rank === 1 ? "won" : ""}>
              <SeatMark seat={seat} /> {side.name} {side.score !== null && <b>{number(side.score)}</b>}
            </span>
          ))}
        </a>
        <span class="badge">{told(STATES[match.state as keyof typeof STATES])}</span>
        <span class="dim">
          {match.tournament ? `${match.tournament}, ${told("round", { n: match.round + 1 })}` : told("challenge")} · {dated(match.ended ?? match.began ?? match.created)}
          {match.worker && ` · ${told("on", { worker: match.worker })}`}
        </span>
        {match.why && <span class="verdict">{match.why}</span>}
      </p>
      <div class="acts">
        <details class="because">
          <summary>{told("details")}</summary>
          <p class="dim">
            {match.id} · {told("seed", { seed: match.seed })}
            {match.attempts > 0 && ` · ${told("attempts", { n: match.attempts })}`} {match.reason}
          </p>
          <ul class="links">
            {match.sides.map((side, seat) => (
              <li key={seat}>
                <SeatMark seat={seat} /> {side.name}: {side.verdict} {told("cpu", { ms: Math.round(side.cpu_ms) })}
                {side.told && <span class="verdict"> {side.told}</span>}
              </li>
            ))}
          </ul>
        </details>
        {match.tournament && match.state !== "waiting" && match.state !== "replaced" && (
          <Because label={told("requeue")} act={requeue}>
            {match.tournament !== "ladder" && (
              <label>
                <input type="checkbox" checked={redraw.value} onChange={(event) => (redraw.value = event.currentTarget.checked)} />{" "}
                {told("redraw")}
              </label>
            )}
          </Because>
        )}
      </div>
    </li>
  );
}
