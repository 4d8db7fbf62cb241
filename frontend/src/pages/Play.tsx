// Playing by hand: the board, what can be done, and whose turn it is. The engine decides; this page only asks.

import { effect, type ReadonlySignal, useSignal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import * as api from "../api";
import type { Board, Cell } from "../board";
import { loadBoard } from "../boards";
import type { GameHead, Mark, Position, Welcome } from "../generated/wire";
import { useKeyboard } from "../keyboard";
import { recall, remember } from "../memory";
import { keep } from "../mine";
import { Colours, Icon, Notice, SeatMark } from "../parts";
import { EndedItself, useIdleEnd } from "../play/idle";
import { Goal } from "../play/Goal";
import { guide } from "../play/guide";
import { Hand } from "../play/hand";
import { Motion } from "../play/motion";
import { Offers } from "../play/Offers";
import { News, useChanges } from "../play/News";
import { Clock, Status } from "../play/Status";
import { type Link, Table } from "../play/table";
import { Said } from "../play/Talk";
import { PageError, say, text, W, word } from "../speech";
import { BoardView } from "../viewer/BoardView";
import { LeadBar, outcome, Parts, reasonOf } from "../viewer/Lead";
import { CellPanel, Events, leaders, Seat } from "../viewer/Panels";
import { Lost } from "./App";
import { useLoaded, Waiting } from "./load";

async function load(id: string): Promise<{ board: Board; game: GameHead }> {
  const { game: name } = await api.match(id);
  const board = await loadBoard(name);
  const game = (await api.games()).find((one) => one.name === name);
  if (!board || !game) throw new PageError(text("noBoard", { game: name }));
  return { board, game };
}

export default function Play({ name: id }: { name: string }) {
  const secrets = useMemo(() => location.hash.slice(1).split(",").filter(Boolean), []);
  const { value, error } = useLoaded(() => load(id), [id]).value;
  useEffect(() => {
    if (value) document.title = `${value.game.title} · Joute`;
  }, [value]);
  if (!secrets.length)
    return (
      <main class="page" id="content">
        <Lost why={W.noSecret} />
      </main>
    );
  if (!value) return <Waiting error={error} />;
  return (
    <Colours.Provider value={value.game.colours}>
      <Chairs id={id} secrets={secrets} {...value} />
    </Colours.Provider>
  );
}

interface Seated {
  id: string;
  board: Board;
  game: GameHead;
}

/**
 * One seat, or several at one screen: then whoever is asked sits before it. Where others must not see what one does, in
 * the fog or while all act at once, the screen is passed round behind a curtain.
 */
function Chairs({ id, secrets, ...rest }: Seated & { secrets: string[] }) {
  const tables = useMemo(() => secrets.map((secret) => new Table(id, secret)), [id]);
  useEffect(() => () => tables.forEach((table) => table.leave()), [tables]);
  useKept(id, rest.game.name, secrets, tables);
  const now = useSignal(0);
  const secret = useSignal(rest.game.foggy);
  const ready = useSignal(secrets.length === 1);
  const known = tables.every((table) => table.position.value);
  useEffect(
    () =>
      effect(() => {
        const asked = tables.map((table) => table.position.value?.asked && !table.over.value);
        if (asked.length === 1 || !tables.every((table) => table.position.value)) return;
        if (asked.filter(Boolean).length > 1) secret.value = true;
        const next = asked.findIndex(Boolean);
        if (!asked[now.peek()] && next >= 0) {
          now.value = next;
          ready.value = false;
        }
        if (!secret.peek()) ready.value = true;
      }),
    [tables],
  );
  const table = tables[now.value];
  const welcome = table.welcome.value;
  if (!ready.value && known && welcome) {
    const name = welcome.head.players[welcome.seat].name;
    return (
      <main class="page curtain" id="content">
        <h1>
          <SeatMark seat={welcome.seat} /> {word("passTo", { name })}
        </h1>
        <button type="button" class="button large" onClick={() => (ready.value = true)}>
          {word("ready", { name })}
        </button>
      </main>
    );
  }
  if (!ready.value) return <Joining table={table} id={id} game={rest.game} />;
  return <AtTable key={now.value} id={id} table={table} shared={tables.length > 1} {...rest} />;
}

/** This browser finds its seats again. */
function useKept(id: string, game: string, secrets: string[], tables: Table[]): void {
  useEffect(
    () =>
      effect(() => {
        const seats = tables.flatMap((table) => (table.welcome.value ? [table.welcome.value.seat] : []));
        if (seats.length) keep({ id, game, play: secrets.join(","), seats });
      }),
    [tables],
  );
}

/** So many events are remembered. */
const MARKS = 40;

/** The events of a match that this seat has seen: those before it connected, and those since. */
function useMarks(table: Table): ReadonlySignal<Mark[]> {
  const marks = useSignal<Mark[]>([]);
  useEffect(() => {
    const stopFirst = effect(() => void (marks.value = table.welcome.value?.head.marks.slice(-MARKS) ?? []));
    const stopNext = effect(() => {
      const fresh = table.position.value?.marks ?? [];
      const { frame = 0 } = table.position.value ?? {};
      const past = marks.peek().filter((mark) => mark.frame < frame || (mark.frame === frame && !fresh.length));
      if (fresh.length || past.length < marks.peek().length) marks.value = [...past, ...fresh].slice(-MARKS);
    });
    return () => [stopFirst, stopNext].forEach((stop) => stop());
  }, [table]);
  return marks;
}

interface AtTableProps extends Seated {
  table: Table;
  /** Whether several seats are played at this screen. */
  shared: boolean;
}

function AtTable({ id, table, board, game, shared }: AtTableProps) {
  const hand = useMemo(() => new Hand(table), [table]);
  const motion = useMotion(table, hand);
  const cell = useSignal<Cell | null>(null);
  const marks = useMarks(table);
  const changes = useChanges(table, board);
  useKeyboard((event) => event.key === "Escape" && !event.defaultPrevented && hand.back(), hand);
  const idle = useIdleEnd(table, hand);
  const welcome = table.welcome.value;
  const position = table.position.value;
  if (!welcome || !position) return <Joining table={table} id={id} game={game} />;
  return (
    <main class="viewer play" id="content" data-frame={position.frame}>
      <h1 class="hidden-text">{welcome.head.title}</h1>
      <div class="stage">
        <Status table={table} game={game} hand={hand} shared={shared} />
        <LeadBar head={welcome.head} points={position.lead} result={table.over.value?.result} />
        {!table.over.value && <Firsttime game={game} />}
        {welcome.head.notice && <Notice kind="warn">{say(welcome.head.notice)}</Notice>}
        <EndedItself idle={idle} />
        <Said table={table} />
        <BoardView
          board={board}
          shown={motion.shown}
          cell={cell}
          choose={(at) => void hand.choose(at)}
          axes={welcome.head.axes}
          tips
          {...guide(hand, cell, changes)}
        />
        {table.over.value && <Finish table={table} id={id} game={game} />}
        <Troubles table={table} />
      </div>
      <aside class="side">
        {position.asked && <Offers hand={hand} />}
        <News position={position} head={welcome.head} />
        <Standing welcome={welcome} position={position} board={board} here={table.here.value} />
        <Goal head={welcome.head} />
        <CellPanel board={board} scene={position.scene} cell={cell} axes={welcome.head.axes} />
        <Orders table={table} />
        {marks.value.length > 0 && <Events marks={marks.value} frame={position.frame} />}
      </aside>
    </main>
  );
}

/** Positions as they come, each shown as a movement; what is offered is asked for anew. */
function useMotion(table: Table, hand: Hand): Motion {
  const motion = useMemo(() => new Motion(), [table]);
  useEffect(() => {
    let frame = -1;
    const stop = effect(() => {
      const position = table.position.value;
      if (!position) return;
      motion.push(position.scene, position.frame !== frame);
      frame = position.frame;
      void hand.renew();
    });
    return () => {
      stop();
      motion.dispose();
    };
  }, [table]);
  return motion;
}

interface StandingProps {
  welcome: Welcome;
  position: Position;
  board: Board;
  /** The people who are at the table. */
  here: readonly number[] | null;
}

function Standing({ welcome, position, board, here }: StandingProps) {
  const away = (seat: number) => here !== null && welcome.head.players[seat].kind === "human" && !here.includes(seat);
  return (
    <section class="panel seats" aria-label={word("seats")}>
      {leaders(position.scores, undefined, welcome.seat).map((seat) => (
        <Seat
          key={seat}
          head={welcome.head}
          seat={seat}
          score={position.scores[seat]}
          board={board}
          scene={position.scene}
          parts={<Parts head={welcome.head} own={position.parts[seat]} points={position.lead[seat]} />}
        >
          {seat === welcome.seat && <span class="badge">{word("you")}</span>}
          {seat !== welcome.seat && away(seat) && <span class="badge away">{word("away")}</span>}
          {seat !== welcome.seat && <Clock position={position} seat={seat} />}
        </Seat>
      ))}
    </section>
  );
}

const JOINING: Partial<Record<Link, keyof typeof W>> = { lost: "lost", elsewhere: "elsewhere", closed: "cutOff" };

function Joining({ table, id, game }: { table: Table; id: string; game: GameHead }) {
  const refusal = table.refusal.value;
  return (
    <main class="page" id="content">
      {refusal ? (
        <Lost why={refusal} />
      ) : (
        <>
          <h1 class="hidden-text">{game.title}</h1>
          <p class="dim">{word(JOINING[table.link.value] ?? "connecting")}</p>
        </>
      )}
      {table.link.value === "closed" && (
        <p>
          <a href={`/watch/${id}`}>{word("seeFilm")}</a>
        </p>
      )}
    </main>
  );
}

function Orders({ table }: { table: Table }) {
  const { orders, asked } = table.position.value!;
  if (!asked) return null;
  return (
    <section class="panel orders">
      <h2>{word("orders")}</h2>
      {orders.length ? (
        <ol>
          {orders.map((order, n) => (
            <li key={n}>{say(order)}</li>
          ))}
        </ol>
      ) : (
        <p class="dim">{word("noOrders")}</p>
      )}
    </section>
  );
}

function Troubles({ table }: { table: Table }) {
  const link = table.link.value;
  if (table.over.value) return null;
  if (link === "lost") return <Notice kind="warn">{word("lost")}</Notice>;
  if (link === "elsewhere" || (link === "closed" && !table.refusal.value))
    return (
      <Notice kind="warn">
        {word(link === "elsewhere" ? "elsewhere" : "cutOff")}{" "}
        <button type="button" class="button small" onClick={() => table.join()}>
          {word("here")}
        </button>
      </Notice>
    );
  return table.refusal.value && <Notice kind="warn">{say(table.refusal.value)}</Notice>;
}

/** A few words the first time a game is played. */
function Firsttime({ game }: { game: GameHead }) {
  const known = useSignal(recall(`knows.${game.name}`) === "yes");
  if (known.value) return null;
  const dismiss = () => {
    remember(`knows.${game.name}`, "yes");
    known.value = true;
  };
  return (
    <div class="notice first">
      <p>
        <b>{word("firstTime")}</b> {say(game.summary)} {word("howTo")}{" "}
        <a href={`/rules/${game.name}`} target="_blank" rel="noreferrer">
          {word("readRules")}
        </a>
      </p>
      <button type="button" class="button small" onClick={dismiss}>
        {word("understood")}
      </button>
    </div>
  );
}

function Finish({ table, id, game }: { table: Table; id: string; game: GameHead }) {
  const { result } = table.over.value!;
  const { head } = table.welcome.value!;
  const { seat, text } = outcome({ players: head.players, result });
  return (
    <div class="ending" role="status">
      <p>
        {seat !== null && <SeatMark seat={seat} />} {text} <span class="dim">{reasonOf(head, result)}</span>
      </p>
      <a class="button" href={`/watch/${id}`}>
        <Icon name="film" /> {word("seeFilm")}
      </a>
      <a class="button quiet" href={`/new/${game.name}?again=${id}`}>
        {word("rematch")}
      </a>
    </div>
  );
}
