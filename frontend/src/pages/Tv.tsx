// Television, /tv: the best match that is being played, then the next one, by itself; or a list of matches for a final.

import { type ReadonlySignal, useSignal, useSignalEffect } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import * as api from "../api";
import type { Cell } from "../board";
import type { Showing } from "../generated/wire";
import { useKeyboard } from "../keyboard";
import { Colours, Crest, GameMark, SeatMark, Tool } from "../parts";
import { say, seatText, word } from "../speech";
import type { Keys } from "../viewer/keys";
import { Playback } from "../viewer/playback";
import { Projector } from "../viewer/Projector";
import { useFilm } from "../viewer/Viewer";
import { Broadcast, fitting, minutesOf, type Reel } from "./broadcast";
import { follow, loadFilm } from "./Watch";
import "../style/tv.css";

const SECOND_MS = 1000;
/** What the address passes on to the arena. */
const CHOICES = ["matches", "tournament", "round"];
/** So many players have a place on a card. */
const PLACES = 8;

export default function Tv() {
  const query = useMemo(() => new URLSearchParams(location.search), []);
  const broadcast = useMemo(() => begin(query), []);
  useEffect(() => {
    document.title = `${word("tv")} · Joute`;
    void broadcast.next();
    const timer = setInterval(() => broadcast.tick(), SECOND_MS);
    return () => clearInterval(timer);
  }, []);
  const keys: Keys = { n: () => void broadcast.next(), p: () => broadcast.back(), a: () => broadcast.again(), f: fill };
  const screen = broadcast.screen.value;
  if (screen.kind === "film")
    return <Shown key={screen.showing.id} broadcast={broadcast} minutes={minutesOf(query)} keys={keys} {...screen} />;
  return <Between broadcast={broadcast} keys={keys} />;
}

function begin(query: URLSearchParams): Broadcast {
  const chosen = new URLSearchParams([...query].filter(([name]) => CHOICES.includes(name)));
  const sources = { programme: () => api.programme(chosen), reel: (id: string): Promise<Reel> => loadFilm(id) };
  return new Broadcast(sources, chosen.has("matches") || chosen.has("tournament"));
}

/** Fill the screen, or leave it. */
function fill(): void {
  const asked = document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen?.();
  asked?.catch(() => undefined);
}

/** A film, until its end was seen. */
function Shown(props: { broadcast: Broadcast; showing: Showing; reel: Reel; minutes: number | null; keys: Keys }) {
  const { broadcast, showing, minutes, keys } = props;
  const { film, board } = props.reel;
  const cell = useSignal<Cell | null>(null);
  const playback = useMemo(() => {
    const made = new Playback(film);
    made.veiled.value = true;
    const { live, frames } = film.head.peek();
    if (!live) made.speed.value = fitting(frames, minutes);
    return made;
  }, [film]);
  const veil = () => (playback.veiled.value = !playback.veiled.peek());
  useFilm({ film, follow: (track) => follow(showing.id, film, track) }, playback, { ...keys, x: veil });
  useSignalEffect(() => {
    const over = playback.ended.value && !playback.playing.value;
    broadcast.ended(over || film.stopped.value);
  });
  return (
    <Projector film={film} board={board} playback={playback} cell={cell} stake={say(showing.stake)}>
      <Steps broadcast={broadcast} />
      <Countdown words="tvNextIn" left={broadcast.left} />
    </Projector>
  );
}

/** What is on the screen between two matches. */
function Between({ broadcast, keys }: { broadcast: Broadcast; keys: Keys }) {
  const more: Keys = { ...keys, " ": () => (broadcast.paused.value = !broadcast.paused.peek()) };
  useKeyboard((event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !Object.hasOwn(more, event.key)) return;
    if (event.key === " " && (event.target as Element).closest("button")) return;
    event.preventDefault();
    more[event.key]();
  }, broadcast);
  const screen = broadcast.screen.value;
  const showing = screen.kind === "card" || screen.kind === "words" ? screen.showing : undefined;
  return (
    <main class="between" id="content">
      {showing && <Card showing={showing} />}
      {!showing && <Crest />}
      {screen.kind === "words" && <p role="status">{say(screen.text)}</p>}
      {screen.kind === "end" && <h1>{word("tvEnd")}</h1>}
      {screen.kind === "end" && (
        <button type="button" class="button" onClick={() => broadcast.again()}>
          {word("tvAgain")}
        </button>
      )}
      {screen.kind === "card" && <Countdown words="tvBeginsIn" left={broadcast.left} paused={broadcast.paused.value} />}
      <Steps broadcast={broadcast} />
    </main>
  );
}

/** Who plays, where, and for what. */
function Card({ showing }: { showing: Showing }) {
  const { players, stake, state } = showing;
  return (
    <Colours.Provider value={players.map((player) => player.colour)}>
      <p class="stake">{say(stake)}</p>
      <h1>
        <GameMark game={showing.game} /> {showing.title}
      </h1>
      <ol class={players.length === 2 ? "contenders two" : "contenders"}>
        {players.slice(0, PLACES).map((player, seat) => (
          <li key={seat}>
            <SeatMark seat={seat} />
            <b>{player.name}</b>
            <span class="dim">{seatText(player)}</span>
          </li>
        ))}
      </ol>
      {players.length > PLACES && <p>{word("players", { n: players.length })}</p>}
      {state === "playing" && <span class="badge live">{word("live")}</span>}
      {state === "over" && <span class="badge">{word("tvRecorded")}</span>}
    </Colours.Provider>
  );
}

function Steps({ broadcast }: { broadcast: Broadcast }) {
  return (
    <div class="steps">
      <Tool name="tvBack" icon="back" act={() => broadcast.back()} />
      <Tool name="tvNext" icon="forth" act={() => void broadcast.next()} />
    </div>
  );
}

interface CountdownProps {
  words: "tvBeginsIn" | "tvNextIn";
  left: ReadonlySignal<number | null>;
  paused?: boolean;
}

function Countdown({ words, left, paused = false }: CountdownProps) {
  if (left.value === null) return null;
  return <p class="countdown">{paused ? word("tvPaused") : word(words, { s: left.value })}</p>;
}
