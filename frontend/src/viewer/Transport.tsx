// The controls of a film: buttons, speed, and a scrubber with a mark wherever something happened.

import { liveBadge, liveWord } from "../connection";
import type { Film } from "../film";
import type { FilmHead, Mark } from "../generated/wire";
import { seatColour } from "../paint";
import { Tool, useSeats } from "../parts";
import { number, say, turnText, word } from "../speech";
import { momentWords } from "./Lead";
import { type Playback, SPEEDS } from "./playback";

export function Transport({ playback, film }: { playback: Playback; film: Film }) {
  const frame = playback.frame.value;
  const head = film.head.value;
  const start = frame === 0;
  const end = frame >= film.last;
  const playing = playback.playing.value;
  const icon = playing ? "pause" : playback.ended.value ? "again" : "play";
  return (
    <div class="transport" role="group" aria-label={word("controls")}>
      <Scrubber playback={playback} film={film} />
      <div class="transport-row">
        <div class="buttons">
          <Tool name="first" icon="first" act={() => playback.go(0)} off={start} />
          <Tool name="backTen" icon="backTen" act={() => playback.step(-10)} off={start} />
          <Tool name="back" icon="back" act={() => playback.step(-1)} off={start} />
          <Tool name={playing ? "pauseFilm" : "playFilm"} icon={icon} act={() => playback.toggle()} big />
          <Tool name="forth" icon="forth" act={() => playback.step(1)} off={end} />
          <Tool name="forthTen" icon="forthTen" act={() => playback.step(10)} off={end} />
          <Tool name="last" icon="last" act={() => playback.go(playback.horizon.value)} off={frame >= playback.horizon.value} />
        </div>
        <p class="where">
          <b>{turnText(head.turns[frame] ?? 0, head.last_turn)}</b> <span class="dim">{named(head, head.phases[frame])}</span>
          {playback.waiting.value && <span class="dim"> · {word("catching")}</span>}
        </p>
        {head.live && <LiveButton playback={playback} film={film} />}
        <label class="speed">
          <span>{word("speed")}</span>
          <select
            aria-label={word("speed")}
            value={String(playback.speed.value)}
            onChange={(event) => (playback.speed.value = Number(event.currentTarget.value))}
          >
            {speeds(playback.speed.value).map((speed) => (
              <option key={speed} value={String(speed)}>
                ×{number(speed)}
              </option>
            ))}
          </select>
        </label>
      </div>
    </div>
  );
}

/** The speeds to choose from, with the one that a film has. */
const speeds = (own: number): number[] => [...new Set([...SPEEDS, own])].sort((a, b) => a - b);

/** A phase, or the reason of an end, in words. */
export function named(head: Pick<FilmHead, "names">, name = ""): string {
  const known = head.names && Object.hasOwn(head.names, name) ? head.names[name] : undefined;
  return known ? say(known) : name.replaceAll("_", " ");
}

function LiveButton({ playback, film }: { playback: Playback; film: Film }) {
  const follow = () => {
    playback.go(film.last);
    playback.playing.value = true;
  };
  return playback.following.value && playback.playing.value ? (
    <span class={liveBadge()}>{liveWord()}</span>
  ) : (
    <button type="button" class="button small" onClick={follow}>
      {word("goLive")}
    </button>
  );
}

/** So many marks fit on the scrubber; those of one place are shown as one. */
const PLACES = 160;
/** How many marks of one place are listed in its title. */
const TOLD = 6;

function Scrubber({ playback, film }: { playback: Playback; film: Film }) {
  const head = film.head.value;
  const frame = playback.frame.value;
  const end = playback.horizon.value;
  const last = end || 1;
  const place = [turnText(head.turns[frame] ?? 0, head.last_turn), named(head, head.phases[frame])];
  const value = { place: place.filter(Boolean).join(", "), n: frame, of: end };
  return (
    <div class="scrubber">
      <Ticks playback={playback} last={last} />
      <input
        type="range"
        min="0"
        max={end}
        step="1"
        value={frame}
        aria-label={word("position")}
        aria-valuetext={word("positionOf", value)}
        style={{ "--part": `${(frame / last) * 100}%` }}
        onInput={(event) => playback.go(Number(event.currentTarget.value))}
      />
    </div>
  );
}

/** The marks of a film. They do not change with the position, and are many: so they stand apart. */
function Ticks({ playback, last }: { playback: Playback; last: number }) {
  const colours = useSeats();
  const head = playback.head.value;
  const marks = head.marks.filter((mark) => mark.frame <= last);
  const swings = playback.moments.value.filter((moment) => moment.swing);
  return (
    <div class="ticks" aria-hidden="true">
      {swings.map((moment) => (
        <i
          key={`swing ${moment.frame}`}
          class="tick swing"
          title={momentWords(head, moment)}
          style={{ left: `${(moment.frame / last) * 100}%`, background: seatColour(colours, moment.seat) }}
          onClick={() => playback.go(moment.frame)}
        />
      ))}
      {gathered(marks, last).map(([place, [first, ...more]]) => (
        <i
          key={place}
          class={`tick ${first.kind}`}
          title={[first, ...more.slice(0, TOLD - 1)].map((mark) => say(mark.text)).join("\n")}
          style={{
            left: `${(place / PLACES) * 100}%`,
            background: first.seat === null ? "var(--dim)" : seatColour(colours, first.seat),
          }}
          onClick={() => playback.go(first.frame)}
        />
      ))}
    </div>
  );
}

const WEIGHT: Record<Mark["kind"], number> = { fault: 5, capture: 4, death: 3, note: 2, fight: 1, build: 0 };

/** Marks by place on the scrubber, the weightiest first. */
export function gathered(marks: readonly Mark[], last: number): [number, Mark[]][] {
  const places = new Map<number, Mark[]>();
  for (const mark of marks) {
    const place = Math.round((mark.frame / last) * PLACES);
    const others = places.get(place);
    if (others) others.push(mark);
    else places.set(place, [mark]);
  }
  for (const list of places.values()) list.sort((a, b) => WEIGHT[b.kind] - WEIGHT[a.kind] || a.frame - b.frame);
  return [...places].sort(([a], [b]) => a - b);
}
