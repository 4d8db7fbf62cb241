// What the others did since one's last orders: in words, and on the board until one gives the next one.

import { computed, effect, type ReadonlySignal, signal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import type { Board, Brush, Cell, Scene } from "../board";
import type { Deed, FilmHead, Position } from "../generated/wire";
import { SeatMark } from "../parts";
import { capital } from "../phrases";
import { lang, say, turnText, word } from "../speech";
import { called } from "../viewer/Lead";
import { changed, ways } from "../viewer/over";
import { differing } from "../viewer/pair";
import { named } from "../viewer/Transport";
import type { Table } from "./table";

/** Of a board more of which has changed than this part, nothing is marked. */
const MARKED = 0.3;

export interface Changes {
  /** The cells that have changed since one's last orders. */
  cells: ReadonlySignal<Cell[]>;
  /** What the others did in the last turn, while it is shown on the board. */
  deeds: ReadonlySignal<Deed[]>;
}

/** What has changed since one's last orders, until one gives the next one. */
export function useChanges(table: Table, board: Board): Changes {
  const since = useMemo(() => signal<Scene | null>(null), [table]);
  useEffect(() => {
    let last: Position | null = null;
    return effect(() => {
      const position = table.position.value;
      if (!position) return;
      if (!last) since.value = position.scene as unknown as Scene;
      else if (position.frame !== last.frame && last.orders.length) since.value = last.scene as unknown as Scene;
      last = position;
    });
  }, [table]);
  return useMemo(() => {
    const fresh = computed(() => (table.position.value?.orders.length ? null : table.position.value));
    const cells = computed(() => {
      const scene = fresh.value?.scene as unknown as Scene | undefined;
      if (!scene || !since.value || since.value === scene) return [];
      const { columns, rows } = board.size(scene);
      const found = differing(board, since.value, scene, "en");
      return found.length <= MARKED * columns * rows ? found : [];
    });
    const deeds = computed(() => lastTurn(fresh.value?.news ?? []));
    return { cells, deeds };
  }, [table, board]);
}

const lastTurn = (news: readonly Deed[]): Deed[] => news.filter(({ turn }) => turn === news.at(-1)?.turn);

/** Mark on the board what has changed, and where the orders of the others went. */
export function paintChanges(brush: Brush, { cells, deeds }: Changes): void {
  changed(brush, cells.value);
  ways(brush, deeds.value);
}

/** So many groups are shown, the newest first; more at a click. */
const SHOWN = 14;

export function News({ position, head }: { position: Position; head: FilmHead }) {
  const groups = grouped(position.news).reverse();
  if (!groups.length) return null;
  const older = groups.slice(SHOWN);
  return (
    <section class="panel news" aria-label={word("news")}>
      <h2>{word("news")}</h2>
      <Groups groups={groups.slice(0, SHOWN)} head={head} />
      {older.length > 0 && (
        <details>
          <summary>{word("andMore", { n: older.length })}</summary>
          <Groups groups={older} head={head} />
        </details>
      )}
      {!position.orders.length && <p class="dim hint">{word("newsShown")}</p>}
    </section>
  );
}

/** Deeds of one seat in one phase. */
interface Group {
  turn: number;
  phase: string;
  seat: number | null;
  deeds: Deed[];
}

export function grouped(news: readonly Deed[]): Group[] {
  const groups: Group[] = [];
  for (const deed of news) {
    const last = groups.at(-1);
    if (last && last.turn === deed.turn && last.phase === deed.phase && last.seat === deed.seat) last.deeds.push(deed);
    else groups.push({ turn: deed.turn, phase: deed.phase, seat: deed.seat, deeds: [deed] });
  }
  return groups;
}

function Groups({ groups, head }: { groups: readonly Group[]; head: FilmHead }) {
  return (
    <ol>
      {groups.map(({ turn, phase, seat, deeds }, n) => (
        <li key={n}>
          {seat !== null && <SeatMark seat={seat} />}{" "}
          <b>{seat === null ? "" : called(head.players, seat)}</b>{" "}
          <span class="dim">{[turnText(turn, head.last_turn), named(head, phase)].filter(Boolean).join(" · ")}</span>
          <br />
          {capital(deeds.map((deed) => say(deed.text)).join(lang.value === "fr" ? " ; " : "; "))}
        </li>
      ))}
    </ol>
  );
}
