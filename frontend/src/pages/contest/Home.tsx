// The home of a contest: announcements, table, times, and what one needs to begin.

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { Facts, PublicTable, Replay, TableLine } from "../../generated/contest";
import { lang, say, whole, word } from "../../speech";
import { useLoaded } from "../load";
import * as api from "./api";
import type { PartProps } from "./Contest";
import { Sides } from "./sides";
import { dated } from "./times";
import { said } from "./words";

/** How often the table is renewed, in milliseconds. */
const RENEW = 10_000;

export function Home({ facts }: PartProps) {
  return (
    <div class="held-parts">
      <State facts={facts} />
      <News facts={facts} />
      <Table facts={facts} />
      <Times facts={facts} />
      <Begin facts={facts} />
      <Conditions facts={facts} />
      {facts.replays !== "own" && <Replays />}
    </div>
  );
}

export function State({ facts }: { facts: Facts }) {
  const state = !facts.open ? "notOpen" : facts.submissions ? "openNow" : "closed";
  return (
    <p class="notice wide" role="status">
      {said(state)} {facts.open && !facts.ranked && said("rankedOver")}
    </p>
  );
}

function News({ facts }: { facts: Facts }) {
  if (!facts.announcements.length) return null;
  return (
    <section class="panel wide">
      <h2>{said("news")}</h2>
      <ul class="news">
        {facts.announcements.map(({ at, text }) => (
          <li key={at}>
            <time class="dim" dateTime={new Date(at * 1000).toISOString()}>
              {dated(at)}
            </time>
            <p>{say(text)}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Table({ facts }: { facts: Facts }) {
  const again = useSignal(0);
  const loaded = useLoaded(api.table, [again.value]).value;
  const last = useSignal<PublicTable | null>(null);
  if (loaded.value) last.value = loaded.value;
  useEffect(() => {
    const timer = setInterval(() => !document.hidden && again.value++, RENEW);
    return () => clearInterval(timer);
  }, []);
  const table = last.value;
  const mine = facts.me?.team?.name;
  return (
    <section class="panel wide contest">
      <h2>{said("table")}</h2>
      {!table && <p class="dim">{loaded.error ? say(loaded.error) : word("loading")}</p>}
      {table?.frozen_at != null && (
        <p class="notice">
          {said("frozen", { when: dated(table.frozen_at) })} {facts.ranked && said("playGoesOn")}
        </p>
      )}
      {table && !table.lines.some((line) => !line.house) && <p class="dim">{said("noTeam")}</p>}
      {table && <Lines lines={table.lines} mine={mine} />}
      <p class="dim hint">{said("tableHelp")}</p>
    </section>
  );
}

function Lines({ lines, mine }: { lines: TableLine[]; mine?: string }) {
  const headings = { rank: said("rank"), team: said("team"), strength: said("strength"), games: said("games"), version: said("version") };
  return (
    <div class="table standings" tabIndex={0} role="region" aria-label={said("table")}>
      <table>
        <thead>
          <tr>
            {Object.values(headings).map((heading) => (
              <th key={heading} scope="col">
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={`${line.house} ${line.name}`} class={[line.aside && "aside", !line.house && line.name === mine && "mine"].filter(Boolean).join(" ")}>
              <td class="rank" data-label={headings.rank}>
                {line.rank}
              </td>
              <th scope="row">
                {line.name} {line.house && <span class="badge">{said("house")}</span>}
                {line.members.length > 0 && <span class="dim"> {line.members.join(", ")}</span>}
                {line.aside && <span class="verdict"> {said("aside", { why: line.aside })}</span>}
              </th>
              <td data-label={headings.strength}>
                {whole(line.points)} <span class="dim">{said("between", { low: whole(line.low), high: whole(line.high) })}</span>
              </td>
              <td data-label={headings.games}>{line.house ? "" : line.games}</td>
              <td data-label={headings.version}>{line.version ?? ""}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Times({ facts }: { facts: Facts }) {
  if (!facts.times.length) return null;
  return (
    <section class="panel">
      <h2>{said("times")}</h2>
      <ul class="when">
        {facts.times.map(({ what, at }) => (
          <li key={what} class={at <= facts.now ? "dim" : ""}>
            {said(what)} <time dateTime={new Date(at * 1000).toISOString()}>{dated(at)}</time>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Begin({ facts }: { facts: Facts }) {
  const language = useSignal(facts.languages[0]);
  return (
    <section class="panel">
      <h2>{said("begin")}</h2>
      <ul class="links">
        <li>
          <a href={`/rules/${facts.game}`}>{said("rules")}</a>
        </li>
        <li>
          <a href={`/new/${facts.game}`}>{said("playHere")}</a>
        </li>
        <li>
          <a href="/api">{said("apiDocs")}</a>
        </li>
      </ul>
      <h3>{said("kit")}</h3>
      <p class="acts">
        <label>
          {said("language")}{" "}
          <select value={language.value} onChange={(event) => (language.value = event.currentTarget.value)}>
            {facts.languages.map((one) => (
              <option key={one}>{one}</option>
            ))}
          </select>
        </label>
        <a class="button small" href={`/api/contest/kits/${language.value}?lang=${lang.value}`} download>
          {said("download")}
        </a>
      </p>
      <p class="dim hint">{said("kitHelp")}</p>
    </section>
  );
}

function Conditions({ facts }: { facts: Facts }) {
  return (
    <section class="panel">
      <h2>{said("conditions")}</h2>
      <ul class="links">
        <li>{said("teamsOf", { n: facts.team_size })}</li>
        <li>{said("perHour", { n: facts.submissions_an_hour, kb: facts.size_kb })}</li>
        <li>{said(`replays_${facts.replays}`)}</li>
        {facts.replay_delay_minutes > 0 && <li>{said("delayed", { n: facts.replay_delay_minutes })}</li>}
        <li>
          {said("commitment")} <code class="details">{facts.commitment}</code>
        </li>
        {facts.secret !== null && (
          <li>
            {said("secret")} <code class="details">{facts.secret}</code>
          </li>
        )}
        <li>{said(facts.real_names ? "privacyOpen" : "privacy", { n: facts.keep_days })}</li>
      </ul>
    </section>
  );
}

/** Ranked matches of everybody, or of one, to watch. */
function Replays() {
  const of = useSignal("");
  const list = useSignal<Replay[]>([]);
  const more = useSignal<number | null>(null);
  const names = useLoaded(api.table).value.value?.lines.map((line) => line.name) ?? [];
  const load = async (before?: number) => {
    const page = await api.replays(of.value, before).catch(() => null);
    if (!page) return; // the next look may have an answer
    list.value = before === undefined ? page.matches : [...list.peek(), ...page.matches];
    more.value = page.more;
  };
  useEffect(() => void load(), [of.value]);
  return (
    <section class="panel wide">
      <h2>{said("replays")}</h2>
      <p>
        <label>
          {said("of")}{" "}
          <select value={of.value} onChange={(event) => (of.value = event.currentTarget.value)}>
            {["", ...names].map((name) => (
              <option key={name} value={name}>
                {name || said("everybody")}
              </option>
            ))}
          </select>
        </label>
      </p>
      {!list.value.length && <p class="dim">{said("noMatches")}</p>}
      <ul class="played short">
        {list.value.map((one) => (
          <li key={one.id}>
            <Sides id={one.id} sides={one.sides} />
            <time class="dim" dateTime={new Date(one.at * 1000).toISOString()}>
              {dated(one.at)}
            </time>
          </li>
        ))}
      </ul>
      {more.value !== null && (
        <button type="button" class="button quiet small" onClick={() => void load(more.value ?? undefined)}>
          {word("older")}
        </button>
      )}
    </section>
  );
}
