// The table of a tournament: the running order while it is played, the final table once it is over.

import { type Signal, useSignal } from "@preact/signals";
import * as api from "../api";
import type { Text } from "../board";
import { cell } from "../columns";
import type { Column, Contest, Line, Standing } from "../contest";
import { Notice } from "../parts";
import { say, word } from "../speech";
import { useLoaded } from "./load";
import { type Act, type Choice, ToMatches } from "./Meetings";
import { Forfeit } from "./Organiser";

/** An entrant in a table: in the running order, or in the final table. */
type Entry = (Standing | Line) & { note?: Text | null };

interface Shown {
  contest: Contest;
  act: Act;
  choice: Signal<Choice | null>;
}

export function Standings({ contest, act, choice }: Shown) {
  if (contest.summary.ended) return <Over contest={contest} act={act} choice={choice} />;
  return (
    <section class="panel wide">
      <h2>{word("standings")}</h2>
      <Entries columns={contest.columns} list={contest.standings} act={act} choice={choice} />
    </section>
  );
}

function Over({ contest, act, choice }: Shown) {
  const { value, error } = useLoaded(() => api.table(contest.summary.name), [contest]).value;
  return (
    <section class="panel wide">
      <h2>{word("finalTable")}</h2>
      {error && <Notice kind="warn">{say(error)}</Notice>}
      {!value && !error && <p class="dim">{word("loading")}</p>}
      {value && <Entries columns={contest.columns} list={value.lines} act={act} choice={choice} />}
      {value && <p class="dim">{word("tableHelp")}</p>}
    </section>
  );
}

interface EntriesProps extends Pick<Shown, "act" | "choice"> {
  columns: Column[];
  list: Entry[];
}

function Entries({ columns, list, act, choice }: EntriesProps) {
  const leaving = useSignal<string | null>(null);
  return (
    <div class="table standings" tabIndex={0}>
      {leaving.value && act && <Forfeit name={leaving.value} act={act} close={() => (leaving.value = null)} />}
      <table>
        <thead>
          <tr>
            {columns.map(({ key, heading }) => (
              <th key={key} scope="col">
                {say(heading)}
              </th>
            ))}
            {act && <td />}
          </tr>
        </thead>
        <tbody>
          {list.map((one) => (
            <Row
              key={one.name}
              columns={columns}
              one={one}
              choice={choice}
              leave={act && (() => (leaving.value = one.name))}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface RowProps {
  columns: Column[];
  one: Entry;
  choice: Signal<Choice | null>;
  leave: (() => void) | null;
}

/** An entrant, and beneath it why it plays no more, or how far it came; `leave`: what sets it aside. */
function Row({ columns, one, choice, leave }: RowProps) {
  const more = one.aside ? word("setAside", { why: one.aside }) : one.note && say(one.note);
  return (
    <>
      <tr class={[more && "more", one.aside && "aside"].filter(Boolean).join(" ")}>
        {columns.map((column) =>
          column.key === "name" ? (
            <th key={column.key} scope="row">
              <ToMatches to={{ of: one.name }} choice={choice}>
                {one.name}
              </ToMatches>
            </th>
          ) : (
            <td key={column.key} class={column.key} data-label={say(column.heading)}>
              {cell(column, one)}
            </td>
          ),
        )}
        {leave && (
          <td>
            {!one.aside && (
              <button type="button" class="button quiet small" onClick={leave}>
                {word("forfeit")}
              </button>
            )}
          </td>
        )}
      </tr>
      {more && (
        <tr>
          <td />
          <td class={one.aside ? "remark verdict" : "remark"} colSpan={columns.length - 1}>
            {more}
          </td>
        </tr>
      )}
    </>
  );
}
