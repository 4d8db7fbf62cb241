// The table of a tournament: the running order while it is played, the final table once it is over.

import { useSignal } from "@preact/signals";
import * as api from "../api";
import type { Text } from "../board";
import { cell } from "../columns";
import { type Action, type Column, type Contest, type Final, type Line, record, type Standing } from "../contest";
import { Dialog, Notice } from "../parts";
import { say, word } from "../speech";
import { useLoaded } from "./load";

/** What an organiser does; null: nobody has said the secret. */
export type Act = ((action: Action) => Promise<void>) | null;

/** Up to so many entrants, the page shows who beat whom. */
const DUELS = 30;

/** An entrant in a table: in the running order, or in the final table. */
type Entry = (Standing | Line) & { note?: Text | null };

export function Standings({ contest, act }: { contest: Contest; act: Act }) {
  if (contest.summary.ended) return <Over contest={contest} act={act} />;
  return (
    <section class="panel wide">
      <h2>{word("standings")}</h2>
      <Entries columns={contest.columns} list={contest.standings} act={act} />
    </section>
  );
}

function Over({ contest, act }: { contest: Contest; act: Act }) {
  const { value, error } = useLoaded(() => api.table(contest.summary.name), [contest]).value;
  return (
    <section class="panel wide">
      <h2>{word("finalTable")}</h2>
      {error && <Notice kind="warn">{say(error)}</Notice>}
      {!value && !error && <p class="dim">{word("loading")}</p>}
      {value && <Entries columns={contest.columns} list={value.lines} act={act} />}
      {value && <p class="dim">{word("tableHelp")}</p>}
      {value && value.lines.length > 2 && value.lines.length <= DUELS && <Duels table={value} />}
    </section>
  );
}

function Duels({ table }: { table: Final }) {
  const cells = record(table);
  const names = table.lines.map(({ name }) => name);
  return (
    <div class="table duels" tabIndex={0}>
      <table>
        <caption>{word("headToHead")}</caption>
        <thead>
          <tr>
            <td />
            {names.map((name, at) => (
              <th key={name} scope="col" title={name}>
                {at + 1}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {names.map((one, at) => (
            <tr key={one}>
              <th scope="row">
                {at + 1}. {one}
              </th>
              {names.map((other) => (
                <td key={other}>{cells.get(one)?.get(other)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Entries({ columns, list, act }: { columns: Column[]; list: Entry[]; act: Act }) {
  const leaving = useSignal<string | null>(null);
  return (
    <div class="table standings" tabIndex={0}>
      {leaving.value && act && <Aside name={leaving.value} act={act} close={() => (leaving.value = null)} />}
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
            <Row key={one.name} columns={columns} one={one} leave={act && (() => (leaving.value = one.name))} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** An entrant, and beneath it why it plays no more, or how far it came; `leave`: what sets it aside. */
function Row({ columns, one, leave }: { columns: Column[]; one: Entry; leave: (() => void) | null }) {
  const more = one.aside ? word("setAside", { why: one.aside }) : one.note && say(one.note);
  return (
    <>
      <tr class={[more && "more", one.aside && "aside"].filter(Boolean).join(" ")}>
        {columns.map((column) =>
          column.key === "name" ? (
            <th key={column.key} scope="row">
              {one.name}
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
                {word("putAside")}
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
