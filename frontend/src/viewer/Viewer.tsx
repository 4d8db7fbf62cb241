// The viewer: the same for replays, live matches and the single file.

import { useComputed, useSignal, useSignalEffect } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import type { Board, Brush, Cell } from "../board";
import { liveBadge, liveWord } from "../connection";
import type { Film } from "../film";
import type { FilmHead, TrackName } from "../generated/wire";
import { useKeyboard } from "../keyboard";
import { Colours, CopyButton, GameMark, Icon, Notice, SeatMark } from "../parts";
import { say, word } from "../speech";
import { BoardView } from "./BoardView";
import { Course } from "./Course";
import type { Row } from "./course";
import { Fork } from "./Fork";
import { GifButton } from "./GifButton";
import { Help } from "./Help";
import { type Keys, press } from "./keys";
import { Decisive, FilmLead, outcome, reasonOf } from "./Lead";
import { drawings, inviteAll, outline } from "./over";
import { CellPanel, Charts, Seats, Sight, useNotes } from "./Panels";
import { address, begin, type Start } from "./address";
import { Playback } from "./playback";
import { Projector, useProjector } from "./Projector";
import { Transport } from "./Transport";

export interface ViewerProps {
  film: Film;
  board: Board;
  /** Where to begin; without a turn, at the start. */
  start: Start;
  embed?: boolean;
  /** The addresses to take the match away from: the replay and the one-file film. */
  takeaway?: { replay: string; html: string };
  /** The match in the arena, which can be played on from. */
  match?: string;
  /** Whether the address of the page carries turn, seat and speed. */
  addressed?: boolean;
  /** Follow a live match on a track; the answer stops it. */
  follow?: (track: TrackName) => () => void;
}

type FilmProps = Pick<ViewerProps, "film" | "addressed" | "follow">;

export function Viewer(props: ViewerProps) {
  const { film, board, start, embed } = props;
  const playback = useMemo(() => begin(new Playback(film), start), [film]);
  const cell = useSignal<Cell | null>(null);
  const picked = useSignal<Row | null>(null);
  const help = useSignal(false);
  const notes = useNotes(film, playback);
  const projector = useProjector(playback);
  useFilm(props, playback, { "?": () => (help.value = !help.value), ...projector.keys });
  const over = (brush: Brush) => {
    for (const [, note] of notes.value) drawings(brush, note.drawings);
    if (picked.value?.frame === playback.frame.value) inviteAll(brush, picked.value.cells, brush.palette.accent, true);
    if (cell.value) outline(brush, cell.value, brush.palette.accent);
  };
  const head = playback.head.value;
  const frame = playback.frame.value;
  if (projector.on.value)
    return (
      <Projector {...{ film, board, playback, cell, over }} leave={projector.keys.f}>
        {help.value && <Help close={() => (help.value = false)} />}
      </Projector>
    );
  return (
    <Colours.Provider value={head.players.map((player) => player.colour)}>
      <main class={embed ? "viewer embed" : "viewer"} id="content" data-frame={frame}>
        <div class="stage">
          {!embed && <Title head={head} live={head.live} />}
          <FilmLead playback={playback} />
          <BoardView
            board={board}
            shown={playback.shown}
            cell={cell}
            over={over}
            axes={head.axes}
            tips={!playback.playing.value}
          />
          {head.result && playback.ended.value && !playback.playing.value && (
            <Ending head={head} again={() => playback.toggle()} />
          )}
          <Troubles head={head} playback={playback} stopped={film.stopped.value} />
          <Transport playback={playback} film={film} />
          {embed && props.match && (
            <a class="whole" href={`/watch/${props.match}`} target="_blank" rel="noopener">
              {word("wholePage")}
            </a>
          )}
        </div>
        <aside class="side">
          <Seats board={board} playback={playback} />
          <Sight film={film} playback={playback} />
          <CellPanel
            board={board}
            scene={playback.scene.value}
            cell={cell}
            axes={head.axes}
            moving={playback.playing.value}
          />
          <Course film={film} playback={playback} notes={notes} picked={picked} />
          {props.match && <Fork id={props.match} playback={playback} />}
          <Charts playback={playback} />
          <Decisive head={head} list={playback.moments.value} go={(to) => playback.go(to)} />
          <Share {...props} playback={playback} help={() => (help.value = true)} project={projector.keys.f} />
        </aside>
        {help.value && <Help close={() => (help.value = false)} />}
      </main>
    </Colours.Provider>
  );
}

