// The audit log: what organisers did, and every change of what ratings follow from.

import type { LogRow } from "../../../generated/console";
import { dated } from "../times";
import * as api from "./api";
import { Paged, usePages } from "./parts";
import { told } from "./words";

const PAGE = 50;

export function Log() {
  const pages = usePages<LogRow>(async (before) => {
    const page = await api.actions(before);
    return { page, more: page.length === PAGE ? page[PAGE - 1].id : null };
  }, []);
  return (
    <section class="panel">
      <h2>{told("log")}</h2>
      <Paged pages={pages}>
        {(one) => (
          <li key={one.id}>
            <p class="line">
              <time class="dim" dateTime={new Date(one.at * 1000).toISOString()}>
                {dated(one.at)}
              </time>
              <b>{one.what}</b> {one.subject} <span class="dim">{one.actor}</span>
            </p>
            {one.why && <p>{one.why}</p>}
            {Object.keys(one.details).length > 0 && <code class="details">{JSON.stringify(one.details)}</code>}
          </li>
        )}
      </Paged>
    </section>
  );
}
