// What came of one's versions: rank, strength over time, losses that teach most, all matches.

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { Text } from "../../board";
import type { Played, Rated } from "../../generated/contest";
import { Notice } from "../../parts";
import { heading } from "../../phrases";
import { lang, messageOf, say, whole, word, worded } from "../../speech";
import { useLoaded, Waiting } from "../load";
import * as api from "./api";
import type { PartProps } from "./Contest";
import { Sides } from "./sides";
import { dated } from "./times";
import { said } from "./words";

/** How often results are renewed, in milliseconds. */
const RENEW = 10_000;

export function Results(_: PartProps) {
  const again = useSignal(0);
  const loaded = useLoaded(api.results, [again.value]).value;
  const last = useSignal(loaded.value);
  if (loaded.value) last.value = loaded.value;
  useEffect(() => {
    const timer = setInterval(() => !document.hidden && again.value++, RENEW);
    return () => clearInterval(timer);
  }, []);
  const [value, error] = [last.value, loaded.error];
  if (!value) return <Waiting error={error} />;
  return (
    <div class="held-parts">
      <section class="panel wide">
        <h2>{value.rank === null ? said("noRank") : said("rankOf", { rank: value.rank, of: value.of })}</h2>
        {value.history.length ? <Curve history={value.history} /> : <p class="dim">{said("noHistory")}</p>}
      </section>
      {value.lessons.length > 0 && (
        <section class="panel wide">
          <h2>{said("lessons")}</h2>
          <p class="dim hint">{said("lessonsHelp")}</p>
          <List list={value.lessons} />
        </section>
      )}
      <Matches history={value.history} again={again.value} />
    </div>
  );
}

/** How many matches the server gives at once. */
const PAGE = 50;
const [WIDE, HIGH] = [600, 180];

/** The strength over time as a line in the band in which it surely lies; a dashed line where a new version began. */
function Curve({ history }: { history: Rated[] }) {
  const [first, last] = [history[0], history.at(-1) as Rated];
  const low = Math.min(...history.map((one) => one.low));
  const high = Math.max(...history.map((one) => one.high));
  const x = (at: number) => ((at - first.at) / Math.max(1e-6, last.at - first.at)) * WIDE;
  const y = (points: number) => HIGH - ((points - low) / Math.max(1, high - low)) * HIGH;
  const path = (of: (one: Rated) => number, list = history) => list.map((one) => `${x(one.at).toFixed(1)},${y(of(one)).toFixed(1)}`);
  const band = [...path((one) => one.high), ...path((one) => one.low, history.toReversed())];
  const begun = history.filter((one, n) => n > 0 && one.version !== history[n - 1].version);
  const told = said("curve", {
    from: dated(first.at),
    to: dated(last.at),
    points: whole(last.points),
    low: whole(last.low),
    high: whole(last.high),
  });
  return (
    <figure class="chart strength">
      <figcaption>{said("overTime")}</figcaption>
      <svg viewBox={`0 0 ${WIDE} ${HIGH}`} preserveAspectRatio="none" role="img" aria-label={told}>
        <polygon class="band" points={band.join(" ")} />
        {begun.map((one) => (
          <line key={one.at} class="began" x1={x(one.at)} x2={x(one.at)} y1={0} y2={HIGH}>
            <title>{`${said("version")} ${one.version}`}</title>
          </line>
        ))}
        <polyline class="line" points={path((one) => one.points).join(" ")} />
      </svg>
      <span class="most">{whole(high)}</span>
      <span class="least">{whole(low)}</span>
      <p class="dim hint">{told}</p>
    </figure>
  );
}

/** The matches that were chosen; the first page of them is renewed, further ones stay. */
function Matches({ history, again }: { history: Rated[]; again: number }) {
  const filters = useSignal<api.Filters>({ version: "", against: "", only: "all" });
  const list = useSignal<Played[]>([]);
  const more = useSignal<number | null>(null);
  const error = useSignal<Text | null>(null);
  const names = useLoaded(api.table).value.value?.lines.map((line) => line.name) ?? [];
  const load = async (before?: number) => {
    try {
      const page = await api.matches(filters.value, before);
      list.value = before === undefined ? page.matches : [...list.peek(), ...page.matches];
      more.value = page.more;
      error.value = null;
    } catch (problem) {
      error.value = messageOf(problem);
    }
  };
  useEffect(() => {
    if (list.peek().length <= PAGE) void load();
  }, [again]);
  useEffect(() => void load(), [filters.value]);
  const set = (name: keyof api.Filters) => (event: Event & { currentTarget: HTMLSelectElement }) =>
    (filters.value = { ...filters.value, [name]: event.currentTarget.value });
  const versions = [...new Set(history.map((one) => one.version))].toReversed();
  const options = { only: ["all", "lost", "faults", "challenges"], version: ["", ...versions.map(String)], against: ["", ...names] };
  const shown = (name: keyof api.Filters, value: string) =>
    name === "only" ? said(value as "all") : value || said(name === "version" ? "anyVersion" : "anybody");
  return (
    <section class="panel wide">
      <h2>{said("matches")}</h2>
      <p class="acts">
        {(["only", "version", "against"] as const).map((name) => (
          <label key={name}>
            {said(name)}{" "}
            <select value={filters.value[name]} onChange={set(name)}>
              {options[name].map((value) => (
                <option key={value} value={value}>
                  {shown(name, value)}
                </option>
              ))}
            </select>
          </label>
        ))}
      </p>
      {error.value && <Notice kind="warn">{say(error.value)}</Notice>}
      {!list.value.length && <p class="dim">{said("noMatches")}</p>}
      <List list={list.value} />
      {more.value !== null && (
        <button type="button" class="button quiet small" onClick={() => void load(more.value ?? undefined)}>
          {word("older")}
        </button>
      )}
    </section>
  );
}

function List({ list }: { list: Played[] }) {
  return (
    <ul class="played">
      {list.map((one) => (
        <li key={one.id}>
          <span class={`badge ${one.outcome}`}>{said(`${one.outcome}_`)}</span>
          <Sides id={one.id} sides={one.sides} />
          <time class="dim" dateTime={new Date(one.at * 1000).toISOString()}>
            {dated(one.at)}
          </time>
          {one.sides.map(
            (side, seat) =>
              side.mine &&
              side.verdict !== null &&
              side.verdict !== "OK" && (
                <span key={seat} class="verdict">
                  {heading(lang.value, worded("verdict", side.verdict)) + side.told}
                </span>
              ),
          )}
        </li>
      ))}
    </ul>
  );
}