/** Milliseconds before the address follows the position: browsers limit how often an address may change. */
const SETTLE_MS = 150;

/** What goes on beside the drawing: keys, the address of the page, a match that is still played. */
export function useFilm({ film, addressed, follow }: FilmProps, playback: Playback, keys: Keys): void {
  useEffect(() => () => playback.dispose(), [playback]);
  useKeyboard((event) => press(event, playback, film, keys), playback);
  useSignalEffect(() => {
    if (!addressed || playback.playing.value) return;
    const place = address(playback, film);
    const timer = setTimeout(() => history.replaceState(null, "", place), SETTLE_MS);
    return () => clearTimeout(timer);
  });
  const live = useComputed(() => film.head.value.live);
  const track = useComputed(() => film.track(playback.seat.value));
  useSignalEffect(() => (live.value ? follow?.(track.value) : undefined));
}

function Troubles({ head, playback, stopped }: { head: FilmHead; playback: Playback; stopped: boolean }) {
  const error = playback.error.value;
  return (
    <>
      {stopped && <Notice kind="warn">{word("stopped")}</Notice>}
      {head.notice && <Notice kind="warn">{say(head.notice)}</Notice>}
      {head.damage && (
        <Notice kind="warn">
          <b>{word("damaged")}</b> {say(head.damage)}
        </Notice>
      )}
      {error && (
        <Notice kind="warn">
          {word("broken")} <span class="dim">{say(error)}</span>
        </Notice>
      )}
    </>
  );
}

type ShareProps = ViewerProps & { playback: Playback; help: () => void; project: () => void };

function Share({ film, board, addressed, takeaway, playback, help, project }: ShareProps) {
  const over = takeaway && !film.head.value.live;
  return (
    <section class="panel share">
      {addressed && <CopyButton text={() => new URL(address(playback, film), location.href).href} />}
      {over && (
        <a class="button quiet" href={takeaway.replay} download>
          <Icon name="down" /> {word("download")}
        </a>
      )}
      {over && (
        <a class="button quiet" href={takeaway.html} download>
          <Icon name="film" /> {word("downloadPage")}
        </a>
      )}
      {!film.head.value.live && <GifButton film={film} board={board} playback={playback} />}
      <button type="button" class="button quiet" onClick={project}>
        <Icon name="fit" /> {word("projector")}
      </button>
      <button type="button" class="button quiet" onClick={help}>
        {word("help")}
      </button>
    </section>
  );
}

function Title({ head, live }: { head: FilmHead; live: boolean }) {
  return (
    <header class="title">
      <GameMark game={head.game} />
      <h1>{head.title}</h1>
      <p class="dim">
        {word("preset", { name: head.preset })}
        {head.seed !== null && ` · ${word("seed", { n: head.seed })}`} · joute {head.joute}
      </p>
      {live && <span class={liveBadge()}>{liveWord()}</span>}
    </header>
  );
}

function Ending({ head, again }: { head: FilmHead; again: () => void }) {
  const { seat, text } = outcome(head);
  return (
    <div class="ending" role="status">
      <p>
        {seat !== null && <SeatMark seat={seat} />} {text}{" "}
        <span class="dim">{head.result && reasonOf(head, head.result)}</span>
      </p>
      <button type="button" class="button" onClick={again}>
        <Icon name="again" /> {word("again")}
      </button>
    </div>
  );
}
