// Two matches side by side, in step, with what differs marked: /compare?a=ID&b=ID.

import { type ReadonlySignal, type Signal, useComputed, useSignal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import * as api from "../api";
import type { Board, Brush, Cell, Scene } from "../board";
import type { Film } from "../film";
import type { FilmHead, MatchHead } from "../generated/wire";
import { useKeyboard } from "../keyboard";
import { Colours, GameMark, Notice, SeatMark } from "../parts";
import { lang, number, PageError, say, text, word } from "../speech";
import { BoardView } from "../viewer/BoardView";
import { Help } from "../viewer/Help";
import { press } from "../viewer/keys";
import { inviteAll, outline } from "../viewer/over";
import { beats, differing, Pair } from "../viewer/pair";
import { CellPanel, leaders, Sight } from "../viewer/Panels";
import { Playback } from "../viewer/playback";
import type { Shown } from "../viewer/stage";
import { Transport } from "../viewer/Transport";
import { useLoaded, Waiting } from "./load";
import { loadFilm } from "./Watch";
import "../style/compare.css";

const SIDES = ["A", "B"] as const;

export default function Compare() {
  const query = new URLSearchParams(location.search);
  const [a, b] = [query.get("a") ?? "", query.get("b") ?? ""];
  return a && b ? <Both ids={[a, b]} /> : <Choose id={a || b} />;
}

/** The other matches of the same game, to choose from. */
function Choose({ id }: { id: string }) {
  const { value, error } = useLoaded(async () => {
    const match = await api.match(id);
    const others = await api.matches(match.game);
    return others.filter((other) => other.open && other.id !== id);
  }, [id]).value;
  if (!value) return <Waiting error={error} />;
  const players = (match: MatchHead) => match.players.map(({ name }, seat) => `${name} ${number(match.scores[seat] ?? 0)}`);
  return (
    <main class="page" id="content">
      <h1>{word("compareWith")}</h1>
      {value.length === 0 && <p class="after dim">{word("compareNone")}</p>}
      <ul class="match-list after">
        {value.map((match) => (
          <li key={match.id}>
            <a class="match" href={`/compare?a=${id}&b=${match.id}`}>
              <GameMark game={match.game} />
              <span class="players">{players(match).join(" · ")}</span>
              <span class="badge">{new Date(match.began * 1000).toLocaleString(lang.value)}</span>
            </a>
          </li>
        ))}
      </ul>
    </main>
  );
}

async function load(ids: readonly [string, string]): Promise<{ pair: Pair; board: Board }> {
  const [a, b] = await Promise.all(ids.map(loadFilm));
  if (a.film.head.value.game !== b.film.head.value.game) throw new PageError(text("compareGames"));
  const films: [Film, Film] = [a.film, b.film];
  return { pair: new Pair(...films, beats(films[0].head.value, films[1].head.value)), board: a.board };
}

function Both({ ids }: { ids: [string, string] }) {
  const { value, error } = useLoaded(() => load(ids), ids).value;
  useEffect(() => {
    if (value) document.title = `${word("compare")} · ${value.pair.head.value.title} · Joute`;
  }, [value]);
  if (!value) return <Waiting error={error} />;
  return (
    <Colours.Provider value={value.pair.head.value.players.map((player) => player.colour)}>
      <Duel {...value} ids={ids} />
    </Colours.Provider>
  );
}

interface Sides {
  pair: Pair;
  board: Board;
  playback: Playback;
  /** What each side shows. */
  shown: [ReadonlySignal<Shown | null>, ReadonlySignal<Shown | null>];
  /** The cells that differ in the positions shown. */
  cells: ReadonlySignal<Cell[]>;
  /** Whether both positions are there. */
  ready: ReadonlySignal<boolean>;
}

function useSides(pair: Pair, board: Board): Sides {
  const playback = useMemo(() => {
    const made = new Playback(pair);
    made.playing.value = false;
    return made;
  }, [pair]);
  useEffect(() => () => playback.dispose(), [playback]);
  const side = (film: Film, n: 0 | 1) => () => {
    const at = playback.shown.value?.at;
    if (at === undefined) return null;
    const track = pair.track(playback.seat.value);
    const [from, to] = [Math.floor(at), Math.ceil(at)].map((beat) => film.peek(track, pair.beats[beat][n]));
    return from && to ? { from, to, part: from === to ? 1 : at - Math.floor(at), at } : null;
  };
  const shown: Sides["shown"] = [useComputed(side(pair.a, 0)), useComputed(side(pair.b, 1))];
  const scenes = useComputed((): [Scene, Scene] | null => {
    const track = pair.track(playback.seat.value);
    const beat = pair.beats[playback.frame.value];
    playback.scene.value;
    const [a, b] = [pair.a.peek(track, beat[0]), pair.b.peek(track, beat[1])];
    return a && b ? [a, b] : null;
  });
  const cells = useComputed(() => (scenes.value ? differing(board, ...scenes.value, lang.value) : []));
  const ready = useComputed(() => scenes.value !== null);
  return { pair, board, playback, shown, cells, ready };
}

function Duel({ pair, board, ids }: { pair: Pair; board: Board; ids: [string, string] }) {
  const sides = useSides(pair, board);
  const { playback, shown, cells, ready } = sides;
  const cell = useSignal<Cell | null>(null);
  const help = useSignal(false);
  useKeyboard((event) => press(event, playback, pair, { "?": () => (help.value = !help.value) }), playback);
  const over = (brush: Brush) => {
    if (cells.value.length) inviteAll(brush, cells.value, brush.palette.warn, true);
    if (cell.value) outline(brush, cell.value, brush.palette.accent);
  };
  return (
    <main
      class="compare"
      id="content"
      data-frame={playback.frame.value}
      data-differ={ready.value ? cells.value.length : undefined}
    >
      <header class="title">
        <GameMark game={pair.head.value.game} />
        <h1>{word("compareTitle", { game: pair.head.value.title })}</h1>
        <FirstDifference {...sides} />
      </header>
      {([pair.a, pair.b] as const).map((film, n) => (
        <section key={n} class="half" aria-label={word("compareSide", { name: SIDES[n] })}>
          <Half film={film} id={ids[n]} name={SIDES[n]} />
          <BoardView
            board={board}
            shown={shown[n]}
            cell={cell}
            over={over}
            stops={() => cells.value}
            axes={film.head.value.axes}
          />
        </section>
      ))}
      <div class="below">
        {playback.error.value && <Notice kind="warn">{say(playback.error.value)}</Notice>}
        <Transport playback={playback} film={pair} />
        <Sight film={pair} playback={playback} />
        <Figures {...sides} />
        <Cells {...sides} cell={cell} />
      </div>
      {help.value && <Help close={() => (help.value = false)} />}
    </main>
  );
}

function Half({ film, id, name }: { film: Film; id: string; name: string }) {
  const head = film.head.value;
  return (
    <p class="half-title">
      <b class="badge">{name}</b>{" "}
      <a href={`/watch/${id}`}>
        {head.players.slice(0, 4).map((player, seat) => (
          <span key={seat}>
            <SeatMark seat={seat} /> {player.name}{" "}
          </span>
        ))}
      </a>
      {head.origin && <span class="dim">{word("playedOnFrom", { n: head.origin.turn })}</span>}
    </p>
  );
}

/** Go to the first moment at which the boards differ. */
function FirstDifference({ pair, board, playback }: Sides) {
  const none = useSignal(false);
  const seek = async () => {
    const track = pair.track(playback.seat.value);
    playback.playing.value = false;
    for (let beat = 0; beat < pair.beats.length; beat++) {
      const [a, b] = pair.beats[beat];
      const [one, other] = await Promise.all([pair.a.scene(track, a), pair.b.scene(track, b)]);
      if (differing(board, one, other, lang.peek()).length) return playback.go(beat);
    }
    none.value = true;
  };
  return (
    <>
      <button type="button" class="button quiet small" onClick={() => void seek().catch(() => undefined)}>
        {word("firstDifference")}
      </button>
      <span role="status">{none.value ? word("noDifference") : ""}</span>
    </>
  );
}

const signed = (value: number): string => (value > 0 ? `+${number(value)}` : value < 0 ? `−${number(-value)}` : "=");

interface Row {
  name: string;
  a: number | null;
  b: number | null;
}

function rowsOf(seat: number, board: Board, scores: [number[], number[]], scenes: (Scene | undefined)[]): Row[] {
  const [a, b] = scenes.map((scene) => (scene ? board.figures(scene, seat) : []));
  const figures = a.map((figure, n) => ({ name: say(figure.name), a: figure.value, b: b[n]?.value ?? null }));
  return [{ name: word("score"), a: scores[0][seat] ?? null, b: scores[1][seat] ?? null }, ...figures];
}

/** The scores and figures of each seat on both sides; those that differ stand out. */
function Figures({ pair, board, playback, shown, cells }: Sides) {
  const scores = pair.scores(pair.track(playback.seat.value), playback.frame.value);
  const scenes = shown.map((side) => side.value?.to);
  const heads: FilmHead[] = [pair.a.head.value, pair.b.head.value];
  const name = (seat: number) =>
    [...new Set(heads.map((head) => head.players[seat]?.name).filter(Boolean))].join(" / ");
  return (
    <section class="panel table">
      <table class="differences">
        <thead>
          <tr>
            <th scope="col">{word("seats")}</th>
            <th scope="col">
              <span class="hidden-text">{word("figure")}</span>
            </th>
            {SIDES.map((side) => (
              <th scope="col" key={side}>
                {side}
              </th>
            ))}
            <th scope="col">{word("difference")}</th>
          </tr>
        </thead>
        <tbody>
          {leaders(scores[0]).map((seat) =>
            rowsOf(seat, board, scores, scenes).map((row, n, all) => (
              <tr key={`${seat}/${n}`} class={row.a === row.b ? "" : "differs"}>
                {n === 0 && (
                  <th scope="rowgroup" rowSpan={all.length}>
                    <SeatMark seat={seat} /> {name(seat)}
                  </th>
                )}
                <td>{row.name}</td>
                <td>{row.a === null ? "?" : number(row.a)}</td>
                <td>{row.b === null ? "?" : number(row.b)}</td>
                <td>{row.a === null || row.b === null ? "" : signed(row.b - row.a)}</td>
              </tr>
            )),
          )}
        </tbody>
      </table>
      <p class="dim hint">{word("cellsDiffer", { n: cells.value.length })}</p>
    </section>
  );
}

/** What each side has on the cell that is pointed at. */
function Cells({ board, playback, shown, cell }: Sides & { cell: Signal<Cell | null> }) {
  return (
    <div class="cells">
      {SIDES.map((side, n) => (
        <div key={side}>
          <b class="badge">{side}</b>
          <CellPanel
            board={board}
            scene={shown[n].value?.to}
            cell={cell}
            axes={playback.head.value.axes}
            moving={n === 1 || playback.playing.value}
          />
        </div>
      ))}
    </div>
  );
}
