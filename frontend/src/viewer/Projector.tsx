// A film for a hall: the board as large as the screen, who plays and leads, what happens, and nothing of what comes.

import { type Signal, useSignal, useSignalEffect } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect } from "preact/hooks";
import type { Board, Brush, Cell } from "../board";
import { liveBadge, liveWord } from "../connection";
import type { Film } from "../film";
import type { FilmHead } from "../generated/wire";
import { Colours, SeatMark, Tool } from "../parts";
import { number, turnText, word } from "../speech";
import { asks } from "./address";
import { BoardView, ratio } from "./BoardView";
import type { Keys } from "./keys";
import { called, FilmLead, outcome, reasonOf } from "./Lead";
import { order, series } from "./lead";
import { Charts, Seats } from "./Panels";
import type { Playback } from "./playback";
import { named, Transport } from "./Transport";
import "../style/projector.css";

/** Seconds without pointer and keys after which the controls are hidden. */
const CALM_S = 3;
/** So many seats have a line at the end. */
const LINES = 6;

export interface Projecting {
  on: Signal<boolean>;
  /** f: the projector, and back; x: show what comes, or hide it again. */
  keys: Keys & Record<"f" | "x", () => void>;
}

/** Whether a film is shown to a hall. With the key the page also fills the screen, where the browser lets it. */
export function useProjector(playback: Playback): Projecting {
  const on = useSignal(asks("projector"));
  useSignalEffect(() => {
    playback.veiled.value = on.value;
  });
  useEffect(() => {
    const left = () => document.fullscreenElement || (on.value = false);
    document.addEventListener("fullscreenchange", left);
    return () => document.removeEventListener("fullscreenchange", left);
  }, []);
  const toggle = () => {
    on.value = !on.peek();
    void fill(on);
  };
  return { on, keys: { f: toggle, x: () => on.peek() && (playback.veiled.value = !playback.veiled.peek()) } };
}

/** Fill the screen or leave it to others; somebody may change their mind while the browser does. */
async function fill(on: Signal<boolean>): Promise<void> {
  try {
    if (on.peek()) await document.documentElement.requestFullscreen?.();
    if (!on.peek() && document.fullscreenElement) await document.exitFullscreen();
  } catch {
    // A browser need not let a page fill the screen.
  }
}

export interface ProjectorProps {
  film: Film;
  board: Board;
  playback: Playback;
  cell: Signal<Cell | null>;
  over?: (brush: Brush) => void;
  /** What the match is about, besides the game. */
  stake?: string;
  /** What leaves the projector; without it there is no way back. */
  leave?: () => void;
  children?: ComponentChildren;
}

export function Projector({ film, board, playback, cell, over, stake, leave, children }: ProjectorProps) {
  const head = playback.head.value;
  const calm = useCalm();
  const veiled = playback.veiled.value;
  return (
    <Colours.Provider value={head.players.map((player) => player.colour)}>
      <main class={calm ? "projector calm" : "projector"} id="content" data-frame={playback.frame.value}>
        <FilmLead playback={playback} />
        <div class="show" style={{ "--ratio": ratio(board, playback.scene.value) }}>
          <BoardView board={board} shown={playback.shown} cell={cell} over={over} axes={head.axes} tips={!calm} />
          <aside class="wings">
            <Seats board={board} playback={playback} />
            <Charts playback={playback} />
          </aside>
          {playback.ended.value && !playback.playing.value && <Winner head={head} />}
        </div>
        <p class="programme">
          <b>{[stake, head.title].filter(Boolean).join(" · ")}</b> <span>{turnText(head.turns[playback.frame.value] ?? 0, head.last_turn)}</span>{" "}
          <span class="dim">{named(head, head.phases[playback.frame.value])}</span>
          {head.live && <span class={liveBadge()}>{liveWord()}</span>}
        </p>
        <div class="controls">
          <Transport playback={playback} film={film} />
          <Tool name={veiled ? "spoil" : "unspoil"} icon="eye" act={() => (playback.veiled.value = !veiled)} />
          {leave && <Tool name="leaveProjector" icon="fit" act={leave} />}
        </div>
        {children}
      </main>
    </Colours.Provider>
  );
}

/** Whether nobody has moved the pointer or pressed a key for a while. */
function useCalm(): boolean {
  const calm = useSignal(false);
  useEffect(() => {
    let timer = 0;
    const stir = () => {
      calm.value = false;
      clearTimeout(timer);
      timer = window.setTimeout(() => (calm.value = true), CALM_S * 1000);
    };
    stir();
    const kinds = ["pointermove", "pointerdown", "keydown"];
    for (const kind of kinds) document.addEventListener(kind, stir);
    return () => {
      clearTimeout(timer);
      for (const kind of kinds) document.removeEventListener(kind, stir);
    };
  }, []);
  return calm.value;
}

/** Who won and why, and what each has. */
export function Winner({ head }: { head: FilmHead }) {
  if (!head.result) return null;
  const { seat, text } = outcome(head);
  const points = series(head).at(-1) ?? head.result.scores;
  return (
    <section class="winner" role="status">
      {seat !== null && <SeatMark seat={seat} />}
      <h2>{text}</h2>
      <p class="dim">{reasonOf(head, head.result) || word("byPoints")}</p>
      <ol>
        {order(points, head.result)
          .slice(0, LINES)
          .map((one) => (
            <li key={one}>
              <SeatMark seat={one} /> {called(head.players, one)} <b>{number(points[one])}</b>
            </li>
          ))}
      </ol>
    </section>
  );
}
